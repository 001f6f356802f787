/// One of the pinned fonts: the face that an author's ``Font`` resolves to.
///
/// `fonts-dejavu-core` has three families in two weights. It has no slanted faces; letters are slanted
/// without changing width.
enum FontFace: UInt8, Hashable, Sendable, CaseIterable {
  case sans, sansBold, serif, serifBold, mono, monoBold

  /// The face for a font: the first known family, and CSS Fonts 4 §5.2 for the weight (500 maps to regular,
  /// 600 to bold).
  init(_ font: Font) {
    let isBold = font.weight > 500
    for family in font.families {
      guard let regular = Self.families[family.lowercased()] else { continue }
      self = isBold ? regular.bold : regular
      return
    }
    self = isBold ? .sansBold : .sans
  }

  /// The bold counterpart of a regular face.
  private var bold: FontFace { FontFace(rawValue: rawValue | 1) ?? self }

  /// The families, and the generic ones of CSS Fonts 4 §2.1.4, in lower case.
  private static let families: [String: FontFace] = [
    "dejavu sans": .sans, "sans-serif": .sans, "system-ui": .sans, "ui-sans-serif": .sans,
    "ui-rounded": .sans,
    "-apple-system": .sans, "blinkmacsystemfont": .sans, "cursive": .sans, "fantasy": .sans, "emoji": .sans,
    "math": .sans, "fangsong": .sans,
    "dejavu serif": .serif, "serif": .serif, "ui-serif": .serif,
    "dejavu sans mono": .mono, "monospace": .mono, "ui-monospace": .mono,
  ]

  /// The name of its file in the package.
  var file: String {
    switch self {
    case .sans: "DejaVuSans.ttf"
    case .sansBold: "DejaVuSans-Bold.ttf"
    case .serif: "DejaVuSerif.ttf"
    case .serifBold: "DejaVuSerif-Bold.ttf"
    case .mono: "DejaVuSansMono.ttf"
    case .monoBold: "DejaVuSansMono-Bold.ttf"
    }
  }

  /// The name of its family in the file.
  var family: String {
    switch self {
    case .sans, .sansBold: "DejaVu Sans"
    case .serif, .serifBold: "DejaVu Serif"
    case .mono, .monoBold: "DejaVu Sans Mono"
    }
  }

  /// Whether it is a bold face.
  var isBold: Bool { rawValue & 1 == 1 }
}

extension FontFace {
  /// The height of its letter x, in ems.
  var xHeight: Double { self == .serif || self == .serifBold ? 1063.0 / 2048 : 1120.0 / 2048 }

  /// The average width of its letters in ems: `xAvgCharWidth` of its table `OS/2`.
  var averageWidth: Double {
    switch self {
    case .sans: 1038.0 / 2048
    case .sansBold: 1173.0 / 2048
    case .serif: 1050.0 / 2048
    case .serifBold: 1159.0 / 2048
    case .mono, .monoBold: 1233.0 / 2048
    }
  }

  /// The extent of its widest glyph in ems: `xMax` − `xMin` of its table `head`.
  var widest: Double {
    switch self {
    case .sans: 5763.0 / 2048
    case .sansBold: 6235.0 / 2048
    case .serif: 5888.0 / 2048
    case .serifBold: 5509.0 / 2048
    case .mono: 2614.0 / 2048
    case .monoBold: 2414.0 / 2048
    }
  }
}

/// The metrics of a face that line layout needs. All lengths are in ems.
struct FaceMetrics: Hashable, Sendable {
  /// From the baseline to the top.
  var ascent: Double
  /// From the baseline to the bottom.
  var descent: Double
  /// The font's line gap.
  var lineGap: Double
  /// The width of a space.
  var space: Double
  /// The width of a hyphen.
  var hyphen: Double
  /// The width of an ellipsis.
  var ellipsis: Double

  /// The approximation without a font.
  static let approximate = FaceMetrics(
    ascent: 0.95, descent: 0.25, lineGap: 0, space: 0.6, hyphen: 0.6, ellipsis: 0.6)
}

extension Font {
  /// The size that is measured: an invalid number becomes 0, and there is an upper bound.
  var usedSize: Double { size.isFinite ? min(max(size, 0), 10_000) : 0 }
}
