/// A place in points: x to the right, y downward, from the upper left corner of what holds it.
@frozen public struct Point: Hashable, Sendable, BitwiseCopyable {
  /// The distance from the left edge.
  public var x: Double
  /// The distance from the upper edge.
  public var y: Double

  /// The origin.
  @inlinable public static var zero: Point { Point(x: 0, y: 0) }

  /// A place from its two distances.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
