import HybridCompiler
import HybridSource
import Testing

/// Sixty pages: each has its own sheet and data, and all share a sheet, a partial and a component.
private func manyPages(_ count: Int = 60) -> MemoryFiles {
  let files = MemoryFiles([
    "css/shop.css": "@import 'tokens.css'; p { color: red }", "css/tokens.css": ":root { --a: 1px }",
    "partials/foot.html": "<footer>{{ name }}</footer>",
    "components/price-tag.html": "<template props='{\"amount\": 1}'><b>{{ amount }}</b></template>",
  ])
  for number in 0..<count {
    files["pages/p\(number)/index.html"] = """
      <link rel=stylesheet href=/css/shop.css><link rel=stylesheet href=own.css>
      <p>{{ name }}</p><price-tag amount="\(number)"></price-tag><include src=/partials/foot.html></include>
      """
    files["pages/p\(number)/own.css"] = "p { width: \(number)px }"
    files["pages/p\(number)/data.json"] = #"{"name": "Page \#(number)"}"#
  }
  return files
}

/// The complete observable state of a compiler, as text.
private func state(of compiler: ProjectCompiler) -> [String] {
  compiler.unitNames.map { name in
    "\(name) \(compiler.hash(of: name)?.description ?? "none") \(compiler.isFailed(name)) "
      + compiler.dependencies(of: name).map { "\($0.kind) \($0.path)" }.joined(separator: " ")
  } + compiler.check().map(\.description)
}

@Test(arguments: [1, 7, 60])
func aBuildInPortionsIsTheBuildAtOnce(_ portion: Int) {
  let files = manyPages()
  files["pages/p7/own.css"] = "p { width: 1px"
  files["pages/p9/data.json"] = "{"
  files["pages/p11/index.html"] = "<link rel=stylesheet href=gone.css><p>"
  var (together, _) = ProjectCompiler.built(files)
  var apart = ProjectCompiler(files: files.reader, name: "test")
  apart.start()
  #expect(apart.pendingCount == 60)
  while apart.hasPending { _ = apart.compilePending(atMost: portion) }
  #expect(state(of: apart) == state(of: together))
  #expect(together.isAlive("p0") == apart.isAlive("p0"))

  // Both continue in the same way, however the work was distributed among cores.
  for number in 0..<60 { files["pages/p\(number)/data.json"] = #"{"name": "Other \#(number)"}"# }
  files["css/tokens.css"] = ":root { --a: 2px }"
  let paths = (0..<60).map { "pages/p\($0)/data.json" } + ["css/tokens.css"]
  let (first, second) = (together.apply(paths), apart.apply(paths))
  #expect(first.changed == second.changed && first.failed == second.failed)
  #expect(first.fixed == ["p9"] && first.failed == ["p11", "p7"])
  #expect(state(of: apart) == state(of: together))
  let (fresh, _) = ProjectCompiler.built(files)
  #expect(state(of: together) == state(of: fresh))
}

@Test func theShownPageOfALargeProjectIsBuiltAloneAndASmallProjectIsBuiltWhole() {
  let files = manyPages()
  files["pages/p9/data.json"] = "{"
  var large = ProjectCompiler(files: files.reader, name: "test")
  large.start()
  _ = files.takeReads()
  #expect(large.buildFirst("p3") == [])
  #expect(files.takeReads().filter { $0.hasSuffix("index.html") } == ["pages/p3/index.html"])
  #expect(large.pendingCount == 59)
  #expect(large.compilePending().diagnostics.map(\.location?.path) == ["pages/p9/data.json"])
  #expect(large.pendingCount == 0)

  let few = manyPages(10)
  few["pages/p9/data.json"] = "{"
  var small = ProjectCompiler(files: few.reader, name: "test")
  small.start()
  #expect(small.buildFirst("p3").map(\.location?.path) == ["pages/p9/data.json"])
  #expect(!small.hasPending)
}

/// A sheet that was read for one page and saved before the next page is built has its new contents in both.
@Test func aSharedFileThatIsSavedBetweenTwoPortionsIsNewInAllPages() {
  let files = manyPages()
  var compiler = ProjectCompiler(files: files.reader, name: "test")
  compiler.start()
  _ = compiler.compilePending(atMost: 20)
  files["css/shop.css"] = "p { color: blue }"
  files["components/price-tag.html"] = "<i>{{ amount }}</i>"
  _ = compiler.apply(["css/shop.css", "components/price-tag.html"])
  _ = compiler.compilePending()
  let (fresh, _) = ProjectCompiler.built(files)
  #expect(state(of: compiler) == state(of: fresh))
}

/// A frequently requested page stays cached, however many others are requested.
@Test func aPageInUseIsNotReadAgainWhenOthersAreAskedFor() {
  let files = manyPages(200)
  var (compiler, _) = ProjectCompiler.built(files)
  _ = compiler.unit(named: "p150")
  for number in 0..<200 {
    _ = compiler.unit(named: "p\(number)")
    _ = compiler.unit(named: "p150")
  }
  files["css/tokens.css"] = ":root { --a: 3px }"
  _ = compiler.apply(["css/tokens.css"])
  guard case .page(let page)? = compiler.unit(named: "p150") else {
    Issue.record("expected .page")
    return
  }
  #expect(page.sheets.first?.source.imports.first??.source.text(in: 0..<19) == ":root { --a: 3px }")
}
