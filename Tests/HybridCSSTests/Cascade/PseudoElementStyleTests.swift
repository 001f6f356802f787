import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS

/// Rules for pseudo-elements give them styles of their own, which inherit from their elements.
@Suite struct PseudoElement_styles {
  /// The colours of the pseudo-elements of `#t`, by name.
  private func colors(_ css: String, _ html: String, userAgent: String = "") -> [String: String] {
    func ruleSet(_ text: String) -> RuleSet { RuleSet(StyleSheet.parse(Source(path: "a.css", text: text))) }
    // A `::before` or `::after` without content has no box, and no style before somebody asks for it.
    let css = css.replacing("{ color", with: "{ content: ''; color")
    let userAgent = userAgent.replacing("{ color", with: "{ content: ''; color")
    let document = HybridCSSTests.document(html)
    let stylist = Stylist(
      userAgent: [ruleSet(userAgent)], author: [ruleSet(css)],
      environment: MediaEnvironment(width: 400, height: 300))
    let styles = stylist.styles(of: document)
    guard let node = document.nodes(in: document.root).first(where: { document[$0].element?.id == "t" })
    else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: styles.pseudoElements(of: node).map {
        ($0.pseudoElement.name, $0.style.color ?? "")
      })
  }

  private static let (red, green, blue) = ("rgb(255, 0, 0)", "rgb(0, 128, 0)", "rgb(0, 0, 255)")

  @Test(arguments: [
    ("p::before { color: red }", ["before": red]),
    ("p:before { color: red }", ["before": red]),
    ("::before { color: red } p:AFTER { color: blue }", ["before": red, "after": blue]),
    ("p:first-letter, p::first-line { color: red }", ["first-letter": red, "first-line": red]),
    ("p::marker { color: red } p::selection { color: blue }", ["marker": red, "selection": blue]),
    ("p::placeholder { color: red } p::backdrop { color: blue }", ["placeholder": red, "backdrop": blue]),
    ("p::-webkit-input-placeholder { color: red }", ["placeholder": red]),
    // Inheritance from the element
    ("p { color: red } p::before { content: '' }", ["before": red]),
    ("p::before { color: inherit } p { color: blue }", ["before": blue]),
    // Specificity, order and importance, as for elements
    ("p::before { color: red } ::before { color: blue }", ["before": red]),
    (".x::before { color: red } p::before { color: blue }", ["before": red]),
    ("p::before { color: red } p:before { color: blue }", ["before": blue]),
    ("p::before { color: red !important } #t::before { color: blue }", ["before": red]),
    ("@layer a { #t::before { color: blue } } p::before { color: red }", ["before": red]),
    ("@media (width < 100px) { p::before { color: red } }", [:]),
    // What stands before the pseudo-element is about the element
    ("div > p.x::after { color: red } span::after { color: blue }", ["after": red]),
    ("p:not(.x)::before { color: red }", [:]),
    (".x { &::before { color: red } }", ["before": red]),
    ("p::before { @media all { color: red } }", ["before": red]),
    // `&` is no pseudo-element (CSS Nesting 1 §3.1), nor is a selector in brackets
    ("p::before { & { color: red } }", [:]),
    ("p:is(::before) { color: red }", [:]),
    // Pseudo-elements of pseudo-elements and those without a box have no style
    ("p::before::marker { color: red } p::cue { color: red }", [:]),
  ])
  func ruleGivesAStyle(_ css: String, _ expected: [String: String]) {
    #expect(colors(css, "<div><p id=\"t\" class=\"x\">a</p></div>") == expected, "\(css)")
  }

  @Test func ruleOfThePageBeatsTheDefault() {
    let html = "<q id=\"t\">a</q>"
    #expect(colors("", html, userAgent: "q::before { color: red }") == ["before": Self.red])
    #expect(
      colors("::before { color: blue }", html, userAgent: "q::before { color: red }")
        == ["before": Self.blue])
  }

  @Test func elementItselfIsNotMatched() throws {
    let document = HybridCSSTests.document("<p id=\"t\">a</p>")
    let sheet = RuleSet(StyleSheet.parse(Source(path: "a.css", text: "p::before { color: red }")))
    let environment = MediaEnvironment(width: 400, height: 300)
    let styles = Stylist(author: [sheet], environment: environment).styles(of: document)
    let node = try #require(document.rootElement)
    #expect(styles[node].color == "rgb(0, 0, 0)")
    #expect(styles.style(of: .before, at: node) == nil && styles.style(of: .after, at: node) == nil)
    let live = LiveStyles(Stylist(author: [sheet], environment: environment), document)
    #expect(live.style(of: .before, at: node).color == "rgb(255, 0, 0)")
    #expect(live.style(of: .after, at: node).color == "rgb(0, 0, 0)")
  }

  /// In a flex container the boxes of `::before` and `::after` are items.
  @Test func boxesInAFlexContainerAreBlocks() throws {
    let document = HybridCSSTests.document("<p>a</p>")
    let css = "p { display: flex } p::before { content: '' } p::first-letter { top: 0 }"
    let sheet = RuleSet(StyleSheet.parse(Source(path: "a.css", text: css)))
    let environment = MediaEnvironment(width: 400, height: 300)
    let styles = Stylist(author: [sheet], environment: environment).styles(of: document)
    let node = try #require(document.rootElement)
    #expect(styles.style(of: .before, at: node)?.box.display == .block)
    #expect(styles.style(of: .firstLetter, at: node)?.box.display == .inline)
  }
}

extension ComputedStyle {
  fileprivate var color: String? { PropertyID(name: "color").flatMap { cssText(of: $0) } }
}
