import HybridJSON
import HybridTestSupport
import Testing

@testable import HybridLayout
@testable import HybridRuntime

// MARK: Which element

@Test(
  arguments: [
    ("#", "'#' is not allowed here in a selector"),
    ("div >", "a selector must follow the combinator"),
    ("p:hovr", "did you mean ':hover'?"),
    ("#by", "did you mean '#buy'?"),
    ("#buy .titel", "no element of the page is '.titel'"),
    ("#buy .titel", "did you mean '.title'?"),
    (".buy", "did you mean '#buy'?"),
    ("buton", "did you mean 'button'?"),
    ("#buy > .title", "no element of the page matches '#buy > .title'"),
    ("#gone", "the template has one at page.html:3:1"),
    ("#buy::before", "'::before' is not an element"),
    ("p, #buy:after", "ask about the element that it belongs to"),
  ])
func selectorsThatLeadNowhereSayWhy(_ selector: String, _ message: String) throws {
  let page = try ExplainedPage("<button id=buy class=title>Buy</button>\n<p id=gone t:if=no>x</p>")
  #expect(page.failure(of: selector).contains(message))
}

@Test func aSelectorIsUnderlinedWhereItIsWrong() throws {
  let page = try ExplainedPage("<button id=buy>Buy</button>")
  #expect(
    page.failure(of: "body #by") == """
      --why:1:6: error: no element of the page is '#by' [usage.no-such-element]
      1 | body #by
        |      ^~~
        = hint: did you mean '#buy'?
      """)
}

@Test func ofSeveralTheFirstShownOneIsExplained() throws {
  let page = try ExplainedPage("<p hidden>a</p><p>b</p><p id=c>c</p>")
  let explanation = try page.explanation(of: "p")
  #expect(explanation.matches == 3 && explanation.match == 2)
  #expect(explanation.text.contains("\n  number 2 of 3 elements that match 'p'\n"))
  #expect(try !page.explanation(of: "#c").text.contains("number"))
}

// MARK: No box

@Test(
  arguments: [
    ("#a", "p#a  no box: it is not displayed\n  display: none  page.css:2:6\n  page.html:2:1\n"),
    (
      "#b b",
      """
      b  no box: div#b around it is not displayed\n  div#b { \
      display: none }  page.css:2:27\n  page.html:2:23\n
      """
    ),
    (
      "#c",
      """
      div#c  no box: its children are laid out in its place\n  display:contents  page.html:2:54\n  \
      page.html:2:37\n
      """
    ),
    ("head", "head  no box: it is not displayed\n  display: none  user-agent sheet\n  page.html:1:1\n"),
    ("option", "option  no box: select shows its own content instead of its children\n"),
  ])
func anElementWithoutBoxSaysWhichDeclarationDidIt(_ selector: String, _ text: String) throws {
  let page = try ExplainedPage(
    """
    <p id=a></p><div id=b><b>x</b></div><div id=c style='display:contents'>x</div><select><option>x</select>
    """,
    css: "p { margin: 0 }\n#a { display: none } #b { display: none }")
  let explanation = try page.explanation(of: selector)
  #expect(explanation.text.contains(text.dropLast()), "\(explanation.text)")
  #expect(explanation.json?["noBox"]?.string != nil && explanation.json?["frame"] == nil)
}

// MARK: Declarations

/// The row of a step on the width of `#a`.
private func row(_ fact: SizeFact, _ html: String, css: String = "", data: String = "{}") throws -> [String] {
  let page = try ExplainedPage(html, css: css, data: data)
  return try page.explanation(of: "#a") { explanation, _ in explanation.width = [.init(fact, 50)] }
    .rows("width")
}

private let specified = SizeFact.specified(UsedLength(.points(50)))
private let padded = SizeFact.specified(UsedLength(.points(50), insets: 8))
private let stretched = SizeFact.filled(
  .init(.flexLine(UsedAlignment(.alignItems, Alignment(.normal))), room: 50, margins: 0))

