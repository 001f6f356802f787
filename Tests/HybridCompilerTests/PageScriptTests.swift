import HybridCompiler
import HybridDOM
import HybridSource
import HybridUnits
import Testing

/// The page `home`, compiled from files in memory.
private func page(_ files: [String: String]) throws -> (unit: PageUnit, diagnostics: [Diagnostic]) {
  var (compiler, _) = ProjectCompiler.built(MemoryFiles(files))
  guard case .page(let unit)? = compiler.currentUnit(named: "home") else { throw Missing() }
  return (unit, compiler.check())
}

private struct Missing: Error {}

@Test func scriptsAreInDocumentOrderWithTheirPlaces() throws {
  let (unit, diagnostics) = try page([
    "pages/home.html": """
    <html><head><script>one()</script>
    <script src="../js/two.js" defer></script></head>
    <body><p>ü<script>
      three(1 < 2 && "{{x}}")
    </script></p><script async src="/js/two.js">left()</script></body></html>
    """,
    "js/two.js": "\u{FEFF}two()\n",
  ])
  #expect(diagnostics == [])
  #expect(unit.scripts.map(\.path) == ["pages/home.html", "js/two.js", "pages/home.html", "js/two.js"])
  #expect(unit.scripts.map(\.text) == ["one()", "two()\n", "\n  three(1 < 2 && \"{{x}}\")\n", "two()\n"])
  #expect(unit.scripts.map { "\($0.line):\($0.column)" } == ["1:21", "1:1", "3:19", "1:1"])
  #expect(
    unit.scripts.compactMap(\.node).map { unit.document[$0].element?.name }
      == Array(repeating: "script", count: 4))
  #expect(unit.files == ["pages/home.html", "js/two.js"])
}

@Test(arguments: [
  ("<script type='text/javascript'>a</script>", 1), ("<script type=' Application/JavaScript '>a</script>", 1),
  ("<script type=''>a</script>", 1), ("<script language='JavaScript1.2'>a</script>", 1),
  ("<script language='VBScript'>a</script>", 0), ("<script type='text/template'><p></p></script>", 0),
  ("<script type='application/json' src='gone.json'></script>", 0), ("<script></script>", 0),
])
func scriptsOfOtherTypesAreLeftOut(_ html: String, _ count: Int) throws {
  let (unit, diagnostics) = try page(["pages/home.html": html])
  #expect(unit.scripts.count == count)
  #expect(diagnostics == [])
}

@Test(arguments: [
  (
    "<script src='hme.js'></script>",
    ["pages/home.html:1:14 project.missing-file did you mean 'home.js'?"]
  ),
  (
    "<script src='https://cdn.example/x.js'></script>",
    ["pages/home.html:1:14 script.remote copy the file into the project"]
  ),
  (
    "<script src='../../x.js'></script>",
    ["pages/home.html:1:14 project.outside-project '/' is the project's own folder"]
  ),
  ("<script src=''></script>", ["pages/home.html:1:14 project.empty-reference "]),
  (
    "<script type=module>import './hom'</script>",
    ["pages/home.html:1:28 project.missing-file did you mean './home.js'?"]
  ),
  (
    "<script type=module>import { a } from 'home'</script>",
    ["pages/home.html:1:39 script.bare-import did you mean './home.js'?"]
  ),
  (
    "<script type=module>import { a } from './home.js'</script>",
    ["pages/home.html:1:30 script.missing-export it exports nothing"]
  ),
  ("<script type=module>let = 1</script>", ["pages/home.html:1:21 script.syntax "]),
])
func scriptsThatCannotRunAreReported(_ html: String, _ expected: [String]) throws {
  let (unit, diagnostics) = try page(["pages/home.html": html, "pages/home.js": ""])
  #expect(unit.scripts == [])
  #expect(diagnostics.map { "\($0.location?.description ?? "") \($0.code) \($0.hint ?? "")" } == expected)
}

/// A dynamic import that finds nothing is rejected when the page runs, which its script may expect.
@Test(arguments: [
  ("import('fs')", ["script.bare-import"]), ("import('./a.css')", ["script.module-type"]),
  ("import('./a.txt', { with: { type: 'text' } })", ["script.module-type"]),
  ("import('../../x.js')", ["project.outside-project"]), ("import('./gone.js')", ["project.missing-file"]),
  ("import('https://cdn.example/x.js')", ["script.remote"]),
])
func whatADynamicImportCannotFindIsAWarning(_ call: String, _ codes: [String]) throws {
  for type in ["module", ""] {
    let html = "<script type='\(type)'>\(call).catch(() => 0)</script>"
    let (_, diagnostics) = try page(["pages/home.html": html, "pages/a.css": ""])
    #expect(diagnostics.map(\.code) == codes)
    #expect(diagnostics.allSatisfy { $0.severity == .warning })
  }
}

