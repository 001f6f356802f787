/// One value for each corner of a box, clockwise from the upper left one, as in CSS.
@frozen public struct Corners<Value> {
  /// The value of the upper left corner.
  public var topLeft: Value
  /// The value of the upper right corner.
  public var topRight: Value
  /// The value of the lower right corner.
  public var bottomRight: Value
  /// The value of the lower left corner.
  public var bottomLeft: Value

  /// Four values in the order of CSS.
  @inlinable public init(topLeft: Value, topRight: Value, bottomRight: Value, bottomLeft: Value) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The same value at every corner.
  @inlinable public init(_ all: Value) {
    self.init(topLeft: all, topRight: all, bottomRight: all, bottomLeft: all)
  }
}

extension Corners: Sendable where Value: Sendable {}
extension Corners: BitwiseCopyable where Value: BitwiseCopyable {}
extension Corners: Equatable where Value: Equatable {}
extension Corners: Hashable where Value: Hashable {}

extension Corners {
  /// The values in the order of CSS.
  public var clockwise: [Value] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The values, each transformed by a function.
  public func map<Other>(_ transform: (Value) -> Other) -> Corners<Other> {
    Corners<Other>(
      topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
      bottomLeft: transform(bottomLeft))
  }
}

extension Corners where Value == Double {
  /// Radii of square corners.
  @inlinable public static var zero: Corners { Corners(0) }
}
