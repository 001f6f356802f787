import HybridSource
import Testing

@Test func diagnosticQuotesItsLineAndUnderlinesTheRange() {
  let source = Source(path: "card.css", text: ".card {\n\n  width: 12pxx;\n}\n")
  let diagnostic = Diagnostic.error(
    "css.unknown-unit", "'pxx' is not a length unit here", at: 20..<23, in: source, hint: "did you mean 'px'?"
  )
  #expect(
    diagnostic.description == """
      card.css:3:12: error: 'pxx' is not a length unit here [css.unknown-unit]
      3 |   width: 12pxx;
        |            ^~~
        = hint: did you mean 'px'?
      """)
}

private func report(_ text: String, _ range: Range<Int>) -> [String] {
  Diagnostic.warning("a.b", "m", at: range, in: Source(path: "f", text: text)).description
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// The text, the bytes reported, and the two lines of the frame.
@Test(arguments: [
  ("\tab", 2..<3, "1 | \tab", "  | \t ^"),  // a tab stays one, so that both lines move alike
  ("中文ab", 6..<7, "1 | 中文ab", "  |     ^"),  // wide characters take two columns
  ("😀x中", 4..<8, "1 | 😀x中", "  |   ^~~"),
  ("ab", 2..<2, "1 | ab", "  |   ^"),  // behind the last character
  ("", 0..<0, "1 | ", "  | ^"),
  ("ab\ncd", 1..<5, "1 | ab", "  |  ^"),  // the underline stays in its line
  ("ab\r\ncd", 4..<6, "2 | cd", "  | ^~"),
  ("a\u{1B}[2Jb", 5..<6, "1 | a␛[2Jb", "  |      ^"),  // control characters are replaced
  ("a\u{202E}b", 4..<5, "1 | a\u{FFFD}b", "  |   ^"),
  ("\t中\tab", 5..<6, "1 | \t中\tab", "  | \t  \t^"),
  ("👨‍👩‍👧x", 18..<19, "1 | 👨‍👩‍👧x", "  |   ^"),  // joined emoji are one
  ("🇩🇪x", 8..<9, "1 | 🇩🇪x", "  |   ^"),
  ("e\u{301}x", 3..<4, "1 | e\u{301}x", "  |  ^"),  // a mark has no column of its own
  ("שלוםx", 8..<9, "1 | שלוםx", "  |     ^"),  // in logical order, as the caret
  ("a\u{E0041}b", 5..<6, "1 | a\u{FFFD}b", "  |   ^"),
  ("a\rb", 2..<3, "2 | b", "  | ^"),
])
func frameLinesUp(_ text: String, _ range: Range<Int>, _ line: String, _ underline: String) {
  let lines = report(text, range)
  #expect(lines.dropFirst().first == line)
  #expect(lines.last == underline)
}

@Test func frameOfALongLineShowsOnlyWhatIsNear() {
  let text = String(repeating: "é", count: 200_000) + "X" + String(repeating: "中", count: 200_000)
  let lines = report(text, 400_000..<400_001)
  #expect(
    lines[1] == "1 | …" + String(repeating: "é", count: 60) + "X" + String(repeating: "中", count: 59) + "…")
  #expect(lines[2] == "  | " + String(repeating: " ", count: 61) + "^")
}

@Test func frameOfALongRangeIsUnderlinedAsFarAsItIsShown() {
  let lines = report(String(repeating: "a", count: 1000), 0..<1000)
  #expect(lines[1] == "1 | " + String(repeating: "a", count: 60) + "…")
  #expect(lines[2] == "  | ^" + String(repeating: "~", count: 59))
}

@Test func gutterIsAsWideAsTheLineNumber() {
  let lines = report(String(repeating: "\n", count: 99) + "abc", 100..<102)
  #expect(Array(lines.dropFirst()) == ["100 | abc", "    |  ^~"])
}

@Test func messageAndPathCannotDriveTheTerminal() {
  let source = Source(path: "a\u{1B}]0;x\u{7}.css", text: "x")
  let text = Diagnostic.error("a.b", "bad '\u{1B}[31m'\n", at: 0..<1, in: source, hint: "\u{9B}1m")
    .description
  #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
  #expect(text.hasPrefix("a␛]0;x␇.css:1:1: error: bad '␛[31m'␊ [a.b]"))
}

