package import HybridGeometry

/// The table properties of a node, as a table or as a part of one (CSS 2.2 §17). `TableStyle()` has the
/// initial values.
package struct TableStyle: Hashable, Sendable {
  /// `border-collapse: collapse`.
  package var collapsesBorders = false
  /// `border-spacing`: between columns (width) and between rows (height).
  package var spacing = Size<Float>(0)
  /// `table-layout: fixed`.
  package var isFixed = false
  /// `caption-side: bottom`.
  package var isCaptionBelow = false
  /// `visibility: collapse`, for rows, columns and groups of them.
  package var isCollapsed = false
  /// The number of columns that a cell, a column or a group without columns spans.
  package var columnSpan: UInt16 = 1
  /// The number of rows that a cell spans; 0 for all that follow in its group.
  package var rowSpan: UInt16 = 1
  /// The borders that the box brings to a table whose borders collapse. ``LayoutStyle/border`` of a table and
  /// of its cells has the used widths there.
  package var lines = Edges<TableLine>(.none)

  /// Initial values.
  package init() {}
}

/// A border that competes for an edge of a table (§17.6.2.1).
package struct TableLine: Hashable, Sendable {
  /// The style, the weakest first; `hidden` beats all others.
  package enum Style: UInt8, Hashable, Sendable, Comparable {
    case none, inset, groove, outset, ridge, dotted, dashed, solid, double, hidden

    package static func < (first: Style, second: Style) -> Bool { first.rawValue < second.rawValue }
  }

  /// The width in points, which counts for nothing where the style is `none`.
  package var width: Float
  /// The style.
  package var style: Style

  /// A border.
  package init(width: Float, style: Style) {
    self.width = width
    self.style = style
  }

  /// No border.
  package static let none = TableLine(width: 0, style: .none)
}
