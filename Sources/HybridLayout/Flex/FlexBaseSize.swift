/// CSS Flexbox 1 §9.2 step 3, *Determine the flex base size and hypothetical main size of each item*.
extension LayoutPass {
  mutating func determineFlexBaseSize(_ index: Int, _ flow: FlexFlow) {
    if flexItems[index].flags.contains(.settled) {
      flexItems[index].main = flexItems[index].clamped(flexItems[index].base)
      return
    }
    let style = flexItems[index].style(styles)
    let box = style.boxModel(percentageWidth: flow.content.content.width)
    let axes = flow.axes
    let insets = axes.main(box.borderPadding)
    flexItems[index].mainInsets = insets
    var basis = style.flexBasis
    if basis.isAuto { basis = axes.main(style.size) }
    let whole = axes.main(flow.content.content)
    let cross = style.ratio == nil ? nil : definiteCrossSize(of: index, style, box, flow)
    var base: Double
    if let definite = borderBox(basis, of: style, against: whole, insets: insets) {
      base = definite
      flexItems[index].flags.insert(.definiteBasis)
    } else if case .stretch = basis, whole.isDefinite {
      base = max(insets, whole - flexItems[index].mainMargins)
      flexItems[index].flags.insert(.definiteBasis)
    } else {
      base = contentBaseSize(index, basis, style, box, cross: cross, flow)
    }
    base = max(base, insets)
    flexItems[index].base = base
    resolveMainLimits(index, style, box, cross: cross, flow)  // §4.5
    flexItems[index].main = flexItems[index].clamped(base)
  }

  /// The cross size of an item's border box where it is definite before layout (§9.8), for its aspect ratio.
  private mutating func definiteCrossSize(
    of index: Int, _ style: UsedStyle, _ box: BoxModel, _ flow: FlexFlow
  ) -> Double? {
    let axes = flow.axes
    let space = baseSpace(index, flow)
    let insets = axes.cross(box.borderPadding)
    var extent: Double
    if let definite = borderBox(
      axes.cross(style.size), of: style, against: axes.cross(flow.content.content), insets: insets)
    {
      extent = definite
    } else if flexItems[index].flags.contains(.fillsContainer) {
      extent = flow.innerCross - flexItems[index].crossMargins
    } else {
      return nil
    }
    let limits = crossLimits(style, box, space, flow)
    extent = max(limits.min, min(extent, limits.max))
    return max(insets, extent)
  }

  /// The item's own limits on its cross size, without transferred ones.
  private func crossLimits(
    _ style: UsedStyle, _ box: BoxModel, _ space: ConstraintSpace, _ flow: FlexFlow
  ) -> MinMaxSizes {
    if flow.axes.isRow {
      return heightLimits(of: style, space: space, box: box, intrinsic: indefinite)
    }
    let insets = box.borderPadding.horizontal
    let low = borderBox(style.minSize.width, of: style, against: space.percentage.width, insets: insets) ?? 0
    let high = borderBox(style.maxSize.width, of: style, against: space.percentage.width, insets: insets)
    return MinMaxSizes(min: low, max: max(low, high ?? indefinite))
  }

  /// The space in which an item is measured for its base size.
  @inline(__always) func baseSpace(_ index: Int, _ flow: FlexFlow) -> ConstraintSpace {
    var space = flow.content.childSpace(.independent)
    let fills = flexItems[index].flags.contains(.fillsContainer)
    if flow.axes.isRow {
      space.stretchesHeight = fills
    } else {
      space.available.width = flow.crossShare
      if fills { space.widthBehaviour = .stretchExplicit }
      space.percentage.height = indefinite
      space.isHeightIgnored = true
      // The height of the space does not matter then, unless the style uses it; without it one cached answer
      // serves more containers.
      if !flexItems[index].style(styles).traits.contains(.stretchKeyword) {
        space.available.height = indefinite
      }
    }
    return space
  }

  /// The base size from the content or the aspect ratio (§9.2 step 3, B to E).
  private mutating func contentBaseSize(
    _ index: Int, _ basis: Length, _ style: UsedStyle, _ box: BoxModel, cross: Double?, _ flow: FlexFlow
  ) -> Double {
    let space = baseSpace(index, flow)
    if let cross, let ratio = style.ratio, flow.axes.isRow || !isIntrinsicKeyword(basis) {
      flexItems[index].flags.insert(.definiteBasis)
      return flow.axes.isRow
        ? width(fromHeight: cross, ratio: ratio, style: style, box: box)
        : height(fromWidth: cross, ratio: ratio, style: style, box: box)
    }
    var extent: Double
    if flow.axes.isRow {
      let sizes = contentSizes(of: flexItems[index].node, space: space)
      switch basis {
      case .minContent: extent = sizes.min
      case .fitContent: extent = sizes.fit(into: max(0, flow.innerMain - flexItems[index].mainMargins))
      default: extent = sizes.max
      }
    } else {
      let result = layoutBox(flexItems[index].node, space, .size)
      extent = style.ratio == nil ? result.intrinsicHeight : result.size.height
    }
    return clampedByRatio(extent, style, box, space, flow)
  }

  private func isIntrinsicKeyword(_ length: Length) -> Bool {
    switch length {
    case .minContent, .maxContent, .fitContent: true
    default: false
    }
  }

  /// A content size clamped by the limits that the aspect ratio transfers from the cross axis.
  func clampedByRatio(
    _ extent: Double, _ style: UsedStyle, _ box: BoxModel, _ space: ConstraintSpace, _ flow: FlexFlow
  ) -> Double {
    guard let ratio = style.ratio else { return extent }
    var limits = crossLimits(style, box, space, flow)
    limits.min = max(limits.min, flow.axes.cross(box.borderPadding))
    func transferred(_ cross: Double) -> Double {
      flow.axes.isRow
        ? width(fromHeight: cross, ratio: ratio, style: style, box: box)
        : height(fromWidth: cross, ratio: ratio, style: style, box: box)
    }
    var extent = extent
    if limits.max.isDefinite { extent = min(extent, transferred(limits.max)) }
    if limits.min > 0 { extent = max(extent, transferred(limits.min)) }
    return extent
  }
}
