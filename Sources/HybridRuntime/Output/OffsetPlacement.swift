import Glibc
import HybridCSS
import HybridDrawing
import HybridGeometry

/// The boxes of the element around one, from the corner of the border box of the inner one.
struct OffsetSurroundings {
  var border: Rect
  var padding: Rect
  var content: Rect
}

extension ComputedStyle {
  /// The functions that `offset-path` adds to the transforms of an element; none without a path. Motion Path
  /// 1 §4.1, *Motion path processing*.
  ///
  /// - Parameters:
  ///   - size: That of the border box.
  ///   - origin: `transform-origin` from its corner.
  func offsetFunctions(
    _ size: Size<Double>, origin: Point, in surroundings: OffsetSurroundings
  ) -> [TransformFunction<LengthPercentage>] {
    guard let place = offsetPlace(size, in: surroundings) else { return [] }
    let rotation = self[\.offsetRotate]
    let angle = rotation.angle + (rotation.isAuto ? place.angle : 0)
    var result: [TransformFunction<LengthPercentage>] = [
      .translate(.points(place.point.x - origin.x), .points(place.point.y - origin.y)), .rotate(angle),
    ]
    if case .position(let anchor) = self[\.offsetAnchor] {
      result.append(
        .translate(
          .points(origin.x - anchor.x.resolved(against: size.width)),
          .points(origin.y - anchor.y.resolved(against: size.height))))
    }
    return result
  }

  private func offsetPlace(
    _ size: Size<Double>, in surroundings: OffsetSurroundings
  ) -> (point: Point, angle: Double)? {
    let distance = self[\.offsetDistance]
    switch self[\.offsetPath] {
    case .none: return nil
    case .ray(let ray):
      let box = surroundings.border
      let start =
        switch (ray.position, self[\.offsetPosition]) {
        case (let position?, _), (nil, .position(let position)):
          Point(
            x: box.x + position.x.resolved(against: box.width),
            y: box.y + position.y.resolved(against: box.height))
        case (nil, .normal): Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
        case (nil, .auto): Point.zero
        }
      var length = ray.length(from: start, in: box)
      // §2.1.1: the line is shortened so far that the box stays within it.
      if ray.contains { length = max(length - max(size.width, size.height) / 2, 0) }
      let (sine, cosine) = sineAndCosine(ray.angle)
      let reached = distance.resolved(against: length)
      return (Point(x: start.x + sine * reached, y: start.y - cosine * reached), ray.angle - 90)
    case .shape(let shape, let name):
      let box =
        switch name {
        case .paddingBox: surroundings.padding
        case .contentBox, .fillBox: surroundings.content
        case .borderBox, .marginBox, .strokeBox, .viewBox: surroundings.border
        }
      let measure = PathMeasure(data: shape.offsetPath(in: box))
      return measure.place(at: distance.resolved(against: measure.length))
    }
  }
}

extension OffsetPath.Ray {
  /// How far the ray goes from a point of a box.
  fileprivate func length(from start: Point, in box: Rect) -> Double {
    let across = [abs(start.x - box.x), abs(box.maxX - start.x)]
    let down = [abs(start.y - box.y), abs(box.maxY - start.y)]
    switch size {
    case .closestSide: return min(across.min() ?? 0, down.min() ?? 0)
    case .farthestSide: return max(across.max() ?? 0, down.max() ?? 0)
    case .closestCorner: return hypot(across.min() ?? 0, down.min() ?? 0)
    case .farthestCorner: return hypot(across.max() ?? 0, down.max() ?? 0)
    case .sides:
      guard start.x >= box.x, start.x <= box.maxX, start.y >= box.y, start.y <= box.maxY else { return 0 }
      let (sine, cosine) = sineAndCosine(angle)
      let x = abs(sine) < 1e-12 ? .infinity : (sine > 0 ? across[1] : across[0]) / abs(sine)
      let y = abs(cosine) < 1e-12 ? .infinity : (cosine > 0 ? down[0] : down[1]) / abs(cosine)
      return min(x, y)
    }
  }
}
