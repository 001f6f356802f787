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
    let possible = squaringOff { $0.isFinite && $1.isFinite && $0 > 0 && $1 > 0 }
    let (across, down) = (possible.horizontal, possible.vertical)
    var factor = 1.0
    func fit(_ sum: Double, in length: Double) {
      if sum > 0 { factor = min(factor, max(length, 0) / sum) }
    }
    fit(across.topLeft + across.topRight, in: size.width)
    fit(down.topRight + down.bottomRight, in: size.height)
    fit(across.bottomRight + across.bottomLeft, in: size.width)
    fit(down.bottomLeft + down.topLeft, in: size.height)
    return CornerRadii(across.map { $0 * factor }, down.map { $0 * factor })
  }

  /// The radii of the edge that lies a distance inside on each side; outside if it is negative. A square
  /// corner stays square (§5.2).
  package func inset(by sides: Edges<Double>) -> CornerRadii {
    let round = squaringOff { $0 > 0 && $1 > 0 }
    func inner(_ radius: Double, _ width: Double) -> Double { radius > 0 ? radius - width : 0 }
    let (across, down) = (round.horizontal, round.vertical)
    return CornerRadii(
      Corners(
        topLeft: inner(across.topLeft, sides.left), topRight: inner(across.topRight, sides.right),
        bottomRight: inner(across.bottomRight, sides.right),
        bottomLeft: inner(across.bottomLeft, sides.left)),
      Corners(
        topLeft: inner(down.topLeft, sides.top), topRight: inner(down.topRight, sides.top),
        bottomRight: inner(down.bottomRight, sides.bottom),
        bottomLeft: inner(down.bottomLeft, sides.bottom))
    ).squaringOff { $0 > 0 && $1 > 0 }
  }

  /// The same radii with square corners where the two radii of a corner are not round.
  private func squaringOff(unless isRound: (Double, Double) -> Bool) -> CornerRadii {
    let isKept = Corners(
      topLeft: isRound(horizontal.topLeft, vertical.topLeft),
      topRight: isRound(horizontal.topRight, vertical.topRight),
      bottomRight: isRound(horizontal.bottomRight, vertical.bottomRight),
      bottomLeft: isRound(horizontal.bottomLeft, vertical.bottomLeft))
    return CornerRadii(horizontal.keeping(isKept), vertical.keeping(isKept))
  }
}

extension Corners<Double> {
  /// The same values, with 0 at the other corners.
  fileprivate func keeping(_ isKept: Corners<Bool>) -> Corners {
    Corners(
      topLeft: isKept.topLeft ? topLeft : 0, topRight: isKept.topRight ? topRight : 0,
      bottomRight: isKept.bottomRight ? bottomRight : 0, bottomLeft: isKept.bottomLeft ? bottomLeft : 0)
  }
}
