import HybridGeometry
import Testing

@testable import HybridDrawing

private typealias Border = DisplayList.Border

/// The drawing without colours of items on a canvas of so many cells.
private func drawing(_ columns: Double, _ rows: Double, _ items: [DisplayList.Item]) -> String {
  TerminalDrawing().text(DisplayList(size: Size(width: columns * 8, height: rows * 16), items: items))
}

private func box(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ background: RGBA = .transparent,
  _ border: Border = .none, radius: Double = 0
) -> DisplayList.Item {
  ShopPage.box(x, y, width, height, background, border: border, radius: radius)
}

private func text(
  _ x: Double, _ y: Double, _ string: String, size: Double = 14, width: Double? = nil,
  _ alignment: RichText.Alignment = .start
) -> DisplayList.Item {
  ShopPage.text(x, y, string, ShopPage.style(size, .black), width: width, alignment)
}

private let thin = Border(width: 1, color: .black)

@Test func aPageIsReadAtAGlance() {
  #expect(
    TerminalDrawing().text(ShopPage.list) == """

        ‹ Shop            Teapot                 ▣
      ───────────────────────────────────────────────

        ╭─────────────────────────────────────────╮
        │┌(−20 % )╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┐│
        │╎                                       ╎│
        │╎                                       ╎│
        │╎                                       ╎│
        │╎          ▣ Cast iron teapot           ╎│
        │╎                                       ╎│
        │╎                                       ╎│
        │╎                                       ╎│
        │└╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┘│
        │                                         │
        │ Cast iron teapot                        │
        │                                         │
        │ Nambu, 0.8 l, with strainer             │
        │ ★★★★☆    4.2 (87)                       │
        │                                         │
        │ € 64.00     € 80.00                     │
        │                                         │
        │ │        Add to cart        │ │ ♥ 12  │ │
        │ ╰───────────────────────────╯ ╰───────╯ │
        ╰─────────────────────────────────────────╯

        ╭─────────────────────────────────────────╮
        │ Colour                            Black │
        ├─────────────────────────────────────────┤
        │                                         │
        │ Delivery                       2–3 days │
        ├─────────────────────────────────────────┤
        │ In stock                            Yes │
        ╰─────────────────────────────────────────╯

        Each pot is cast by hand in Iwate and
        enamelled inside. Rinse with hot water, dry
        at once, and it will outlive you.
      ───────────────────────────────────────────────
           ⌂           ⌕          ▤           ☺
          Home       Search       Cart       Profile

      """)
}

@Test(arguments: [
  (Border(width: 1, color: .black), 0.0, "┌───┐\n│   │\n└───┘\n"),
  (Border(width: 1, color: .black), 8, "╭───╮\n│   │\n╰───╯\n"),
  (Border(width: 2, color: .black), 0, "┏━━━┓\n┃   ┃\n┗━━━┛\n"),
  (Border(width: 2, color: .black), 8, "╭───╮\n│   │\n╰───╯\n"),
  (Border(width: 3, style: .double, color: .black), 0, "╔═══╗\n║   ║\n╚═══╝\n"),
  (Border(width: 1, style: .dashed, color: .black), 0, "┌╌╌╌┐\n╎   ╎\n└╌╌╌┘\n"),
  (Border(width: 2, style: .dotted, color: .black), 0, "┏┉┉┉┓\n┋   ┋\n┗┉┉┉┛\n"),
  (Border(width: 1, style: .none, color: .black), 0, ""),
  (Border(width: 1, color: .transparent), 0, ""),
])
private func bordersHaveTheirLook(_ border: Border, _ radius: Double, _ expected: String) {
  let result = drawing(5, 3, [box(0, 0, 40, 48, .transparent, border, radius: radius)])
  #expect(result == expected)
}

@Test func neighboursNeitherOverlapNorLeaveAGap() {
  // 100 points in three: 33.3 is 4.2 cells, so the middle box is one narrower.
  let items = (0..<3).map { box(Double($0) * 100 / 3, 0, 100 / 3, 48, .transparent, thin) }
  #expect(
    drawing(13, 3, items) == """
      ┌──┐┌──┐┌───┐
      │  ││  ││   │
      └──┘└──┘└───┘

      """)
}

@Test func separatorsJoinTheFrameRoundThem() {
  #expect(
    drawing(
      8, 5,
      [
        box(0, 0, 64, 80, .white, thin), ShopPage.bottomLine(1, 1, 62, 40, .white),
        text(8, 8, "one"), text(8, 46, "two"),
      ]) == """
        ┌──────┐
        │one   │
        ├──────┤
        │two   │
        └──────┘

        """)
}

