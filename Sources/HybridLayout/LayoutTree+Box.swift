extension LayoutTree {
  /// Lays out one box: its width, then its content by its kind, then its height.
  ///
  /// With the purpose ``Purpose/frames`` every frame inside is settled; the caller places the box itself.
  mutating func layoutBox(_ node: Int, _ space: ConstraintSpace, _ purpose: Purpose) -> BoxResult {
    if let known = cached(node, space, purpose) { return known }
    guard descend(to: .box(node, space, purpose)) else {
      return answers[.box(node, space, purpose)]?.box ?? BoxResult(size: .zero, intrinsicHeight: 0)
    }
    defer { depth -= 1 }
    let content = contentBox(of: node, space: space)
    var result = layoutContent(node, content, purpose)
    if content.style.isScrollContainer {
      // Content may be scrolled out of sight: its baselines count only inside the border box.
      result.firstBaseline = result.firstBaseline.map { max(0, min($0, result.size.height)) }
      result.lastBaseline = result.lastBaseline.map { max(0, min($0, result.size.height)) }
    }
    if content.style.contain.contains(.layout) {
      result.firstBaseline = nil
      result.lastBaseline = nil
    }
    if purpose == .frames { finishFrames(of: node, size: result.size, box: content.box) }
    if unanswered == nil { remember(node, space, purpose, result) }
    return result
  }

  /// The width of a box and what follows from it before its content is looked at.
  mutating func contentBox(of node: Int, space: ConstraintSpace) -> ContentBox {
    let style = nodes[node].style
    var box = style.boxModel(percentageWidth: space.percentage.width)
    let width = usedWidth(of: node, space: space, box: box)
    box.limitScrollbars(toWidth: width)
    let height = definiteHeight(of: style, space: space, box: box, width: width)
    return ContentBox(
      style: style, space: space, box: box, width: width,
      content: Size(
        width: max(0, width - box.insets.horizontal),
        height: height.isDefinite ? max(0, height - box.insets.vertical) : indefinite))
  }

  /// Lays out the content of a box by its kind.
  private mutating func layoutContent(_ node: Int, _ content: ContentBox, _ purpose: Purpose) -> BoxResult {
    if nodes[node].measure >= 0 {
      if purpose == .frames { clearFrames(inside: node) }
      return layoutLeaf(node, content)
    }
    if content.style.display == .flex { return layoutFlexContainer(node, content, purpose) }
    if content.style.display == .grid { return layoutGridContainer(node, content, purpose) }
    return layoutBlockContainer(node, content, purpose)
  }

  /// A leaf: the measure function says how high its content is.
  mutating func layoutLeaf(_ node: Int, _ content: ContentBox, bands: [FloatBand] = []) -> BoxResult {
    let insets = content.box.insets
    var output = MeasureOutput(size: .zero)
    if let function = measures[Int(nodes[node].measure)] {
      let known = content.content.height.isDefinite ? content.content.height : nil
      output = function(
        MeasureInput(
          available: Size(
            width: .definite(content.content.width),
            height: known.map { .definite($0) } ?? .maxContent),
          known: Size(width: content.content.width, height: known), bands: bands))
    }
    let intrinsic = max(0, LayoutStyle.clamped(output.size.height)) + insets.vertical
    var result = BoxResult(
      size: Size(width: content.width, height: usedHeight(content, intrinsic: intrinsic)),
      intrinsicHeight: intrinsic)
    result.firstBaseline = output.firstBaseline.map { LayoutStyle.clamped($0) + insets.top }
    result.lastBaseline = (output.lastBaseline ?? output.firstBaseline).map {
      LayoutStyle.clamped($0) + insets.top
    }
    result.collapsesThrough =
      result.size.height == 0 && intrinsic == 0 && !content.space.isIndependent
      && !content.style.isIndependent
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
