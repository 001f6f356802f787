/// CSS Flexbox 1 §9.9, *Intrinsic Sizes*.
extension LayoutTree {
  /// The intrinsic widths of a flex container's content box.
  mutating func flexContentSizes(of node: Int, space: ConstraintSpace) -> MinMaxSizes {
    let style = nodes[node].style
    var flow = FlexFlow(
      ContentBox(
        style: style, space: space, box: style.boxModel(percentageWidth: indefinite), width: indefinite,
        content: space.available))
    _ = collectFlexItems(of: node, into: &flow)
    guard !flow.items.isEmpty else { return MinMaxSizes(0) }
    return flow.axes.isRow ? rowContentSizes(&flow) : columnContentSizes(&flow)
  }

  /// §9.9.1 and §9.9.3: items contribute what they cannot flex away from.
  private mutating func rowContentSizes(_ flow: inout FlexFlow) -> MinMaxSizes {
    var sizes = MinMaxSizes(0)
    for index in flow.items.indices {
      determineFlexBaseSize(index, &flow)
      let item = flow.items[index]
      var space = flow.content.childSpace
      space.isIndependent = true
      if item.fillsContainer { space.stretchesHeight = true }
      var outer = contribution(of: item.node, space: space)
      // Differs from §9.9.3 as browsers do: what may wrap asks for its own least width.
      outer.min = flow.axes.isMultiLine ? item.clamped(outer.min) : flexContribution(outer.min, item)
      outer.max = flexContribution(outer.max, item)
      flow.items[index].main = outer.max
      outer = outer + item.mainMargins
      if flow.axes.isMultiLine { sizes.min = max(sizes.min, outer.min) } else { sizes.min += outer.min }
      sizes.max += outer.max
    }
    let gaps = flow.mainGap * Double(flow.items.count - 1)
    sizes.max += gaps
    if !flow.axes.isMultiLine { sizes.min += gaps }
    if flow.axes.isBalanced, flow.content.style.flexLineCount > 1 {
      breakLines(&flow, limit: indefinite)
      sizes.max = flow.lines.reduce(0) {
        max($0, $1.items.reduce(flow.mainGap * Double($1.items.count - 1)) { $0 + flow.items[$1].outerMain })
      }
    }
    return MinMaxSizes(min: max(0, sizes.min), max: max(0, sizes.max))
  }

  private func flexContribution(_ size: Double, _ item: FlexItem) -> Double {
    var size = size
    // Differs from §9.9.3 as browsers do: only a definite base size is a limit.
    guard item.isBasisDefinite else { return item.clamped(size) }
    if item.grow == 0 { size = min(size, item.base) }
    if item.shrink == 0 { size = max(size, item.base) }
    return item.clamped(size)
  }

  /// A column is as wide as its widest item, or, if it wraps, as its lines together.
  private mutating func columnContentSizes(_ flow: inout FlexFlow) -> MinMaxSizes {
    var sizes = MinMaxSizes(0)
    for index in flow.items.indices {
      let item = flow.items[index]
      var space = flow.content.childSpace
      space.isIndependent = true
      let outer = contribution(of: item.node, space: space) + item.crossMargins
      flow.items[index].cross = outer.max - item.crossMargins
      sizes.encompass(outer)
    }
    guard flow.axes.isMultiLine else { return MinMaxSizes(min: max(0, sizes.min), max: max(0, sizes.max)) }
    for index in flow.items.indices { determineFlexBaseSize(index, &flow) }
    collectFlexLines(&flow)
    var sum = flow.crossGap * Double(max(0, flow.lines.count - 1))
    for line in flow.lines { sum += line.items.reduce(0) { max($0, flow.items[$1].outerCross) } }
    return MinMaxSizes(min: max(0, sizes.min), max: max(0, sum))
  }
}
