import Glibc
import HybridGeometry

/// Builds the path of a canvas in pixels. HTML Standard §4.12.5.1.6, *Building paths*.
///
/// Each point goes through the matrix that holds when it is added. Numbers that are not finite never arrive
/// here: the prelude leaves such calls out.
struct CanvasPath {
  private(set) var path = Path()
  /// The last point, and the first one of the subpath, in pixels.
  private var last: Point?
  private var start = Point.zero

  /// The maximum number of steps: a path that is longer ends there.
  static let limit = 1_000_000
  /// The greatest coordinate in pixels. Cairo counts in 1/256 of a pixel, with 32 bits.
  private static let reach = 4e6

  /// Whether steps were left out.
  var isFull: Bool { path.steps.count >= Self.limit }

  private static func pixel(_ x: Double, _ y: Double, _ transform: Transform) -> Point {
    let spot = transform.apply(to: Point(x: x, y: y))
    func near(_ value: Double) -> Double { value > -reach ? min(value, reach) : -reach }
    return Point(x: near(spot.x), y: near(spot.y))
  }

  private mutating func add(_ step: Path.Step) { if !isFull { path.steps.append(step) } }

  mutating func move(_ x: Double, _ y: Double, _ transform: Transform) {
    let spot = Self.pixel(x, y, transform)
    add(.move(spot))
    (last, start) = (spot, spot)
  }

  mutating func line(_ x: Double, _ y: Double, _ transform: Transform) {
    guard last != nil else { return move(x, y, transform) }
    let spot = Self.pixel(x, y, transform)
    add(.line(spot))
    last = spot
  }

  mutating func quadratic(
    _ x1: Double, _ y1: Double, _ x: Double, _ y: Double, _ transform: Transform
  ) {
    if last == nil { move(x1, y1, transform) }
    let end = Self.pixel(x, y, transform)
    add(.quadratic(from: last ?? .zero, Self.pixel(x1, y1, transform), to: end))
    last = end
  }

  mutating func cubic(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x: Double, _ y: Double, _ transform: Transform
  ) {
    if last == nil { move(x1, y1, transform) }
    let end = Self.pixel(x, y, transform)
    add(.curve(Self.pixel(x1, y1, transform), Self.pixel(x2, y2, transform), end))
    last = end
  }

  mutating func close() {
    guard last != nil else { return }
    add(.close)
    last = start
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ transform: Transform
  ) {
    move(x, y, transform)
    line(x + width, y, transform)
    line(x + width, y + height, transform)
    line(x, y + height, transform)
    close()
    move(x, y, transform)
  }

