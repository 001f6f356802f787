/// What the value of a longhand looks like: read by ``ValueReader/takeValue(of:)``, told to the author by diagnostics.
indirect enum Grammar: Sendable {
  /// One of these; the value is the index.
  case keywords([String])
  /// A length or percentage, or one of these.
  case length(LengthRange, [String])
  /// A length or percentage that is not negative, or one of these.
  case size([SizeKeyword])
  /// A number, or one of these.
  case number(nonNegative: Bool, [String])
  /// An integer, or one of these.
  case integer(atLeast: Int, [String])
  /// A colour, or one of these.
  case color([String])
  /// A time.
  case time(nonNegative: Bool)
  /// An alignment.
  case alignment(AlignmentGrammar)
  /// Several with commas between them.
  case commaList(Grammar)
  /// Something only this property has, in words, and the keywords that occur in it.
  case special(String, [String])

  static func keywords<K: KeywordValue>(_ type: K.Type) -> Grammar { .keywords(K.allCases.map(\.rawValue)) }

  /// The grammar of a longhand.
  static func of(_ property: PropertyID) -> Grammar { table[Int(property.rawValue)] }

  private static let table: [Grammar] = PropertyID.allCases.map(grammar)
}

private let fontSizes = [
  "xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large", "larger", "smaller",
]
private let lineWidths = ["thin", "medium", "thick"]
private let borderStyles = LineStyle.allCases.filter { $0 != .auto }.map(\.rawValue)
private let intrinsicSizes: [SizeKeyword] = [
  .minContent, .maxContent, .fitContent, .stretch, .webkitMinContent, .webkitMaxContent, .webkitFitContent,
  .webkitFillAvailable,
]

private func grammar(of property: PropertyID) -> Grammar {
  let nonNegative: LengthRange = [.percent, .unitless]
  switch property {
  // Fonts and text
  case .fontSize: return .length(nonNegative, fontSizes)
  case .lineHeight: return .special("'normal', a number, a length or a percentage", ["normal"])
  case .direction: return .keywords(Direction.self)
  case .writingMode: return .keywords(WritingMode.self)
  case .color: return .color([])
  case .fontFamily: return .special("font names with commas between them", [])
  case .fontWeight: return .special("a weight from 1 to 1000", ["normal", "bold", "bolder", "lighter"])
  case .fontStyle: return .special("a font style", FontStyle.allCases.map(\.rawValue))
  case .fontStretch: return .special("a percentage or a width", fontStretches.map(\.name))
  case .fontVariantCaps: return .keywords(FontVariantCaps.self)
  case .letterSpacing, .wordSpacing: return .length([.percent, .negative, .unitless], ["normal"])
  case .textAlign: return .keywords(TextAlign.self)
  case .textAlignLast: return .keywords(TextAlignLast.self)
  case .textTransform: return .keywords(TextTransform.self)
  case .textIndent: return .length([.percent, .negative, .unitless], [])
  case .textShadow: return .special("shadows with commas between them, or 'none'", ["none"])
  case .textWrapMode: return .special("a way to wrap", ["wrap", "nowrap", "balance", "pretty", "stable"])
  case .whiteSpaceCollapse: return .keywords(WhiteSpaceCollapse.self)
  case .wordBreak: return .keywords(WordBreak.self)
  case .overflowWrap: return .keywords(OverflowWrap.self)
  case .hyphens: return .keywords(Hyphens.self)
  case .tabSize: return .number(nonNegative: true, [])
  case .listStyleType:
    return .special("a counter style, a string or 'none'", ["none", "disc", "circle", "square", "decimal"])
  case .listStylePosition: return .keywords(ListStylePosition.self)
  case .listStyleImage: return .special("an image or 'none'", ["none"])
  case .visibility: return .keywords(Visibility.self)
  case .cursor: return .special("a cursor", cursors)
  case .pointerEvents: return .keywords(PointerEvents.allCases.map(\.rawValue.asciiLowercased))
  case .caretColor, .accentColor: return .color(["auto"])

  // Boxes
  case .display: return .special("a display type", Display.allCases.map(\.rawValue))
  case .position: return .keywords(Position.self)
  case .float: return .keywords(FloatSide.self)
  case .clear: return .keywords(Clear.self)
  case .boxSizing: return .keywords(BoxSizing.self)
  case .width, .height, .inlineSize, .blockSize, .minWidth, .minHeight, .minInlineSize, .minBlockSize:
    return .size([.auto] + intrinsicSizes)
  case .maxWidth, .maxHeight, .maxInlineSize, .maxBlockSize: return .size([.none] + intrinsicSizes)
  case .aspectRatio: return .special("'auto', a ratio such as 16 / 9, or both", ["auto"])
  case .marginTop, .marginRight, .marginBottom, .marginLeft, .marginBlockStart, .marginBlockEnd,
    .marginInlineStart, .marginInlineEnd, .top, .right, .bottom, .left, .insetBlockStart, .insetBlockEnd,
    .insetInlineStart, .insetInlineEnd:
    return .length([.percent, .negative, .unitless], ["auto"])
  case .paddingTop, .paddingRight, .paddingBottom, .paddingLeft, .paddingBlockStart, .paddingBlockEnd,
    .paddingInlineStart, .paddingInlineEnd:
    return .length(nonNegative, [])
  case .overflowX, .overflowY, .overflowBlock, .overflowInline:
    return .special("an overflow", Overflow.allCases.map(\.rawValue))
  case .zIndex: return .integer(atLeast: .min, ["auto"])
  case .verticalAlign:
    return .length([.percent, .negative, .unitless], VerticalAlignKeyword.allCases.map(\.rawValue))

  // Flex, alignment, grid
  case .flexDirection: return .keywords(FlexDirection.self)
  case .flexWrap: return .keywords(FlexWrap.self)
  case .flexGrow, .flexShrink: return .number(nonNegative: true, [])
  case .flexBasis: return .size([.auto, .content] + intrinsicSizes)
  case .order: return .integer(atLeast: .min, [])
  case .justifyContent: return .alignment(.justifyContent)
  case .alignContent: return .alignment(.alignContent)
  case .justifyItems: return .alignment(.justifyItems)
  case .alignItems: return .alignment(.alignItems)
  case .justifySelf: return .alignment(.justifySelf)
  case .alignSelf: return .alignment(.alignSelf)
  case .rowGap, .columnGap: return .length(nonNegative, ["normal"])
  case .gridTemplateColumns, .gridTemplateRows: return .special("a list of tracks or 'none'", ["none"])
  case .gridTemplateAreas: return .special("strings of equally many names, or 'none'", ["none"])
  case .gridAutoColumns, .gridAutoRows:
    return .special("track sizes", ["auto", "min-content", "max-content"])
  case .gridAutoFlow: return .special("a direction, 'dense' or both", ["row", "column", "dense"])
  case .gridRowStart, .gridRowEnd, .gridColumnStart, .gridColumnEnd:
    return .special("a line number, a name or a span", ["auto", "span"])
  default: return decorationGrammar(of: property)
  }
}

