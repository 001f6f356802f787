import Glibc
package import HybridGeometry

extension Gradient {
  /// The colour at a point of the drawing; transparent outside of the area.
  package func color(at spot: Point) -> RGBA {
    guard !frame.isEmpty else { return .transparent }
    var place = Point(x: spot.x - frame.x, y: spot.y - frame.y)
    if tiles {
      let (across, down) = (steps?.width ?? frame.width, steps?.height ?? frame.height)
      if across > 0 { place.x -= (place.x / across).rounded(.down) * across }
      if down > 0 { place.y -= (place.y / down).rounded(.down) * down }
    }
    if place.x < 0 || place.y < 0 || place.x >= frame.width || place.y >= frame.height {
      return .transparent
    }
    return color(at: position(of: place))
  }

  /// The colour half way along the line.
  package var middle: RGBA {
    guard let first = stops.first, let last = stops.last else { return .transparent }
    return color(at: (first.position + last.position) / 2)
  }

  /// The position on the gradient line for a point.
  private func position(of place: Point) -> Double {
    switch shape {
    case .linear(let from, let to):
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let square = dx * dx + dy * dy
      return square > 0 ? ((place.x - from.x) * dx + (place.y - from.y) * dy) / square : 0
    case .radial(let center, let radii):
      let x = (place.x - center.x) / max(radii.width, 1e-3)
      let y = (place.y - center.y) / max(radii.height, 1e-3)
      return (x * x + y * y).squareRoot()
    case .conic(let center, let angle): return turn(from: center, angle, to: place)
    }
  }

  /// The fraction of a turn around a centre, clockwise from an angle in degrees, at which a point is: CSS
  /// Images 4 §3.3.
  func turn(from center: Point, _ angle: Double, to place: Point) -> Double {
    let turn = (atan2(place.x - center.x, center.y - place.y) * 180 / .pi - angle) / 360
    return turn - turn.rounded(.down)
  }

  /// The colour at a position on the line.
  func color(at position: Double) -> RGBA {
    guard let first = stops.first, let last = stops.last, position.isFinite else { return .transparent }
    var position = position
    let span = last.position - first.position
    if isRepeating, span > 0 {
      position -= ((position - first.position) / span).rounded(.down) * span
    }
    guard position > first.position else {
      return position < first.position ? first.color : edge(at: position)
    }
    var before = first
    for stop in stops.dropFirst() {
      if position < stop.position {
        return before.color.mixed(
          with: stop.color, (position - before.position) / (stop.position - before.position))
      }
      before = stop
    }
    return last.color
  }

  /// The last colour at a position with several stops.
  private func edge(at position: Double) -> RGBA {
    stops.last { $0.position <= position }?.color ?? .transparent
  }
}

extension RGBA {
  /// A colour between this one (0) and another (1), mixed with premultiplied alpha (CSS Images 3 §3.4.2).
  func mixed(with other: RGBA, _ share: Double) -> RGBA {
    guard share > 0 else { return self }
    guard share < 1 else { return other }
    let (own, theirs) = (Double(alpha) * (1 - share), Double(other.alpha) * share)
    let total = own + theirs
    guard total > 0 else { return .transparent }
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(min(max(((Double(a) * own + Double(b) * theirs) / total).rounded(), 0), 255))
    }
    return RGBA(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue), UInt8(min(total.rounded(), 255)))
  }
}
