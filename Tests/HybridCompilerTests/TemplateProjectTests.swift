import HybridCompiler
import HybridJSON
import HybridSource
import HybridTemplateCompiler
import HybridUnits
import Testing

/// A template that shows the text.
private func text(_ text: String) -> String {
  #"<NText text="\#(text)" layoutWidth="100" layoutHeight="20"/>"#
}

/// A list of what the data has under `rows`.
private let list = #"<Grid dataTag="${rows}" layoutWidth="100" layoutHeight="100"/>"#

extension ProjectCompiler {
  /// The template unit of that name; nil for any other.
  fileprivate mutating func template(_ name: String) -> TemplateUnit? {
    guard case .template(let unit)? = unit(named: name) else { return nil }
    return unit
  }
}

private let layouts: [(files: [String: String], names: [String], types: [String])] = [
  (
    ["components/card.xml": text("a"), "components/shop/row.v2.xml": text("b")], ["card", "shop/row.v2"],
    ["card", "row"]
  ),
  // A folder that is named for its template belongs to it.
  (
    [
      "templates/PLAY/PLAY.xml": text("a"), "templates/PLAY/part.xml": text("b"),
      "templates/B/B.xml": text("c"),
    ],
    ["B", "PLAY", "PLAY/part"], ["B", "PLAY", "part"]
  ),
  // The folder of templates itself.
  (
    ["PLAY/PLAY.xml": text("a"), "x.xml": text("b"), ".git/y.xml": text("c")], ["PLAY", "x"], ["PLAY", "x"]
  ),
  // The templates of the list, and nothing else in that folder.
  (
    [
      "templatelist.properties": "card=Card,7\nrow=Row,2,android\nrow.xml=Row,3,iphone\n",
      "template/card.xml": text("a"), "template/row.xml": text("b"), "template/other.xml": text("c"),
    ], ["Card", "Row", "iphone/Row"], ["Card", "Row", "Row"]
  ),
  // Pages may be beside templates, and their names take precedence.
  (
    ["pages/card.html": "<p>x</p>", "components/card.xml": text("a"), "x.xml": text("b")],
    ["card", "components/card"], ["card"]
  ),
  // A page's folder has no templates of its own.
  (["index.html": "<p>x</p>", "feed.xml": "<rss/>"], ["test"], []),
]

@Test(arguments: layouts)
func templatesAreFoundByWhereTheyAre(_ files: [String: String], _ names: [String], _ types: [String]) {
  var (compiler, _) = ProjectCompiler.built(MemoryFiles(files))
  #expect(compiler.unitNames == names)
  #expect(compiler.unitNames.compactMap { compiler.template($0)?.main.template.name } == types)
}

@Test func unitHasWhatItsItemsName() throws {
  var (compiler, result) = ProjectCompiler.built(
    MemoryFiles([
      "components/list.xml": list, "components/list.json": #"{"rows": [{"type": "row"}, {"type": "none"}]}"#,
      "components/row.xml": list, "components/row.json": #"{"rows": [{"type": "leaf"}]}"#,
      "components/leaf.xml": text("row"), "components/other.xml": text("b"),
    ]))
  #expect(result.diagnostics == [])
  let found = compiler.template("list")
  let unit = try #require(found)
  #expect(unit.items.map(\.template.name) == ["row"])
  #expect(unit.data["rows"]?.array?.count == 2)
  #expect(unit.dataPath == "components/list.json")
  #expect(unit.files == ["components/list.xml", "components/list.json", "components/row.xml"])
  // A text in a template may be the type of an item created by an expression; templates named by others come
  // after them.
  #expect(compiler.template("leaf")?.items.map(\.template.name) == ["row"])
}

