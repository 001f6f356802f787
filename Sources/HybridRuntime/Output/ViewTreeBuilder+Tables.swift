import HybridCSS
import HybridDOM
import HybridGeometry
import HybridLayout
import HybridViewTree

/// The paint of tables.
extension ViewTreeBuilder {
  /// Whether a cell is empty and shows neither borders nor a background (CSS 2.2 §17.6.1.1).
  func isHiddenCell(_ node: NodeID, _ style: ComputedStyle) -> Bool {
    guard style.box.display == .tableCell, style.text.emptyCells == .hide,
      style.text.borderCollapse == .separate
    else { return false }
    return boxes.contents[node].map { $0.boxes.isEmpty && $0.leaves.isEmpty } ?? true
  }

  /// The borders of a cell or a table whose borders collapse: each of the two boxes at an edge draws its half
  /// (CSS 2.2 §17.6.2).
  func borders(_ edges: Edges<CollapsedEdge>) -> [ViewBorder]? {
    let lines = [edges.top, edges.right, edges.bottom, edges.left]
    guard lines.contains(where: { $0.line.width > 0 }) else { return nil }
    return lines.map { edge in
      guard let owner = edge.owner.flatMap({ boxes.elements.element(of: $0) }), edge.line.width > 0 else {
        return ViewBorder(width: 0, style: .none, color: .transparent)
      }
      let border = styles[owner].border
      let (line, color) =
        switch edge.side {
        case .top: (border.styles.top, border.colors.top)
        case .right: (border.styles.right, border.colors.right)
        case .bottom: (border.styles.bottom, border.colors.bottom)
        case .left: (border.styles.left, border.colors.left)
        }
      return ViewBorder(
        width: Double(edge.line.width) / 2, style: line,
        color: RGBA(color.resolved(current: styles[owner].text.color)))
    }
  }
}

extension HybridCSS.Display {
  /// Whether a box of this kind has no border of its own (CSS 2.2 §17.6).
  var isPartWithoutBorder: Bool {
    switch self {
    case .tableRow, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableColumn, .tableColumnGroup:
      true
    default: false
    }
  }
}
