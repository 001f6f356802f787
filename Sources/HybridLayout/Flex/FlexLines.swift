/// CSS Flexbox 1 §9.3, *Main Size Determination*.
extension LayoutTree {
  /// Collects the items into lines (§9.3 step 5).
  func collectFlexLines(_ flow: inout FlexFlow) {
    flow.lines = []
    guard !flow.items.isEmpty else { return }
    guard flow.axes.isMultiLine else {
      flow.lines = [FlexLine(items: flow.items.indices)]
      return
    }
    breakLines(&flow, limit: flow.innerMain.isDefinite ? flow.innerMain : mainExtent(flow, sum: indefinite))
  }

  /// Breaks the items into lines of at most `limit`, as few as possible, or evenly.
  func breakLines(_ flow: inout FlexFlow, limit: Double) {
    flow.lines = []
    var start = 0
    var sum = 0.0
    for index in flow.items.indices {
      var outer = flow.items[index].outerMain
      // Differs from plain wrapping as browsers do: negative margins make no room for others.
      if flow.axes.isBalanced { outer = max(0, outer) }
      let isOver = sum + flow.mainGap + outer > limit + 1e-6 || flow.axes.isBalanced && sum > limit + 1e-6
      if index > start, isOver {
        flow.lines.append(FlexLine(items: start..<index))
        start = index
        sum = outer
      } else {
        sum += outer + (index > start ? flow.mainGap : 0)
      }
    }
    flow.lines.append(FlexLine(items: start..<flow.items.count))
    if flow.axes.isBalanced { balanceLines(&flow, limit: limit) }
  }

  /// The container's inner main size for items that would take `sum` in all.
  func mainExtent(_ flow: FlexFlow, sum: Double) -> Double {
    if flow.axes.isRow { return flow.content.content.width }
    let insets = flow.content.box.insets.vertical
    let height = usedHeight(
      of: flow.content.style, space: flow.content.space, box: flow.content.box, width: flow.content.width,
      intrinsic: min(sum, LayoutStyle.limit) + insets)
    return max(0, height - insets)
  }

  /// The main size of each line and of the items on it (§9.3 step 6).
  func determineMainSizes(_ flow: inout FlexFlow) {
    let longest = flow.lines.reduce(-indefinite) { max($0, hypotheticalMainSum($1, flow)) }
    guard longest > -indefinite else { return }
    let mainSize = mainExtent(flow, sum: longest)
    for index in flow.lines.indices {
      flow.lines[index].mainSize = mainSize
      resolveFlexibleLengths(of: flow.lines[index], &flow)
    }
  }
}
