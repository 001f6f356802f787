import HybridCSS
import HybridSource
import Testing

/// Which rules apply, weakest first. CSS Cascade 5 §6.1.
struct RuleMatchingTests {
  static let page = "<div id=\"a\" class=\"x y\"><p id=\"b\" class=\"x\"><i id=\"c\"></i></p></div>"

  @Test func specificityThenOrderDecides() {
    let sheet = "#b {width:1px} p {width:1px} .x {width:1px} p.x {width:1px} .x {width:2px} * {width:1px}"
    #expect(rules([sheet], for: "b", in: Self.page) == ["*", "p", ".x", ".x", "p.x", "#b"])
  }

  @Test func theMostSpecificSelectorOfAListCounts() {
    let sheet = "p, #b, .x {width:1px} p.x {width:1px}"
    #expect(rules([sheet], for: "b", in: Self.page) == ["p.x", "p, #b, .x"])
  }

  @Test func laterSheetsWin() {
    #expect(
      rules(["p {width:1px}", ".x {width:1px}", "p{width:2px}"], for: "b", in: Self.page) == ["p", "p", ".x"])
  }

  /// CSS Cascade 5 §6.4.3: the first declaration orders layers, nested ones come before what is around them.
  @Test(arguments: [
    ("@layer a { p {width:1px} } @layer b { i,p {width:1px} } @layer a { .x {width:1px} }", "p|.x|i,p"),
    ("@layer b, a; @layer a { p {width:1px} } @layer b { .x {width:1px} }", ".x|p"),
    (".x {width:1px} @layer a { #b {width:1px} }", "#b|.x"),
    ("@layer a { p {width:1px} @layer b { #b {width:1px} } }", "#b|p"),
    ("@layer a.b { #b {width:1px} } @layer a { p {width:1px} }", "#b|p"),
    (
      "@layer a { @layer b { p {width:1px} } } @layer c {i,p {width:1px}} @layer a.b { #b {width:1px} }",
      "p|#b|i,p"
    ),
    ("@layer { #b {width:1px} } @layer { p {width:1px} }", "#b|p"),
    (
      """
      @layer a, b; @layer b { p {width:1px} } @media (width > 9000px) { @layer c, a; } \
      @layer a { #b {width:1px} }
      """,
      "#b|p"
    ),
    (
      "@media (width > 9000px) { @layer b, a; } @layer a { #b {width:1px} } @layer b { p {width:1px} }",
      "#b|p"
    ),
    ("@layer A { #b {width:1px} } @layer a { p {width:1px} } @layer A { .x {width:1px} }", ".x|#b|p"),
    ("@layer 1x { #b {width:1px} } p {width:1px}", "p"),
    ("@layer a b { #b {width:1px} } p {width:1px}", "p"),
    ("@layer a, b { #b {width:1px} } p {width:1px}", "p"),
    ("@layer; p {width:1px}", "p"), ("@layer a. b { #b {width:1px} } p {width:1px}", "p"),
  ])
  func layersAreOrdered(_ sheet: String, _ expected: String) {
    #expect(rules([sheet], for: "b", in: Self.page).joined(separator: "|") == expected)
  }

  /// A document of many sheets asks for each element only some of them; the others have no rule for it.
  @Test(arguments: [
    ("a", ".y {width:1px}|[class] {width:1px}|div {width:1px}|* {width:1px}", "*|div|.y|[class]"),
    ("b", "#b, .x {width:1px}|.x#b {width:1px}|div p {width:1px}|i {width:1px}", "div p|#b, .x|.x#b"),
    ("c", ":not(p) {width:1px}|I {width:1px}|p > i {width:1px}|.x i {width:1px}", ":not(p)|I|p > i|.x i"),
    ("c", "@layer l { i {width:1px} }|i {width:2px}|@layer k { i {width:3px} }", "i|i|i"),
  ])
  func manySheetsAreAsked(_ id: String, _ sheets: String, _ expected: String) {
    let others = (0..<12).map { ".other\($0), #other\($0), other {width:1px}" }
    let sheets = sheets.split(separator: "|").map(String.init)
    let all = zip(sheets, others).flatMap { [$0, $1] } + others
    #expect(rules(all, for: id, in: Self.page).joined(separator: "|") == expected)
    #expect(rules(sheets, for: id, in: Self.page).joined(separator: "|") == expected)
  }

  @Test func layersOfSeveralSheetsAreOneTree() {
    let sheets = ["@layer a { #b {width:1px} }", "@layer b { p {width:1px} } @layer a { .x {width:1px} }"]
    #expect(rules(sheets, for: "b", in: Self.page) == [".x", "#b", "p"])
  }

  @Test func conditionsDecide() {
    let sheet = """
      @media (width < 500px) { p {width:1px} @media print { .x {width:1px} } } @media print { #b {width:1px} }
      @supports (display: flex) { i, p {width:1px} } @supports (frob: x) { #b {width:2px} }
      """
    #expect(rules([sheet], for: "b", in: Self.page) == ["p", "i, p"])
    let wide = MediaEnvironment(width: 800, height: 600)
    #expect(rules([sheet], for: "b", in: Self.page, environment: wide) == ["i, p"])
  }

  // MARK: Nesting

  @Test(arguments: [
    ("div { & p {width:1px} }", "b", "& p"), ("div { p {width:1px} }", "b", "p"),
    ("div { > p {width:1px} }", "b", "> p"),
    ("div { > i {width:1px} }", "c", ""), ("p { .y & {width:1px} }", "b", ".y &"),
    (".x { &.y {width:1px} }", "a", "&.y"),
    (".x { &.y {width:1px} }", "b", ""), (".y { .x { i {width:1px} } }", "c", "i"),
    (".x { & & {width:1px} }", "b", "& &"),
    (".x { & & & {width:1px} }", "b", ""), ("div { :not(&) {width:1px} }", "b", ":not(&)"),
    ("div, #q { & > p {width:1px} }", "b", "& > p"),
    ("div { @media all { & {width:1px} } }", "a", "&"), ("div { @media all { width: 1px } }", "a", "div"),
    ("div { @media print { width: 1px } }", "a", ""), ("div { @layer q { p { width: 1px } } }", "b", "p"),
    ("div { width: 1px; p { width: 1px } width: 2px }", "a", "div|div"),
    ("div { & { width: 1px } width: 2px }", "a", "&|div"),
    ("div { &:nonsense { width: 1px } p { width: 1px } }", "b", "p"),
    ("div { & > { width: 1px } p { width: 1px } }", "b", "p"),
    ("& { p { width: 1px } }", "b", "p"), ("div::before { p { width: 1px } }", "b", ""),
    ("div { p:has(&) { width: 1px } }", "b", ""),
    ("i { p:has(&) { width: 1px } }", "b", "p:has(&)"),
    ("div { a:hover { width: 1px } p { width: 1px } }", "b", "p"),
    ("div { p:first-child { width: 1px } }", "b", "p:first-child"),
    ("div { color: red; p:first-child { width: 1px } }", "b", "p:first-child"),
  ])
  func nestedRulesApply(_ sheet: String, _ id: String, _ expected: String) {
    let page = id == "b" ? Self.page : "<html>\(Self.page)</html>"
    #expect(rules([sheet], for: id, in: page).joined(separator: "|") == expected)
  }

  /// CSS Nesting 1 §3.1: `&` has the specificity of the most specific selector around it, like `:is()`.
  @Test func nestingHasTheSpecificityOfItsList() {
    let sheet = "div, #none { & p {width:1px} } .x.x.x.x {width:1px}"
    #expect(rules([sheet], for: "b", in: Self.page) == [".x.x.x.x", "& p"])
  }

  /// Declarations after a nested rule follow it in order. CSS Nesting 1 §3.3.
  @Test func declarationsBehindANestedRuleComeAfterIt() {
    let sheet = ".y { width: 1px; &.x, .q { width: 2px } height: 1px }"
    #expect(rules([sheet], for: "a", in: Self.page) == [".y", ".y", "&.x, .q"])
    #expect(
      rules([".y { width: 1px; & { width: 2px } height: 1px }"], for: "a", in: Self.page) == [
        ".y", "&", ".y",
      ])
  }

  @Test func deepNestingIsMatchedInGoodTime() {
    // Each level queries the one above it four times: without caching, 4^30 queries.
    let sheet =
      ".x {" + String(repeating: "& &, &, & + &, & { width: 1px;", count: 30)
      + String(repeating: "}", count: 31)
    #expect(rules([sheet], for: "b", in: Self.page).count == 30)
  }

  // MARK: Imports

  @Test func importsGoIntoOneTree() {
    let files = [
      "a.css":
        """
      @layer z; @import 'b.css'; @import url(c.css) layer(z) screen; @import 'd.css' print; .x {width:1px}
      """,
      "b.css": "@import 'a.css'; #b {width:1px}", "c.css": "#b#b {width:1px}", "d.css": "p {width:1px}",
    ]
    var asked: [String] = []
    func load(_ name: String) -> StyleSheet { StyleSheet.parse(Source(path: name, text: files[name] ?? "")) }
    var sheet = load("a.css")
    sheet.resolveImports { url, importer, range in
      asked.append("\(importer) → \(url)")
      return load(url)
    }
    #expect(asked == ["a.css → b.css", "b.css → a.css", "a.css → c.css", "a.css → d.css"])
    #expect(sheet.allDiagnostics.map(\.code) == ["css.import-loop"])

    let tree = StyleTree(document(Self.page))
    let set = RuleSet(sheet)
    var matcher = StyleMatcher([set], tree: tree, environment: MediaEnvironment(width: 400, height: 600))
    let paths = matcher.matches(of: tree.nodes[1].index, in: tree).map {
      set.paths[set.rules[Int($0.rule)].path]
    }
    #expect(paths == ["c.css", "a.css", "b.css"])
  }

  @Test func importsThatDoubleStopSomewhere() {
    var sheet = StyleSheet.parse(Source(path: "0", text: "@import '1'; @import '1';"))
    sheet.resolveImports { url, _, _ in
      let next = (Int(url) ?? 0) + 1
      return StyleSheet.parse(Source(path: url, text: "@import '\(next)'; @import '\(next)'; p {width:1px}"))
    }
    #expect(sheet.allDiagnostics.contains { $0.code == "css.import-too-deep" })
  }

  @Test(arguments: [
    ("@import 'a'; p {}", ["a"]), ("p {width:1px} @import 'a';", []), ("@layer a; @import 'a';", ["a"]),
    ("@layer a {} @import 'a';", []),
    ("@charset 'x'; @import 'a';", ["a"]), ("@import 'a'; @layer q; @import 'b';", ["a"]),
    (":nonsense {} @unknown; @import 'a';", ["a"]),
    ("@import url(a); @import URL( 'b' ); @import url(\"c\")", ["a", "b", "c"]),
    ("@import 5px; @import 'a';", ["a"]),
    ("@import 'a' {} @import 'b';", ["b"]), ("@font-face {} @import 'a';", []),
    ("@media print { @import 'a'; }", []),
    ("@import url(a b); @import 'c'", ["c"]), ("@media x {} @import 'a'", []),
    ("<!-- @import 'a'; -->", ["a"]),
  ])
  func importsComeFirst(_ sheet: String, _ urls: [String]) {
    #expect(StyleSheet.parse(Source(path: "", text: sheet)).imports.map(\.url) == urls)
  }
}
