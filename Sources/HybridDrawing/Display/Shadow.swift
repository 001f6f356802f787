package import HybridGeometry

/// A shadow of a box. CSS Backgrounds 3 §6.1, in points.
package struct Shadow: Hashable, Sendable {
  /// Its offset to the right and downwards.
  package var offset: Point
  /// The blur radius: twice the standard deviation.
  package var blur: Double
  /// The amount by which it is larger than the box; for an inner one, smaller.
  package var spread: Double
  /// Its colour.
  package var color: RGBA
  /// Whether it is inside the box.
  package var isInset: Bool

  /// A shadow.
  package init(offset: Point, blur: Double = 0, spread: Double = 0, color: RGBA, isInset: Bool = false) {
    self.offset = offset
    self.blur = blur
    self.spread = spread
    self.color = color
    self.isInset = isInset
  }
}
