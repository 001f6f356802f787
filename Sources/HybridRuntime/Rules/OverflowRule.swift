import HybridViewTree

/// `layout.overflow`: the page is wider than its screen, so that reading it means scrolling two ways (WCAG
/// 2.2 §1.4.10).
enum OverflowRule {
  static func findings(in page: RulePage) -> [Finding] {
    let width = page.tree.viewport.width
    guard let scroll = page.tree.nodes.first?.scroll, scroll.width > width + 0.5 else { return [] }
    if let overflow = page.boxes.viewportScroller.map({ page.styles[$0].box.overflowX }),
      overflow == .hidden || overflow == .clip
    {
      return []
    }
    // The innermost node that extends to the page's edge: its ancestors are only stretched by it.
    var widest: (index: Int, edge: Double)?
    for (index, place) in page.places.enumerated() where !page.isTurned[index] && isFree(index, in: page) {
      let text = page.ink(of: index).map(\.maxX).max() ?? 0
      let edge = max(place.frame.maxX, text)
      guard edge > width + 0.5, edge >= (widest?.edge ?? 0) - 0.5 else { continue }
      widest = (index, max(edge, widest?.edge ?? 0))
    }
    guard let widest else { return [] }
    let more = Int((widest.edge - width).rounded(.up))
    return [
      Finding(
        .overflow, "it reaches \(more) points beyond the screen, and the page scrolls sideways", widest.index,
        in: page, hint: "let it shrink or wrap, or let a box around it scroll")
    ]
  }

  /// Whether no ancestor of a node scrolls or clips it.
  private static func isFree(_ index: Int, in page: RulePage) -> Bool {
    var ancestor = page.tree.nodes[index].parent
    while let current = ancestor, current != 0 {
      if page.tree.nodes[current].scroll != nil || page.tree.nodes[current].paint.clips { return false }
      ancestor = page.tree.nodes[current].parent
    }
    return true
  }
}
