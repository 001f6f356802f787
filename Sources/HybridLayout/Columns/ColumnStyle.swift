/// The properties of columns and of breaks between them (CSS Multi-column 1, CSS Fragmentation 3 §3).
/// `ColumnStyle()` has the initial values.
package struct ColumnStyle: Hashable, Sendable {
  /// `column-count`; 0 for `auto`.
  package var count: Int32 = 0
  /// `column-width`; nil for `auto`.
  package var width: Float?
  /// The width of a gap of `normal`: the font size of a container.
  package var fontSize: Float = 0
  /// `column-fill: auto`.
  package var fillsInOrder = false
  /// `column-span: all`.
  package var spansAll = false
  /// `break-before`.
  package var before = ColumnBreak.allowed
  /// `break-after`.
  package var after = ColumnBreak.allowed
  /// `break-inside: avoid`.
  package var avoidsInside = false
  /// `orphans`: the least number of lines before a break.
  package var orphans: UInt16 = 2
  /// `widows`: the least number of lines after a break.
  package var widows: UInt16 = 2

  /// Initial values.
  package init() {}

  /// Whether the box is a multi-column container.
  package var isContainer: Bool { count > 0 || width != nil }
}

/// A break between two boxes (CSS Fragmentation 3 §3.1).
package enum ColumnBreak: UInt8, Hashable, Sendable {
  case allowed, avoided, forced
}

/// The columns of one container (CSS Multi-column 1 §3).
struct ColumnGeometry {
  var count: Int
  var width: Double
  var gap: Double

  /// §3.4, *Pseudo-algorithm*, for an available width.
  init(_ style: UsedStyle, available: Double) {
    let columns = style.columns
    gap =
      style.gap.width.isAuto
      ? Double(columns.fontSize) : max(0, style.resolveOrZero(style.gap.width, against: available))
    var number = columns.count > 0 ? Double(columns.count) : .infinity
    if let given = columns.width {
      let least = max(1, Double(given))
      number = min(number, max(1, ((available + gap) / (least + gap)).rounded(.down)))
    }
    number = min(number, 1e9)
    count = Int(number)
    width = max(0, (available + gap) / number - gap)
  }
}
