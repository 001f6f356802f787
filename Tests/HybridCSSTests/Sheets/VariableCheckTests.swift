import HybridCSS
import HybridSource
import Testing

/// Custom properties of one block that can have no value. CSS Variables 1 §2.3 and §3.3.
@Test(arguments: [
  ("--a: var(--a)", ["1:5 css.variable-loop '--a' refers to itself, so it has no value"]),
  (
    "--a: var(--b); --b: var(--a)",
    ["1:5 css.variable-loop these refer to one another, so none has a value: --a → --b → --a"]
  ),
  // Only the members of a cycle are reported, not properties that refer to it.
  (
    "--x: var(--a); --a: calc(1px + var(--b)); --b: (var(--a))",
    ["1:20 css.variable-loop these refer to one another, so none has a value: --a → --b → --a"]
  ),
  ("--a: var(--b, var(--a)); --b: 1px", []),  // an unused fallback does no harm
  ("--a: var(--b); --b: 1px; --a: var(--c)", []),
  ("--a: var(--a, 1px)", ["1:5 css.variable-loop '--a' refers to itself, so it has no value"]),
  ("--a: 1px; width: var(--a); --b: var(--a) var(--a)", []),
])
func variablesWithoutValueAreFound(_ block: String, _ expected: [String]) {
  let sheet = StyleSheet.parse(Source(path: "a.css", text: "p { \(block) }"))
  let found = sheet.diagnostics.map {
    "\($0.location.map { "\($0.line):\($0.column)" } ?? "") \($0.code) \($0.message)"
  }
  #expect(found == expected)
  #expect(sheet.diagnostics.allSatisfy { $0.severity == .warning })
}

/// Each step doubles, or extends the chain by one: reported once, where the limit is exceeded, without delay.
@Test(arguments: [(2, 12), (3, 8), (1, 256)])
func variablesThatGrowAreFoundOnce(_ factor: Int, _ step: Int) {
  let steps = (1...300).map { number in
    "--a\(number):" + String(repeating: " var(--a\(number - 1))", count: factor) + ";\n"
  }
  let sheet = StyleSheet.parse(
    Source(path: "a.css", text: "p { --a0: 1px;\n\(steps.joined()) width: var(--a300) }"))
  #expect(sheet.diagnostics.map(\.code) == ["css.variable-too-large"])
  #expect(abs((sheet.diagnostics.first?.location?.line ?? 0) - 1 - step) <= 2, "\(sheet.diagnostics)")
}

@Test func calculationsThatNestTooDeepAreSaid() {
  func sheet(_ depth: Int) -> StyleSheet {
    let text = String(repeating: "calc(1px + ", count: depth) + "1px" + String(repeating: ")", count: depth)
    return StyleSheet.parse(Source(path: "a.css", text: "p { width: \(text) }"))
  }
  #expect(sheet(60).diagnostics == [])
  #expect(sheet(100).diagnostics.map(\.code) == ["css.too-deep"])
  #expect(
    sheet(100).diagnostics.first?.message == "math functions and parentheses can be nested at most 64 deep")
}
