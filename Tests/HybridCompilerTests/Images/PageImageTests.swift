import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridCompiler

private func svg(_ width: Int, _ height: Int) -> String {
  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\"/>"
}

private func page(_ name: String, of compiler: inout ProjectCompiler) throws -> PageUnit {
  guard case .page(let page)? = compiler.unit(named: name) else { throw Missing() }
  return page
}

private struct Missing: Error {}

private func paths(_ page: PageUnit) -> [String] { page.images.map(\.path) }

/// A picture in markup, one in a linked sheet, one in an imported sheet, one in a style attribute.
private func gallery() -> MemoryFiles {
  MemoryFiles([
    "pages/home/index.html": """
    <link rel="stylesheet" href="/css/base.css"><img src="own.svg"><img src="/assets/top.svg">
    <p style="background: url('/assets/line.svg')">x</p>
    """,
    "pages/home/own.svg": svg(10, 20), "assets/top.svg": svg(1, 2), "assets/line.svg": svg(3, 4),
    "css/base.css": "@import 'more.css'; a { background: url(sky.svg) }",
    "css/more.css": "b { --sky: url(../assets/more.svg) }", "css/sky.svg": svg(5, 6),
    "assets/more.svg": svg(7, 8), "pages/plain.html": "<p>none</p>",
  ])
}

@Test func pageCarriesThePicturesOfItsMarkupAndItsSheets() throws {
  let files = gallery()
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  #expect(compiler.build().diagnostics.isEmpty)
  let home = try page("home", of: &compiler)
  #expect(
    paths(home) == [
      "assets/line.svg", "assets/more.svg", "assets/top.svg", "css/sky.svg", "pages/home/own.svg",
    ])
  let own = try #require(home.images.first { $0.path == "pages/home/own.svg" })
  #expect(own.source == "own.svg" && own.kind == .svg && own.width == 10 && own.height == 20)
  #expect(home.files.contains("pages/home/own.svg"))
  #expect(try page("plain", of: &compiler).images.isEmpty)
}

@Test(
  arguments: [
    ("pages/home/own.svg", ["pages/home/own.svg"]), ("assets/line.svg", ["assets/line.svg"]),
    ("css/sky.svg", ["css/sky.svg", "css/base.css"]),
    ("assets/more.svg", ["assets/more.svg", "css/more.css", "css/base.css"]),
  ])
func savedPictureChangesThePagesThatShowIt(_ path: String, _ chain: [String]) throws {
  let files = gallery()
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  _ = compiler.build()
  let before = try page("home", of: &compiler)
  files[path] = svg(100, 50)
  let result = compiler.apply([path])
  #expect(result.changed.map(\.name) == ["home"])
  #expect(result.changed.first?.chain == chain)
  let after = try page("home", of: &compiler)
  #expect(after.hash != before.hash)
  #expect(after.images.first { $0.path == path }?.width == 100)
  // The same bytes again are no change.
  #expect(compiler.apply([path]).isEmpty)
}

@Test(arguments: ["pages/home/own.svg", "css/sky.svg"])
func missingPictureIsAWarningUntilItComesBack(_ path: String) throws {
  let files = gallery()
  let name = ProjectPath.name(of: path)
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  _ = compiler.build()
  let bytes = files[path]
  files[path] = nil
  files[ProjectPath.folder(of: path) + "/" + name.uppercased() + "x"] = svg(1, 1)
  let gone = compiler.apply([path])
  #expect(gone.changed.map(\.name) == ["home"])
  let report = try #require(compiler.diagnostics(of: "home").first)
  #expect(report.severity == .warning && report.code == "image.missing")
  #expect(report.hint == "did you mean '\(name.uppercased())x'?")
  #expect(!(try paths(page("home", of: &compiler))).contains(path))
  files[path] = bytes
  #expect(compiler.apply([path]).changed.map(\.name) == ["home"])
  #expect(compiler.diagnostics(of: "home").isEmpty)
  #expect(try paths(page("home", of: &compiler)).contains(path))
}

@Test(
  arguments: [
    ("<img src=\"a.png\">", "a.png", "text", "image.unknown-format"),
    ("<img src=\"a.png\">", "a.png", "", "image.empty"),
    ("<img src=\"../../../a.png\">", "a.png", "text", "image.outside-project"),
    ("<img src=\"/.env.png\">", "a.png", "text", "image.missing"),
    ("<p style=\"background:url(/no.svg)\">x</p>", "a.png", "text", "image.missing"),
    ("<style>p { background: url(no.svg) }</style><p>x</p>", "a.png", "text", "image.missing"),
    ("<img src=\"data:image/png;base64,AAAA\">", "a.png", "text", "image.unknown-format"),
  ])
