import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridDrawing

private let plain = TextStyle()

private func lines(_ text: RichText, _ width: Double?) -> [String] {
  TextMetrics.layout(text, width: width).lines.map { $0.fragments.map(\.text).joined() }
}

@Test func theLibraryAndTheFontsAreHere() {
  #expect(throws: Never.self) { try TextMetrics.prepare() }
}

@Test(arguments: [
  ("Hello", 400, 16.0, 40.55),
  ("Hello", 700, 16.0, 46.20),
  ("Hello", 400, 32.0, 81.11),
  ("", 400, 16.0, 0),
])
func widthsAreThoseOfDejaVu(_ text: String, _ weight: Int, _ size: Double, _ expected: Double) {
  let style = TextStyle(font: Font(size: size, weight: weight))
  let width = TextMetrics.layout(RichText(text, style: style), width: nil).size.width
  #expect(abs(width - expected) < 0.01, "\(width)")
}

@Test(arguments: [
  (["Inter", "Georgia", "serif"], FontFace.serif),
  (["Menlo", "monospace"], .mono),
  (["Comic Sans"], .sans),
  ([], .sans),
  (["SANS-SERIF", "serif"], .sans),
])
func theFirstKnownFamilyWins(_ families: [String], _ expected: FontFace) {
  #expect(FontFace(Font(families: families)) == expected)
}

/// Slanted letters are those of the slanted faces, which are not kerned like the upright ones.
@Test(
  .enabled(if: FontFace.hasSlanted),
  arguments: [
    ("sans-serif", 400, 77.43), ("sans-serif", 700, 89.37), ("serif", 400, 83.01), ("monospace", 400, 105.96),
  ])
func slantedLettersHaveFacesOfTheirOwn(_ family: String, _ weight: Int, _ expected: Double) {
  let font = Font(families: [family], size: 16, weight: weight, isItalic: true)
  #expect(FontFace(font).isSlanted)
  let text = RichText("Filler Text", style: TextStyle(font: font))
  #expect(abs(TextMetrics.layout(text, width: nil).size.width - expected) < 0.01)
}

@Test func aLineIsAsHighAsItsFontInWholePoints() {
  let layout = TextMetrics.layout(RichText("x"), width: nil)
  #expect(layout.size.height == 19)
  #expect(layout.firstBaseline == 15)
}

@Test func leadingIsSharedAboveAndBelow() {
  let style = TextStyle(lineHeight: 29)
  let layout = TextMetrics.layout(RichText("one two", style: style), width: 40)
  #expect(layout.lines.map(\.y) == [0, 29])
  #expect(layout.lines.map(\.baseline) == [20, 49])
  #expect(layout.size.height == 58)
}

@Test func theTallestRunMakesTheLine() {
  let large = TextStyle(font: Font(size: 32))
  let text = RichText(runs: [.text("small ", plain), .text("large", large)])
  let line = TextMetrics.layout(text, width: nil).lines[0]
  #expect(line.baseline == 30)
  #expect(line.height == 38)
  #expect(line.fragments.map(\.text) == ["small ", "large"])
}

@Test func linesBreakWhereTheTextAllowsIt() {
  let text = RichText("The quick brown fox jumps")
  #expect(lines(text, 100) == ["The quick", "brown fox", "jumps"])
  #expect(lines(text, nil) == ["The quick brown fox jumps"])
  #expect(lines(text, 0) == ["The", "quick", "brown", "fox", "jumps"])
}

@Test func aTextFitsIntoItsOwnWidth() {
  for string in ["Add to cart", "Ünïcödé wörds", "fi fl ffi", "a  b   c", "1,299.00 €"] {
    let text = RichText(string)
    let width = TextMetrics.maxContentWidth(text)
    let layout = TextMetrics.layout(text, width: width)
    #expect(layout.lines.count == 1)
    #expect(layout.size.width == width)
  }
}

@Test func theLeastWidthIsThatOfTheLongestWord() {
  let text = RichText("a wonderful day")
  #expect(TextMetrics.minContentWidth(text) == TextMetrics.maxContentWidth(RichText("wonderful")))
  #expect(TextMetrics.minContentWidth(text) <= TextMetrics.maxContentWidth(text))
}

