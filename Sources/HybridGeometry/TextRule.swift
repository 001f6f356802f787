/// A line of a decoration along a piece of text. CSS Text Decoration 3 §2.
@frozen public struct TextRule: Hashable, Sendable, BitwiseCopyable {
  /// Where the line is.
  @frozen public enum Place: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
    case under, over, through
  }
  /// How it is drawn.
  @frozen public enum Style: String, CaseIterable, Hashable, Sendable, BitwiseCopyable {
    case solid, double, dotted, dashed, wavy
  }

  /// Where it is.
  public var place: Place
  /// How it is drawn.
  public var style: Style
  /// Its colour.
  public var color: RGBA
  /// Its thickness in points.
  public var thickness: Double
  /// The upper edge of the line, in points below the baseline; negative is above it.
  public var offset: Double

  /// A line.
  @inlinable public init(
    _ place: Place, style: Style = .solid, color: RGBA, thickness: Double, offset: Double
  ) {
    self.place = place
    self.style = style
    self.color = color
    self.thickness = thickness
    self.offset = offset
  }
}
