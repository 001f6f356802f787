/// The state of one flex container's layout.
struct FlexFlow {
  var content: ContentBox
  var axes: FlexAxes
  var mainGap: Double
  var crossGap: Double
  var items: [FlexItem] = []
  var lines: [FlexLine] = []
  /// The cross size that a single line would have by its items alone.
  var contentCross: Double?

  /// The inner main size, if definite.
  var innerMain: Double { axes.main(content.content) }
  /// The inner cross size, if definite.
  var innerCross: Double { axes.cross(content.content) }
  /// Whether the one line has the container's inner cross size (§9.4 step 8).
  var hasDefiniteSingleLine: Bool { !axes.isMultiLine && innerCross.isDefinite }

  /// The width that an item of a column may take: where a number of lines is asked for, its share.
  var crossShare: Double {
    let lines = Double(content.style.flexLineCount)
    guard axes.isBalanced, lines > 1, innerCross.isDefinite else { return innerCross }
    return max(0, (innerCross - crossGap * (lines - 1)) / lines)
  }

  init(_ content: ContentBox) {
    self.content = content
    axes = FlexAxes(content.style)
    let columnGap = max(
      0, content.style.resolveOrZero(content.style.gap.width, against: content.content.width))
    let rowGap = max(
      0, content.style.resolveOrZero(content.style.gap.height, against: content.content.height))
    mainGap = axes.isRow ? columnGap : rowGap
    crossGap = axes.isRow ? rowGap : columnGap
  }
}

/// CSS Flexbox 1 §9, *Flex Layout Algorithm*: one call for each part, in its order.
extension LayoutTree {
  mutating func layoutFlexContainer(_ node: Int, _ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    var flow = FlexFlow(content)
    let outOfFlow = collectFlexItems(of: node, into: &flow)  // §9.1
    for index in flow.items.indices { determineFlexBaseSize(index, &flow) }  // §9.2
    collectFlexLines(&flow)  // §9.3
    determineMainSizes(&flow)  // §9.7, with the container's main size of §9.2 step 4
    determineHypotheticalCrossSizes(&flow, purpose)  // §9.4 step 7
    determineLineCrossSizes(&flow)  // §9.4 step 8
    let (intrinsic, size) = determineContainerSize(flow)  // §9.6 step 15
    let inner = Size(
      width: content.content.width, height: max(0, size.height - content.box.insets.vertical))
    alignLines(&flow, innerCross: flow.axes.cross(inner))  // §9.4 step 9, §9.6 step 16
    determineUsedCrossSizes(&flow, purpose)  // §9.4 step 11
    alignAlongMainAxis(&flow, innerMain: flow.axes.main(inner))  // §9.5
    alignAlongCrossAxis(&flow)  // §9.6
    var result = BoxResult(size: size, intrinsicHeight: intrinsic)
    placeFlexItems(flow, inner: inner, purpose)
    if purpose >= .baselines { setBaselines(of: &result, flow, inner: inner) }
    if purpose == .frames {
      for child in outOfFlow { staticPositions[Int32(child)] = flexStaticPosition(child, flow, inner: inner) }
    }
    return result
  }

  /// The container's height for its content (§9.6 step 15): the content-based one and the used one.
  private func determineContainerSize(_ flow: FlexFlow) -> (intrinsic: Double, size: Size<Double>) {
    let insets = flow.content.box.insets
    var extent = 0.0
    if flow.axes.isRow {
      extent =
        flow.contentCross ?? flow.lines.reduce(0) { $0 + $1.cross } + flow.crossGap
        * Double(max(0, flow.lines.count - 1))
    } else {
      for line in flow.lines { extent = max(extent, hypotheticalMainSum(line, flow)) }
    }
    let intrinsic = max(0, extent) + insets.vertical
    return (
      intrinsic, Size(width: flow.content.width, height: usedHeight(flow.content, intrinsic: intrinsic))
    )
  }

