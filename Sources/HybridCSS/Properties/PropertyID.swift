/// A longhand property, whose row in the table of properties is ``PropertyRow/row(of:)``.
///
/// Its CSS name is the name of the case in kebab case: `marginLeft` is `margin-left`. Transitions start in
/// the order of the cases; nothing else depends on it.
package enum PropertyID: UInt8, CaseIterable, Hashable, Sendable {
  case fontSize, lineHeight, direction, writingMode, color

  // Inherited: fonts and text
  case fontFamily, fontWeight, fontStyle, fontStretch, fontVariantCaps, letterSpacing, wordSpacing
  case textAlign, textAlignLast, textTransform, textIndent, textShadow, textWrapMode, whiteSpaceCollapse,
    wordBreak
  case overflowWrap, hyphens, tabSize
  // Inherited: all others
  case listStyleType, listStylePosition, listStyleImage, visibility, cursor, pointerEvents, caretColor,
    accentColor

  // Boxes
  case display, position, float, clear, boxSizing, width, height, minWidth, minHeight, maxWidth, maxHeight
  case aspectRatio, marginTop, marginRight, marginBottom, marginLeft
  case paddingTop, paddingRight, paddingBottom, paddingLeft, top, right, bottom, left
  case overflowX, overflowY, zIndex, verticalAlign

  // Flex and alignment
  case flexDirection, flexWrap, flexGrow, flexShrink, flexBasis, order, justifyContent, alignContent
  case justifyItems, alignItems, justifySelf, alignSelf, rowGap, columnGap

  // Grid
  case gridTemplateColumns, gridTemplateRows, gridTemplateAreas, gridAutoColumns, gridAutoRows, gridAutoFlow
  case gridRowStart, gridRowEnd, gridColumnStart, gridColumnEnd

  // Borders and outlines
  case borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth
  case borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle
  case borderTopColor, borderRightColor, borderBottomColor, borderLeftColor
  case borderTopLeftRadius, borderTopRightRadius, borderBottomRightRadius, borderBottomLeftRadius
  case outlineWidth, outlineStyle, outlineColor, outlineOffset

  // Backgrounds and effects
  case backgroundColor, backgroundImage, backgroundPositionX, backgroundPositionY, backgroundSize,
    backgroundRepeat
  case backgroundAttachment, backgroundOrigin, backgroundClip, opacity, boxShadow, transform, transformOrigin
  case objectFit, objectPosition, textDecorationLine, textDecorationStyle, textDecorationColor
  case textDecorationThickness, textOverflow, lineClamp, userSelect, content, unicodeBidi

  // Motion
  case transitionProperty, transitionDuration, transitionTimingFunction, transitionDelay
  case animationName, animationDuration, animationTimingFunction, animationDelay, animationIterationCount
  case animationDirection, animationFillMode, animationPlayState

  // Logical properties, which map to one of the above once the writing mode is known
  case inlineSize, blockSize, minInlineSize, minBlockSize, maxInlineSize, maxBlockSize
  case marginBlockStart, marginBlockEnd, marginInlineStart, marginInlineEnd
  case paddingBlockStart, paddingBlockEnd, paddingInlineStart, paddingInlineEnd
  case insetBlockStart, insetBlockEnd, insetInlineStart, insetInlineEnd
  case borderBlockStartWidth, borderBlockEndWidth, borderInlineStartWidth, borderInlineEndWidth
  case borderBlockStartStyle, borderBlockEndStyle, borderInlineStartStyle, borderInlineEndStyle
  case borderBlockStartColor, borderBlockEndColor, borderInlineStartColor, borderInlineEndColor
  case borderStartStartRadius, borderStartEndRadius, borderEndStartRadius, borderEndEndRadius
  case overflowBlock, overflowInline

  /// As CSS writes it.
  package var name: String { Self.names[Int(rawValue)] }

  /// The longhand of that name, which must be in lower case.
  package init?(name: String) {
    guard let property = Self.byName[name] else { return nil }
    self = property
  }

  /// Whether children inherit the value of their parent (CSS Cascade 5 §7.2, *Inheritance*).
  package var isInherited: Bool { PropertyRow.table[Int(rawValue)].group == .text }

  /// Whether the side that it sets depends on `direction` and `writing-mode` (CSS Logical 1 §4).
  package var isLogical: Bool { PropertyRow.table[Int(rawValue)].group == .logical }

  /// The grammar of its value.
  var grammar: Grammar { PropertyRow.table[Int(rawValue)].grammar }

  /// Its aliases.
  var also: [PropertyAlias] { PropertyRow.table[Int(rawValue)].also }

  /// How a transition reads and writes its value.
  package var animation: PropertyAnimation { PropertyRow.table[Int(rawValue)].animation }

  /// The properties that transitions can animate. All others change at once.
  package static let animatable = allCases.filter { !$0.isLogical && $0.animation.name != .discrete }

  private static let names: [String] = allCases.map { kebabCase("\($0)") }
  private static let byName: [String: PropertyID] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

/// A property that stands for several others. ``ShorthandRow/row(of:)`` has its row in the table of
/// shorthands.
package enum Shorthand: UInt8, CaseIterable, Hashable, Sendable {
  case all
  case margin, marginBlock, marginInline, padding, paddingBlock, paddingInline, inset, insetBlock, insetInline
  case overflow, flex, flexFlow, gap, placeContent, placeItems, placeSelf
  case gridRow, gridColumn, gridArea, gridTemplate, grid
  case border, borderTop, borderRight, borderBottom, borderLeft
  case borderBlock, borderInline, borderBlockStart, borderBlockEnd, borderInlineStart, borderInlineEnd
  case borderWidth, borderStyle, borderColor, borderRadius
  case borderBlockWidth, borderInlineWidth, borderBlockStyle, borderInlineStyle, borderBlockColor,
    borderInlineColor
  case outline, background, backgroundPosition, font, listStyle, textDecoration, whiteSpace, transition,
    animation
  // TokenHybrid's shorthands
  case marginHorizontal, marginVertical, paddingHorizontal, paddingVertical

  /// As CSS writes it.
  package var name: String { Self.names[Int(rawValue)] }

  /// The shorthand of that name, which must be in lower case.
  package init?(name: String) {
    guard let property = Self.byName[name] else { return nil }
    self = property
  }

  private static let names: [String] = allCases.map { kebabCase("\($0)") }
  private static let byName: [String: Shorthand] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

/// `marginLeft` → `margin-left`.
private func kebabCase(_ name: String) -> String {
  var text = ""
  for character in name {
    if character.isUppercase { text += "-" + character.lowercased() } else { text.append(character) }
  }
  return text
}
