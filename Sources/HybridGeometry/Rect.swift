/// A rectangle in points. The frame of a node is its border box, counted from the corner of its parent's
/// border box; what is drawn counts from the upper left corner of the drawing. Not rounded.
@frozen public struct Rect: Hashable, Sendable, BitwiseCopyable {
  /// The distance of the left edge from the origin.
  public var x: Double
  /// The distance of the upper edge from the origin.
  public var y: Double
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// A rectangle from its corner and its extents.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// An empty rectangle at the origin: the frame of what has no box.
  @inlinable public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// The right edge.
  @inlinable public var maxX: Double { x + width }
  /// The lower edge.
  @inlinable public var maxY: Double { y + height }
  /// Whether nothing lies inside.
  @inlinable public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// Whether a point lies inside, or on the upper or left edge.
  @inlinable public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// The smallest rectangle that contains both. An empty rectangle counts with its corner.
  @inlinable public func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The part that lies in both; empty, at the corner nearest to `other`, when there is none.
  @inlinable public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}

extension Rect {
  /// The rectangle inset by a distance on each side; at least empty.
  @inlinable public func inset(by sides: Edges<Double>) -> Rect {
    Rect(
      x: x + sides.left, y: y + sides.top, width: max(width - sides.left - sides.right, 0),
      height: max(height - sides.top - sides.bottom, 0))
  }

  /// The rectangle grown by a distance on each side.
  @inlinable public func grown(by length: Double) -> Rect { grown(by: Edges(length)) }

  /// The rectangle grown by a distance for each side.
  @inlinable public func grown(by edges: Edges<Double>) -> Rect {
    Rect(
      x: x - edges.left, y: y - edges.top, width: width + edges.left + edges.right,
      height: height + edges.top + edges.bottom)
  }
}
