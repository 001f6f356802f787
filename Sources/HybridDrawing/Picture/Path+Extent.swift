import HybridGeometry

/// The smallest rectangle around points.
struct PointBounds {
  private var (left, top) = (Double.infinity, Double.infinity)
  private var (right, bottom) = (-Double.infinity, -Double.infinity)

  /// Extends the rectangle to a point.
  mutating func take(_ point: Point) {
    (left, right) = (min(left, point.x), max(right, point.x))
    (top, bottom) = (min(top, point.y), max(bottom, point.y))
  }

  /// The rectangle; nil without points.
  var rect: Rect? {
    left <= right ? Rect(x: left, y: top, width: right - left, height: bottom - top) : nil
  }
}

extension Path {
  /// The smallest rectangle around the lines and curves themselves; nil for a path without points.
  var extent: Rect? {
    var bounds = PointBounds()
    var last = Point.zero
    for step in steps {
      switch step {
      case .move(let spot), .line(let spot):
        bounds.take(spot)
        last = spot
      case .curve(let first, let second, let end):
        bounds.take(end)
        for share in Self.turns(last.x, first.x, second.x, end.x)
          + Self.turns(last.y, first.y, second.y, end.y)
        {
          let rest = 1 - share
          let (a, b, c, d) = (
            rest * rest * rest, 3 * rest * rest * share, 3 * rest * share * share, share * share * share
          )
          bounds.take(
            Point(
              x: a * last.x + b * first.x + c * second.x + d * end.x,
              y: a * last.y + b * first.y + c * second.y + d * end.y))
        }
        last = end
      case .close: break
      }
    }
    return bounds.rect
  }

  /// Where a coordinate of a curve is greatest or least.
  private static func turns(_ from: Double, _ first: Double, _ second: Double, _ to: Double) -> [Double] {
    let a = to - 3 * second + 3 * first - from
    let b = 2 * (second - 2 * first + from)
    let c = first - from
    guard abs(a) > 1e-12 else { return abs(b) > 1e-12 ? [-c / b].filter { 0 < $0 && $0 < 1 } : [] }
    let root = b * b - 4 * a * c
    guard root >= 0 else { return [] }
    return [(-b + root.squareRoot()) / (2 * a), (-b - root.squareRoot()) / (2 * a)].filter {
      0 < $0 && $0 < 1
    }
  }

  /// Whether it is one rectangle along the axes.
  var isUprightRectangle: Bool {
    var corners: [Point] = []
    for (index, step) in steps.enumerated() {
      switch step {
      case .move(let spot) where index == 0 || index == steps.count - 1:
        if index == 0 { corners.append(spot) }
      case .line(let spot): corners.append(spot)
      case .close: break
      default: return false
      }
    }
    guard corners.count == 4 else { return false }
    return (0..<4).allSatisfy { index in
      let (one, two) = (corners[index], corners[(index + 1) % 4])
      return index % 2 == 0
        ? one.y == two.y || corners[0].x == corners[1].x : one.x == two.x || corners[0].x == corners[1].x
    }
  }

  /// The length of its steps, curves by their control points.
  var roughLength: Double {
    var (length, last, start) = (0.0, Point.zero, Point.zero)
    func distance(_ one: Point, _ two: Point) -> Double { abs(one.x - two.x) + abs(one.y - two.y) }
    for step in steps {
      switch step {
      case .move(let spot): (last, start) = (spot, spot)
      case .line(let spot):
        length += distance(last, spot)
        last = spot
      case .curve(let first, let second, let end):
        length += distance(last, first) + distance(first, second) + distance(second, end)
        last = end
      case .close:
        length += distance(last, start)
        last = start
      }
    }
    return length
  }
}