  /// - Parameter radii: Both radii of each corner, from the upper left one clockwise.
  mutating func roundRectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radii: ArraySlice<Double>,
    _ transform: Transform
  ) {
    var corners = stride(from: radii.startIndex, to: radii.endIndex, by: 2).map {
      Size(width: radii[$0], height: radii[$0 + 1])
    }
    guard corners.count == 4 else { return }
    // A negative side mirrors the rectangle.
    if width < 0 { corners = [corners[1], corners[0], corners[3], corners[2]] }
    if height < 0 { corners = [corners[3], corners[2], corners[1], corners[0]] }
    let (left, top) = (min(x, x + width), min(y, y + height))
    let (wide, high) = (abs(width), abs(height))
    let sums = [
      (corners[0].width + corners[1].width, wide), (corners[1].height + corners[2].height, high),
      (corners[2].width + corners[3].width, wide), (corners[3].height + corners[0].height, high),
    ]
    let scale = sums.reduce(1.0) { $1.0 > $1.1 ? min($0, $1.1 / $1.0) : $0 }
    for index in corners.indices {
      corners[index].width *= scale
      corners[index].height *= scale
    }
    let (right, bottom) = (left + wide, top + high)
    let isMirrored = (width < 0) != (height < 0)
    // How far the control points of a quarter of an ellipse are from the corner.
    let share = 1 - 4.0 / 3 * (2.0.squareRoot() - 1)
    func corner(_ index: Int, _ spot: Point, _ x: Double, _ y: Double) -> [Point] {
      let size = corners[index]
      return [
        Point(x: spot.x, y: spot.y + y * size.height), Point(x: spot.x, y: spot.y + y * size.height * share),
        Point(x: spot.x + x * size.width * share, y: spot.y), Point(x: spot.x + x * size.width, y: spot.y),
      ]
    }
    var curves = [
      corner(0, Point(x: left, y: top), 1, 1), corner(1, Point(x: right, y: top), -1, 1).reversed(),
      corner(2, Point(x: right, y: bottom), -1, -1),
      corner(3, Point(x: left, y: bottom), 1, -1).reversed(),
    ]
    if isMirrored { curves = curves.reversed().map { $0.reversed() } }
    for (index, curve) in curves.enumerated() {
      if index == 0 {
        move(curve[0].x, curve[0].y, transform)
      } else {
        line(curve[0].x, curve[0].y, transform)
      }
      cubic(curve[1].x, curve[1].y, curve[2].x, curve[2].y, curve[3].x, curve[3].y, transform)
    }
    close()
    move(x, y, transform)
  }

  /// A part of an ellipse, with a line to its start; angles are in radians.
  mutating func ellipse(
    _ x: Double, _ y: Double, _ rx: Double, _ ry: Double, turn: Double, from first: Double, to end: Double,
    isCounterclockwise: Bool, _ transform: Transform
  ) {
    let whole = 2 * Double.pi
    var way = isCounterclockwise ? first - end : end - first
    if way >= whole {
      way = whole
    } else {
      way = way.truncatingRemainder(dividingBy: whole)
      if way < 0 { way += whole }
    }
    if isCounterclockwise { way = -way }
    let (sine, cosine) = (sin(turn), cos(turn))
    func spot(_ across: Double, _ down: Double) -> Point {
      Point(x: x + cosine * rx * across - sine * ry * down, y: y + sine * rx * across + cosine * ry * down)
    }
    let from = spot(cos(first), sin(first))
    line(from.x, from.y, transform)
    guard way != 0, rx > 0 || ry > 0 else { return }
    let count = max(Int((abs(way) / (.pi / 2) - 1e-9).rounded(.up)), 1)
    let step = way / Double(count)
    let kappa = 4.0 / 3 * tan(step / 4)
    for index in 0..<count {
      let (one, two) = (first + step * Double(index), first + step * Double(index + 1))
      let control = spot(cos(one) - kappa * sin(one), sin(one) + kappa * cos(one))
      let other = spot(cos(two) + kappa * sin(two), sin(two) - kappa * cos(two))
      let end = spot(cos(two), sin(two))
      cubic(control.x, control.y, other.x, other.y, end.x, end.y, transform)
    }
  }

  mutating func arc(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, radius: Double, _ transform: Transform
  ) {
    if last == nil { move(x1, y1, transform) }
    guard let from = transform.inverse?.apply(to: last ?? .zero) else { return line(x1, y1, transform) }
    let (ax, ay, bx, by) = (from.x - x1, from.y - y1, x2 - x1, y2 - y1)
    let (first, second) = (hypot(ax, ay), hypot(bx, by))
    let cross = ax * by - ay * bx
    guard first > 0, second > 0, radius > 0, abs(cross) > 1e-9 * first * second else {
      return line(x1, y1, transform)
    }
    let angle = acos(min(max((ax * bx + ay * by) / (first * second), -1), 1))
    let reach = radius / tan(angle / 2)
    let start = Point(x: x1 + ax / first * reach, y: y1 + ay / first * reach)
    let end = Point(x: x1 + bx / second * reach, y: y1 + by / second * reach)
    let distance = hypot(radius, reach)
    let (mx, my) = (ax / first + bx / second, ay / first + by / second)
    let length = hypot(mx, my)
    let center = Point(x: x1 + mx / length * distance, y: y1 + my / length * distance)
    ellipse(
      center.x, center.y, radius, radius, turn: 0, from: atan2(start.y - center.y, start.x - center.x),
      to: atan2(end.y - center.y, end.x - center.x), isCounterclockwise: cross > 0, transform)
  }
}
