import HybridCompiler
import HybridSource
import Testing

private let layouts: [(files: [String], names: [String])] = [
  (
    ["pages/home/index.html", "pages/cart.html", "pages/shop/product/index.html", "pages/shop/list.html"],
    ["cart", "home", "shop/list", "shop/product"]
  ),
  // Beside an index.html other files are parts of that page.
  (
    ["pages/home/index.html", "pages/home/header.html", "pages/home/more/index.html"], ["home", "home/more"]
  ),
  (["pages/index.html", "pages/about.htm", "pages/_part.html", "pages/.git/x.html"], ["about", "index"]),
  (["index.html", "other.html"], ["folder"]),
  (["a.html", "b.html"], ["a", "b"]),
  (["pages/home.html", "pages/home/index.html"], ["home"]),
]

@Test(arguments: layouts)
func pagesAreFoundByWhereTheyAre(_ files: [String], _ names: [String]) {
  let memory = MemoryFiles(Dictionary(uniqueKeysWithValues: files.map { ($0, "<p>x</p>") }))
  var compiler = ProjectCompiler(files: memory.reader, name: "folder")
  _ = compiler.build()
  #expect(compiler.unitNames == names)
}

@Test func pageInAFolderOfItsOwnWinsItsName() {
  let (compiler, result) = ProjectCompiler.built(
    MemoryFiles(["pages/home.html": "<p>x</p>", "pages/home/index.html": "<p>y</p>"]))
  #expect(compiler.entry(of: "home")?.path == "pages/home/index.html")
  #expect(result.diagnostics.places == ["project.duplicate-page"])
}

@Test func onePageIsCompiledAlone() {
  let files = MemoryFiles([
    "pages/home/index.html": #"<link rel=stylesheet href="/a.css"><p>{{a}}</p>"#,
    "pages/cart.html": "{{ broken", "a.css": "",
  ])
  var compiler = ProjectCompiler(
    files: files.reader, name: "test", only: "pages/home/index.html",
    data: Source(path: "my.json", text: #"{"a": 1}"#))
  let result = compiler.build()
  #expect(compiler.unitNames == ["home"])
  #expect(result.diagnostics == [])
  guard case .page(let unit)? = compiler.unit(named: "home") else { return }
  #expect(unit.data == ["a": 1])
  #expect(unit.dataPath == "my.json")
}

private let configs: [(text: String, reports: [String])] = [
  ("{}", []), (#"{"title": "x", "devices": ["tablet", {"name": "n", "width": 320, "height": 568}]}"#, []),
  (
    #"""
    {"defaults": {"width": 375, "colorScheme": "dark"}, "network": {"allow": ["https://a"]}, \#
    "release": {"project": "shop"}}
    """#,
    []
  ),
  (#"{"devises": []}"#, ["hybrid.json:1:2 config.unknown-key did you mean 'devices'?"]),
  (#"{"defaults": {"widht": 1}}"#, ["hybrid.json:1:15 config.unknown-key did you mean 'width'?"]),
  (#"{"title": 1}"#, ["hybrid.json:1:11 config.wrong-kind "]),
  (#"[]"#, ["hybrid.json:1:1 config.wrong-kind "]),
  (#"{"defaults": {"width": -1}}"#, ["hybrid.json:1:24 config.wrong-kind "]),
]

@Test(arguments: configs)
func configIsChecked(_ text: String, _ expected: [String]) {
  let diagnostics = ProjectConfig.read(Source(path: "hybrid.json", text: text)).diagnostics
  #expect(zip(diagnostics.places, diagnostics.map { $0.hint ?? "" }).map { "\($0) \($1)" } == expected)
}

@Test func graphAnswersBothWays() {
  var graph = DependencyGraph()
  graph.set([Dependency("home.html", .entry), Dependency("shop.css", .stylesheet)], of: .unit("home"))
  graph.set([Dependency("tokens.css", .import)], of: .file("shop.css"))
  #expect(graph.units(dependingOn: ["tokens.css"]).map(\.chain) == [["tokens.css", "shop.css"]])
  #expect(graph.dependents(of: "shop.css") == [.unit("home")])
  #expect(graph.importers(of: ["tokens.css"]) == ["tokens.css", "shop.css"])
  #expect(graph.kinds(of: "shop.css", in: .unit("home")) == [.stylesheet])
  graph.set([Dependency("home.html", .entry)], of: .unit("home"))
  #expect(graph.units(dependingOn: ["tokens.css"]).isEmpty)
  #expect(!graph.isUsed("shop.css"))
}
