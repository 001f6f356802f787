import HybridSource
import Testing

@testable import HybridCSS

private let page = "<html><body><div id=\"p\" class=\"a b\"><p id=\"x\" class=\"c\"></p></div></body></html>"

/// The left margin of `#x` in px.
private func margin(_ css: String, userAgent: String = "", html: String = page) -> Double? {
  if case .length(.points(let points)) = styles(css, html, userAgent: userAgent)("x").box.margin.left {
    points
  } else {
    nil
  }
}

private let orders: [(String, Double)] = [
  ("p { margin-left: 1px } p { margin-left: 2px }", 2),
  (".c { margin-left: 1px } p { margin-left: 2px }", 1),
  ("#x { margin-left: 1px } .c.c { margin-left: 2px }", 1),
  (".c { margin-left: 1px; margin-left: 2px }", 2),
  (".c { margin-left: 1px !important; margin-left: 2px }", 1),
  (".c { margin-left: 1px !important } #x { margin-left: 2px }", 1),
  ("p { margin-left: 1px !important } .c { margin-left: 2px !important }", 2),
  (":where(#x) { margin-left: 1px } p { margin-left: 2px }", 2),
  ("@layer a { #x { margin-left: 1px } } p { margin-left: 2px }", 2),
  ("@layer a { #x { margin-left: 1px } } @layer b { p { margin-left: 2px } }", 2),
  ("@layer b, a; @layer a { #x { margin-left: 1px } } @layer b { p { margin-left: 2px } }", 1),
  ("@layer a { p { margin-left: 1px } @layer b { #x { margin-left: 2px } } }", 1),
  ("@layer a { p { margin-left: 1px !important } } @layer b { #x { margin-left: 2px !important } }", 1),
  ("@layer a { p { margin-left: 1px !important } } #x { margin-left: 2px !important }", 1),
  ("@layer a { p { margin-left: 1px !important } @layer b { p { margin-left: 2px !important } } }", 2),
  ("@layer { p { margin-left: 1px } } @layer { p { margin-left: 2px } }", 2),
  ("@layer a.b { #x { margin-left: 1px } } @layer a { p { margin-left: 2px } }", 2),
  // Logical and physical properties share one place in the order.
  ("p { margin-left: 1px; margin-inline-start: 2px }", 2),
  ("p { margin-inline-start: 2px; margin-left: 1px }", 1),
  ("p { margin-left: 1px; margin-inline: 2px }", 2),
  ("p { direction: rtl; margin-left: 1px; margin-inline-start: 2px; margin-inline-end: 3px }", 3),
  ("#p { direction: rtl } p { margin-inline-end: 3px }", 3),
  ("p { writing-mode: vertical-rl; margin-block-end: 4px }", 4),
  ("p { writing-mode: vertical-lr; margin-block-start: 5px }", 5),
  // Keywords of all properties.
  ("#p { margin-left: 7px } p { margin-left: inherit }", 7),
  ("#p { margin-left: 7px } p { margin-left: 3px } p { margin-left: unset }", 0),
  ("#p { margin-left: 7px } p { margin-left: 3px } p { margin-left: initial }", 0),
  ("p { margin-left: 3px } .c { margin-left: revert }", 9),
  ("p { margin-left: 3px } .c { margin-left: revert-layer }", 9),
  ("@layer a { p { margin-left: 3px } } .c { margin-left: revert-layer }", 3),
  ("@layer a { p { margin-left: 3px } } p { margin-left: 4px } .c { margin-left: revert-layer }", 3),
  ("@layer a { p { margin-left: 3px } } @layer b { p { margin-left: revert-layer } }", 3),
  ("@layer a { p { margin-left: 3px } } @layer b { p { margin-left: revert } }", 9),
  (
    """
    @layer a { p { margin-left: revert-layer !important; margin-left: 3px } } \
    @layer b { p { margin-left: 5px } }
    """,
    5
  ),
  ("@layer a { p { margin-left: 3px } } @layer b { p { margin: revert-layer } }", 3),
  ("p { margin-left: 3px } p { all: initial }", 0),
  ("#p { margin-left: 7px } p { all: inherit }", 7),
  ("p { all: initial; margin-left: 2px }", 2),
  ("p { margin-left: INHERIT }", 0),
]

@Test(arguments: orders)
func theStrongestDeclarationWins(_ css: String, _ expected: Double) {
  #expect(margin(css, userAgent: "p { margin-left: 9px }") == expected)
}

@Test func styleAttributesBeatRulesOfTheirImportance() {
  let html =
    "<html><body><p id=\"x\" style=\"margin-left: 5px; padding-left: 5px !important\"></p></body></html>"
  let style = styles(
    """
    #x#x { margin-left: 1px; padding-left: 1px !important }
    @layer a { #x { padding-left: 2px !important } }
    """, html)("x")
  #expect(style.box.margin.left == .length(.points(5)))
  #expect(style.box.padding.left == .points(5))
  #expect(margin("#x { margin-left: 1px !important }", html: html) == 1)
  #expect(
    margin(
      "#x { margin-left: 1px }",
      html: "<html><body><p id=\"x\" style=\"margin-left: 5px; margin-left: revert-layer\"></p></body></html>"
    ) == 1)
}

