import HybridDOM
import HybridSource
import HybridTestSupport
import Testing

@testable import HybridCSS

/// An inspector's listing for `#x`, strongest block first: `.c 0,1,0 { margin: 0; -color: red- }`. Text
/// between two dashes is overridden; a partly overridden shorthand is followed by the overridden longhands in
/// brackets.
private func listing(
  _ css: String, html: String = "<html><body><div id=\"p\"><p id=\"x\" class=\"c\"></p></div></body></html>",
  userAgent: String = "", scope: String? = nil, dialect: Dialect = .standard, override: String? = nil,
  inherited: Bool = false
) throws -> [String] {
  let document = document(html)
  let sheets = ["ua.css": userAgent, "a.css": css]
  func ruleSet(_ path: String, scope: String? = nil) -> RuleSet {
    RuleSet(
      StyleSheet.parse(Source(path: path, text: sheets[path] ?? ""), dialect: dialect), scope: scope)
  }
  let stylist = Stylist(
    userAgent: [ruleSet("ua.css")], author: [ruleSet("a.css", scope: scope)],
    environment: MediaEnvironment(width: 300, height: 400), dialect: dialect)
  let node = try #require(document.nodes(in: document.root).first { document[$0].element?.id == "x" })
  let overrides = override.map { [node: $0] } ?? [:]
  let live = LiveStyles(stylist, document, overrides: overrides)
  var trace = StyleTrace(stylist, document, styles: live.styled, overrides: overrides)
  func words(_ block: TracedBlock, at element: NodeID) -> String {
    var words: [String] = []
    let text: (Range<Int>) -> String
    switch block.place {
    case .override:
      words = ["override"]
      text = { Source(path: "", text: override ?? "").text(in: $0) }
    case .attribute(let name):
      words = ["[\(name)]"]
      text = { Source(path: "", text: document[element].element?[name] ?? "").text(in: $0) }
    case .rule(let path, let selectors):
      let source = Source(path: path, text: sheets[path] ?? "")
      words = [source.text(in: selectors)]
      text = { source.text(in: $0) }
    }
    if let specificity = block.specificity {
      words.append("\(specificity.ids),\(specificity.classes),\(specificity.types)")
    }
    if let layer = block.layer { words.append("@layer \(layer)") }
    words += block.media.map { "@media \($0)" }
    if let scope = block.scope { words.append("in \(scope)") }
    let declarations = block.declarations.map { written in
      let lost = written.longhands.filter { $0.overriddenBy != nil }
      let text = text(written.range)
      if written.isOverridden { return "-\(text)-" }
      return lost.isEmpty ? text : text + " (" + lost.map { "-\($0.property)-" }.joined(separator: " ") + ")"
    }
    return "\(words.joined(separator: " ")) { \(declarations.joined(separator: "; ")) }"
  }
  guard inherited else { return trace.blocks(of: node).map { words($0, at: node) } }
  return trace.inheritedBlocks(of: node).flatMap { element, blocks in
    blocks.map { "\(document[element].element?.id ?? "?"): \(words($0, at: element))" }
  }
}

extension PropertyDeclaration.Property: CustomStringConvertible {
  /// The CSS text.
  public var description: String {
    switch self {
    case .custom(let name): name
    case .longhand(let property): property.name
    }
  }
}

