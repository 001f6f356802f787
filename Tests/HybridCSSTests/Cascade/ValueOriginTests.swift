import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS

private let page =
  "<html><body id=\"b\"><div id=\"p\"><p id=\"x\" class=\"c\" style=\"height: 3px\"></p></div></body></html>"

/// The origin of a property's value on `#x`: the declaration as written, after the id of the element it is
/// inherited from; `initial` without one.
private func origin(_ css: String, _ property: PropertyID, userAgent: String = "") throws -> String {
  let document = document(page)
  let sheets = ["ua.css": userAgent, "a.css": css]
  func ruleSet(_ path: String) -> RuleSet {
    RuleSet(StyleSheet.parse(Source(path: path, text: sheets[path] ?? "")))
  }
  let stylist = Stylist(
    userAgent: [ruleSet("ua.css")], author: [ruleSet("a.css")],
    environment: MediaEnvironment(width: 1, height: 1))
  let node = try #require(document.nodes(in: document.root).first { document[$0].element?.id == "x" })
  var trace = StyleTrace(stylist, document, styles: stylist.styles(of: document))
  func written(_ traced: TracedDeclaration) -> String {
    let text = traced.path.map { sheets[$0] ?? "" } ?? "height: 3px"
    return Source(path: "", text: text).text(in: traced.declaration.range)
      + (traced.origin == .userAgent ? " (user agent)" : "")
  }
  switch trace.origin(of: property, at: node) {
  case .declared(let traced): return written(traced)
  case .inherited(let traced, let ancestor):
    return "\(document[ancestor].element?.id ?? "?"): \(written(traced))"
  case .initial: return "initial"
  }
}

@Test(
  arguments: [
    (".c { width: 1px } p { width: 2px }", .width, "width: 1px"),
    ("p { width: 1px !important } .c { width: 2px }", .width, "width: 1px !important"),
    ("p { margin: 1px 2px }", .marginLeft, "margin: 1px 2px"),
    ("p { margin-inline-start: 4px }", .marginLeft, "margin-inline-start: 4px"),
    ("#p { direction: rtl } p { margin-inline-start: 4px }", .marginLeft, "initial"),
    ("#p { direction: rtl } p { margin-inline-start: 4px }", .marginRight, "margin-inline-start: 4px"),
    ("p { height: 9px }", .height, "height: 3px"),  // the style attribute is stronger
    ("", .width, "initial"),
    ("#p { width: 5px }", .width, "initial"),  // not inherited
    ("body { font: 12px/2 x } html { font-size: 9px }", .fontSize, "b: font: 12px/2 x"),
    ("p { font-size: inherit } body { font-size: 9px }", .fontSize, "font-size: inherit"),
    ("", .fontSize, "initial"),
    ("p { inline-size: 7px }", .width, "inline-size: 7px"),
    ("p { width: var(--w) }", .width, "width: var(--w)"),
  ] as [(String, PropertyID, String)])
func valuesTellWhereTheyComeFrom(_ css: String, _ property: PropertyID, _ expected: String) throws {
  #expect(try origin(css, property) == expected)
}

@Test func defaultsOfElementsAreNoAuthorsDeclarations() throws {
  #expect(try origin("", .display, userAgent: "p { display: block }") == "display: block (user agent)")
  #expect(
    try origin("p { display: flex }", .display, userAgent: "p { display: block }") == "display: flex")
  #expect(
    try origin("", .fontSize, userAgent: "html, body { font-size: 2em }") == "b: font-size: 2em (user agent)")
}

@Test(
  arguments: [
    ("width: 50%", .width, "50%"), ("width: 0.5px", .width, "0.5px"), ("", .width, "auto"),
    ("max-width: min-content", .maxWidth, "min-content"), ("", .maxWidth, "none"),
    ("margin-left: calc(50% + 2px)", .marginLeft, "calc(50% + 2px)"),
    ("margin-left: calc(2 * max(10%, 3px))", .marginLeft, "calc(max(10%, 3px) * 2)"),
    ("margin-left: clamp(1px, 5%, 3px)", .marginLeft, "clamp(1px, 5%, 3px)"),
    ("margin-left: auto", .marginLeft, "auto"), ("flex: 1", .flexBasis, "0%"), ("flex: 1", .flexGrow, "1"),
    ("align-items: safe center", .alignItems, "safe center"), ("aspect-ratio: 16/10", .aspectRatio, "1.6"),
    ("grid-row: span 2 / 5", .gridRowStart, "span 2"), ("grid-row: span 2 / 5", .gridRowEnd, "5"),
    ("border: solid", .borderLeftWidth, "3px"), ("line-height: 1.5", .lineHeight, "1.5"),
    ("position: sticky", .position, "sticky"), ("color: red", PropertyID(\.color), "rgb(255, 0, 0)"),
    ("background-color: #12345678", .backgroundColor, "rgba(18, 52, 86, 0.47)"),
    ("opacity: .5", PropertyID(\.opacity), "0.5"),
    ("color: #00f; border-color: currentcolor", .borderTopColor, "rgb(0, 0, 255)"),
    ("color: red", PropertyID(\.boxShadow), "none"), ("width: 1px", PropertyID(\.inlineSize), nil),
  ] as [(String, PropertyID, String?)])
func computedValuesAreWrittenAsCSS(_ css: String, _ property: PropertyID, _ text: String?) {
  let document = document(page)
  let sheet = RuleSet(StyleSheet.parse(Source(path: "a.css", text: "p { \(css) }")))
  let styles = Stylist(author: [sheet], environment: MediaEnvironment(width: 1, height: 1))
    .styles(of: document)
  let node = document.nodes(in: document.root).first { document[$0].element?.id == "x" }
  #expect(node.flatMap { styles[$0].cssText(of: property) } == text)
}
