import Foundation
import HybridCompiler
import HybridCrypto
import HybridRuntime
import HybridTestSupport
import HybridUnits
import HybridViewTree
import Testing

@testable import HybridPackaging

/// A unit's rendering on several devices: every node with its frame, colours and text.
private func trees(_ unit: HybridUnits.Unit, _ renderer: Renderer, _ devices: [Device]) -> [ViewTree] {
  devices.map { renderer.render(unit, on: $0).tree }
}

/// Packaging does not change the rendering, on a phone and on a wide device.
@Test func packagedUnitsOfTheSampleHaveTheSameFrames() throws {
  let dist = try TemporaryProject()
  // Without a program name, the run writes no cache beside the sample.
  let release = try makeRelease(sampleFolder.path, to: dist.path) { $0.tool = "" }.release
  var compiler = ProjectCompiler(files: try DiskFiles(root: sampleFolder.path).reader, name: "Sample")
  compiler.start()
  let devices = [
    Device(width: 375, height: 667), Device(width: 1024, height: 700),
  ]
  var nodes = 0
  for unit in release.units where unit.kind == .page {
    let made = compiler.unit(named: unit.name)
    let plain = try #require(made)
    let bytes = try Array(Data(contentsOf: dist.file("files/\(unit.file.digest.sha256)")))
    let before = trees(plain, Renderer(), devices)
    #expect(trees(try HybridUnits.Unit(decoding: bytes), Renderer(), devices) == before, "\(unit.name)")
    nodes += before.reduce(0) { $0 + $1.nodes.count }
  }
  #expect(nodes > 100)
}

/// The same for pages made to find differences, including unfinished style sheets.
@Test(.enabled(if: conformanceFolder != nil, "HYBRID_CONFORMANCE names no folder with the cases"))
func packagedConformancePagesHaveTheSameFrames() async throws {
  try await withTaskExecutorPreference(BackgroundExecutor.shared) {
    let folder = try #require(conformanceFolder).appendingPathComponent("pages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let sodium = try Sodium.shared()
    var (pages, smaller) = (0, 0)
    for name in names.sorted() where name.hasSuffix(".json") {
      let data = try Data(contentsOf: folder.appendingPathComponent(name))
      let family = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      for entry in try #require(family["cases"] as? [[String: Any]]) {
        let files = try #require(entry["files"] as? [String: String]).mapValues { Array($0.utf8) }
        let reader = FileReader(
          read: { path in files[path].map { .success($0) } ?? .failure(.missing) },
          list: { _ in .success([]) })
        var compiler = ProjectCompiler(files: reader, name: "page", only: "index.html")
        compiler.start()
        guard case .page(let page)? = compiler.currentUnit(named: "page") else { continue }
        let device = Device(width: entry["width"] as? Double ?? 0, height: entry["height"] as? Double ?? 0)
        let packaged = HybridUnits.Unit.page(page.minified(sodium).page).encoded()
        if packaged.count < HybridUnits.Unit.page(page).encoded().count { smaller += 1 }
        let before = trees(.page(page), Renderer(), [device])
        #expect(throws: Never.self, "\(name) \(entry["name"] ?? "")") {
          let after = trees(try HybridUnits.Unit(decoding: packaged), Renderer(), [device])
          #expect(after == before)
        }
        pages += 1
      }
    }
    #expect(pages > 100 && smaller > pages / 2)
  }
}

@Test func scriptsOfPagesAreMinifiedInTheirElementsToo() throws {
  let html = """
    <!DOCTYPE html><html><head><title>A</title><script src="a.js"></script></head><body>
    <script id="own">
      // nobody reads this
      let own = 1 ;
    </script><script>let { } / 2</script><script type="text/x-data"> a  // b </script></body></html>
    """
  let files = ["page.html": html, "a.js": "let  a = 1 // one\n"].mapValues { Array($0.utf8) }
  let reader = FileReader(
    read: { path in files[path].map { .success($0) } ?? .failure(.missing) }, list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
  compiler.start()
  guard case .page(let page)? = compiler.currentUnit(named: "page") else {
    Issue.record("no page")
    return
  }
  let sodium = try Sodium.shared()
  let (small, maps) = page.minified(sodium)
  #expect(small.scripts.map(\.text) == ["let a=1", "let own=1;", "let { } / 2"])
  #expect(small.scripts.map(\.line) == page.scripts.map(\.line))
  let text = String(decoding: HybridUnits.Unit.page(small).encoded(), as: UTF8.self)
  #expect(!text.contains("nobody reads this") && !text.contains("mappings"))
  #expect(text.contains(" a  // b "))
  // The unit's data is enough to find the map of a script.
  let script = small.scripts[1]
  let name = sourceMapDigest(
    of: Array(script.text.utf8), path: script.path, line: script.line, column: script.column, sodium: sodium)
  #expect(maps.count == 2)
  #expect(try String(decoding: #require(maps[name]), as: UTF8.self).contains(#""sources":["page.html"]"#))
}

@Test func everyStyleElementOfAPageKeepsItsOwnText() throws {
  let html = """
    <!DOCTYPE html><html><head><style> p { color: red } </style><style media="print"> p { color: blue }
    </style><style> p { color: red } </style></head><body><p>a</p></body></html>
    """
  let reader = FileReader(
    read: { path in path == "page.html" ? .success(Array(html.utf8)) : .failure(.missing) },
    list: { _ in .success([]) })
  var compiler = ProjectCompiler(files: reader, name: "page", only: "page.html")
  compiler.start()
  guard case .page(let page)? = compiler.currentUnit(named: "page") else {
    Issue.record("no page")
    return
  }
  let packaged = HybridUnits.Unit.page(page.minified(try Sodium.shared()).page).encoded()
  guard case .page(let read) = try HybridUnits.Unit(decoding: packaged) else {
    Issue.record("no page")
    return
  }
  let texts = read.sheets.map { String(decoding: $0.source.source.bytes, as: UTF8.self) }
  #expect(texts == ["p{color: red}", "p{color: blue}", "p{color: red}"])
  #expect(read.sheets.map(\.media) == [nil, "print", nil])
}
