package import HybridGeometry

/// A shadow of a box. CSS Backgrounds 3 §6.1, in points.
package struct Shadow: Hashable, Sendable {
  /// How far it falls to the right and downwards.
  package var offset: Point
  /// How wide its edge fades: twice the standard deviation of the blur.
  package var blur: Double
  /// How much larger than the box it is; smaller, for one inside.
  package var spread: Double
  /// Its colour.
  package var color: RGBA
  /// Whether it falls inside of the box.
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
