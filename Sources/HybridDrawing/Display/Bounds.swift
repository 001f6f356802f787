/// A place in points: x to the right, y downward, from the upper left corner of the drawing.
package struct Spot: Hashable, Sendable {
  /// The distance from the left edge.
  package var x: Double
  /// The distance from the upper edge.
  package var y: Double

  /// A place from its two distances.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in points.
package struct Extent: Hashable, Sendable {
  /// The horizontal extent.
  package var width: Double
  /// The vertical extent.
  package var height: Double

  /// Nothing by nothing.
  package static let zero = Extent(width: 0, height: 0)

  /// An extent from its two measures.
  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle in points, counted from the upper left corner of the drawing.
package struct Bounds: Hashable, Sendable {
  /// The distance of its left edge from the left.
  package var x: Double
  /// The distance of its upper edge from the top.
  package var y: Double
  /// The horizontal extent.
  package var width: Double
  /// The vertical extent.
  package var height: Double

  /// A rectangle from its corner and its extents.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The right edge.
  package var maxX: Double { x + width }
  /// The lower edge.
  package var maxY: Double { y + height }
  /// Whether nothing lies inside.
  package var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The part that lies in both; empty, at the corner nearest to `other`, when there is none.
  package func intersection(_ other: Bounds) -> Bounds {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Bounds(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}

/// One value for each side, in the order of CSS.
package struct Sides<Value> {
  /// The value of the upper side.
  package var top: Value
  /// The value of the right side.
  package var right: Value
  /// The value of the lower side.
  package var bottom: Value
  /// The value of the left side.
  package var left: Value

  /// Four values in the order of CSS.
  package init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// The same value on every side.
  package init(_ all: Value) { self.init(top: all, right: all, bottom: all, left: all) }
}

extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}
extension Sides: Sendable where Value: Sendable {}

/// One radius in points for each corner, clockwise from the upper left one.
package struct CornerRadii: Hashable, Sendable {
  /// The radius of the upper left corner.
  package var topLeft: Double
  /// The radius of the upper right corner.
  package var topRight: Double
  /// The radius of the lower right corner.
  package var bottomRight: Double
  /// The radius of the lower left corner.
  package var bottomLeft: Double

  /// Square corners.
  package static let zero = CornerRadii(0)

  /// Four radii in the order of CSS.
  package init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The same radius at every corner.
  package init(_ all: Double) { self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all) }
}
