extension LayoutTree {
  /// The scrollable area of a box: its padding box, made larger by what lies in it (CSS Overflow 3 §3.1).
  ///
  /// Counted anew at each call, by walking everything inside that is not clipped. Text wider than its leaf is not seen.
  package func scrollSize(of node: LayoutNodeID) -> Size<Double> {
    let container = Int(node.index)
    let style = nodes[container].style
    let frame = nodes[container].frame
    let box = style.boxModel(percentageWidth: containingWidth(of: container))
    let inner = (
      left: box.border.left + box.scrollbar.left, right: frame.width - box.border.right - box.scrollbar.right,
      top: box.border.top, bottom: frame.height - box.border.bottom - box.scrollbar.bottom
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
      let childStyle = nodes[next.node].style
      if next.isOwn, !childStyle.isOutOfFlow {
        // Content in the flow keeps its margin and the container's padding at the end.
        let margins = childStyle.margins(percentageWidth: frame.width - box.insets.horizontal)
        right = max(right, x + own.width + margins.right + box.padding.right)
        left = min(left, x - margins.left - box.padding.left)
        bottom = max(bottom, y + own.height + margins.bottom + box.padding.bottom)
      }
      if childStyle.overflow.width == .visible, childStyle.overflow.height == .visible {
        open += boxChildren(of: next.node).map { (node: $0, x: x, y: y, isOwn: false) }
      }
    }
    let isReversed = style.direction == .rightToLeft
    return Size(
      width: max(0, isReversed ? inner.right - left : right - inner.left), height: max(0, bottom - inner.top))
  }

  /// The content width that a node's percentages refer to.
  private func containingWidth(of node: Int) -> Double {
    let parent = Int(nodes[node].parent)
    guard parent >= 0 else { return indefinite }
    return max(
      0,
      nodes[parent].frame.width - nodes[parent].style.boxModel(percentageWidth: indefinite).insets.horizontal)
  }
}
