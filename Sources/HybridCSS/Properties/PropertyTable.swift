import HybridEncoding

private typealias Text = ComputedStyle.Text
private typealias Box = ComputedStyle.Box
private typealias Flex = ComputedStyle.Flex
private typealias Grid = ComputedStyle.Grid
private typealias Border = ComputedStyle.Border
private typealias Visual = ComputedStyle.Visual
private typealias Motion = ComputedStyle.Motion

extension PropertyRow {
  /// The table of properties: where the computed value is stored, the type of value, the animation type, the
  /// consumer of the value, and aliases.
  ///
  /// A new property is a case of ``PropertyID``, a stored property of a group of ``ComputedStyle`` with the
  /// initial value, and a row here, without which the switch does not compile. Properties in `Text` are
  /// inherited.
  static func row(of property: PropertyID) -> PropertyRow {
    switch property {
    // Fonts and text
    case .fontSize: return row(\Text.fontSize, .fontSize, .nonNegative, .layout, also: [])
    case .lineHeight: return row(\Text.lineHeight, .lineHeight, .lineHeight, .layout, also: [])
    case .direction: return row(\Text.direction, .keyword, .discrete, .layout, also: [])
    case .writingMode: return row(\Text.writingMode, .keyword, .discrete, .layout, also: [])
    case .color: return row(\Text.color, .textColor, .color, .painting, also: [])
    case .fontFamily: return row(\Text.fontFamily, .fontFamily, .discrete, .layout, also: [])
    case .fontWeight: return row(\Text.fontWeight, .fontWeight, .number(1...1000), .layout, also: [])
    case .fontStyle:
      return row(
        \Text.fontStyle, .keyword("a font style") { $0.takeFontStyle() },
        .discrete, .layout, also: [])
    case .fontStretch:
      return row(\Text.fontStretch, .fontStretch, .nonNegative, .scripts, also: [.alias("font-width")])
    case .fontVariantCaps: return row(\Text.fontVariantCaps, .keyword, .discrete, .scripts, also: [])
    case .letterSpacing: return row(\Text.letterSpacing, .spacing, .number, .layout, also: [])
    case .wordSpacing: return row(\Text.wordSpacing, .spacing, .number, .layout, also: [])
    case .textAlign: return row(\Text.textAlign, .keyword, .discrete, .layout, also: [])
    case .textAlignLast: return row(\Text.textAlignLast, .keyword, .discrete, .scripts, also: [])
    case .textTransform: return row(\Text.textTransform, .keyword, .discrete, .layout, also: [])
    case .textIndent: return row(\Text.textIndent, .indent, .length, .layout, also: [])
    case .textShadow: return row(\Text.textShadow, .shadows(isBox: false), .shadows, .scripts, also: [])
    case .textWrapMode:
      return row(\Text.textWrapMode, .textWrapMode, .discrete, .layout, also: [.alias("text-wrap")])
    case .whiteSpaceCollapse: return row(\Text.whiteSpaceCollapse, .keyword, .discrete, .layout, also: [])
    case .wordBreak: return row(\Text.wordBreak, .keyword, .discrete, .layout, also: [])
    case .overflowWrap:
      return row(\Text.overflowWrap, .keyword, .discrete, .layout, also: [.alias("word-wrap")])
    case .hyphens: return row(\Text.hyphens, .keyword, .discrete, .scripts, also: [])
    case .tabSize: return row(\Text.tabSize, .number(default: 8), .discrete, .scripts, also: [])

    // Lists, pointers and other inherited properties
    case .listStyleType: return row(\Text.listStyleType, .listStyleType, .discrete, .painting, also: [])
    case .listStylePosition: return row(\Text.listStylePosition, .keyword, .discrete, .scripts, also: [])
    case .listStyleImage: return row(\Text.listStyleImage, .image, .discrete, .scripts, also: [])
    case .visibility: return row(\Text.visibility, .keyword, .visibility, .painting, also: [])
    case .cursor: return row(\Text.cursor, .cursor, .discrete, .scripts, also: [])
    case .pointerEvents:
      return row(
        \Text.pointerEvents, .keyword(.keywords(PointerEvents.allCases.map(\.rawValue.asciiLowercased))),
        .discrete, .scripts, also: [])
    case .caretColor: return row(\Text.caretColor, .colorOrAuto, .discrete, .scripts, also: [])
    case .accentColor: return row(\Text.accentColor, .colorOrAuto, .discrete, .painting, also: [])

    // Boxes
    case .display:
      return row(\Box.display, .keyword("a display type") { $0.takeDisplay() }, .discrete, .layout, also: [])
    case .position: return row(\Box.position, .keyword, .discrete, .layout, also: [])
    case .float: return row(\Box.float, .keyword, .discrete, .layout, also: [])
    case .clear: return row(\Box.clear, .keyword, .discrete, .layout, also: [])
    case .boxSizing: return row(\Box.boxSizing, .keyword, .discrete, .layout, also: [.webkit])
    case .width: return row(\Box.width, .size(or: [.auto]), .length, .layout, also: [])
    case .height: return row(\Box.height, .size(or: [.auto]), .length, .layout, also: [])
    case .minWidth: return row(\Box.minWidth, .size(or: [.auto]), .length, .layout, also: [])
    case .minHeight: return row(\Box.minHeight, .size(or: [.auto]), .length, .layout, also: [])
    case .maxWidth: return row(\Box.maxWidth, .size(or: [.none]), .length, .layout, also: [])
    case .maxHeight: return row(\Box.maxHeight, .size(or: [.none]), .length, .layout, also: [])
    case .aspectRatio:
      return row(\Box.aspectRatio, .aspectRatio, .discrete, .layout, also: [.native("aspectratio")])
    case .marginTop: return row(\Box.margin.top, .lengthOrAuto, .length, .layout, also: [])
    case .marginRight: return row(\Box.margin.right, .lengthOrAuto, .length, .layout, also: [])
    case .marginBottom: return row(\Box.margin.bottom, .lengthOrAuto, .length, .layout, also: [])
    case .marginLeft: return row(\Box.margin.left, .lengthOrAuto, .length, .layout, also: [])
    case .paddingTop: return row(\Box.padding.top, .nonNegative(or: []), .nonNegative, .layout, also: [])
    case .paddingRight: return row(\Box.padding.right, .nonNegative(or: []), .nonNegative, .layout, also: [])
    case .paddingBottom:
      return row(\Box.padding.bottom, .nonNegative(or: []), .nonNegative, .layout, also: [])
    case .paddingLeft: return row(\Box.padding.left, .nonNegative(or: []), .nonNegative, .layout, also: [])
    case .top: return row(\Box.inset.top, .lengthOrAuto, .length, .layout, also: [])
    case .right: return row(\Box.inset.right, .lengthOrAuto, .length, .layout, also: [])
    case .bottom: return row(\Box.inset.bottom, .lengthOrAuto, .length, .layout, also: [])
    case .left: return row(\Box.inset.left, .lengthOrAuto, .length, .layout, also: [])
    case .overflowX: return row(\Box.overflowX, .overflow, .discrete, .layout, also: [])
    case .overflowY: return row(\Box.overflowY, .overflow, .discrete, .layout, also: [])
    case .zIndex: return row(\Box.zIndex, .integer(atLeast: .min, or: "auto"), .integer, .painting, also: [])
    case .verticalAlign: return row(\Box.verticalAlign, .verticalAlign, .discrete, .layout, also: [])

    // Flex and alignment
    case .flexDirection: return row(\Flex.direction, .keyword, .discrete, .layout, also: [.webkit])
    case .flexWrap: return row(\Flex.wrap, .keyword, .discrete, .layout, also: [.webkit])
    case .flexGrow: return row(\Flex.grow, .number(default: 0), .nonNegative, .layout, also: [.webkit])
    case .flexShrink: return row(\Flex.shrink, .number(default: 1), .nonNegative, .layout, also: [.webkit])
    case .flexBasis: return row(\Flex.basis, .size(or: [.auto, .content]), .length, .layout, also: [.webkit])
    case .order: return row(\Flex.order, .integer, .integer, .layout, also: [.webkit])
    case .justifyContent:
      return row(\Flex.justifyContent, .alignment(.justifyContent), .discrete, .layout, also: [.webkit])
    case .alignContent:
      return row(\Flex.alignContent, .alignment(.alignContent), .discrete, .layout, also: [.webkit])
    case .justifyItems: return row(\Flex.justifyItems, .justifyItems, .discrete, .layout, also: [])
    case .alignItems:
      return row(\Flex.alignItems, .alignment(.alignItems), .discrete, .layout, also: [.webkit])
    case .justifySelf: return row(\Flex.justifySelf, .alignment(.justifySelf), .discrete, .layout, also: [])
    case .alignSelf: return row(\Flex.alignSelf, .alignment(.alignSelf), .discrete, .layout, also: [.webkit])
    case .rowGap:
      return row(
        \Flex.rowGap, .nonNegative(or: ["normal"]),
        .nonNegative, .layout, also: [.alias("grid-row-gap")])
    case .columnGap:
      return row(
        \Flex.columnGap, .nonNegative(or: ["normal"]),
        .nonNegative, .layout, also: [.alias("grid-column-gap")])

    // Grid
    case .gridTemplateColumns: return row(\Grid.templateColumns, .trackList, .discrete, .layout, also: [])
    case .gridTemplateRows: return row(\Grid.templateRows, .trackList, .discrete, .layout, also: [])
    case .gridTemplateAreas: return row(\Grid.templateAreas, .areas, .discrete, .layout, also: [])
    case .gridAutoColumns: return row(\Grid.autoColumns, .trackSizes, .discrete, .layout, also: [])
    case .gridAutoRows: return row(\Grid.autoRows, .trackSizes, .discrete, .layout, also: [])
    case .gridAutoFlow: return row(\Grid.autoFlow, .autoFlow, .discrete, .layout, also: [])
    case .gridRowStart: return row(\Grid.rowStart, .line, .discrete, .layout, also: [])
    case .gridRowEnd: return row(\Grid.rowEnd, .line, .discrete, .layout, also: [])
    case .gridColumnStart: return row(\Grid.columnStart, .line, .discrete, .layout, also: [])
    case .gridColumnEnd: return row(\Grid.columnEnd, .line, .discrete, .layout, also: [])

    // Borders and outlines
    case .borderTopWidth:
      return .lineWidth(specified: \.specifiedWidths.top, used: \.widths.top, .nonNegative, .layout, also: [])
    case .borderRightWidth:
      return .lineWidth(
        specified: \.specifiedWidths.right, used: \.widths.right, .nonNegative, .layout, also: [])
    case .borderBottomWidth:
      return .lineWidth(
        specified: \.specifiedWidths.bottom, used: \.widths.bottom, .nonNegative, .layout, also: [])
    case .borderLeftWidth:
      return .lineWidth(
        specified: \.specifiedWidths.left, used: \.widths.left, .nonNegative, .layout, also: [])
    case .borderTopStyle: return row(\Border.styles.top, .borderStyle, .discrete, .layout, also: [])
    case .borderRightStyle: return row(\Border.styles.right, .borderStyle, .discrete, .layout, also: [])
    case .borderBottomStyle: return row(\Border.styles.bottom, .borderStyle, .discrete, .layout, also: [])
    case .borderLeftStyle: return row(\Border.styles.left, .borderStyle, .discrete, .layout, also: [])
    case .borderTopColor: return row(\Border.colors.top, .color, .color, .painting, also: [])
    case .borderRightColor: return row(\Border.colors.right, .color, .color, .painting, also: [])
    case .borderBottomColor: return row(\Border.colors.bottom, .color, .color, .painting, also: [])
    case .borderLeftColor: return row(\Border.colors.left, .color, .color, .painting, also: [])
    case .borderTopLeftRadius:
      return row(\Border.radii.topLeft, .radius, .lengths, .painting, also: [.webkit])
    case .borderTopRightRadius:
      return row(\Border.radii.topRight, .radius, .lengths, .painting, also: [.webkit])
    case .borderBottomRightRadius:
      return row(\Border.radii.bottomRight, .radius, .lengths, .painting, also: [.webkit])
    case .borderBottomLeftRadius:
      return row(\Border.radii.bottomLeft, .radius, .lengths, .painting, also: [.webkit])
    case .outlineWidth:
      return .lineWidth(
        specified: \.specifiedOutlineWidth, used: \.outlineWidth, .nonNegative, .scripts, also: [])
    case .outlineStyle: return row(\Border.outlineStyle, .outlineStyle, .discrete, .scripts, also: [])
    case .outlineColor: return row(\Border.outlineColor, .color, .color, .scripts, also: [])
    case .outlineOffset: return row(\Border.outlineOffset, .points, .number, .scripts, also: [])

    // Backgrounds and effects
    case .backgroundColor: return row(\Visual.backgroundColor, .color, .color, .painting, also: [])
    case .backgroundImage: return row(\Visual.backgroundImage, .images, .discrete, .painting, also: [])
    case .backgroundPositionX:
      return row(
        \Visual.backgroundPositionX, .positions("horizontal positions", "left", "right"),
        .lengths, .painting, also: [])
    case .backgroundPositionY:
      return row(
        \Visual.backgroundPositionY, .positions("vertical positions", "top", "bottom"),
        .lengths, .painting, also: [])
    case .backgroundSize:
      return row(\Visual.backgroundSize, .backgroundSizes, .lengths, .painting, also: [.webkit])
    case .backgroundRepeat:
      return row(\Visual.backgroundRepeat, .backgroundRepeats, .discrete, .painting, also: [])
    case .backgroundAttachment:
      return row(\Visual.backgroundAttachment, .keywords(), .discrete, .scripts, also: [])
    case .backgroundOrigin:
      return row(
        \Visual.backgroundOrigin, .keywords(["border-box", "padding-box", "content-box"]),
        .discrete, .painting, also: [.webkit])
    case .backgroundClip:
      return row(\Visual.backgroundClip, .keywords(), .discrete, .scripts, also: [.webkit])
    case .opacity: return row(\Visual.opacity, .opacity, .number(0...1), .painting, also: [.webkit])
    case .boxShadow:
      return row(\Visual.boxShadow, .shadows(isBox: true), .shadows, .painting, also: [.webkit])
    case .transform: return row(\Visual.transform, .transform, .transform, .painting, also: [.webkit])
    case .transformOrigin:
      return row(
        \Visual.transformOrigin, .position { $0.takeTransformOrigin() },
        .lengths, .painting, also: [.webkit])
    case .objectFit: return row(\Visual.objectFit, .keyword, .discrete, .painting, also: [])
    case .objectPosition: return row(\Visual.objectPosition, .objectPosition, .lengths, .painting, also: [])
    case .textDecorationLine:
      return row(\Visual.textDecorationLine, .decorationLine, .discrete, .painting, also: [])
    case .textDecorationStyle:
      return row(\Visual.textDecorationStyle, .keyword, .discrete, .scripts, also: [])
    case .textDecorationColor: return row(\Visual.textDecorationColor, .color, .color, .scripts, also: [])
    case .textDecorationThickness:
      return row(\Visual.textDecorationThickness, .decorationThickness, .discrete, .scripts, also: [])
    case .textOverflow: return row(\Visual.textOverflow, .keyword, .discrete, .layout, also: [])
    case .lineClamp:
      return row(\Visual.lineClamp, .integer(atLeast: 1, or: "none"), .discrete, .layout, also: [.webkit])
    case .userSelect: return row(\Visual.userSelect, .keyword, .discrete, .scripts, also: [.webkit])
    case .content: return row(\Visual.content, .content, .discrete, .scripts, also: [])
    case .unicodeBidi: return row(\Visual.unicodeBidi, .keyword, .discrete, .scripts, also: [])

    // Transitions and animations
    case .transitionProperty:
      return row(\Motion.transitionProperty, .transitionProperties, .discrete, .transitions, also: [.webkit])
    case .transitionDuration:
      return row(
        \Motion.transitionDuration, .times(nonNegative: true),
        .discrete, .transitions, also: [.webkit])
    case .transitionTimingFunction:
      return row(\Motion.transitionTimingFunction, .timingFunctions, .discrete, .transitions, also: [.webkit])
    case .transitionDelay:
      return row(
        \Motion.transitionDelay, .times(nonNegative: false),
        .discrete, .transitions, also: [.webkit])
    case .animationName:
      return row(\Motion.animationName, .animationNames, .discrete, .scripts, also: [.webkit])
    case .animationDuration:
      return row(\Motion.animationDuration, .times(nonNegative: true), .discrete, .scripts, also: [.webkit])
    case .animationTimingFunction:
      return row(\Motion.animationTimingFunction, .timingFunctions, .discrete, .scripts, also: [.webkit])
    case .animationDelay:
      return row(\Motion.animationDelay, .times(nonNegative: false), .discrete, .scripts, also: [.webkit])
    case .animationIterationCount:
      return row(\Motion.animationIterationCount, .iterationCounts, .discrete, .scripts, also: [.webkit])
    case .animationDirection:
      return row(\Motion.animationDirection, .keywords(), .discrete, .scripts, also: [.webkit])
    case .animationFillMode:
      return row(\Motion.animationFillMode, .keywords(), .discrete, .scripts, also: [.webkit])
    case .animationPlayState:
      return row(\Motion.animationPlayState, .keywords(), .discrete, .scripts, also: [.webkit])

    // Logical properties
    case .inlineSize:
      return .logical(
        .axis(ifHorizontal: .width, ifVertical: .height),
        also: [.alias("-webkit-logical-width")])
    case .blockSize:
      return .logical(
        .axis(ifHorizontal: .height, ifVertical: .width),
        also: [.alias("-webkit-logical-height")])
    case .minInlineSize:
      return .logical(
        .axis(ifHorizontal: .minWidth, ifVertical: .minHeight),
        also: [.alias("-webkit-min-logical-width")])
    case .minBlockSize:
      return .logical(
        .axis(ifHorizontal: .minHeight, ifVertical: .minWidth),
        also: [.alias("-webkit-min-logical-height")])
    case .maxInlineSize:
      return .logical(
        .axis(ifHorizontal: .maxWidth, ifVertical: .maxHeight),
        also: [.alias("-webkit-max-logical-width")])
    case .maxBlockSize:
      return .logical(
        .axis(ifHorizontal: .maxHeight, ifVertical: .maxWidth),
        also: [.alias("-webkit-max-logical-height")])
    case .marginBlockStart:
      return .logical(.side(.margin, .blockStart), also: [.alias("-webkit-margin-before")])
    case .marginBlockEnd: return .logical(.side(.margin, .blockEnd), also: [.alias("-webkit-margin-after")])
    case .marginInlineStart:
      return .logical(
        .side(.margin, .inlineStart),
        also: [.alias("-webkit-margin-start"), .native("margin-start")])
    case .marginInlineEnd:
      return .logical(
        .side(.margin, .inlineEnd), also: [.alias("-webkit-margin-end"), .native("margin-end")])
    case .paddingBlockStart:
      return .logical(.side(.padding, .blockStart), also: [.alias("-webkit-padding-before")])
    case .paddingBlockEnd:
      return .logical(.side(.padding, .blockEnd), also: [.alias("-webkit-padding-after")])
    case .paddingInlineStart:
      return .logical(
        .side(.padding, .inlineStart),
        also: [.alias("-webkit-padding-start"), .native("padding-start")])
    case .paddingInlineEnd:
      return .logical(
        .side(.padding, .inlineEnd),
        also: [.alias("-webkit-padding-end"), .native("padding-end")])
    case .insetBlockStart: return .logical(.side(.inset, .blockStart), also: [])
    case .insetBlockEnd: return .logical(.side(.inset, .blockEnd), also: [])
    case .insetInlineStart: return .logical(.side(.inset, .inlineStart), also: [.native("start")])
    case .insetInlineEnd: return .logical(.side(.inset, .inlineEnd), also: [.native("end")])
    case .borderBlockStartWidth: return .logical(.side(.borderWidth, .blockStart), also: [])
    case .borderBlockEndWidth: return .logical(.side(.borderWidth, .blockEnd), also: [])
    case .borderInlineStartWidth: return .logical(.side(.borderWidth, .inlineStart), also: [])
    case .borderInlineEndWidth: return .logical(.side(.borderWidth, .inlineEnd), also: [])
    case .borderBlockStartStyle: return .logical(.side(.borderStyle, .blockStart), also: [])
    case .borderBlockEndStyle: return .logical(.side(.borderStyle, .blockEnd), also: [])
    case .borderInlineStartStyle: return .logical(.side(.borderStyle, .inlineStart), also: [])
    case .borderInlineEndStyle: return .logical(.side(.borderStyle, .inlineEnd), also: [])
    case .borderBlockStartColor: return .logical(.side(.borderColor, .blockStart), also: [])
    case .borderBlockEndColor: return .logical(.side(.borderColor, .blockEnd), also: [])
    case .borderInlineStartColor: return .logical(.side(.borderColor, .inlineStart), also: [])
    case .borderInlineEndColor: return .logical(.side(.borderColor, .inlineEnd), also: [])
    case .borderStartStartRadius: return .logical(.corner(.blockStart, .inlineStart), also: [])
    case .borderStartEndRadius: return .logical(.corner(.blockStart, .inlineEnd), also: [])
    case .borderEndStartRadius: return .logical(.corner(.blockEnd, .inlineStart), also: [])
    case .borderEndEndRadius: return .logical(.corner(.blockEnd, .inlineEnd), also: [])
    case .overflowBlock: return .logical(.axis(ifHorizontal: .overflowY, ifVertical: .overflowX), also: [])
    case .overflowInline: return .logical(.axis(ifHorizontal: .overflowX, ifVertical: .overflowY), also: [])
    }
  }
}
