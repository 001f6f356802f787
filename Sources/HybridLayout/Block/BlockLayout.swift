import HybridGeometry

/// Block layout: the children of a block container are stacked vertically, and margins collapse between them
/// (CSS 2.2 §9.4.1, §8.3.1, §10.3.3, §10.6.3).
extension LayoutPass {
  mutating func layoutBlockContainer(_ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    let insets = content.box.insets
    let isIndependent = content.space.isIndependent || content.style.isIndependent
    var flow = BlockFlow(isTopOpen: !isIndependent && insets.top == 0, y: insets.top)
    for child in boxChildren(in: content) {
      let style = usedStyle(child)
      if style.isOutOfFlow {
        if purpose == .frames {
          noteStaticPosition(of: child, content, &flow)
        }
      } else if style.float != .none {
        flow.hasFloats = flow.hasFloats || !content.space.ignoresFloats
        flow.ignoredFloat = true
      } else if style.isLegend, flow.y == insets.top {
        let frame = layoutLegend(child, style, content, purpose, &flow)
        if purpose == .frames { nodes[child].frame = frame }
      } else {
        let frame = layoutInFlowChild(child, style, content, purpose, &flow)
        if purpose == .frames { nodes[child].frame = frame }
      }
    }
    if flow.hasFloats, isIndependent { return layoutFloatRoot(content, purpose) }
    var result = finishBlock(content, flow, isIndependent: isIndependent, purpose)
    result.hasFloats = flow.hasFloats
    if isRecording, purpose == .frames { recordBlock(in: content, isIndependent: isIndependent, result) }
    return result
  }

  /// Lays out the legend of a field set: centred on its upper border, which is as thick as the legend is
  /// high. The content begins below the legend and the padding.
  ///
  /// Apart, so that chains of other blocks need no stack for it.
  @inline(never) private mutating func layoutLegend(
    _ child: Int, _ style: UsedStyle, _ content: ContentBox, _ purpose: Purpose, _ flow: inout BlockFlow
  ) -> Rect {
    let margins = style.margins(percentageWidth: content.content.width)
    var space = content.childSpace()
    space.widthBehaviour = .stretch
    let size = layoutBox(child, space, max(purpose, .baselines)).size
    let border = content.style.borders.top
    let height = size.height + margins.vertical
    flow.y += max(0, height - border)
    let x = content.box.insets.left + inlineOffset(of: style, width: size.width, margins, in: content)
    let y = margins.top + max(0, (border - height) / 2)
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }

  /// Lays out one in-flow child; returns its frame in the container before relative positioning.
  @inline(__always) mutating func layoutInFlowChild(
    _ child: Int, _ style: UsedStyle, _ content: ContentBox, _ purpose: Purpose, _ flow: inout BlockFlow
  ) -> Rect {
    let margins = style.margins(percentageWidth: content.content.width)
    var space = content.childSpace()
    space.widthBehaviour = isJustified(style, in: content) ? .fitContent : .stretch
    space.ignoresFloats = content.space.ignoresFloats && !style.isIndependent
    let result = layoutBox(child, space, max(purpose, .baselines))
    flow.hasFloats = flow.hasFloats || result.hasFloats
    if style.clear != .none, flow.ignoredFloat, flow.isTopOpen {
      // Clearance will separate this child's margins from those before it (CSS 2.2 §9.5.2).
      flow.leading = flow.strut
      flow.isTopOpen = false
      flow.strut = MarginStrut()
    }
    let x = content.box.insets.left + inlineOffset(of: style, width: result.size.width, margins, in: content)
    let y = flow.add(result, marginTop: margins.top, marginBottom: margins.bottom)
    flow.addBaselines(of: result, at: y)
    return Rect(x: x, y: y, width: result.size.width, height: result.size.height)
  }

  /// Whether a block-level box is aligned in the width of its container instead of filling it (CSS Box
  /// Alignment 3 §6.1, `justify-self`).
  @inline(__always) func isJustified(_ style: UsedStyle, in content: ContentBox) -> Bool {
    let own = style.justifySelf.keyword
    return switch own == .auto ? content.style.justifyItems.keyword : own {
    case .auto, .normal, .stretch: false
    default: !style.isLegend
    }
  }

  /// The offset of a child's border box in the container's content box (CSS 2.2 §10.3.3).
  func inlineOffset(
    of style: UsedStyle, width: Double, _ margins: Edges<Double>, in content: ContentBox
  ) -> Double {
    let free = content.content.width - width - margins.horizontal
    let isLeftAuto = style.margin.left.isAuto
    let isRightAuto = style.margin.right.isAuto
    let isReversed = content.style.direction == .rightToLeft
    if isLeftAuto || isRightAuto {
      if free <= 0 { return isReversed ? margins.left + free : margins.left }
      if isLeftAuto && isRightAuto { return free / 2 }
      return isLeftAuto ? margins.left + free : margins.left
    }
    if isJustified(style, in: content) {
      let own = style.justifySelf.keyword == .auto ? content.style.justifyItems : style.justifySelf
      let share = own.share(
        of: free, isReversed: isReversed, isOpposite: (style.direction == .rightToLeft) != isReversed)
      return isReversed ? margins.left + free - share : margins.left + share
    }
    switch content.style.blockAlignment {
    case .left: return margins.left
    case .right: return margins.left + free
    case .center: return margins.left + max(0, free / 2)
    case .none: return isReversed ? margins.left + free : margins.left
    }
  }