@Test(arguments: [
  (0.0, 16.0, 4.0, "[   Buy   ]\n"),
  (0, 16, 8, "(   Buy   )\n"),
  (0, 32, 8, "│   Buy   │\n╰─────────╯\n"),
  (16, 32, 8, "\n│   Buy   │\n╰─────────╯\n"),
  (0, 48, 8, "╭─────────╮\n│   Buy   │\n╰─────────╯\n"),
])
func aBorderGivesWayToItsText(_ y: Double, _ height: Double, _ radius: Double, _ expected: String) {
  let items = [
    box(0, y, 88, height, .transparent, thin, radius: radius),
    ShopPage.centered(0, y, 88, height, "Buy", ShopPage.style(14, .black)),
  ]
  #expect(drawing(11, 4, items) == expected)
}

@Test func thinBoxesAreLines() {
  #expect(
    drawing(
      6, 3,
      [
        box(0, 8, 48, 1, .black), box(0, 22, 48, 4, .black), box(0, 22, 24, 4, RGBA(0, 0, 255)),
        box(20, 32, 1, 16, .black),
      ])
      == "──────\n━━━━━━\n  │\n")
}

@Test func aBoxOfOneLetterIsAMark() {
  #expect(
    drawing(
      12, 5,
      [
        box(0, 0, 16, 16, .transparent, thin, radius: 3), text(24, 0, "off"),
        box(0, 16, 16, 16, .transparent, thin, radius: 3),
        ShopPage.centered(0, 16, 16, 16, "✓", ShopPage.style(12)),
        text(24, 16, "on"), box(0, 32, 16, 16, .transparent, thin, radius: 8),
        box(0, 48, 16, 16, .black, radius: 8),
      ]) == "☐  off\n✓  on\n○\n●\n")
}

@Test func withoutColoursAFilledBoxHasAnOutline() {
  #expect(
    drawing(
      12, 5,
      [
        box(0, 0, 88, 48, .black, radius: 4),
        ShopPage.centered(0, 0, 88, 48, "Buy", ShopPage.style(14, .white)),
        box(0, 48, 56, 8, .black), box(64, 48, 32, 16, RGBA(240, 240, 240)),
      ]) == """
        ╭─────────╮
        │   Buy   │
        ╰─────────╯
        ━━━━━━━

        """)
}

@Test(arguments: [
  (RichText.Alignment.start, "abc\n"), (.center, "   abc\n"), (.end, "       abc\n"),
])
func textIsAligned(_ alignment: RichText.Alignment, _ expected: String) {
  #expect(drawing(10, 1, [text(0, 0, "abc", width: 80, alignment)]) == expected)
}

@Test func wideLettersTakeTwoColumns() {
  #expect(
    drawing(14, 3, [box(0, 0, 112, 48, .transparent, thin), text(8, 16, "漢字 👨‍👩‍👧 🇩🇪 x")]) == """
      ┌────────────┐
      │漢字 👨 🇩🇪 x│
      └────────────┘

      """)
}

@Test func marksStayOnTheirLetters() {
  #expect(drawing(10, 1, [text(0, 0, "e\u{301}te\u{301}")]) == "e\u{301}te\u{301}\n")
}

@Test func aClipCutsOff() {
  let clip = DisplayList.Item(.pushClip(Rect(x: 0, y: 0, width: 40, height: 32), .zero))
  #expect(
    drawing(
      10, 4,
      [
        clip, box(0, 0, 80, 64, .transparent, thin), text(8, 16, "long text here"), text(8, 40, "below"),
        DisplayList.Item(.popClip), text(0, 48, "after"),
      ]) == """
        ┌────
        │lon…

        after

        """)
}

@Test func whatIsPaintedLaterCoversWhatWasBefore() {
  #expect(
    drawing(
      12, 4,
      [
        text(0, 16, "background"), box(16, 0, 56, 64, .white, thin), text(24, 16, "hi"),
      ]) == """
          ┌─────┐
        ba│hi   │d
          │     │
          └─────┘

        """)
}

@Test func linesThatWouldShareARowMoveApart() {
  // Small print: 12 points a line, so four lines are three rows high.
  let items = (0..<4).map { text(0, Double($0) * 12, "line \($0)", size: 9) }
  #expect(drawing(10, 5, items) == "line 0\nline 1\nline 2\nline 3\n")
}

