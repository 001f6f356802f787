import HybridGeometry

/// The pixels that a list is painted on, and where the current space of its items is on them.
struct PixelSpace {
  /// The matrix from points of the current space to pixels.
  var transform: Transform
  /// Whether the drawing will be scaled later, so that nothing is aligned to pixels.
  let isVector: Bool
  /// The visible area, in pixels.
  let extent: Rect

  /// Pixels for each point, as closely as one number can tell.
  var pixelsPerPoint: Double {
    let area = abs(transform.a * transform.d - transform.b * transform.c)
    return max(area.squareRoot(), 1e-3)
  }

  /// A rectangle with its edges on whole pixels, for sharpness; a non-empty one stays at least a pixel wide.
  func snapped(_ bounds: Rect) -> Rect {
    guard !isVector, transform.b == 0, transform.c == 0, transform.a > 0, transform.d > 0 else {
      return bounds
    }
    func edges(_ start: Double, _ length: Double, _ scale: Double, _ shift: Double) -> (Double, Double) {
      let first = (start * scale + shift).rounded()
      var last = ((start + length) * scale + shift).rounded()
      if last <= first, length > 0 { last = first + 1 }
      return ((first - shift) / scale, (last - shift) / scale)
    }
    let (left, right) = edges(bounds.x, bounds.width, transform.a, transform.tx)
    let (top, bottom) = edges(bounds.y, bounds.height, transform.d, transform.ty)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The width of a line in whole pixels, at least one: CSS Backgrounds 3 §3.3, as browsers do it.
  func snappedWidth(_ width: Double) -> Double {
    guard width > 0, !isVector else { return max(width, 0) }
    let pixel = 1 / pixelsPerPoint
    return max((width / pixel + 1e-6).rounded(.down), 1) * pixel
  }

  /// The visible area, in the current space; nil when it cannot be computed.
  var visible: Rect? {
    guard let inverse = transform.inverse else { return nil }
    return extent.through(inverse)
  }
}

extension Rect {
  /// The smallest upright rectangle around the transformed rectangle.
  func through(_ transform: Transform) -> Rect {
    let corners = [(x, y), (maxX, y), (maxX, maxY), (x, maxY)].map {
      transform.apply(to: Point(x: $0.0, y: $0.1))
    }
    let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
    return Rect(
      x: left, y: top, width: (corners.map(\.x).max() ?? 0) - left,
      height: (corners.map(\.y).max() ?? 0) - top)
  }
}
