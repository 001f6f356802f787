import HybridCompiler
import HybridSource
import HybridUnits
import Testing

/// Two pages that share a sheet, which imports another; one of them has data and a partial.
private func shop() -> MemoryFiles {
  MemoryFiles([
    "pages/home/index.html": """
    <link rel="stylesheet" href="/css/shop.css"><link rel="stylesheet" href="home.css">
    <include src="/parts/top.html"></include><p>{{name}}</p>
    """,
    "pages/home/data.json": #"{"name": "Tea"}"#,
    "pages/home/home.css": "p { width: 1px }",
    "pages/cart.html": #"<link rel="stylesheet" href="/css/shop.css"><p>Cart</p>"#,
    "pages/about.html": #"<style>@import "/css/tokens.css";</style><p>About</p>"#,
    "css/shop.css": "@import 'tokens.css'; a { width: 2px }",
    "css/tokens.css": "b { width: 3px }",
    "parts/top.html": "<h1>Top</h1>",
    "README.md": "",
  ])
}

private struct Save {
  var path: String
  var text: String?
  var changed: [String]
  var chains: [[String]]
  /// The files read for it.
  var reads: [String]
}

private let saves: [Save] = [
  Save(
    path: "pages/cart.html", text: "<p>New</p>", changed: ["cart"], chains: [["pages/cart.html"]],
    reads: ["pages/cart.html"]),
  Save(
    path: "pages/home/home.css", text: "p { width: 9px }", changed: ["home"],
    chains: [["pages/home/home.css"]],
    reads: ["pages/home/home.css"]),
  Save(
    path: "css/shop.css", text: "a { width: 9px }", changed: ["cart", "home"],
    chains: [["css/shop.css"], ["css/shop.css"]], reads: ["css/shop.css"]),
  Save(
    path: "css/tokens.css", text: "b { width: 9px }", changed: ["about", "cart", "home"],
    chains: [["css/tokens.css"], ["css/tokens.css", "css/shop.css"], ["css/tokens.css", "css/shop.css"]],
    reads: ["css/tokens.css"]),
  Save(
    path: "parts/top.html", text: "<h1>New</h1>", changed: ["home"], chains: [["parts/top.html"]],
    reads: ["parts/top.html"]),
  Save(
    path: "pages/home/data.json", text: #"{"name": "Jam"}"#, changed: ["home"],
    chains: [["pages/home/data.json"]],
    reads: ["pages/home/data.json"]),
  // Unused files, or files with unchanged contents.
  Save(path: "README.md", text: "x", changed: [], chains: [], reads: []),
  Save(path: "css/shop.css", text: nil, changed: [], chains: [], reads: ["css/shop.css"]),
]

@Test(arguments: saves.indices)
func saveRebuildsExactlyWhatDependsOnIt(_ index: Int) {
  let save = saves[index]
  let files = shop()
  var (compiler, first) = ProjectCompiler.built(files)
  #expect(first.added.map(\.name) == ["about", "cart", "home"])
  #expect(first.diagnostics == [])
  _ = files.takeReads()
  let before = compiler.unitNames.map { compiler.hash(of: $0) }

  if let text = save.text { files[save.path] = text }
  let result = compiler.apply([save.path])
  #expect(files.takeReads() == save.reads)
  let changed = result.changed.sorted { $0.name < $1.name }
  #expect(changed.map(\.name) == save.changed)
  #expect(changed.map(\.chain) == save.chains)
  #expect(result.isEmpty == save.changed.isEmpty)
  #expect(result.diagnostics == [])

  // Units that were not rebuilt are unchanged, and rebuilt ones equal those of a new build.
  var fresh = ProjectCompiler(files: files.reader, name: "test")
  _ = fresh.build()
  for (name, hash) in zip(compiler.unitNames, before) {
    #expect((compiler.hash(of: name) == hash) != save.changed.contains(name))
    #expect(compiler.hash(of: name) == fresh.hash(of: name))
    #expect(compiler.unit(named: name)?.encoded() == fresh.unit(named: name)?.encoded())
    #expect(compiler.dependencies(of: name) == fresh.dependencies(of: name))
  }
}

@Test func savesSayWhatTheyWere() {
  let files = shop()
  var (compiler, _) = ProjectCompiler.built(files)
  files["pages/cart.html"] = "<p>x</p>"
  let result = compiler.apply([
    "pages/cart.html", "css/shop.css", "README.md", "pages/cart.html", "./css/../x.md",
  ])
  #expect(result.changedFiles == ["pages/cart.html"])
  #expect(result.unchangedFiles == ["css/shop.css"])
  #expect(result.unusedFiles == ["README.md", "x.md"])
}

