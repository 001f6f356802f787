import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout

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

  /// Sets what HTML's attributes say about a part of a table (HTML Standard §4.9.3 and §4.9.11).
  mutating func setSpans(_ element: Element) {
    switch display {
    case .tableCell where element.name == "td" || element.name == "th":
      table.columnSpan = Self.span(element["colspan"], atMost: 1000)
      table.rowSpan = Self.span(element["rowspan"], atMost: 65534, allowsZero: true)
    case .tableColumn where element.name == "col", .tableColumnGroup where element.name == "colgroup":
      table.columnSpan = Self.span(element["span"], atMost: 1000)
    default: break
    }
  }

  /// HTML Standard §2.4.4.3, *non-negative integers*: digits, with white space before and anything after.
  private static func span(_ text: String?, atMost limit: Int, allowsZero: Bool = false) -> UInt16 {
    guard let text else { return 1 }
    var digits = text.drop { $0.isWhitespace }
    if digits.first == "+" { digits = digits.dropFirst() }
    digits = digits.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { return 1 }
    let number = min(Int(digits) ?? limit, limit)
    return number == 0 && !allowsZero ? 1 : UInt16(number)
  }

  /// An anonymous table, or an anonymous cell, in the box of an element (CSS 2.2 §17.2.1). It inherits from
  /// the element.
  init(anonymous display: HybridLayout.Display, in style: ComputedStyle) {
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
  var isTablePart: Bool {
    switch self {
    case .table, .tableCaption: true
    default: isInsideTable
    }
  }

  /// Whether it is a part of a table that stands nowhere else, captions left out.
  var isInsideTable: Bool {
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