  /// The static position of an out-of-flow box: below the preceding boxes, at the line-start edge.
  func blockStaticPosition(_ content: ContentBox, _ flow: BlockFlow) -> StaticPosition {
    let insets = content.box.insets
    let isReversed = content.style.direction == .rightToLeft
    return StaticPosition(
      x: isReversed ? insets.left + content.content.width : insets.left,
      y: flow.isTopOpen ? flow.y : flow.y + flow.strut.sum, horizontal: isReversed ? .end : .start)
  }

  /// Notes where an out-of-flow child would be. Not inlined, for a small stack frame on each level.
  @inline(never) mutating func noteStaticPosition(
    of child: Int, _ content: ContentBox, _ flow: inout BlockFlow
  ) {
    let position =
      usedStyle(child).isInLine
      ? lineStaticPosition(of: child, content, &flow) : blockStaticPosition(content, flow)
    noteInlineBlock(of: child, flow)
    positioned[staticPositionOf: child] = position
  }

  /// Notes the inline box in the lines that is the containing block of an out-of-flow child, if there is one.
  private mutating func noteInlineBlock(of child: Int, _ flow: BlockFlow) {
    var area: Rect?
    if let anchors = flow.lineAnchors, anchors.child == child, anchors.number < anchors.containers.count,
      let found = anchors.containers[anchors.number]
    {
      let frame = nodes[anchors.leaf].frame
      area = Rect(
        x: frame.x + LayoutStyle.clamped(found.x), y: frame.y + LayoutStyle.clamped(found.y),
        width: LayoutStyle.limited(found.width), height: LayoutStyle.limited(found.height))
    }
    positioned[inlineBlockOf: child] = area
  }

  /// The static position of an out-of-flow box in the lines of the leaf before it.
  @inline(never) mutating func lineStaticPosition(
    of child: Int, _ content: ContentBox, _ flow: inout BlockFlow
  ) -> StaticPosition {
    var position = blockStaticPosition(content, flow)
    var leaf = Int(nodes[child].previous)
    while leaf >= 0, usedStyle(leaf).isInLine, !usedStyle(leaf).isOutOfFlow {
      leaf = Int(nodes[leaf].previous)
    }
    if flow.lineAnchors?.child == leaf {
      flow.lineAnchors?.number += 1
      flow.lineAnchors?.child = child
    } else {
      guard leaf >= 0, nodes[leaf].measure >= 0 else { return position }
      var space = content.childSpace()
      space.widthBehaviour = .stretch
      let floats = positioned[lineFloatsOf: leaf]
      let output = measured(contentBox(of: leaf, space: space), floats ?? LineFloats())
      flow.lineAnchors = LineAnchors(
        leaf: leaf, places: output.anchors, containers: output.containers, child: child)
    }
    guard let anchors = flow.lineAnchors, anchors.number < anchors.places.count else { return position }
    let (place, frame) = (anchors.places[anchors.number], nodes[anchors.leaf].frame)
    position.x = frame.x + LayoutStyle.clamped(place.x)
    position.y = frame.y + LayoutStyle.clamped(place.y)
    return position
  }

  /// The container's height, its own collapsing margins, and the final positions of its children.
  mutating func finishBlock(
    _ content: ContentBox, _ flow: BlockFlow, isIndependent: Bool, _ purpose: Purpose
  ) -> BoxResult {
    let insets = content.box.insets
    var flow = flow
    if content.style.traits.contains(.marker) {
      flow.addMarker(content.style.markerHeight, below: insets.top)
    }
    var intrinsic = flow.y + insets.bottom
    if isIndependent || insets.bottom > 0 || flow.isStrutCleared {
      // The margins of the last child stay inside, unless they adjoin the container's top margin.
      if !flow.isTopOpen { intrinsic += flow.strut.sum }
      intrinsic = max(intrinsic, insets.vertical)
    }
    // Floats contribute to the height of a formatting context (CSS 2.2 §10.6.7).
    if isIndependent { intrinsic = max(intrinsic, flow.floatBottom + insets.bottom) }
    if content.style.isHeightContained {
      intrinsic = insets.vertical + (content.style.containedSize.height ?? 0)
    }
    let height = usedHeight(content, intrinsic: intrinsic)
    var result = BoxResult(size: Size(width: content.width, height: height), intrinsicHeight: intrinsic)
    if flow.isTopOpen {
      result.leadingMargins = flow.strut
      result.collapsesThrough = height == 0 && insets.bottom == 0 && isHeightCollapsible(content)
    } else {
      result.leadingMargins = flow.leading
      let isOpen = !isIndependent && insets.bottom == 0
      if isOpen, isHeightAutomatic(content.style, content.space), height == intrinsic, !flow.isStrutCleared {
        result.trailingMargins = flow.strut
      }
    }
    let shift = contentShift(content, intrinsic: intrinsic, height: height)
    result.firstBaseline = flow.firstBaseline.map { $0 + shift }
    result.lastBaseline = flow.lastBaseline.map { $0 + shift }
    if purpose == .frames { settleBlockFrames(of: content, shift: shift) }
    return result
  }

