/// A line along the outlines of letters, above their fill. Compatibility Standard §4, `-webkit-text-stroke`.
@frozen public struct TextStroke: Hashable, Sendable, BitwiseCopyable {
  /// In points; half of it lies within the letters.
  public var width: Double
  /// Its colour.
  public var color: RGBA

  /// A line.
  @inlinable public init(width: Double, color: RGBA) {
    self.width = width
    self.color = color
  }
}
