import HybridGeometry

/// One glyph of a shaped text. All lengths are in ems; y grows downwards.
struct Glyph: Hashable, Sendable {
  /// The engine's number of its font.
  var font: UInt32
  /// Its number in the font.
  var id: UInt32
  /// Its horizontal offset from the pen.
  var x: Double
  /// Its offset below the baseline.
  var y: Double
  /// The advance of the pen.
  var advance: Double
  /// The byte of the text that it belongs to.
  var cluster: Int
  /// Whether its font has slanted letters.
  var isSlanted = false
  /// Whether its letters are made bolder than they are in the font.
  var isEmboldened = false
}

/// The shape of a glyph.
enum GlyphShape: Sendable {
  /// An outline to fill (nonzero winding), in ems from the pen position on the baseline.
  case outline(Path)
  /// A picture in a rectangle, in ems from the pen position on the baseline.
  case picture(Bitmap, Rect)
}

/// The values that determine the glyphs of a piece of text.
struct GlyphKey: Hashable, Sendable {
  /// The letters, all of one direction, in logical order.
  var text: String
  /// The faces to choose from.
  var stack: FontStack
  /// Whether they run from right to left.
  var isRightToLeft: Bool
  /// Whether letters may form ligatures: not with letter spacing (CSS Text 3 §8.2).
  var hasLigatures: Bool
}
