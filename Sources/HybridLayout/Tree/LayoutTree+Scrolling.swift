extension LayoutTree {
  /// The scrollable area of a box: its padding box, made larger by what lies in it (CSS Overflow 3 §3.1).
  ///
  /// Counted anew at each call, by walking everything inside that is not clipped. Text wider than its leaf is not seen.
  package func scrollSize(of node: LayoutNodeID) -> Size<Double> {
    let container = Int(node.index)
    let style = style(of: node)
    let frame = nodes[container].frame
    let insets = contentInsets(of: node)
    let edges = style.borders + style.scrollbars
    let padding = Edges(
      top: insets.top - edges.top, right: insets.right - edges.right, bottom: insets.bottom - edges.bottom,
      left: insets.left - edges.left)
    let inner = (
      left: edges.left, right: frame.width - edges.right, top: edges.top, bottom: frame.height - edges.bottom
    )
    var (left, right, bottom) = (inner.left, inner.right, inner.bottom)
    /// Boxes still to look at, and where their parent lies in the container.
    var open = boxChildren(of: container).map { (node: $0, x: 0.0, y: 0.0, isOwn: true) }
    while let next = open.popLast() {
      let own = nodes[next.node].frame
      let (x, y) = (next.x + own.x, next.y + own.y)
      left = min(left, x)
      right = max(right, x + own.width)
      bottom = max(bottom, y + own.height)
      let childStyle = self.style(of: LayoutNodeID(index: Int32(next.node)))
      if next.isOwn, !StyleTraits(childStyle).contains(.outOfFlow) {
        // Content in the flow keeps its margin and the container's padding at the end.
        let margins = childStyle.margins(percentageWidth: frame.width - insets.horizontal)
        right = max(right, x + own.width + margins.right + padding.right)
        left = min(left, x - margins.left - padding.left)
        bottom = max(bottom, y + own.height + margins.bottom + padding.bottom)
      }
      if childStyle.overflow.width == .visible, childStyle.overflow.height == .visible {
        open += boxChildren(of: next.node).map { (node: $0, x: x, y: y, isOwn: false) }
      }
    }
    let isReversed = style.direction == .rightToLeft
    return Size(
      width: max(0, isReversed ? inner.right - left : right - inner.left), height: max(0, bottom - inner.top))
  }

  /// The children that have boxes, as ``LayoutPass/boxChildren(of:)`` has them.
  private func boxChildren(of node: Int) -> [Int] {
    nodes.withReadTable { nodes in
      styles.entries.withReadTable { styles in Array(BoxChildren(nodes, styles, of: node)) }
    }
  }
}
