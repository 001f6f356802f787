/// CSS Flexbox 1 §9.9, *Intrinsic Sizes*.
extension LayoutPass {
  /// The intrinsic widths of a flex container's content box.
  mutating func flexContentSizes(of node: Int, space: ConstraintSpace) -> MinMaxSizes {
    let style = usedStyle(node)
    var flow = FlexFlow(
      ContentBox(
        node: node, style: style, space: space, box: style.boxModel(percentageWidth: indefinite),
        width: indefinite,
        content: space.available))
    let (itemsBefore, linesBefore) = (flexItems.count, flexLines.count)
    defer {
      flexItems.pop(to: itemsBefore)
      flexLines.pop(to: linesBefore)
    }
    collectFlexItems(into: &flow)
    guard !flow.items.isEmpty else { return MinMaxSizes(0) }
    return flow.axes.isRow ? rowContentSizes(&flow) : columnContentSizes(&flow)
  }

  /// §9.9.1 and §9.9.3: items contribute the size that they cannot flex away.
  private mutating func rowContentSizes(_ flow: inout FlexFlow) -> MinMaxSizes {
    var sizes = MinMaxSizes(0)
    for index in flow.items {
      determineFlexBaseSize(index, flow)
      var space = flow.content.childSpace(.independent)
      if flexItems[index].flags.contains(.fillsContainer) { space.stretchesHeight = true }
      var outer = contribution(of: flexItems[index].node, space: space)
      // Differs from §9.9.3 as browsers do: a container that wraps takes its own min-content width.
      outer.min =
        flow.axes.isMultiLine
        ? flexItems[index].clamped(outer.min) : flexContribution(outer.min, flexItems[index])
      outer.max = flexContribution(outer.max, flexItems[index])
      flexItems[index].main = outer.max
      outer = outer + flexItems[index].mainMargins
      if flow.axes.isMultiLine { sizes.min = max(sizes.min, outer.min) } else { sizes.min += outer.min }
      sizes.max += outer.max
    }
    let gaps = flow.mainGap * Double(flow.items.count - 1)
    sizes.max += gaps
    if !flow.axes.isMultiLine { sizes.min += gaps }
    if flow.axes.isBalanced, flow.content.style.flexLineCount > 1 {
      breakLines(&flow, limit: indefinite)
      sizes.max = 0
      for line in flow.lines {
        var length = flow.mainGap * Double(flexLines[line].count - 1)
        for index in flexLines[line].items { length += flexItems[index].outerMain }
        sizes.max = max(sizes.max, length)
      }
    }
    return MinMaxSizes(min: max(0, sizes.min), max: max(0, sizes.max))
  }

  private func flexContribution(_ size: Double, _ item: FlexItem) -> Double {
    var size = size
    // Differs from §9.9.3 as browsers do: only a definite base size is a limit.
    guard item.flags.contains(.definiteBasis) else { return item.clamped(size) }
    if item.grow == 0 { size = min(size, item.base) }
    if item.shrink == 0 { size = max(size, item.base) }
    return item.clamped(size)
  }

  /// The width of a column is that of its widest item; if it wraps, the sum of its lines.
  private mutating func columnContentSizes(_ flow: inout FlexFlow) -> MinMaxSizes {
    var sizes = MinMaxSizes(0)
    for index in flow.items {
      let space = flow.content.childSpace(.independent)
      let outer = contribution(of: flexItems[index].node, space: space) + flexItems[index].crossMargins
      flexItems[index].cross = outer.max - flexItems[index].crossMargins
      sizes.encompass(outer)
    }
    guard flow.axes.isMultiLine else { return MinMaxSizes(min: max(0, sizes.min), max: max(0, sizes.max)) }
    for index in flow.items { determineFlexBaseSize(index, flow) }
    collectFlexLines(&flow)
    var sum = flow.crossGap * Double(max(0, flow.lines.count - 1))
    for line in flow.lines {
      var cross = 0.0
      for index in flexLines[line].items { cross = max(cross, flexItems[index].outerCross) }
      sum += cross
    }
    return MinMaxSizes(min: max(0, sizes.min), max: max(0, sum))
  }
}