@Test func mainTemplateOfAFolderHasTheOthers() throws {
  var (compiler, _) = ProjectCompiler.built(
    MemoryFiles([
      "templates/A/A.xml": text("x"), "templates/A/c.xml": text("x"), "templates/A/b.xml": text("c"),
      "templates/B/b.xml": text("x"), "templates/B/B.xml": text("b"),
    ]))
  #expect(compiler.template("A")?.items.map(\.path) == ["templates/A/c.xml", "templates/A/b.xml"])
  // Equal names in different folders are different templates; the nearest one is used.
  #expect(compiler.template("B")?.items.map(\.path) == ["templates/B/b.xml"])
  #expect(compiler.template("A/b")?.items.map(\.path) == ["templates/A/c.xml"])
}

@Test func missingFilesAreToldWhereTheyAreNamed() {
  let listed: [String: String] = [
    "templatelist.properties": "card=Card,1\ngone=Gone,1\n", "template/card.xml": text("a"),
  ]
  let (_, list) = ProjectCompiler.built(MemoryFiles(listed))
  #expect(list.diagnostics.map(\.code) == ["project.missing-file"])
  #expect(list.diagnostics.first?.location?.description == "templatelist.properties:2:1")
  #expect(list.diagnostics.first?.frame?.text == "gone=Gone,1")
  let (_, shown) = ProjectCompiler.built(
    MemoryFiles([
      "hybrid.json": #"{"components": {"Badge": {"html": "components/gone.html"}}}"#,
      "config.properties": "VIEW_ID_Badge=1200\n", "components/card.xml": "<Badge/>",
    ]))
  #expect(shown.diagnostics.map(\.code) == ["project.missing-file"])
  #expect(shown.diagnostics.first?.location?.description == "hybrid.json:1:17")
}

