/// The intrinsic widths of block containers (CSS Sizing 3 §4).
extension LayoutPass {
  /// The intrinsic widths of a block container's content: its widest child, floats side by side.
  mutating func blockContentSizes(of node: Int, space: ConstraintSpace) -> MinMaxSizes {
    var sizes = MinMaxSizes(0)
    var floats = (left: 0.0, right: 0.0)
    /// The lines before the present child, with the floats in them.
    var line = 0.0
    for child in boxChildren(of: node) where !usedStyle(child).isOutOfFlow {
      let style = usedStyle(child)
      let margins = style.margins(percentageWidth: indefinite)
      if style.clear != .none {
        sizes.max = max(sizes.max, floats.left + floats.right)
        if style.clear != .right { floats.left = 0 }
        if style.clear != .left { floats.right = 0 }
      }
      let inner = contribution(of: child, space: space)
      sizes.min = max(sizes.min, inner.min + margins.horizontal)
      if style.isInLine {
        line += max(0, inner.max + margins.horizontal)
        sizes.max = max(sizes.max, line)
        continue
      }
      line = 0
      switch style.float {
      case .left: floats.left += max(0, inner.max + margins.horizontal)
      case .right: floats.right += max(0, inner.max + margins.horizontal)
      case .none:
        if style.isIndependent {
          sizes.max = max(
            sizes.max,
            inner.max + (floats.left > 0 ? max(floats.left, margins.left) : margins.left)
              + (floats.right > 0 ? max(floats.right, margins.right) : margins.right))
          floats = (0, 0)
        } else if nodes[child].measure >= 0 {
          // Lines continue beside the floats before them.
          line = inner.max + margins.horizontal + floats.left + floats.right
          sizes.max = max(sizes.max, line)
          floats = (0, 0)
        } else {
          sizes.max = max(sizes.max, inner.max + margins.horizontal, floats.left + floats.right)
          floats = (0, 0)
        }
      }
    }
    return MinMaxSizes(min: sizes.min, max: max(sizes.max, floats.left + floats.right))
  }
}
