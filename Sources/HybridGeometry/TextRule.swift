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

  /// The thickness of a line that says nothing else, in points: a tenth of the font size, as in browsers.
  @inlinable public static func thickness(fontSize: Double) -> Double { max(fontSize / 10, 1) }

  /// The offset of such an underline.
  @inlinable public static func underlineOffset(thickness: Double) -> Double {
    max((thickness / 2).rounded(.up), 1)
  }
}
