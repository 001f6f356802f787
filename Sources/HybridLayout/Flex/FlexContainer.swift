import HybridGeometry

/// The state of one flex container's layout. Its items and lines are stored in the pass's
/// ``LayoutPass/flexItems`` and ``LayoutPass/flexLines``.
struct FlexFlow {
  var content: ContentBox
  var axes: FlexAxes
  var mainGap: Double
  var crossGap: Double
  var items: Range<Int> = 0..<0
  var lines: Range<Int> = 0..<0
  /// The cross size of a single line from its items alone.
  var contentCross: Double?
  var hasOutOfFlow = false
  /// The cross size of the line when the items were last placed.
  var settledLineCross = 0.0

  /// The inner main size, if definite.
  @inline(__always) var innerMain: Double { axes.main(content.content) }
  /// The inner cross size, if definite.
  @inline(__always) var innerCross: Double { axes.cross(content.content) }
  /// Whether the single line has the container's inner cross size (§9.4 step 8).
  @inline(__always) var hasDefiniteSingleLine: Bool { !axes.isMultiLine && innerCross.isDefinite }

  /// The width available to an item of a column: with a required number of lines, an equal share.
  @inline(__always) var crossShare: Double {
    guard axes.isBalanced, content.style.flexLineCount > 1, innerCross.isDefinite else { return innerCross }
    let lines = Double(content.style.flexLineCount)
    return max(0, (innerCross - crossGap * (lines - 1)) / lines)
  }

  @inline(__always) init(_ content: ContentBox) {
    self.content = content
    axes = FlexAxes(content.style)
    let gap = content.style.gap
    let columnGap = max(0, content.style.resolveOrZero(gap.width, against: content.content.width))
    let rowGap = max(0, content.style.resolveOrZero(gap.height, against: content.content.height))
    mainGap = axes.isRow ? columnGap : rowGap
    crossGap = axes.isRow ? rowGap : columnGap
  }
}

/// CSS Flexbox 1 §9, *Flex Layout Algorithm*: one call for each part, in its order.
extension LayoutPass {
  mutating func layoutFlexContainer(_ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    plainContainer.forget()
    var flow = FlexFlow(content)
    if let result = layoutFromList(&flow, purpose) { return result }
    let (itemsBefore, linesBefore) = (flexItems.count, flexLines.count)
    defer {
      flexItems.pop(to: itemsBefore)
      flexLines.pop(to: linesBefore)
    }
    collectFlexItems(into: &flow)  // §9.1
    let result = layoutFlexItems(&flow, purpose)
    if purpose == .frames { keepList(of: flow) }
    return result
  }

  /// The algorithm after the items are collected.
  mutating func layoutFlexItems(_ flow: inout FlexFlow, _ purpose: Purpose) -> BoxResult {
    let content = flow.content
    for index in flow.items { determineFlexBaseSize(index, flow) }  // §9.2
    if isRecording { recordFlexBaseSize(flow) }
    collectFlexLines(&flow)  // §9.3
    determineMainSizes(flow)  // §9.7, with the container's main size of §9.2 step 4
    determineHypotheticalCrossSizes(flow, purpose)  // §9.4 step 7
    determineLineCrossSizes(&flow)  // §9.4 step 8
    let (intrinsic, size) = determineContainerSize(flow)  // §9.6 step 15
    var result = BoxResult(size: size, intrinsicHeight: intrinsic)
    // For a size alone, the items of a column are not needed.
    if purpose == .size { return result }
    let inner = Size(
      width: content.content.width, height: max(0, size.height - content.box.insets.vertical))
    alignLines(flow, innerCross: flow.axes.cross(inner))  // §9.4 step 9, §9.6 step 16
    determineUsedCrossSizes(flow, purpose)  // §9.4 step 11
    alignAlongMainAxis(flow, innerMain: flow.axes.main(inner))  // §9.5
    alignAlongCrossAxis(flow)  // §9.6
    if purpose == .frames {
      placeFlexItems(flow, inner: inner)
      if flow.hasOutOfFlow {
        for child in boxChildren(of: content.node) where usedStyle(child).isOutOfFlow {
          positioned[staticPositionOf: child] = flexStaticPosition(child, flow, inner: inner)
        }
      }
    }
    setBaselines(of: &result, flow, inner: inner)
    return result
  }

