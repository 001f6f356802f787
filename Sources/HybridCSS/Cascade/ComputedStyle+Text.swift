extension ComputedStyle {
  /// `medium`, where the user wants text as large as usual; CSS px.
  package static let initialFontSize = 16.0

  /// Fonts, text, lists and whatever else is inherited.
  package struct Text: Hashable, Sendable {
    package var color = RGBA.black
    /// CSS px.
    package var fontSize = ComputedStyle.initialFontSize
    /// In order of preference, names as they were written; generic families are names too.
    package var fontFamily: [String] = ["serif"]
    /// 1 to 1000.
    package var fontWeight = 400.0
    package var fontStyle = FontStyle.normal
    /// Percent of the normal width.
    package var fontStretch = 100.0
    package var fontVariantCaps = FontVariantCaps.normal
    package var lineHeight = LineHeight.normal
    /// CSS px; `normal` is 0.
    package var letterSpacing = 0.0
    /// CSS px; `normal` is 0.
    package var wordSpacing = 0.0
    package var textAlign = TextAlign.start
    package var textAlignLast = TextAlignLast.auto
    package var textTransform = TextTransform.none
    package var textIndent = LengthPercentage.zero
    package var textShadow: [Shadow<Double>] = []
    package var textWrapMode = TextWrapMode.wrap
    package var whiteSpaceCollapse = WhiteSpaceCollapse.collapse
    package var wordBreak = WordBreak.normal
    package var overflowWrap = OverflowWrap.normal
    package var hyphens = Hyphens.manual
    /// Columns.
    package var tabSize = 8.0
    package var direction = Direction.ltr
    package var writingMode = WritingMode.horizontalTB
    package var listStyleType = ListStyleType.name("disc")
    package var listStylePosition = ListStylePosition.outside
    package var listStyleImage = Image<LengthPercentage>.none
    package var visibility = Visibility.visible
    /// A keyword such as `pointer`; images are left out.
    package var cursor = "auto"
    package var pointerEvents = PointerEvents.auto
    /// Nil is `auto`.
    package var caretColor: ColorValue?
    /// Nil is `auto`.
    package var accentColor: ColorValue?

    init() {}

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

extension ComputedStyle.Text {
  /// Takes one property from another element's group, or from the initial one.
  mutating func copy(_ property: PropertyID, from other: Self) {
    switch property {
    case .color: color = other.color
    case .fontSize: fontSize = other.fontSize
    case .fontFamily: fontFamily = other.fontFamily
    case .fontWeight: fontWeight = other.fontWeight
    case .fontStyle: fontStyle = other.fontStyle
    case .fontStretch: fontStretch = other.fontStretch
    case .fontVariantCaps: fontVariantCaps = other.fontVariantCaps
    case .lineHeight: lineHeight = other.lineHeight
    case .letterSpacing: letterSpacing = other.letterSpacing
    case .wordSpacing: wordSpacing = other.wordSpacing
    case .textAlign: textAlign = other.textAlign
    case .textAlignLast: textAlignLast = other.textAlignLast
    case .textTransform: textTransform = other.textTransform
    case .textIndent: textIndent = other.textIndent
    case .textShadow: textShadow = other.textShadow
    case .textWrapMode: textWrapMode = other.textWrapMode
    case .whiteSpaceCollapse: whiteSpaceCollapse = other.whiteSpaceCollapse
    case .wordBreak: wordBreak = other.wordBreak
    case .overflowWrap: overflowWrap = other.overflowWrap
    case .hyphens: hyphens = other.hyphens
    case .tabSize: tabSize = other.tabSize
    case .direction: direction = other.direction
    case .writingMode: writingMode = other.writingMode
    case .listStyleType: listStyleType = other.listStyleType
    case .listStylePosition: listStylePosition = other.listStylePosition
    case .listStyleImage: listStyleImage = other.listStyleImage
    case .visibility: visibility = other.visibility
    case .cursor: cursor = other.cursor
    case .pointerEvents: pointerEvents = other.pointerEvents
    case .caretColor: caretColor = other.caretColor
    case .accentColor: accentColor = other.accentColor
    default: preconditionFailure("\(property) is in another group")
    }
  }

  /// Sets one property to a computed form of `value`; `parent` is what relative keywords are relative to.
  mutating func set(
    _ property: PropertyID, to value: SpecifiedValue, parent: Self, in context: ComputationContext
  ) {
    switch property {
    case .color: color = value.color.resolved(current: parent.color)
    case .fontSize: fontSize = context.fontSize(value, parent: parent.fontSize)
    case .fontFamily: fontFamily = value.texts
    case .fontWeight: fontWeight = value.fontWeight(parent: parent.fontWeight)
    case .fontStyle: fontStyle = value.keyword()
    case .fontStretch: fontStretch = value.number ?? 100
    case .fontVariantCaps: fontVariantCaps = value.keyword()
    case .lineHeight: lineHeight = context.lineHeight(value)
    case .letterSpacing: letterSpacing = context.fontRelative(value)
    case .wordSpacing: wordSpacing = context.fontRelative(value)
    case .textAlign: textAlign = value.keyword()
    case .textAlignLast: textAlignLast = value.keyword()
    case .textTransform: textTransform = value.keyword()
    case .textIndent: textIndent = context.length(value)
    case .textShadow: textShadow = context.shadows(value)
    case .textWrapMode: textWrapMode = value.keyword()
    case .whiteSpaceCollapse: whiteSpaceCollapse = value.keyword()
    case .wordBreak: wordBreak = value.keyword()
    case .overflowWrap: overflowWrap = value.keyword()
    case .hyphens: hyphens = value.keyword()
    case .tabSize: tabSize = value.number ?? 8
    case .direction: direction = value.keyword()
    case .writingMode: writingMode = value.keyword()
    case .listStyleType: listStyleType = value.listStyleType
    case .listStylePosition: listStylePosition = value.keyword()
    case .listStyleImage: listStyleImage = context.image(value)
    case .visibility: visibility = value.keyword()
    case .cursor: cursor = value.text ?? "auto"
    case .pointerEvents: pointerEvents = value.keyword()
    case .caretColor: caretColor = value.optionalColor
    case .accentColor: accentColor = value.optionalColor
    default: preconditionFailure("\(property) is in another group")
    }
  }
}
