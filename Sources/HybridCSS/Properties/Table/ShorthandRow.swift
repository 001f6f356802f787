/// The description of one shorthand. ``ShorthandRow/row(of:)`` has the rows. No part has a default.
struct ShorthandRow: Sendable {
  /// The properties that it sets, in the order in which they get values.
  let longhands: [PropertyID]
  /// How its value is split into values of the longhands.
  let grammar: ShorthandGrammar
  /// Whether only TokenHybrid has it.
  let isNative: Bool
  /// Its aliases.
  let also: [PropertyAlias]

  static func row(
    _ longhands: [PartialKeyPath<PropertyTable>], _ grammar: ShorthandGrammar, _ dialect: Dialect,
    also: [PropertyAlias]
  ) -> ShorthandRow {
    ShorthandRow(
      longhands: longhands.map { path in
        guard let row = PropertyTable.shared[keyPath: path] as? any TableRow else {
          preconditionFailure("every stored property of the table is a row")
        }
        return row.id
      }, grammar: grammar, isNative: dialect == .native, also: also)
  }

  /// Indexed by the raw values of ``Shorthand``.
  static let table: [ShorthandRow] = Shorthand.allCases.map(row)
}

extension Shorthand {
  private var row: ShorthandRow { ShorthandRow.table[Int(rawValue)] }

  /// The properties that it sets, in the order in which they get values.
  package var longhands: [PropertyID] { row.longhands }

  /// How its value is split into values of the longhands.
  var grammar: ShorthandGrammar { row.grammar }

  /// Whether only TokenHybrid has it.
  var isNative: Bool { row.isNative }

  /// Its aliases.
  var also: [PropertyAlias] { row.also }

  /// A description of the accepted value.
  var expectation: String { grammar.expectation(longhands) }
}

/// How a shorthand's value is split into values of its longhands.
struct ShorthandGrammar: Sendable {
  /// Reads a value; a longhand that is absent from the result is initial. Nil for an invalid value.
  typealias Read = @Sendable (inout ValueReader, [PropertyID]) -> [PropertyID: SpecifiedValue]?

  /// A description of the accepted value for these longhands.
  let expectation: @Sendable ([PropertyID]) -> String
  /// The keywords that none of the longhands has.
  let keywords: [String]
  /// How CSSOM takes the value apart and puts it together; nil for a value that stays whole.
  let form: ShorthandForm.Kind?
  let read: Read

  private init(
    _ expectation: @escaping @Sendable ([PropertyID]) -> String, keywords: [String] = [],
    form: ShorthandForm.Kind? = nil, _ read: @escaping Read
  ) {
    self.expectation = expectation
    self.keywords = keywords
    self.form = form
    self.read = read
  }

  /// One to four values for top, right, bottom and left. CSS 2 §8.3.
  static let sides = Self(
    { "one to four values for the sides, each " + $0[0].grammar.expectation }, form: .sides
  ) { $0.takeSides($1) }

  /// One or two values; a single value applies to both.
  static let pair = Self({ "one or two values, each " + $0[0].grammar.expectation }, form: .pair) {
    $0.takePair($1)
  }

  /// One value for two longhands.
  static let twice = Self({ $0[0].grammar.expectation }) { reader, longhands in
    reader.takeValue(of: longhands[0]).map { [longhands[0]: $0, longhands[1]: $0] }
  }

  /// Each longhand at most once, in any order.
  static let anyOrder = Self(valuesOf) { $0.takeAnyOrder($1) }

  /// The width, style and color of one line. CSS Backgrounds 3 §3.4.
  static let line = Self(lineParts, form: .line(isReversed: false), takeLine)

  /// The width, style and color of an outline. CSS UI 4 §2.1; browsers write them in reverse order.
  static let outline = Self(lineParts, form: .line(isReversed: true), takeLine)

  /// One width, style and color for several lines: the longhands are all widths, then all styles, then all
  /// colors.
  static let borders = Self(lineParts, form: .borders) { $0.takeBorder($1) }

  /// CSS Backgrounds 3 §4.1.
  static let radii = Self(valuesOf, form: .radii) { $0.takeRadii($1) }

  /// CSS Box Alignment 3 §5.4, §6.3 and §7.4.
  static let place = Self(valuesOf) { $0.takePlace($1) }

  /// CSS Grid 2 §8.4.
  static let gridArea = Self(valuesOf) { $0.takeGridArea($1) }

  /// CSS Flexbox 1 §7.1.
  static let flex = Self(
    { _ in "'none', or a grow factor, a shrink factor and a basis" }, keywords: ["none"], form: .flex
  ) { reader, _ in reader.takeFlex() }

  /// CSS Fonts 4 §2.7.
  static let font = Self({ _ in "a size and a family, with style and weight before them" }) { reader, _ in
    reader.takeFont()
  }

  /// Only a CSS-wide keyword.
  static let wideOnly = Self({ _ in "'initial', 'inherit', 'unset', 'revert' or 'revert-layer'" }) { _, _ in
    nil
  }

  /// A grammar that only this shorthand has.
  static func own(
    keywords: [String] = [],
    _ read: @escaping @Sendable (inout ValueReader) -> [PropertyID: SpecifiedValue]?
  ) -> Self {
    Self(valuesOf, keywords: keywords) { reader, _ in read(&reader) }
  }

  @Sendable private static func valuesOf(_ longhands: [PropertyID]) -> String {
    // `animation` resets these, but does not take their values.
    let isAnimation = longhands.first == .animationName
    let taken = longhands.filter {
      !isAnimation || ![.animationTimeline, .animationRangeStart, .animationRangeEnd].contains($0)
    }
    return "the values of " + taken.map { "'\($0.name)'" }.joined(separator: ", ")
  }

  @Sendable private static func takeLine(_ reader: inout ValueReader, _ longhands: [PropertyID])
    -> [PropertyID: SpecifiedValue]?
  {
    reader.takeAnyOrder(longhands).map { reader.withLineWidth($0, [longhands[0]]) }
  }

  @Sendable private static func lineParts(_ longhands: [PropertyID]) -> String {
    "a width, a style and a color in any order"
  }
}