@Test(arguments: [
  (RichText.Wrap.normal, ["a", "wonderful", "day"]),
  (.never, ["a wonderful day"]),
  (.breakWord, ["a", "wond", "erful", "day"]),
  (.anywhere, ["a", "wond", "erful", "day"]),
  (.breakAll, ["a won", "derful", "day"]),
])
func wrapSaysWhereAWordMayBreak(_ wrap: RichText.Wrap, _ expected: [String]) {
  var text = RichText("a wonderful day")
  text.wrap = wrap
  #expect(lines(text, 48) == expected)
}

/// Lines that are chosen together are those of Chromium.
@Test(
  arguments: [
    (
      RichText.WrapStyle.balanced, 172.0, "kettles old in while brown and lazy and jumps",
      ["kettles old in", "while brown and", "lazy and jumps"]
    ),
    (
      .balanced, 260, "brew rain near over Reykjavik old near", ["brew rain near over", "Reykjavik old near"]
    ),
    (
      .balanced, 60, "of the seven jumps over a fox in old rain",
      ["of the", "seven", "jumps", "over a", "fox in", "old", "rain"]
    ),
    (
      .pretty, 172, "kettles old in while brown and lazy and jumps",
      ["kettles old in while", "brown and lazy", "and jumps"]
    ),
    (
      .pretty, 265,
      "old in copper jumps kettles potent Reykjavik silently in potent fox old mixtures the Reykjavik",
      [
        "old in copper jumps kettles", "potent Reykjavik silently", "in potent fox old mixtures",
        "the Reykjavik",
      ]
    ),
    (.pretty, 260, "brew rain near over Reykjavik old near", ["brew rain near over Reykjavik", "old near"]),
    (.pretty, 48, "wonderful a day", ["wonderful", "a day"]),
    (.balanced, 100, "the quick\nbrown fox jumps", ["the quick", "brown fox", "jumps"]),
    (.balanced, 0, "", []),
    (.balanced, 60, "a wonderful day to go", ["a", "wonderful", "day", "to go"]),
  ])
func linesMayBeChosenTogether(
  _ style: RichText.WrapStyle, _ width: Double, _ string: String, _ expected: [String]
) {
  var text = RichText(string)
  text.wrapStyle = style
  #expect(lines(text, width) == expected)
}

@Test func textBesideFloatsIsNotBalanced() {
  var text = RichText("kettles old in while brown and lazy and jumps")
  let floats = LineFloats(bands: [FloatBand(top: 0, bottom: 5, left: 10, right: 0)])
  let plain = TextMetrics.layout(text, width: 172, floats: floats)
  text.wrapStyle = .balanced
  #expect(TextMetrics.layout(text, width: 172, floats: floats) == plain)
}

@Test func anywhereCountsForTheLeastWidth() {
  var text = RichText("wonderful")
  text.wrap = .breakWord
  #expect(TextMetrics.minContentWidth(text) == TextMetrics.maxContentWidth(text))
  text.wrap = .anywhere
  #expect(TextMetrics.minContentWidth(text) < 20)
}

@Test func newlinesAreForcedBreaks() {
  #expect(lines(RichText("one\n\ntwo\n"), nil) == ["one", "", "two"])
  #expect(TextMetrics.layout(RichText("one\n\ntwo"), width: nil).size.height == 57)
  #expect(lines(RichText("a\u{2028}b"), nil) == ["a", "b"])
}

@Test func softHyphensShowWhereTheyBreak() {
  #expect(lines(RichText("won\u{AD}der\u{AD}ful"), 70) == ["won\u{AD}der\u{AD}-", "ful"])
  #expect(
    TextMetrics.layout(RichText("won\u{AD}der"), width: nil).size
      == TextMetrics.layout(RichText("wonder"), width: nil).size)
}

