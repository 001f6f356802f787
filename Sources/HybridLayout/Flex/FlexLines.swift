/// CSS Flexbox 1 §9.3, *Main Size Determination*.
extension LayoutPass {
  /// Collects the items into lines (§9.3 step 5).
  mutating func collectFlexLines(_ flow: inout FlexFlow) {
    let start = flexLines.count
    flow.lines = start..<start
    guard !flow.items.isEmpty else { return }
    if flow.axes.isMultiLine {
      breakLines(&flow, limit: flow.innerMain.isDefinite ? flow.innerMain : mainExtent(flow, sum: indefinite))
    } else {
      flexLines.push(FlexLine(flow.items))
      flow.lines = start..<(start + 1)
    }
    for line in flow.lines {
      let items = flexLines[line].items
      var sum = flow.mainGap * Double(items.count - 1)
      for index in items { sum += flexItems[index].outerMain }
      flexLines[line].hypotheticalMain = sum
    }
  }

  /// Breaks the items into as few lines of at most `limit` as possible, or into balanced ones.
  mutating func breakLines(_ flow: inout FlexFlow, limit: Double) {
    let first = flexLines.count
    var start = flow.items.lowerBound
    var sum = 0.0
    for index in flow.items {
      var outer = flexItems[index].outerMain
      // Differs from plain wrapping as browsers do: negative margins do not make room for other items.
      if flow.axes.isBalanced { outer = max(0, outer) }
      let most = limit + fitTolerance
      let isOver = sum + flow.mainGap + outer > most || flow.axes.isBalanced && sum > most
      if index > start, isOver {
        flexLines.push(FlexLine(start..<index))
        start = index
        sum = outer
      } else {
        sum += outer + (index > start ? flow.mainGap : 0)
      }
    }
    flexLines.push(FlexLine(start..<flow.items.upperBound))
    flow.lines = first..<flexLines.count
    if flow.axes.isBalanced { balanceLines(&flow, limit: limit) }
  }

  /// The container's inner main size for items of the total size `sum`.
  func mainExtent(_ flow: FlexFlow, sum: Double) -> Double {
    if flow.axes.isRow { return flow.content.content.width }
    let insets = flow.content.box.insets.vertical
    let height = usedHeight(flow.content, intrinsic: min(sum, LayoutStyle.limit) + insets)
    return max(0, height - insets)
  }

  /// The main size of each line and of the items on it (§9.3 step 6).
  mutating func determineMainSizes(_ flow: FlexFlow) {
    guard !flow.lines.isEmpty else { return }
    var longest = -indefinite
    for line in flow.lines { longest = max(longest, flexLines[line].hypotheticalMain) }
    let mainSize = mainExtent(flow, sum: longest)
    for line in flow.lines {
      flexLines[line].mainSize = mainSize
      resolveFlexibleLengths(of: line, flow)
    }
  }
}
