import Testing

@testable import HybridCSS

/// CSS Lists 3 §4.1 and §4.2: `counter-reset`, `counter-increment` and `counter-set`.
@Suite struct CounterPropertyTests {
  /// The computed value of a property on the target; empty for an invalid declaration.
  private static func value(_ property: String, _ text: String) -> String? {
    let style = styles("p { \(property): \(text) }", "<html><body><p id=x></p></body></html>")("x")
    return PropertyID(name: property).flatMap { style.cssText(of: $0) }
  }

  @Test(arguments: [
    ("counter-reset", "none", "none"), ("counter-reset", "a", "a 0"),
    ("counter-reset", "a b -3 A", "a 0 b -3 A 0"),
    ("counter-reset", "a +0 a -0", "a 0 a 0"), ("counter-reset", "reversed(a)", "reversed(a)"),
    ("counter-reset", "b reversed(a) 7", "b 0 reversed(a) 7"), ("counter-reset", "3", "none"),
    ("counter-reset", "a 1 2", "none"), ("counter-reset", "a none", "none"),
    ("counter-reset", "a, b", "none"),
    ("counter-reset", "a 1.5", "none"), ("counter-reset", "a calc(1 + 1)", "a 2"),
    ("counter-reset", "a -99999999999", "a -2147483648"), ("counter-increment", "a", "a 1"),
    ("counter-increment", "list-item", "list-item 1"), ("counter-increment", "reversed(a)", "none"),
    ("counter-increment", "a 2147483648", "a 2147483647"), ("counter-set", "a b 4", "a 0 b 4"),
    ("counter-set", "inherit", "none"),
  ])
  func valuesParse(_ property: String, _ text: String, _ expected: String) {
    #expect(Self.value(property, text) == expected)
  }

  @Test(arguments: [
    ("LOWER-Roman", "lower-roman"), ("my-Style", "my-Style"), ("'→ '", "\"→ \""), ("none", "none"),
    ("initial", "disc"), ("1", "disc"), ("symbols(cyclic '*')", "disc"),
  ])
  func listStyleTypesParse(_ text: String, _ expected: String) {
    #expect(Self.value("list-style-type", text) == expected)
  }
}
