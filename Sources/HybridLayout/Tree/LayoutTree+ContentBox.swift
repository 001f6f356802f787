package import HybridGeometry

extension LayoutTree {
  /// The used border, padding and scroll bars of a laid-out node: the widths between its border box and its
  /// content box.
  package func contentInsets(of node: LayoutNodeID) -> Edges<Double> {
    let entry = Int(nodes[Int(node.index)].style)
    guard styles.entries.span[entry].traits.contains(.percentPadding) else {
      return styles.entries.span[entry].insets
    }
    return style(of: node).boxModel(percentageWidth: containingWidth(of: node)).insets
  }

  /// The first baseline of a laid-out node below the top of its border box.
  package func firstBaseline(of node: LayoutNodeID) -> Double? {
    lastLayout(of: Int(node.index))?.result.firstBaseline
  }

  /// The used margins where the containing block is `containingWidth` points wide; `auto` is 0.
  package func margins(of node: LayoutNodeID, containingWidth: Double) -> Edges<Double> {
    style(of: node).margins(percentageWidth: containingWidth)
  }

  /// The space and result of the layout that gave a node its frames, if it keeps them and has not changed
  /// since.
  func lastLayout(of node: Int) -> LayoutEntry? { nodes.lastLayout(of: node) }

  /// The height that percentages in a laid-out node refer to; nil where it depends on the content.
  package func percentageHeight(in node: LayoutNodeID) -> Double? {
    guard isHeightDefinite(Int(node.index), style(of: node)) else { return nil }
    let insets = contentInsets(of: node)
    return max(frame(of: node).height - insets.top - insets.bottom, 0)
  }

  /// Whether percentages of a box's height resolve.
  func isHeightDefinite(_ node: Int, _ style: LayoutStyle) -> Bool {
    guard let space = lastLayout(of: node)?.space else { return false }
    if space.isHeightFixed { return !space.isFixedHeightIndefinite }
    switch style.size.height {
    case .points: return true
    case .percent, .calculation: return space.percentage.height.isDefinite
    case .stretch: return space.available.height.isDefinite
    case .auto where space.stretchesHeight: return space.available.height.isDefinite
    default: return style.aspectRatio != nil
    }
  }

  /// The width that a laid-out node's padding percentages refer to.
  private func containingWidth(of node: LayoutNodeID) -> Double {
    if let width = lastLayout(of: Int(node.index))?.space.percentage.width, width.isDefinite { return width }
    var parent = parent(of: node)
    while let box = parent, style(of: box).display == .contents { parent = self.parent(of: box) }
    guard let parent else { return 0 }
    let insets = contentInsets(of: parent)
    return max(frame(of: parent).width - insets.left - insets.right, 0)
  }
}