@Test(arguments: [
  ("<script src='data:text/javascript,one()'></script>", ["one()"], 0),
  ("<script src='data:text/javascript;base64,b25lKCk='></script>", ["one()"], 0),
  ("<script type=module src='data:text/javascript,one()'></script>", [], 1),
  ("<script type=module>import x from 'data:text/javascript,export default 1'</script>", [], 2),
  ("<script type=module>import('data:text/javascript,export default 1')</script>", [], 2),
  ("<script for=x event=y>one()</script>", [], 0),
  ("<script for=window event=onload>one()</script>", ["one()"], 0),
])
func scriptsAreAlsoInAddresses(_ html: String, _ scripts: [String], _ modules: Int) throws {
  let (unit, diagnostics) = try page(["pages/home.html": html])
  #expect(diagnostics == [])
  #expect(unit.scripts.map(\.text) == scripts)
  #expect(unit.modules.modules.count == modules)
}

@Test func modulesAreReadWithAllThatTheyImport() throws {
  let (unit, diagnostics) = try page([
    "pages/home.html": """
    <script type="importmap">{"imports": {"lib/": "../js/lib/"}}</script>
    <script nomodule>old()</script>
    <script type="module">import { a } from "lib/a.js"; import("./later.js")</script>
    """,
    "js/lib/a.js": "export * from './b.js'", "js/lib/b.js": "export let a = 1", "pages/later.js": "",
  ])
  #expect(diagnostics == [])
  #expect(unit.scripts == [])
  #expect(
    unit.modules.modules.map(\.path)
      == ["pages/home.html", "js/lib/a.js", "pages/later.js", "js/lib/b.js"])
  #expect(unit.modules.modules.map(\.requests) == [[1], [3], [], []])
  #expect(unit.modules.scripts.map(\.module) == [0])
  #expect(unit.files.contains("js/lib/b.js"))
}

@Test func packageRunsItsEntryFirstAndEveryScriptOfItsFolderOnce() throws {
  var files = [
    "pages/home/index.html": "<view><script src='b.js'></script><script>inline()</script></view>",
    "pages/home/config.json": "{}", "pages/home/index.js": "i", "pages/home/b.js": "b",
    "pages/home/a/z.js": "z", "pages/other.js": "o",
  ]
  func paths() throws -> [String] { try page(files).unit.scripts.map(\.path) }
  let inside = ["pages/home/index.js", "pages/home/a/z.js", "pages/home/b.js", "pages/home/index.html"]
  #expect(try paths() == inside)
  files["pages/home/config.json"] = #"{"entryJS": "a/z.js"}"#
  #expect(
    try paths() == ["pages/home/a/z.js", "pages/home/b.js", "pages/home/index.js", "pages/home/index.html"])
  files["pages/home/config.json"] = #"{"entryJS": "mian.js"}"#
  files["pages/home/main.js"] = ""
  #expect(try page(files).diagnostics.places == ["pages/home/config.json:1:13 project.missing-file"])
  files["pages/home/config.json"] = #"{"entryJS": 1}"#
  #expect(try page(files).diagnostics.places == ["pages/home/config.json:1:13 config.wrong-kind"])
}

