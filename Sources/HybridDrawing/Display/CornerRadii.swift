package import HybridGeometry

/// The radii of four corners: each is a quarter of an ellipse. CSS Backgrounds 3 §5.
package struct CornerRadii: Hashable, Sendable, BitwiseCopyable {
  package var horizontal: Corners<Double>
  package var vertical: Corners<Double>

  /// Square corners.
  package static let zero = CornerRadii(0)

  /// Circles of one radius.
  package init(_ all: Double) { self.init(Corners(all)) }

  /// Ellipses, by default circles. If one radius of a corner is 0, the corner is square.
  package init(_ horizontal: Corners<Double>, _ vertical: Corners<Double>? = nil) {
    self.horizontal = horizontal
    self.vertical = vertical ?? horizontal
  }

  /// The radii that a box of that size can have: none below 0, and if two on a side overlap, all are scaled
  /// down by one factor (§5.5).
  package func fitting(_ size: Size<Double>) -> CornerRadii {
    let pairs = zip(horizontal.clockwise, vertical.clockwise).map { x, y in
      x.isFinite && y.isFinite && x > 0 && y > 0 ? (x: x, y: y) : (x: 0, y: 0)
    }
    let sides = [
      (size.width, pairs[0].x + pairs[1].x), (size.height, pairs[1].y + pairs[2].y),
      (size.width, pairs[2].x + pairs[3].x), (size.height, pairs[3].y + pairs[0].y),
    ]
    let factor = sides.reduce(1.0) { $1.1 > 0 ? min($0, max($1.0, 0) / $1.1) : $0 }
    return CornerRadii(pairs.map { (x: $0.x * factor, y: $0.y * factor) })
  }

  /// The radii of the edge that lies a distance inside on each side; outside if it is negative. A square
  /// corner stays square (§5.2).
  package func inset(by sides: Edges<Double>) -> CornerRadii {
    let (top, right, bottom, left) = (sides.top, sides.right, sides.bottom, sides.left)
    let widths = [(left, top), (right, top), (right, bottom), (left, bottom)]
    let pairs = zip(zip(horizontal.clockwise, vertical.clockwise), widths).map { corner, width in
      let inner = (x: corner.0 - width.0, y: corner.1 - width.1)
      return corner.0 > 0 && corner.1 > 0 && inner.x > 0 && inner.y > 0 ? inner : (x: 0, y: 0)
    }
    return CornerRadii(pairs)
  }

  private init(_ pairs: [(x: Double, y: Double)]) {
    self.init(Corners(pairs.map { $0.x }), Corners(pairs.map { $0.y }))
  }
}

extension Corners<Double> {
  /// Four values in the order of CSS.
  fileprivate init(_ values: [Double]) {
    self.init(topLeft: values[0], topRight: values[1], bottomRight: values[2], bottomLeft: values[3])
  }
}
