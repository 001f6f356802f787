import HybridGeometry

/// Block layout in a formatting context that has floats (CSS 2.2 §9.5).
///
/// In a formatting context without floats, the layout of a box does not depend on the boxes around it, and
/// results are cached. In one with floats, all blocks of the context are laid out in one pass, each at a
/// known position.
extension LayoutPass {
  /// Lays out a block container again after floats were found in its formatting context.
  mutating func layoutFloatRoot(_ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    var floats = FloatContext()
    return layoutFloatedBlock(content, purpose, x: 0, y: 0, isRoot: true, &floats)
  }

  /// Lays out one block container whose border box has its corner at (x, y) of the formatting context.
  private mutating func layoutFloatedBlock(
    _ content: ContentBox, _ purpose: Purpose, x: Double, y: Double, isRoot: Bool,
    _ floats: inout FloatContext
  ) -> BoxResult {
    let insets = content.box.insets
    var flow = BlockFlow(isTopOpen: !isRoot && insets.top == 0, y: insets.top)
    let edges = (left: x + insets.left, right: x + insets.left + content.content.width)
    for child in boxChildren(in: content) {
      let style = usedStyle(child)
      if style.isOutOfFlow {
        if purpose == .frames {
          noteStaticPosition(of: child, content, &flow)
        }
        continue
      }
      var frame: Rect
      let before = isRecording ? BlockRecord(flow, floats, y: y) : nil
      if style.isInLine, let placed = floats.inLine[child] {
        frame = placed
        frame.x -= x
        frame.y -= y
      } else if style.float != .none {
        let top = y + flow.y + (flow.isTopOpen ? 0 : flow.strut.sum)
        frame = placeFloat(child, content, purpose, top: top, edges, &floats)
        frame.x -= x
        frame.y -= y
      } else if isIndependentBlock(child, floats) {
        if floats.separated.contains(child) { flow.separateFromTop() }
        frame = placeBesideFloats(child, content, purpose, y: y, edges, &flow, &floats)
        frame.x -= x
      } else {
        frame = layoutFlowingBlock(child, content, purpose, x: x, y: y, &flow, &floats)
      }
      if purpose == .frames { nodes[child].frame = frame }
      if let before, purpose == .frames { recordFloated(child, frame, in: content, before) }
    }
    if isRoot { flow.floatBottom = floats.bottom(clearing: .both) ?? 0 }
    let result = finishBlock(content, flow, isIndependent: isRoot, purpose)
    if isRecording, purpose == .frames { recordContentShift(in: content, result) }
    return result
  }

  /// Whether a block-level child is independent and so is placed beside floats.
  private func isIndependentBlock(_ child: Int, _ floats: FloatContext) -> Bool {
    usedStyle(child).isIndependent || floats.depth >= FloatContext.depthLimit
  }

  /// Moves a flow below the floats that a child clears (§9.5.2). Returns whether clearance was introduced.
  private func clearFloats(
    _ style: UsedStyle, top: Double, y: Double, _ flow: inout BlockFlow, _ floats: FloatContext
  ) -> Bool {
    guard style.clear != .none, let bottom = floats.bottom(clearing: style.clear), bottom > top else {
      return false
    }
    flow.separateFromTop()
    flow.y = bottom - y
    flow.strut = MarginStrut()
    return true
  }

  /// Lays out a float and positions it. The frame is relative to the formatting context's corner.
  private mutating func placeFloat(
    _ child: Int, _ content: ContentBox, _ purpose: Purpose, top: Double,
    _ edges: (left: Double, right: Double),
    _ floats: inout FloatContext
  ) -> Rect {
    let style = usedStyle(child)
    let margins = style.margins(percentageWidth: content.content.width)
    let result = layoutBox(child, content.childSpace(), purpose)
    let cleared = style.clear == .none ? nil : floats.bottom(clearing: style.clear)
    let corner = floats.place(
      Size(width: result.size.width + margins.horizontal, height: result.size.height + margins.vertical),
      isLeft: style.float == .left, below: max(top, cleared ?? top), left: edges.left, right: edges.right,
      isReversed: content.style.direction == .rightToLeft)
    return Rect(
      x: corner.x + margins.left, y: corner.y + margins.top, width: result.size.width,
      height: result.size.height)
  }

