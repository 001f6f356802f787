import HybridCSS
import HybridSource
import HybridTestSupport
import Testing

/// Huge, deep and broken sheets give a result and a report, never a crash.
struct SheetLimitTests {
  @Test func manyRulesAreRead() {
    let count = isThorough ? 50_000 : 10_000
    let text = (0..<count).map { ".c\($0) > p:first-child { width: \($0)px; height: 2px }\n" }.joined()
    let sheet = StyleSheet.parse(Source(path: "a.css", text: text))
    #expect(sheet.rules.count == count)
    #expect(sheet.diagnostics.isEmpty)
    #expect(RuleSet(sheet).rules.count == count)
  }

  @Test func reportsStopSomewhere() {
    let text = String(repeating: "a { % }\n", count: 5_000)
    let diagnostics = StyleSheet.parse(Source(path: "a.css", text: text)).diagnostics
    #expect(diagnostics.count == 201)
    #expect(diagnostics.last?.code == "css.more")
  }

  @Test(arguments: [
    "a {", "@media all {", "a { b: (", "(", "[", "{", ":is(", "a { --x: {", "@layer x {", "a:not(",
    "@supports (",
  ])
  func deepNestingEndsInAReport(_ opening: String) {
    let text = String(repeating: opening, count: 20_000)
    let sheet = StyleSheet.parse(Source(path: "a.css", text: text))
    #expect(!sheet.diagnostics.isEmpty)
    _ = RuleSet(sheet)
  }

  @Test func nestingUpToTheLimitWorks() {
    let depth = 120
    let text = String(repeating: "& {", count: depth) + "width: 1px" + String(repeating: "}", count: depth)
    #expect(rules(["html {\(text)}"], for: "a", in: "<html id=\"a\"></html>") == ["&"])
    let beyond =
      String(repeating: "& {", count: 200) + "width: 1px" + String(repeating: "}", count: 200)
      + "html { width: 1px }"
    let sheet = StyleSheet.parse(Source(path: "a.css", text: beyond))
    #expect(sheet.diagnostics.map(\.code) == ["css.too-deep"])
    #expect(rules([beyond], for: "a", in: "<html id=\"a\"></html>") == ["html"])
  }

  @Test func longSelectorsAreNoTrouble() {
    let long = String(repeating: "* ", count: 20_000)
    let many = String(repeating: "p,", count: 5_000) + "p"
    let sheet = StyleSheet.parse(
      Source(path: "a.css", text: "\(long) { width: 1px } \(many) { width: 1px } p { width: 1px }"))
    #expect(sheet.diagnostics.map(\.code) == ["css.invalid-selector"])
    #expect(rules(["\(long) { width: 1px } p { width: 1px }"], for: "a", in: "<p id=\"a\"></p>") == ["p"])
  }

  @Test func importsStopSomewhere() {
    let sheet = StyleSheet.parse(Source(path: "a.css", text: String(repeating: "@import 'a';", count: 3_000)))
    #expect(sheet.imports.count == StyleSheet.importCountLimit)
    #expect(sheet.diagnostics.first?.code == "css.too-many-imports")
  }

  @Test func invalidBytesAreReplaced() {
    let bytes: [UInt8] = Array("a\0b".utf8) + [0xFF, 0xC0] + Array(" { width: 1px } b { width: 1px }".utf8)
    let sheet = StyleSheet.parse(Source(path: "a.css", bytes: bytes))
    #expect(sheet.rules.count == 2)
    guard case .style(let rule) = sheet.rules[0] else { return }
    #expect(rule.selectors[0].compounds[0].simples == [.type("a\u{FFFD}b\u{FFFD}\u{FFFD}")])
  }

  /// Reads, compiles and matches thousands of sheets with changed, removed, duplicated and truncated bytes.
  @Test func mutatedSheetsNeverCrash() {
    let seeds = [
      """
      @import url(a.css) layer(b) screen; @layer a, b.c; \
      .a:is(b, :not(.c)) > d[e~="f" i]::before { --x: {1}; width: calc(1px + (2px)) !important }
      """,
      """
      @media (100px <= width < 50em) and (not (orientation: portrait)) { a { b & c, &:hover { color: #ff0; } \
      height: 1e-3px } }
      """,
      """
      @supports (display: flex) and selector(a > b) { :nth-child(2n + 1 of .a, #b):has(> c) { \
      margin: 1px -2.5% } } <!-- /* x */ -->
      """,
      "a\\66 b\"\\\n\"'x' url(a\\)b) url( 'c' ) u+1? @x y; { } [;] ( ) 1e3 +.5% \u{E9}\u{1F600} &&& ~= |= ||",
      "@layer x { @layer y { p { q { r: s; t } } } }",
    ].map { Array($0.utf8) }
    let tree = StyleTree(document("<a id=\"b\" class=\"a c\"><b class=\"c\"></b><c e=\"f\"><d></d></c></a>"))
    let nodes = tree.nodes
    let environment = MediaEnvironment(width: 400, height: 600)
    var random = SeededGenerator(seed: 42)
    var matched = 0
    for round in 0..<(isThorough ? 10_000 : 2_500) {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int(random.next() % 6 + 1) {
        let place = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 6 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: bytes[place..<min(place + 8, bytes.count)], at: place)
        case 3: bytes.insert(Array("{}[]();:,\"'\\/*@&!.#".utf8)[Int(random.next() % 19)], at: place)
        case 4: bytes.removeLast(min(bytes.count - 1, Int(random.next() % 20)))
        default: bytes += seeds[Int(random.next() % UInt64(seeds.count))].prefix(40)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      let sheet = StyleSheet.parse(Source(path: "a.css", bytes: bytes))
      var matcher = StyleMatcher([RuleSet(sheet)], tree: tree, environment: environment)
      for node in nodes { matched += matcher.matches(of: node.index, in: tree).count }
    }
    #expect(matched > 0)
  }
}