  /// The container's height from its content (§9.6 step 15): the content-based one and the used one.
  private func determineContainerSize(_ flow: FlexFlow) -> (intrinsic: Double, size: Size<Double>) {
    let insets = flow.content.box.insets
    var extent = 0.0
    if flow.axes.isRow {
      if let single = flow.contentCross {
        extent = single
      } else {
        for line in flow.lines { extent += flexLines[line].cross }
        extent += flow.crossGap * Double(max(0, flow.lines.count - 1))
      }
    } else {
      for line in flow.lines { extent = max(extent, flexLines[line].hypotheticalMain) }
    }
    if flow.content.style.isHeightContained { extent = flow.content.style.containedSize.height ?? 0 }
    let intrinsic = max(0, extent) + insets.vertical
    return (
      intrinsic, Size(width: flow.content.width, height: usedHeight(flow.content, intrinsic: intrinsic))
    )
  }

  /// The space for an item whose main size is known; `lineCross` is the cross size of its line, for an item
  /// that stretches.
  @inline(__always) func itemSpace(_ index: Int, _ flow: FlexFlow, lineCross: Double?) -> ConstraintSpace {
    var space = flow.content.childSpace(.independent)
    let item = flexItems[index].main
    let flags = flexItems[index].flags
    let stretch = lineCross ?? (flags.contains(.fillsContainer) ? flow.innerCross : nil)
    if flow.axes.isRow {
      space.available.width = item
      space.isWidthFixed = true
      if let stretch {
        space.available.height = stretch
        space.stretchesHeight = true
      }
    } else {
      space.available.width = flow.crossShare
      space.available.height = item
      space.isHeightFixed = true
      // The ratio makes a height definite once the width is known (CSS Sizing 4 §5.1).
      space.isFixedHeightIndefinite =
        !flow.innerMain.isDefinite && !flags.contains(.definiteBasis)
        && flexItems[index].style(styles).ratio == nil
      if let stretch {
        space.available.width = stretch
        space.widthBehaviour = .stretchExplicit
      }
    }
    return space
  }

  /// Places the items, except those that are already in place.
  private mutating func placeFlexItems(_ flow: FlexFlow, inner: Size<Double>) {
    for index in flow.items {
      let corner = physicalCorner(index, flow, inner: inner)
      if isSettled(index), corner.x == flexItems[index].settledX, corner.y == flexItems[index].settledY {
        continue
      }
      place(
        flexItems[index].node, x: corner.x, y: corner.y, size: flexItems[index].size,
        in: flow.content.content,
        flow.content.style.direction
      )
      flexItems[index].settledX = corner.x
      flexItems[index].settledY = corner.y
    }
    if isRecording { recordFlexItem(flow, inner: inner) }
  }

  /// The corner of an item's border box, from the corner of the container's.
  @inline(__always) func physicalCorner(
    _ index: Int, _ flow: FlexFlow, inner: Size<Double>
  ) -> (x: Double, y: Double) {
    let axes = flow.axes
    let size = flexItems[index].size
    var main = flexItems[index].mainOffset
    var cross = flexItems[index].crossOffset
    if axes.isMainFlipped { main = axes.main(inner) - main - axes.main(size) }
    if axes.isCrossFlipped { cross = axes.cross(inner) - cross - axes.cross(size) }
    let insets = flow.content.box.insets
    return (x: insets.left + (axes.isRow ? main : cross), y: insets.top + (axes.isRow ? cross : main))
  }

  /// The container's baselines (§8.5): of the items in baseline alignment on the first or last line, else of
  /// the outermost item.
  private func setBaselines(of result: inout BoxResult, _ flow: FlexFlow, inner: Size<Double>) {
    guard !flow.lines.isEmpty, !flow.items.isEmpty else { return }
    // A reversed main axis counts from its upper or left end, as in browsers.
    let isBackward = flow.axes.isReverse
    let upper = flow.axes.isWrapReverse ? flow.lines.upperBound - 1 : flow.lines.lowerBound
    let lower = flow.axes.isWrapReverse ? flow.lines.lowerBound : flow.lines.upperBound - 1
    let first = flexLines[upper].items
    let last = flexLines[lower].items
    func baseline(_ index: Int, last: Bool) -> Double {
      let own = last ? flexItems[index].lastBaseline : flexItems[index].firstBaseline
      return physicalCorner(index, flow, inner: inner).y + (own ?? flexItems[index].size.height)
    }
    func shares(_ index: Int, _ keyword: Alignment.Keyword) -> Bool {
      flexItems[index].alignsBaseline && flexItems[index].alignment.keyword == keyword
    }
    let sharingFirst =
      flow.axes.isRow && flexLines[upper].hasBaselines ? first.first { shares($0, .baseline) } : nil
    result.firstBaseline = baseline(
      sharingFirst ?? (isBackward ? first.upperBound - 1 : first.lowerBound), last: false)
    let sharingLast =
      flow.axes.isRow && flexLines[lower].hasBaselines ? last.last { shares($0, .lastBaseline) } : nil
    result.lastBaseline = baseline(
      sharingLast ?? (isBackward ? last.lowerBound : last.upperBound - 1), last: true)
  }
}
