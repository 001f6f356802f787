/// A shadow of a box. CSS Backgrounds 3 §6.1, in points.
@frozen public struct Shadow: Hashable, Sendable, BitwiseCopyable {
  /// Its offset to the right and downwards.
  public var offset: Point
  /// The blur radius: twice the standard deviation.
  public var blur: Double
  /// The amount by which it is larger than the box; for an inner one, smaller.
  public var spread: Double
  /// Its colour.
  public var color: RGBA
  /// Whether it is inside the box.
  public var isInset: Bool

  /// A shadow.
  @inlinable public init(
    offset: Point, blur: Double = 0, spread: Double = 0, color: RGBA, isInset: Bool = false
  ) {
    self.offset = offset
    self.blur = blur
    self.spread = spread
    self.color = color
    self.isInset = isInset
  }
}
