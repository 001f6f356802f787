package import HybridCSS
import HybridGeometry
package import HybridLayout

extension LayoutStyle {
  /// Sets the table properties of a table or of a part of one.
  mutating func setTable(_ style: ComputedStyle) {
    guard display.isTablePart else { return }
    table.collapsesBorders = style.text.borderCollapse == .collapse
    if table.collapsesBorders { table.lines = TableLine.lines(of: style.border) }
    switch display {
    case .table:
      table.isFixed = style.box.tableLayout == .fixed
      table.spacing = Size(
        width: Swift.Float(style.text.borderSpacing.width),
        height: Swift.Float(style.text.borderSpacing.height))
      if table.collapsesBorders { padding = Edges(.zero) }
    case .tableCaption: table.isCaptionBelow = style.text.captionSide == .bottom
    case .tableCell:
      // CSS 2.2 §10.7 leaves the limits of their height to browsers, which ignore them.
      minSize.height = LayoutStyle().minSize.height
      maxSize.height = LayoutStyle().maxSize.height
      // CSS 2.2 §17.5.3, and CSS Box Alignment 3 §5.1.1: `align-content` takes precedence.
      margin = Edges(.zero)
      if alignContent.keyword == .normal { alignContent = .init(cell: style.box.verticalAlign) }
    default:
      // §17.6: only tables and cells have a border and padding of their own, and §8.3: no margins.
      table.isCollapsed = style.text.visibility == .collapse
      margin = Edges(.zero)
      padding = Edges(.zero)
      border = Edges(0)
    }
  }

  /// An anonymous table, or an anonymous cell, in the box of an element (CSS 2.2 §17.2.1). It inherits from
  /// the element.
  package init(anonymous display: HybridLayout.Display, in style: ComputedStyle) {
    self.init()
    self.display = display
    direction = style.text.direction == .rtl ? .rightToLeft : .leftToRight
    if display == .tableCell { alignContent = .baseline }
    table.collapsesBorders = style.text.borderCollapse == .collapse
    guard display == .table else { return }
    table.spacing = Size(
      width: Swift.Float(style.text.borderSpacing.width),
      height: Swift.Float(style.text.borderSpacing.height))
  }
}

extension HybridLayout.Display {
  /// Whether it is a table or a part of one.
  package var isTablePart: Bool {
    switch self {
    case .table, .tableCaption: true
    default: isInsideTable
    }
  }

  /// Whether it is a part of a table, captions left out.
  package var isInsideTable: Bool {
    switch self {
    case .tableColumn, .tableColumnGroup, .tableHeaderGroup, .tableRowGroup, .tableFooterGroup, .tableRow,
      .tableCell:
      true
    default: false
    }
  }
}

extension HybridLayout.Alignment {
  /// The alignment of a cell's content by `vertical-align` (CSS 2.2 §17.5.3).
  fileprivate init(cell align: VerticalAlign) {
    switch align {
    case .keyword(.top): self = .start
    case .keyword(.middle): self = .center
    case .keyword(.bottom): self = .end
    default: self = .baseline
    }
  }
}

extension TableLine {
  /// The borders of a box.
  fileprivate static func lines(of border: ComputedStyle.Border) -> Edges<TableLine> {
    func line(_ width: Double, _ style: LineStyle) -> TableLine {
      TableLine(width: Swift.Float(width), style: Style(style))
    }
    return Edges(
      top: line(border.widths.top, border.styles.top), right: line(border.widths.right, border.styles.right),
      bottom: line(border.widths.bottom, border.styles.bottom),
      left: line(border.widths.left, border.styles.left))
  }
}

extension TableLine.Style {
  fileprivate init(_ style: LineStyle) {
    switch style {
    case .hidden: self = .hidden
    case .double: self = .double
    case .solid: self = .solid
    case .dashed: self = .dashed
    case .dotted: self = .dotted
    case .ridge: self = .ridge
    case .outset: self = .outset
    case .groove: self = .groove
    case .inset: self = .inset
    default: self = .none
    }
  }
}
