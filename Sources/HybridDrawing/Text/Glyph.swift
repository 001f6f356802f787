import HybridGeometry

/// One glyph of a shaped text. All lengths are parts of an em; y grows downwards.
struct Glyph: Hashable, Sendable {
  /// Its font, by the engine's own number.
  var font: UInt16
  /// Its number in the font.
  var id: UInt32
  /// Where it is drawn, from the pen.
  var x: Double
  /// How far below the baseline it is drawn.
  var y: Double
  /// How far the pen moves on.
  var advance: Double
  /// The byte of the text that it is for.
  var cluster: Int
}

/// What a glyph looks like.
enum GlyphShape: Sendable {
  /// An outline to fill (nonzero winding), in parts of an em from the pen's place on the baseline.
  case outline(Path)
  /// A picture in a rectangle, in parts of an em from the pen's place on the baseline.
  case picture(Bitmap, Rect)
}

/// What glyphs of a piece of text depend on.
struct GlyphKey: Hashable, Sendable {
  /// The letters, all of one direction, in logical order.
  var text: String
  /// The face asked for.
  var face: FontFace
  /// Whether they go from right to left.
  var isRightToLeft: Bool
  /// Whether letters may join: not where they are set apart (CSS Text 3 §8.2).
  var hasLigatures: Bool
}