private func decorationGrammar(of property: PropertyID) -> Grammar {
  switch property {
  // Borders and outlines
  case .borderTopWidth, .borderRightWidth, .borderBottomWidth, .borderLeftWidth, .borderBlockStartWidth,
    .borderBlockEndWidth, .borderInlineStartWidth, .borderInlineEndWidth, .outlineWidth:
    return .length(.unitless, lineWidths)
  case .borderTopStyle, .borderRightStyle, .borderBottomStyle, .borderLeftStyle, .borderBlockStartStyle,
    .borderBlockEndStyle, .borderInlineStartStyle, .borderInlineEndStyle:
    return .keywords(borderStyles)
  case .outlineStyle:
    return .special("an outline style", LineStyle.allCases.map(\.rawValue).filter { $0 != "hidden" })
  case .borderTopColor, .borderRightColor, .borderBottomColor, .borderLeftColor, .borderBlockStartColor,
    .borderBlockEndColor, .borderInlineStartColor, .borderInlineEndColor, .outlineColor, .backgroundColor,
    .textDecorationColor:
    return .color([])
  case .borderTopLeftRadius, .borderTopRightRadius, .borderBottomRightRadius, .borderBottomLeftRadius,
    .borderStartStartRadius, .borderStartEndRadius, .borderEndStartRadius, .borderEndEndRadius:
    return .special("one or two lengths or percentages", [])
  case .outlineOffset: return .length([.negative, .unitless], [])

  // Backgrounds and effects
  case .backgroundImage: return .special("images with commas between them, or 'none'", ["none"])
  case .backgroundPositionX: return .special("horizontal positions", ["left", "center", "right"])
  case .backgroundPositionY: return .special("vertical positions", ["top", "center", "bottom"])
  case .backgroundSize: return .special("sizes with commas between them", ["auto", "cover", "contain"])
  case .backgroundRepeat:
    return .special("ways to repeat", ["repeat-x", "repeat-y"] + BackgroundRepeat.allCases.map(\.rawValue))
  case .backgroundAttachment: return .commaList(.keywords(BackgroundAttachment.self))
  case .backgroundOrigin: return .commaList(.keywords(["border-box", "padding-box", "content-box"]))
  case .backgroundClip: return .commaList(.keywords(BackgroundBox.self))
  case .opacity: return .special("a number or a percentage", [])
  case .boxShadow: return .special("shadows with commas between them, or 'none'", ["none"])
  case .transform: return .special("transform functions or 'none'", ["none"])
  case .transformOrigin, .objectPosition:
    return .special("a position", ["left", "center", "right", "top", "bottom"])
  case .objectFit: return .keywords(ObjectFit.self)
  case .textDecorationLine: return .special("lines or 'none'", decorationLines)
  case .textDecorationStyle: return .keywords(TextDecorationStyle.self)
  case .textDecorationThickness: return .length([.percent, .negative], ["auto", "from-font"])
  case .textOverflow: return .keywords(TextOverflow.self)
  case .lineClamp: return .integer(atLeast: 1, ["none"])
  case .userSelect: return .keywords(UserSelect.self)
  case .content: return .special("strings, images or 'none'", ["normal", "none"])
  case .unicodeBidi: return .keywords(UnicodeBidi.self)

  // Motion
  case .transitionProperty:
    return .special("property names with commas between them, or 'none'", ["none", "all"])
  case .transitionDuration, .animationDuration: return .commaList(.time(nonNegative: true))
  case .transitionDelay, .animationDelay: return .commaList(.time(nonNegative: false))
  case .transitionTimingFunction, .animationTimingFunction:
    return .special("easing functions", ["ease", "linear", "ease-in", "ease-out", "ease-in-out"])
  case .animationName: return .special("names with commas between them, or 'none'", ["none"])
  case .animationIterationCount: return .special("numbers or 'infinite'", ["infinite"])
  case .animationDirection: return .commaList(.keywords(AnimationDirection.self))
  case .animationFillMode: return .commaList(.keywords(AnimationFillMode.self))
  case .animationPlayState: return .commaList(.keywords(AnimationPlayState.self))
  default: preconditionFailure("\(property) has no grammar")
  }
}