  /// Places an independent formatting context where floats leave room for it (§9.5). The frame's `x` is
  /// relative to the surrounding formatting context's corner.
  private mutating func placeBesideFloats(
    _ child: Int, _ content: ContentBox, _ purpose: Purpose, y: Double,
    _ edges: (left: Double, right: Double),
    _ flow: inout BlockFlow, _ floats: inout FloatContext
  ) -> Rect {
    let style = usedStyle(child)
    let margins = style.margins(percentageWidth: content.content.width)
    var strut = flow.strut
    // A box that floats are known to push down has lost its margin.
    let isPushed = floats.separated.contains(child)
    if !isPushed { strut.append(margins.top) }
    let top = y + flow.y + (flow.isTopOpen ? 0 : strut.sum)
    var place = top
    if style.clear != .none, let bottom = floats.bottom(clearing: style.clear) { place = max(top, bottom) }
    let isReversed = content.style.direction == .rightToLeft
    var result = BoxResult(size: .zero, intrinsicHeight: 0)
    var room = edges
    while true {
      room = floats.edges(from: place, to: place, left: edges.left, right: edges.right)
      // The box may be higher than the room at its top: then it gets the room that is free over its whole
      // height.
      for _ in 0..<4 {
        result = layoutBox(
          child,
          besideSpace(
            style, content, margins, edges, room, isTooDeep: floats.depth >= FloatContext.depthLimit),
          max(purpose, .baselines))
        let along = floats.edges(
          from: place, to: place + result.size.height, left: edges.left, right: edges.right)
        if along == room { break }
        room = along
      }
      let isOpen = room == edges
      // The margin at line-start may overlap a float there, but must not push the box over a float at
      // line-end, where the margin may overlap it; negative margins must leave some room.
      let isEndTaken = isReversed ? room.left > edges.left : room.right < edges.right
      let left = isReversed || !isEndTaken ? room.left : max(room.left, edges.left + margins.left)
      let right = isReversed && isEndTaken ? min(room.right, edges.right - margins.right) : room.right
      let isEaten = min(margins.left, margins.right) + room.right - room.left < 0
      if isOpen || result.size.width <= right - left + fitTolerance && !isEaten { break }
      guard let next = floats.nextBottom(below: place) else { break }
      place = next
    }
    if isPushed || place > top + 1e-9 {
      // Floats moved the box down: its margin no longer counts.
      if flow.isTopOpen { floats.separated.insert(child) }
      flow.separateFromTop()
      flow.y = place - y
      flow.strut = MarginStrut()
      _ = flow.add(result, marginTop: 0, marginBottom: margins.bottom)
    } else {
      _ = flow.add(result, marginTop: margins.top, marginBottom: margins.bottom)
    }
    flow.addBaselines(of: result, at: place - y)
    var beside = content
    beside.content.width = room.right - room.left
    let isBeside = room != edges
    let offsets =
      isBeside
      ? Edges(
        top: 0, right: max(0, margins.right - (edges.right - room.right)), bottom: 0,
        left: max(0, margins.left - (room.left - edges.left))) : margins
    let x = room.left + inlineOffset(of: style, width: result.size.width, offsets, in: beside)
    return Rect(x: x, y: place - y, width: result.size.width, height: result.size.height)
  }

  /// The space for a box beside floats: percentages still refer to the whole container.
  private func besideSpace(
    _ style: UsedStyle, _ content: ContentBox, _ margins: Edges<Double>,
    _ edges: (left: Double, right: Double),
    _ room: (left: Double, right: Double), isTooDeep: Bool
  ) -> ConstraintSpace {
    var space = content.childSpace()
    space.widthBehaviour = isJustified(style, in: content) ? .fitContent : .stretch
    space.isIndependent = isTooDeep
    if room != edges {
      let left = max(room.left, edges.left + margins.left)
      let right = min(room.right, edges.right - margins.right)
      space.available.width = max(0, right - left) + margins.horizontal
    }
    return space
  }

