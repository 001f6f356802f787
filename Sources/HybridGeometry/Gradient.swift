/// A gradient over an area, with everything resolved to points. CSS Images 3 §3.
@frozen public struct Gradient: Hashable, Sendable {
  /// The shape of the gradient; coordinates are relative to the corner of the area.
  @frozen public enum Shape: Hashable, Sendable, BitwiseCopyable {
    /// Along the line between two points.
    case linear(from: Point, to: Point)
    /// From a centre to an ellipse with those radii.
    case radial(center: Point, radii: Size<Double>)
    /// Around a centre, clockwise from an angle in degrees; 0 is up.
    case conic(center: Point, angle: Double)
  }

  /// A colour at a position on the gradient line.
  @frozen public struct Stop: Hashable, Sendable, BitwiseCopyable {
    /// 0 is the start of the line, 1 its end. Never less than that of the stop before.
    public var position: Double
    /// The colour there.
    public var color: RGBA

    /// A colour stop.
    @inlinable public init(position: Double, color: RGBA) {
      self.position = position
      self.color = color
    }
  }

  /// The area that it fills, relative to the upper left corner of what holds it: in a view tree the border
  /// box of its node, in a display list the drawing.
  public var frame: Rect
  /// The shape of the gradient.
  public var shape: Shape
  /// In order, at least one; in a view tree at least two.
  public var stops: [Stop]
  /// Whether the stops repeat after the last one.
  public var isRepeating: Bool
  /// Whether the area is repeated side by side over the whole box that is painted.
  public var tiles: Bool
  /// The distances of repeated areas across and down, where they do not adjoin in both directions; 0 for one
  /// area only.
  public var steps: Size<Double>?

  /// A gradient.
  @inlinable public init(
    frame: Rect, shape: Shape, stops: [Stop], isRepeating: Bool = false, tiles: Bool = false
  ) {
    self.frame = frame
    self.shape = shape
    self.stops = stops
    self.isRepeating = isRepeating
    self.tiles = tiles
  }
}
