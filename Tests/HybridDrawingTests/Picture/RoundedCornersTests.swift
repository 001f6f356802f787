import HybridGeometry
import Testing

@testable import HybridDrawing

/// CSS Backgrounds 3 §5.2: a corner whose padding edge has no radius on one axis is sharp.
@Test(arguments: [
  (Edges(top: 0.0, right: 0, bottom: 0, left: 8), [0.0, 8, 8, 0]),
  (Edges(top: 0.0, right: 0, bottom: 0, left: 3), [5.0, 8, 8, 5]),
  (Edges(top: 9.0, right: 0, bottom: 0, left: 0), [0.0, 0, 8, 8]),
  (Edges(top: 0.0, right: 0, bottom: 0, left: 0), [8.0, 8, 8, 8]),
])
func cornersInsideOfBordersAreRoundOnBothAxesOrSharp(_ borders: Edges<Double>, _ widths: [Double]) {
  let bounds = Rect(x: 0, y: 0, width: 100, height: 50)
  let corners = RoundedCorners(CornerRadii(8), in: bounds)
  let inner = corners.inset(by: borders)
  #expect(inner.all.map(\.width) == widths)
  #expect(inner.all.allSatisfy { ($0.width > 0) == ($0.height > 0) })
}