@Test(
  arguments: [
    // A rule, a style attribute, a shorthand, nobody.
    (specified, "<p id=a>x</p>", "p {\n  width: 50px\n}", "{}", ["width  50  width: 50px  page.css:2:3"]),
    (
      specified, "<p id=a style=\"margin: 0; width:50px\">", "", "{}",
      ["width  50  width:50px  page.html:2:27"]
    ),
    (specified, "<p id=a>x</p>", "", "{}", ["width  50  width: auto  initial value"]),
    (
      .inflexible(.factorIsZero(freeSpace: 9)), "<p id=a>x</p>", "p { flex: 0 0\n  auto }", "{}",
      ["not grown  50  9 of the line are free  flex: 0 0 auto  page.css:1:5"]
    ),
    // Data replaces the attribute's text: the location is that of the attribute.
    (
      specified, "<p id=a style=\"color: {{ c }}; width: 50px\">", "", #"{"c": "red"}"#,
      ["width  50  width: 50px  page.html:2:16"]
    ),
    (specified, "<p id=a style='width: 50px&#59;'>", "", "{}", ["width  50  width: 50px  page.html:2:16"]),
    // A shorthand that sets both sides is listed once; zero values are not listed.
    (
      padded, "<p id=a>x</p>", "p { width: 50px; padding: 4px; border: 0 solid }", "{}",
      [
        "width  50  50 + 8 padding and border  width: 50px  page.css:1:5", "padding: 4px  page.css:1:18",
      ]
    ),
    (
      padded, "<p id=a>x</p>", "p { width: 50px; padding-left: 3px; padding-inline-end: 5px }", "{}",
      [
        "width  50  50 + 8 padding and border  width: 50px  page.css:1:5",
        "padding-left: 3px  page.css:1:18", "padding-inline-end: 5px  page.css:1:37",
      ]
    ),
    // Of the container, with its name.
    (
      stretched, "<div class=bar><p id=a>x</p></div>", ".bar { display: flex; align-items: normal }", "{}",
      [
        "stretched  50  to its line: 50  div.bar { align-items: normal }  page.css:1:23",
        "width: auto  initial value",
      ]
    ),
    // Values of the user agent, and of the element itself.
    (
      .aspectRatio(1, from: 50), "<p id=a>x</p>", "p { aspect-ratio: 1 / 1 !important }", "{}",
      ["aspect ratio  50  height 50 × 1  aspect-ratio: 1 / 1 !important  page.css:1:5"]
    ),
    // Text has the size of its inherited font.
    (
      .content(.measured(width: 50)), "<p id=a>x</p>", "body { font-size: 20px }", "{}",
      [
        "content  50  1 line of text, 50 wide  width: auto  initial value",
        "body { font-size: 20px }  inherited, page.css:1:8",
      ]
    ),
    (
      .content(.measured(width: 50)), "<img id=a width=50>", "", "{}",
      [
        "content  50  a picture of 50 × 50, 50 wide  width=\"50\"  page.html:2:11",
        "width=\"50\"  page.html:2:11",
      ]
    ),
  ] as [(SizeFact, String, String, String, [String])])
func stepsNameTheirDeclarations(
  _ fact: SizeFact, _ html: String, _ css: String, _ data: String, _ rows: [String]
) throws {
  let found = try row(fact, html, css: css, data: data)
  #expect(found == rows)
}

@Test func aLongDeclarationIsCut() throws {
  let long = "calc(" + Array(repeating: "1px", count: 40).joined(separator: " + ") + ")"
  let row = try row(specified, "<p id=a>x</p>", css: "p { width: \(long) }")
  #expect(row.first?.contains("… ") == true && (row.first?.count ?? 0) < 100)
}

@Test func hostileNamesDoNotDriveTheTerminal() throws {
  let page = try ExplainedPage("<p id='a\u{1B}[2J'>x</p>")
  #expect(try page.explanation(of: "p").text.hasPrefix("p#a␛[2J  "))
}

@Test func anAnonymousBoxIsNamedByTheElementAroundIt() throws {
  let page = try ExplainedPage("<button style='width: 200px; height: 80px'><p id=a>x</p></button>")
  let explanation = try page.answer(about: "#a")
  #expect(explanation.text.contains("block in a box in button; ("))
  #expect(explanation.rows("width").first == "available  184, the content box of a box in button")
}

// MARK: In lines

