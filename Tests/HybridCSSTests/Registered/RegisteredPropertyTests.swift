import HybridSource
import Testing

@testable import HybridCSS

/// The registered property, with its initial value as CSS writes it.
private func registered(_ syntax: String, _ value: String?) -> String? {
  guard
    let property = try? RegisteredProperty("--a", syntax: syntax, isInherited: false, initialText: value)
  else { return nil }
  return property.initial.map { $0.values.cssText } ?? "none"
}

@Suite struct RegisteredPropertyTests {
  @Test(
    arguments: [
      ("*", nil, "none"), ("*", " a  b ", "a b"), ("<length>", "1in", "96px"), ("<length>", "0", "0px"),
      ("<length>", "10%", nil), ("<length>", "1em", nil), ("<length>", nil, nil),
      ("<length>", "var(--b)", nil),
      ("<length-percentage>", "calc(10% + 2px)", "calc(10% + 2px)"), ("<number>", "calc(1 / 4)", "0.25"),
      ("<percentage>", "50%", "50%"), ("<integer>", "7", "7"), ("<integer>", "7.5", nil),
      ("<color>", "red", "rgb(255, 0, 0)"), ("<angle>", "0.25turn", "90deg"), ("<time>", "200ms", "0.2s"),
      ("<resolution>", "96dpi", "1dppx"), ("<custom-ident>", "abc", "abc"), ("<string>", "'x'", "\"x\""),
      ("<url>", "url(a.png)", "url(a.png)"), ("<image>", "none", nil),
      ("<transform-function>", "rotate(0.5turn)", "rotate(180deg)"),
      ("<transform-list>", "translate(1in) scale(2)", "translate(96px, 0px) scale(2, 2)"),
      ("<length>+", "1px 2px", "1px 2px"), ("<length>#", "1px, 2px", "1px, 2px"),
      ("<length>#", "1px 2px", nil), ("<length>#", "1px,", nil), ("<length>#", "", nil),
      (" small | <length> ", "small", "small"), ("small|<length>", "2px", "2px"),
      ("small+", "small small", "small small"),
      ("", "1px", nil), ("<len>", "1px", nil), ("<length", "1px", nil),
      ("<transform-list>+", "scale(1)", nil),
      ("<length> <number>", "1px 2", nil), ("inherit", "inherit", nil), ("<length>", "inherit", nil),
    ] as [(String, String?, String?)])
  func syntaxesTakeTheirValues(_ syntax: String, _ value: String?, _ expected: String?) {
    #expect(registered(syntax, value) == expected)
  }

  @Test(
    arguments: [
      ("@property --a { syntax: '*'; inherits: true }", nil),
      ("@property --a { syntax: '<length>'; inherits: FALSE; initial-value: 1px }", nil),
      ("@property a { syntax: '*'; inherits: true }", "1:1"),
      ("@property { syntax: '*'; inherits: true }", "1:1"),
      ("@property --a { syntax: length; inherits: true }", "1:17"),
      ("@property --a { syntax: '*' }", "1:1"),
      ("@property --a { syntax: '*'; inherits: yes }", "1:30"),
      ("@property --a { syntax: '<len>'; inherits: true }", "1:17"),
      ("@property --a { syntax: '<length>'; inherits: true; initial-value: 1em }", "1:53"),
      ("@property --a { syntax: '*'; inherits: true; color: red }", "1:46"),
    ] as [(String, String?)])
  func rulesThatRegisterNothingAreReported(_ sheet: String, _ place: String?) {
    let found = StyleSheet.parse(Source(path: "a.css", text: sheet)).diagnostics
    #expect(
      found.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" } == (place.map { [$0] } ?? []))
    #expect(found.allSatisfy { $0.code == "css.invalid-property-rule" && $0.severity == .warning })
  }

  @Test func theLastRuleWhoseConditionHoldsCounts() {
    let sheet = StyleSheet.parse(
      Source(
        path: "a.css",
        text: """
          @property --a { syntax: '<length>'; inherits: true; initial-value: 1px }
          @layer low { @property --b { syntax: '*'; inherits: true; initial-value: low } }
          @property --b { syntax: '*'; inherits: true; initial-value: high }
          @media (width < 1px) { @property --a { syntax: '*'; inherits: true; initial-value: no } }
          @property --a { syntax: '<length>'; inherits: true; initial-value: 2px }
          """))
    let stylist = Stylist(sheets: [sheet], environment: MediaEnvironment(width: 100, height: 100))
    #expect(stylist.registry["--a"]?.initial?.values.cssText == "2px")
    #expect(stylist.registry["--b"]?.initial?.values.cssText == "high")
    #expect(sheet.diagnostics == [])
  }
}