@Test func userAgentImportanceBeatsAll() {
  #expect(margin("#x { margin-left: 1px !important }", userAgent: "p { margin-left: 9px !important }") == 9)
  #expect(margin("", userAgent: "p { margin-left: 9px }") == 9)
  #expect(margin("* { margin-left: 1px }", userAgent: "#x { margin-left: 9px }") == 1)
}

@Test func inheritedPropertiesComeFromTheParent() {
  let style = styles(
    """
    #p { color: red; font-size: 30px; line-height: 1.5; padding: 3px; text-align: center; visibility: hidden }
    """,
    page)("x")
  #expect(style.text.color == SRGBColor(hex: 0xFF0000))
  #expect(style.text.fontSize == 30)
  #expect(style.text.lineHeightInPoints == 45)
  #expect(style.text.textAlign == .center)
  #expect(style.text.visibility == .hidden)
  #expect(style.box.padding.left == .zero)
}

@Test func textNodesHaveTheStyleOfTheirParent() {
  let document = document("<html><body><p id=\"x\">text</p></body></html>")
  let sheet = RuleSet(StyleSheet.parse(Source(path: "", text: "p { color: blue }")))
  let styled = Stylist(author: [sheet], environment: MediaEnvironment(width: 1, height: 1)).styles(
    of: document)
  for node in document.nodes(in: document.root) where document[node].text != nil {
    #expect(styled[node].text.color == SRGBColor(hex: 0x0000FF))
  }
}

private let fontSizes: [(String, Double)] = [
  ("font-size: 2em", 40), ("font-size: 50%", 10), ("font-size: 2rem", 20), ("font-size: 12pt", 16),
  ("font-size: calc(1em + 2px)", 22), ("font-size: min(2em, 30px)", 30), ("font-size: medium", 16),
  ("font-size: xx-large", 32), ("font-size: larger", 24), ("font-size: -3px", 20), ("font-size: 18", 20),
  ("font-size: calc(1px - 2px)", 0), ("font-size: initial", 16), ("font-size: inherit", 20),
  ("font-size: 10vw", 40),
]

@Test(arguments: fontSizes)
func fontSizesAreRelativeToTheParent(_ text: String, _ expected: Double) {
  #expect(abs(computed(text).text.fontSize - expected) < 1e-9)
}

@Test func rootFontSizeIsRelativeToTheInitialOne() {
  func root(_ size: String) -> Double {
    styles("html { font-size: \(size); margin-left: 1rem }", "<html id=\"x\"></html>")("x").text.fontSize
  }
  #expect(root("2rem") == 32)
  #expect(root("125%") == 20)
  #expect(margin("html { font-size: 20px } p { margin-left: 1rem }") == 20)
}

@Test func widthsOfLinesNeedAStyle() {
  #expect(computed("border: 4px").border.widths.left == 0)
  #expect(computed("border: solid").border.widths.left == 3)
  #expect(computed("border: thick hidden").border.widths.left == 0)
  #expect(computed("border: thin solid; border-style: initial").border.widths.left == 0)
  #expect(computed("border-left-width: 2em; border-left-style: dotted").border.widths.left == 40)
  #expect(computed("border-left: inherit", parent: "border-left: 5px solid").border.widths.left == 5)
  #expect(
    computed("border-left-width: inherit; border-left-style: solid", parent: "border-left: 5px none").border
      .widths.left == 0)
  #expect(computed("border-inline-start: 5px solid").border.widths.left == 5)
}

@Test(arguments: [("37.8px", 37), ("1.2px", 1), ("0.5px", 0.5), ("thin", 1)])
func widthsOfLinesAreWholePixels(_ width: String, _ expected: Double) {
  #expect(computed("border: \(width) solid; outline: \(width) solid").border.widths.top == expected)
  #expect(computed("border: \(width) solid; outline: \(width) solid").border.outlineWidth == expected)
}

/// An element in a parent with other fonts: text in `monospace` alone is smaller unless its size is absolute.
@Test(arguments: [
  ("", "font-family: monospace", 13), ("", "font-family: monospace, monospace", 16),
  ("", "font-family: 'DejaVu Sans Mono'", 16), ("", "font-family: Monospace; font-size: large", 16),
  ("", "font: 2em monospace", 26), ("", "font: 20px monospace", 20),
  ("font: 20px serif", "font-family: monospace", 20), ("font-family: monospace", "font-family: serif", 16),
  ("font-family: monospace", "font-size: 2em", 26), ("font: 150% serif", "font-family: monospace", 19.5),
  ("font: 150% monospace", "font-family: serif", 24), ("font-family: monospace", "font-size: inherit", 13),
])
func monospaceHasASizeOfItsOwn(_ parent: String, _ own: String, _ expected: Double) {
  let sheet = "html { font-size: medium } body { \(parent) } p { \(own) }"
  #expect(abs(styles(sheet, "<html><body><p id=x></p></body></html>")("x").text.fontSize - expected) < 1e-9)
}