@Test func whatDoesNotFitEndsInAnEllipsis() {
  var text = RichText("The quick brown fox jumps over the lazy dog")
  text.wrap = .never
  text.ellipsizes = true
  #expect(lines(text, 100) == ["The quick…"])
  text.wrap = .normal
  text.maximumLines = 2
  #expect(lines(text, 100) == ["The quick", "brown fox…"])
  let layout = TextMetrics.layout(text, width: 90)
  #expect(layout.isTruncated)
  #expect(layout.size.width <= 90)
  text.ellipsizes = false
  #expect(lines(text, 100) == ["The quick", "brown fox"])
}

@Test(arguments: [
  (RichText.Alignment.start, 0.0), (.left, 0), (.center, 40), (.end, 80), (.right, 80), (.justify, 0),
])
func alignmentMovesLines(_ alignment: RichText.Alignment, _ share: Double) {
  let text = RichText("Hello", alignment: alignment)
  let width = TextMetrics.maxContentWidth(text)
  let line = TextMetrics.layout(text, width: width + 80).lines[0]
  #expect(line.x == share)
  #expect(line.fragments[0].x == share)
}

@Test func justifiedLinesFillTheirWidthButForTheLast() {
  let text = RichText("The quick brown fox jumps", alignment: .justify)
  #expect(
    TextMetrics.layout(text, width: 100).lines.map { ($0.width * 10).rounded() / 10 } == [100, 100, 48.7])
}

@Test func letterAndWordSpacingAddUp() {
  let width = TextMetrics.maxContentWidth(RichText("a b c"))
  let spaced = TextStyle(letterSpacing: 2, wordSpacing: 5)
  #expect(TextMetrics.maxContentWidth(RichText("a b c", style: spaced)) == width + 5 * 2 + 2 * 5)
}

@Test func inlineBoxesStandOnTheBaseline() {
  let image = InlineObject(id: 7, size: Size(width: 40, height: 40))
  let text = RichText(runs: [.text("a", plain), .object(image), .text("b", plain)])
  let layout = TextMetrics.layout(text, width: nil)
  #expect(layout.lines[0].baseline == 40)
  #expect(layout.lines[0].height == 44)
  #expect(layout.lines[0].fragments.map(\.run) == [0, 1, 2])
  #expect(TextMetrics.layout(text, width: 20).lines.count == 3)
}

@Test func thePaddingOfAnInlineBoxStaysWithItsText() {
  let text = RichText(runs: [
    .text("one ", plain), .opening(10), .text("two", plain), .closing(10), .text(" three", plain),
  ])
  let layout = TextMetrics.layout(text, width: 60)
  #expect(layout.lines.map { $0.fragments.map(\.run) } == [[0], [1, 2, 3], [4]])
  #expect(layout.lines[1].fragments[1].x == 10)
  #expect(TextMetrics.minContentWidth(text) == TextMetrics.maxContentWidth(RichText("two")) + 20)
}

/// The edges of inline boxes are on the sides of what is in them, whatever its direction; runs from left to
/// right.
@Test(
  arguments: [
    ([.opening(9), .text("abc def", plain), .closing(5)], [2, 1, 0]),
    (
      [.text("abc ", plain), .opening(9), .text("def", plain), .closing(5), .text(" שלום", plain)],
      [4, 0, 3, 2, 1]
    ),
    (
      [.opening(9), .text("א", plain), .opening(7), .text("a", plain), .closing(5), .closing(3)],
      [5, 4, 3, 2, 1, 0]
    ),
    ([.text("א", plain), .opening(9), .closing(5), .text("ב", plain)], [3, 2, 1, 0]),
    ([.text("abc", plain), .closing(5), .text(" א", plain)], [2, 1, 0]),
  ] as [([RichText.Run], [Int])])
func edgesOfInlineBoxesAreAtTheirSides(_ runs: [RichText.Run], _ expected: [Int]) {
  var text = RichText(runs: runs)
  text.direction = .rightToLeft
  #expect(TextMetrics.layout(text, width: nil).lines[0].fragments.map(\.run) == expected)
}

