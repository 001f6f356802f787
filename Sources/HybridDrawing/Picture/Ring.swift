import HybridGeometry

/// The area of a box's borders: between its border box and its padding box.
struct Ring {
  /// The border box.
  var frame: Rect
  /// Its corners.
  var outer: RoundedCorners
  /// The widths of the sides.
  var widths: Edges<Double>

  /// The ring between two fractions of the widths, from the outer edge; to be filled by the even-odd rule.
  func part(from start: Double, to end: Double) -> Path { edge(at: start) + edge(at: end) }

  private func edge(at share: Double) -> Path {
    let inset = Edges(
      top: widths.top * share, right: widths.right * share, bottom: widths.bottom * share,
      left: widths.left * share)
    let bounds = frame.inset(by: inset)
    return bounds.isEmpty ? Path() : Path(bounds, outer.inset(by: inset))
  }

  /// The line around the middle of the borders, and its approximate length.
  var middle: (path: Path, length: Double) {
    let inset = Edges(
      top: widths.top / 2, right: widths.right / 2, bottom: widths.bottom / 2, left: widths.left / 2)
    let (bounds, corners) = (frame.inset(by: inset), outer.inset(by: inset))
    // A quarter of an ellipse is approximately that of a circle with the mean radius.
    let saved = corners.all.reduce(0) { $0 + ($1.width + $1.height) * (1 - .pi / 4) }
    return (Path(bounds, corners), 2 * (bounds.width + bounds.height) - saved)
  }

  /// The middle of a side from corner to corner.
  func middle(of side: Int) -> (Point, Point) {
    let half = Edges(
      top: widths.top / 2, right: widths.right / 2, bottom: widths.bottom / 2, left: widths.left / 2)
    switch side {
    case 0: return (Point(x: frame.x, y: frame.y + half.top), Point(x: frame.maxX, y: frame.y + half.top))
    case 1:
      return (Point(x: frame.maxX - half.right, y: frame.y), Point(x: frame.maxX - half.right, y: frame.maxY))
    case 2:
      return (
        Point(x: frame.x, y: frame.maxY - half.bottom), Point(x: frame.maxX, y: frame.maxY - half.bottom)
      )
    default: return (Point(x: frame.x + half.left, y: frame.y), Point(x: frame.x + half.left, y: frame.maxY))
    }
  }

  /// The part of the box that belongs to a side: up to the lines from its corners inward (CSS Backgrounds 3
  /// §3.2), as far in as round corners extend.
  func part(of side: Int) -> Path {
    let corners = [
      (Point(x: frame.x, y: frame.y), Point(x: widths.left, y: widths.top)),
      (Point(x: frame.maxX, y: frame.y), Point(x: -widths.right, y: widths.top)),
      (Point(x: frame.maxX, y: frame.maxY), Point(x: -widths.right, y: -widths.bottom)),
      (Point(x: frame.x, y: frame.maxY), Point(x: widths.left, y: -widths.bottom)),
    ]
    let reach = max(outer.greatest, widths.top, widths.right, widths.bottom, widths.left)
    func inward(_ index: Int) -> Point {
      let (corner, way) = corners[index]
      var share = reach / max(min(abs(way.x), abs(way.y)), 1e-6)
      if way.x != 0 { share = min(share, max(frame.width / 2 / abs(way.x), 1)) }
      if way.y != 0 { share = min(share, max(frame.height / 2 / abs(way.y), 1)) }
      return Point(x: corner.x + way.x * share, y: corner.y + way.y * share)
    }
    let next = (side + 1) % 4
    return Path(polygon: [corners[side].0, corners[next].0, inward(next), inward(side)])
  }

  /// Whether there is room for two lines with a gap between them.
  func isWide(_ pixelsPerPoint: Double) -> Bool {
    [widths.top, widths.right, widths.bottom, widths.left].contains { $0 * pixelsPerPoint >= 3 }
  }
}
