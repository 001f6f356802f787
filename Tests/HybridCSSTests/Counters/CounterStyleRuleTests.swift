import HybridSource
import Testing

@testable import HybridCSS

/// `@counter-style`: CSS Counter Styles 3 §3.
@Suite struct CounterStyleRuleTests {
  /// The counter styles of a sheet.
  private static func styles(_ css: String) -> (styles: CounterStyles, codes: [String]) {
    let sheet = StyleSheet.parse(Source(path: "a.css", text: css))
    let stylist = Stylist(sheets: [sheet], environment: MediaEnvironment(width: 400, height: 300))
    return (stylist.counterStyles, sheet.diagnostics.map(\.code))
  }

  @Test(arguments: [
    ("system: cyclic; symbols: '‣' '-'", [1: "‣", 2: "-", 3: "‣", 0: "-", -1: "‣"]),
    ("system: fixed; symbols: a b", [1: "a", 2: "b", 3: "3", 0: "0"]),
    ("system: fixed 5; symbols: a b", [5: "a", 6: "b", 4: "4"]),
    ("system: symbolic; symbols: '*' '†'", [1: "*", 2: "†", 3: "**", 6: "†††", 0: "0"]),
    ("symbols: '*'", [2: "**"]), ("system: alphabetic; symbols: a b", [1: "a", 3: "aa", 6: "bb"]),
    ("system: numeric; symbols: '0' '1'", [5: "101", 0: "0", -2: "-10"]),
    ("system: additive; additive-symbols: 5 V, 1 I", [7: "VII", 0: "0", -1: "-1"]),
    ("system: additive; additive-symbols: 2 b; range: auto", [3: "3", 4: "bb"]),
    ("system: extends decimal; pad: 3 '0'", [7: "007", -7: "-07", 1234: "1234"]),
    (
      "system: extends lower-roman; range: 1 3, 8 infinite; fallback: upper-alpha",
      [3: "iii", 4: "D", 9: "ix"]
    ),
    ("system: extends decimal; negative: '(' ')'", [-7: "(7)"]),
    ("system: extends test", [7: "7"]), ("system: extends no-such-style", [7: "7"]),
    ("system: fixed; symbols: a; fallback: test", [2: "2"]),
    ("system: numeric; symbols: '0' '1'; SPEAK-AS: bullets", [2: "10"]),
  ])
  func systems(_ descriptors: String, _ expected: [Int: String]) {
    let (styles, codes) = Self.styles("@counter-style test { \(descriptors) }")
    for (value, text) in expected { #expect(styles.text(of: value, in: "test") == text, "\(value)") }
    #expect(codes.isEmpty)
  }

  @Test(arguments: [
    "@counter-style decimal { system: cyclic; symbols: x }", "@counter-style none { symbols: x }",
    "@counter-style { symbols: x }", "@counter-style a b { symbols: x }",
    "@counter-style a { system: cyclic }",
    "@counter-style a { system: numeric; symbols: x }", "@counter-style a { system: additive; symbols: x }",
    "@counter-style a { system: extends decimal; symbols: x }", "@counter-style a { symbols: x; range: 3 1 }",
    "@counter-style a { symbols: x; pad: -1 x }", "@counter-style a { symbols: x; size: 3 }",
    "@counter-style a { additive-symbols: 1 a, 2 b; system: additive }",
  ])
  func whatIsNotValidIsTold(_ css: String) {
    let (styles, codes) = Self.styles(css)
    #expect(!codes.isEmpty && codes.allSatisfy { $0 == "css.invalid-counter-style" })
    #expect(styles.text(of: 1, in: "decimal") == "1")
  }

  @Test func theLastRuleThatAppliesCounts() {
    let rule = { (symbol: String) in "@counter-style a { system: cyclic; symbols: \(symbol) }" }
    #expect(Self.styles(rule("x") + rule("y")).styles.text(of: 1, in: "a") == "y")
    #expect(Self.styles(rule("x") + "@media print { \(rule("y")) }").styles.text(of: 1, in: "a") == "x")
    #expect(Self.styles(rule("x") + "@layer l { \(rule("y")) }").styles.text(of: 1, in: "a") == "x")
    // Predefined styles can be replaced, but for the basic ones.
    let own = Self.styles("@counter-style lower-roman { system: cyclic; symbols: z }")
    #expect(own.styles.text(of: 1, in: "lower-roman") == "z")
  }
}
