import HybridGeometry

extension Path {
  /// The outline with every edge moved outwards: letters that are bolder than their font.
  ///
  /// The control points of curves are moved like corners, each along the bisector of its edges, as FreeType
  /// makes outlines bolder; that is exact for straight edges, and close for the small distances of text.
  func emboldened(by distance: Double) -> Path {
    guard case .move? = steps.first, distance.isFinite else { return self }
    var contours: [[Point]] = []
    for step in steps {
      switch step {
      case .move(let spot): contours.append([spot])
      case .line(let spot): contours[contours.count - 1].append(spot)
      case .curve(let first, let second, let end): contours[contours.count - 1] += [first, second, end]
      case .close: break
      }
    }
    let area = contours.reduce(0) { $0 + Self.area($1) }
    guard area != 0 else { return self }
    let moved = contours.map { Self.moved($0, by: area > 0 ? distance : -distance) }
    var result = Path()
    var (contour, index) = (-1, 0)
    func next() -> Point {
      defer { index += 1 }
      return moved[contour][index]
    }
    for step in steps {
      switch step {
      case .move:
        (contour, index) = (contour + 1, 0)
        result.steps.append(.move(next()))
      case .line: result.steps.append(.line(next()))
      case .curve:
        let (first, second) = (next(), next())
        result.steps.append(.curve(first, second, next()))
      case .close: result.steps.append(.close)
      }
    }
    return result
  }

  /// Twice the signed area of a polygon.
  private static func area(_ points: [Point]) -> Double {
    var sum = 0.0
    var last = points.last ?? .zero
    for point in points {
      sum += last.x * point.y - point.x * last.y
      last = point
    }
    return sum
  }

  /// The points of a closed polygon, each moved by a distance to the right of its edges in their direction;
  /// points at one place move together.
  private static func moved(_ points: [Point], by distance: Double) -> [Point] {
    // Neighbours at one place are one corner.
    var corners: [Range<Int>] = []
    for index in points.indices {
      if let last = corners.last, points[last.lowerBound].isNear(points[index]) {
        corners[corners.count - 1] = last.lowerBound..<index + 1
      } else {
        corners.append(index..<index + 1)
      }
    }
    // A contour may end where it begins.
    var tail: Range<Int>?
    if corners.count > 1, let last = corners.last, points[last.lowerBound].isNear(points[0]) {
      tail = corners.removeLast()
    }
    guard corners.count > 2 else { return points }
    var result = points
    for (index, corner) in corners.enumerated() {
      let point = points[corner.lowerBound]
      let before = points[corners[(index + corners.count - 1) % corners.count].lowerBound]
      let after = points[corners[(index + 1) % corners.count].lowerBound]
      let shift = shift(Edge(from: before, to: point), Edge(from: point, to: after), by: distance)
      let place = Point(x: point.x + shift.x, y: point.y + shift.y)
      for index in corner { result[index] = place }
      if index == 0, let tail { for index in tail { result[index] = place } }
    }
    return result
  }

  /// An edge of a polygon: its direction, of length 1, and its length.
  private struct Edge {
    let x: Double
    let y: Double
    let length: Double

    init(from start: Point, to end: Point) {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      length = (dx * dx + dy * dy).squareRoot()
      (x, y) = (dx / length, dy / length)
    }
  }

  /// How far a corner moves. A sharp corner stays, and beside a notch a short edge limits the distance.
  private static func shift(_ one: Edge, _ other: Edge, by distance: Double) -> Point {
    let cosine = one.x * other.x + one.y * other.y
    guard cosine > -0.9375 else { return .zero }
    let normal = Point(x: one.y + other.y, y: -(one.x + other.x))
    let cross = one.x * other.y - one.y * other.x
    let turn = distance < 0 ? cross : -cross
    let least = min(one.length, other.length)
    let isLimited = turn > 0 && abs(distance) * turn > least * (1 + cosine)
    let factor = isLimited ? (distance < 0 ? -least : least) / turn : distance / (1 + cosine)
    return Point(x: normal.x * factor, y: normal.y * factor)
  }
}

extension Point {
  /// Whether two points of an outline are one corner.
  fileprivate func isNear(_ other: Point) -> Bool { abs(x - other.x) < 1e-6 && abs(y - other.y) < 1e-6 }
}
