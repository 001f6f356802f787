import HybridEncoding
import Synchronization

/// A longhand property: the number of its row in ``PropertyTable``.
package struct PropertyID: Hashable, Sendable {
  /// The position of the row among all.
  package let rawValue: UInt16

  /// As CSS writes it.
  package var name: String { Self.names[Int(rawValue)] }

  /// The longhand of that name, which must be in lower case.
  package init?(name: String) {
    guard let property = Self.byName[name] else { return nil }
    self = property
  }

  /// The property of a row.
  init<Row: TableRow>(_ path: KeyPath<PropertyTable, Row>) { self = PropertyTable.shared[keyPath: path].id }

  /// The property at a position of the table.
  init(position: Int) { rawValue = UInt16(position) }

  /// The property of the next row that is created. The rows of the table are created once, in its order.
  static func next() -> PropertyID {
    PropertyID(
      position: created.withLock { count in
        defer { count += 1 }
        return count
      })
  }

  private static let created = Mutex(0)

  /// Whether children inherit the value of their parent (CSS Cascade 5 §7.2, *Inheritance*).
  package var isInherited: Bool { PropertyRow.table[Int(rawValue)].isInherited }

  /// Whether the side that it sets depends on `direction` and `writing-mode` (CSS Logical 1 §4).
  package var isLogical: Bool { PropertyRow.table[Int(rawValue)].logical != nil }

  /// The consumer of its computed value.
  package var use: PropertyUse { PropertyRow.table[Int(rawValue)].use }

  /// The grammar of its value.
  var grammar: Grammar { PropertyRow.table[Int(rawValue)].grammar }

  /// Its aliases.
  var also: [PropertyAlias] { PropertyRow.table[Int(rawValue)].also }

  /// How a transition reads and writes its value.
  package var animation: PropertyAnimation { PropertyRow.table[Int(rawValue)].animation }

  /// The properties that transitions can animate, by name. All others change at once.
  ///
  /// CSS Transitions 2, *Animation composite order*: transitions that start together are in the order of
  /// the names.
  package static let animatable = allCases.filter { !$0.isLogical && $0.animation.name != .discrete }
    .sorted { $0.name < $1.name }

  private static let names: [String] = PropertyTable.listed.map { kebabCase($0.label) }
  private static let byName: [String: PropertyID] = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}

extension PropertyID: CaseIterable {
  /// All properties in the order of the table.
  package static let allCases = PropertyTable.listed.map(\.id)
}

/// A property that stands for several others. ``ShorthandRow/row(of:)`` has its row in the table of
/// shorthands.
package enum Shorthand: UInt8, CaseIterable, Hashable, Sendable {
  case all
  case margin, marginBlock, marginInline, padding, paddingBlock, paddingInline, inset, insetBlock, insetInline
  case overflow, flex, flexFlow, gap, columns, columnRule, placeContent, placeItems, placeSelf
  case gridRow, gridColumn, gridArea, gridTemplate, grid
  case border, borderTop, borderRight, borderBottom, borderLeft
  case borderBlock, borderInline, borderBlockStart, borderBlockEnd, borderInlineStart, borderInlineEnd
  case borderWidth, borderStyle, borderColor, borderRadius
  case borderBlockWidth, borderInlineWidth, borderBlockStyle, borderInlineStyle, borderBlockColor,
    borderInlineColor
  case container, containIntrinsicSize
  case outline, borderImage, mask, background, backgroundPosition, font, fontVariant, listStyle,
    textDecoration, webkitTextStroke, whiteSpace, textWrap, transition,
    animation, animationRange, scrollTimeline, viewTimeline, offset
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

extension String {
  /// The name of a property as tables have it: in lower case, except that of a custom property.
  package var propertyName: String { hasPrefix("--") ? self : asciiLowercased }
}

/// `marginLeft` → `margin-left`, `webkitTextStroke` → `-webkit-text-stroke`.
private func kebabCase(_ name: String) -> String {
  var text = name.hasPrefix("webkit") ? "-" : ""
  for character in name {
    if character.isUppercase { text += "-" + character.lowercased() } else { text.append(character) }
  }
  return text
}