@Test func savingBackGivesTheFirstHashAgain() {
  let files = shop()
  var (compiler, _) = ProjectCompiler.built(files)
  let hash = compiler.hash(of: "home")
  let text = files["css/tokens.css"]
  files["css/tokens.css"] = "b { width: 1px }"
  #expect(compiler.apply(["css/tokens.css"]).changed.count == 3)
  files["css/tokens.css"] = text
  #expect(compiler.apply(["css/tokens.css"]).changed.count == 3)
  #expect(compiler.hash(of: "home") == hash)
}

@Test func brokenUnitKeepsItsLastGoodForm() {
  let files = shop()
  var (compiler, _) = ProjectCompiler.built(files)
  let good = compiler.unit(named: "home")?.encoded()
  #expect(good != nil)

  files["pages/home/data.json"] = "{"
  var result = compiler.apply(["pages/home/data.json"])
  #expect(result.newlyFailed == ["home"])
  #expect(result.failed == ["home"])
  #expect(result.changed.isEmpty)
  #expect(
    result.diagnostics.contains { $0.severity == .error && $0.location?.path == "pages/home/data.json" })

  // Other units are still rebuilt, even those that share a file with it; it keeps its last good form and
  // fails until it is fixed.
  files["css/shop.css"] = "a { width: 7px }"
  result = compiler.apply(["css/shop.css"])
  #expect(result.changed.map(\.name) == ["cart"])
  #expect(result.stillFailed == ["home"])
  #expect(compiler.unit(named: "home")?.encoded() == good)

  files["pages/home/data.json"] = #"{"name": "Tea"}"#
  result = compiler.apply(["pages/home/data.json"])
  #expect(result.fixed == ["home"])
  #expect(result.changed.map(\.name) == ["home"])  // the sheet was saved meanwhile
  #expect(result.failed == [])
  #expect(result.diagnostics == [])
}

@Test func mendingWithoutAChangeIsFixedAndNothingElse() {
  let files = shop()
  var (compiler, _) = ProjectCompiler.built(files)
  files["parts/top.html"] = nil
  #expect(compiler.apply(["parts/top.html"]).newlyFailed == ["home"])
  files["parts/top.html"] = "<h1>Top</h1>"
  let result = compiler.apply(["parts/top.html"])
  #expect(result.fixed == ["home"])
  #expect(result.changed.isEmpty)
}

