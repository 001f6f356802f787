/// A width and a height of the same kind.
package struct Size<Value> {
  /// The horizontal extent.
  package var width: Value
  /// The vertical extent.
  package var height: Value

  /// A size from its two extents.
  package init(width: Value, height: Value) {
    self.width = width
    self.height = height
  }

  /// The same value on both axes.
  package init(_ both: Value) { self.init(width: both, height: both) }
}

extension Size: Sendable where Value: Sendable {}
extension Size: BitwiseCopyable where Value: BitwiseCopyable {}
extension Size: Equatable where Value: Equatable {}
extension Size: Hashable where Value: Hashable {}

extension Size where Value == Double {
  /// Nothing by nothing.
  package static let zero = Size(0)
}

/// One value for each physical side, in the order of CSS: top, right, bottom, left.
package struct Edges<Value> {
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

extension Edges: Sendable where Value: Sendable {}
extension Edges: Equatable where Value: Equatable {}
extension Edges: Hashable where Value: Hashable {}

extension Edges where Value == Double {
  /// No extent on any side.
  static let zero = Edges(0)

  /// Left and right together.
  var horizontal: Double { left + right }

  /// Top and bottom together.
  var vertical: Double { top + bottom }

  static func + (first: Edges, second: Edges) -> Edges {
    Edges(
      top: first.top + second.top, right: first.right + second.right,
      bottom: first.bottom + second.bottom, left: first.left + second.left)
  }
}

/// A frame in points. For a node's frame, `x` and `y` count from the corner of its parent's border box.
package struct Rect: Hashable, Sendable {
  /// The distance of the left edge from the origin.
  package var x: Double
  /// The distance of the upper edge from the origin.
  package var y: Double
  /// The horizontal extent, never negative.
  package var width: Double
  /// The vertical extent, never negative.
  package var height: Double

  /// A rectangle from its corner and its extents.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// An empty rectangle at the origin: the frame of what has no box.
  package static let zero = Rect(x: 0, y: 0, width: 0, height: 0)
}