/// UAX 9 §2: characters around text give it an order of its own, in each of its lines, and take no room.
@Test(
  arguments: [
    ([.text("a ", plain), .text("ש", plain), .text(": 3", plain)], ["a |3|: |ש"]),
    (
      [
        .text("a ", plain), .ordering("\u{2068}"), .text("ש", plain), .ordering("\u{2069}"),
        .text(": 3", plain),
      ], ["a |ש|: 3"]
    ),
    ([.ordering("\u{202E}"), .text("ab", plain), .text("c", plain), .ordering("\u{202C}")], ["c|ab"]),
    ([.ordering("\u{202E}"), .text("ab\ncd", plain), .text("e", plain)], ["ab", "e|cd"]),
  ] as [([RichText.Run], [String])])
func charactersGiveTextItsOrder(_ runs: [RichText.Run], _ expected: [String]) {
  let layout = TextMetrics.layout(RichText(runs: runs), width: nil)
  let texts = layout.lines.map { $0.fragments.map(\.text).filter { !$0.isEmpty }.joined(separator: "|") }
  #expect(texts == expected)
  let plainRuns = runs.filter { if case .ordering = $0 { false } else { true } }
  #expect(layout.size == TextMetrics.layout(RichText(runs: plainRuns), width: nil).size)
}

/// A line breaks before the characters that begin an order of text, and behind those that end one: they would
/// hold back spaces at its end.
@Test(
  arguments: [
    ([.text("aa ", plain), .ordering("\u{2068}"), .text("bb", plain), .ordering("\u{2069}")], ["aa", "bb"]),
    (
      [
        .ordering("\u{2068}"), .text("aa ", plain), .ordering("\u{2069}"), .ordering("\u{2067}"),
        .text("bb cc", plain), .ordering("\u{2069}"),
      ], ["aa", "bb", "cc"]
    ),
    ([.text("aa", plain), .ordering("\u{202A}"), .text(" bb", plain), .ordering("\u{202C}")], ["aa", "bb"]),
  ] as [([RichText.Run], [String])])
func linesBreakAroundCharactersThatOrderText(_ runs: [RichText.Run], _ expected: [String]) {
  let text = RichText(runs: runs)
  let narrow = TextMetrics.layout(text, width: 1)
  #expect(narrow.lines.map { $0.fragments.map(\.text).joined() } == expected)
  let widths = expected.map { TextMetrics.layout(RichText($0), width: nil).size.width }
  #expect(narrow.lines.map { $0.fragments.reduce(0) { $0 + $1.width } } == widths)
  #expect(TextMetrics.minContentWidth(text) == widths.max())
}

@Test func linesGoRoundFloats() {
  let text = RichText("aaaa bbbb cccc dddd")
  let layout = TextMetrics.layout(
    text, width: 100, floats: LineFloats(bands: [FloatBand(top: 0, bottom: 19, left: 50, right: 0)]))
  #expect(layout.lines.map { $0.fragments.map(\.text).joined() } == ["aaaa", "bbbb cccc", "dddd"])
  #expect(layout.lines.map(\.x) == [50, 0, 0])
  let high = LineFloats(bands: [FloatBand(top: 0, bottom: 30, left: 90, right: 0)])
  let below = TextMetrics.layout(text, width: 100, floats: high)
  #expect(below.lines[0].y == 30)
}

@Test func hebrewGoesFromRightToLeft() {
  let text = RichText("abc שלום 12 עולם xyz")
  let line = TextMetrics.layout(text, width: nil).lines[0]
  #expect(line.fragments.contains { $0.isRightToLeft })
  #expect(line.fragments.first?.text == "abc ")
  // The number stays between the words, which change places.
  #expect(line.fragments.map(\.text).joined() == "abc  עולם12שלום  xyz")
  var paragraph = RichText("שלום")
  paragraph.direction = .auto
  let layout = TextMetrics.layout(paragraph, width: 200)
  #expect(layout.lines[0].x == 200 - layout.size.width)
}

