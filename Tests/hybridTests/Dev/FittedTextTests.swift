import HybridServer
import Testing

@testable import hybrid

@Suite struct FittedTextTests {
  @Test(
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("", 3, ""), ("abc", 1, "…"), ("abc", 0, ""),
      // A wide character that crosses the edge is left out completely.
      ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("e\u{301}e\u{301}e\u{301}", 3, "e\u{301}e\u{301}e\u{301}"),
      // Styles take no columns, and end where the text is cut.
      ("\u{1B}[1;31mabc\u{1B}[0m", 3, "\u{1B}[1;31mabc\u{1B}[0m"),
      ("\u{1B}[1;31mabcd\u{1B}[0m", 3, "\u{1B}[1;31mab…\u{1B}[0m"),
    ] as [(String, Int, String)])
  func aLineIsCutByItsColumns(_ text: String, _ columns: Int, _ result: String) {
    #expect(text.fitted(to: columns) == result)
  }

  @Test func figuresSayWhatTheyMeasure() {
    var own = OwnFigures()
    #expect(own.figures(painted: PaintFigures()).line == "0 saves")
    for time in 1...143 { own.add(Double(time) / 10) }
    #expect(
      own.figures(painted: PaintFigures()).line
        == "143 saves, 7.2 ms median, 14 ms p95, save → sent, no client said that it painted")
    var painted = PaintFigures()
    (painted.saves, painted.median, painted.p95) = (143, 1.94, 4.06)
    #expect(own.figures(painted: painted).line == "143 saves, 1.9 ms median, 4.1 ms p95, save → screen")
  }

  /// The maximum memory of a session of any length.
  @Test func onlyTheLastSavesAreRemembered() {
    var own = OwnFigures()
    for _ in 0..<5_000 { own.add(1) }
    for _ in 0..<4_096 { own.add(2) }
    let figures = own.figures(painted: PaintFigures())
    #expect(figures.saves == 9_096 && figures.median == 2 && figures.p95 == 2)
  }
}
