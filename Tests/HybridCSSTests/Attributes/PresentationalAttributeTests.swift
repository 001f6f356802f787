import HybridDOM
import HybridEncoding
import HybridSource
import Testing

@testable import HybridCSS

/// The style of the element `start`, a start tag without its brackets.
private func style(
  of start: String, css: String = "", dialect: Dialect, isHTML: Bool = false, states: ElementState = []
) throws -> ComputedStyle {
  let tag = start.prefix { $0 != " " }
  let page = document("<html><body><\(start)></\(tag)></body></html>", isHTML: isHTML)
  let sheet = StyleSheet.parse(Source(path: "a.css", text: css), dialect: dialect)
  let stylist = Stylist(
    author: [RuleSet(sheet)], environment: MediaEnvironment(width: 400, height: 300), dialect: dialect)
  let node = try #require(page.nodes(in: page.root).reversed().first { page[$0].element != nil })
  return stylist.styles(of: page, states: [node: states])[node]
}

/// The style of an element that only has these declarations.
private func style(_ declarations: String, dialect: Dialect) throws -> ComputedStyle {
  try style(of: "x style=\"\(declarations)\"", dialect: dialect)
}

@Test(
  "native attributes are styles",
  arguments: [
    ("label fontSize=\"14\"", "font-size: 14px"),
    ("label fontSize=\"14px\"", "font-size: 14px"),
    ("label fontSize=\"9\" font=\"Helvetica 14px\"", "font-size: 14px; font-family: Helvetica"),
    ("label font=\"Helvetica 14px\" fontSize=\"9\"", "font-size: 14px; font-family: Helvetica"),
    ("button font=\"Helvetica 14\"", "font-size: 14px; font-family: Helvetica"),
    ("label textColor=\"#f00\"", "color: red"),
    ("label textColor=\"0xff0000\"", "color: red"),
    ("label textColor=\"rgb(255,0,0)\"", "color: red"),
    ("button titleColor=\"red\"", "color: red"),
    ("button textColor=\"red\"", ""),
    ("label textAlign=\"center\"", "text-align: center"),
    ("label textAlign=\" Right \"", "text-align: right"),
    ("label textAlign=\"middle\"", ""),
    ("input align=\"right\"", "text-align: right"),
    ("label lines=\"3\"", "line-clamp: 3"),
    ("label lines=\"0\" style=\"line-clamp: 2\"", ""),
    ("label lines=\"99999999999999999999\"", ""),
    ("view backgroundColor=\"blue\"", "background-color: blue"),
    ("view background-color=\"blue\"", ""),
    ("view borderRadius=\"5\"", "border-radius: 5px"),
    ("view borderWidth=\"2px\"", "border: 2px solid"),
    ("view borderWidth=\"2\"", "border-width: 2"),
    ("view borderWidth=\"1\" borderColor=\"red\"", "border: 1px solid red"),
    ("view zIndex=\"3\"", "z-index: 3"),
    ("view hidden=\"true\"", "display: none"),
    ("view hidden=\"1\"", "display: none"),
    ("view hidden", "display: none"),
    ("view hidden=\"false\"", ""),
    ("view hidden=\"0\"", ""),
    ("view hidden=\"nonsense\"", ""),
    ("input borderStyle=\"roundedRect\"", "border: 1px solid #ccc; border-radius: 5px"),
    ("input borderStyle=\"roundedRect\" borderRadius=\"2\"", "border: 1px solid #ccc; border-radius: 2px"),
    ("input cursorColor=\"red\"", "caret-color: red"),
    ("segment color=\"red\"", "color: red"),
    ("switch onColor=\"red\"", "accent-color: red"),
    ("image imageMode=\"aspectfill\"", "object-fit: cover"),
    ("scrollView allowScroll=\"false\"", "overflow: hidden"),
    ("scrollView allowScroll=\"true\"", ""),
    ("label textColor=\"nonsense\"", ""),
    ("label textColor=\"red; font-size: 30px\"", ""),
    ("label textColor=\"red !important\"", ""),
    ("label textColor=\"\"", ""),
  ])
func nativeAttribute(start: String, declarations: String) throws {
  #expect(try style(of: start, dialect: .native) == style(declarations, dialect: .native))
}

