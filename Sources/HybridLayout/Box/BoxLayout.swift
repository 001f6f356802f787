import HybridGeometry

extension LayoutPass {
  /// Lays out one box: its width, then its content by its kind, then its height.
  ///
  /// With the purpose ``Purpose/frames`` every frame inside is set; the caller places the box itself.
  mutating func layoutBox(_ node: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult {
    let memory = Int(nodes[node].memory)
    if memory < 0 {
      if isEmptyBox(node, space) { return layoutEmptyBox(node, space) }
    } else if let known = remembered(memory, space, purpose) {
      return known
    }
    guard postponed.hasRoom() else {
      return postponed.answer(.box(node, space, purpose))?.box ?? BoxResult(size: .zero, intrinsicHeight: 0)
    }
    if postponed.isUnsettled(node) { return BoxResult(size: .zero, intrinsicHeight: 0) }
    let placeholdersBefore = postponed.placeholders
    let content = contentBox(of: node, space: space)
    var result = layoutContent(content, purpose)
    if content.style.isScrollContainer {
      // Content may be scrolled out of view: its baselines are clamped to the border box.
      result.firstBaseline = result.firstBaseline.map { max(0, min($0, result.size.height)) }
      result.lastBaseline = result.lastBaseline.map { max(0, min($0, result.size.height)) }
    }
    if content.style.contain.contains(.layout) {
      result.firstBaseline = nil
      result.lastBaseline = nil
    }
    result.limit()
    if purpose == .frames { finishFrames(of: content, size: result.size) }
    if postponed.placeholders == placeholdersBefore {
      remember(node, space, purpose, result)
    } else {
      postponed.unsettle(node)
    }
    return result
  }

  /// The width of a box and the values that follow from it, before its content is laid out.
  @inline(__always) mutating func contentBox(of node: Int, space: ConstraintSpace) -> ContentBox {
    let style = usedStyle(node)
    var box = style.boxModel(percentageWidth: space.percentage.width)
    let width = usedWidth(of: node, style, space: space, box: box)
    box.limitScrollbars(of: style, toWidth: width)
    let height = definiteHeight(of: style, space: space, box: box, width: width)
    return ContentBox(
      node: node, style: style, space: space, box: box, width: width,
      content: Size(
        width: max(0, width - box.insets.horizontal),
        height: height.isDefinite ? max(0, height - box.insets.vertical) : indefinite))
  }

  /// Not inlined, for a small stack frame on each level.
  @inline(never) private mutating func forgetLineFloats(of leaf: Int) {
    positioned[lineFloatsOf: leaf] = nil
  }

  /// Lays out the content of a box by its kind.
  private mutating func layoutContent(_ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    if nodes[content.node].measure >= 0 {
      if purpose == .frames {
        if nodes[content.node].firstChild >= 0 { clearFrames(inside: content.node) }
        forgetLineFloats(of: content.node)
      }
      return layoutLeaf(content)
    }
    switch content.style.display {
    case .flex: return layoutFlexContainer(content, purpose)
    case .grid, .table: return layoutGridOrTable(content, purpose)
    default:
      return content.style.traits.contains(.columns)
        ? layoutColumns(content, purpose) : layoutBlockContainer(content, purpose)
    }
  }

  /// Apart, so that chains of other boxes need no stack for it.
  @inline(never) private mutating func layoutGridOrTable(
    _ content: ContentBox, _ purpose: Purpose
  ) -> BoxResult {
    content.style.display == .grid
      ? layoutGridContainer(content, purpose) : layoutTable(content, purpose)
  }

  /// Whether a box is empty and independent, so that its size depends only on its style.
  @inline(__always) private func isEmptyBox(_ node: Int, _ space: ConstraintSpace) -> Bool {
    let style = usedStyle(node)
    return style.display.isPlainWhenEmpty && (space.isIndependent || style.isIndependent)
      && style.traits.isDisjoint(with: .ownSize)
  }

  /// Lays out an empty box.
  @inline(__always) private mutating func layoutEmptyBox(_ node: Int, _ space: ConstraintSpace) -> BoxResult {
    let style = usedStyle(node)
    let box = style.boxModel(percentageWidth: space.percentage.width)
    let width = usedWidth(of: node, style, space: space, box: box)
    let intrinsic = box.insets.vertical
    let height = usedHeight(of: style, space: space, box: box, width: width, intrinsic: intrinsic)
    nodes[node].isDirty = false
    return BoxResult(size: Size(width: width, height: height), intrinsicHeight: intrinsic)
  }

  /// Lays out a leaf: the measure function gives the height of its content.
  mutating func layoutLeaf(_ content: ContentBox) -> BoxResult {
    leafResult(content, measured(content, LineFloats()))
  }

  /// Calls the measure function of a leaf.
  func measured(_ content: ContentBox, _ floats: LineFloats) -> MeasureOutput {
    guard let function = measures[Int(nodes[content.node].measure)] else { return MeasureOutput(size: .zero) }
    let known = content.content.height.isDefinite ? content.content.height : nil
    return function(
      MeasureInput(
        available: Size(
          width: .definite(content.content.width),
          height: known.map { .definite($0) } ?? .maxContent),
        known: Size(width: content.content.width, height: known), floats: floats))
  }

  /// The result of a leaf with content of this size.
  func leafResult(_ content: ContentBox, _ output: MeasureOutput) -> BoxResult {
    let insets = content.box.insets
    let own =
      content.style.isHeightContained ? content.style.containedSize.height ?? 0 : output.size.height
    let intrinsic = max(0, LayoutStyle.clamped(own)) + insets.vertical
    var result = BoxResult(
      size: Size(width: content.width, height: usedHeight(content, intrinsic: intrinsic)),
      intrinsicHeight: intrinsic)
    result.firstBaseline = output.firstBaseline.map { LayoutStyle.clamped($0) + insets.top }
    result.lastBaseline = (output.lastBaseline ?? output.firstBaseline).map {
      LayoutStyle.clamped($0) + insets.top
    }
    // CSS 2.2 §8.3.1: a box with a line box in it, however low, separates its margins.
    result.collapsesThrough =
      result.size.height == 0 && intrinsic == 0 && output.firstBaseline == nil
      && !content.space.isIndependent && !content.style.isIndependent
      && isHeightCollapsible(content)
    return result
  }

  /// The final border-box height for a content height.
  func usedHeight(_ content: ContentBox, intrinsic: Double) -> Double {
    usedHeight(
      of: content.style, space: content.space, box: content.box, width: content.width, intrinsic: intrinsic)
  }

  /// Whether margins may collapse through a box without height: its height is `auto` or 0.
  func isHeightCollapsible(_ content: ContentBox) -> Bool {
    isHeightAutomatic(content.style, content.space) || usedHeight(content, intrinsic: indefinite) == 0
  }

  /// Places a laid-out child at the position of its border box, moved by relative positioning (CSS Positioned
  /// Layout 3 §3.2).
  @inline(__always) func place(
    _ child: Int, x: Double, y: Double, size: Size<Double>, in area: Size<Double>, _ direction: Direction
  ) {
    nodes[child].frame = Rect(x: x, y: y, width: size.width, height: size.height)
    let style = usedStyle(child)
    if style.traits.contains(.moved) { moveRelatively(child, style, in: area, direction) }
  }

  func moveRelatively(_ child: Int, _ style: UsedStyle, in area: Size<Double>, _ direction: Direction) {
    let offset = style.relativeOffset(in: area, direction)
    nodes[child].frame.x += offset.width
    nodes[child].frame.y += offset.height
  }
}

/// One box with a known width, whose content can be laid out.
struct ContentBox {
  var node: Int
  var style: UsedStyle
  var space: ConstraintSpace
  var box: BoxModel
  /// The border-box width.
  var width: Double
  /// The content box; the height is ``indefinite`` when it depends on the content. Percentages of children
  /// refer to it.
  var content: Size<Double>
  /// The children that are laid out, if not all: those between two boxes over all columns.
  var segment = ChildSegment()

  /// The room of scroll bars; vertical bars get at most the available width.
  var scrollbars: Edges<Double> {
    guard style.traits.contains(.scrollbars) else { return .zero }
    var bars = style.scrollbars
    let room = max(0, width - box.borderPadding.horizontal)
    bars.left = min(bars.left, room)
    bars.right = min(bars.right, room)
    return bars
  }

  /// The space offered to children before the container's height is known.
  @inline(__always) func childSpace(_ flags: ConstraintSpace.Flags = []) -> ConstraintSpace {
    ConstraintSpace(available: content, percentage: content, flags: flags)
  }
}