@Test func neighboursInARowAreKeptApart() {
  // Ten-point labels are narrower than their letters' cells.
  let items = [text(0, 0, "illicit", size: 8), text(28, 0, "fillip", size: 8), text(56, 0, "x", size: 8)]
  #expect(drawing(17, 1, items) == "illicit fillip x\n")
  #expect(drawing(13, 1, items) == "ill… fillip x\n")
}

@Test func smallPrintIsBrokenAnew() {
  let string = "fifteen little tiles fill in illicit little lists until still"
  #expect(
    drawing(20, 4, [text(0, 0, string, size: 9, width: 160)]) == """
      fifteen little tiles
      fill in illicit…

      """)
}

@Test func picturesAreLabelledBoxes() {
  #expect(
    drawing(16, 3, [ShopPage.image(0, 0, 128, 48, "Sea", radius: 8)]) == """
      ╭╌╌╌╌╌╌╌╌╌╌╌╌╌╌╮
      ╎    ▣ Sea     ╎
      ╰╌╌╌╌╌╌╌╌╌╌╌╌╌╌╯

      """)
  #expect(drawing(16, 1, [ShopPage.image(0, 0, 16, 16, "Sea")]) == "▣\n")
  let unnamed = DisplayList.Image(
    frame: Rect(x: 0, y: 0, width: 128, height: 16), source: "a/b/photo.jpg?w=100#x")
  #expect(drawing(16, 1, [DisplayList.Item(.image(unnamed))]) == "  ▣ photo.jpg\n")
}

@Test func textOverAPictureMovesItsLabel() {
  let items = [ShopPage.image(0, 0, 128, 64, "Sea"), text(16, 24, "Summer")]
  #expect(
    drawing(16, 4, items) == """
      ┌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┐
      ╎ Summer       ╎
      ╎    ▣ Sea     ╎
      └╌╌╌╌╌╌╌╌╌╌╌╌╌╌┘

      """)
}

@Test func boxesInTextKeepTheirPlace() {
  let style = ShopPage.style(14, .black)
  let image = InlineObject(id: 1, size: Size(width: 16, height: 16))
  let rich = RichText(runs: [.text("il ", style), .object(image), .text(" after", style)], style: style)
  let layout = TextMetrics.layout(rich, width: nil)
  let frame = Rect(x: 0, y: 0, width: layout.size.width, height: layout.size.height)
  #expect(
    drawing(
      12, 1,
      [
        DisplayList.Item(.text(DisplayList.Text(frame: frame, text: rich, layout: layout))),
        ShopPage.image(layout.lines[0].fragments[1].x, 0, 16, 16, ""),
      ]) == "il▣  after\n")
}

@Test func coloursAreSentOnceAndResetOnEveryLine() {
  var style = ShopPage.style(14, RGBA(255, 0, 0), bold: true)
  style.isUnderlined = true
  let list = DisplayList(
    size: Size(width: 48, height: 32),
    items: [box(0, 0, 24, 32, RGBA(0, 0, 255)), ShopPage.text(0, 0, "ab", style)])
  #expect(
    TerminalDrawing(colors: .trueColor).text(list)
      == """
      \u{1B}[1;4;38;2;255;0;0;48;2;0;0;255mab\u{1B}[0;48;2;0;0;255m \u{1B}[0m\n\u{1B}[48;2;0;0;255m   \
      \u{1B}[0m\n
      """
  )
  #expect(
    TerminalDrawing(colors: .palette).text(list)
      == "\u{1B}[1;4;38;5;196;48;5;21mab\u{1B}[0;48;5;21m \u{1B}[0m\n\u{1B}[48;5;21m   \u{1B}[0m\n")
}

@Test func blackOnNothingIsTheTerminalsOwnColour() {
  let list = DisplayList(size: Size(width: 48, height: 16), items: [text(0, 0, "ab")])
  #expect(TerminalDrawing(colors: .trueColor).text(list) == "ab\n")
}

@Test func translucentColoursAreMixed() {
  let list = DisplayList(
    size: Size(width: 8, height: 16), background: .white,
    items: [DisplayList.Item(.pushOpacity(0.5)), box(0, 0, 8, 16, .black), DisplayList.Item(.popOpacity)])
  #expect(TerminalDrawing(colors: .trueColor).text(list) == "\u{1B}[48;2;127;127;127m \u{1B}[0m\n")
}

