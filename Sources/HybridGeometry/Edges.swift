/// One value for each physical side, in the order of CSS: top, right, bottom, left.
@frozen public struct Edges<Value> {
  /// The value of the upper side.
  public var top: Value
  /// The value of the right side.
  public var right: Value
  /// The value of the lower side.
  public var bottom: Value
  /// The value of the left side.
  public var left: Value

  /// Four values in the order of CSS.
  @inlinable public init(top: Value, right: Value, bottom: Value, left: Value) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// The same value on every side.
  @inlinable public init(_ all: Value) { self.init(top: all, right: all, bottom: all, left: all) }
}

extension Edges: Sendable where Value: Sendable {}
extension Edges: BitwiseCopyable where Value: BitwiseCopyable {}
extension Edges: Equatable where Value: Equatable {}
extension Edges: Hashable where Value: Hashable {}

extension Edges where Value: AdditiveArithmetic {
  /// Nothing on any side.
  @inlinable public static var zero: Edges { Edges(.zero) }

  /// Left and right together.
  @inlinable public var horizontal: Value { left + right }

  /// Top and bottom together.
  @inlinable public var vertical: Value { top + bottom }

  /// The sums, side by side.
  @inlinable public static func + (first: Edges, second: Edges) -> Edges {
    Edges(
      top: first.top + second.top, right: first.right + second.right,
      bottom: first.bottom + second.bottom, left: first.left + second.left)
  }
}
