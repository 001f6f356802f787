import HybridCompiler
import HybridSource
import HybridUnits
import Testing

private let shop = [
  "pages/home/index.html": "<p>{{ title }}</p>", "pages/home/data.json": #"{"title": "Own"}"#,
  "pages/home/data.empty.json": #"{"title": ""}"#, "pages/home/data.long.json": #"{"title": "Long"}"#,
  "pages/cart.html": "<p>{{ n }}</p>", "pages/cart.many.json": #"{"n": 9}"#,
  "components/card.xml": #"<FrameLayout layoutWidth="10" layoutHeight="10"/>"#,
  "components/card.json": "{}", "components/card.long.json": #"{"a": 1}"#,
]

extension ProjectCompiler {
  fileprivate mutating func sets(_ unit: String) -> [String]? { self.unit(named: unit)?.dataSets.map(\.name) }
  fileprivate mutating func title(_ unit: String, _ set: String) -> String? {
    self.unit(named: unit)?.dataSets.first { $0.name == set }?.data["title"]?.string
  }
}

@Test(arguments: [
  (["pages/home/index.html", "pages/home/data.a.json", "pages/home/data.b.c.json"], "home", ["a", "b.c"]),
  (["pages/home.html", "pages/home.a.json", "pages/data.b.json"], "home", ["a"]),
  // The longest matching page name wins, and a page's own data is not a data set of another page.
  (["pages/a.html", "pages/a.b.html", "pages/a.b.json", "pages/a.b.c.json", "pages/a.d.json"], "a", ["d"]),
  (["pages/a.html", "pages/a.b.html", "pages/a.b.json", "pages/a.b.c.json"], "a.b", ["c"]),
  // These are test scenarios.
  (
    ["pages/home/index.html", "pages/home/data.scenario.json", "pages/home/data.x.scenario.json"], "home", []
  ),
  (
    ["pages/home/index.html", "pages/home/other.a.json", "pages/home/data..json", "pages/home/.data.a.json"],
    "home", []
  ),
  (["index.html", "data.a.json"], "test", ["a"]),
  (["components/card.xml", "components/card.a.json", "components/card.json"], "card", ["a"]),
])
func dataSetsAreFoundByTheirNames(_ paths: [String], _ unit: String, _ names: [String]) {
  let files = MemoryFiles(
    Dictionary(
      uniqueKeysWithValues: paths.map {
        ($0, $0.hasSuffix(".json") ? "{}" : $0.hasSuffix(".xml") ? shop["components/card.xml"]! : "<p>x</p>")
      }))
  var compiler = ProjectCompiler(files: files.reader, name: "test")
  _ = compiler.build()
  #expect(compiler.sets(unit) == names)
}

@Test(arguments: ["pages/home/index.html", "components/card.xml"])
func aUnitThatIsCompiledAloneHasItsDataSets(_ path: String) {
  var compiler = ProjectCompiler(files: MemoryFiles(shop).reader, name: "test", only: path)
  _ = compiler.build()
  #expect(compiler.sets(compiler.unitNames[0])?.contains("long") == true)
}

@Test func aSavedDataSetChangesItsUnitAlone() {
  let files = MemoryFiles(shop)
  var (compiler, _) = ProjectCompiler.built(files)
  #expect(compiler.dependencies(of: "home").contains(Dependency("pages/home/data.long.json", .dataSet)))
  files["pages/home/data.long.json"] = #"{"title": "Longer"}"#
  let result = compiler.apply(["pages/home/data.long.json"])
  #expect(result.changed.map(\.name) == ["home"] && result.changed[0].chain == ["pages/home/data.long.json"])
  #expect(compiler.title("home", "long") == "Longer" && compiler.title("home", "empty") == "")
  // Equal bytes are no change.
  #expect(compiler.apply(["pages/home/data.long.json"]).changed.isEmpty)
}

@Test func dataSetsComeAndGo() {
  let files = MemoryFiles(shop)
  var (compiler, _) = ProjectCompiler.built(files)
  for (path, unit) in [
    ("pages/home/data.new.json", "home"), ("pages/cart.new.json", "cart"),
    ("components/card.new.json", "card"),
  ] {
    let before = compiler.sets(unit)
    files[path] = #"{"title": "New"}"#
    let added = compiler.apply([path])
    #expect(added.changed.map(\.name) == [unit] && added.unusedFiles.isEmpty, "\(path)")
    #expect(added.changed.first?.chain == [path] && added.changedFiles == [path])
    #expect(compiler.title(unit, "new") == "New")
    files[path] = nil
    #expect(compiler.apply([path]).changed.map(\.name) == [unit])
    #expect(compiler.sets(unit) == before)
  }
  files["pages/home/other.new.json"] = "{}"
  #expect(compiler.apply(["pages/home/other.new.json"]).unusedFiles == ["pages/home/other.new.json"])
}

