import HybridGeometry

/// The state before a child of a block container is placed.
struct BlockRecord {
  var flow: BlockFlow
  /// The floats of its formatting context before it; empty without floats.
  var floats: FloatContext
  /// The position of the container's border box in that context.
  var y: Double

  init(_ flow: BlockFlow, _ floats: FloatContext = FloatContext(), y: Double = 0) {
    self.flow = flow
    self.floats = floats
    self.y = y
  }

  /// The position below the floats that a box clears, from the top of the container.
  func bottom(clearing clear: Clear) -> Double? {
    clear == .none ? nil : floats.bottom(clearing: clear).map { $0 - y }
  }
}

/// The steps that place a block-level box: CSS 2.2 §8.3.1, §9.4.1, §9.5 and §10.3.3.
extension LayoutPass {
  /// A block container without floats: visits its children again, up to the explained one.
  @inline(never) mutating func recordBlock(in content: ContentBox, isIndependent: Bool, _ result: BoxResult) {
    let node = recorded
    var isChild = false
    for child in boxChildren(of: content.node) where child == node { isChild = true }
    guard isChild, !usedStyle(node).isOutOfFlow, usedStyle(node).float == .none else { return }
    let insets = content.box.insets
    var flow = BlockFlow(isTopOpen: !isIndependent && insets.top == 0, y: insets.top)
    var before = flow
    var frame = Rect.zero
    for child in boxChildren(of: content.node) {
      let style = usedStyle(child)
      if style.isOutOfFlow { continue }
      if style.float != .none {
        flow.ignoredFloat = true
        continue
      }
      before = flow
      frame = layoutInFlowChild(child, style, content, .frames, &flow)
      if child == node { break }
    }
    let x = inlineSteps(of: node, frame, in: content)
    let y = blockSteps(of: node, frame, in: content, BlockRecord(before))
    recorder.begin(.block, in: content.node, x: x, y: y)
    recorder.containingBlock = content.content
    recordContentShift(in: content, result)
  }

  /// Records that `align-content` moves all content of a block container.
  @inline(never) mutating func recordContentShift(in content: ContentBox, _ result: BoxResult) {
    guard recorder.container == content.node, let y = recorder.y.lastValue else { return }
    switch recorder.role {
    case .block, .float: break
    default: return
    }
    let shift = contentShift(content, intrinsic: result.intrinsicHeight, height: result.size.height)
    guard shift != 0 else { return }
    let alignment = UsedAlignment(.alignContent, content.style.alignContent)
    let free = result.size.height - result.intrinsicHeight
    recorder.y.append(
      .init(.distributed(.init(alignment, freeSpace: free, before: shift, between: 0)), y + shift))
  }

  /// A child of a block container in a formatting context with floats; `frame` is its frame before relative
  /// positioning.
  @inline(never) mutating func recordFloated(
    _ child: Int, _ frame: Rect, in content: ContentBox, _ before: BlockRecord
  ) {
    guard child == recorded else { return }
    let style = usedStyle(child)
    if style.float == .none {
      let x = inlineSteps(of: child, frame, in: content)
      let y = blockSteps(of: child, frame, in: content, before)
      recorder.begin(.block, in: content.node, x: x, y: y)
    } else {
      let (x, y) = floatSteps(of: child, frame, in: content, before)
      recorder.begin(.float(style.float), in: content.node, x: x, y: y)
    }
    recorder.containingBlock = content.content
  }

  /// A float: §9.5.1 and §9.5.2.
  private func floatSteps(
    of child: Int, _ frame: Rect, in content: ContentBox, _ before: BlockRecord
  ) -> (x: [LayoutRecorder.PlaceStep], y: [LayoutRecorder.PlaceStep]) {
    let style = usedStyle(child)
    let flow = before.flow
    let insets = content.box.insets
    let margins = style.margins(percentageWidth: content.content.width)
    let isLeft = style.float == .left
    let side = isLeft ? Side.left : .right
    let start = isLeft ? insets.left : insets.left + content.content.width - frame.width
    let outer = isLeft ? frame.x - margins.left : frame.x + margins.right
    var x: [LayoutRecorder.PlaceStep] = [
      .init(.contentEdge(side), start), .init(.floated(style.float), start),
    ]
    if differ(start, outer) { x.append(.init(.besideFloats, outer)) }
    if isLeft ? margins.left != 0 : margins.right != 0 { x.append(.init(.margin(side), frame.x)) }

    var y = precedingSteps(of: child, in: content, flow)
    var place = flow.y
    func move(_ fact: PlaceFact, to next: Double) {
      guard differ(next, place) else { return }
      place = next
      y.append(.init(fact, next))
    }
    if !flow.isTopOpen {
      let waiting = collapsed(marginsAbove(child, in: content), sum: flow.strut.sum)
      move(.collapsedMargins(waiting), to: flow.y + flow.strut.sum)
    }
    if let bottom = before.bottom(clearing: style.clear) {
      move(.clearance(style.clear), to: max(place, bottom))
    }
    move(.notAboveFloats, to: before.floats.lowestTop.map { max(place, $0 - before.y) } ?? place)
    move(.belowFloats, to: frame.y - margins.top)
    if margins.top != 0 { y.append(.init(.margin(.top), frame.y)) }
    return (x, y)
  }

