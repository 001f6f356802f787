package import HybridGeometry

/// Columns, and where their content breaks. A part of ``PropertyTable``.
package class ColumnProperties: GridProperties {
  package let columnWidth = SparseRow(
    nil, .columnWidth, inherited: false, .discrete, .layout, also: [.webkit], example: "40px")
  package let columnCount = SparseRow(
    nil, .integer(atLeast: 1, or: "auto"), inherited: false, .integer, .layout, also: [.webkit], example: "3")
  package let columnRuleWidth = SparseRow(
    3.0, .lineWidth, inherited: false, .nonNegative, .painting, also: [.webkit], example: "5px",
    with: "columns: 2; column-rule-style: solid")
  package let columnRuleStyle = SparseRow(
    LineStyle.none, .borderStyle, inherited: false, .discrete, .painting, also: [.webkit], example: "solid",
    with: "columns: 2")
  package let columnRuleColor = SparseRow(
    ColorValue.current, .color, inherited: false, .color, .painting, also: [.webkit], example: "red",
    with: "columns: 2; column-rule-style: solid")
  package let columnFill = SparseRow(
    ColumnFill.balance, .keyword, inherited: false, .discrete, .layout, also: [], example: "auto",
    with: "columns: 2; height: 300px")
  package let columnSpan = SparseRow(
    ColumnSpan.none, .keyword, inherited: false, .discrete, .layout, also: [.webkit], example: "all",
    in: "columns: 2")
  package let breakBefore = SparseRow(
    BreakBetween.auto, .keyword, inherited: false, .discrete, .layout, also: [], example: "column",
    with: "display: block", in: "columns: 2")
  package let breakAfter = SparseRow(
    BreakBetween.auto, .keyword, inherited: false, .discrete, .layout, also: [], example: "column",
    in: "columns: 2")
  package let breakInside = SparseRow(
    BreakInside.auto, .keyword, inherited: false, .discrete, .layout, also: [.alias("page-break-inside")],
    example: "avoid", in: "columns: 4")
  package let orphans = SparseRow(
    2, .lineCount, inherited: true, .integer, .layout, also: [], example: "9", in: "columns: 4")
  package let widows = SparseRow(
    2, .lineCount, inherited: true, .integer, .layout, also: [], example: "9", in: "columns: 4")
}
