/// CSS Flexbox 1 §9.4, *Cross Size Determination*.
extension LayoutTree {
  /// Each item's hypothetical cross size (step 7).
  mutating func determineHypotheticalCrossSizes(_ flow: inout FlexFlow, _ purpose: Purpose) {
    for index in flow.items.indices {
      let item = flow.items[index]
      let style = nodes[item.node].style
      let space = itemSpace(item, flow, lineCross: nil)
      if flow.axes.isRow {
        let willStretch = !item.fillsContainer && stretches(item, style, flow.axes)
        var wanted = willStretch ? .size : purpose
        if item.alignsBaseline { wanted = max(wanted, .baselines) }
        let result = layoutBox(item.node, space, wanted)
        flow.items[index].take(result)
        flow.items[index].cross = result.size.height
      } else {
        let box = style.boxModel(percentageWidth: space.percentage.width)
        flow.items[index].cross = usedWidth(of: item.node, space: space, box: box)
      }
    }
  }

  /// The cross size of each line (step 8).
  func determineLineCrossSizes(_ flow: inout FlexFlow) {
    if flow.lines.count == 1, !flow.axes.isMultiLine {
      measureBaselines(&flow, line: 0)
      flow.contentCross = contentCross(of: flow.lines[0], flow)
      flow.lines[0].cross = flow.innerCross.isDefinite ? flow.innerCross : clampedSingleLine(flow)
      return
    }
    for line in flow.lines.indices {
      measureBaselines(&flow, line: line)
      flow.lines[line].cross = contentCross(of: flow.lines[line], flow)
    }
  }

  /// A single line in a container of indefinite height is as large as the container will be.
  private func clampedSingleLine(_ flow: FlexFlow) -> Double {
    let insets = flow.content.box.insets.vertical
    let cross = contentCross(of: flow.lines[0], flow)
    return max(0, usedHeight(flow.content, intrinsic: cross + insets) - insets)
  }

  /// The line's size by its items: outer cross sizes, and the two groups that share a baseline.
  private func contentCross(of line: FlexLine, _ flow: FlexFlow) -> Double {
    var cross = 0.0
    var afterFirst = -indefinite
    var beforeLast = -indefinite
    for index in line.items {
      let item = flow.items[index]
      if !item.alignsBaseline {
        cross = max(cross, item.outerCross)
      } else if item.alignment.keyword == .baseline {
        afterFirst = max(afterFirst, item.outerCross - item.baselineDistance)
      } else {
        beforeLast = max(beforeLast, item.outerCross - item.baselineDistance)
      }
    }
    return max(cross, line.firstBaselineDistance + afterFirst, line.lastBaselineDistance + beforeLast)
  }

  /// How far the baselines of a line's items lie from cross-start (first) or cross-end (last) (§8.3).
  private func measureBaselines(_ flow: inout FlexFlow, line: Int) {
    var first = -indefinite
    var last = -indefinite
    for index in flow.lines[line].items where flow.items[index].alignsBaseline {
      let item = flow.items[index]
      let isFirst = item.alignment.keyword == .baseline
      let height = item.cross
      // In a column the baselines are vertical: nothing has one, and the left edge stands in.
      let baseline =
        !flow.axes.isRow ? 0 : (isFirst ? item.firstBaseline : item.lastBaseline) ?? height
      // Near the upper edge unless the axis or the alignment turns it, and not both.
      let isUpper = isFirst != flow.axes.isCrossFlipped
      let margin = isFirst ? item.crossStartMargin : item.crossEndMargin
      let distance = margin + (isUpper ? baseline : height - baseline)
      flow.items[index].baselineDistance = distance
      if isFirst { first = max(first, distance) } else { last = max(last, distance) }
    }
    flow.lines[line].firstBaselineDistance = first > -indefinite ? first : 0
    flow.lines[line].lastBaselineDistance = last > -indefinite ? last : 0
  }

  /// `align-content` (step 9 and §9.6 step 16): lines take or share the free space of the container.
  func alignLines(_ flow: inout FlexFlow, innerCross: Double) {
    guard !flow.lines.isEmpty else { return }
    if !flow.axes.isMultiLine {
      flow.lines[0].cross = innerCross
      return
    }
    let count = Double(flow.lines.count)
    let gaps = flow.crossGap * (count - 1)
    let free = innerCross - flow.lines.reduce(0) { $0 + $1.cross } - gaps
    let alignment = flow.content.style.alignContent
    let shares = contentDistribution(
      alignment, free: free, count: flow.lines.count, isFlipped: flow.axes.isWrapReverse)
    if alignment.keyword == .normal || alignment.keyword == .stretch, free > 0 {
      for line in flow.lines.indices { flow.lines[line].cross += free / count }
    }
    var offset = shares.start
    for line in flow.lines.indices {
      flow.lines[line].crossOffset = offset
      offset += flow.lines[line].cross + flow.crossGap + shares.between
    }
  }

  /// Each item's used cross size (step 11): those that stretch fill their line.
  mutating func determineUsedCrossSizes(_ flow: inout FlexFlow, _ purpose: Purpose) {
    for line in flow.lines {
      for index in line.items {
        let item = flow.items[index]
        let doesStretch = stretches(item, nodes[item.node].style, flow.axes)
        // Content may have made the container larger than its aspect ratio did.
        let isFilled = item.fillsContainer && line.cross == flow.innerCross
        if flow.axes.isRow, !doesStretch || isFilled { continue }
        var space = itemSpace(item, flow, lineCross: doesStretch ? line.cross : nil)
        // Differs from step 11 as browsers do: a column item that does not stretch fits its content anew, into its line.
        if !flow.axes.isRow, flow.axes.isMultiLine { space.available.width = line.cross }
        if purpose == .size { continue }
        let result = layoutBox(item.node, space, purpose)
        flow.items[index].take(result)
        flow.items[index].cross = flow.axes.cross(result.size)
      }
    }
  }
}
