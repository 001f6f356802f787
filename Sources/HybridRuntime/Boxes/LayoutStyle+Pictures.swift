import HybridCSS
import HybridLayout
import HybridUnits

extension LayoutStyle {
  /// Applies the sizing of replaced elements: a picture has its natural width; it neither fills its container
  /// nor depends on content (CSS 2.2 §10.3.2 and §10.3.4, CSS Sizing 4 §5.1), except for flexing.
  ///
  /// - Parameter fillsWidth: Whether a picture without a natural size is as wide as its container.
  mutating func sizeAsReplaced(
    _ file: ImageFile, ratio: Double?, fillsWidth: Bool, in parent: ComputedStyle?
  ) {
    let isFlexItem = parent?.box.display == .flex || parent?.box.display == .inlineFlex
    let isInColumn =
      isFlexItem && (parent?.flex.direction == .column || parent?.flex.direction == .columnReverse)
    let isGridItem = parent?.box.display == .grid || parent?.box.display == .inlineGrid
    if let ratio { keepRatioOfContent(ratio, takesWidth: !isInColumn) }
    // CSS 2.2 §10.3.2: with nothing but a ratio, as wide as a block; so browsers do it with drawings.
    if fillsWidth, size.width == .auto, size.height == .auto, !isGridItem, !isInColumn {
      size.width = .stretch
    }
    // A picture with a ratio but no size fills its grid area (CSS Grid 2 §6.2).
    let isStretched = isGridItem && file.width == nil && file.height == nil && file.ratio != nil
    if size.width == .auto, !isFlexItem, !isStretched { size.width = .maxContent }
    if !isFlexItem, minSize.width == .auto { minSize.width = .points(0) }
  }

  /// A natural ratio applies to the content box, whatever `box-sizing` is; without limits, one given side
  /// determines the other.
  private mutating func keepRatioOfContent(_ ratio: Double, takesWidth: Bool) {
    let insets = boxSizing == .borderBox ? insets : (0, 0)
    guard let insets else { return }
    switch (size.width, size.height) {
    case (.auto, .points(let height)) where takesWidth:
      size.width = .points(max(height - insets.1, 0) * Swift.Float(ratio) + insets.0)
    case (.points(let width), .auto) where boxSizing == .borderBox && insets != (0, 0) && hasNoLimits:
      size.height = .points(max(width - insets.0, 0) / Swift.Float(ratio) + insets.1)
    default: break
    }
  }

  private var hasNoLimits: Bool {
    maxSize.width == .auto && maxSize.height == .auto && minSize.height == .auto
  }

  /// The sum of padding and border on each axis; nil if it is not a fixed length.
  private var insets: (Swift.Float, Swift.Float)? {
    var sums: (Swift.Float, Swift.Float) = (0, 0)
    for (length, isHorizontal) in [
      (padding.left, true), (padding.right, true), (padding.top, false), (padding.bottom, false),
    ] {
      guard case .points(let points) = length else { return nil }
      if isHorizontal { sums.0 += points } else { sums.1 += points }
    }
    return (
      sums.0 + Swift.Float(border.left + border.right), sums.1 + Swift.Float(border.top + border.bottom)
    )
  }
}
