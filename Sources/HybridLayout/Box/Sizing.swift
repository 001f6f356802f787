/// The sizes of one box in the space offered to it: CSS Sizing 3 and, for aspect ratios, CSS Sizing 4 §5.
extension LayoutPass {
  /// A width from a length, as a border box, at least border and padding; nil for anything but a definite
  /// length.
  @inline(__always) func borderBox(
    _ length: Length, of style: UsedStyle, against whole: Double, insets: Double
  ) -> Double? {
    guard let value = style.resolve(length, against: whole) else { return nil }
    return style.boxSizing == .contentBox ? max(0, value) + insets : max(value, insets)
  }

  /// The border-box width for a border-box height by the aspect ratio.
  func width(fromHeight height: Double, ratio: Double, style: UsedStyle, box: BoxModel) -> Double {
    let insets = box.borderPadding
    if style.boxSizing == .borderBox { return LayoutStyle.limited(max(height * ratio, insets.horizontal)) }
    return LayoutStyle.limited(max(0, height - insets.vertical) * ratio + insets.horizontal)
  }

  /// The border-box height for a border-box width by the aspect ratio.
  func height(fromWidth width: Double, ratio: Double, style: UsedStyle, box: BoxModel) -> Double {
    let insets = box.borderPadding
    if style.boxSizing == .borderBox { return LayoutStyle.limited(max(width / ratio, insets.vertical)) }
    return LayoutStyle.limited(max(0, width - insets.horizontal) / ratio + insets.vertical)
  }

  /// `min-height` and `max-height` as border boxes. `intrinsic` is the value of the sizing keywords and of an
  /// automatic minimum.
  func heightLimits(
    of style: UsedStyle, space: ConstraintSpace, box: BoxModel, intrinsic: Double,
    automaticMinimum: Bool = false
  ) -> MinMaxSizes {
    if style.hasFreeHeight, !automaticMinimum { return .unlimited }
    let insets = box.borderPadding.vertical
    func limit(_ length: Length) -> Double? {
      if let value = borderBox(length, of: style, against: space.percentage.height, insets: insets) {
        return value
      }
      switch length {
      case .minContent, .maxContent, .fitContent: return intrinsic.isDefinite ? intrinsic : nil
      case .stretch:
        guard space.available.height.isDefinite else { return nil }
        return max(
          insets, space.available.height - style.margins(percentageWidth: space.percentage.width).vertical)
      default: return nil
      }
    }
    var low = limit(style.minSize.height) ?? 0
    let high = limit(style.maxSize.height) ?? indefinite
    if automaticMinimum, style.minSize.height.isAuto, intrinsic.isDefinite { low = min(intrinsic, high) }
    return MinMaxSizes(min: low, max: max(low, high))
  }

  /// The border-box height, or ``indefinite`` when it depends on the content and `intrinsic` is not known
  /// yet.
  func usedHeight(
    of style: UsedStyle, space: ConstraintSpace, box: BoxModel, width: Double?, intrinsic: Double
  ) -> Double {
    if space.isHeightFixed { return LayoutStyle.limited(space.available.height) }
    let preferred = preferredHeight(of: style, space: space, box: box, width: width, intrinsic: intrinsic)
    guard preferred.extent.isDefinite else { return indefinite }
    if style.hasFreeHeight, !preferred.automaticMinimum {
      return LayoutStyle.limited(max(box.borderPadding.vertical, preferred.extent))
    }
    let limits = heightLimits(
      of: style, space: space, box: box, intrinsic: intrinsic, automaticMinimum: preferred.automaticMinimum)
    return LayoutStyle.limited(
      max(box.borderPadding.vertical, max(limits.min, min(preferred.extent, limits.max))))
  }

  /// The border-box height before its limits, with the rule that gave it.
  @inline(__always) func preferredHeight(
    of style: UsedStyle, space: ConstraintSpace, box: BoxModel, width: Double?, intrinsic: Double
  ) -> PreferredSize {
    let insets = box.borderPadding.vertical
    if let value = borderBox(style.size.height, of: style, against: space.percentage.height, insets: insets) {
      return PreferredSize(value, .length)
    }
    let filled = space.available.height - style.margins(percentageWidth: space.percentage.width).vertical
    switch style.size.height {
    case .minContent, .maxContent, .fitContent: return PreferredSize(intrinsic, .content)
    case .stretch where filled.isDefinite: return PreferredSize(filled, .fill)
    case .stretch: return PreferredSize(intrinsic, .content)
    case _ where space.stretchesHeight && filled.isDefinite && style.size.height.isAuto:
      return PreferredSize(filled, .fill)
    default:
      guard let ratio = style.ratio, let width else { return PreferredSize(intrinsic, .content) }
      return PreferredSize(
        height(fromWidth: width, ratio: ratio, style: style, box: box), .aspectRatio,
        automaticMinimum: !style.isScrollContainer)
    }
  }