  /// Outer hypothetical main sizes and gaps of a line together.
  func hypotheticalMainSum(_ line: FlexLine, _ flow: FlexFlow) -> Double {
    var sum = flow.mainGap * Double(max(0, line.items.count - 1))
    for index in line.items {
      let item = flow.items[index]
      sum += item.clamped(item.base) + item.mainMargins
    }
    return sum
  }

  /// The space for an item whose main size is settled; `lineCross` is that of its line, for one that stretches.
  func itemSpace(_ item: FlexItem, _ flow: FlexFlow, lineCross: Double?) -> ConstraintSpace {
    var space = flow.content.childSpace
    space.isIndependent = true
    let stretch = lineCross ?? (item.fillsContainer ? flow.innerCross : nil)
    if flow.axes.isRow {
      space.available.width = item.main
      space.isWidthFixed = true
      if let stretch {
        space.available.height = stretch
        space.stretchesHeight = true
      }
    } else {
      space.available.width = flow.crossShare
      space.available.height = item.main
      space.isHeightFixed = true
      // The ratio makes a height definite once the width is known (CSS Sizing 4 §5.1).
      space.isFixedHeightIndefinite =
        !flow.innerMain.isDefinite && !item.isBasisDefinite && nodes[item.node].style.ratio == nil
      if let stretch {
        space.available.width = stretch
        space.widthBehaviour = .stretchExplicit
      }
    }
    return space
  }

  /// Lays the items out at their used sizes and puts them where they belong.
  private mutating func placeFlexItems(_ flow: FlexFlow, inner: Size<Double>, _ purpose: Purpose) {
    guard purpose == .frames else { return }
    for line in flow.lines {
      for index in line.items {
        let item = flow.items[index]
        let size = item.size
        let corner = physicalCorner(item, size: size, flow, inner: inner)
        place(item.node, x: corner.x, y: corner.y, size: size, in: flow.content)
      }
    }
  }

  /// The corner of an item's border box, from the corner of the container's.
  func physicalCorner(
    _ item: FlexItem, size: Size<Double>, _ flow: FlexFlow, inner: Size<Double>
  ) -> (x: Double, y: Double) {
    let axes = flow.axes
    let main = axes.isMainFlipped ? axes.main(inner) - item.mainOffset - axes.main(size) : item.mainOffset
    let cross =
      axes.isCrossFlipped ? axes.cross(inner) - item.crossOffset - axes.cross(size) : item.crossOffset
    let insets = flow.content.box.insets
    return (x: insets.left + (axes.isRow ? main : cross), y: insets.top + (axes.isRow ? cross : main))
  }

  /// The container's baselines (§8.5): of the items that share one on the first or last line, else of the outermost item.
  private func setBaselines(of result: inout BoxResult, _ flow: FlexFlow, inner: Size<Double>) {
    guard var first = flow.lines.first, var last = flow.lines.last, !flow.items.isEmpty else { return }
    // What runs backwards counts from its upper or left end, as browsers do.
    if flow.axes.isWrapReverse { swap(&first, &last) }
    let isBackward = flow.axes.isReverse
    func baseline(_ index: Int, last: Bool) -> Double {
      let item = flow.items[index]
      let y = physicalCorner(item, size: item.size, flow, inner: inner).y
      return y + ((last ? item.lastBaseline : item.firstBaseline) ?? item.size.height)
    }
    let isRow = flow.axes.isRow
    let sharingFirst =
      isRow
      ? first.items.first { flow.items[$0].alignsBaseline && flow.items[$0].alignment.keyword == .baseline }
      : nil
    result.firstBaseline = baseline(
      sharingFirst ?? (isBackward ? first.items.upperBound - 1 : first.items.lowerBound), last: false)
    let sharingLast =
      isRow
      ? last.items.last { flow.items[$0].alignsBaseline && flow.items[$0].alignment.keyword == .lastBaseline }
      : nil
    result.lastBaseline = baseline(
      sharingLast ?? (isBackward ? last.items.lowerBound : last.items.upperBound - 1), last: true)
  }
}