/// Lengths relative to the font of the element, or of its parent while `font-size` is computed.
@Test(arguments: [
  ("font: 16px 'DejaVu Sans'; margin-left: 1ex", 9), ("font: 16px serif; margin-left: 1ex", 9),
  ("font: 100px 'DejaVu Sans'; margin-left: 1ex", 55), ("font: 100px serif; margin-left: 1ex", 52),
  ("font: 1024px monospace; margin-left: 1ch", 616.5), ("font: 1024px serif; margin-left: 1ch", 651.5),
  ("font: bold 1024px serif; margin-left: 1ch", 712.5),
])
func lengthsFollowTheFont(_ style: String, _ expected: Double) {
  #expect(computed(style).box.margin.left == .length(.points(expected)))
}

private let displays: [(String, String, Display)] = [
  ("display: inline", "", .inline), ("display: inline; position: absolute", "", .block),
  ("display: inline-flex; float: left", "", .flex), ("display: inline", "display: flex", .block),
  ("display: inline-grid", "display: grid", .grid),
  ("display: inline-block; position: relative", "", .inlineBlock),
  ("display: none; position: absolute", "", .none), ("display: contents", "display: flex", .contents),
  ("display: block flex", "", .flex), ("display: inline flow-root", "", .inlineBlock),
]

@Test(arguments: displays)
func displayIsBlockifiedWhereItMust(_ own: String, _ parent: String, _ expected: Display) {
  #expect(computed(own, parent: parent).box.display == expected)
}

@Test func contentsHandOnWhatTheirParentDoesToChildren() {
  let html = "<html><body id=\"b\"><p id=\"p\"><i id=\"x\"></i></p></body></html>"
  #expect(styles("#b { display: flex } #p { display: contents }", html)("x").box.display == .block)
  #expect(styles("#p { display: contents }", html)("x").box.display == .inline)
  #expect(styles("html { display: contents }", "<html id=\"x\"></html>")("x").box.display == .block)
}

@Test func otherValuesThatHangOnEachOther() {
  #expect(computed("float: left; position: absolute").box.float == .none)
  #expect(computed("overflow: visible hidden").box.overflowX == .auto)
  #expect(computed("overflow-x: clip; overflow-y: scroll").box.overflowX == .hidden)
  #expect(computed("color: currentcolor", parent: "color: red").text.color == SRGBColor(hex: 0xFF0000))
  #expect(computed("border-color: currentColor; color: red").border.colors.top == .current)
  #expect(computed("font-weight: bolder", parent: "font-weight: 600").text.fontWeight == 900)
  #expect(computed("line-height: 2em").text.lineHeight == .points(40))
  #expect(computed("text-align: match-parent", parent: "direction: rtl").text.textAlign == .right)
}

@Test func nativeDialectHasItsOwnInitialValues() {
  let style = computed("", dialect: .native)
  #expect(style.box.display == .flex && style.box.boxSizing == .borderBox && style.box.position == .relative)
  #expect(style.flex.direction == .column && style.flex.shrink == 0)
  #expect(style.flex.alignContent == Alignment(.flexStart) && style.flex.alignItems == Alignment(.stretch))
  #expect(computed("flex-direction: initial", dialect: .native).flex.direction == .column)
  #expect(
    computed("color: f00", parent: "color: 0f0", dialect: .native).text.color == SRGBColor(hex: 0xFF0000))
  #expect(computed("", parent: "color: 0f0", dialect: .native).text.color == SRGBColor(hex: 0x00FF00))
}

@Test func elementsAlikeShareOneStyle() {
  let rows = String(repeating: "<p class=\"c\"><b></b></p>", count: 100)
  let document = document("<html><body>\(rows)</body></html>")
  let sheet = RuleSet(StyleSheet.parse(Source(path: "", text: ".c { margin: 1px } b { color: red }")))
  let styled = Stylist(author: [sheet], environment: MediaEnvironment(width: 1, height: 1)).styles(
    of: document)
  #expect(styled.styles.count < 8)
}

@Test func anInspectorSeesWinnersAndLosers() throws {
  let text = "p { margin-left: 1px; color: red } .c { margin-inline-start: 2px } p { color: blue !important }"
  let document = document("<html><body><p id=\"x\" class=\"c\" style=\"color: green\"></p></body></html>")
  let sheet = RuleSet(StyleSheet.parse(Source(path: "a.css", text: text)))
  let stylist = Stylist(author: [sheet], environment: MediaEnvironment(width: 1, height: 1))
  let node = try #require(document.nodes(in: document.root).first { document[$0].element?.id == "x" })
  let traced = stylist.declarations(of: node, in: document)
  let source = Source(path: "a.css", text: text)
  #expect(
    traced.map { "\($0.path == nil ? "style" : source.text(in: $0.declaration.range)) \($0.wins)" } == [
      "color: blue !important true", "style false", "margin-inline-start: 2px true", "color: red false",
      "margin-left: 1px false",
    ])
}
