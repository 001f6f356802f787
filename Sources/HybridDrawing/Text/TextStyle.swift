package import HybridGeometry

/// A font as an author asks for it; ``TextMetrics`` says which fonts there are.
package struct Font: Hashable, Sendable {
  /// Family names in order of preference. The generic ones (`sans-serif`, `serif`, `monospace`, `system-ui`
  /// …) are the pinned DejaVu fonts; the first name that is known wins, and DejaVu Sans stands in for none.
  package var families: [String]
  /// The size in CSS px, which are points.
  package var size: Double
  /// The weight, 1 to 1000; 400 is regular, 700 bold.
  package var weight: Int
  /// Whether the letters lean.
  package var isItalic: Bool

  /// A font: CSS's initial one unless told otherwise.
  package init(
    families: [String] = ["sans-serif"], size: Double = 16, weight: Int = 400, isItalic: Bool = false
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// How a run of text looks. All values are used values: lengths in points, colours resolved.
package struct TextStyle: Hashable, Sendable {
  /// The font.
  package var font: Font
  /// The colour of the letters.
  package var color: RGBA
  /// The ground of the run itself; transparent for none.
  package var background: RGBA
  /// Whether a line runs below.
  package var isUnderlined: Bool
  /// Whether a line runs through the middle.
  package var isStruckThrough: Bool
  /// Points added after every character (CSS Text 3 §8.2).
  package var letterSpacing: Double
  /// Points added to every space (CSS Text 3 §8.1).
  package var wordSpacing: Double
  /// The line height in points, or nil for `normal`: the font's own ascent and descent.
  package var lineHeight: Double?
  /// How far the run is raised above the baseline, in points; negative lowers it (`vertical-align: super`, a
  /// length …).
  package var rise: Double
  /// Where the run leads when it is a link.
  package var link: String?

  /// A style: plain black text unless told otherwise.
  package init(
    font: Font = Font(), color: RGBA = .black, background: RGBA = .transparent, isUnderlined: Bool = false,
    isStruckThrough: Bool = false, letterSpacing: Double = 0, wordSpacing: Double = 0,
    lineHeight: Double? = nil,
    rise: Double = 0, link: String? = nil
  ) {
    self.font = font
    self.color = color
    self.background = background
    self.isUnderlined = isUnderlined
    self.isStruckThrough = isStruckThrough
    self.letterSpacing = letterSpacing
    self.wordSpacing = wordSpacing
    self.lineHeight = lineHeight
    self.rise = rise
    self.link = link
  }
}
