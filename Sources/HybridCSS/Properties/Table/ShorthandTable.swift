extension ShorthandRow {
  /// The table of shorthands: the longhands in the order in which they get values, the grammar, the dialect,
  /// and aliases.
  static func row(of shorthand: Shorthand) -> ShorthandRow {
    switch shorthand {
    case .all: return ShorthandRow(longhands: everything, grammar: .wideOnly, isNative: false, also: [])
    case .margin:
      return row(
        [\.marginTop, \.marginRight, \.marginBottom, \.marginLeft], .sides, .standard, also: [.cssAttribute])
    case .marginBlock: return row([\.marginBlockStart, \.marginBlockEnd], .pair, .standard, also: [])
    case .marginInline: return row([\.marginInlineStart, \.marginInlineEnd], .pair, .standard, also: [])
    case .padding:
      return row(
        [\.paddingTop, \.paddingRight, \.paddingBottom, \.paddingLeft], .sides, .standard,
        also: [.cssAttribute])
    case .paddingBlock: return row([\.paddingBlockStart, \.paddingBlockEnd], .pair, .standard, also: [])
    case .paddingInline: return row([\.paddingInlineStart, \.paddingInlineEnd], .pair, .standard, also: [])
    case .inset: return row([\.top, \.right, \.bottom, \.left], .sides, .standard, also: [])
    case .insetBlock: return row([\.insetBlockStart, \.insetBlockEnd], .pair, .standard, also: [])
    case .insetInline: return row([\.insetInlineStart, \.insetInlineEnd], .pair, .standard, also: [])
    case .overflow: return row([\.overflowX, \.overflowY], .pair, .standard, also: [.cssAttribute])
    case .flex: return row([\.flexGrow, \.flexShrink, \.flexBasis], .flex, .standard, also: [.webkit])
    case .flexFlow: return row([\.flexDirection, \.flexWrap], .anyOrder, .standard, also: [.webkit])
    case .gap: return row([\.rowGap, \.columnGap], .pair, .standard, also: [.alias("grid-gap")])
    case .columns:
      return row([\.columnWidth, \.columnCount], .own { $0.takeColumns() }, .standard, also: [.webkit])
    case .columnRule:
      return row(
        [\.columnRuleWidth, \.columnRuleStyle, \.columnRuleColor], .line, .standard, also: [.webkit])
    case .placeContent: return row([\.alignContent, \.justifyContent], .place, .standard, also: [])
    case .placeItems: return row([\.alignItems, \.justifyItems], .place, .standard, also: [])
    case .placeSelf: return row([\.alignSelf, \.justifySelf], .place, .standard, also: [])
    case .gridRow: return row([\.gridRowStart, \.gridRowEnd], .gridArea, .standard, also: [])
    case .gridColumn: return row([\.gridColumnStart, \.gridColumnEnd], .gridArea, .standard, also: [])
    case .gridArea:
      return row(
        [\.gridRowStart, \.gridColumnStart, \.gridRowEnd, \.gridColumnEnd],
        .gridArea, .standard, also: [])
    case .gridTemplate:
      return row(
        [\.gridTemplateRows, \.gridTemplateColumns, \.gridTemplateAreas],
        .own { $0.takeGridTemplate() }, .standard, also: [])
    case .grid:
      return row(
        [
          \.gridTemplateRows, \.gridTemplateColumns, \.gridTemplateAreas, \.gridAutoRows, \.gridAutoColumns,
          \.gridAutoFlow,
        ],
        .own(keywords: ["none", "auto-flow", "dense"]) { $0.takeGrid() }, .standard, also: [])
    case .containIntrinsicSize:
      return row(
        [\.containIntrinsicWidth, \.containIntrinsicHeight], .own { $0.takeIntrinsicSize() }, .standard,
        also: [])
    case .container:
      return row([\.containerName, \.containerType], .own { $0.takeContainer() }, .standard, also: [])
    case .border:
      return row(
        [
          \.borderTopWidth, \.borderRightWidth, \.borderBottomWidth, \.borderLeftWidth, \.borderTopStyle,
          \.borderRightStyle, \.borderBottomStyle, \.borderLeftStyle, \.borderTopColor, \.borderRightColor,
          \.borderBottomColor, \.borderLeftColor,
        ],
        .borders, .standard, also: [])
    case .borderTop:
      return row([\.borderTopWidth, \.borderTopStyle, \.borderTopColor], .line, .standard, also: [])
    case .borderRight:
      return row([\.borderRightWidth, \.borderRightStyle, \.borderRightColor], .line, .standard, also: [])
    case .borderBottom:
      return row([\.borderBottomWidth, \.borderBottomStyle, \.borderBottomColor], .line, .standard, also: [])
    case .borderLeft:
      return row([\.borderLeftWidth, \.borderLeftStyle, \.borderLeftColor], .line, .standard, also: [])
    case .borderBlock:
      return row(
        [
          \.borderBlockStartWidth, \.borderBlockEndWidth, \.borderBlockStartStyle, \.borderBlockEndStyle,
          \.borderBlockStartColor, \.borderBlockEndColor,
        ],
        .borders, .standard, also: [])
    case .borderInline:
      return row(
        [
          \.borderInlineStartWidth, \.borderInlineEndWidth, \.borderInlineStartStyle, \.borderInlineEndStyle,
          \.borderInlineStartColor, \.borderInlineEndColor,
        ],
        .borders, .standard, also: [])
    case .borderBlockStart:
      return row(
        [\.borderBlockStartWidth, \.borderBlockStartStyle, \.borderBlockStartColor],
        .line, .standard, also: [.alias("-webkit-border-before")])
    case .borderBlockEnd:
      return row(
        [\.borderBlockEndWidth, \.borderBlockEndStyle, \.borderBlockEndColor],
        .line, .standard, also: [.alias("-webkit-border-after")])
    case .borderInlineStart:
      return row(
        [\.borderInlineStartWidth, \.borderInlineStartStyle, \.borderInlineStartColor],
        .line, .standard, also: [.alias("-webkit-border-start")])
    case .borderInlineEnd:
      return row(
        [\.borderInlineEndWidth, \.borderInlineEndStyle, \.borderInlineEndColor],
        .line, .standard, also: [.alias("-webkit-border-end")])
    case .borderWidth:
      return row(
        [\.borderTopWidth, \.borderRightWidth, \.borderBottomWidth, \.borderLeftWidth],
        .sides, .standard, also: [.cssAttribute])
    case .borderStyle:
      return row(
        [\.borderTopStyle, \.borderRightStyle, \.borderBottomStyle, \.borderLeftStyle],
        .sides, .standard, also: [])
    case .borderColor:
      return row(
        [\.borderTopColor, \.borderRightColor, \.borderBottomColor, \.borderLeftColor],
        .sides, .standard, also: [.cssAttribute])
    case .borderRadius:
      return row(
        [\.borderTopLeftRadius, \.borderTopRightRadius, \.borderBottomRightRadius, \.borderBottomLeftRadius],
        .radii, .standard, also: [.cssAttribute, .webkit])
    case .borderBlockWidth:
      return row([\.borderBlockStartWidth, \.borderBlockEndWidth], .pair, .standard, also: [])
    case .borderInlineWidth:
      return row([\.borderInlineStartWidth, \.borderInlineEndWidth], .pair, .standard, also: [])
    case .borderBlockStyle:
      return row([\.borderBlockStartStyle, \.borderBlockEndStyle], .pair, .standard, also: [])
    case .borderInlineStyle:
      return row([\.borderInlineStartStyle, \.borderInlineEndStyle], .pair, .standard, also: [])
    case .borderBlockColor:
      return row([\.borderBlockStartColor, \.borderBlockEndColor], .pair, .standard, also: [])
    case .borderInlineColor:
      return row([\.borderInlineStartColor, \.borderInlineEndColor], .pair, .standard, also: [])
    case .outline:
      return row([\.outlineWidth, \.outlineStyle, \.outlineColor], .outline, .standard, also: [])
    case .borderImage:
      return row(
        [
          \.borderImageSource, \.borderImageSlice, \.borderImageWidth, \.borderImageOutset,
          \.borderImageRepeat,
        ],
        .own { $0.takeBorderImage() }, .standard, also: [.webkit])
    case .mask:
      return row(
        [\.maskImage, \.maskPosition, \.maskSize, \.maskRepeat],
        .own { $0.takeMask() }, .standard, also: [.webkit])
    case .background:
      return row(
        [
          \.backgroundImage, \.backgroundPositionX, \.backgroundPositionY, \.backgroundSize,
          \.backgroundRepeat,
          \.backgroundAttachment, \.backgroundOrigin, \.backgroundClip, \.backgroundColor,
        ],
        .own { $0.takeBackground() }, .standard, also: [])
    case .backgroundPosition:
      return row(
        [\.backgroundPositionX, \.backgroundPositionY],
        .own { $0.takeBackgroundPosition() }, .standard, also: [])
    case .font:
      return row(
        [
          \.fontStyle, \.fontVariantCaps, \.fontWeight, \.fontStretch, \.fontSize, \.lineHeight, \.fontFamily,
          // Those that it only resets.
          \.fontKerning, \.fontVariantLigatures, \.fontVariantPosition, \.fontVariantNumeric,
          \.fontVariantEastAsian, \.fontFeatureSettings, \.fontVariationSettings,
        ],
        .font, .standard, also: [])
    case .fontVariant:
      return row(
        [
          \.fontVariantLigatures, \.fontVariantCaps, \.fontVariantPosition, \.fontVariantNumeric,
          \.fontVariantEastAsian,
        ],
        .own { $0.takeFontVariant() }, .standard, also: [])
    case .listStyle:
      return row(
        [\.listStyleType, \.listStylePosition, \.listStyleImage],
        .own { $0.takeListStyle() }, .standard, also: [])
    case .textDecoration:
      return row(
        [\.textDecorationLine, \.textDecorationStyle, \.textDecorationColor, \.textDecorationThickness],
        .anyOrder, .standard, also: [])
    case .webkitTextStroke:
      return row(
        [\.webkitTextStrokeWidth, \.webkitTextStrokeColor], .anyOrder, .standard, also: [])
    case .whiteSpace:
      return row(
        [\.whiteSpaceCollapse, \.textWrapMode],
        .own(keywords: ["normal", "pre", "pre-wrap", "pre-line"]) { $0.takeWhiteSpace() }, .standard, also: []
      )
    case .textWrap: return row([\.textWrapMode, \.textWrapStyle], .anyOrder, .standard, also: [])
    case .transition:
      return row(
        [
          \.transitionProperty, \.transitionDuration, \.transitionTimingFunction, \.transitionDelay,
          \.transitionBehavior,
        ],
        .own { $0.takeTransition() }, .standard, also: [.webkit])
    case .animation:
      return row(
        [
          \.animationName, \.animationDuration, \.animationTimingFunction, \.animationDelay,
          \.animationIterationCount, \.animationDirection, \.animationFillMode, \.animationPlayState,
          \.animationTimeline, \.animationRangeStart, \.animationRangeEnd,
        ],
        .own { $0.takeAnimation() }, .standard, also: [.webkit])
    case .animationRange:
      return row(
        [\.animationRangeStart, \.animationRangeEnd], .own { $0.takeAnimationRange() }, .standard, also: [])
    case .scrollTimeline:
      return row(
        [\.scrollTimelineName, \.scrollTimelineAxis], .own { $0.takeNamedTimelines(isView: false) },
        .standard, also: [])
    case .viewTimeline:
      return row(
        [\.viewTimelineName, \.viewTimelineAxis, \.viewTimelineInset],
        .own { $0.takeNamedTimelines(isView: true) }, .standard, also: [])
    case .offset:
      return row(
        [\.offsetPosition, \.offsetPath, \.offsetDistance, \.offsetRotate, \.offsetAnchor],
        .own { $0.takeOffset() }, .standard, also: [])
    case .marginHorizontal: return row([\.marginLeft, \.marginRight], .twice, .native, also: [])
    case .marginVertical: return row([\.marginTop, \.marginBottom], .twice, .native, also: [])
    case .paddingHorizontal: return row([\.paddingLeft, \.paddingRight], .twice, .native, also: [])
    case .paddingVertical: return row([\.paddingTop, \.paddingBottom], .twice, .native, also: [])
    }
  }

  /// CSS Cascade 5 §3.2: all except `direction`, `unicode-bidi` and custom properties.
  private static let everything = PropertyID.allCases.filter {
    $0 != .direction && $0 != .unicodeBidi && !$0.isLogical
  }
}