@Test func anInlineElementIsAsLargeAsItsText() throws {
  let page = try ExplainedPage(
    "<p id=p>One <b id=b>two</b></p>", css: "p { text-align: center; font-size: 20px } b { width: 300px }")
  let explanation = try page.explanation(of: "#b")
  #expect(explanation.text.contains("\n  inline element in the lines of p#p; ("))
  #expect(
    explanation.rows("width").first
      == "width  has no effect on an inline element  width: 300px  page.css:1:47")
  #expect(explanation.rows("width").contains { $0.contains("p#p { font-size: 20px }") })
  #expect(explanation.rows("x").first?.contains("line 1 of 1 in p#p") == true)
  #expect(explanation.rows("x").first?.hasSuffix("p#p { text-align: center }  page.css:1:5") == true)
}

@Test func aBoxInALineHasItsSizeFromLayoutAndItsPlaceFromTheLine() throws {
  let page = try ExplainedPage(
    "<p id=p>One <i id=s style='display:inline-block;width:50px'>two</i></p>")
  let explanation = try page.explanation(of: "#s") { explanation, _ in
    explanation.width = [.init(.available(304, .viewport)), .init(specified, 50)]
  }
  #expect(explanation.text.contains("\n  box in the lines of p#p; ("))
  #expect(explanation.rows("width").first == "available  304, the lines of p#p")
  #expect(explanation.rows("x").first?.contains("line 1 of 1 in p#p") == true)
}

// MARK: The whole

/// A button that has shrunk in a bar: every section, in columns.
@Test func anExplanationIsATextInColumns() throws {
  let page = try ExplainedPage(
    "<div class=bar>\n  <span class=total>Total</span>\n  <button id=buy>Buy</button>\n</div>",
    css: """
      .bar { display: flex; gap: 8px; padding: 0 8px; width: 240px }
      #buy { width: 50%; height: 100%; margin-left: auto }
      """)
  let explanation = try page.explanation(of: "#buy") { explanation, tree in
    explanation.role = .flexItem(.row, line: 0, lines: 1)
    let first = explanation.container.map { tree.children(of: $0)[0] } ?? LayoutNodeID(index: 0)
    explanation.width = [
      .init(.available(240, .contentBox)),
      .init(.flexBaseSize(.mainSize(UsedLength(.percent(50), of: 240))), 120),
      .init(
        .flexed(.init(amount: -36, factor: 1, weight: 120, totalWeight: 240, freeSpace: -72, sharing: 2)),
        84),
      .init(.clamped(.init(isMinimum: true, .automatic(content: 84, specified: nil))), 84),
    ]
    explanation.height = [
      .init(.available(nil, .contentBox)), .init(.percentageOfIndefinite(.percent(100))),
      .init(
        .filled(.init(.flexLine(UsedAlignment(.alignItems, Alignment(.normal))), room: 44, margins: 0)), 44),
    ]
    explanation.x = [
      .init(.contentEdge(.left), 8),
      .init(.preceding(.init(count: 1, nearest: first, extent: 112, gaps: 8)), 128),
      .init(.autoMargins([.left], freeSpace: 28.25), 156.25),
    ]
    explanation.y = [
      .init(.contentEdge(.top), 0),
      .init(.aligned(UsedAlignment(.alignItems, Alignment(.normal)), freeSpace: 0), 0),
    ]
  }
  let lines = explanation.text.split(separator: "\n", omittingEmptySubsequences: false)
  // The frame is that of the real engine, but the steps are not, so only the steps are compared.
  try expectGolden(
    lines.dropFirst(2).map { $0.hasPrefix("  ") ? $0 : $0.prefix { $0 != " " } }
      .joined(separator: "\n"), "Golden/why.txt", in: folderOfTests())

  let json = try #require(explanation.json)
  #expect(json["element"]?.string == "button#buy" && json["container"]?.string == "div.bar")
  let step = json["width"]?[2]
  #expect(step?["step"]?.string == "flexed" && step?["value"]?.number == 84)
  #expect(step?["facts"]?["freeSpace"]?.number == -72)
  #expect(step?["declarations"]?[0]?["origin"]?.string == "initial")
  let basis = json["width"]?[1]?["declarations"]?[0]
  #expect(basis?["source"]?.string == "page.css:2:8" && basis?["selector"]?.string == "#buy")
  #expect(json["x"]?[1]?["declarations"]?[0]?["element"]?.string == "div.bar")
}
