import HybridGeometry

/// A gradient as Cairo paints it: along a line or between two circles, with stops from 0 to 1.
struct Ramp {
  enum Shape {
    case linear(from: Point, to: Point)
    /// Around (0, 0), between two radii.
    case radial(inner: Double, outer: Double)
  }

  var shape: Shape
  /// Positions from 0 to 1 in order.
  var stops: [Gradient.Stop]
  var isRepeating: Bool
  /// The matrix from points to the space of ``shape``.
  var transform: Transform

  /// A linear or radial gradient; nil for a conic one.
  ///
  /// - Parameter corner: The corner of the area, or of a tile of it.
  init?(_ gradient: Gradient, at corner: Point) {
    guard var first = gradient.stops.first?.position, var last = gradient.stops.last?.position else {
      return nil
    }
    var stops = gradient.stops
    isRepeating = gradient.isRepeating && last > first
    if last - first < 1e-9 {
      // All stops at one position: a sharp edge there.
      (first, last) = (first - 0.5, first + 0.5)
      stops =
        [Gradient.Stop(position: first, color: stops[0].color)] + stops
        + [Gradient.Stop(position: last, color: stops[stops.count - 1].color)]
      isRepeating = false
    }
    switch gradient.shape {
    case .linear(let from, let to):
      func along(_ share: Double) -> Point {
        Point(
          x: corner.x + from.x + (to.x - from.x) * share, y: corner.y + from.y + (to.y - from.y) * share)
      }
      shape = .linear(from: along(first), to: along(last))
      transform = .identity
    case .radial(let center, let radii):
      if first < 0 {
        // No circle has a negative radius: a repeating gradient is shifted, any other one starts inside.
        if isRepeating {
          let steps = (-first / (last - first)).rounded(.up) * (last - first)
          stops = stops.map { Gradient.Stop(position: $0.position + steps, color: $0.color) }
          (first, last) = (first + steps, last + steps)
        } else {
          let color = gradient.color(at: 0)
          stops = [Gradient.Stop(position: 0, color: color)] + stops.filter { $0.position > 0 }
          (first, last) = (0, max(last, 1e-6))
        }
      }
      shape = .radial(inner: first, outer: last)
      let (x, y) = (1 / max(radii.width, 1e-3), 1 / max(radii.height, 1e-3))
      transform = Transform(
        a: x, b: 0, c: 0, d: y, tx: -(corner.x + center.x) * x, ty: -(corner.y + center.y) * y)
    case .conic: return nil
    }
    self.stops = Self.smooth(
      stops.map {
        Gradient.Stop(position: min(max(($0.position - first) / (last - first), 0), 1), color: $0.color)
      })
  }

  /// Stops that make interpolation with straight alpha equal to premultiplied interpolation (CSS Images 3
  /// §3.4.2).
  private static func smooth(_ stops: [Gradient.Stop]) -> [Gradient.Stop] {
    var result: [Gradient.Stop] = []
    for (index, stop) in stops.enumerated() {
      if index > 0, stops[index - 1].color.alpha != stop.color.alpha {
        let before = stops[index - 1]
        let (start, end) = (before.color, stop.color)
        if start.alpha == 0 {
          // A fully transparent stop takes the colour that it fades to.
          result.append(Gradient.Stop(position: before.position, color: end.faded(to: 0)))
        } else if end.alpha == 0 {
          result.append(Gradient.Stop(position: stop.position, color: start.faded(to: 0)))
        } else {
          for part in 1..<16 {
            let share = Double(part) / 16
            result.append(
              Gradient.Stop(
                position: before.position + (stop.position - before.position) * share,
                color: start.mixed(with: end, share)))
          }
        }
      }
      result.append(stop)
    }
    return result
  }
}
