import HybridGeometry

/// CSS Flexbox 1 §9.5, *Main-Axis Alignment*, and §9.6, *Cross-Axis Alignment*.
extension LayoutPass {
  /// Distributes the free space of each line: to auto margins, else by `justify-content` (§9.5 step 12).
  mutating func alignAlongMainAxis(_ flow: FlexFlow, innerMain: Double) {
    let alignment = mainAlignment(flow)
    for line in flow.lines {
      let items = flexLines[line].items
      var free = innerMain - flow.mainGap * Double(max(0, items.count - 1))
      var autos = 0.0
      for index in items {
        free -= flexItems[index].outerMain
        let flags = flexItems[index].flags
        if flags.isDisjoint(with: .mainAuto) { continue }
        autos += flags.isSuperset(of: .mainAuto) ? 2 : 1
      }
      var share = 0.0
      if autos > 0, free > 0 {
        share = free / autos
        free = 0
      }
      // Auto margins without positive free space are 0, and the alignment applies.
      let shares = contentDistribution(
        alignment, free: free, count: items.count, isFlipped: flow.axes.isReverse)
      if isRecording { recordMainAlignment(of: items, free: free + share * autos, share: share, shares) }
      var offset = shares.start
      for index in items {
        let flags = flexItems[index].flags
        let before = flexItems[index].mainStartMargin + (flags.contains(.mainStartAuto) ? share : 0)
        flexItems[index].mainOffset = offset + before
        offset += before + flexItems[index].main + flexItems[index].mainEndMargin
        offset += (flags.contains(.mainEndAuto) ? share : 0) + flow.mainGap + shares.between
      }
    }
  }

  /// `justify-content` in terms of main-start and main-end (CSS Box Alignment 3 §5.1.2).
  func mainAlignment(_ flow: FlexFlow) -> Alignment {
    var alignment = flow.content.style.justifyContent
    let isReverse = flow.axes.isReverse
    switch alignment.keyword {
    case .left, .right:
      if flow.axes.isRow {
        let isEnd = (alignment.keyword == .right) != flow.axes.isMainFlipped
        alignment.keyword = isEnd ? .flexEnd : .flexStart
      } else {
        alignment.keyword = isReverse ? .flexEnd : .flexStart
      }
    case .start: alignment.keyword = isReverse ? .flexEnd : .flexStart
    case .end: alignment.keyword = isReverse ? .flexStart : .flexEnd
    case .stretch, .normal, .auto: alignment.keyword = .flexStart
    default: break
    }
    return alignment
  }

  /// The space before the first of `count` subjects, and between two, for a content distribution (CSS Box
  /// Alignment 3 §5.3). `isFlipped`: offsets are not relative to the start edge.
  func contentDistribution(
    _ alignment: Alignment, free: Double, count: Int, isFlipped: Bool
  ) -> (start: Double, between: Double) {
    let atStart = isFlipped ? free : 0
    if free < 0, alignment.safety == .safe { return (atStart, 0) }
    switch alignment.keyword {
    case .flexEnd: return (free, 0)
    case .start: return (atStart, 0)
    case .end: return (isFlipped ? 0 : free, 0)
    case .lastBaseline: return (isFlipped ? 0 : free, 0)
    case .baseline: return (atStart, 0)
    case .center: return (free / 2, 0)
    case .spaceBetween: return free > 0 && count > 1 ? (0, free / Double(count - 1)) : (0, 0)
    case .spaceAround:
      return free > 0 ? (free / Double(count) / 2, free / Double(count)) : (atStart, 0)
    case .spaceEvenly:
      return free > 0 ? (free / Double(count + 1), free / Double(count + 1)) : (atStart, 0)
    default: return (0, 0)
    }
  }

  /// Auto margins, then `align-self`, in each line (§9.6 steps 13 and 14).
  mutating func alignAlongCrossAxis(_ flow: FlexFlow) {
    for lineIndex in flow.lines {
      let line = flexLines[lineIndex]
      for index in line.items {
        let flags = flexItems[index].flags
        if flags.contains(.stretches) {
          flexItems[index].crossOffset = line.crossOffset + flexItems[index].crossStartMargin
        } else {
          flexItems[index].crossOffset = line.crossOffset + crossOffset(of: flexItems[index], in: line, flow)
        }
      }
    }
  }

  private func crossOffset(of item: FlexItem, in line: FlexLine, _ flow: FlexFlow) -> Double {
    let free = line.cross - item.outerCross
    if item.hasAutoCrossMargin {
      if free > 0 {
        if item.flags.isSuperset(of: .crossAuto) {
          return item.crossStartMargin + free / 2
        }
        return item.crossStartMargin + (item.flags.contains(.crossStartAuto) ? free : 0)
      }
      // Step 13: on overflow the margin at the block-start or inline-start edge is zero.
      return item.crossStartMargin + (flow.axes.isWrapReverse ? free : 0)
    }
    let isSafe = item.alignment.safety == .safe && free < 0
    if isSafe { return item.crossStartMargin + (flow.axes.isWrapReverse ? free : 0) }
    switch item.alignment.keyword {
    case .flexEnd: return item.crossStartMargin + free
    case .center: return item.crossStartMargin + free / 2
    case .baseline: return item.crossStartMargin + line.firstBaselineDistance - item.baselineDistance
    case .lastBaseline:
      return item.crossStartMargin + free - (line.lastBaselineDistance - item.baselineDistance)
    default: return item.crossStartMargin
    }
  }

  /// The static position of an out-of-flow child: as if it were the sole item (§4.1).
  func flexStaticPosition(_ child: Int, _ flow: FlexFlow, inner: Size<Double>) -> StaticPosition {
    let axes = flow.axes
    let insets = flow.content.box.insets
    func part(_ keyword: Alignment.Keyword) -> StaticPosition.Part {
      switch keyword {
      case .flexEnd, .end, .lastBaseline: .end
      case .center, .spaceAround, .spaceEvenly: .center
      default: .start
      }
    }
    func flipped(_ part: StaticPosition.Part, _ isFlipped: Bool) -> StaticPosition.Part {
      guard isFlipped else { return part }
      return part == .start ? .end : part == .end ? .start : .center
    }
    let justify = mainAlignment(flow)
    let main = flipped(part(justify.keyword), axes.isMainFlipped)
    var alignment = itemAlignment(usedStyle(child), in: flow)
    switch alignment.keyword {
    case .baseline: alignment.keyword = axes.isWrapReverse ? .flexEnd : .flexStart
    case .lastBaseline: alignment.keyword = axes.isWrapReverse ? .flexStart : .flexEnd
    default: break
    }
    let cross = flipped(part(alignment.keyword), axes.isCrossFlipped)
    // On overflow, `safe` means the start edge of the container's writing mode. Differs from CSS Box
    // Alignment 3 §4.4 as browsers do: the container's alignment is never safe here.
    let rowStart = axes.direction == .leftToRight ? StaticPosition.Part.start : .end
    let isSafe = alignment.safety == .safe && usedStyle(child).alignSelf.keyword != .auto
    let safe = isSafe ? (axes.isRow ? .start : rowStart) : nil
    return StaticPosition(
      x: insets.left, y: insets.top, width: inner.width, height: inner.height,
      horizontal: axes.isRow ? main : cross, vertical: axes.isRow ? cross : main,
      safeHorizontal: axes.isRow ? nil : safe, safeVertical: axes.isRow ? safe : nil)
  }
}
