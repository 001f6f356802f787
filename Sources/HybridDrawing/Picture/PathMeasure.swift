import Glibc
import HybridEncoding
package import HybridGeometry

/// Places along a path by their distance from its start, as `offset-path` needs them. SVG 2 §9.6.
package struct PathMeasure: Sendable {
  private struct Piece {
    var from: Point
    var to: Point
    /// The distance of `from`.
    var start: Double
    var length: Double
    /// The curve that it is a piece of, with its parameters at both ends.
    var curve: (curve: Curve, from: Double, to: Double)?
  }

  /// A cubic Bézier curve.
  private struct Curve {
    var a, b, c, d: Point

    func point(at t: Double) -> Point {
      let s = 1 - t
      let (p, q, r, u) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      return Point(
        x: p * a.x + q * b.x + r * c.x + u * d.x, y: p * a.y + q * b.y + r * c.y + u * d.y)
    }

    /// The direction of the curve; of no length where its control points coincide.
    func direction(at t: Double) -> Point {
      let s = 1 - t
      let (p, q, r) = (s * s, 2 * s * t, t * t)
      return Point(
        x: p * (b.x - a.x) + q * (c.x - b.x) + r * (d.x - c.x),
        y: p * (b.y - a.y) + q * (c.y - b.y) + r * (d.y - c.y))
    }
  }

  private let pieces: [Piece]
  private let first: Point
  /// The length of all lines and curves.
  package let length: Double
  /// Whether the path is one line that ends where it began.
  package let isClosed: Bool

  /// How many straight pieces stand for one curve.
  private static let steps = 64

  /// The path that SVG path data describes.
  package init(data: String) {
    let path = Path(data: data)
    var current = Point.zero
    var start = Point.zero
    var begins: [Point] = []
    var pieces: [Piece] = []
    var length = 0.0
    func add(_ from: Point, _ to: Point, of curve: (Curve, Double, Double)? = nil) {
      let distance = hypot(to.x - from.x, to.y - from.y)
      guard distance > 0, distance.isFinite else { return }
      pieces.append(Piece(from: from, to: to, start: length, length: distance, curve: curve))
      length += distance
    }
    for step in path.steps {
      switch step {
      case .move(let spot):
        (current, start) = (spot, spot)
        begins.append(spot)
      case .line(let spot):
        add(current, spot)
        current = spot
      case .curve(let a, let b, let end):
        let curve = Curve(a: current, b: a, c: b, d: end)
        var last = current
        for index in 1...Self.steps {
          let (from, to) = (Double(index - 1) / Double(Self.steps), Double(index) / Double(Self.steps))
          let next = curve.point(at: to)
          add(last, next, of: (curve, from, to))
          last = next
        }
        current = end
      case .close:
        add(current, start)
        current = start
      }
    }
    if case .close? = path.steps.last { isClosed = begins.count == 1 } else { isClosed = false }
    (self.pieces, self.length, first) = (pieces, length, begins.first ?? .zero)
  }

  /// The point at a distance, and the direction of the path there in degrees, clockwise from the right. The
  /// distance is held within the path, or repeats on one that is closed.
  package func place(at distance: Double) -> (point: Point, angle: Double) {
    guard !pieces.isEmpty, distance.isFinite else { return (first, 0) }
    var distance = distance
    if isClosed {
      distance = distance.truncatingRemainder(dividingBy: length)
      if distance < 0 { distance += length }
    }
    distance = min(max(distance, 0), length)
    let piece = pieces[max(pieces.partitioningIndex { $0.start > distance } - 1, 0)]
    let part = (distance - piece.start) / piece.length
    if let (curve, from, to) = piece.curve {
      let t = from + (to - from) * part
      let direction = curve.direction(at: t)
      if direction.x != 0 || direction.y != 0 {
        return (curve.point(at: t), atan2(direction.y, direction.x) * 180 / .pi)
      }
    }
    return (
      Point(
        x: piece.from.x + (piece.to.x - piece.from.x) * part,
        y: piece.from.y + (piece.to.y - piece.from.y) * part),
      atan2(piece.to.y - piece.from.y, piece.to.x - piece.from.x) * 180 / .pi
    )
  }
}