@Test(
  "native attributes beat the style attribute, which beats sheets; importance beats all",
  arguments: [
    ("label textColor=\"red\" style=\"color: green\"", "label { color: blue }", "red"),
    ("label textColor=\"red\" style=\"color: green !important\"", "", "green"),
    ("label textColor=\"red\"", "label { color: blue !important }", "blue"),
    ("label style=\"color: green\"", "label { color: blue }", "green"),
    ("label textColor=\"nonsense\" style=\"color: green\"", "", "green"),
    ("label textColor=\"revert-layer\" style=\"color: green\"", "label { color: blue }", "green"),
    ("label textColor=\"revert\" style=\"color: green\"", "label { color: blue }", "black"),
  ])
func nativeAttributeOrder(start: String, css: String, color: String) throws {
  #expect(try style(of: start, css: css, dialect: .native) == style("color: \(color)", dialect: .native))
}

@Test("the names of native elements and attributes are read in any case, as HTML readers make them small")
func nativeAttributeCase() throws {
  let start = "scrollView BORDERRADIUS=\"4\" allowScroll=\"0\""
  let expected = try style("border-radius: 4px; overflow: hidden", dialect: .native)
  for isHTML in [true, false] {
    #expect(try style(of: start, dialect: .native, isHTML: isHTML) == expected)
  }
}

@Test("some native attributes count in a state only")
func nativeAttributeState() throws {
  let start = "button titleColor=\"red\" highlightTitleColor=\"blue\" selectedBackgroundColor=\"lime\""
  for (states, declarations) in [
    ([], "color: red"), (.active, "color: blue"), (.checked, "color: red; background-color: lime"),
  ] as [(ElementState, String)] {
    #expect(
      try style(of: start, dialect: .native, states: states) == style(declarations, dialect: .native))
  }
}

@Test(
  "hints of HTML are weaker than any rule of an author",
  arguments: [
    ("p align=\"center\"", "", "text-align: center"),
    ("p align=\"center\"", "* { text-align: right }", "text-align: right"),
    ("font color=\"red\"", "", "color: red"),
    ("font color=\"red\"", "* { color: blue }", "color: blue"),
    ("div color=\"red\"", "", ""),
    ("label textColor=\"red\"", "", ""),
    ("td nowrap", "", "white-space: nowrap"),
    ("ol type=\"square\"", "", "list-style-type: square"),
    ("table cellspacing=\"7\"", "", "border-spacing: 7px"),
    ("caption align=\"bottom\"", "", "caption-side: bottom"),
  ])
func presentationalHint(start: String, css: String, declarations: String) throws {
  let found = try style(of: start, css: css, dialect: .standard, isHTML: true)
  let plain = css.hasPrefix("*") ? css : ""
  #expect(try found.text == style(of: "x style=\"\(declarations)\"", css: plain, dialect: .standard).text)
}

@Test("an inspector learns which attribute a value comes from")
func tracedAttribute() throws {
  let page = document(
    "<html><label textColor=\"red\" font=\"Arial 5\" fontSize=\"9\"></label></html>", isHTML: false)
  let stylist = Stylist(author: [], environment: MediaEnvironment(width: 1, height: 1), dialect: .native)
  let node = try #require(page.nodes(in: page.root).reversed().first { page[$0].element != nil })
  let traced = stylist.declarations(of: node, in: page)
  let color = PropertyDeclaration.Property.longhand(PropertyID(\.color))
  #expect(traced.first { $0.declaration.property == color }?.attribute == "textColor")
  let sizes = traced.filter { $0.declaration.property == .longhand(.fontSize) }
  #expect(sizes.map(\.attribute) == ["font", "fontSize"])
  #expect(sizes.map(\.wins) == [true, false])
  #expect(sizes.map(\.declaration.range) == [0..<7, 0..<1])
}

@Test("every attribute of the tables declares something, in its own dialect")
func attributeTables() {
  let samples = [
    "red", "7", "Arial 7", "center", "false", "true", "1", "line", "fill", "center", "disc", "Arial",
    "left", "top", "none", "rtl", "evenodd", "middle", "bold", "italic", "stroke", "crispedges", "round",
    "visible", "underline", "4 2",
  ]
  for dialect in [Dialect.native, .standard] {
    for attribute in PresentationalAttribute.all(in: dialect) {
      #expect(
        samples.contains { !attribute.declarations(for: $0, dialect: dialect).isEmpty }, "\(attribute.name)")
      #expect(attribute.elements.allSatisfy { $0 == $0.asciiLowercased } && attribute.summary.hasSuffix("."))
      if case .words(let words) = attribute.conversion {
        for word in words.keys {
          #expect(!attribute.declarations(for: word, dialect: dialect).isEmpty, "\(word)")
        }
      }
    }
  }
}
