import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS

/// `content` and `quotes`: what is valid, and what it says.
@Suite struct Generated_content_values {
  private func style(_ declaration: String) throws -> ComputedStyle {
    let document = HybridCSSTests.document("<p>a</p>")
    let sheet = StyleSheet.parse(
      Source(path: "a.css", text: "p::before { content: normal; \(declaration) }"))
    let stylist = Stylist(
      author: [RuleSet(sheet)], environment: MediaEnvironment(width: 400, height: 300))
    let root = try #require(document.rootElement)
    return try #require(stylist.styles(of: document).style(of: .before, at: root))
  }

  @Test(
    arguments: [
      ("'a'", [.text("a")]),
      ("'a'\"b\"", [.text("a"), .text("b")]),
      ("attr(x)", [.text("")]),
      ("attr(x, 'none')", [.text("none")]),
      ("counter(a)", [.counter("a", style: "decimal")]),
      ("counter(a, Upper-Roman)", [.counter("a", style: "upper-roman")]),
      ("counter(a, none)", [.counter("a", style: "none")]),
      ("counters(a, '.')", [.counters("a", separator: ".", style: "decimal")]),
      ("counters(a, '.', mine)", [.counters("a", separator: ".", style: "mine")]),
      (
        "OPEN-quote 'a' no-close-quote",
        [.quote(isOpening: true, isShown: true), .text("a"), .quote(isOpening: false, isShown: false)]
      ),
      ("url(a.png) 'b'", [.image("a.png"), .text("b")]),
      ("linear-gradient(red, blue)", [.other]),
      ("'a' / 'b'", [.text("a")]),
      ("normal", []), ("none", []),
      // Not valid
      ("normal 'a'", []), ("'a' none", []), ("counter()", []), ("'a' counter(none)", []), ("counters(a)", []),
      ("'a' /", []), ("/ 'a'", []), ("'a' / url(b.png)", []), ("attr()", []), ("attr('x')", []), ("a", []),
      ("'a', 'b'", []), ("1px", []), ("counter(a, 'x')", []), ("counter(initial)", []),
    ] as [(String, [ContentItem])])
  func contentIsReadIntoItems(_ text: String, _ expected: [ContentItem]) throws {
    #expect(try style("content: \(text)")[\.content].items.shown == expected)
  }

  @Test func whatIsReadOutIsBehindASlash() throws {
    #expect(
      try style("content: '*' / 'Star ' attr(x, 'y')")[\.content].items.read == [
        .text("Star "), .text("y"),
      ])
    #expect(try style("content: '*'")[\.content].items.read == nil)
  }

  @Test(arguments: [
    ("content: 'a'  counter(x)", "content", "\"a\" counter(x)"), ("content: none", "content", "none"),
    ("content: open-quote", "content", "open-quote"), ("quotes: auto", "quotes", "auto"),
    ("quotes: none", "quotes", "none"), ("quotes: '<' '>' \"a\" 'b'", "quotes", "\"<\" \">\" \"a\" \"b\""),
    ("quotes: '<'", "quotes", "auto"), ("quotes: a b", "quotes", "auto"),
  ])
  func computedValueIsWritten(_ declaration: String, _ property: String, _ expected: String) throws {
    let property = try #require(PropertyID(name: property))
    #expect(try style(declaration).cssText(of: property) == expected)
  }

  /// What an element itself shows is not text.
  @Test(arguments: [("'a'", "normal"), ("url(a.png)", "url(\"a.png\")"), ("url(a.png) 'a'", "normal")])
  func elementHasAtMostAPicture(_ value: String, _ expected: String) throws {
    let document = HybridCSSTests.document("<p>a</p>")
    let sheet = StyleSheet.parse(Source(path: "a.css", text: "p { content: \(value) }"))
    let stylist = Stylist(
      author: [RuleSet(sheet)], environment: MediaEnvironment(width: 400, height: 300))
    let style = stylist.styles(of: document)[try #require(document.rootElement)]
    #expect(style.cssText(of: .content) == expected)
  }
}
