/// The margins that collapsed (CSS 2.2 §8.3.1).
extension LayoutPass {
  typealias Margin = PlaceFact.CollapsedMargins.Margin

  /// These margins, if they add up to the sum; otherwise the sum alone.
  func collapsed(_ margins: [Margin], sum: Double) -> PlaceFact.CollapsedMargins {
    var strut = MarginStrut()
    for margin in margins { strut.append(margin.value) }
    return .init(differ(strut.sum, sum) ? [] : margins, sum: sum)
  }

  /// The pending margins above a child: of the box before it, and of empty boxes between.
  func marginsAbove(_ child: Int, in content: ContentBox) -> [Margin] {
    var margins: [Margin] = []
    for other in boxChildren(of: content.node) {
      if other == child { break }
      let style = usedStyle(other)
      if style.isOutOfFlow || style.float != .none { continue }
      var width = content.content.width
      let used = style.margins(percentageWidth: width)
      if nodes[other].frame.height > 0 { margins = [] } else { add(used.top, .top, of: other, to: &margins) }
      // The margins of the last children inside adjoin it, unless something separates them.
      var inner: Int? = other
      var chain: [Margin] = []
      while let current = inner {
        add(usedStyle(current).margins(percentageWidth: width).bottom, .bottom, of: current, to: &chain)
        inner = isOpen(current, .bottom) ? lastBlock(in: current) : nil
        width = contentWidth(of: current, width)
      }
      margins += chain.reversed()
    }
    return margins
  }

  /// The top margin of a box and those of its first children that collapse with it.
  func marginsAtTop(of child: Int, _ width: Double) -> [Margin] {
    var margins: [Margin] = []
    var (inner, width): (Int?, Double) = (child, width)
    while let current = inner {
      add(usedStyle(current).margins(percentageWidth: width).top, .top, of: current, to: &margins)
      inner = isOpen(current, .top) ? firstBlock(in: current) : nil
      width = contentWidth(of: current, width)
    }
    return margins
  }

  private func add(
    _ value: Double, _ side: Side, of node: Int, to margins: inout [Margin]
  ) {
    if value != 0 { margins.append(.init(LayoutNodeID(index: Int32(node)), side, value)) }
  }

  /// The width that percentages inside a box refer to.
  private func contentWidth(of node: Int, _ width: Double) -> Double {
    max(0, nodes[node].frame.width - usedStyle(node).boxModel(percentageWidth: width).insets.horizontal)
  }

  /// Whether margins inside a box may collapse through one of its sides (CSS 2.2 §8.3.1).
  private func isOpen(_ node: Int, _ side: Side) -> Bool {
    let style = usedStyle(node)
    guard nodes[node].measure < 0, style.display == .block, !style.isIndependent else { return false }
    let insets = style.boxModel(percentageWidth: nodes[node].frame.width).insets
    if side == .top { return insets.top == 0 }
    return insets.bottom == 0 && style.size.height.isAuto && style.minSize.height.isAuto
  }

  private func firstBlock(in node: Int) -> Int? {
    for child in boxChildren(of: node) where !usedStyle(child).isOutOfFlow && usedStyle(child).float == .none
    {
      return child
    }
    return nil
  }

  private func lastBlock(in node: Int) -> Int? {
    var last: Int?
    for child in boxChildren(of: node) where !usedStyle(child).isOutOfFlow && usedStyle(child).float == .none
    {
      last = child
    }
    return last
  }
}
