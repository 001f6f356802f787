/// CSS Flexbox 1 §9.4, *Cross Size Determination*.
extension LayoutPass {
  /// Each item's hypothetical cross size (step 7).
  mutating func determineHypotheticalCrossSizes(_ flow: FlexFlow, _ purpose: Purpose) {
    for index in flow.items {
      if isSettled(index) {
        flexItems[index].cross = flexItems[index].hypotheticalCross
        continue
      }
      flexItems[index].flags.remove(.settled)
      let space = itemSpace(index, flow, lineCross: nil)
      let node = flexItems[index].node
      if flow.axes.isRow {
        let flags = flexItems[index].flags
        let willStretch = flags.contains(.stretches) && !flags.contains(.fillsContainer)
        var wanted = willStretch ? .size : purpose
        if flags.contains(.alignsBaseline) { wanted = max(wanted, .baselines) }
        let result = layoutBox(node, space, wanted)
        flexItems[index].take(result)
        flexItems[index].cross = result.size.height
      } else {
        let style = flexItems[index].style(styles)
        let box = style.boxModel(percentageWidth: space.percentage.width)
        flexItems[index].cross = usedWidth(of: node, style, space: space, box: box)
      }
      flexItems[index].hypotheticalCross = flexItems[index].cross
    }
  }

  /// The cross size of each line (step 8).
  mutating func determineLineCrossSizes(_ flow: inout FlexFlow) {
    for line in flow.lines {
      measureBaselines(flow, line: line)
      flexLines[line].cross = contentCross(of: line)
    }
    guard !flow.axes.isMultiLine, !flow.lines.isEmpty else { return }
    let line = flow.lines.lowerBound
    flow.contentCross = flexLines[line].cross
    if flow.innerCross.isDefinite {
      flexLines[line].cross = flow.innerCross
    } else {
      // A single line in a container of indefinite height has the resulting size of the container.
      let insets = flow.content.box.insets.vertical
      let height = usedHeight(flow.content, intrinsic: flexLines[line].cross + insets)
      flexLines[line].cross = max(0, height - insets)
    }
  }

  /// The line's size from its items: outer cross sizes, and the two groups that share a baseline.
  private func contentCross(of line: Int) -> Double {
    var cross = 0.0
    guard flexLines[line].hasBaselines else {
      for index in flexLines[line].items { cross = max(cross, flexItems[index].outerCross) }
      return cross
    }
    var afterFirst = -indefinite
    var beforeLast = -indefinite
    for index in flexLines[line].items {
      let outer = flexItems[index].outerCross
      if !flexItems[index].alignsBaseline {
        cross = max(cross, outer)
      } else if flexItems[index].alignment.keyword == .baseline {
        afterFirst = max(afterFirst, outer - flexItems[index].baselineDistance)
      } else {
        beforeLast = max(beforeLast, outer - flexItems[index].baselineDistance)
      }
    }
    let first = flexLines[line].firstBaselineDistance + afterFirst
    return max(cross, first, flexLines[line].lastBaselineDistance + beforeLast)
  }

  /// The distance of the baselines of a line's items from cross-start (first) or cross-end (last) (§8.3).
  private mutating func measureBaselines(_ flow: FlexFlow, line: Int) {
    var first = -indefinite
    var last = -indefinite
    for index in flexLines[line].items where flexItems[index].alignsBaseline {
      let item = flexItems[index]
      let isFirst = item.alignment.keyword == .baseline
      let height = item.cross
      // In a column the baselines are vertical: no item has one, and the left edge is used instead.
      let baseline =
        !flow.axes.isRow ? 0 : (isFirst ? item.firstBaseline : item.lastBaseline) ?? height
      // At the upper edge unless either the axis or the alignment flips it, but not both.
      let isUpper = isFirst != flow.axes.isCrossFlipped
      let margin = isFirst ? item.crossStartMargin : item.crossEndMargin
      let distance = margin + (isUpper ? baseline : height - baseline)
      flexItems[index].baselineDistance = distance
      flexLines[line].hasBaselines = true
      if isFirst { first = max(first, distance) } else { last = max(last, distance) }
    }
    flexLines[line].firstBaselineDistance = first > -indefinite ? first : 0
    flexLines[line].lastBaselineDistance = last > -indefinite ? last : 0
  }

  /// `align-content` (step 9 and §9.6 step 16): lines take or share the free space of the container.
  mutating func alignLines(_ flow: FlexFlow, innerCross: Double) {
    guard !flow.lines.isEmpty else { return }
    if !flow.axes.isMultiLine {
      flexLines[flow.lines.lowerBound].cross = innerCross
      return
    }
    let count = Double(flow.lines.count)
    var free = innerCross
    for line in flow.lines { free -= flexLines[line].cross }
    free -= flow.crossGap * (count - 1)
    let alignment = flow.content.style.alignContent
    let shares = contentDistribution(
      alignment, free: free, count: flow.lines.count, isFlipped: flow.axes.isWrapReverse)
    if isRecording { recordLineAlignment(of: flow.items, free: free, shares) }
    if alignment.keyword == .normal || alignment.keyword == .stretch, free > 0 {
      for line in flow.lines { flexLines[line].cross += free / count }
    }
    var offset = shares.start
    for line in flow.lines {
      flexLines[line].crossOffset = offset
      offset += flexLines[line].cross + flow.crossGap + shares.between
    }
  }

  /// Each item's used cross size (step 11): those that stretch fill their line.
  mutating func determineUsedCrossSizes(_ flow: FlexFlow, _ purpose: Purpose) {
    for line in flow.lines {
      let lineCross = flexLines[line].cross
      for index in flexLines[line].items {
        let stretches = flexItems[index].flags.contains(.stretches)
        // Content may make the container larger than its aspect ratio does.
        let isFilled = flexItems[index].flags.contains(.fillsContainer) && lineCross == flow.innerCross
        if flow.axes.isRow, !stretches || isFilled { continue }
        if isSettled(index), lineCross == flow.settledLineCross {
          flexItems[index].cross = flow.axes.cross(flexItems[index].size)
          continue
        }
        flexItems[index].flags.remove(.settled)
        var space = itemSpace(index, flow, lineCross: stretches ? lineCross : nil)
        // Differs from step 11 as browsers do: a column item that does not stretch fits its content again,
        // into its line.
        if !flow.axes.isRow, flow.axes.isMultiLine { space.available.width = lineCross }
        let result = layoutBox(flexItems[index].node, space, purpose)
        flexItems[index].take(result)
        flexItems[index].cross = flow.axes.cross(result.size)
      }
    }
  }
}
