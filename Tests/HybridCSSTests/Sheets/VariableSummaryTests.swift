import HybridSource
import Testing

@testable import HybridCSS

/// A `var()` with a value that its property does not take is told at the use, with both places; one without a
/// value is told with the name that was probably meant.
@Suite struct VariableSummaryTests {
  private func told(_ sheets: [String], named: Set<String>? = []) -> [Diagnostic] {
    let summaries = sheets.enumerated().map { number, text in
      let source = Source(path: "\(number).css", text: text)
      return VariableSummary([VariableScope(StyleSheet.parse(source), source: source)])
    }
    return VariableSummary.diagnostics(summaries) { named }
  }

  @Test(arguments: [
    (":root { --a: red } p { width: var(--a) }", "css.invalid-variable", "'--a' is 'red' (0.css:1:9)"),
    ("p { --a: red; width: var(--a) } b { --a: 1px }", "css.invalid-variable", "'width'"),
    (":root { --a: var(--b); --b: red } p { margin: 1px var(--a) }", "css.invalid-variable", "'margin'"),
    (":root { --a: device-cmyk(0 0 0 1) } p { color: var(--a) }", "css.invalid-variable", "device-cmyk"),
    // Outside of what sets another value
    (":root { --a: red } .x { --a: 1px } p { width: var(--a) }", "css.invalid-variable", "can be 'red'"),
    (":root { --a: 1px !important } p { color: var(--a) } q { --a: red }", "css.invalid-variable", "can be"),
    // Without a value
    (":root { --a: initial } p { width: var(--a) }", "css.invalid-variable", "is 'initial'"),
    ("p { --a:; height: var(--a) }", "css.invalid-variable", "'--a' is empty"),
    ("p { color: var(--q, 10px) }", "css.invalid-variable", "its fallback"),
    (":root { --gap: 1px } p { width: var(--gpa) }", "css.unknown-variable", "'--gpa'"),
    ("p { --a: var(--none) }", "css.unknown-variable", "'--none'"),
  ])
  func aWrongValueIsTold(_ sheet: String, _ code: String, _ words: String) throws {
    let told = told([sheet])
    #expect(told.map(\.code) == [code])
    let first = try #require(told.first)
    #expect(first.message.contains(words), "\(first.message)")
    #expect(first.hint != nil)
    #expect(first.severity == .warning)
  }

  @Test(arguments: [
    ":root { --a: 1px } p { width: var(--a) }",
    // With one of the values it is valid
    ":root { --a: red } .x { --a: 1px } .x p { width: var(--a) }",
    ".y { --a: red } .x { --a: 1px } p { width: var(--a) }",
    ":root { --a: red } :hover { --a: 1px } p { width: var(--a) }",
    "p { width: var(--a, 1px) }", "p { width: var(--a, var(--b, 2px)) }",
    ":root { --a: inherit } p { width: var(--a) }", ":root { --a: initial } p { width: var(--a, 1px) }",
    // Several that may be empty, of which one is set where the declaration shall apply
    ":root { --a: ; --b: ; } p { filter: var(--a) var(--b) }",
    ":root { --a: ; } .x { --a: red } p { color: var(--a) }",
    ":root { --a: -moz-available } p { width: var(--a) }",
    "@supports (frob: 1) { p { width: var(--a) } }",
    // Loops are told where they are
    ":root { --a: var(--b); --b: var(--a) } p { width: var(--a) }",
  ])
  func whatIsOrMayBeRightIsNotTold(_ sheet: String) {
    #expect(told([sheet]) == [])
  }

  @Test func theSheetsOfAPageCountTogether() {
    let uses = "p { width: var(--a) }"
    #expect(told([uses]).map(\.code) == ["css.unknown-variable"])
    #expect(told([":root { --a: 1px }", uses]) == [])
    #expect(told([":root { --a: red }", uses]).map(\.code) == ["css.invalid-variable"])
    // A second value may be the one that counts.
    #expect(told([":root { --a: red } \(uses)", "p { --a: 1px }"]) == [])
  }

  @Test func scriptsAndAttributesSetValuesToo() {
    let sheet = ":root { --b: red } p { width: var(--a); height: var(--b) }"
    #expect(told([sheet], named: ["--a", "--b"]) == [])
    #expect(told([sheet], named: nil) == [])  // '--' + name
  }

  @Test func whatALibraryLeavesToThePageIsToldOnceInAFile() throws {
    let sheet = (0..<300).map { "p { width: var(--lib-\($0)-x\($0 * 7919)) }" }.joined(separator: "\n")
    let told = told([":root { --gap: 1px } q { width: var(--gip) }" + sheet])
    #expect(told.count == 2)
    #expect(told[0].hint == "did you mean '--gap'?")
    #expect(told[1].message.contains("nor 299 more"), "\(told[1].message)")
  }

  @Test func aBombIsNotTried() {
    let values = (0..<100).map { "a { --x\($0): red; --x\($0): 1px } b { --x\($0): 2px }" }
    let use = "p { margin: " + (0..<100).map { "var(--x\($0))" }.joined(separator: " ") + " }"
    #expect(told([values.joined(separator: "\n") + use]) == [])
  }
}
