extension LayoutTree {
  /// Lays out one box: its width, then its content by its kind, then its height.
  ///
  /// With the purpose ``Purpose/frames`` every frame inside is settled; the caller places the box itself.
  mutating func layoutBox(_ node: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult {
    if let known = cached(node, space, purpose) { return known }
    let style = nodes[node].style
    var box = style.boxModel(percentageWidth: space.percentage.width)
    let width = usedWidth(of: node, space: space, box: box)
    box.limitScrollbars(toWidth: width)
    let height = definiteHeight(of: style, space: space, box: box, width: width)
    let content = ContentBox(
      style: style, space: space, box: box, width: width,
      content: Size(
        width: max(0, width - box.insets.horizontal),
        height: height.isDefinite ? max(0, height - box.insets.vertical) : indefinite))
    var result = layoutContent(node, content, purpose)
    if style.isScrollContainer {
      // Content may be scrolled out of sight: its baselines count only inside the border box.
      result.firstBaseline = result.firstBaseline.map { max(0, min($0, result.size.height)) }
      result.lastBaseline = result.lastBaseline.map { max(0, min($0, result.size.height)) }
    }
    if style.contain.contains(.layout) {
      result.firstBaseline = nil
      result.lastBaseline = nil
    }
    if purpose == .frames { finishFrames(of: node, size: result.size, box: box) }
    remember(node, space, purpose, result)
    return result
  }

  /// Lays out the content of a box by its kind.
  private mutating func layoutContent(_ node: Int, _ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    if nodes[node].measure >= 0 { return layoutLeaf(node, content) }
    if content.style.display == .flex { return layoutFlexContainer(node, content, purpose) }
    return layoutBlockContainer(node, content, purpose)
  }

  /// A leaf: the measure function says how high its content is.
  private mutating func layoutLeaf(_ node: Int, _ content: ContentBox) -> BoxResult {
    let insets = content.box.insets
    var output = MeasureOutput(size: .zero)
    if let function = measures[Int(nodes[node].measure)] {
      let known = content.content.height.isDefinite ? content.content.height : nil
      output = function(
        MeasureInput(
          available: Size(
            width: .definite(content.content.width),
            height: known.map { .definite($0) } ?? .maxContent),
          known: Size(width: content.content.width, height: known)))
    }
    let intrinsic = max(0, LayoutStyle.clamped(output.size.height)) + insets.vertical
    var result = BoxResult(
      size: Size(width: content.width, height: usedHeight(content, intrinsic: intrinsic)), intrinsicHeight: intrinsic)
    result.firstBaseline = output.firstBaseline.map { LayoutStyle.clamped($0) + insets.top }
    result.lastBaseline = (output.lastBaseline ?? output.firstBaseline).map { LayoutStyle.clamped($0) + insets.top }
    result.collapsesThrough =
      result.size.height == 0 && intrinsic == 0 && !content.space.isIndependent && !content.style.isIndependent
      && isHeightCollapsible(content)
    return result
  }

  /// The final border-box height for a content height.
  func usedHeight(_ content: ContentBox, intrinsic: Double) -> Double {
    usedHeight(
      of: content.style, space: content.space, box: content.box, width: content.width, intrinsic: intrinsic)
  }

  /// Whether a box without height may let its margins through: a height of `auto` or 0.
  func isHeightCollapsible(_ content: ContentBox) -> Bool {
    isHeightAutomatic(content.style, content.space) || usedHeight(content, intrinsic: indefinite) == 0
  }

  /// The children that have boxes, `display: contents` replaced by what is in it, in tree order.
  func boxChildren(of node: Int) -> [Int] {
    var result: [Int] = []
    appendBoxChildren(of: node, to: &result)
    return result
  }

  private func appendBoxChildren(of node: Int, to result: inout [Int]) {
    var child = nodes[node].firstChild
    while child >= 0 {
      switch nodes[Int(child)].style.display {
      case .none: break
      case .contents where nodes[Int(child)].measure < 0: appendBoxChildren(of: Int(child), to: &result)
      default: result.append(Int(child))
      }
      child = nodes[Int(child)].next
    }
  }

  /// Zero frames for what has no box, and for everything in it.
  mutating func clearFramesWithoutBox(of node: Int) {
    var child = nodes[node].firstChild
    while child >= 0 {
      let index = Int(child)
      let display = nodes[index].style.display
      if display == .none {
        clearFrames(in: index)
      } else if display == .contents, nodes[index].measure < 0 {
        nodes[index].frame = .zero
        clearFramesWithoutBox(of: index)
      }
      child = nodes[index].next
    }
  }

  mutating func clearFrames(in node: Int) {
    nodes[node].frame = .zero
    var child = nodes[node].firstChild
    while child >= 0 {
      clearFrames(in: Int(child))
      child = nodes[Int(child)].next
    }
  }

  /// Puts a laid-out child where its container wants its border box, moved by relative positioning (CSS Positioned Layout 3 §3.2).
  mutating func place(_ child: Int, x: Double, y: Double, size: Size<Double>, in content: ContentBox) {
    var offset = (x: 0.0, y: 0.0)
    if nodes[child].style.position == .relative {
      let style = nodes[child].style
      let left = style.resolve(style.inset.left, against: content.content.width)
      let right = style.resolve(style.inset.right, against: content.content.width)
      if let left, let right {
        offset.x = content.style.direction == .leftToRight ? left : -right
      } else {
        offset.x = left ?? right.map { -$0 } ?? 0
      }
      offset.y =
        style.resolve(style.inset.top, against: content.content.height)
        ?? style.resolve(style.inset.bottom, against: content.content.height).map { -$0 } ?? 0
    }
    nodes[child].frame = Rect(x: x + offset.x, y: y + offset.y, width: size.width, height: size.height)
  }
}

/// One box whose width is known, ready to have its content laid out.
struct ContentBox {
  var style: LayoutStyle
  var space: ConstraintSpace
  var box: BoxModel
  /// The border-box width.
  var width: Double
  /// The content box; the height is ``indefinite`` when it hangs on the content. Percentages of children refer to it.
  var content: Size<Double>

  /// The space offered to children before their container knows more.
  var childSpace: ConstraintSpace { ConstraintSpace(available: content, percentage: content) }
}
