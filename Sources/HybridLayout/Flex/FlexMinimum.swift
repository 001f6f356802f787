/// The limits of a flex item's main size, with CSS Flexbox 1 §4.5, *Automatic Minimum Size of Flex Items*.
extension LayoutPass {
  /// The used `min` and `max` along the main axis; `auto` is content-based.
  mutating func resolveMainLimits(
    _ index: Int, _ style: UsedStyle, _ box: BoxModel, cross: Double?, _ flow: FlexFlow
  ) {
    let axes = flow.axes
    let insets = flexItems[index].mainInsets
    var most = indefinite
    let maxLength = axes.main(style.maxSize)
    if !maxLength.isAuto { most = mainLimit(maxLength, index, style, flow) ?? indefinite }
    var least = 0.0
    let minLength = axes.main(style.minSize)
    if !minLength.isAuto {
      least = mainLimit(minLength, index, style, flow) ?? 0
    } else if style.isScrollContainer {
      least = 0
    } else if canWaitForMinimum(index, style, flow) {
      flexItems[index].flags.insert(.openMinimum)
    } else {
      least = min(automaticMinimum(of: index, style, box, cross: cross, flow), most)
    }
    least = max(least, insets)
    flexItems[index].minMain = least
    flexItems[index].maxMain = max(most, least)
  }

  /// Whether an automatic minimum cannot be larger than the flex base size, so that it counts only if the
  /// item shrinks: the base size is the specified size or a max-content size.
  @inline(__always) private func canWaitForMinimum(_ index: Int, _ style: UsedStyle, _ flow: FlexFlow) -> Bool
  {
    if style.traits.contains(.ratio) { return false }
    guard style.flexBasis.isAuto else { return false }
    switch flow.axes.main(style.size) {
    case .auto: return flow.axes.isRow
    case .points: return true
    default: return false
    }
  }

  /// Computes the postponed automatic minimums of a line's items, which may shrink now.
  mutating func closeMinimums(of line: FlexLine, _ flow: FlexFlow) {
    for index in line.items where flexItems[index].flags.contains(.openMinimum) {
      flexItems[index].flags.remove(.openMinimum)
      let style = flexItems[index].style(styles)
      if style.flexShrink == 0 { continue }
      let box = style.boxModel(percentageWidth: flow.content.content.width)
      let least = min(automaticMinimum(of: index, style, box, cross: nil, flow), flexItems[index].maxMain)
      flexItems[index].minMain = max(least, flexItems[index].mainInsets)
    }
  }

  /// The content-based minimum size: the content size suggestion, at most the specified size suggestion.
  private mutating func automaticMinimum(
    of index: Int, _ style: UsedStyle, _ box: BoxModel, cross: Double?, _ flow: FlexFlow
  ) -> Double {
    let axes = flow.axes
    let whole = axes.main(flow.content.content)
    let space = baseSpace(index, flow)
    var suggestion: Double
    if axes.isRow {
      suggestion = contentSizes(of: flexItems[index].node, space: space).min
      if let cross, let ratio = style.ratio {
        suggestion = max(suggestion, width(fromHeight: cross, ratio: ratio, style: style, box: box))
      } else {
        suggestion = clampedByRatio(suggestion, style, box, space, flow)
      }
    } else {
      let result = layoutBox(flexItems[index].node, space, .size)
      suggestion = result.intrinsicHeight
      if let ratio = style.ratio {
        let transferred = height(fromWidth: result.size.width, ratio: ratio, style: style, box: box)
        suggestion = clampedByRatio(max(suggestion, transferred), style, box, space, flow)
      }
    }
    let specified = borderBox(
      axes.main(style.size), of: style, against: whole, insets: flexItems[index].mainInsets)
    return specified.map { min(suggestion, $0) } ?? suggestion
  }

  private mutating func mainLimit(
    _ length: Length, _ index: Int, _ style: UsedStyle, _ flow: FlexFlow
  ) -> Double? {
    let whole = flow.axes.main(flow.content.content)
    let insets = flexItems[index].mainInsets
    if let definite = borderBox(length, of: style, against: whole, insets: insets) { return definite }
    let margins = flexItems[index].mainMargins
    switch length {
    case .stretch: return whole.isDefinite ? max(insets, whole - margins) : nil
    case .minContent, .maxContent, .fitContent: break
    default: return nil
    }
    let space = baseSpace(index, flow)
    if !flow.axes.isRow { return layoutBox(flexItems[index].node, space, .size).intrinsicHeight }
    let sizes = contentSizes(of: flexItems[index].node, space: space)
    switch length {
    case .minContent: return sizes.min
    case .maxContent: return sizes.max
    default: return sizes.fit(into: whole.isDefinite ? max(0, whole - margins) : indefinite)
    }
  }
}
