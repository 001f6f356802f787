import HybridCompiler
import HybridSource
import HybridUnits
import Testing

@Test func missingFolderIsSaid() {
  let files = MemoryFiles()
  files.fail("", with: .missing)
  let (compiler, result) = ProjectCompiler.built(files)
  #expect(result.diagnostics.places == ["project.missing-folder"])
  #expect(result.diagnostics.first?.hint?.contains("hybrid new") == true)
  #expect(compiler.unitNames == [])
}

@Test(arguments: [["README.md": "x"], ["pages/x.css": ""], [:]])
func emptyProjectIsSaid(_ files: [String: String]) {
  let memory = MemoryFiles(files)
  var (compiler, result) = ProjectCompiler.built(memory)
  #expect(result.diagnostics.places == ["project.empty"])
  #expect(result.diagnostics.first?.hint?.contains("hybrid new") == true)
  // The first page ends that state.
  memory["pages/home.html"] = "<p>x</p>"
  #expect(compiler.apply(["pages", "pages/home.html"]).added.map(\.name) == ["home"])
  #expect(compiler.projectDiagnostics == [])
}

private let failures: [(failure: FileFailure, code: String)] = [
  (.unreadable(reason: "Permission denied"), "project.unreadable-file"),
  (.tooLarge(bytes: 20 << 20), "project.file-too-large"), (.isFolder, "project.not-a-file"),
  (.outside, "project.outside-project"), (.linkLoop, "project.link-loop"),
  (.notRegular, "project.not-a-file"),
]

@Test(arguments: failures)
func fileThatCannotBeReadIsSaid(_ failure: FileFailure, _ code: String) {
  for path in ["pages/home.html", "pages/home.json", "css/a.css", "hybrid.json", "parts/a.html"] {
    let files = MemoryFiles([
      "pages/home.html": #"<link rel=stylesheet href="/css/a.css"><include src="/parts/a.html"></include>"#,
      "pages/home.json": "{}", "css/a.css": "", "parts/a.html": "", "hybrid.json": "{}",
    ])
    files.fail(path, with: failure)
    let (compiler, result) = ProjectCompiler.built(files)
    #expect(result.diagnostics.map(\.code) == [code])
    #expect(result.diagnostics.first?.message.contains("'\(path)'") == true)
    #expect(compiler.isFailed("home") == (path != "hybrid.json"))
  }
}

@Test func largeFileIsRefusedWhoeverReadsIt() {
  let files = MemoryFiles()
  files.write([UInt8](repeating: 0x20, count: 20 << 20), to: "pages/home.html")
  let (_, result) = ProjectCompiler.built(files)
  #expect(
    result.diagnostics.first?.message
      == "'pages/home.html': it has 20 MB, more than the 16 MB a source file may have")
}

@Test func fileDeletedBetweenTwoReadsKeepsTheLastGoodPage() {
  let files = MemoryFiles(["pages/home.html": "<p>x</p>"])
  var (compiler, _) = ProjectCompiler.built(files)
  let good = compiler.unit(named: "home")?.encoded()
  #expect(good != nil)
  // The folder still lists the file, but it is gone when it is read.
  files.fail("pages/home.html", with: .missing)
  let result = compiler.apply(["pages/home.html"])
  #expect(result.newlyFailed == ["home"])
  #expect(compiler.unit(named: "home")?.encoded() == good)
  files.fail("pages/home.html", with: nil)
  #expect(compiler.apply(["pages/home.html"]).fixed == ["home"])
}

@Test func invalidUTF8IsSaidAndSurvived() {
  let files = MemoryFiles(["pages/home.html": #"<link rel=stylesheet href="/a.css"><p>{{a}}</p>"#])
  files.write([0x61, 0xFF, 0x7B, 0x7D], to: "a.css")
  files.write([0x7B, 0xC3, 0x7D], to: "pages/home.json")
  let (compiler, result) = ProjectCompiler.built(files)
  #expect(result.diagnostics.map(\.code).contains("css.invalid-utf8"))
  #expect(result.diagnostics.contains { $0.location?.path == "pages/home.json" && $0.severity == .error })
  #expect(compiler.unitNames == ["home"])
}

@Test func sheetOfManyRulesIsRead() throws {
  let rules = (0..<50_000).map { ".c\($0) { width: \($0)px }" }.joined(separator: "\n")
  let files = MemoryFiles(["pages/home.html": "<link rel=stylesheet href=/a.css>", "a.css": rules])
  var (compiler, result) = ProjectCompiler.built(files)
  #expect(result.diagnostics == [])
  guard case .page(let unit)? = compiler.unit(named: "home") else { return }
  #expect(unit.sheets.first?.sheet.rules.count == 50_000)
}

@Test func includesThatMultiplyEnd() {
  var texts = ["pages/home.html": #"<include src="/p0.html"></include>"#]
  for index in 0..<17 {
    texts["p\(index).html"] = String(
      repeating: #"<p>x</p><include src="/p\#(index + 1).html"></include>"#, count: 4)
  }
  let (_, result) = ProjectCompiler.built(MemoryFiles(texts))
  #expect(result.diagnostics.contains { $0.code == "include.too-large" })
}

@Test func importsThatMultiplyEnd() {
  var texts = ["pages/home.html": "<link rel=stylesheet href=/s0.css>"]
  for index in 0..<20 {
    texts["s\(index).css"] = String(repeating: "@import 's\(index + 1).css'; ", count: 3) + "a { width: 1px }"
  }
  texts["s20.css"] = ""
  let (_, result) = ProjectCompiler.built(MemoryFiles(texts))
  #expect(!result.diagnostics.isEmpty)
}

private let references: [(reference: String, expected: Reference)] = [
  ("a.css", .file("pages/home/a.css")), ("./a.css", .file("pages/home/a.css")),
  ("../a.css", .file("pages/a.css")),
  ("/a.css", .file("a.css")), ("/x/../a.css?v=1#top", .file("a.css")),
  (" a%20b.css\n", .file("pages/home/a b.css")),
  ("../../a.css", .file("a.css")), ("../../../a.css", .outside), ("/../a.css", .outside),
  ("a%2Fb.css", .outside),
  ("a\\b.css", .outside), ("a%00.css", .outside), ("%2e%2e/%2e%2e/%2e%2e/a.css", .outside),
  ("%FF.css", .outside),
  ("http://x/a.css", .remote("http://x/a.css")), ("//x/a.css", .remote("//x/a.css")),
  ("data:text/css,a", .remote("data:text/css,a")), ("", .empty), ("?a", .empty), ("#a", .empty),
  ("/", .empty),
]

@Test(arguments: references)
func referencesResolve(_ reference: String, _ expected: Reference) {
  #expect(Reference.resolve(reference, in: "pages/home/index.html") == expected)
}

@Test(arguments: [
  ("pages/a", "pages", true), ("pages", "pages", true), ("pages2/a", "pages", false), ("a", "", true),
])
func insideIsDecidedByComponents(_ path: String, _ folder: String, _ expected: Bool) {
  #expect(ProjectPath.isInside(path, folder) == expected)
}