  /// Lays out a block whose lines and floats belong to this formatting context.
  private mutating func layoutFlowingBlock(
    _ child: Int, _ content: ContentBox, _ purpose: Purpose, x: Double, y: Double, _ flow: inout BlockFlow,
    _ floats: inout FloatContext
  ) -> Rect {
    let style = usedStyle(child)
    let margins = style.margins(percentageWidth: content.content.width)
    var space = content.childSpace()
    space.widthBehaviour = isJustified(style, in: content) ? .fitContent : .stretch
    space.ignoresFloats = true
    // The margins rarely depend on floats: they determine the position of the box.
    let before = layoutBox(child, space, .size)
    space.ignoresFloats = false
    let inner = contentBox(of: child, space: space)
    let left =
      x + content.box.insets.left + inlineOffset(of: style, width: inner.width, margins, in: content)
    let (flowBefore, floatsBefore) = (flow, floats.count)
    var leading = floats.leadingMargins[child] ?? before.leadingMargins
    var result = BoxResult(size: .zero, intrinsicHeight: 0)
    var isCleared = false
    for attempt in 0..<3 {
      var strut = flow.strut
      strut.append(margins.top)
      strut.append(leading)
      let hypothetical = y + flow.y + (flow.isTopOpen ? 0 : strut.sum)
      isCleared = clearFloats(style, top: hypothetical, y: y, &flow, floats)
      let top = isCleared ? y + flow.y : hypothetical
      result = layoutFlowingContent(child, inner, purpose, x: left, y: top, &floats)
      if result.leadingMargins == leading || isCleared || attempt == 2 { break }
      // A box inside is separated from the top margin: the block moves, and its floats with it.
      leading = result.leadingMargins
      floats.leadingMargins[child] = leading
      flow = flowBefore
      floats.removeAll(after: floatsBefore)
    }
    result.leadingMargins = leading
    if recorded == child { recorder.own = (space, result) }
    if isCleared {
      let ownTop = flow.y
      if result.collapsesThrough {
        flow.isStrutCleared = true
        var own = MarginStrut()
        own.append(margins.top)
        own.append(result.leadingMargins)
        flow.y -= own.sum
        flow.strut = own
        flow.strut.append(margins.bottom)
      } else {
        result.leadingMargins = MarginStrut()
        _ = flow.add(result, marginTop: 0, marginBottom: margins.bottom)
      }
      flow.addBaselines(of: result, at: ownTop)
      return Rect(x: left - x, y: ownTop, width: result.size.width, height: result.size.height)
    }
    let placeTop = flow.add(result, marginTop: margins.top, marginBottom: margins.bottom)
    flow.addBaselines(of: result, at: placeTop)
    return Rect(x: left - x, y: placeTop, width: result.size.width, height: result.size.height)
  }
  /// Lays out the content of a block in this formatting context, at its final position.
  private mutating func layoutFlowingContent(
    _ child: Int, _ inner: ContentBox, _ purpose: Purpose, x: Double, y: Double, _ floats: inout FloatContext
  ) -> BoxResult {
    if nodes[child].memory >= 0 {
      // The following results are not cached, because they depend on the position among the floats.
      memories[Int(nodes[child].memory)].forgetFrames()
    }
    floats.depth += 1
    defer { floats.depth -= 1 }
    var result: BoxResult
    if nodes[child].measure >= 0 {
      result = layoutLeafBesideFloats(inner, purpose, x: x, y: y, &floats)
      if purpose == .frames { clearFrames(inside: child) }
    } else {
      result = layoutFloatedBlock(inner, purpose, x: x, y: y, isRoot: false, &floats)
    }
    if purpose == .frames {
      finishFrames(of: inner, size: result.size)
      if nodes[child].memory >= 0 {
        // Not a cached answer, but the basis of scroll sizes.
        memories[Int(nodes[child].memory)].keepBasis(inner.space, result)
      }
    }
    return result
  }

  /// Lays out a leaf whose lines are shortened by floats, before it and in it. The measure function gets
  /// approximately as many floats as the lines reach; the number of floats further down is unlimited and does
  /// not matter.
  private mutating func layoutLeafBesideFloats(
    _ inner: ContentBox, _ purpose: Purpose, x: Double, y: Double, _ floats: inout FloatContext
  ) -> BoxResult {
    let insets = inner.box.insets
    let (edge, top) = (x + insets.left, y + insets.top)
    let members = floatsInLines(of: inner, purpose)
    var beside = LineFloats(anchored: members.map(\.float))
    if !members.isEmpty {
      beside.top = floats.lowestTop.map { $0 - top } ?? -.infinity
      beside.leftBottom = floats.bottom(clearing: .left).map { $0 - top } ?? -.infinity
      beside.rightBottom = floats.bottom(clearing: .right).map { $0 - top } ?? -.infinity
    }
    var most = 16
    while true {
      let (bands, next) = floats.bands(in: edge, edge + inner.content.width, below: top, atMost: most)
      beside.bands = bands
      let output = measured(inner, beside)
      let result = leafResult(inner, output)
      if let next, next < result.intrinsicHeight - insets.vertical {
        most *= 4
        continue
      }
      for (member, corner) in zip(members, output.floats) {
        floats.add(member.float, x: edge + corner.x, y: top + corner.y)
        floats.inLine[member.node] = Rect(
          x: edge + corner.x + member.margins.left, y: top + corner.y + member.margins.top,
          width: member.float.size.width - member.margins.horizontal,
          height: member.float.size.height - member.margins.vertical)
      }
      if purpose == .frames {
        positioned[lineFloatsOf: inner.node] = beside.isEmpty ? nil : beside
      }
      return result
    }
  }

  /// A float in the lines of a leaf.
  private struct LineMember {
    var node: Int
    var float: LineFloat
    var margins: Edges<Double>
  }

  /// Lays out the floats that are anchored in the lines of a leaf: they follow it in its container.
  private mutating func floatsInLines(of leaf: ContentBox, _ purpose: Purpose) -> [LineMember] {
    var members: [LineMember] = []
    var next = Int(nodes[leaf.node].next)
    while next >= 0, usedStyle(next).isInLine {
      let style = usedStyle(next)
      if !style.isOutOfFlow, style.float != .none {
        let space = ConstraintSpace(available: leaf.space.available, percentage: leaf.space.percentage)
        let size = layoutBox(next, space, purpose).size
        let margins = style.margins(percentageWidth: leaf.space.percentage.width)
        members.append(
          LineMember(
            node: next,
            float: LineFloat(
              size: Size(width: size.width + margins.horizontal, height: size.height + margins.vertical),
              isLeft: style.float == .left, clearsLeft: style.clear == .left || style.clear == .both,
              clearsRight: style.clear == .right || style.clear == .both), margins: margins))
      }
      next = Int(nodes[next].next)
    }
    return members
  }
}
