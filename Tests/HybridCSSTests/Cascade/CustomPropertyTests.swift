import HybridSource
import Testing

@testable import HybridCSS

/// The width of `#x` in px, 999 when it is `auto`; its parent has `outer`, itself `inner`.
private func width(_ outer: String, _ inner: String) -> Double? {
  switch computed(inner, parent: outer).box.width {
  case .length(.points(let points)): points
  case .auto: 999
  default: nil
  }
}

private let uses: [(String, String, Double)] = [
  ("", "--a: 5px; width: var(--a)", 5),
  ("--a: 5px", "width: var(--a)", 5),
  ("--a: 5px", "--a: 6px; width: var(--a)", 6),
  ("--a: 5px", "width: VAR( --a )", 5),
  ("--A: 5px", "width: var(--a)", 999),
  ("--A: 5px", "width: var(--a, 7px)", 7),
  ("--été: 5px", "width: var(--été)", 5),
  ("", "width: var(--none, 7px)", 7),
  ("", "width: 3px; width: var(--none)", 999),
  ("--a: red", "width: 3px; width: var(--a)", 999),
  ("--a: 5px", "width: calc(var(--a) * 2 + 1px)", 11),
  ("--a: 3", "width: calc(var(--a) * 4px)", 12),
  ("--a: 3", "width: var(--a)px", 999),
  ("", "width: var(--none, var(--none2, 8px))", 8),
  ("", "width: var(--none, )", 999),
  ("--a: 1em", "width: var(--a)", 20),
  ("--a: var(--b); --b: 4px", "width: var(--a)", 4),
  ("--a: var(--b, 4px)", "--b: 6px; width: var(--a)", 4),
  // Keywords.
  ("--a: 5px", "--a: initial; width: var(--a, 7px)", 7),
  ("--a: 5px", "--a: inherit; width: var(--a, 7px)", 5),
  ("--a: 5px", "--a: unset; width: var(--a, 7px)", 5),
  ("width: 9px", "width: var(--none, inherit)", 9),
  ("width: 9px", "width: var(--none, initial)", 999),
  ("--a: 5px", "--a: var(--none, inherit); width: var(--a)", 5),
  ("--a: 5px", "--a: ; width: var(--a, 7px)", 999),
  ("", "--a: ; width: var(--a) 7px", 7),
  ("", "--a: 5px !important; --a: 6px; width: var(--a)", 5),
  ("", "--a: { odd: [thing] }; --b: 5px; width: var(--b)", 5),
  // Cycles.
  ("", "--a: var(--a); width: var(--a, 7px)", 7),
  ("", "--a: var(--b); --b: calc(var(--a) + 1px); width: var(--b, 7px)", 7),
  ("", "--a: var(--b, 3px); --b: var(--a, 4px); width: var(--a, 7px)", 7),
  ("--a: 5px", "--a: calc(var(--a) + 1px); width: var(--a, 7px)", 7),
  ("", "--a: var(--b); --b: var(--a); --c: var(--a, 6px); width: var(--c)", 6),
  ("", "--a: 5px; --b: var(--a, var(--b)); width: var(--b)", 5),
  ("", "width: env(safe-area-inset-top)", 0),
  ("", "width: env(frob, 4px)", 4),
]

@Test(arguments: uses)
func variablesAreReplaced(_ outer: String, _ inner: String, _ expected: Double) {
  #expect(width(outer, inner) == expected)
}

@Test func variablesInShorthands() {
  let style = computed("--m: 2px 6px; margin: 1px; padding: var(--m); margin: 3px var(--n, 4px) 5px")
  #expect(style.box.padding.right == .points(6) && style.box.padding.bottom == .points(2))
  #expect(style.box.margin.left == .length(.points(4)) && style.box.margin.bottom == .length(.points(5)))
  // One that cannot be replaced leaves every longhand unset.
  #expect(computed("margin: 1px; margin: var(--none) 2px").box.margin.left == .length(.zero))
  #expect(computed("border-left: var(--none, 3px) solid").border.widths.left == 3)
  #expect(computed("margin: var(--none, ) 4px").box.margin.top == .length(.points(4)))
  #expect(
    computed("--r: revert-layer; margin-left: 2px; margin: var(--none, inherit)", parent: "margin: 7px").box
      .margin.top == .length(.points(7)))
}

@Test func oneRuleReadsDifferentlyUnderDifferentVariables() {
  let style = styles(
    """
    :root { --gap: 9px } [id] { --own: 1 } #b { --gap: 3px } #d { --gap: 4px }
    i { width: var(--gap); margin: var(--gap) 0 }
    """,
    """
    <html><a><i id="1"></i></a><p id="b"><i id="2"></i></p><p id="d"><i></i><i id="3"></i></p></html>
    """
  )
  #expect(["1", "2", "3"].map { style($0).box.width } == [9, 3, 4].map { .length(.points($0)) })
  #expect(["1", "2", "3"].map { style($0).box.margin.top } == [9, 3, 4].map { .length(.points($0)) })
}

@Test func inheritedPropertiesInheritWhenAVariableIsInvalid() {
  #expect(
    computed("color: blue; color: var(--none)", parent: "color: red").text.color == SRGBColor(hex: 0xFF0000))
  #expect(computed("font-size: var(--none)").text.fontSize == 20)
}

@Test(arguments: ["var()", "var(a)", "var(--a b)", "var(--a,,) ]", "var(--a, 'x\n)", "var(--)"])
func wrongVariablesAreDroppedAtOnce(_ value: String) { #expect(read("width: \(value)").declarations.isEmpty) }

@Test func substitutionBombsGoOutEarly() {
  var css = "--v0: x x x x x x x x x x;"
  for index in 1...60 { css += "--v\(index): var(--v\(index - 1)) var(--v\(index - 1));" }
  let style = computed(css + "width: var(--v60, 7px)")
  #expect(style.box.width == .length(.points(7)))
  #expect(style.custom.values.values.allSatisfy { $0.weight <= CustomPropertyResolver.weightLimit })

  // A long chain ends in an invalid value, not in a stack overflow.
  var chain = "--c0: 1px;"
  for index in 1...5000 { chain += "--c\(index): var(--c\(index - 1));" }
  #expect(width("", chain + "width: var(--c5000, 7px)") != nil)
}

@Test func bombsOnEveryElementEndWithTheBudget() {
  var css = "* { --v0: x x x x x x x x x x;"
  for index in 1...40 { css += "--v\(index): var(--v\(index - 1)) var(--v\(index - 1));" }
  css += "margin-left: var(--own, 1px) }"
  // Each element differs from the one around it, so that none shares its style.
  var html = "<html><body>"
  for index in 0..<250 {
    css += "#n\(index) { --own: \(index) }"
    html += "<p id=\"n\(index)\">"
  }
  html += String(repeating: "</p>", count: 250) + "</body></html>"
  #expect(styles(css, html)("n249").box.margin.left == .length(.zero))
}
