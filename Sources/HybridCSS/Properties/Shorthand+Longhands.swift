extension Shorthand {
  /// What it stands for, in the order in which values are given to them.
  var longhands: [PropertyID] {
    switch self {
    // CSS Cascade 5 §3.2: all but `direction`, `unicode-bidi` and custom properties.
    case .all: Self.everything
    case .margin: [.marginTop, .marginRight, .marginBottom, .marginLeft]
    case .marginBlock: [.marginBlockStart, .marginBlockEnd]
    case .marginInline: [.marginInlineStart, .marginInlineEnd]
    case .marginHorizontal: [.marginLeft, .marginRight]
    case .marginVertical: [.marginTop, .marginBottom]
    case .padding: [.paddingTop, .paddingRight, .paddingBottom, .paddingLeft]
    case .paddingBlock: [.paddingBlockStart, .paddingBlockEnd]
    case .paddingInline: [.paddingInlineStart, .paddingInlineEnd]
    case .paddingHorizontal: [.paddingLeft, .paddingRight]
    case .paddingVertical: [.paddingTop, .paddingBottom]
    case .inset: [.top, .right, .bottom, .left]
    case .insetBlock: [.insetBlockStart, .insetBlockEnd]
    case .insetInline: [.insetInlineStart, .insetInlineEnd]
    case .overflow: [.overflowX, .overflowY]
    case .flex: [.flexGrow, .flexShrink, .flexBasis]
    case .flexFlow: [.flexDirection, .flexWrap]
    case .gap: [.rowGap, .columnGap]
    case .placeContent: [.alignContent, .justifyContent]
    case .placeItems: [.alignItems, .justifyItems]
    case .placeSelf: [.alignSelf, .justifySelf]
    case .gridRow: [.gridRowStart, .gridRowEnd]
    case .gridColumn: [.gridColumnStart, .gridColumnEnd]
    case .gridArea: [.gridRowStart, .gridColumnStart, .gridRowEnd, .gridColumnEnd]
    case .gridTemplate: [.gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas]
    case .grid:
      [
        .gridTemplateRows, .gridTemplateColumns, .gridTemplateAreas, .gridAutoRows, .gridAutoColumns,
        .gridAutoFlow,
      ]
    case .border:
      Shorthand.borderWidth.longhands + Shorthand.borderStyle.longhands + Shorthand.borderColor.longhands
    case .borderTop: [.borderTopWidth, .borderTopStyle, .borderTopColor]
    case .borderRight: [.borderRightWidth, .borderRightStyle, .borderRightColor]
    case .borderBottom: [.borderBottomWidth, .borderBottomStyle, .borderBottomColor]
    case .borderLeft: [.borderLeftWidth, .borderLeftStyle, .borderLeftColor]
    case .borderBlock:
      Shorthand.borderBlockWidth.longhands + Shorthand.borderBlockStyle.longhands
        + Shorthand.borderBlockColor.longhands
    case .borderInline:
      Shorthand.borderInlineWidth.longhands + Shorthand.borderInlineStyle.longhands
        + Shorthand.borderInlineColor.longhands
    case .borderBlockStart: [.borderBlockStartWidth, .borderBlockStartStyle, .borderBlockStartColor]
    case .borderBlockEnd: [.borderBlockEndWidth, .borderBlockEndStyle, .borderBlockEndColor]
    case .borderInlineStart: [.borderInlineStartWidth, .borderInlineStartStyle, .borderInlineStartColor]
    case .borderInlineEnd: [.borderInlineEndWidth, .borderInlineEndStyle, .borderInlineEndColor]
    case .borderWidth: [.borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth]
    case .borderStyle: [.borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle]
    case .borderColor: [.borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor]
    case .borderBlockWidth: [.borderBlockStartWidth, .borderBlockEndWidth]
    case .borderBlockStyle: [.borderBlockStartStyle, .borderBlockEndStyle]
    case .borderBlockColor: [.borderBlockStartColor, .borderBlockEndColor]
    case .borderInlineWidth: [.borderInlineStartWidth, .borderInlineEndWidth]
    case .borderInlineStyle: [.borderInlineStartStyle, .borderInlineEndStyle]
    case .borderInlineColor: [.borderInlineStartColor, .borderInlineEndColor]
    case .borderRadius:
      [.borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius]
    case .outline: [.outlineWidth, .outlineStyle, .outlineColor]
    case .background:
      [
        .backgroundImage, .backgroundPositionX, .backgroundPositionY, .backgroundSize, .backgroundRepeat,
        .backgroundAttachment, .backgroundOrigin, .backgroundClip, .backgroundColor,
      ]
    case .backgroundPosition: [.backgroundPositionX, .backgroundPositionY]
    case .font:
      [.fontStyle, .fontVariantCaps, .fontWeight, .fontStretch, .fontSize, .lineHeight, .fontFamily]
    case .listStyle: [.listStyleType, .listStylePosition, .listStyleImage]
    case .textDecoration:
      [.textDecorationLine, .textDecorationStyle, .textDecorationColor, .textDecorationThickness]
    case .whiteSpace: [.whiteSpaceCollapse, .textWrapMode]
    case .transition: [.transitionProperty, .transitionDuration, .transitionTimingFunction, .transitionDelay]
    case .animation:
      [
        .animationName, .animationDuration, .animationTimingFunction, .animationDelay,
        .animationIterationCount,
        .animationDirection, .animationFillMode, .animationPlayState,
      ]
    }
  }

  private static let everything = PropertyID.allCases.filter {
    $0 != .direction && $0 != .unicodeBidi && !$0.isLogical
  }
}