func pictureThatCannotBeShownIsAWarning(_ markup: String, _ file: String, _ text: String, _ code: String) {
  let files = MemoryFiles(["pages/home/index.html": markup, "pages/home/\(file)": text])
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  let result = compiler.build()
  #expect(result.diagnostics.map(\.code) == [code])
  #expect(result.diagnostics.allSatisfy { $0.severity == .warning && $0.location != nil })
  #expect(result.added.map(\.name) == ["home"])
}

@Test func deniedPictureIsNeverRead() {
  let files = MemoryFiles(["pages/home/index.html": "<img src=\"/.git/a.svg\">", ".git/a.svg": svg(1, 1)])
  files.fail(".git/a.svg", with: .denied(by: ".git/"))
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  #expect(compiler.build().diagnostics.map(\.code) == ["image.denied"])
}

@Test(arguments: ["http://example.com/a.png", "//example.com/a.png", "https://example.com/a.png?b"])
func pictureOfAnotherHostIsNotFetchedAndNotReported(_ address: String) throws {
  let files = MemoryFiles(["pages/home/index.html": "<img src=\"\(address)\">"])
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  #expect(compiler.build().diagnostics.isEmpty)
  #expect(try page("home", of: &compiler).images.isEmpty)
}

@Test func pictureInItsOwnAddressHasItsSize() throws {
  let address = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='4'/%3E"
  let files = MemoryFiles(["pages/home/index.html": "<img src=\"\(address)\">"])
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  #expect(compiler.build().diagnostics.isEmpty)
  let image = try #require(try page("home", of: &compiler).images.first)
  #expect(image.path.isEmpty && image.source == address && image.width == 8 && image.height == 4)
}

@Test func picturesThatDataAndScriptsNameComeWithThePage() throws {
  let files = MemoryFiles([
    "pages/home/index.html": """
    <img t:for="p in people" src="{{p.photo}}"><img src="/flags/{{country}}.svg">
    <script>let a = "assets/c.svg", b = 'no.svg'</script>
    """,
    "pages/home/data.json":
      #"{"country": "x", "people": [{"photo": "a.svg"}, {"photo": "assets/b.svg"}, {"photo": "late.svg"}]}"#,
    "pages/home/a.svg": svg(1, 1), "assets/b.svg": svg(1, 1), "assets/c.svg": svg(1, 1),
    "assets/unused.svg": svg(1, 1), "flags/de.svg": svg(1, 1), "flags/readme.txt": "",
  ])
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  #expect(compiler.build().diagnostics.filter { $0.code.hasPrefix("image") }.isEmpty)
  #expect(
    try paths(page("home", of: &compiler)) == [
      "assets/b.svg", "assets/c.svg", "flags/de.svg", "pages/home/a.svg",
    ])
  // An image named in data that did not exist before, and a new one in a folder from which data selects.
  files["pages/home/late.svg"] = svg(1, 1)
  #expect(compiler.apply(["pages/home/late.svg"]).changed.map(\.name) == ["home"])
  files["flags/fr.svg"] = svg(1, 1)
  #expect(compiler.apply(["flags/fr.svg"]).changed.map(\.name) == ["home"])
  #expect(
    try paths(page("home", of: &compiler)) == [
      "assets/b.svg", "assets/c.svg", "flags/de.svg", "flags/fr.svg", "pages/home/a.svg",
      "pages/home/late.svg",
    ])
}

@Test func pictureThatIsIncludedAsMarkupIsBoth() throws {
  let files = MemoryFiles([
    "pages/home/index.html": "<include src=\"icon.svg\"></include><img src=\"icon.svg\">",
    "pages/home/icon.svg": svg(6, 3),
  ])
  var compiler = ProjectCompiler(files: files.reader, name: "p")
  _ = compiler.build()
  #expect(try page("home", of: &compiler).images.map(\.width) == [6])
  files["pages/home/icon.svg"] = svg(9, 3)
  #expect(compiler.apply(["pages/home/icon.svg"]).changed.map(\.name) == ["home"])
  #expect(try page("home", of: &compiler).images.map(\.width) == [9])
}