  /// Moves the children of a block container from their unshifted frames to their final positions.
  private mutating func settleBlockFrames(of content: ContentBox, shift: Double) {
    for child in boxChildren(in: content) {
      let style = usedStyle(child)
      if style.isOutOfFlow {
        // The static positions of out-of-flow boxes move with the content.
        if shift != 0 { positioned.move(child, down: shift) }
        continue
      }
      nodes[child].frame.y += shift
      if style.traits.contains(.moved) {
        moveRelatively(child, style, in: content.content, content.style.direction)
      }
    }
  }

  /// The distance by which `align-content` moves the content of a block container down (CSS Box Alignment 3
  /// §5.1.1).
  func contentShift(_ content: ContentBox, intrinsic: Double, height: Double) -> Double {
    let free = height - intrinsic
    let alignment = content.style.alignContent
    if free < 0, alignment.safety != .unsafe { return 0 }
    switch alignment.keyword {
    case .center, .spaceAround, .spaceEvenly: return free / 2
    case .end, .flexEnd, .lastBaseline: return free
    // The row of a cell says how far below it its baseline is.
    case .baseline where content.style.display == .tableCell && content.space.isHeightFixed:
      return content.space.percentage.height.isDefinite ? content.space.percentage.height : 0
    default: return 0
    }
  }
}

/// The static positions of the boxes out of the flow in the lines of one leaf, which are asked for in order.
struct LineAnchors {
  var leaf: Int
  var places: [Point]
  var containers: [Rect?]
  /// The box that was placed last, and its number.
  var child: Int
  var number = 0
}

/// The state of a block container between two children.
struct BlockFlow {
  /// Whether the next margins still adjoin the container's own top margin.
  var isTopOpen: Bool
  /// The lower edge of the placed boxes, from the top of the container's border box.
  var y: Double
  /// Pending margins below ``y``, which collapse with the next ones.
  var strut = MarginStrut()
  /// Margins that collapsed with the container's top margin.
  var leading = MarginStrut()
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// Whether a float was found: the formatting context has to be laid out with all of its floats.
  var hasFloats = false
  /// Whether the pending margins are those of an empty box with clearance: they stay in the container.
  var isStrutCleared = false
  /// Whether a float was found in this container.
  var ignoredFloat = false
  /// The lowest edge of the formatting context's floats.
  var floatBottom = 0.0
  /// The places of the boxes out of the flow in the last lines; nil without such boxes.
  var lineAnchors: LineAnchors?

  init(isTopOpen: Bool, y: Double) {
    self.isTopOpen = isTopOpen
    self.y = y
  }

  /// Adds a box below the others and returns the position of its border box.
  mutating func add(_ result: BoxResult, marginTop: Double, marginBottom: Double) -> Double {
    strut.append(marginTop)
    strut.append(result.leadingMargins)
    if result.collapsesThrough {
      let top = isTopOpen ? y : y + strut.sum
      strut.append(marginBottom)
      return top
    }
    closeTop(adding: strut)
    isStrutCleared = false
    let top = y
    y += result.size.height
    strut = result.trailingMargins
    strut.append(marginBottom)
    return top
  }

  /// Ends the margins that collapse with the container's top margin, or else moves below the pending ones.
  private mutating func closeTop(adding strut: MarginStrut) {
    if isTopOpen {
      leading = strut
      isTopOpen = false
    } else {
      y += strut.sum
    }
  }

  /// Separates the following content from the container's top margin.
  mutating func separateFromTop() {
    guard isTopOpen else { return }
    leading = strut
    isTopOpen = false
    strut = MarginStrut()
  }

  /// Gives a list item the height of its marker if it has no line beside which the marker could be.
  @inline(never) mutating func addMarker(_ height: Double, below top: Double) {
    guard firstBaseline == nil else { return }
    separateFromTop()
    y = max(y, top + height)
  }

  /// The first baseline of the container is that of its first child with one; its last baseline is that of
  /// the last such child.
  mutating func addBaselines(of result: BoxResult, at top: Double) {
    if firstBaseline == nil { firstBaseline = result.firstBaseline.map { top + $0 } }
    if let last = result.lastBaseline { lastBaseline = top + last }
  }
}