@Suite struct TracedBlockTests {
  @Test(
    arguments: [
      // CSS Cascade 5 §6.1: specificity, then order.
      (
        "p { color: red } .c { color: blue } p { color: green }",
        [".c 0,1,0 { color: blue }", "p 0,0,1 { -color: green- }", "p 0,0,1 { -color: red- }"]
      ),
      // Of several selectors, the most specific match counts.
      ("p, .c, #y { width: 1px }", ["p, .c, #y 0,1,0 { width: 1px }"]),
      // A rule keeps its position even if one of its declarations is important.
      (
        "p { color: red !important; width: 1px } .c { color: blue; width: 2px }",
        [".c 0,1,0 { -color: blue-; width: 2px }", "p 0,0,1 { color: red !important; -width: 1px- }"]
      ),
      // §6.4.3: what is in no layer wins, then the later layer; with importance it is the other way round.
      (
        "@layer a, b.in; @layer b.in { p { width: 3px } } @layer a { .c { width: 2px } } p { width: 1px }",
        [
          "p 0,0,1 { width: 1px }", "p 0,0,1 @layer b.in { -width: 3px- }",
          ".c 0,1,0 @layer a { -width: 2px- }",
        ]
      ),
      (
        """
        @layer a { p { width: 3px !important } } @layer { p { width: 2px !important } } \
        p { width: 1px !important }
        """,
        [
          "p 0,0,1 { -width: 1px !important- }", "p 0,0,1 @layer (anonymous) { -width: 2px !important- }",
          "p 0,0,1 @layer a { width: 3px !important }",
        ]
      ),
      // A shorthand is listed once.
      (
        "p { margin: 1px 2px; padding: 0 } .c { margin-left: 5px } #x { padding: 3px }",
        [
          "#x 1,0,0 { padding: 3px }", ".c 0,1,0 { margin-left: 5px }",
          "p 0,0,1 { margin: 1px 2px (-margin-left-); -padding: 0- }",
        ]
      ),
      // A later declaration of the same rule.
      ("p { width: 1px; width: 2px }", ["p 0,0,1 { -width: 1px-; width: 2px }"]),
      // Logical properties are listed as the physical ones they map to.
      (
        "p { margin-inline-start: 4px } .c { margin-left: 1px }",
        [".c 0,1,0 { margin-left: 1px }", "p 0,0,1 { -margin-inline-start: 4px- }"]
      ),
      // Media conditions as written, outer ones first; those that do not match are absent.
      (
        """
        @media (min-width: 200px) { @media screen and (max-height:500px) { p { width: 1px } } } \
        @media print { p { width: 2px } }
        """,
        ["p 0,0,1 @media (min-width: 200px) @media screen and (max-height:500px) { width: 1px }"]
      ),
      ("p { width: var(--w, 3px); --w: 4px }", ["p 0,0,1 { width: var(--w, 3px); --w: 4px }"]),
      // Nesting: selectors as written.
      (
        "#p { & > .c { width: 1px } .c { width: 2px } }",
        [".c 1,1,0 { width: 2px }", "& > .c 1,1,0 { -width: 1px- }"]
      ),
      // Invalid declarations are dropped.
      ("p { width: 1pxx; colr: red; height: 2px }", ["p 0,0,1 { height: 2px }"]),
      (
        "p { all: unset } .c { width: 1px }", [".c 0,1,0 { width: 1px }", "p 0,0,1 { all: unset (-width-) }"]
      ),
      ("", []), ("div { width: 1px }", []),
    ] as [(String, [String])])
  func rulesAreListedByTheCascade(_ css: String, _ expected: [String]) throws {
    #expect(try listing(css) == expected)
  }

  @Test func attributesStandAboveOrBelowTheRulesOfTheirDialect() throws {
    let html =
      """
      <html><body><p id="x" class="c" align="center" style="width: 1px; text-align: left"></p></body></html>
      """
    #expect(
      try listing("p { width: 2px }", html: html, userAgent: "p { display: block; text-align: right }") == [
        "[style] { width: 1px; text-align: left }", "p 0,0,1 { -width: 2px- }", "[align] { -center- }",
        "p 0,0,1 { display: block; -text-align: right- }",
      ])
    let native =
      "<html><body><label id=\"x\" fontSize=\"20\" style=\"font-size: 10px\"></label></body></html>"
    #expect(
      try listing("label { font-size: 5px }", html: native, dialect: .native).map { $0.lowercased() } == [
        "[fontsize] { 20 }", "[style] { -font-size: 10px- }", "label 0,0,1 { -font-size: 5px- }",
      ])
  }

  @Test func whatIsTriedBeatsAllOfTheAuthor() throws {
    let html =
      "<html><body><p id=\"x\" style=\"width: 1px !important; color: red !important\"></p></body></html>"
    #expect(
      try listing(
        "p { height: 1px !important }", html: html,
        override: "width: 2px !important; height: 3px; color: blue; --a: 1;") == [
          "override { width: 2px !important; -height: 3px-; -color: blue-; --a: 1 }",
          "[style] { -width: 1px !important-; color: red !important }",
          "p 0,0,1 { height: 1px !important }",
        ])
  }

  @Test func componentsTellWhoseSheetItIs() throws {
    let html =
      "<html><body><card t:host=\"Card\" id=\"h\"><p id=\"x\" t:scope=\"Card\"></p></card></body></html>"
    #expect(try listing("p { width: 1px }", html: html, scope: "Card") == ["p 0,0,1 in Card { width: 1px }"])
  }

  @Test(
    arguments: [
      ("#p { color: red; width: 1px }", ["p: #p 1,0,0 { color: red }"]),
      // The nearer element wins; so does the element itself.
      (
        "body { color: red; font: 12px x } #p { color: blue }",
        ["p: #p 1,0,0 { color: blue }", "?: body 0,0,1 { -color: red-; font: 12px x }"]
      ),
      ("#p { color: red } p { color: inherit }", ["p: #p 1,0,0 { -color: red- }"]),
      (
        "html { --a: 1; --b: 2 } #p { --a: 3 }",
        ["p: #p 1,0,0 { --a: 3 }", "?: html 0,0,1 { -- }"]
      ),
      // Within the ancestor as well.
      (
        "div { color: red } #p { color: blue }",
        ["p: #p 1,0,0 { color: blue }", "p: div 0,0,1 { -color: red- }"]
      ),
    ] as [(String, [String])])
  func whatIsInheritedComesFromTheNearestElement(_ css: String, _ expected: [String]) throws {
    // Custom properties are overridden one by one.
    let expected = expected.map { $0.replacing("{ -- }", with: "{ ---a: 1-; --b: 2 }") }
    #expect(try listing(css, inherited: true) == expected)
  }

  @Test func eachOverriddenDeclarationSaysByWhichItIs() throws {
    let document = document("<html><body id=\"b\"><p id=\"x\"></p></body></html>")
    let css = "p { color: red } #x { color: blue } body { color: green }"
    let stylist = Stylist(
      author: [RuleSet(StyleSheet.parse(Source(path: "a.css", text: css)))],
      environment: MediaEnvironment(width: 1, height: 1))
    let node = try #require(document.nodes(in: document.root).first { document[$0].element?.id == "x" })
    var trace = StyleTrace(stylist, document, styles: stylist.styles(of: document))
    let own = trace.blocks(of: node)
    let winner = TracedReference(element: node, declaration: own[0].declarations[0].number)
    #expect(own[1].declarations[0].longhands[0].overriddenBy == winner)
    #expect(
      trace.inheritedBlocks(of: node)[0].blocks[0].declarations[0].longhands[0].overriddenBy == winner)
  }
}

