import HybridDOM
import HybridSource

@testable import HybridCSS

/// The result of one declaration: its longhands, and the report when it is dropped.
func read(_ text: String, dialect: Dialect = .standard) -> (
  declarations: [PropertyDeclaration], fault: Diagnostic?
) {
  let source = Source(path: "test.css", text: text)
  guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return ([], nil) }
  let end = text.utf8.distance(from: text.utf8.startIndex, to: colon)
  let values = parseComponentValues(source, range: end + 1..<text.utf8.count)
  guard
    let declaration = Declaration(
      name: String(text[..<colon]), nameRange: 0..<end, rawValue: values, end: text.utf8.count)
  else { return ([], nil) }
  switch readDeclaration(declaration, dialect: dialect) {
  case .success(let result): return (result, nil)
  case .failure(let fault): return ([], fault.diagnostic(in: source))
  }
}

/// The computed style of an element whose parent has a font of 20px, in a root of 10px and a viewport of 400
/// × 300.
func computed(_ declarations: String, parent: String = "", dialect: Dialect = .standard) -> ComputedStyle {
  let css = "html { font-size: 10px } #parent { font-size: 20px; \(parent) } #x { \(declarations) }"
  return styles(
    css, "<html><body><div id=\"parent\"><div id=\"x\"></div></div></body></html>", dialect: dialect)("x")
}

/// The computed styles of a page by id.
func styles(
  _ css: String, _ html: String, userAgent: String = "", dialect: Dialect = .standard, width: Double = 400,
  height: Double = 300
) -> (String) -> ComputedStyle {
  let page = document(html)
  func ruleSet(_ text: String) -> RuleSet {
    RuleSet(StyleSheet.parse(Source(path: "test.css", text: text), dialect: dialect))
  }
  let stylist = Stylist(
    userAgent: [ruleSet(userAgent)], author: [ruleSet(css)],
    environment: MediaEnvironment(width: width, height: height), dialect: dialect)
  let styled = stylist.styles(of: page)
  return { id in
    styled[page.nodes(in: page.root).first { page[$0].element?.id == id } ?? page.root]
  }
}