@Test func fileThatAppearsMendsWhatMissedIt() {
  let files = MemoryFiles(["pages/home.html": #"<link rel=stylesheet href="/css/new.css">"#])
  var (compiler, first) = ProjectCompiler.built(files)
  #expect(first.failed == ["home"])
  #expect(compiler.unit(named: "home") == nil)
  files["css/new.css"] = "@import 'more.css';"
  var result = compiler.apply(["css"])  // a folder that was moved in
  #expect(result.stillFailed == ["home"])
  #expect(result.diagnostics.places == ["css/new.css:1:9 project.missing-file"])
  files["css/more.css"] = "a { width: 1px }"
  result = compiler.apply(["css/more.css"])
  #expect(result.fixed == ["home"])
  #expect(result.added.map(\.chain) == [["css/more.css", "css/new.css"]])
}

@Test func sheetThatDisappearsFailsEveryPageThatLinksIt() {
  let files = shop()
  var (compiler, _) = ProjectCompiler.built(files)
  files["css/tokens.css"] = nil
  let result = compiler.apply(["css/tokens.css"])
  #expect(result.newlyFailed.sorted() == ["about", "cart", "home"])
  // Reported once for the sheet that two pages share, and once for the page that imports it directly.
  #expect(
    compiler.check().places == [
      "css/shop.css:1:9 project.missing-file", "pages/about.html:1:16 project.missing-file",
    ])
}

@Test func pagesComeAndGo() {
  let files = shop()
  var (compiler, _) = ProjectCompiler.built(files)

  files["pages/new/index.html"] = "<p>{{a}}</p>"
  files["pages/new/data.json"] = #"{"a": 1}"#
  files["pages/new/deep/x.html"] = "<p>x</p>"
  var result = compiler.apply(["pages/new"])
  #expect(result.added.map(\.name) == ["new", "new/deep/x"])
  #expect(result.diagnostics == [])

  files.move("pages/new", to: "pages/old")
  result = compiler.apply(["pages/new", "pages/old"])
  #expect(result.added.map(\.name) == ["old", "old/deep/x"])
  #expect(result.removed == ["new", "new/deep/x"])

  files.move("pages/cart.html", to: "pages/basket.html")
  result = compiler.apply(["pages/cart.html", "pages/basket.html"])
  #expect(result.added.map(\.name) == ["basket"])
  #expect(result.removed == ["cart"])

  files["pages/old/data.json"] = nil
  #expect(compiler.apply(["pages/old/data.json"]).changed.map(\.name) == ["old"])
  #expect(compiler.unitNames == ["about", "basket", "home", "old", "old/deep/x"])

  // A page that moves to its own folder keeps its name.
  files.move("pages/basket.html", to: "pages/basket/index.html")
  result = compiler.apply(["pages/basket.html", "pages/basket"])
  #expect(result.changed.map(\.name) == ["basket"])
  #expect(result.removed == [])
}

@Test func newSheetInAPackageIsTakenUp() {
  let files = MemoryFiles([
    "pages/home/index.html": "<view></view>", "pages/home/config.json": "{}", "pages/cart.html": "<p>x</p>",
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  files["pages/home/css/a.css"] = "view { width: 1px }"
  #expect(compiler.apply(["pages/home/css/a.css"]).changed.map(\.name) == ["home"])
  files["pages/home/css/a.css"] = nil
  #expect(compiler.apply(["pages/home/css/a.css"]).changed.map(\.name) == ["home"])
  files["pages/home/config.json"] = nil
  #expect(compiler.apply(["pages/home/config.json"]).changed.map(\.name) == ["home"])
  files["pages/home/config.json"] = "{}"
  #expect(compiler.apply(["pages/home/config.json"]).changed.map(\.name) == ["home"])
  files.move("pages/home", to: "pages/start")
  let moved = compiler.apply(["pages/home", "pages/start"])
  #expect(moved.removed == ["home"])
  #expect(moved.added.map(\.name) == ["start"])
}

@Test func sharedSheetOfManyPagesIsParsedOnceAndNoPageIsRead() {
  let files = MemoryFiles(["css/all.css": "p { width: 1px }"])
  for index in 0..<300 {
    files["pages/p\(index).html"] = #"<link rel=stylesheet href="/css/all.css"><p>x</p>"#
  }
  var (compiler, _) = ProjectCompiler.built(files)
  _ = files.takeReads()
  files["css/all.css"] = "p { width: 2px }"
  #expect(compiler.apply(["css/all.css"]).changed.count == 300)
  #expect(files.takeReads() == ["css/all.css"])

  files["css/all.css"] = "p { width: 3px } q { width: 1px"
  let broken = compiler.apply(["css/all.css"])
  #expect(broken.newlyFailed.count == 300)
  #expect(broken.diagnostics.places == ["css/all.css:1:20 css.unclosed-block"])
  #expect(files.takeReads() == ["css/all.css"])

  files["css/all.css"] = "p { width: 2px }"
  let mended = compiler.apply(["css/all.css"])
  #expect(mended.fixed.count == 300)
  #expect(mended.changed.isEmpty)
}

/// A sheet that nobody can read keeps the last one, and one in UTF-16 is read as browsers do.
@Test(
  arguments: [
    (
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D],
      ["css/all.css:1:1 css.not-text"]
    ),
    (Array("p { top: 0 }\nq { to\u{0}p: 0 }".utf8), ["css/all.css:1:1 css.not-text"]),
    ([0xFF, 0xFE] + "p { tpo: 0 }".utf8.flatMap { [$0, 0] }, ["css/all.css:1:5 css.unknown-property"]),
    ([0xFE, 0xFF] + "p { tpo: 0 }".utf8.flatMap { [0, $0] }, ["css/all.css:1:5 css.unknown-property"]),
    (Array("p { top: 0 } /* ".utf8) + [0xE9] + Array(" */".utf8), ["css/all.css:1:17 css.invalid-utf8"]),
  ] as [([UInt8], [String])])
func aSheetIsText(_ bytes: [UInt8], _ expected: [String]) {
  let files = MemoryFiles([
    "css/all.css": "p { width: 1px }",
    "pages/home.html": #"<link rel=stylesheet href="/css/all.css"><p>x</p>"#,
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  files.write(bytes, to: "css/all.css")
  let result = compiler.apply(["css/all.css"])
  #expect(result.diagnostics.places == expected)
  #expect(compiler.isFailed("home") == expected[0].hasSuffix("css.not-text"))
}

/// A report costs as much as reading up to its place, so a page with many of them is told of the first ones.
@Test func manyStylesOfOneLineAreReadInLinearTime() {
  let files = MemoryFiles([
    "pages/home.html": String(repeating: #"<p style="colr:red">x</p>"#, count: 2000),
    "pages/many.html": String(repeating: "<style>p{top:0}</style>", count: 2000),
  ])
  let (_, result) = ProjectCompiler.built(files)
  #expect(result.diagnostics.filter { $0.code == "css.unknown-property" }.count == 100)
  #expect(result.diagnostics.filter { $0.code == "css.more" }.count == 1)
}

@Test func configIsReadAgain() {
  let files = shop()
  var (compiler, _) = ProjectCompiler.built(files)
  files["hybrid.json"] = #"{"title": "Shop", "titel": 1}"#
  let result = compiler.apply(["hybrid.json"])
  #expect(result.configChanged)
  #expect(compiler.config.title == "Shop")
  #expect(result.diagnostics.places == ["hybrid.json:1:19 config.unknown-key"])
}

@Test func pagesAreCompiledWhenAskedForOrSavedOrInTurn() {
  let files = shop()
  var compiler = ProjectCompiler(files: files.reader, name: "test")
  compiler.start()
  #expect(compiler.unitNames == ["about", "cart", "home"])
  #expect(files.takeReads() == ["hybrid.json"])
  #expect(compiler.unit(named: "cart") != nil)
  #expect(files.takeReads() == ["css/shop.css", "css/tokens.css", "pages/cart.html"])

  files["pages/home/data.json"] = #"{"name": "Jam"}"#
  let saved = compiler.apply(["pages/home/data.json"])
  #expect(saved.added.map(\.name) == ["home"])
  #expect(saved.unusedFiles == [])
  let rest = compiler.compilePending()
  #expect(rest.added.map(\.name) == ["about"])
  #expect(!compiler.hasPending)

  var fresh = ProjectCompiler(files: files.reader, name: "test")
  _ = fresh.build()
  for name in compiler.unitNames { #expect(compiler.hash(of: name) == fresh.hash(of: name)) }
}

@Test func pageThatGoesBeforeItIsCompiledIsGone() {
  let files = shop()
  var compiler = ProjectCompiler(files: files.reader, name: "test")
  compiler.start()
  files["pages/cart.html"] = nil
  #expect(compiler.apply(["pages/cart.html"]).removed == ["cart"])
  #expect(compiler.compilePending().added.map(\.name) == ["about", "home"])
}

@Test func burstIsOneBuild() {
  let files = shop()
  for index in 0..<200 {
    files["pages/p\(index)/index.html"] = #"<link rel=stylesheet href="p.css"><p>{{a}}</p>"#
    files["pages/p\(index)/p.css"] = "p { width: 1px }"
    files["pages/p\(index)/data.json"] = #"{"a": 1}"#
  }
  var (compiler, _) = ProjectCompiler.built(files)
  var paths = ["pages", "pages/extra"]
  for index in 0..<200 {
    files.move("pages/p\(index)", to: "pages/extra/q\(index)")
    paths += [
      "pages/p\(index)", "pages/p\(index)/p.css", "pages/extra/q\(index)/index.html", "pages/extra/q\(index)",
    ]
  }
  let result = compiler.apply(paths)
  #expect(result.added.count == 200)
  #expect(result.removed.count == 200)
  #expect(result.diagnostics == [])
  var fresh = ProjectCompiler(files: files.reader, name: "test")
  _ = fresh.build()
  #expect(compiler.unitNames == fresh.unitNames)
  for name in compiler.unitNames { #expect(compiler.hash(of: name) == fresh.hash(of: name)) }
}

/// A folder that is removed and restored is read again, whichever of its files is reported first.
@Test func aFolderThatComesBackIsReadAnew() {
  let page = #"<link rel=stylesheet href="style.css"><p>x</p>"#
  let files = MemoryFiles([
    "pages/a/index.html": page, "pages/a/style.css": "p { width: 1px }", "pages/b.html": "",
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  files.move("pages/a", to: "elsewhere")
  #expect(compiler.apply(["pages/a", "pages/a/index.html", "pages/a/style.css"]).removed == ["a"])
  files.move("elsewhere", to: "pages/a")
  let back = compiler.apply(["pages/a/index.html"])
  #expect(back.added.map(\.name) == ["a"] && back.failed.isEmpty)
}