@Suite struct StyleOverrideTests {
  @Test(arguments: [
    ("color", "red", "color: red;"), ("COLOR", " red ", "color: red;"),
    ("color", "red !important", "color: red !important;"),
    ("--Ab", "{ a; b }", "--Ab: { a; b };"), ("margin", "0 auto", "margin: 0 auto;"),
    ("width", "calc(1px + (2px", "width: calc(1px + (2px));"),  // brackets are closed
    ("width", "var(--x, 1px)", "width: var(--x, 1px);"), ("content", "\"a;b", "content: \"a;b\";"),
    ("all", "unset", "all: unset;"), ("width", "1px/* comment */", "width: 1px;"),
  ])
  func aDeclarationIsTakenAsTheParserReadsIt(_ property: String, _ value: String, _ text: String) throws {
    var override = StyleOverride()
    try override.set(property, to: value, isImportant: false, dialect: .standard)
    #expect(override.text == text)
  }

  @Test(arguments: [
    ("colr", "red", "css.unknown-property"), ("color", "rot", "css.invalid-value"),
    ("color", "", "css.invalid-value"), ("width", "1pxx", "css.unknown-unit"),
    ("color", "red; width: 1px", "css.invalid-declaration"), ("--a", "1; --b: 2", "css.invalid-declaration"),
    ("color: red; width", "1px", "css.invalid-declaration"), ("", "red", "css.invalid-declaration"),
    ("color ", "red", "css.invalid-declaration"), ("a{b", "red", "css.invalid-declaration"),
    ("color", "red } p { color: blue", "css.invalid-declaration"), ("color", ")", "css.invalid-value"),
    ("-moz-color", "red", "css.invalid-declaration"), ("margin-horizontal", "1px", "css.native-property"),
    ("--", "1", "css.unknown-property"), ("color", "\u{0}", "css.invalid-value"),
    ("color", LongText(repeating: "(", count: 5_000), nil),
    (LongText(repeating: "x", count: 50_000), "1", "css.unknown-property"),
  ])
  func whatIsNoDeclarationChangesNothing(_ property: LongText, _ value: LongText, _ code: String?) throws {
    var override = StyleOverride()
    try override.set("height", to: "1px", isImportant: true, dialect: .standard)
    let before = override
    let fault = #expect(throws: StyleOverrideFault.self) {
      try override.set(property.text, to: value.text, isImportant: false, dialect: .standard)
    }
    if let code { #expect(fault?.diagnostic.code == code, "\(String(describing: fault))") }
    #expect(override == before)
  }

  @Test func aPropertyIsSetOnceAndTheLastOneStandsLast() throws {
    var override = StyleOverride()
    for (name, value) in [("margin-left", "1px"), ("margin", "2px"), ("MARGIN-LEFT", "3px")] {
      try override.set(name, to: value, isImportant: true, dialect: .standard)
    }
    #expect(override.text == "margin: 2px !important; margin-left: 3px !important;")
    #expect(override.remove("Margin") && !override.remove("width"))
    #expect(override.text == "margin-left: 3px !important;")
  }