/// Escape sequences in sources (`Documentation/security.md`).
@Test(arguments: [
  ("plain ü中😀👨‍👩‍👧e\u{301}", "plain ü中😀👨‍👩‍👧e\u{301}"), ("\u{1B}[2J", "␛[2J"), ("\u{1B}]0;x\u{7}", "␛]0;x␇"),
  ("\u{1B}]52;c;aGk=\u{1B}\\", "␛]52;c;aGk=␛\\"), ("\u{1B}]8;;http://x\u{7}", "␛]8;;http://x␇"),
  ("a\rb", "a␍b"), ("a\u{8}b", "a␈b"), ("a\nb", "a␊b"), ("a\tb", "a␉b"), ("a\0b", "a␀b"), ("\u{7F}", "␡"),
  ("\u{9B}31m", "\u{FFFD}31m"), ("\u{85}", "\u{FFFD}"), ("\u{9D}0;x\u{9C}", "\u{FFFD}0;x\u{FFFD}"),
  ("a\u{202E}b", "a\u{FFFD}b"), ("\u{202A}\u{202C}", "\u{FFFD}\u{FFFD}"),
  ("\u{2066}\u{2069}", "\u{FFFD}\u{FFFD}"),
  ("\u{200E}\u{200F}\u{61C}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("\u{2028}\u{2029}", "\u{FFFD}\u{FFFD}"),
  ("\u{E0068}\u{E0069}", "\u{FFFD}\u{FFFD}"), ("\u{FFF9}", "\u{FFFD}"),
  ("a\u{200D}b\u{200C}c", "a\u{200D}b\u{200C}c"),
])
func whatDrivesATerminalIsMadeVisible(_ text: String, _ expected: String) {
  #expect(text.withoutControls == expected)
  #expect(!expected.unicodeScalars.contains { $0.drivesTerminal })
}

@Test func listingsEscapeWhatDrivesATerminal() {
  #expect("a\u{1B}[m\n\r\t\u{202E}".escapingControls == "a\\u{1b}[m\\n\\r\\t\\u{202e}")
  #expect("ü\\\"".escapingControls == "ü\\\"")
  #expect("ü\\\"\n".escapedForQuotes == "ü\\\\\\\"\\n")
}

@Test func colourChangesNothingButColour() {
  let source = Source(path: "f", text: "abc")
  let diagnostic = Diagnostic.error("a.b", "m", at: 1..<2, in: source, hint: "h")
  let plain = diagnostic.formatted(color: true).replacing(/\u{1B}\[[0-9;]*m/, with: "")
  #expect(plain == diagnostic.formatted())
}

@Test func diagnosticWithoutAPlaceIsOneLine() {
  #expect(Diagnostic(.note, "a.b", "m").description == "note: m [a.b]")
}

@Test func collectorKeepsTheFirstAndCountsTheRest() {
  let source = Source(path: "f", text: String(repeating: "x\n", count: 50_000))
  var report = DiagnosticCollector(source, limit: 3)
  for line in 0..<50_000 { report.warning("a.warning", "w", at: line * 2..<line * 2 + 1) }
  report.error("a.error", "e", at: 99_998..<99_999)
  #expect(report.hasErrors && report.errorCount == 1)
  #expect(
    report.diagnostics.map(\.code) == [
      "a.warning", "a.warning", "a.warning", "a.error", "source.more-diagnostics",
    ])
  #expect(report.diagnostics[3].location?.line == 50_000)
  #expect(report.diagnostics.last?.message == "f: 49997 more reports are not shown")
}

@Test(arguments: [
  ("a", 1), ("é", 1), ("e\u{301}", 1), ("中", 2), ("😀", 2), ("👨‍👩‍👧", 2), ("\u{200B}", 0), ("ｱ", 1), ("Ａ", 2),
  ("🇩🇪", 2), ("👍🏽", 2),
])
func displayWidthIsThatOfATerminal(_ character: Character, _ width: Int) {
  #expect(character.displayWidth == width)
}