@Test(arguments: [
  // Noto Sans CJK, Noto Color Emoji; half an em a column where there is no font at all.
  ("漢字", 32.0), ("한국", 29.44), ("👨‍👩‍👧", 19.92), ("😀", 19.92), ("क", 8),
])
func whatTheFacesLackIsMeasuredByFallbackFontsOrColumns(_ text: String, _ expected: Double) {
  #expect(abs(TextMetrics.maxContentWidth(RichText(text)) - expected) < 0.01)
}

@Test(arguments: [
  "", "\n", "\0\u{1}\u{1B}[31m", "\u{202E}abc\u{202C}", "e\u{301}\u{301}\u{301}", "\t\t", "\r\n", "🇩🇪🇫🇷",
  "\u{FFFC}",
  "مرحبا", "\u{10FFFF}", LongText(repeating: "\u{300}", count: 5000), LongText(repeating: "a", count: 5000),
])
func noTextIsTooOdd(_ long: LongText) {
  for width in [nil, 0, 50, Double.infinity, -1, .nan] {
    var rich = RichText(long.text)
    for wrap in [RichText.Wrap.normal, .never, .breakWord, .anywhere, .breakAll] {
      rich.wrap = wrap
      rich.ellipsizes = wrap == .never
      let layout = TextMetrics.layout(rich, width: width)
      #expect(layout.size.width.isFinite && layout.size.height.isFinite)
    }
    #expect(TextMetrics.minContentWidth(rich) <= TextMetrics.maxContentWidth(rich))
  }
}

@Test(arguments: [Double.nan, .infinity, -5, 0, 1e9])
func noStyleIsTooOdd(_ value: Double) {
  let style = TextStyle(font: Font(size: value, weight: -1), lineHeight: value)
  var text = RichText("odd", style: style)
  text.indent = value
  text.maximumLines = -1
  #expect(TextMetrics.layout(text, width: 100).lines.isEmpty)
  text.maximumLines = nil
  #expect(!TextMetrics.layout(text, width: 100).size.height.isNaN)
}

@Test func aHugeTextIsMeasuredByTheRuleOfThumb() {
  let text = RichText(String(repeating: "lorem ipsum ", count: 90_000))
  let layout = TextMetrics.layout(text, width: 375)
  #expect(layout.lines.count > 20_000)
  #expect(layout.size.width <= 375)
}

@Test func theRuleOfThumbBreaksAtSpacesAndWideLetters() {
  let text = RichText("one two 漢字")
  let shaped = ShapedText(approximating: ShapingKey(text))
  var breaker = LineBreaker(text, shaped, width: 40, floats: LineFloats())
  let layout = breaker.layout()
  #expect(layout.lines.map { $0.fragments.map(\.text).joined() } == ["one", "two", "漢字"])
  #expect(abs(layout.lines[0].width - 28.8) < 0.01)
}

@Test func missingFontsAreReported() {
  #expect(throws: DrawingError.fontMissing("/nowhere/DejaVuSans.ttf")) {
    _ = try PangoEngine(folders: ["/nowhere"])
  }
}

@Test func manyTasksMeasureAtOnce() async {
  let expected = (0..<200).map { TextMetrics.layout(RichText("text \($0) שלום"), width: 60) }
  await withTaskGroup(of: Bool.self) { group in
    for task in 0..<8 {
      group.addTask {
        (0..<200).allSatisfy { index in
          // Some are known, some are new, in another order in every task.
          let number = (index * 7 + task * 31) % 200
          _ = TextMetrics.minContentWidth(RichText("task \(task) \(index)"))
          return TextMetrics.layout(RichText("text \(number) שלום"), width: 60) == expected[number]
        }
      }
    }
    for await isRight in group { #expect(isRight) }
  }
}

@Test func theCacheForgetsWhatNobodyAskedFor() {
  var cache = ShapingCache(limit: 4000)
  let keys = (0..<100).map { ShapingKey(RichText("text number \($0)")) }
  for key in keys {
    cache.insert(ShapedText(approximating: key), for: key)
    _ = cache[keys[0]]
  }
  #expect(cache.count < 25)
  #expect(cache[keys[0]] != nil)
  #expect(cache[keys[1]] == nil)
}
