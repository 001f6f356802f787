/// CSS Flexbox 1 §9.2 step 3, *Determine the flex base size and hypothetical main size of each item*, and §4.5,
/// *Automatic Minimum Size of Flex Items*.
extension LayoutTree {
  mutating func determineFlexBaseSize(_ index: Int, _ flow: inout FlexFlow) {
    var item = flow.items[index]
    let style = nodes[item.node].style
    let box = style.boxModel(percentageWidth: flow.content.content.width)
    let axes = flow.axes
    item.mainInsets = axes.isRow ? box.borderPadding.horizontal : box.borderPadding.vertical
    var basis = style.flexBasis
    if basis == .auto { basis = axes.main(style.size) }
    let whole = axes.main(flow.content.content)
    let cross = definiteCrossSize(of: item, style, box, flow)
    if let definite = borderBox(basis, of: style, against: whole, insets: item.mainInsets) {
      item.base = definite
      item.isBasisDefinite = true
    } else if case .stretch = basis, whole.isDefinite {
      item.base = max(item.mainInsets, whole - item.mainMargins)
      item.isBasisDefinite = true
    } else {
      item.base = contentBaseSize(&item, basis, style, box, cross: cross, flow)
    }
    resolveMainLimits(&item, style, box, cross: cross, flow)
    item.base = max(item.base, item.mainInsets)
    item.main = item.clamped(item.base)
    flow.items[index] = item
  }

  /// The cross size of an item's border box where it is definite before layout (§9.8), for its aspect ratio.
  private mutating func definiteCrossSize(
    of item: FlexItem, _ style: LayoutStyle, _ box: BoxModel, _ flow: FlexFlow
  ) -> Double? {
    guard style.ratio != nil else { return nil }
    let axes = flow.axes
    let space = baseSpace(item, flow)
    let insets = axes.isRow ? box.borderPadding.vertical : box.borderPadding.horizontal
    var extent: Double
    if let definite = borderBox(
      axes.cross(style.size), of: style, against: axes.cross(flow.content.content), insets: insets)
    {
      extent = definite
    } else if item.fillsContainer {
      extent = flow.innerCross - item.crossMargins
    } else {
      return nil
    }
    let limits = crossLimits(item, style, box, space, flow)
    extent = max(limits.min, min(extent, limits.max))
    return max(insets, extent)
  }

  /// The item's own limits on its cross size, none transferred.
  private func crossLimits(
    _ item: FlexItem, _ style: LayoutStyle, _ box: BoxModel, _ space: ConstraintSpace, _ flow: FlexFlow
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
  private func baseSpace(_ item: FlexItem, _ flow: FlexFlow) -> ConstraintSpace {
    var space = flow.content.childSpace
    space.isIndependent = true
    if flow.axes.isRow {
      space.stretchesHeight = item.fillsContainer
    } else {
      space.available.width = flow.crossShare
      if item.fillsContainer { space.widthBehaviour = .stretchExplicit }
      space.percentage.height = indefinite
      space.isHeightIgnored = true
    }
    return space
  }

  /// The base size from the content or the aspect ratio (§9.2 step 3, B to E).
  private mutating func contentBaseSize(
    _ item: inout FlexItem, _ basis: Length, _ style: LayoutStyle, _ box: BoxModel, cross: Double?,
    _ flow: FlexFlow
  ) -> Double {
    let space = baseSpace(item, flow)
    if let cross, let ratio = style.ratio, flow.axes.isRow || !isIntrinsicKeyword(basis) {
      item.isBasisDefinite = true
      return flow.axes.isRow
        ? width(fromHeight: cross, ratio: ratio, style: style, box: box)
        : height(fromWidth: cross, ratio: ratio, style: style, box: box)
    }
    var extent: Double
    if flow.axes.isRow {
      let sizes = contentSizes(of: item.node, space: space)
      switch basis {
      case .minContent: extent = sizes.min
      case .fitContent: extent = sizes.fit(into: max(0, flow.innerMain - item.mainMargins))
      default: extent = sizes.max
      }
    } else {
      let result = layoutBox(item.node, space, .size)
      extent = style.ratio == nil ? result.intrinsicHeight : result.size.height
    }
    return clampedByRatio(extent, item, style, box, space, flow)
  }

  private func isIntrinsicKeyword(_ length: Length) -> Bool {
    switch length {
    case .minContent, .maxContent, .fitContent: true
    default: false
    }
  }

  /// A content size within the limits that the aspect ratio transfers from the cross axis.
  private func clampedByRatio(
    _ extent: Double, _ item: FlexItem, _ style: LayoutStyle, _ box: BoxModel, _ space: ConstraintSpace,
    _ flow: FlexFlow
  ) -> Double {
    guard let ratio = style.ratio else { return extent }
    var limits = crossLimits(item, style, box, space, flow)
    limits.min = max(limits.min, flow.axes.isRow ? box.borderPadding.vertical : box.borderPadding.horizontal)
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

  /// The used `min` and `max` along the main axis, `auto` being content-based (§4.5).
  private mutating func resolveMainLimits(
    _ item: inout FlexItem, _ style: LayoutStyle, _ box: BoxModel, cross: Double?, _ flow: FlexFlow
  ) {
    let axes = flow.axes
    let space = baseSpace(item, flow)
    let whole = axes.main(flow.content.content)
    item.maxMain = mainLimit(axes.main(style.maxSize), item, style, space, whole, flow) ?? indefinite
    if axes.main(style.minSize) != .auto {
      item.minMain = mainLimit(axes.main(style.minSize), item, style, space, whole, flow) ?? 0
    } else if style.isScrollContainer {
      item.minMain = 0
    } else {
      var suggestion: Double
      let specified = borderBox(axes.main(style.size), of: style, against: whole, insets: item.mainInsets)
      if axes.isRow {
        suggestion = contentSizes(of: item.node, space: space).min
        if let cross, let ratio = style.ratio {
          suggestion = max(suggestion, width(fromHeight: cross, ratio: ratio, style: style, box: box))
        } else {
          suggestion = clampedByRatio(suggestion, item, style, box, space, flow)
        }
      } else {
        let result = layoutBox(item.node, space, .size)
        suggestion = result.intrinsicHeight
        if let ratio = style.ratio {
          let transferred = height(fromWidth: result.size.width, ratio: ratio, style: style, box: box)
          suggestion = clampedByRatio(max(suggestion, transferred), item, style, box, space, flow)
        }
      }
      if let specified { suggestion = min(suggestion, specified) }
      item.minMain = min(suggestion, item.maxMain)
    }
    item.minMain = max(item.minMain, item.mainInsets)
    item.maxMain = max(item.maxMain, item.minMain)
  }

  private mutating func mainLimit(
    _ length: Length, _ item: FlexItem, _ style: LayoutStyle, _ space: ConstraintSpace, _ whole: Double,
    _ flow: FlexFlow
  ) -> Double? {
    if let definite = borderBox(length, of: style, against: whole, insets: item.mainInsets) {
      return definite
    }
    switch length {
    case .stretch: return whole.isDefinite ? max(item.mainInsets, whole - item.mainMargins) : nil
    case .minContent, .maxContent, .fitContent: break
    default: return nil
    }
    if !flow.axes.isRow { return layoutBox(item.node, space, .size).intrinsicHeight }
    let sizes = contentSizes(of: item.node, space: space)
    switch length {
    case .minContent: return sizes.min
    case .maxContent: return sizes.max
    default: return sizes.fit(into: whole.isDefinite ? max(0, whole - item.mainMargins) : indefinite)
    }
  }
}
