import HybridGeometry

/// The rounded corners of a rectangle: the two radii of each, clockwise from the upper left one.
struct RoundedCorners: Hashable, Sendable {
  var all: [Size<Double>]

  /// The corners of a rectangle of that size.
  init(_ radii: CornerRadii, in bounds: Rect) {
    let fitting = radii.fitting(Size(width: bounds.width, height: bounds.height))
    all = zip(fitting.horizontal.clockwise, fitting.vertical.clockwise).map { Size(width: $0, height: $1) }
  }

  private init(all: [Size<Double>]) { self.all = all }

  /// Whether no corner is round.
  var areSharp: Bool { all.allSatisfy { $0.width <= 0 || $0.height <= 0 } }
  /// The greatest radius.
  var greatest: Double { all.reduce(0) { max($0, $1.width, $1.height) } }

  /// The corners of the rectangle inset by a distance on each side; a sharp corner stays sharp: §5.2.
  func inset(by sides: Edges<Double>) -> RoundedCorners {
    let (top, right, bottom, left) = (sides.top, sides.right, sides.bottom, sides.left)
    let widths = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return RoundedCorners(
      all: zip(all, widths).map { corner, width in
        guard corner.width > 0, corner.height > 0 else { return .zero }
        let inner = Size(width: max(corner.width - width.0, 0), height: max(corner.height - width.1, 0))
        return inner.width > 0 && inner.height > 0 ? inner : .zero
      })
  }

  /// The corners with all lengths scaled by a factor.
  func scaled(by factor: Double) -> RoundedCorners {
    RoundedCorners(all: all.map { Size(width: $0.width * factor, height: $0.height * factor) })
  }
}

extension Path {
  /// A rectangle with round corners, clockwise.
  init(_ bounds: Rect, _ corners: RoundedCorners) {
    guard !corners.areSharp else {
      self.init(bounds)
      return
    }
    self.init()
    // The position of the control points of a quarter circle along its tangents.
    let kappa = 0.552_284_749_8
    let places = [
      Point(x: bounds.x, y: bounds.y), Point(x: bounds.maxX, y: bounds.y),
      Point(x: bounds.maxX, y: bounds.maxY), Point(x: bounds.x, y: bounds.maxY),
    ]
    // The directions into each corner and out of it, clockwise.
    let ways: [(into: Point, out: Point)] = [
      (Point(x: 0, y: -1), Point(x: 1, y: 0)), (Point(x: 1, y: 0), Point(x: 0, y: 1)),
      (Point(x: 0, y: 1), Point(x: -1, y: 0)), (Point(x: -1, y: 0), Point(x: 0, y: -1)),
    ]
    for (index, place) in places.enumerated() {
      let radius = corners.all[index]
      func along(_ way: Point, _ share: Double) -> Point {
        Point(x: place.x + way.x * radius.width * share, y: place.y + way.y * radius.height * share)
      }
      let start = along(ways[index].into, -1)
      steps.append(index == 0 ? .move(start) : .line(start))
      if radius.width > 0, radius.height > 0 {
        let end = along(ways[index].out, 1)
        steps.append(.curve(along(ways[index].into, kappa - 1), along(ways[index].out, 1 - kappa), end))
      }
    }
    steps.append(.close)
  }

  /// The path transformed by a matrix.
  func through(_ transform: Transform) -> Path {
    var result = Path()
    result.steps = steps.map { step in
      switch step {
      case .move(let spot): .move(transform.apply(to: spot))
      case .line(let spot): .line(transform.apply(to: spot))
      case .curve(let first, let second, let end):
        .curve(transform.apply(to: first), transform.apply(to: second), transform.apply(to: end))
      case .close: .close
      }
    }
    return result
  }
}
