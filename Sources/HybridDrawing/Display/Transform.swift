package import HybridGeometry

/// A two-dimensional transformation matrix: it maps (x, y) to (ax + cy + tx, bx + dy + ty), in points from
/// the corner of the drawing. CSS Transforms 1 §12.
package struct Transform: Hashable, Sendable {
  package var a: Double
  package var b: Double
  package var c: Double
  package var d: Double
  package var tx: Double
  package var ty: Double

  /// The identity matrix.
  package static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A matrix from its six numbers.
  package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// The matrix of six numbers `a b c d tx ty` applied around a corner; nil unless they are six finite
  /// numbers.
  package init?(_ numbers: [Double], about corner: Point = Point(x: 0, y: 0)) {
    guard numbers.count == 6, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e9 }) else { return nil }
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5])
    tx += corner.x - a * corner.x - c * corner.y
    ty += corner.y - b * corner.x - d * corner.y
  }

  /// A uniform scale.
  package static func scale(_ factor: Double) -> Transform {
    Transform(a: factor, b: 0, c: 0, d: factor, tx: 0, ty: 0)
  }

  /// The composition: `inner` first, then this one.
  package func after(_ inner: Transform) -> Transform {
    Transform(
      a: a * inner.a + c * inner.b, b: b * inner.a + d * inner.b, c: a * inner.c + c * inner.d,
      d: b * inner.c + d * inner.d, tx: a * inner.tx + c * inner.ty + tx, ty: b * inner.tx + d * inner.ty + ty
    )
  }

  /// The image of a point.
  package func apply(to spot: Point) -> Point {
    Point(x: a * spot.x + c * spot.y + tx, y: b * spot.x + d * spot.y + ty)
  }

  /// The inverse; nil for a matrix that maps everything to a line.
  package var inverse: Transform? {
    let area = a * d - b * c
    guard abs(area) > 1e-12 else { return nil }
    return Transform(
      a: d / area, b: -b / area, c: -c / area, d: a / area, tx: (c * ty - d * tx) / area,
      ty: (b * tx - a * ty) / area)
  }

  /// Whether areas stay areas, of a size that can be computed with.
  package var isDrawable: Bool {
    inverse != nil && [a, b, c, d, tx, ty].allSatisfy { $0.isFinite && abs($0) < 1e7 }
  }

  /// Whether it only translates and scales uniformly: rectangles and letters stay upright.
  package var isUpright: Bool { b == 0 && c == 0 && a == d && a > 0 }
}
