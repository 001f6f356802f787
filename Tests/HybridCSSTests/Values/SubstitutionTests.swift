import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS

private let environment = MediaEnvironment(width: 400, height: 300)

/// The computed value of a property of `#x`, or nothing. It has some attributes and one sibling after it.
private func value(of property: String, _ declarations: String, _ attributes: String = "") -> String {
  styles(
    "#x { \(declarations) }",
    "<html><body><div id=\"x\" \(attributes)></div><div></div></body></html>")("x").cssText(named: property)
    ?? ""
}

/// `attr()` as Chromium computes it.
private let attributes: [(text: String, value: String, expected: String)] = [
  // Without a type the text is a string.
  ("blue", "attr(data-a)", "\"blue\""), ("blue", "attr(DATA-A)", "\"blue\""),
  ("  7  ", "attr(data-a)", "\"  7  \""), ("", "attr(data-a)", "\"\""),
  ("blue", "attr(data-a raw-string)", "\"blue\""),
  ("", "attr(none)", "\"\""), ("", "attr(none, x)", "x"), ("", "attr(none raw-string)", ""),
  // Numbers with a unit: nothing but white space may follow.
  ("12", "attr(data-a px, F)", "12px"), ("12", "attr(data-a PX, F)", "12px"),
  ("+5", "attr(data-a em, F)", "+5em"),
  ("12", "attr(data-a number, F)", "12"), ("12", "attr(data-a %, F)", "12%"),
  ("12", "attr(data-a fr, F)", "12fr"),
  ("12", "attr(data-a deg, F)", "12deg"), ("12", "attr(data-a ms, F)", "12ms"),
  ("5 ", "attr(data-a px, F)", "5px"),
  (" 5", "attr(data-a px, F)", "F"), ("5px", "attr(data-a px, F)", "F"), ("5x", "attr(data-a px, F)", "F"),
  ("", "attr(data-a px, F)", "F"), ("12", "attr(data-a dppx, F)", "F"), ("12", "attr(data-a foo, F)", "F"),
  // A syntax of @property.
  ("30px", "attr(data-a type(<length>), F)", "30px"), ("12", "attr(data-a type(<length>), F)", "F"),
  ("12", "attr(data-a type(<length> | <number>), F)", "12"),
  ("  7  ", "attr(data-a type(<integer>), F)", "7"),
  ("1px 2px", "attr(data-a type(<length>+), F)", "1px 2px"),
  ("1px 2px", "attr(data-a type(<length>#), F)", "F"),
  ("blue", "attr(data-a type(red | blue), F)", "blue"), ("green", "attr(data-a type(red | blue), F)", "F"),
  ("blue", "attr(data-a type(<string>), F)", "F"), ("'q'", "attr(data-a type(<string>), F)", "\"q\""),
  ("a b", "attr(data-a type(*), F)", "a b"), ("", "attr(data-a type(*), F)", ""),
  ("a;b", "attr(data-a type(*), F)", "F"), ("a}b", "attr(data-a type(*), F)", "F"),
  ("inherit", "attr(data-a type(<custom-ident>), F)", "F"),
  // Functions in the attribute are replaced too, unless it refers to itself.
  ("var(--q)", "attr(data-a type(<length>), F)", "9px"), ("var(--none)", "attr(data-a type(*), F)", "F"),
  ("attr(id type(*))", "attr(data-a type(*), F)", "x"),
  ("attr(data-a type(*))", "attr(data-a type(*), F)", "F"),
  // Beside other values, and as a fallback.
  ("3", "a attr(data-a px) b", "a 3px b"), ("3", "var(--none, attr(data-a px))", "3px"),
  ("3", "attr(none px, var(--q))", "9px"), ("3", "attr(none px, attr(data-a px))", "3px"),
]

@Test(arguments: attributes)
func attributesBecomeValues(_ text: String, _ written: String, _ expected: String) {
  #expect(value(of: "--w", "--q: 9px; --w: \(written)", "data-a=\"\(text)\"") == expected)
}

@Test(arguments: [
  ("width", "attr(data-a px)", "12", "12px"), ("width", "calc(attr(data-a number) * 2px)", "12", "24px"),
  // Invalid at computed-value time, whatever the fallback.
  ("width", "attr(data-a px, 5px)", "-4", "auto"), ("width", "attr(data-a px)", "x", "auto"),
  ("color", "attr(data-a)", "blue", "rgb(0, 0, 0)"),
  ("color", "attr(data-a type(<color>), red)", "blue", "rgb(0, 0, 255)"),
  ("color", "attr(data-a type(<color>), red)", "1", "rgb(255, 0, 0)"),
  ("margin-top", "attr(data-a px)", "-4", "-4px"), ("z-index", "attr(data-a type(<integer>))", "3", "3"),
  ("rotate", "attr(data-a type(<angle>))", "0.5turn", "180deg"),
  ("transition-duration", "attr(data-a ms)", "12", "0.012s"), ("font-family", "attr(data-a)", "blue", "blue"),
  // A URL of an attribute is not loaded.
  ("background-image", "attr(data-a type(*))", "url(a.png)", "none"),
  ("background-image", "image-set(attr(data-a))", "a.png", "none"),
])
func attributesCountInEveryProperty(_ property: String, _ written: String, _ text: String, _ expected: String)
{
  #expect(value(of: property, "\(property): \(written)", "data-a=\"\(text)\"") == expected)
}

