/// How a block-level box got its place: CSS 2.2 §8.3.1, §9.4.1, §9.5 and §10.3.3.
extension LayoutPass {
  /// A block container without floats: goes through its children once more, up to the one that is explained.
  mutating func recordBlock(in content: ContentBox, isIndependent: Bool, _ result: BoxResult) {
    guard let node = recorder?.node else { return }
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
    let y = blockSteps(of: node, frame, in: content, before)
    recorder?.begin(.block, in: content.node, x: x, y: y)
    recordContentShift(in: content, result)
  }

  /// `align-content` moves all of a block container's content.
  mutating func recordContentShift(in content: ContentBox, _ result: BoxResult) {
    guard recorder?.container == content.node, let y = recorder?.y.lastValue else { return }
    switch recorder?.role {
    case .block, .float: break
    default: return
    }
    let shift = contentShift(content, intrinsic: result.intrinsicHeight, height: result.size.height)
    guard shift != 0 else { return }
    let alignment = UsedAlignment(.alignContent, content.style.alignContent)
    let free = result.size.height - result.intrinsicHeight
    recorder?.y.append(
      .init(.distributed(.init(alignment, freeSpace: free, before: shift, between: 0)), y + shift))
  }

  /// A child of a block container in a formatting context with floats; `frame` is that before relative positioning.
  mutating func recordFloated(_ child: Int, _ frame: Rect, in content: ContentBox, _ before: BlockFlow) {
    guard child == recorder?.node else { return }
    let style = usedStyle(child)
    guard style.float != .none else {
      let x = inlineSteps(of: child, frame, in: content)
      let y = blockSteps(of: child, frame, in: content, before)
      recorder?.begin(.block, in: content.node, x: x, y: y)
      return
    }
    let insets = content.box.insets
    let margins = style.margins(percentageWidth: content.content.width)
    let isLeft = style.float == .left
    let side = isLeft ? Side.left : .right
    let start = isLeft ? insets.left : insets.left + content.content.width - frame.width
    let outer = isLeft ? frame.x - margins.left : frame.x + margins.right
    let top = before.y + (before.isTopOpen ? 0 : before.strut.sum)
    let isBelow = differ(frame.y - margins.top, top)
    var x: [LayoutRecorder.PlaceStep] = [.init(.contentEdge(side), start)]
    x.append(.init(.floated(style.float, isBelowOthers: isBelow), outer))
    if isLeft ? margins.left != 0 : margins.right != 0 { x.append(.init(.margin(side), frame.x)) }
    var y = precedingSteps(of: child, in: content, before)
    if differ(top, before.y) {
      y.append(
        .init(.collapsedMargins(.init(marginsAbove(child, in: content.node), sum: top - before.y)), top))
    }
    if isBelow {
      let fact: PlaceFact =
        style.clear == .none ? .floated(style.float, isBelowOthers: true) : .clearance(style.clear)
      y.append(.init(fact, frame.y - margins.top))
    }
    if margins.top != 0 { y.append(.init(.margin(.top), frame.y)) }
    recorder?.begin(.float(style.float), in: content.node, x: x, y: y)
  }

