import HybridSource
import Testing

@testable import HybridCSS

struct SelectorParsingTests {
  @Test(arguments: [
    "a", "*", "#a", ".a", "a.b#c", "a , b", "a>b", "a > b", "a+b~c", "a\n b", "[a]", "[ a = b ]",
    "[a=\"b\"i]", "[a=b i]",
    "[a=b S]", "[a|=b]", "[*|a]", "[|a]", "*|a", "|a", "*|*", ":root", ":NTH-CHILD(2N+1)",
    ":nth-child(even of .a, b)",
    ":is()", ":is(:nonsense)", ":where(a, ::before)", ":not(a, b > c)", ":has(> a, + b)", "::before",
    ":before", "a::after",
    "::-webkit-anything", ":hover", "a:focus-visible", ":lang(en, \"de\")", ":dir(rtl)", ".\\31 a", "#été",
    "&", "a&",
    "& > a", ".a:is(.b &)", "a/**/.b", ".a/* */", ":nth-last-of-type( +3 )", ":-webkit-any(a, b)",
    ":host(.a)", "::part(x)", "::slotted(a)", ":is(a, :has(b))", "::part(x):hover", "::before:is(a)",
  ])
  func validSelectorsAreAccepted(_ text: String) {
    #expect(throws: Never.self) { try parseSelectorList(Source(path: "", text: text)) }
  }

  /// As in Chromium 156. `A` stands for any valid selector.
  @Test(arguments: [
    "", "A, :nonsense", ":nonsense(A)", "A, ..card", "A >> *", "> A", ".1st, A", "[data-k=1], A", "A,, p",
    "A,", ", A",
    "A:nth-child(2n+ -1)", "A:nth-child(+ 2n)", "A:not()", "A::nonsense", "A:has()", "A + + *",
    "A:nth-child(n of)", "A, #1x",
    "A:not(:nonsense)", "A:nth-child(2 n)", "A .", "A[=x]", "A:is", "A:has(:has(b))", "A:has(::before)",
    "A::before b",
    "A::before.b", "A::before#b", "A:nth-of-type(2 of b)", "A:not(a,)", "A ! b", "A || b", "[a~ =b]",
    "[a=b c]", "[a=b i i]",
    "[]", "[a b]", "[a=]", "ns|a", "&a", "%", "1a", "A:hover()", "A:nth-child(n of :nonsense)",
    "A:-moz-any(b)", "A:matches(b)",
    ": hover", "::", "a: b", "A:not(::before) + + b", "A:has(> )", "A:lang()", "A::before::after",
  ])
  func invalidSelectorsAreRejected(_ text: String) {
    let text = text.replacing("A", with: ".a")
    #expect(throws: SelectorError.self) { try parseSelectorList(Source(path: "", text: text)) }
  }

  /// Selectors 4 §16.
  @Test(arguments: [
    ("*", 0, 0, 0), ("a", 0, 0, 1), ("a b > c", 0, 0, 3), (".a", 0, 1, 0), ("[a]", 0, 1, 0),
    (":hover", 0, 1, 0),
    ("#a", 1, 0, 0), ("a.b#c::before", 1, 1, 2), (":is(a, #b)", 1, 0, 0), (":where(a, #b)", 0, 0, 0),
    (":not(.a, #b)", 1, 0, 0), (":has(> a .b)", 0, 1, 1), (":nth-child(2n)", 0, 1, 0),
    (":nth-child(2n of a, .b)", 0, 2, 0), (":is()", 0, 0, 0), (":is(:nonsense, a)", 0, 0, 1), ("&", 0, 0, 0),
    (":nth-of-type(1)", 0, 1, 0), ("a:not(.b):is(#c d)", 1, 1, 2),
  ])
  func specificityCounts(_ text: String, _ ids: Int, _ classes: Int, _ types: Int) throws {
    let list = try parseSelectorList(Source(path: "", text: text))
    #expect(list.specificity() == Specificity(ids: ids, classes: classes, types: types))
  }

  @Test func nestedSelectorsAreMadeAbsolute() throws {
    func nested(_ text: String) throws -> [ComplexSelector] {
      var parser = SelectorParser(parseComponentValues(Source(path: "", text: text)), place: 0..<0)
      return try parser.parseList(.nested)
    }
    let plain = { (text: String) in try parseSelectorList(Source(path: "", text: text)) }
    #expect(try nested("a") == plain("& a"))
    #expect(try nested("> a, + b") == plain("& > a, & + b"))
    #expect(try nested("a & b") == plain("a & b"))
    #expect(try nested(":is(.x &)") == plain(":is(.x &)"))
    #expect(try nested("> a &") == plain("& > a &"))
    #expect(try nested(".a, &.b") == plain("& .a, &.b"))
  }

  @Test(arguments: [
    (".a:hovr {}", "css.unknown-pseudo-class", 3, "did you mean ':hover'?"),
    (".a::befor {}", "css.unknown-pseudo-element", 3, "did you mean '::before'?"),
    (".a:selection {}", "css.unknown-pseudo-class", 3, "did you mean '::selection'?"),
    (".a::hover {}", "css.unknown-pseudo-element", 3, "did you mean ':hover'?"),
    ("a, .b {} , c {}", "css.invalid-selector", 10, nil),
    ("a > {}", "css.invalid-selector", 3, nil),
    ("[a=1] {}", "css.invalid-selector", 1, "write [name], [name=word] or [name=\"any text\"]"),
    ("a:nth-child(2 n) {}", "css.invalid-selector", 15, nil),
  ])
  func errorsPointAndSuggest(_ sheet: String, _ code: String, _ column: Int, _ hint: String?) throws {
    let diagnostics = StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics
    let first = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(first.code == code)
    #expect(first.location?.column == column)
    #expect(first.hint == hint)
  }
}

struct AnPlusBTests {
  @Test(arguments: [
    ("2n+1", [1, 3, 5, 7]), ("odd", [1, 3, 5, 7]), ("EVEN", [2, 4, 6, 8]), ("-n+3", [1, 2, 3]), ("3", [3]),
    ("n", Array(1...8)),
    ("n+7", [7, 8]), ("3n - 2", [1, 4, 7]), ("-2n+6", [2, 4, 6]), ("0n+4", [4]), ("-5", []), ("0", []),
    ("2n+0", [2, 4, 6, 8]),
    ("+n", Array(1...8)), ("n-3", Array(1...8)), ("-n", []), ("99999999999999999999n", []),
    ("4N + 1", [1, 5]), ("-n- 1", []),
  ])
  func positionsMatch(_ text: String, _ positions: [Int]) throws {
    let formula = try #require(AnPlusB(parseComponentValues(Source(path: "", text: text))))
    #expect((1...8).filter(formula.contains) == positions)
  }
}