private let saves: [(path: String, text: String?, changed: [String], chain: [String])] = [
  ("components/leaf.xml", text("new"), ["leaf", "list"], ["components/leaf.xml"]),
  ("components/list.json", #"{"rows": []}"#, ["list"], ["components/list.json"]),
  ("components/alone.json", "{}", [], []),
  ("components/alone.json", #"{"a": 1}"#, ["alone"], ["components/alone.json"]),
  (
    "config.properties", "VIEW_ID_Grid=17\nVIEW_ID_NText=1001\n", ["alone", "leaf", "list"],
    ["config.properties"]
  ),
  ("components/list.xml", list + " ", [], []),
]

@Test(arguments: saves)
func saveReachesWhatDependsOnIt(_ path: String, _ text: String?, _ changed: [String], _ chain: [String]) {
  let files = MemoryFiles([
    "components/list.xml": list, "components/list.json": #"{"rows": [{"type": "leaf"}]}"#,
    "components/leaf.xml": HybridCompilerTests.text("a"),
    "components/alone.xml": HybridCompilerTests.text("b"),
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  files[path] = text
  let result = compiler.apply([path])
  #expect(result.changed.map(\.name).sorted() == changed)
  for change in result.changed { #expect(change.chain.first == chain.first) }
  // The same as in a newly opened project.
  var (fresh, _) = ProjectCompiler.built(files)
  for name in fresh.unitNames { #expect(compiler.template(name)?.hash == fresh.template(name)?.hash) }
}

@Test func failedTemplateKeepsItsLastGoodForm() throws {
  let files = MemoryFiles([
    "components/list.xml": list, "components/list.json": #"{"rows": [{"type": "leaf"}]}"#,
    "components/leaf.xml": text("a"),
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  let leaf = compiler.template("leaf")
  let good = try #require(leaf)
  files["components/leaf.xml"] = #"<NText layoutWidth="wide"/>"#
  let broken = compiler.apply(["components/leaf.xml"])
  #expect(broken.newlyFailed == ["leaf"])
  #expect(broken.changed == [])
  #expect(broken.diagnostics.contains { $0.location?.path == "components/leaf.xml" && $0.severity == .error })
  #expect(compiler.template("leaf")?.main.out == good.main.out)
  #expect(compiler.template("list")?.items.map(\.out) == [good.main.out])
  files["components/list.json"] = #"{"rows": [{"type": "leaf"}"#
  #expect(compiler.apply(["components/list.json"]).newlyFailed == ["list"])
  files["components/leaf.xml"] = text("b")
  files["components/list.json"] = #"{"rows": []}"#
  let mended = compiler.apply(["components/leaf.xml", "components/list.json"])
  #expect(mended.fixed.sorted() == ["leaf", "list"])
  #expect(mended.changed.map(\.name).sorted() == ["leaf", "list"])
  #expect(compiler.check() == [])
}

@Test func brokenConfigIsSaidOnceAndKeepsAll() throws {
  let files = MemoryFiles([
    "config.properties": "VIEW_ID_NText=7\n", "components/a.xml": text("a"), "components/b.xml": text("b"),
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  files["config.properties"] = "VIEW_ID_NText=seven\n"
  let broken = compiler.apply(["config.properties"])
  #expect(broken.newlyFailed.sorted() == ["a", "b"])
  #expect(broken.diagnostics.places == ["config.properties:1:15 config.bad-component"])
  #expect(compiler.template("a") != nil)
  files["config.properties"] = "VIEW_ID_NText=7\n"
  #expect(compiler.apply(["config.properties"]).fixed.sorted() == ["a", "b"])
}

@Test func templatesComeAndGo() throws {
  let files = MemoryFiles([
    "components/list.xml": list, "components/list.json": #"{"rows": [{"type": "leaf"}]}"#,
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  #expect(compiler.template("list")?.items.isEmpty == true)
  files["components/leaf.xml"] = text("a")
  let added = compiler.apply(["components/leaf.xml"])
  #expect(added.added.map(\.name) == ["leaf"])
  #expect(added.changed.map(\.name) == ["list"])
  #expect(compiler.template("list")?.items.map(\.path) == ["components/leaf.xml"])
  files.move("components", to: "templates/new")
  let moved = compiler.apply(["components", "templates"])
  #expect(moved.removed.sorted() == ["leaf", "list"])
  #expect(moved.added.map(\.name).sorted() == ["new/leaf", "new/list"])
  #expect(compiler.template("new/list")?.items.map(\.path) == ["templates/new/leaf.xml"])
  files["templates/new/leaf.xml"] = nil
  let gone = compiler.apply(["templates/new/leaf.xml"])
  #expect(gone.removed == ["new/leaf"])
  #expect(compiler.template("new/list")?.items.isEmpty == true)
  files["templates/new/list.xml"] = nil
  #expect(compiler.apply(["templates/new/list.xml"]).diagnostics.places == ["project.empty"])
}

@Test func listOfVirtualviewToolsIsFollowed() throws {
  let files = MemoryFiles([
    "templatelist.properties": "card=Card,7\n", "template/card.xml": text("a"), "template/row.xml": text("b"),
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  #expect(compiler.template("Card")?.main.template.version == 7)
  files["templatelist.properties"] = "card=Card,8\nrow=Row,1\n"
  let result = compiler.apply(["templatelist.properties"])
  #expect(result.added.map(\.name) == ["Row"])
  #expect(result.changed.map(\.name) == ["Card"])
  #expect(compiler.template("Card")?.main.template.version == 8)
  files["templatelist.properties"] = "card=Card,8\n../x=X,1\n"
  #expect(
    compiler.apply(["templatelist.properties"]).diagnostics.places == [
      "templatelist.properties:2:1 templatelist.outside"
    ])
  #expect(compiler.unitNames == ["Card"])
}

private let settings: [(json: String, reports: [String])] = [
  (#"{"components": {"Badge": "box"}}"#, []),
  (#"{"components": {"Badge": {"box": {"label": "x", "width": 10, "height": 5.5}}}}"#, []),
  (#"{"components": {"Badge": {"html": "components/badge.html"}}}"#, []),
  (#"{"components": {"Bagde": "box"}}"#, ["hybrid.json:1:17 config.unknown-component"]),
  (#"{"components": {"Badge": "bx"}}"#, ["hybrid.json:1:26 config.wrong-kind"]),
  (#"{"components": {"Badge": {"box": {"wide": 1}}}}"#, ["hybrid.json:1:35 config.unknown-key"]),
  (#"{"components": {"Badge": {}}}"#, ["hybrid.json:1:26 config.wrong-kind"]),
  (#"{"components": {"Badge": {"html": "../x.html"}}}"#, ["hybrid.json:1:35 config.wrong-path"]),
  (#"{"components": {"Badge": {"html": "gone.html"}}}"#, ["hybrid.json:1:17 project.missing-file"]),
  (#"{"components": []}"#, ["hybrid.json:1:16 config.wrong-kind"]),
]

@Test(arguments: settings)
func previewsOfComponentsAreChecked(_ json: String, _ reports: [String]) {
  var (compiler, result) = ProjectCompiler.built(
    MemoryFiles([
      "hybrid.json": json, "config.properties": "VIEW_ID_Badge=1001\n",
      "components/card.xml": #"<Badge layoutWidth="10" layoutHeight="10"/>"#,
      "components/badge.html": "<b>{{text}}</b>",
    ]))
  #expect(result.diagnostics.filter { $0.severity == .error }.places == reports)
  #expect(
    compiler.template("card")?.tags
      == (reports.contains { $0.hasSuffix("project.missing-file") } ? nil : [1001: "Badge"]))
}

@Test func previewIsMadeAgainWithItsHTML() throws {
  let files = MemoryFiles([
    "hybrid.json": #"{"components": {"Badge": {"html": "components/badge.html"}}}"#,
    "config.properties": "VIEW_ID_Badge=1001\n",
    "components/card.xml": #"<Badge layoutWidth="10" layoutHeight="10"/>"#,
    "components/badge.html": #"<link rel=stylesheet href="badge.css"><b>{{text}}</b>"#,
    "components/badge.css": "b { color: red }",
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  guard case .page(let page)? = compiler.template("card")?.previews[1001] else {
    Issue.record("no preview")
    return
  }
  #expect(page.path == "components/badge.html")
  files["components/badge.css"] = "b { color: blue }"
  #expect(compiler.apply(["components/badge.css"]).changed.map(\.chain) == [["components/badge.css"]])
  files["hybrid.json"] = #"{"components": {"Badge": "box"}}"#
  #expect(compiler.apply(["hybrid.json"]).changed.map(\.name) == ["card"])
  #expect(compiler.dependencies(of: "card").contains { $0.path == "components/badge.css" } == false)
}

@Test func oneTemplateIsCompiledAlone() throws {
  let files = MemoryFiles([
    "components/list.xml": list, "components/leaf.xml": text("a"), "components/bad.xml": "<",
    "components/list.json": "{", "pages/home.html": "<p>x</p>",
  ])
  var compiler = ProjectCompiler(
    files: files.reader, name: "test", only: "components/list.xml",
    data: Source(path: "my.json", text: #"{"rows": [{"type": "leaf"}]}"#))
  let result = compiler.build()
  #expect(result.diagnostics == [])
  #expect(compiler.unitNames == ["list"])
  #expect(compiler.template("list")?.items.map(\.path) == ["components/leaf.xml"])
  #expect(compiler.template("list")?.dataPath == "my.json")
}

/// A single requested template: where its items are looked up, and whether deeper folders count.
@Test(arguments: [
  // Of a project, wherever in it.
  (["components/list.xml": list, "components/deep/row.xml": text("b")], "components/list.xml", ["row"]),
  // Outside of the folders of templates: those, and what is beside it.
  (
    ["components/row.xml": text("b"), "other/list.xml": list, "other/near.xml": text("c")], "other/list.xml",
    ["near", "row"]
  ),
  // Of a folder with a config, anywhere below; of any other folder, beside it.
  (
    [
      "config.properties": TemplateConfig.standard.source.text, "list.xml": list, "deep/row.xml": text("b"),
    ], "list.xml", ["row"]
  ),
  (["list.xml": list, "deep/row.xml": text("b"), "near.xml": text("c")], "list.xml", ["near"]),
])
func itemsOfOneTemplateAreFound(_ files: [String: String], _ only: String, _ items: [String]) {
  let data = Source(path: "data.json", text: #"{"rows": [{"type": "row"}, {"type": "near"}]}"#)
  var compiler = ProjectCompiler(files: MemoryFiles(files).reader, name: "test", only: only, data: data)
  #expect(compiler.build().diagnostics.isEmpty)
  #expect(compiler.unitNames.count == 1)
  let unit = compiler.template(compiler.unitNames.first ?? "")
  #expect(unit?.items.map(\.template.name).sorted() == items)
}

/// The same unit as from XML, with items named as inside the files; other files beside it are ignored.
@Test func compiledTemplateIsAUnitWhenItIsAskedFor() throws {
  let sources = MemoryFiles([
    "config.properties": TemplateConfig.standard.source.text, "components/list.xml": list,
    "components/row.xml": text("${name}"),
    "components/list.json": #"{"rows": [{"type": "row", "name": "x"}]}"#,
  ])
  var (compiler, _) = ProjectCompiler.built(sources)
  let made = compiler.template("list")
  let unit = try #require(made)
  sources.write(unit.main.out, to: "build/out/renamed.out")
  sources.write(unit.items[0].out, to: "build/out/a.out")
  sources.write(Array("no template".utf8), to: "build/out/b.out")
  sources.write(Array(unit.data.text().utf8), to: "build/out/renamed.json")
  var (other, result) = ProjectCompiler.built(sources, page: "build/out/renamed.out")
  let read = other.template("renamed")
  let compiled = try #require(read)
  #expect(result.diagnostics.isEmpty && other.unitNames == ["renamed"])
  #expect(compiled.main.template == unit.main.template && compiled.data == unit.data)
  #expect(compiled.items.map(\.template) == unit.items.map(\.template) && compiled.tags == unit.tags)

  (other, result) = ProjectCompiler.built(sources, page: "build/out/b.out")
  #expect(result.diagnostics.map(\.code) == ["template.coding"] && other.template("b") == nil)
}

/// Phones load templates one by one: an error in one file does not affect others.
@Test func latestTemplateTakesEachFileAsItLastWasGood() throws {
  let files = MemoryFiles([
    "templates/A/A.xml": text("a"), "templates/A/I.xml": text("i"), "templates/A/A.json": "{",
    "hybrid.json": #"{"components": {"Badge": {"html": "none.html"}}}"#,
    "config.properties": "VIEW_ID_NText=7\nVIEW_ID_Badge=1001\n",
    "components/card.xml": #"<Badge layoutWidth="10" layoutHeight="10"/>"#,
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  // Missing sample data or a missing preview does not invalidate a good template.
  #expect(compiler.latestTemplate(named: "card") != nil)
  #expect(compiler.latestTemplate(named: "A")?.data == [:])
  func outs() -> [[UInt8]] {
    compiler.latestTemplate(named: "A").map { ($0.items + [$0.main]).map(\.out) } ?? []
  }
  let first = outs()
  #expect(first.count == 2)
  files["templates/A/A.json"] = #"{"a": 1}"#
  files["templates/A/A.xml"] = "<NText"
  _ = compiler.apply(["templates/A/A.json", "templates/A/A.xml"])
  #expect(compiler.isFailed("A"))
  #expect(outs() == first)
  #expect(compiler.latestTemplate(named: "A")?.data == ["a": 1])
  files["templates/A/I.xml"] = text("other")
  files["templates/A/A.json"] = "{"
  _ = compiler.apply(["templates/A/I.xml", "templates/A/A.json"])
  #expect(outs()[0] != first[0] && outs()[1] == first[1])
  #expect(compiler.latestTemplate(named: "A")?.data == ["a": 1])
}