  /// Along the inline axis: the edge where the container begins, margins, and what moves the box from there.
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
    let margin = isReversed ? -margins.right : margins.left
    if margin != 0 {
      place += margin
      steps.append(.init(.margin(side), place))
    }
    guard differ(place, frame.x) else { return steps }
    let isAuto = (left: style.margin.left.isAuto, right: style.margin.right.isAuto)
    let fact: PlaceFact
    if isAuto.left || isAuto.right, free > 0 {
      fact = .autoMargins((isAuto.left ? [.left] : []) + (isAuto.right ? [.right] : []), freeSpace: free)
    } else if content.style.blockAlignment != .none, !isAuto.left, !isAuto.right {
      let keywords: [BlockAlignment: Alignment] = [
        .left: .init(.left), .right: .init(.right), .center: .center,
      ]
      fact = .aligned(
        UsedAlignment(.textAlign, keywords[content.style.blockAlignment] ?? .normal), freeSpace: free)
    } else {
      fact = .besideFloats
    }
    return steps + [.init(fact, frame.x)]
  }

  /// Along the block axis: what comes before, margins that collapse, and floats that are cleared.
  private func blockSteps(
    of child: Int, _ frame: Rect, in content: ContentBox, _ before: BlockFlow
  ) -> [LayoutRecorder.PlaceStep] {
    let style = usedStyle(child)
    var steps = precedingSteps(of: child, in: content, before)
    var own = before.strut
    own.append(style.margins(percentageWidth: content.content.width).top)
    let margins = marginsAbove(child, in: content.node) + marginsAtTop(of: child, content.content.width)
    let sum = frame.y - before.y
    let isSeparate = differ(sum, own.sum)
    if before.isTopOpen, !differ(sum, 0) {
      if own.sum != 0 {
        steps.append(.init(.collapsedMargins(.init(margins, sum: own.sum, leavesContainer: true)), frame.y))
      }
    } else if isSeparate, style.clear != .none {
      steps.append(.init(.clearance(style.clear), frame.y))
    } else if isSeparate, style.isIndependent {
      if own.sum != 0 {
        steps.append(.init(.collapsedMargins(.init(margins, sum: own.sum)), before.y + own.sum))
      }
      steps.append(.init(.besideFloats, frame.y))
    } else if differ(sum, 0) || margins.count > 1 {
      steps.append(.init(.collapsedMargins(.init(margins, sum: sum)), frame.y))
    }
    return steps
  }

  /// The top of the container, and the boxes of the flow before a child.
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

  /// The margins that wait above a child: of the box before it, and of empty ones between.
  private func marginsAbove(_ child: Int, in container: Int) -> [PlaceFact.CollapsedMargins.Margin] {
    let width = nodes[container].frame.width
    var margins: [PlaceFact.CollapsedMargins.Margin] = []
    for other in boxChildren(of: container) {
      if other == child { break }
      let style = usedStyle(other)
      if style.isOutOfFlow || style.float != .none { continue }
      let used = style.margins(percentageWidth: width)
      if nodes[other].frame.height > 0 { margins = [] } else { add(used.top, .top, of: other, to: &margins) }
      // Those of the last children inside adjoin it, as far as nothing is between.
      var inner: Int? = other
      var chain: [PlaceFact.CollapsedMargins.Margin] = []
      while let current = inner {
        add(usedStyle(current).margins(percentageWidth: width).bottom, .bottom, of: current, to: &chain)
        inner = isOpen(current, .bottom) ? lastBlock(in: current) : nil
      }
      margins += chain.reversed()
    }
    return margins
  }

  /// The top margin of a box and those of the first children inside that go out through its top.
  private func marginsAtTop(of child: Int, _ width: Double) -> [PlaceFact.CollapsedMargins.Margin] {
    var margins: [PlaceFact.CollapsedMargins.Margin] = []
    var inner: Int? = child
    while let current = inner {
      add(usedStyle(current).margins(percentageWidth: width).top, .top, of: current, to: &margins)
      inner = isOpen(current, .top) ? firstBlock(in: current) : nil
    }
    return margins
  }

  private func add(
    _ value: Double, _ side: Side, of node: Int, to margins: inout [PlaceFact.CollapsedMargins.Margin]
  ) {
    if value != 0 { margins.append(.init(LayoutNodeID(index: Int32(node)), side, value)) }
  }

  /// Whether margins inside a box may go out through one of its sides (CSS 2.2 §8.3.1).
  private func isOpen(_ node: Int, _ side: Side) -> Bool {
    let style = usedStyle(node)
    guard nodes[node].measure < 0, style.display == .block, !style.isIndependent else { return false }
    let insets = style.boxModel(percentageWidth: nodes[node].frame.width).insets
    return side == .top ? insets.top == 0 : insets.bottom == 0 && style.size.height.isAuto
  }

  private func firstBlock(in node: Int) -> Int? {
    for child in boxChildren(of: node) where !usedStyle(child).isOutOfFlow && usedStyle(child).float == .none
    {
      return child
    }
    return nil
  }

  private func lastBlock(in node: Int) -> Int? {
    var last: Int?
    for child in boxChildren(of: node) where !usedStyle(child).isOutOfFlow && usedStyle(child).float == .none
    {
      last = child
    }
    return last
  }
}