  /// Whether `height` behaves as `auto` in this space.
  func isHeightAutomatic(_ style: UsedStyle, _ space: ConstraintSpace) -> Bool {
    if space.isHeightFixed { return false }
    switch style.size.height {
    case .points: return false
    case .percent, .calculation: return !space.percentage.height.isDefinite
    case .stretch: return !space.available.height.isDefinite
    case .auto: return !(space.stretchesHeight && space.available.height.isDefinite)
    default: return true
    }
  }

  /// The border-box height, if it does not depend on the content: the basis of percentages in the content.
  func definiteHeight(of style: UsedStyle, space: ConstraintSpace, box: BoxModel, width: Double?) -> Double {
    if space.isHeightIgnored || space.isHeightFixed && space.isFixedHeightIndefinite { return indefinite }
    return usedHeight(of: style, space: space, box: box, width: width, intrinsic: indefinite)
  }

  /// The border-box width of an `auto` width from an aspect ratio and a definite height.
  func widthFromRatio(of style: UsedStyle, space: ConstraintSpace, box: BoxModel) -> Double? {
    guard let ratio = style.ratio, !space.isHeightIgnored, !isHeightAutomatic(style, space) else {
      return nil
    }
    let height = usedHeight(of: style, space: space, box: box, width: nil, intrinsic: indefinite)
    guard height.isDefinite else { return nil }
    return width(fromHeight: height, ratio: ratio, style: style, box: box)
  }

  /// `min-width` and `max-width` as border boxes, with the limits that the ratio transfers from the other
  /// axis (CSS Sizing 4 §5.1.2).
  mutating func widthLimits(
    of node: Int, space: ConstraintSpace, box: BoxModel, automaticMinimum: Bool, contributes: Bool = false
  ) -> MinMaxSizes {
    let style = usedStyle(node)
    if style.hasFreeWidth, !automaticMinimum { return .unlimited }
    let insets = box.borderPadding.horizontal
    let whole = contributes ? indefinite : space.percentage.width
    var low = limit(
      style.minSize.width, of: node, space: space, whole: whole, insets: insets, contributes: contributes)
    if low == nil, automaticMinimum, style.minSize.width.isAuto {
      low = contentSizes(of: node, space: space).min
    }
    let high = limit(
      style.maxSize.width, of: node, space: space, whole: whole, insets: insets, contributes: contributes)
    var limits = MinMaxSizes(min: low ?? 0, max: high ?? indefinite)
    if low != nil, style.minSize.width.isAuto { limits.min = min(limits.min, limits.max) }
    // A flex item's height may be fixed before its width is known, and a stretched width ignores the ratio.
    let isFixedBefore = space.isHeightFixed && style.size.height.isAuto && style.size.width.isAuto
    let isWidthOpen = borderBox(style.size.width, of: style, against: whole, insets: insets) == nil
    if let ratio = style.ratio, isWidthOpen, isHeightAutomatic(style, space) || isFixedBefore,
      !space.isHeightFixed || space.widthBehaviour != .stretchExplicit
    {
      var heights = heightLimits(of: style, space: space, box: box, intrinsic: indefinite)
      heights.min = max(heights.min, box.borderPadding.vertical)
      if heights.min > 0 {
        let transferred = width(fromHeight: heights.min, ratio: ratio, style: style, box: box)
        limits.min = max(limits.min, min(transferred, limits.max))
      }
      if heights.max.isDefinite {
        limits.max = min(limits.max, width(fromHeight: heights.max, ratio: ratio, style: style, box: box))
        if low != nil, style.minSize.width.isAuto { limits.min = min(limits.min, limits.max) }
      }
    }
    return MinMaxSizes(min: limits.min, max: max(limits.min, limits.max))
  }