@Test(arguments: [("pages/home/data.long.json", "home"), ("components/card.long.json", "card")])
func aBrokenDataSetKeepsItsLookAndNothingBack(_ path: String, _ unit: String) {
  let files = MemoryFiles(shop)
  var (compiler, _) = ProjectCompiler.built(files)
  let before = compiler.unit(named: unit)?.dataSets
  files[path] = "{\n  \"title\": }"
  let broken = compiler.apply([path])
  #expect(broken.diagnostics.map { "\($0.location?.path ?? ""):\($0.location?.line ?? 0)" } == ["\(path):2"])
  #expect(broken.failed.isEmpty && compiler.hasErrorsBesideUnits && compiler.check().hasErrors)
  #expect(compiler.unit(named: unit)?.dataSets == before)
  if unit == "home" {
    files["pages/home/index.html"] = "<p>Other</p>"
    #expect(compiler.apply(["pages/home/index.html"]).changed.map(\.name) == ["home"])
    #expect(compiler.unit(named: unit)?.dataSets == before)
  }
  files[path] = "{}"
  #expect(compiler.apply([path]).changed.map(\.name) == [unit] && !compiler.hasErrorsBesideUnits)
  #expect(!compiler.check().hasErrors)
}

@Test func aDataSetThatNeverWasGoodIsLeftOut() {
  var files = shop
  files["pages/home/data.long.json"] = "[1,"
  var (compiler, result) = ProjectCompiler.built(MemoryFiles(files))
  #expect(result.failed.isEmpty && compiler.sets("home") == ["empty"])
  guard case .page(let page)? = compiler.unit(named: "home") else { return }
  #expect(page.data(of: "long") == page.data && page.data(of: nil)["title"]?.string == "Own")
  #expect(compiler.unit(named: "home")?.dataNames == ["data", "empty"])
  #expect(compiler.unit(named: "cart")?.dataNames == ["many"])
}

private let devices: [(text: String, names: [String], reports: [String])] = [
  (
    #"["tablet", "320x500", {"name": "night", "width": 320, "height": 500, "dark": true, "rtl": true}]"#,
    ["tablet", "320x500", "night"], []
  ),
  (#"[{"name": "phone", "fontScale": 1.3, "landscape": true, "platform": "android"}]"#, ["phone"], []),
  (#"["tabet"]"#, [], ["1:13 config.unknown-device did you mean 'tablet'?"]),
  (
    #"["iPhone 15"]"#, [],
    [#"1:13 config.unknown-device give it a size: {"name": "iPhone 15", "width": 390, "height": 844}"#]
  ),
  (
    #"[{"name": "a", "width": 1, "height": 1, "drak": true}]"#, ["a"],
    ["1:52 config.unknown-key did you mean 'dark'?"]
  ),
  (#"[{"name": "a", "width": 1, "height": 1, "dark": 1}]"#, ["a"], ["1:60 config.wrong-kind "]),
  (#"[{"name": "a", "width": 1, "height": 1, "fontScale": 9}]"#, ["a"], ["1:65 config.wrong-kind "]),
  (#"[{"name": "a", "width": 1, "height": 1, "platform": "tv"}]"#, ["a"], ["1:64 config.wrong-kind "]),
  (#"[{"name": "a", "width": 30000, "height": 1}]"#, [], ["1:36 config.wrong-kind "]),
  (
    #"[{"name": "tablte"}]"#, [],
    ["1:13 config.device-without-size 'tablet' is a known device and needs no size"]
  ),
  (#"[{"width": 1, "height": 1}]"#, [], ["1:13 config.unnamed-device "]),
  (#"[{"name": "\u0007", "width": 1, "height": 1}]"#, [], ["1:22 config.device-name "]),
  (
    #"["small", {"name": "Small", "width": 1, "height": 1}]"#, ["small"],
    ["1:31 config.doubled-device devices are selected by name: choose another name"]
  ),
  (#"[7]"#, [], ["1:13 config.wrong-kind "]), (#"{"name": "a"}"#, [], ["1:12 config.wrong-kind "]),
]

@Test(arguments: devices)
func devicesOfAProjectAreChecked(_ text: String, _ names: [String], _ reports: [String]) {
  let (config, diagnostics) = ProjectConfig.read(
    Source(path: "hybrid.json", text: #"{"devices":"# + text + "}"))
  #expect(config.devices.map(\.name) == names)
  #expect(
    diagnostics.map {
      "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code) \($0.hint ?? "")"
    } == reports)
}
