/// A vertical range in which floats shorten lines on one or both sides; a line is affected even by partial
/// overlap (CSS 2.2 §9.5).
@frozen public struct FloatBand: Hashable, Sendable, BitwiseCopyable {
  /// The start of the band, in points below the top of the content.
  public var top: Double
  /// The end of the band.
  public var bottom: Double
  /// The width taken on the left.
  public var left: Double
  /// The width taken on the right.
  public var right: Double

  /// A band from its range and the widths that it takes.
  @inlinable public init(top: Double, bottom: Double, left: Double, right: Double) {
    self.top = top
    self.bottom = bottom
    self.left = left
    self.right = right
  }
}