  mutating func limit(
    _ length: Length, of node: Int, space: ConstraintSpace, whole: Double, insets: Double, contributes: Bool
  ) -> Double? {
    let style = usedStyle(node)
    if let value = borderBox(length, of: style, against: whole, insets: insets) { return value }
    switch length {
    case .minContent: return contentSizes(of: node, space: space).min
    case .maxContent: return contentSizes(of: node, space: space).max
    case .fitContent:
      let sizes = contentSizes(of: node, space: space)
      return contributes ? nil : sizes.fit(into: roomForBox(style, space))
    case .stretch:
      return contributes || !space.available.width.isDefinite ? nil : max(insets, roomForBox(style, space))
    default: return nil
    }
  }

  /// The available width without the margins.
  func roomForBox(_ style: UsedStyle, _ space: ConstraintSpace) -> Double {
    guard space.available.width.isDefinite else { return indefinite }
    return max(0, space.available.width - style.margins(percentageWidth: space.percentage.width).horizontal)
  }

  /// The border-box width of a box in its containing block (CSS 2.2 §10.3, CSS Sizing 3 §5).
  @inline(__always) mutating func usedWidth(
    of node: Int, _ style: UsedStyle, space: ConstraintSpace, box: BoxModel
  ) -> Double {
    if space.isWidthFixed { return LayoutStyle.limited(space.available.width) }
    return usedWidthByStyle(of: node, style, space: space, box: box)
  }

  @inline(never) private mutating func usedWidthByStyle(
    of node: Int, _ style: UsedStyle, space: ConstraintSpace, box: BoxModel
  ) -> Double {
    let preferred = preferredWidth(of: node, style, space: space, box: box)
    if style.hasFreeWidth, !preferred.automaticMinimum {
      return LayoutStyle.limited(max(box.borderPadding.horizontal, preferred.extent))
    }
    let limits = widthLimits(of: node, space: space, box: box, automaticMinimum: preferred.automaticMinimum)
    return LayoutStyle.limited(
      max(box.borderPadding.horizontal, max(limits.min, min(preferred.extent, limits.max))))
  }

  /// The border-box width before its limits, with the rule that gave it.
  @inline(__always) mutating func preferredWidth(
    of node: Int, _ style: UsedStyle, space: ConstraintSpace, box: BoxModel
  ) -> PreferredSize {
    let insets = box.borderPadding.horizontal
    if let value = borderBox(style.size.width, of: style, against: space.percentage.width, insets: insets) {
      // Differs from CSS Sizing 4 §5.2 as browsers do: a positioned box with a ratio has the width of its
      // content even where both width and height are given.
      return PreferredSize(
        value, .length,
        automaticMinimum: style.isOutOfFlow && style.ratio != nil && !style.isScrollContainer
          && !isHeightAutomatic(style, space))
    }
    let room = roomForBox(style, space)
    switch style.size.width {
    case .minContent, .maxContent, .fitContent:
      // With a definite height the ratio determines the content sizes.
      if let width = widthFromRatio(of: style, space: space, box: box) {
        return PreferredSize(width, .aspectRatio, automaticMinimum: !style.isScrollContainer)
      }
      let sizes = contentSizes(of: node, space: space)
      if style.size.width == .fitContent { return PreferredSize(sizes.fit(into: room), .fitContent) }
      return PreferredSize(style.size.width == .minContent ? sizes.min : sizes.max, .content)
    case .stretch where room.isDefinite: return PreferredSize(room, .fill)
    default:
      if space.widthBehaviour == .stretchExplicit, room.isDefinite { return PreferredSize(room, .fill) }
      if let width = widthFromRatio(of: style, space: space, box: box) {
        // Differs from CSS Sizing 4 §5.2 as browsers do: not if the height results from flexing alone.
        let isFlexed = space.isHeightFixed && style.size.height.isAuto
        return PreferredSize(width, .aspectRatio, automaticMinimum: !style.isScrollContainer && !isFlexed)
      }
      if space.widthBehaviour == .stretch, room.isDefinite { return PreferredSize(room, .fill) }
      return PreferredSize(contentSizes(of: node, space: space).fit(into: room), .fitContent)
    }
  }
}

/// An extent before its limits.
struct PreferredSize {
  /// The rule that gave the extent, for explanations.
  enum Rule { case length, content, fitContent, fill, aspectRatio }

  var extent: Double
  var rule: Rule
  /// Whether a minimum of `auto` is content-based: the ratio gave the extent (CSS Sizing 4 §5.1.1).
  var automaticMinimum: Bool

  @inline(__always) init(_ extent: Double, _ rule: Rule, automaticMinimum: Bool = false) {
    self.extent = extent
    self.rule = rule
    self.automaticMinimum = automaticMinimum
  }
}
