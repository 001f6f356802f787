import HybridGeometry

/// Intrinsic widths (CSS Sizing 3 §4 and §5).
extension LayoutPass {
  /// The min-content and max-content width of the border box, from its content alone.
  mutating func contentSizes(of node: Int, space: ConstraintSpace) -> MinMaxSizes {
    let style = usedStyle(node)
    let memory = Int(nodes[node].memory)
    if memory < 0 {
      if style.display.isPlainWhenEmpty, style.traits.isDisjoint(with: .ownWidth) {
        nodes[node].isDirty = false
        return MinMaxSizes(style.boxModel(percentageWidth: space.percentage.width).insets.horizontal)
      }
    } else if memories[memory].used.contains(.intrinsic),
      memories[memory].intrinsic.space.asksSameWidths(as: space, of: style)
    {
      return memories[memory].intrinsic.sizes
    } else if spilled.isFilling, memories[memory].hasForgotten,
      let sizes = spilled.widths(of: memory, space, of: style)
    {
      return sizes
    }
    guard postponed.hasRoom() else {
      return postponed.answer(.widths(node, space))?.widths ?? MinMaxSizes(0)
    }
    if postponed.isUnsettled(node) { return MinMaxSizes(0) }
    let placeholdersBefore = postponed.placeholders
    let box = style.boxModel(percentageWidth: space.percentage.width)
    var sizes: MinMaxSizes
    if style.isWidthContained, let given = style.containedSize.width {
      sizes = MinMaxSizes(given)
    } else if style.isWidthContained, style.display == .grid {
      let inner = contentSpace(of: style, space: space, box: box)
      sizes = gridContentSizes(of: node, space: inner, isEmpty: true)
    } else if style.isWidthContained {
      sizes = MinMaxSizes(0)
    } else if nodes[node].measure >= 0 {
      let inner = contentSpace(of: style, space: space, box: box).available.height
      sizes = MinMaxSizes(
        min: measure(node, available: .minContent, height: inner),
        max: measure(node, available: .maxContent, height: inner))
    } else {
      let inner = contentSpace(of: style, space: space, box: box)
      switch style.display {
      case .flex: sizes = flexContentSizes(of: node, space: inner)
      case .grid, .table: sizes = gridOrTableContentSizes(of: node, space: inner)
      default:
        sizes = blockContentSizes(of: node, space: inner)
        if style.traits.contains(.columns) { sizes = columnContentSizes(style, one: sizes) }
      }
    }
    sizes.max = max(sizes.max, sizes.min)
    sizes.min = LayoutStyle.limited(sizes.min + box.insets.horizontal)
    sizes.max = LayoutStyle.limited(sizes.max + box.insets.horizontal)
    if postponed.placeholders > placeholdersBefore {
      postponed.unsettle(node)
    } else {
      nodes[node].isDirty = false
      if memory >= 0 {
        if memories[memory].used.contains(.intrinsic) { spillWidths(of: memory) }
        memories[memory].keepIntrinsic(space, sizes)
      }
    }
    return sizes
  }

  /// Apart, so that chains of other boxes need no stack for it.
  @inline(never) private mutating func gridOrTableContentSizes(
    of node: Int, space: ConstraintSpace
  ) -> MinMaxSizes {
    usedStyle(node).display == .grid
      ? gridContentSizes(of: node, space: space) : tableContentSizes(of: node)
  }

  /// The space that a box of unknown width would offer its children.
  private func contentSpace(of style: UsedStyle, space: ConstraintSpace, box: BoxModel) -> ConstraintSpace {
    let height = definiteHeight(of: style, space: space, box: box, width: nil)
    let inner = height.isDefinite ? max(0, height - box.insets.vertical) : indefinite
    var result = ConstraintSpace(
      available: Size(width: indefinite, height: inner), percentage: Size(width: indefinite, height: inner))
    result.subgrid = space.subgrid
    return result
  }

  /// A child's contribution to the intrinsic widths of its container, without its margins (CSS Sizing 3
  /// §5.2).
  mutating func contribution(of node: Int, space: ConstraintSpace) -> MinMaxSizes {
    let style = usedStyle(node)
    let box = style.boxModel(percentageWidth: indefinite)
    let insets = box.borderPadding.horizontal
    var sizes: MinMaxSizes
    var automaticMinimum = false
    if !style.size.width.hasPercentage,
      let width = borderBox(style.size.width, of: style, against: indefinite, insets: insets)
    {
      sizes = MinMaxSizes(width)
    } else {
      switch style.size.width {
      case .minContent, .maxContent, .fitContent:
        // With a definite height the ratio determines the content sizes.
        if let width = widthFromRatio(of: style, space: space, box: box) {
          sizes = MinMaxSizes(width)
          automaticMinimum = !style.isScrollContainer
        } else {
          sizes = contentSizes(of: node, space: space)
          if style.size.width == .minContent { sizes = MinMaxSizes(sizes.min) }
          if style.size.width == .maxContent { sizes = MinMaxSizes(sizes.max) }
        }
      case .auto, .percent, .calculation, .content:
        if let width = widthFromRatio(of: style, space: space, box: box) {
          sizes = MinMaxSizes(width)
          automaticMinimum = !style.isScrollContainer
        } else {
          fallthrough
        }
      default: sizes = contentSizes(of: node, space: space)
      }
    }
    let limits = widthLimits(
      of: node, space: space, box: box, automaticMinimum: automaticMinimum, contributes: true)
    sizes.min = max(insets, max(limits.min, min(sizes.min, limits.max)))
    sizes.max = max(insets, max(limits.min, min(sizes.max, limits.max)))
    return sizes
  }

  /// Calls a leaf's measure function for its width.
  private func measure(_ node: Int, available: AvailableSpace, height: Double) -> Double {
    guard let function = measures[Int(nodes[node].measure)] else { return 0 }
    // The width of vertical lines depends on a definite height.
    let output = function(
      MeasureInput(
        available: Size(width: available, height: height.isDefinite ? .definite(height) : .maxContent),
        known: Size(nil)))
    return max(0, LayoutStyle.clamped(output.size.width))
  }
}

extension ConstraintSpace {
  /// Whether two spaces give the same intrinsic widths, which depend on the height, through percentages and
  /// ratios, and on the basis of padding and margin percentages.
  @inline(__always) func asksSameWidths(as other: ConstraintSpace, of style: UsedStyle) -> Bool {
    available.height == other.available.height && percentage.height == other.percentage.height
      && subgrid == other.subgrid
      && flags.intersection(.height) == other.flags.intersection(.height)
      && (percentage.width == other.percentage.width
        || style.traits.isDisjoint(with: .percentEdges))
  }
}
