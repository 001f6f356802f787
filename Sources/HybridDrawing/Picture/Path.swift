import HybridGeometry

/// Lines and curves that enclose areas.
struct Path: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close

    /// A quadratic Bézier curve, raised to a cubic one.
    static func quadratic(from start: Point, _ control: Point, to end: Point) -> Step {
      let (first, second) = cubicControls(from: start, control, to: end)
      return .curve(first, second, end)
    }

    /// The control points of the cubic Bézier curve that equals a quadratic one.
    static func cubicControls(from start: Point, _ control: Point, to end: Point) -> (Point, Point) {
      func part(_ spot: Point) -> Point {
        Point(x: spot.x + (control.x - spot.x) * 2 / 3, y: spot.y + (control.y - spot.y) * 2 / 3)
      }
      return (part(start), part(end))
    }
  }

  var steps: [Step] = []
  var isEmpty: Bool { steps.isEmpty }

  init() {}

  /// A rectangle.
  init(_ bounds: Rect) {
    steps = [
      .move(Point(x: bounds.x, y: bounds.y)), .line(Point(x: bounds.maxX, y: bounds.y)),
      .line(Point(x: bounds.maxX, y: bounds.maxY)), .line(Point(x: bounds.x, y: bounds.maxY)), .close,
    ]
  }

  /// A closed polygon.
  init(polygon corners: [Point]) {
    steps = corners.enumerated().map { $0 == 0 ? .move($1) : .line($1) } + [.close]
  }

  /// The same single closed line in the opposite direction: inside another one it is a hole under either fill
  /// rule.
  var reversed: Path {
    var corners: [Point] = []
    var result = Path()
    // The reverse of each step leads to the end point of the step before it.
    for step in steps {
      switch step {
      case .move(let spot), .line(let spot), .curve(_, _, let spot): corners.append(spot)
      case .close: break
      }
    }
    guard let last = corners.last else { return self }
    result.steps.append(.move(last))
    for (index, step) in steps.prefix(corners.count).enumerated().reversed() where index > 0 {
      switch step {
      case .curve(let first, let second, _): result.steps.append(.curve(second, first, corners[index - 1]))
      default: result.steps.append(.line(corners[index - 1]))
      }
    }
    result.steps.append(.close)
    return result
  }

  /// Appends another path.
  mutating func append(_ other: Path) { steps += other.steps }

  static func + (first: Path, second: Path) -> Path {
    var result = first
    result.append(second)
    return result
  }
}
