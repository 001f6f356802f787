import Glibc
import HybridGeometry

/// One of the pinned fonts: the face that an author's ``Font`` resolves to.
///
/// `fonts-dejavu-core` has three families in two weights, `fonts-dejavu-extra` their slanted faces. Where the
/// latter is missing, upright letters are slanted without changing width.
enum FontFace: UInt8, Hashable, Sendable, CaseIterable {
  case sans, sansBold, serif, serifBold, mono, monoBold
  case sansSlanted, sansBoldSlanted, serifSlanted, serifBoldSlanted, monoSlanted, monoBoldSlanted

  /// The face for a font: the first known family, and CSS Fonts 4 §5.2 for the weight (500 maps to regular,
  /// 600 to bold).
  init(_ font: Font) {
    let isBold = font.weight > 500
    let isSlanted = font.isItalic && Self.hasSlanted
    let number = PinnedFamily(font.families).rawValue * 2 + (isBold ? 1 : 0) + (isSlanted ? 6 : 0)
    self = FontFace(rawValue: number) ?? .sans
  }

  /// Whether the files of the slanted faces are there.
  static let hasSlanted = allCases.allSatisfy { face in
    !face.isSlanted || PangoEngine.folders.contains { access("\($0)/\(face.file)", R_OK) == 0 }
  }

  /// The faces whose files are there.
  static var present: [FontFace] { hasSlanted ? allCases : allCases.filter { !$0.isSlanted } }

  /// Its family.
  var family: PinnedFamily { PinnedFamily(rawValue: rawValue % 6 / 2) ?? .sans }

  /// Whether it is a bold face.
  var isBold: Bool { rawValue & 1 == 1 }

  /// Whether its letters are slanted.
  var isSlanted: Bool { rawValue >= 6 }

  /// The name of its file in the package.
  var file: String {
    let (name, slant) =
      switch family {
      case .sans: ("DejaVuSans", "Oblique")
      case .serif: ("DejaVuSerif", "Italic")
      case .mono: ("DejaVuSansMono", "Oblique")
      }
    let style = (isBold ? "Bold" : "") + (isSlanted ? slant : "")
    return style.isEmpty ? "\(name).ttf" : "\(name)-\(style).ttf"
  }
}

extension FontFace {
  /// The height of its letter x, in ems.
  var xHeight: Double { family.xHeight }

  /// The average width of its letters in ems: `xAvgCharWidth` of its table `OS/2`.
  var averageWidth: Double {
    switch family {
    case .sans: isBold ? 1173.0 / 2048 : 1038.0 / 2048
    case .serif: isBold ? 1159.0 / 2048 : 1050.0 / 2048
    case .mono: 1233.0 / 2048
    }
  }

  /// The extent of its widest glyph in ems: `xMax` − `xMin` of its table `head`.
  var widest: Double {
    switch family {
    case .sans: isBold ? 6235.0 / 2048 : 5763.0 / 2048
    case .serif: isBold ? 5509.0 / 2048 : 5888.0 / 2048
    case .mono: isBold ? 2414.0 / 2048 : 2614.0 / 2048
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
  /// The height of the letter x, the average width of letters and the extent of the widest one.
  var xHeight = 0.5
  var averageWidth = 0.5
  var widest = 1.0
  /// The height of capital letters, and the advance of the digit 0.
  var capHeight = 0.7
  var zeroAdvance = 0.5

  /// The approximation without a font.
  static let approximate = FaceMetrics(
    ascent: 0.95, descent: 0.25, lineGap: 0, space: 0.6, hyphen: 0.6, ellipsis: 0.6)
}

extension Font {
  /// The size that is measured: an invalid number becomes 0, and there is an upper bound.
  var usedSize: Double { size.isFinite ? min(max(size, 0), 10_000) : 0 }
}
