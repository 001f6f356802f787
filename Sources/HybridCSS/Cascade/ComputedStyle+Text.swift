package import HybridGeometry

extension ComputedStyle {
  /// `medium` without text zoom; CSS px.
  package static let initialFontSize = 16.0

  /// Fonts, text, lists and other inherited properties.
  package struct Text: Hashable, Sendable {
    package var color = SRGBColor.black
    /// CSS px.
    package var fontSize = ComputedStyle.initialFontSize
    /// The basis of ``fontSize``.
    var fontSizeBasis = FontSizeBasis.keyword(3)
    /// In order of preference, names as written; generic families are names too.
    package var fontFamily: [String] = ["serif"]
    /// The faces that the page defines, which names in ``fontFamily`` may mean.
    package var fonts = FontSet()
    /// 1 to 1000.
    package var fontWeight = 400.0
    /// The font that lengths are relative to, of ``fontFamily`` and ``fontWeight``.
    private(set) var lengthFont = LengthFont(family: .serif)
    package var fontStyle = FontStyle.normal
    package var lineHeight = LineHeight.normal
    /// CSS px; `normal` is 0.
    package var letterSpacing = 0.0
    /// CSS px; `normal` is 0.
    package var wordSpacing = 0.0
    package var textAlign = TextAlign.start
    package var textTransform = TextTransform.none
    package var textIndent = LengthPercentage.zero
    package var textWrapMode = TextWrapMode.wrap
    package var whiteSpaceCollapse = WhiteSpaceCollapse.collapse
    package var wordBreak = WordBreak.normal
    package var overflowWrap = OverflowWrap.normal
    package var direction = Direction.ltr
    package var writingMode = WritingMode.horizontalTB
    package var listStyleType = ListStyleType.name("disc")
    package var visibility = Visibility.visible
    package var borderCollapse = BorderCollapse.separate
    /// CSS px: between columns (width) and between rows (height).
    package var borderSpacing = Size(0.0)
    package var captionSide = CaptionSide.top
    package var emptyCells = EmptyCells.show
    /// The product of `zoom` of the element and of those around it: the factor by which its lengths, and all
    /// inherited ones here, are enlarged.
    package var usedZoom = 1.0

    init() {}

    /// Whether the font is the generic family `monospace` and no other.
    var isMonospace: Bool {
      fontFamily.count == 1 && fontFamily[0].utf8.count == 9 && fontFamily[0].lowercased() == "monospace"
    }

    /// Sets ``lengthFont`` by the values that it follows from.
    mutating func settleLengthFont() {
      lengthFont = LengthFont(family: PinnedFamily(fontFamily), isBold: fontWeight > 500)
      if !fonts.isEmpty { lengthFont.own = fonts.measures(of: fontFamily, weight: fontWeight) }
    }

    /// `line-height` in CSS px; `normal` is taken as 1.2.
    package var lineHeightInPoints: Double {
      switch lineHeight {
      case .normal: fontSize * 1.2
      case .number(let factor): fontSize * factor
      case .points(let points): points
      }
    }
  }
}

/// The basis of a font size: text in `monospace` is smaller unless its size is absolute.
enum FontSizeBasis: Hashable, Sendable {
  /// The keyword `medium` or another one, by number.
  case keyword(UInt8)
  /// A percentage or a font-relative length.
  case relative
  /// Any other length, here or in an ancestor that the size is relative to.
  case absolute
}