  /// Along the inline axis: the start edge of the container, margins, and the box's displacement from there.
  private func inlineSteps(of child: Int, _ frame: Rect, in content: ContentBox) -> [LayoutRecorder.PlaceStep]
  {
    let style = usedStyle(child)
    let insets = content.box.insets
    let margins = style.margins(percentageWidth: content.content.width)
    let free = content.content.width - frame.width - margins.horizontal
    let isReversed = content.style.direction == .rightToLeft
    let side = isReversed ? Side.right : .left
    var place = isReversed ? insets.left + content.content.width - frame.width : insets.left
    var steps: [LayoutRecorder.PlaceStep] = [.init(.contentEdge(side), place)]
    let alone = insets.left + inlineOffset(of: style, width: frame.width, margins, in: content)
    // Beside floats its margins may overlap them: how far they count is not recorded.
    if differ(alone, frame.x) { return steps + [.init(.besideFloats, frame.x)] }
    let margin = isReversed ? -margins.right : margins.left
    if margin != 0 {
      place += margin
      steps.append(.init(.margin(side), place))
    }
    guard differ(place, frame.x) else { return steps }
    let isAuto = (left: style.margin.left.isAuto, right: style.margin.right.isAuto)
    if isAuto.left || isAuto.right {
      let sides: [Side] = (isAuto.left ? [.left] : []) + (isAuto.right ? [.right] : [])
      return steps + [.init(.autoMargins(sides, freeSpace: free), frame.x)]
    }
    if isJustified(style, in: content) {
      let alignment = usedItemAlignment((.justifySelf, style.justifySelf), content.node)
      return steps + [.init(.aligned(alignment, freeSpace: free), frame.x)]
    }
    let keywords: [BlockAlignment: Alignment] = [
      .left: .init(.left), .right: .init(.right), .center: .center,
    ]
    let alignment = UsedAlignment(.textAlign, keywords[content.style.blockAlignment] ?? .normal)
    return steps + [.init(.aligned(alignment, freeSpace: free), frame.x)]
  }

  /// Along the block axis: preceding boxes, collapsing margins, and clearance of floats.
  private func blockSteps(
    of child: Int, _ frame: Rect, in content: ContentBox, _ before: BlockRecord
  ) -> [LayoutRecorder.PlaceStep] {
    let style = usedStyle(child)
    var flow = before.flow
    var steps = precedingSteps(of: child, in: content, flow)
    let keepsToItself = style.isIndependent || before.floats.depth >= FloatContext.depthLimit
    // A box that floats are known to push down has lost its margin (§9.5).
    let isPushed = keepsToItself && before.floats.separated.contains(child)
    if isPushed { flow.separateFromTop() }
    var margins = marginsAbove(child, in: content)
    var strut = flow.strut
    if !isPushed {
      strut.append(style.margins(percentageWidth: content.content.width).top)
      if let leading = recordedEntry?.result.leadingMargins { strut.append(leading) }
      margins += marginsAtTop(of: child, content.content.width)
    }
    var place = flow.y
    func move(_ fact: PlaceFact, to next: Double) {
      guard differ(next, place) else { return }
      place = next
      steps.append(.init(fact, next))
    }
    let natural = flow.y + (flow.isTopOpen ? 0 : strut.sum)
    let cleared = before.bottom(clearing: style.clear).flatMap { $0 > natural ? $0 : nil }
    if let cleared, !keepsToItself {
      // Clearance replaces the margins.
      move(.clearance(style.clear), to: cleared)
    } else if flow.isTopOpen {
      if strut.sum != 0 {
        var collapsed = collapsed(margins, sum: strut.sum)
        collapsed.leavesContainer = true
        steps.append(.init(.collapsedMargins(collapsed), place))
      }
    } else if strut.sum != 0 || margins.count > 1 {
      place = natural
      steps.append(.init(.collapsedMargins(collapsed(margins, sum: strut.sum)), natural))
    }
    if let cleared { move(.clearance(style.clear), to: cleared) }
    move(.belowFloats, to: frame.y)
    return steps
  }

  /// The top of the container, and the boxes in the flow before a child.
  private func precedingSteps(
    of child: Int, in content: ContentBox, _ before: BlockFlow
  ) -> [LayoutRecorder.PlaceStep] {
    let top = content.box.insets.top
    var steps: [LayoutRecorder.PlaceStep] = [.init(.contentEdge(.top), top)]
    var (count, nearest) = (0, -1)
    for other in boxChildren(of: content.node) {
      if other == child { break }
      let style = usedStyle(other)
      if style.isOutOfFlow || style.float != .none { continue }
      count += 1
      nearest = other
    }
    if count > 0, differ(before.y, top) {
      let preceding = PlaceFact.Preceding(
        count: count, nearest: LayoutNodeID(index: Int32(nearest)), extent: before.y - top)
      steps.append(.init(.preceding(preceding), before.y))
    }
    return steps
  }
}
