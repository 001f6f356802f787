package import HybridGeometry

/// A font as the author requests it; ``TextMetrics`` lists the available fonts.
package struct Font: Hashable, Sendable {
  /// Family names in order of preference. The generic ones (`sans-serif`, `serif`, `monospace`, `system-ui`
  /// …) are the pinned DejaVu fonts; the first known name wins, and DejaVu Sans is the default.
  package var families: [String]
  /// The size in CSS px, which are points.
  package var size: Double
  /// The weight, 1 to 1000; 400 is regular, 700 bold.
  package var weight: Int
  /// Whether the letters are slanted.
  package var isItalic: Bool
  /// The faces and settings of the page that apply to it; nil for most fonts.
  package private(set) var extras: FontExtras?

  /// A font; the defaults are CSS's initial values.
  package init(
    families: [String] = ["sans-serif"], size: Double = 16, weight: Int = 400, isItalic: Bool = false
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }

  /// The font, with its settings on the page.
  package func with(_ extras: FontExtras?) -> Font {
    var font = self
    font.extras = extras
    return font
  }
}

/// The settings of a font in a page besides family, size, weight and slant.
///
/// It is a class because most fonts have none, and fonts are copied for each piece of text.
package final class FontExtras: Hashable, Sendable {
  /// The faces that the page defines, which names of families may mean.
  package let faces: FontSet
  /// The width in percent, of faces that the page defines.
  package let stretch: Double
  /// The OpenType features that are switched on or off.
  package let features: [FontSetting]
  /// The axes of variable fonts.
  package let variations: [FontSetting]

  /// Nil if there are none.
  package init?(
    faces: FontSet = FontSet(), stretch: Double = 100, features: [FontSetting] = [],
    variations: [FontSetting] = []
  ) {
    // The pinned fonts have one width and no axes.
    guard !faces.isEmpty || !features.isEmpty else { return nil }
    self.faces = faces
    self.stretch = stretch
    self.features = features
    self.variations = variations
  }

  package static func == (one: FontExtras, other: FontExtras) -> Bool {
    one === other
      || one.faces == other.faces && one.stretch == other.stretch && one.features == other.features
        && one.variations == other.variations
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(faces)
    hasher.combine(stretch)
    hasher.combine(features)
    hasher.combine(variations)
  }
}

/// The style of a run of text. All values are used values: lengths in points, colours resolved.
package struct TextStyle: Hashable, Sendable {
  /// The font.
  package var font: Font
  /// The colour of the letters.
  package var color: RGBA
  /// The background of the run itself; transparent for none.
  package var background: RGBA
  /// Whether the text is underlined.
  package var isUnderlined: Bool
  /// Whether a line runs through the text.
  package var isStruckThrough: Bool
  /// Points added after every character (CSS Text 3 §8.2).
  package var letterSpacing: Double
  /// Points added to every space (CSS Text 3 §8.1).
  package var wordSpacing: Double
  /// The line height in points, or nil for `normal`: the font's own ascent and descent.
  package var lineHeight: Double?
  /// The rise of the run above the baseline, in points; negative lowers it (`vertical-align: super`, a length
  /// …).
  package var rise: Double
  /// The aligned subtree that the run belongs to (`vertical-align: top`): ``rise`` is relative to its
  /// baseline.
  package var group: LineGroup?
  /// The inline boxes around the run, apart from its own, that may make the line higher.
  package var struts: [InlineStrut] = []
  /// The font of the run's inline box, where its letters have another one: small capitals.
  package var boxFont: Font?
  /// The break opportunities of the run where they differ from those of the text.
  package var wrap: RichText.Wrap?
  /// Whether its spaces stay at the end of a line where it does not wrap: `pre`, not `nowrap`.
  package var preservesSpaces = false
  /// The target of the run when it is a link.
  package var link: String?
  /// The shadows of the letters, the first on top. Cells ignore them.
  package var shadows: [Shadow] = []
  /// The lines along the run where they are not plain; cells show ``isUnderlined`` and ``isStruckThrough``.
  package var rules: [TextRule] = []
  /// The line along the outlines of the letters; in cells invisible letters have its colour.
  package var stroke: TextStroke?

  /// A style; the default is plain black text.
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
