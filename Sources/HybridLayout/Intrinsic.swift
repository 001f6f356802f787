/// Intrinsic widths (CSS Sizing 3 §4 and §5).
extension LayoutTree {
  /// The min-content and max-content width of the border box, from its content alone.
  mutating func contentSizes(of node: Int, space: ConstraintSpace) -> MinMaxSizes {
    let key = IntrinsicKey(space, hasPercentPadding: nodes[node].style.hasPercentPadding)
    if let known = nodes[node].intrinsicCache, known.key == key { return known.sizes }
    guard descend(to: .widths(node, space)) else {
      return answers[.widths(node, space)]?.widths ?? MinMaxSizes(0)
    }
    defer { depth -= 1 }
    let style = nodes[node].style
    let box = style.boxModel(percentageWidth: space.percentage.width)
    var sizes: MinMaxSizes
    if nodes[node].measure >= 0 {
      let inner = contentSpace(of: style, space: space, box: box).available.height
      sizes = MinMaxSizes(
        min: measure(node, available: .minContent, height: inner),
        max: measure(node, available: .maxContent, height: inner))
    } else if style.contain.contains(.size) {
      sizes = MinMaxSizes(0)
    } else {
      switch style.display {
      case .flex: sizes = flexContentSizes(of: node, space: contentSpace(of: style, space: space, box: box))
      case .grid: sizes = gridContentSizes(of: node, space: contentSpace(of: style, space: space, box: box))
      default: sizes = blockContentSizes(of: node, space: contentSpace(of: style, space: space, box: box))
      }
    }
    sizes.max = max(sizes.max, sizes.min)
    sizes = sizes + box.insets.horizontal
    if unanswered == nil {
      nodes[node].intrinsicCache = IntrinsicEntry(key: key, sizes: sizes)
      nodes[node].isDirty = false
    }
    return sizes
  }

  /// The space that a box would offer its children were its width not known.
  private func contentSpace(of style: LayoutStyle, space: ConstraintSpace, box: BoxModel) -> ConstraintSpace {
    let height = definiteHeight(of: style, space: space, box: box, width: nil)
    let inner = height.isDefinite ? max(0, height - box.insets.vertical) : indefinite
    return ConstraintSpace(
      available: Size(width: indefinite, height: inner), percentage: Size(width: indefinite, height: inner))
  }

  /// What a child adds to the intrinsic widths of its container, without its margins (CSS Sizing 3 §5.2).
  mutating func contribution(of node: Int, space: ConstraintSpace) -> MinMaxSizes {
    let style = nodes[node].style
    let box = style.boxModel(percentageWidth: indefinite)
    let insets = box.borderPadding.horizontal
    var sizes: MinMaxSizes
    var automaticMinimum = false
    if !style.hasPercentage(style.size.width),
      let width = borderBox(style.size.width, of: style, against: indefinite, insets: insets)
    {
      sizes = MinMaxSizes(width)
    } else {
      switch style.size.width {
      case .minContent, .maxContent, .fitContent:
        // With a definite height the ratio says what the content sizes are.
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

  /// Asks a leaf's measure function for its width.
  private func measure(_ node: Int, available: AvailableSpace, height: Double) -> Double {
    guard let function = measures[Int(nodes[node].measure)] else { return 0 }
    // The width of lines that run downwards hangs on a definite height.
    let output = function(
      MeasureInput(
        available: Size(width: available, height: height.isDefinite ? .definite(height) : .maxContent),
        known: Size(nil)))
    return max(0, LayoutStyle.clamped(output.size.width))
  }
}

/// What intrinsic widths hang on besides the content: the height, through percentages and ratios.
struct IntrinsicKey: Equatable, Sendable {
  var percentageWidth: Double
  var availableHeight: Double
  var percentageHeight: Double
  var stretchesHeight: Bool
  var isHeightFixed: Bool
  var isFixedHeightIndefinite: Bool
  var isHeightIgnored: Bool

  init(_ space: ConstraintSpace, hasPercentPadding: Bool) {
    percentageWidth = hasPercentPadding ? space.percentage.width : 0
    availableHeight = space.available.height
    percentageHeight = space.percentage.height
    stretchesHeight = space.stretchesHeight
    isHeightFixed = space.isHeightFixed
    isFixedHeightIndefinite = space.isFixedHeightIndefinite
    isHeightIgnored = space.isHeightIgnored
  }
}

/// A remembered pair of intrinsic widths.
struct IntrinsicEntry: Sendable {
  var key: IntrinsicKey
  var sizes: MinMaxSizes
}