/// `if()` as Chromium computes it, with `--p: 1`, on a screen 400 px wide.
@Test(arguments: [
  ("if(style(--p: 1): a; else: b)", "a"), ("if(style(--p: 2): a; else: b)", "b"), ("if(style(--p): a)", "a"),
  ("if(style(--q): a)", ""), ("if(else: a; style(--p): b)", "a"), ("if(style(--p > 0): a)", "a"),
  ("if(style(--p: var(--p)): a)", "a"), ("if(style(--p: 1):; else: b)", ""),
  ("if(media(width > 100px): a; else: b)", "a"), ("if(media((width > 1px) and (height > 1px)): a)", "a"),
  ("if(media(width > 500px): a; else: b)", "b"), ("if(media(print): a; else: b)", "b"),
  ("if(supports(color: red): a)", "a"), ("if(supports(color: foo): a; supports(selector(a)): b)", "b"),
  ("if(media(print) or supports(color: red): a)", "a"), ("if(not style(--q): a)", "a"),
  ("if(not (style(--p) and style(--q)): a)", "a"), ("if(foo(x): a; else: b)", "b"),
  ("if(not foo(x): a; else: b)", "b"), ("if(else: a, b)", "a, b"), ("if(else: if(else: z))", "z"),
  ("if(style(--w: 1): a; else: b)", ""),  // refers to itself
])
func conditionsChooseValues(_ written: String, _ expected: String) {
  #expect(value(of: "--w", "--p: 1; --w: \(written)") == expected)
}

@Test(arguments: [
  ("width", "if(style(--p: 1): 1px; else: 2px)", "1px"), ("width", "if(else: foo)", "auto"),
  ("padding-left", "if(else: 1px 2px)", "0px"), ("width", "calc(1px * if(else: 2))", "2px"),
  ("width", "calc(sibling-index() * 10px)", "10px"), ("width", "calc(10px * sibling-count())", "20px"),
  ("z-index", "sibling-index()", "1"), ("width", "calc(100px * progress(5px, 0px, 10px))", "50px"),
  ("width", "calc(100px * progress(10%, 0%, 20%))", "50px"), ("opacity", "progress(15px, 0px, 10px)", "1"),
  ("order", "calc(10 * progress(-5px, 0px, 0px))", "0"),
  ("order", "calc(10 * progress(5px, 0px, 0px))", "10"),
])
func functionsOfTheElementAreComputed(_ property: String, _ written: String, _ expected: String) {
  #expect(value(of: property, "--p: 1; \(property): \(written)") == expected)
}

@Test(arguments: [
  "attr()", "attr('x')", "attr(|a)", "attr(x|a)", "attr(a px red)", "attr(a type(<bad>))",
  "attr(a type(<url>))",
  "attr(a type())", "attr(var(--a))", "if()", "if(a)", "if(a: b)", "if(else)", "if(else: a;;)",
  "if(style(--p) a)", "if(media(width > 1px) and style(--p) or style(--q): a)", "sibling-index(1)",
])
func wrongSubstitutionsAreTold(_ written: String) throws {
  for property in ["width", "--w"] {
    let fault = try #require(read("\(property): \(written)").fault)
    #expect(fault.code == "css.invalid-value")
    #expect(fault.message.hasPrefix("this is not a valid '\(written.prefix { $0 != "(" })()'"))
  }
}

/// Styles that read attributes or the place of their element follow both.
@Test func stylesFollowAttributesAndPlaces() throws {
  let css = """
    .a { width: attr(data-w px, 1px); order: sibling-index() } .a::before { content: attr(title) }
    """
  var page = HybridCSSTests.document(
    "<html><body><p id=\"a\" class=\"a\" data-w=\"3\"></p><p id=\"b\" class=\"a\"></p></body></html>")
  let stylist = Stylist(
    sheets: [StyleSheet.parse(Source(path: "a.css", text: css))], environment: environment)
  var live = LiveStyles(stylist, page)
  func node(_ id: String) throws -> NodeID {
    try #require(page.nodes(in: page.root).first { page[$0].element?.id == id })
  }
  func text(_ id: String, _ property: String) throws -> String? {
    live.styled[try node(id)].cssText(named: property)
  }
  #expect(try text("a", "width") == "3px" && text("b", "width") == "1px")
  #expect(try text("a", "order") == "1" && text("b", "order") == "2")

  let a = try node("a")
  let nowhere = SourceRange(0..<0)
  page[a].element?.attributes[2].value = "8"
  page[a].element?.attributes.append(
    Attribute(name: "title", writtenName: "title", value: "T", nameRange: nowhere, valueRange: nowhere))
  var update = live.update(page, changes: StyleChanges(attributes: [a]))
  #expect(update.changed == [a] && update.pseudoElements == [a])
  #expect(try text("a", "width") == "8px" && text("b", "width") == "1px")
  #expect(live.styled.style(of: .before, at: a)?[\.content].items.shown == [.text("T")])

  let parent = try #require(page[a].parent)
  page.remove(a)
  update = live.update(page, changes: StyleChanges(children: [parent]))
  #expect(update.changed == [try node("b")])
  #expect(try text("b", "order") == "1")
}