@Test func saveOfAScriptMakesItsPagesAgain() throws {
  let files = MemoryFiles([
    "pages/home.html": "<script src=/js/a.js></script>", "pages/other.html": "<p>x</p>", "js/a.js": "1",
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  #expect(compiler.dependencies(of: "home").contains(Dependency("js/a.js", .script)))
  files["js/a.js"] = "2"
  let result = compiler.apply(["js/a.js"])
  #expect(result.changed.map(\.name) == ["home"])
  guard case .page(let unit)? = compiler.unit(named: "home") else { throw Missing() }
  #expect(unit.scripts.map(\.text) == ["2"])
  files["js/a.js"] = nil
  #expect(compiler.apply(["js/a.js"]).newlyFailed == ["home"])
  // The last good page keeps its script.
  guard case .page(let kept)? = compiler.unit(named: "home") else { throw Missing() }
  #expect(kept.scripts.map(\.text) == ["2"])
  files["js/a.js"] = "3"
  #expect(compiler.apply(["js/a.js"]).fixed == ["home"])
}

@Test func newScriptInAPackageIsTakenIn() throws {
  let files = MemoryFiles(["pages/home/index.html": "<view></view>", "pages/home/config.json": "{}"])
  var (compiler, _) = ProjectCompiler.built(files)
  files["pages/home/js/new.js"] = "n"
  #expect(compiler.apply(["pages/home/js/new.js"]).changed.map(\.name) == ["home"])
  files["pages/home/js/new.js"] = nil
  #expect(compiler.apply(["pages/home/js/new.js"]).changed.map(\.name) == ["home"])
}

@Test func hashOfScriptsStandsForTheirTextsAlone() throws {
  func hash(_ html: String) throws -> ContentHash { try page(["pages/home.html": html]).unit.scriptHash }
  let plain = try hash("<p>a</p><script>run()</script>")
  #expect(try hash("<h1>b</h1>\n\n<div><script>run()</script></div>") == plain)
  #expect(try hash("<p>a</p><script>run(1)</script>") != plain)
  #expect(try hash("<p>a</p>") != plain)
}

@Test func filesOfWorkersBelongToThePage() throws {
  let files = MemoryFiles([
    "pages/home.html": """
    <script>new Worker("sum.js"); new Worker('/js/m.js', { type: "module" })</script>
    <script type="module">
    const at = new URL("../data/list.json?x", import.meta.url)
    new Worker(new URL("../js/w.mjs", import.meta.url), { type: "module" })
    { class Worker {} new Worker("no.js") }
    new Worker(name), new URL("/api/items", import.meta.url), new Worker("data:text/javascript,0")
    </script>
    """,
    "pages/sum.js": "importScripts('lib/a.js', `lib/b.js`)", "pages/lib/a.js": "importScripts('lib/b.js')",
    "pages/lib/b.js": "", "js/m.js": "import './n.js'", "js/n.js": "", "js/w.mjs": "import('./n.js')",
    "data/list.json": "[]",
  ])
  var (compiler, _) = ProjectCompiler.built(files)
  func unit() throws -> PageUnit {
    guard case .page(let unit)? = compiler.unit(named: "home") else { throw Missing() }
    return unit
  }
  #expect(compiler.check().map(\.description) == [])
  let first = try unit()
  #expect(
    first.scriptFiles.keys.sorted() == [
      "data/list.json", "js/m.js", "js/n.js", "js/w.mjs", "pages/lib/a.js", "pages/lib/b.js", "pages/sum.js",
    ])
  #expect(first.files.contains("pages/lib/b.js"))
  // Module workers are linked ahead, for a release cannot do it.
  let workers = first.modules.workers
  #expect(workers.map(\.address) == ["js/m.js", "js/w.mjs"])
  let paths = workers.map { $0.modules.modules.map(\.path) }
  #expect(paths == [["js/m.js", "js/n.js"], ["js/w.mjs", "js/n.js"]])
  let decoded = try Unit(decoding: Unit.page(first).encoded())
  guard case .page(let page) = decoded else { throw Missing() }
  #expect(page.modules == first.modules)
  for path in ["pages/lib/b.js", "js/n.js"] {
    let before = try unit().scriptHash
    files[path] = "0"
    #expect(compiler.apply([path]).changed.map(\.name) == ["home"])
    #expect(try unit().scriptHash != before)
  }
}

/// A module worker is linked for each query of its URL.
@Test func workersOfOneFileWithTwoQueriesAreTwo() throws {
  let (page, _) = try page([
    "pages/home.html": """
    <script>
    new Worker("w.js?a", { type: "module" }); new Worker("w.js?b", { type: "module" })
    </script>
    """,
    "pages/w.js": "",
  ])
  #expect(page.modules.workers.map(\.address) == ["pages/w.js?a", "pages/w.js?b"])
  #expect(page.scriptFiles.keys.sorted() == ["pages/w.js"])
}

@Test(arguments: [
  (
    "<script>\n new Worker('som.js')</script>",
    ["pages/home.html:2:13 project.missing-file did you mean 'sum.js'?"]
  ),
  (
    "<script>window.x = new window.Worker(\"sum.js\")</script>",
    ["pages/sum.js:1:15 project.missing-file did you mean 'home.js'?"]
  ),
  (
    "<script>new Worker('https://a.example/w.js')</script>",
    ["pages/home.html:1:20 script.remote copy the file into the project"]
  ),
  (
    "<script>new Worker('m.js', { 'type': 'module' })</script>",
    ["pages/m.js:1:8 project.missing-file "]
  ),
  (
    "<script type=module>new URL('gone.png', import.meta.url)</script>",
    ["pages/home.html:1:29 project.missing-file "]
  ),
])
func missingFilesOfWorkersAreTold(_ html: String, _ expected: [String]) throws {
  let (_, diagnostics) = try page([
    "pages/home.html": html, "pages/home.js": "", "pages/sum.js": "importScripts('hom.js')",
    "pages/m.js": "import './zzzzzzzz.js'",
  ])
  #expect(diagnostics.map { "\($0.location?.description ?? "") \($0.code) \($0.hint ?? "")" } == expected)
}
