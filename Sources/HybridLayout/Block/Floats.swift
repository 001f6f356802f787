/// A float that has its place in a block formatting context: its margin box, from the context's corner.
struct FloatBox {
  var isLeft: Bool
  var left: Double
  var right: Double
  var top: Double
  var bottom: Double
}

/// The floats of one block formatting context, in tree order (CSS 2.2 §9.5).
struct FloatContext {
  /// How many blocks inside one another may share a formatting context with floats; deeper ones keep to themselves. Their
  /// layout is one call in another, which no answer in between can shorten.
  static let depthLimit = 48

  /// How many blocks inside one another are being laid out now.
  var depth = 0
  var floats: [FloatBox] = []
  /// Boxes that floats or clearance keep apart from their container's open top, found by trying.
  var separated: Set<Int> = []
  /// Margins that really go out through the top of blocks, where such a box made them fewer.
  var leadingMargins: [Int: MarginStrut] = [:]

  /// The left and right edge that floats leave free between two heights, inside `left` and `right`.
  func edges(from top: Double, to bottom: Double, left: Double, right: Double) -> (
    left: Double, right: Double
  ) {
    var (low, high) = (left, right)
    for float in floats
    where float.top < max(bottom, top + 1e-6) && float.bottom > top && float.right > float.left {
      if float.isLeft { low = max(low, float.right) } else { high = min(high, float.left) }
    }
    return (low, high)
  }

  /// The next height below `y` where a float ends, or nil when none does.
  func nextBottom(below y: Double) -> Double? {
    floats.lazy.map(\.bottom).filter { $0 > y }.min()
  }

  /// The height that clears floats of the given sides (§9.5.2); nil when there are none.
  func bottom(clearing clear: Clear) -> Double? {
    floats.lazy.filter { clear == .both || (clear == .left) == $0.isLeft }.map(\.bottom).max()
  }

  /// Places a float's margin box by the rules of §9.5.1 and returns its corner.
  mutating func place(
    _ size: Size<Double>, isLeft: Bool, below top: Double, left: Double, right: Double, isReversed: Bool
  ) -> (x: Double, y: Double) {
    // Rule 5: not above an earlier one.
    var y = floats.reduce(top) { max($0, $1.top) }
    while true {
      let free = edges(from: y, to: y, left: left, right: right)
      let isOpen = free.left == left && free.right == right
      if isOpen || max(0, free.right - free.left) >= size.width - 1e-6 {
        // Rules 1 and 2: as far to its side as it goes.
        var x = isLeft ? free.left : free.right - size.width
        // Between floats that overlap lies a place for what has no width: at the edge of those at the line's start.
        if !isOpen, free.left > free.right {
          x = (isReversed ? free.right : free.left) - (isLeft ? 0 : size.width)
        }
        floats.append(
          FloatBox(isLeft: isLeft, left: x, right: x + size.width, top: y, bottom: y + max(0, size.height)))
        return (x, y)
      }
      guard let next = nextBottom(below: y) else { return (isLeft ? left : right - size.width, y) }
      y = next
    }
  }

  /// The room that floats take from lines in a box, as bands from its top down.
  func bands(in left: Double, _ right: Double, below top: Double) -> [FloatBand] {
    floats.compactMap { float in
      guard float.bottom > top, float.right > float.left else { return nil }
      let band = FloatBand(
        top: float.top - top, bottom: float.bottom - top, left: float.isLeft ? max(0, float.right - left) : 0,
        right: float.isLeft ? 0 : max(0, right - float.left))
      return band.left > 0 || band.right > 0 ? band : nil
    }
  }
}