  @Test func overridesRestyleWhatHangsOnThemAndAreTakenBack() throws {
    let document = document(
      "<html><body><div id=\"a\"><p id=\"b\"></p></div><div id=\"c\"></div></body></html>")
    let css = "div { color: red; --w: 1px } p { width: var(--w) }"
    let stylist = Stylist(
      author: [RuleSet(StyleSheet.parse(Source(path: "a.css", text: css)))],
      environment: MediaEnvironment(width: 1, height: 1))
    func node(_ id: String) throws -> NodeID {
      try #require(document.nodes(in: document.root).first { document[$0].element?.id == id })
    }
    let (a, b) = (try node("a"), try node("b"))
    var live = LiveStyles(stylist, document)
    let before = live.styled
    live.overrides[a] = "color: blue !important; --w: 7px;"
    let update = live.update(document, changes: StyleChanges(overrides: [a]))
    #expect(update.changed == [a, b] && update.matched == 2)
    #expect(live.styled[b].box.width == .length(.points(7)))
    #expect(live.styled[b].cssText(of: PropertyID(\.color)) == "rgb(0, 0, 255)")
    // A new computation gives the same result.
    let fresh = LiveStyles(stylist, document, overrides: live.overrides)
    for node in document.nodes(in: document.root) { #expect(fresh.styled[node] == live.styled[node]) }
    live.overrides = [:]
    _ = live.update(document, changes: StyleChanges(overrides: [a]))
    for node in document.nodes(in: document.root) { #expect(live.styled[node] == before[node]) }
  }
}

@Suite struct ComputedTextTests {
  /// Every property of every style has a text that reads back as the same value.
  @Test(arguments: [
    "", "text-shadow: 1px 2px 3px red, 0 0 #0008; font-style: italic; font-stretch: 75%; tab-size: 3",
    "list-style: square inside url(a.png); cursor: pointer; caret-color: red; accent-color: blue",
    "list-style-type: \"- \"; text-transform: uppercase; hyphens: auto; word-spacing: 2px",
    """
    background: linear-gradient(45deg, red, 20%, blue 80%), url("a b.png") 1px 25% / cover no-repeat, #123
    """,
    """
    background-image: repeating-radial-gradient(circle at 10px 20%, red 5px, #0000), conic-gradient(red, blue)
    """,
    "background-image: linear-gradient(to top right, red, blue), radial-gradient(3px 4px, red, blue)",
    "background-repeat: repeat no-repeat, space; background-clip: padding-box; background-attachment: fixed",
    "background-size: 10px auto, contain; background-position: right 3px bottom",
    "border-radius: 1px 2% / 3px 4px; outline: 2px dashed red; outline-offset: -1px",
    """
    box-shadow: inset 1px 2px 3px 4px red, 0 0 blue; opacity: .25; object-fit: cover; object-position: 1px 2%
    """,
    "transform: translate(1px, 50%) rotate(45deg) scale(2, .5) skew(1deg, 2deg) matrix(1, 2, 3, 4, 5, 6)",
    "transform-origin: 1px 2%; text-decoration: underline line-through wavy red 2px; text-overflow: ellipsis",
    "-webkit-line-clamp: 3; user-select: none; content: \"a\" counter(b); unicode-bidi: isolate",
    """
    transition: width 1s ease-in 20ms, color 2s steps(3, jump-none); \
    animation: a 1s 2s infinite alternate both
    """,
    "grid-template: [a] 1fr [b c] minmax(10px, auto) / repeat(2, 3px [x]) repeat(auto-fill, 10%)",
    """
    grid-template-areas: "a ." "a b"; grid-auto-columns: min-content fit-content(10%) 2fr; \
    transition-property: none
    """,
    "transition-timing-function: linear, ease, cubic-bezier(.1, .2, .3, .4), steps(2), linear(0, 1)",
  ])
  func computedValuesReadBackAsThemselves(_ css: String) throws {
    let document = document("<html><body><p id=\"x\"></p></body></html>")
    let node = try #require(document.nodes(in: document.root).first { document[$0].element?.id == "x" })
    func style(_ declarations: String) -> ComputedStyle {
      let sheet = StyleSheet.parse(Source(path: "a.css", text: "p { \(declarations) }"))
      #expect(
        sheet.diagnostics.allSatisfy { $0.code == "css.unsupported-property" }, "\(sheet.diagnostics)")
      let stylist = Stylist(author: [RuleSet(sheet)], environment: MediaEnvironment(width: 1, height: 1))
      return stylist.styles(of: document)[node]
    }
    let first = style(css)
    let properties = PropertyID.allCases.filter { !$0.isLogical }
    let texts = try properties.map { property in
      "\(property.name): \(try #require(first.cssText(of: property), "\(property)"))"
    }
    let again = style(texts.joined(separator: ";\n"))
    for property in properties {
      #expect(again.cssText(of: property) == first.cssText(of: property), "\(property)")
    }
  }
}
