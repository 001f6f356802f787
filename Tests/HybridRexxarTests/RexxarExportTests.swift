import Foundation
import HybridCompiler
import HybridRouting
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridRexxar

@Suite struct RexxarExportTests {
  private func exported(
    _ files: [String: String], bytes: [String: [UInt8]] = [:], routes: [Route], base: String = "",
    number: Int? = 12
  ) throws -> RexxarExport {
    let folder = try TemporaryProject(files)
    for (path, bytes) in bytes { try folder.write(path, bytes: bytes) }
    var compiler = ProjectCompiler(files: try DiskFiles(root: folder.path).reader, name: "test")
    _ = compiler.build()
    var units: [String: HybridUnits.Unit] = [:]
    for name in compiler.unitNames { units[name] = compiler.unit(named: name) }
    return RexxarExport(
      routes: routes, base: base, number: number, deployTime: "Sun, 22 Nov 2026 14:00:00 GMT",
      unit: { units[$0] },
      read: { _ in Array("picture".utf8) })
  }

  private static let routes = [
    Route(pattern: #"s://home/(\d+)"#, kind: .page, unit: "home"),
    Route(pattern: "s://feed/_.*", kind: .partial, unit: "home"),
    Route(pattern: "s://a|s://b", kind: .page, unit: "home"),
  ]

  @Test func aRoutedPageIsOneFileNamedForItsBytes() throws {
    let export = try exported(
      [
        "pages/home/index.html": """
        <html><head><title>{{name}}</title><link rel="stylesheet" href="style.css"></head>
        <body><p t:for="n in names" class="a&quot;b">{{n}} &lt; \
        1</p><script src="app.js"></script><br></body></html>
        """,
        "pages/home/style.css": "@import \"more.css\"; p { color: red }",
        "pages/home/more.css": "b { color: blue }",
        "pages/home/app.js": "go('</script>')",
        "pages/home/data.json": #"{"name": "Tea", "names": ["x", "y"]}"#,
      ], routes: Self.routes)
    let page = try #require(export.files.first { $0.path.hasPrefix("rexxar/") })
    #expect(export.files.map(\.path) == [page.path, "routes.json"])
    #expect(page.path == "rexxar/home-\(MD5.hex(page.bytes).prefix(10)).html")
    let html = String(decoding: page.bytes, as: UTF8.self)
    #expect(
      html.hasPrefix("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><style>b { color: blue }"),
      "\(html)")
    #expect(html.contains(" p { color: red }</style>") && !html.contains("@import"))
    #expect(html.contains("<title>Tea</title>"))
    #expect(html.contains("<p class=\"a&quot;b\">x &lt; 1</p><p class=\"a&quot;b\">y &lt; 1</p>"), "\(html)")
    #expect(html.contains(#"<script>go('<\/script>')</script><br></body></html>"#), "\(html)")
    #expect(!html.contains("t:for") && !html.contains("</br>"))
    #expect(export.warnings.map(\.text) == ["its bindings show the sample data: a web view fills none in"])
  }

  @Test func fontsAreInTheFile() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let font = tests.appending(path: "HybridDrawingTests/Fixtures/Fonts/blocks.woff2")
    let bytes = [UInt8](try Data(contentsOf: font))
    let export = try exported(
      [
        "pages/home/index.html": """
        <link rel="stylesheet" href="/css/a.css"><style>
        @font-face { font-family: A; src: url( '../../fonts/a.woff2' ) format("woff2"), url(/fonts/no.ttf) }
        </style><p>A</p>
        """,
        "css/a.css": "@import 'b.css'; p { font-family: A, B }",
        "css/b.css": "@font-face { font-family: B; src: local(x), url(../fonts/b.woff2) }",
      ], bytes: ["fonts/a.woff2": bytes, "fonts/b.woff2": bytes], routes: Self.routes)
    let html = String(decoding: try #require(export.files.first).bytes, as: UTF8.self)
    let address = "url(data:font/ttf;base64,cGljdHVyZQ==)"
    #expect(html.contains("src: \(address) format(\"woff2\"), url(/fonts/no.ttf) }"), "\(html)")
    #expect(html.contains("src: local(x), \(address) }"), "\(html)")
    #expect(export.warnings.isEmpty)
  }

  @Test func theTableSaysWhatTheReleaseSays() throws {
    let files = ["pages/home/index.html": "<p>Hello</p>", "components/card.xml": "<NText text=\"a\"/>"]
    let routes = Self.routes + [Route(pattern: "s://card", kind: .page, unit: "card")]
    let export = try exported(files, routes: routes, base: "https://cdn.example.com/app")
    let again = try exported(files, routes: routes, base: "https://cdn.example.com/app")
    #expect(export.files.map(\.path) == again.files.map(\.path))
    #expect(export.files.map(\.bytes) == again.files.map(\.bytes))
    let page = try #require(export.files.first { $0.path.hasPrefix("rexxar/") })
    #expect(export.table.version == RexxarVersion("12"))
    #expect(export.table.deployTime == "Sun, 22 Nov 2026 14:00:00 GMT")
    // With these anchors, iOS matches what Android matches without them.
    #expect(export.table.items.map(\.uri) == [#"^s://home/(\d+)$"#, "^(?:s://a|s://b)$"])
    #expect(export.table.partialItems.map(\.uri) == ["^s://feed/_.*"])
    #expect(export.table.items.map(\.remoteFile).first == "https://cdn.example.com/app/\(page.path)")
    #expect(export.warnings.map(\.unit) == ["card"])
    #expect(String(decoding: page.bytes, as: UTF8.self).hasSuffix("</html>\n"))
    // A round trip gives the same routes, without platform differences.
    let source = Source(path: "routes.json", bytes: export.table.encoded())
    let back = RexxarImport(
      try #require(RexxarTable.read(source).table), source: source, units: ["home", "card"])
    #expect(back.diagnostics.isEmpty, "\(back.diagnostics)")
    #expect(back.routes.map(\.unit) == ["home", "home", "home"])
  }
}
