import HybridGeometry
import Testing

@Suite struct GeometryTests {
  @Test(arguments: [
    (
      Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 2, y: 3, width: 4, height: 5),
      Rect(x: 2, y: 3, width: 4, height: 5)
    ),
    (
      Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 5, y: -5, width: 10, height: 10),
      Rect(x: 5, y: 0, width: 5, height: 5)
    ),
    (
      Rect(x: 0, y: 0, width: 1, height: 1), Rect(x: 4, y: 0, width: 1, height: 1),
      Rect(x: 4, y: 0, width: 0, height: 1)
    ),
  ])
  func rectanglesMeet(_ one: Rect, _ other: Rect, _ both: Rect) {
    #expect(one.intersection(other) == both)
    #expect(one.intersection(other).isEmpty == both.isEmpty)
  }

  @Test func aUnionReachesFromTheFirstEdgeToTheLast() {
    let one = Rect(x: 0, y: 2, width: 3, height: 4)
    #expect(one.union(Rect(x: 5, y: 1, width: 1, height: 1)) == Rect(x: 0, y: 1, width: 6, height: 5))
    #expect(one.union(Rect(x: 1, y: 3, width: 1, height: 1)) == one)
  }

  @Test func rectanglesEndAtTheirEdges() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    #expect(rect.maxX == 4 && rect.maxY == 6 && !rect.isEmpty)
    #expect(Rect.zero.isEmpty && Rect(x: 0, y: 0, width: .nan, height: 1).isEmpty)
  }

  @Test func edgesAddUp() {
    let edges = Edges(top: 1, right: 2, bottom: 3, left: 4)
    #expect(edges.horizontal == 6 && edges.vertical == 4)
    #expect(edges + Edges(1) == Edges(top: 2, right: 3, bottom: 4, left: 5))
    #expect(Edges<Double>.zero == Edges(0))
  }

  @Test func oneValueIsForAllPlaces() {
    #expect(Size(7) == Size(width: 7, height: 7))
    #expect(Edges(7) == Edges(top: 7, right: 7, bottom: 7, left: 7))
    #expect(Corners(7) == Corners(topLeft: 7, topRight: 7, bottomRight: 7, bottomLeft: 7))
  }
}

@Suite struct ColorTests {
  @Test func colorsPackAndUnpack() {
    #expect(RGBA(packed: 0x1234_5678) == RGBA(0x12, 0x34, 0x56, 0x78))
    #expect(RGBA(packed: 0x1234_5678).packed == 0x1234_5678)
    #expect(RGBA.transparent.isTransparent && !RGBA.black.isTransparent)
  }

  /// Compositing and Blending 1 §5.1.
  @Test(arguments: [
    (RGBA.black, RGBA.white, RGBA.black), (.transparent, .white, .white),
    (RGBA(0, 0, 0, 128), .white, RGBA(127, 127, 127)),
    (RGBA(255, 0, 0, 128), RGBA(0, 0, 255, 128), RGBA(170, 0, 85, 192)),
  ])
  func colorsCoverOneAnother(_ above: RGBA, _ below: RGBA, _ both: RGBA) {
    #expect(above.over(below) == both)
  }

  @Test func contrastIsThatOfTheGuidelines() {
    #expect(abs(RGBA.white.contrast(with: .black) - 21) < 0.01)
    #expect(RGBA(1, 2, 3).contrast(with: RGBA(1, 2, 3)) == 1)
    #expect(RGBA.black.faded(to: 0.5) == RGBA(0, 0, 0, 128))
  }

  @Test(
    arguments: [
      (RGBA.black, RGBA.white, 21.0), (.white, .white, 1), (RGBA(0x76, 0x76, 0x76), .white, 4.5423),
      (RGBA(0x77, 0x77, 0x77), .white, 4.4781), (RGBA(255, 0, 0), .white, 3.9985),
      (RGBA(5, 5, 5), .black, 1.0304),
    ] as [(RGBA, RGBA, Double)])
  func exactContrastIsExactToHundredths(_ one: RGBA, _ other: RGBA, _ ratio: Double) {
    #expect(abs(one.exactContrast(with: other) - ratio) < 0.0001)
    #expect(one.exactContrast(with: other) == other.exactContrast(with: one))
    #expect(abs(one.contrast(with: other) - ratio) < 0.2)
  }

  @Test(
    arguments: [
      (0.0, RGBA(0, 100, 200, 0)), (1, RGBA(255, 0, 100, 255)), (0.5, RGBA(128, 50, 150, 128)),
      (0.25, RGBA(64, 75, 175, 64)),
    ] as [(Double, RGBA)])
  func straightAlphaIsMixedLikeTheOtherParts(_ share: Double, _ mixed: RGBA) {
    #expect(RGBA(0, 100, 200, 0).mixedStraight(with: RGBA(255, 0, 100, 255), share) == mixed)
  }
}
