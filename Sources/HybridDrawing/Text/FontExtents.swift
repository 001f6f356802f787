/// The extents of a font's letters, in points.
package struct FontExtents: Hashable, Sendable {
  /// From the baseline to the top and to the bottom, rounded to whole points as in browsers.
  package var ascent: Double
  package var descent: Double
  /// The font's own distance between lines.
  package var lineGap: Double
  /// The height of the letter x, in whole points.
  package var xHeight: Double
  /// The average width of letters.
  package var averageWidth: Double
  /// The extent of the widest letter.
  package var widest: Double

  /// An inline box: the letters with half of the leading above and below (CSS 2.2 §10.8.1); nil is the
  /// font's own line height.
  package func box(lineHeight: Double?) -> (above: Double, below: Double) {
    let leading = (lineHeight ?? ascent + descent + lineGap) - ascent - descent
    let upper = (leading / 2).rounded(.down)
    return (ascent + upper, descent + leading - upper)
  }
}