@Test func filledBoxesHaveRoundCornersInColours() {
  let blue = RGBA(0, 0, 255)
  let list = DisplayList(size: Size(width: 32, height: 32), items: [box(0, 0, 32, 32, blue, radius: 8)])
  let characters = TerminalDrawing(colors: .trueColor).text(list).filter { "▟▙▜▛▐▌".contains($0) }
  #expect(characters == "▟▙▜▛")
  let pill = DisplayList(size: Size(width: 32, height: 16), items: [box(0, 0, 32, 16, blue, radius: 8)])
  #expect(TerminalDrawing(colors: .trueColor).text(pill).filter { "▟▙▜▛▐▌".contains($0) } == "▐▌")
}

@Test(arguments: [
  "\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{202E}evil\u{202C}", "\u{2066}\u{2069}\u{200E}\u{200F}\u{61C}",
  "\u{9B}2J\u{85}\u{7F}\0",
  "\u{E0001}\u{E0041}\u{FEFF}\u{2028}\u{2029}\r\n", "a" + String(repeating: "\u{300}", count: 1000),
])
func nothingInATextDrivesTheTerminal(_ hostile: String) {
  let list = DisplayList(
    size: Size(width: 320, height: 160),
    items: [
      text(0, 0, hostile), ShopPage.image(0, 32, 200, 64, hostile), text(0, 100, hostile, width: 30),
    ])
  for colors in [TerminalDrawing.Colors.none, .palette, .trueColor] {
    var result = TerminalDrawing(colors: colors).text(list)[...]
    // Only our own colour sequences may begin with an escape.
    while let start = result.firstIndex(of: "\u{1B}") {
      let end = result[start...].firstIndex(of: "m") ?? result.endIndex
      #expect(result[start..<end].dropFirst().allSatisfy { "[;0123456789".contains($0) })
      result.removeSubrange(start..<end)
    }
    for scalar in result.unicodeScalars where scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(
        ![.control, .format, .lineSeparator, .paragraphSeparator].contains(category), "\(scalar.value)")
    }
    #expect(result.utf8.count < 2000)
  }
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, -1])
func noPlaceIsTooOdd(_ value: Double) {
  for frame in [
    Rect(x: value, y: 0, width: 50, height: 50), Rect(x: 0, y: value, width: 50, height: 50),
    Rect(x: 0, y: 0, width: value, height: 50), Rect(x: 0, y: 0, width: 50, height: value),
    Rect(x: value, y: value, width: value, height: value),
  ] {
    let items = [
      DisplayList.Item(
        .box(
          DisplayList.Box(frame: frame, background: .black, borders: Edges(thin), radii: CornerRadii(value)))),
      DisplayList.Item(.image(DisplayList.Image(frame: frame, source: "x"))),
      DisplayList.Item(.text(DisplayList.Text(frame: frame, text: RichText("some text that wraps")))),
      DisplayList.Item(.pushClip(frame, .zero)), DisplayList.Item(.pushOpacity(value)),
      DisplayList.Item(.popClip), DisplayList.Item(.popClip), DisplayList.Item(.popOpacity),
      DisplayList.Item(.popOpacity),
    ]
    for colors in [TerminalDrawing.Colors.none, .trueColor] {
      let drawing = TerminalDrawing(colors: colors)
      let text = drawing.text(DisplayList(size: Size(width: 80, height: 80), items: items))
      // 10 columns and 5 rows, with their colours.
      #expect(text.utf8.count < 10_000)
    }
  }
  for size in [Size(width: value, height: 80), Size(width: 80, height: value)] {
    let text = TerminalDrawing().text(DisplayList(size: size, items: [box(0, 0, 50, 50, .black, thin)]))
    #expect(text.utf8.count < 10_000_000)
  }
}

@Test(arguments: [
  (RGBA(0, 0, 0), 16), (RGBA(255, 255, 255), 231), (RGBA(255, 0, 0), 196), (RGBA(128, 128, 128), 244),
  (RGBA(8, 8, 8), 232), (RGBA(95, 135, 175), 67),
])
func thePaletteHasTheNearestColour(_ color: RGBA, _ expected: Int) {
  #expect(color.paletteIndex == expected)
}

@Test func coloursAreCompositedAndCompared() {
  #expect(RGBA(255, 0, 0, 128).over(.white) == RGBA(255, 127, 127))
  #expect(RGBA.transparent.over(.white) == .white)
  #expect(RGBA(1, 2, 3).over(.white) == RGBA(1, 2, 3))
  #expect(RGBA(255, 0, 0, 128).over(.transparent) == RGBA(255, 0, 0, 128))
  #expect(abs(RGBA.black.contrast(with: .white) - 21) < 0.01)
}