/// `text-decoration-line`.
let decorationLines = ["none", "underline", "overline", "line-through", "blink"]

/// `font-stretch` by name, in percent. CSS Fonts 4 §2.3.
let fontStretches: [(name: String, percent: Double)] = [
  ("normal", 100), ("ultra-condensed", 50), ("extra-condensed", 62.5), ("condensed", 75),
  ("semi-condensed", 87.5), ("semi-expanded", 112.5), ("expanded", 125), ("extra-expanded", 150),
  ("ultra-expanded", 200),
]

/// The keywords of `cursor`. CSS UI 4 §3.1.
let cursors: [String] = [
  "auto", "default", "none", "context-menu", "help", "pointer", "progress", "wait", "cell", "crosshair",
  "text",
  "vertical-text", "alias", "copy", "move", "no-drop", "not-allowed", "grab", "grabbing", "all-scroll",
  "col-resize",
  "row-resize", "n-resize", "e-resize", "s-resize", "w-resize", "ne-resize", "nw-resize", "se-resize",
  "sw-resize",
  "ew-resize", "ns-resize", "nesw-resize", "nwse-resize", "zoom-in", "zoom-out", "-webkit-grab",
  "-webkit-grabbing",
]

extension Grammar {
  /// The value in words, for the author.
  var expectation: String {
    switch self {
    case .keywords(let names): Self.choice(names)
    case .length(let range, let names):
      (range.contains(.negative) ? "a length" : "a length of at least zero")
        + (range.contains(.percent) ? " or percentage" : "") + Self.alternatives(names)
    case .size(let names):
      "a length or percentage of at least zero"
        + Self.alternatives(names.map(\.rawValue).filter { !$0.hasPrefix("-") })
    case .number(let nonNegative, let names):
      (nonNegative ? "a number of at least zero" : "a number") + Self.alternatives(names)
    case .integer(let least, let names):
      (least == .min ? "an integer" : "an integer of at least \(least)") + Self.alternatives(names)
    case .color(let names): "a color" + Self.alternatives(names)
    case .time: "a time"
    case .alignment: "an alignment"
    case .commaList(let element): "with commas between them: " + element.expectation
    case .special(let words, _): words
    }
  }

  /// The keywords that may occur.
  var keywordNames: [String] {
    switch self {
    case .keywords(let names), .length(_, let names), .number(_, let names), .integer(_, let names),
      .special(_, let names):
      names
    case .color(let names): names + namedColors.keys.sorted() + ["transparent", "currentcolor"]
    case .size(let names): names.map(\.rawValue)
    case .time: []
    case .alignment(let grammar): grammar.names
    case .commaList(let element): element.keywordNames
    }
  }

  /// Whether a number that lacks its unit may have been meant.
  var takesLengths: Bool {
    switch self {
    case .length, .size: true
    default: false
    }
  }

  private static func choice(_ names: [String]) -> String {
    let shown = names.filter { !$0.hasPrefix("-") }
    guard shown.count > 1, let last = shown.last else { return shown.map { "'\($0)'" }.joined() }
    return shown.dropLast().map { "'\($0)'" }.joined(separator: ", ") + " or '\(last)'"
  }

  private static func alternatives(_ names: [String]) -> String {
    names.isEmpty ? "" : ", or " + choice(names)
  }
}
