import HybridGeometry
import Testing

@testable import HybridDrawing

/// Backgrounds, borders, shadows and gradients, pixel by pixel.
struct PictureBoxTests {
  static let red = RGBA(255, 0, 0)
  static let blue = RGBA(0, 0, 255)

  static func drawn(
    _ items: [DisplayList.Content], _ width: Double = 40, _ height: Double = 40, scale: Double = 1,
    images: any ImageSource = NoImages()
  ) throws -> Bitmap {
    let list = DisplayList(
      size: Size(width: width, height: height), items: items.map { DisplayList.Item($0) })
    return try Picture.bitmap(list, scale: scale, images: images)
  }

  static func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: RGBA = .transparent,
    radius: Double = 0, change: (inout DisplayList.Box) -> Void = { _ in }
  ) -> DisplayList.Content {
    var box = DisplayList.Box(
      frame: Rect(x: x, y: y, width: width, height: height), background: color, radii: CornerRadii(radius))
    change(&box)
    return .box(box)
  }

  @Test(arguments: [1.0, 2, 3, 0.5])
  func aBoxFillsItsFrameAndNothingElse(_ scale: Double) throws {
    let bitmap = try Self.drawn([Self.box(4, 6, 8, 10, Self.red)], 20, 20, scale: scale)
    #expect((bitmap.width, bitmap.height) == (Int(20 * scale), Int(20 * scale)))
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let isInside =
          (Int(4 * scale)..<Int(12 * scale)).contains(x) && (Int(6 * scale)..<Int(16 * scale)).contains(y)
        #expect(bitmap[x, y] == (isInside ? Self.red : .white), "\(x) \(y)")
      }
    }
  }

  @Test func edgesBetweenPixelsAreMovedOntoThem() throws {
    let bitmap = try Self.drawn([Self.box(4.3, 6.6, 8, 0.2, Self.red)], 20, 20)
    #expect(bitmap[4, 7] == Self.red)
    #expect(bitmap[3, 7] == .white)
    #expect(bitmap[11, 7] == Self.red)
    #expect(bitmap[12, 7] == .white)
    #expect(bitmap[6, 6] == .white)
    #expect(bitmap[6, 8] == .white)
  }

  @Test func roundCornersAreCutAndOverlappingRadiiShrink() throws {
    let round = try Self.drawn([Self.box(0, 0, 40, 40, Self.red, radius: 10)])
    #expect(round[0, 0] == .white)
    #expect(round[1, 1] == .white)
    #expect(round[4, 4] == Self.red)
    #expect(round[10, 0] == Self.red)
    // 60 points each way shrink to a circle of 20 (CSS Backgrounds 3 §5.5).
    let disc = try Self.drawn([Self.box(0, 0, 40, 40, Self.red, radius: 60)])
    #expect(disc[4, 4] == .white)
    #expect(disc[7, 7] == Self.red)
    #expect(disc[20, 1] == Self.red)
  }

  @Test func sidesDifferInWidthColorAndStyle() throws {
    let bitmap = try Self.drawn([
      Self.box(0, 0, 40, 40, RGBA(0, 255, 0)) {
        $0.borders = Edges(
          top: DisplayList.Border(width: 10, color: Self.red), right: .none,
          bottom: DisplayList.Border(width: 9, style: .double, color: .black),
          left: DisplayList.Border(width: 10, color: Self.blue))
      }
    ])
    #expect(bitmap[20, 0] == Self.red)
    #expect(bitmap[39, 9] == Self.red)
    #expect(bitmap[20, 10] == RGBA(0, 255, 0))
    #expect(bitmap[0, 20] == Self.blue)
    // Either side of the line from the corner inward.
    #expect(bitmap[8, 3] == Self.red)
    #expect(bitmap[3, 8] == Self.blue)
    #expect(bitmap[39, 20] == RGBA(0, 255, 0))
    #expect([31, 34, 37].map { bitmap[20, $0] } == [.black, RGBA(0, 255, 0), .black])
  }

  @Test(arguments: [(LineStyle.dashed, 4.0), (.dotted, 2)])
  func dashesBeginAndEndAtCorners(_ style: LineStyle, _ width: Double) throws {
    let bitmap = try Self.drawn([
      Self.box(0, 0, 40, 40) {
        $0.borders.top = DisplayList.Border(width: width, style: style, color: .black)
      }
    ])
    let row = (0..<40).map { bitmap[$0, 1].red < 128 }
    #expect(row[0] && row[39])
    #expect(row.contains(false))
    // The gradient is symmetric.
    #expect(row == row.reversed())
  }

  @Test func carvedLinesAreLitFromTheUpperLeft() throws {
    let gray = RGBA(200, 200, 200)
    func corners(_ style: LineStyle) throws -> [UInt8] {
      let bitmap = try Self.drawn([
        Self.box(0, 0, 40, 40) {
          $0.borders = Edges(DisplayList.Border(width: 8, style: style, color: gray))
        }
      ])
      return [bitmap[20, 1].red, bitmap[20, 6].red, bitmap[20, 33].red, bitmap[20, 38].red]
    }
    #expect(try corners(.inset) == [116, 116, 255, 255])
    #expect(try corners(.outset) == [255, 255, 116, 116])
    #expect(try corners(.groove) == [116, 255, 116, 255])
    #expect(try corners(.ridge) == [255, 116, 255, 116])
  }

  @Test func aSharpShadowHasItsOffsetAndSpread() throws {
    let bitmap = try Self.drawn([
      Self.box(10, 10, 10, 10) {
        $0.shadows = [Shadow(offset: Point(x: 5, y: 0), spread: 2, color: .black)]
      }
    ])
    // From 13 to 27 across and 8 to 22 down, but not where the box itself is, though that shows nothing.
    #expect(bitmap[26, 15] == .black)
    #expect(bitmap[27, 15] == .white)
    #expect(bitmap[22, 8] == .black)
    #expect(bitmap[22, 7] == .white)
    #expect(bitmap[15, 15] == .white)
  }

  @Test func aBlurFadesOverItsWidthAndKeepsHalfAtTheEdge() throws {
    let bitmap = try Self.drawn(
      [
        Self.box(40, 40, 80, 80, .white) {
          $0.shadows = [Shadow(offset: Point(x: 0, y: 0), blur: 20, color: .black)]
        }
      ], 160, 160)
    let row = (120..<160).map { Int(bitmap[$0, 80].red) }
    #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 })
    // Half at the edge; at three standard deviations nothing is left of it.
    #expect(abs(row[0] - 128) < 12)
    #expect(row[10] > 200 && row[10] < 230)
    #expect(row[34] >= 254)
    #expect(bitmap[80, 80] == .white)
  }

  @Test func blursOfEqualCornersAreTheSameHoweverLargeTheBox() throws {
    func column(_ size: Double) throws -> [RGBA] {
      let bitmap = try Self.drawn(
        [
          Self.box(30, 30, size, size, .white, radius: 8) {
            $0.shadows = [Shadow(offset: Point(x: 0, y: 0), blur: 12, color: .black)]
          }
        ], 400, 400)
      return (10..<60).flatMap { y in (10..<60).map { bitmap[$0, y] } }
    }
    #expect(try column(200) == column(320))
  }

  @Test func anInsetShadowFallsFromTheEdges() throws {
    let bitmap = try Self.drawn([
      Self.box(5, 5, 30, 30, Self.red) {
        $0.shadows = [Shadow(offset: Point(x: 4, y: 0), color: .black, isInset: true)]
      }
    ])
    #expect(bitmap[8, 20] == .black)
    #expect(bitmap[9, 20] == Self.red)
    #expect(bitmap[34, 20] == Self.red)
    #expect(bitmap[4, 20] == .white)
  }

  static func gradient(
    _ shape: Gradient.Shape, _ stops: [(Double, RGBA)], repeats: Bool = false,
    frame: Rect = Rect(x: 0, y: 0, width: 40, height: 40), tiles: Bool = false
  ) -> DisplayList.Content {
    Self.box(0, 0, 40, 40) {
      $0.gradients = [
        Gradient(
          frame: frame, shape: shape, stops: stops.map { Gradient.Stop(position: $0.0, color: $0.1) },
          isRepeating: repeats, tiles: tiles)
      ]
    }
  }

  @Test func aLinearGradientRunsFromEndToEnd() throws {
    let bitmap = try Self.drawn([
      Self.gradient(
        .linear(from: Point(x: 0, y: 0), to: Point(x: 40, y: 0)), [(0, Self.red), (1, Self.blue)])
    ])
    #expect(bitmap[0, 20].red > 248 && bitmap[0, 20].blue < 8)
    #expect(bitmap[39, 20].blue > 248 && bitmap[39, 20].red < 8)
    #expect(abs(Int(bitmap[19, 3].red) - 130) < 4)
    #expect(bitmap[19, 3] == bitmap[19, 37])
  }

  @Test func alphaRunsPremultiplied() throws {
    // Half way from invisible black to red is red at half its alpha, not dark red.
    let bitmap = try Self.drawn([
      Self.gradient(
        .linear(from: Point(x: 0, y: 0), to: Point(x: 40, y: 0)), [(0, .transparent), (1, Self.red)])
    ])
    #expect(bitmap[20, 20].red > 252)
    #expect(abs(Int(bitmap[20, 20].green) - 125) < 6)
  }

  @Test func stopsAtOnePlaceMakeASharpEdgeAndRepeatsBeginAgain() throws {
    let line = Gradient.Shape.linear(from: Point(x: 0, y: 0), to: Point(x: 40, y: 0))
    let edge = try Self.drawn([Self.gradient(line, [(0.5, Self.red), (0.5, Self.blue)])])
    #expect(edge[18, 5] == Self.red)
    #expect(edge[21, 5] == Self.blue)
    let stripes = try Self.drawn([
      Self.gradient(
        line, [(0, Self.red), (0.1, Self.red), (0.1, Self.blue), (0.2, Self.blue)], repeats: true)
    ])
    #expect(
      [1, 5, 9, 13, 17, 33, 37].map { stripes[$0, 9] == Self.red } == [
        true, false, true, false, true, true, false,
      ])
  }

  @Test func radialAndConicGradientsTurnRoundTheirCentre() throws {
    let radial = try Self.drawn([
      Self.gradient(
        .radial(center: Point(x: 20, y: 20), radii: Size(width: 20, height: 10)),
        [(0, Self.red), (0.98, Self.red), (1, Self.blue)])
    ])
    #expect(radial[20, 20] == Self.red)
    #expect(radial[36, 20] == Self.red)
    #expect(radial[20, 36] == Self.blue)
    let conic = try Self.drawn([
      Self.gradient(
        .conic(center: Point(x: 20, y: 20), angle: 0),
        [(0, Self.red), (0.25, Self.red), (0.25, Self.blue), (0.5, Self.blue), (0.5, .black), (1, .black)])
    ])
    #expect(
      [conic[30, 10], conic[30, 30], conic[10, 30], conic[10, 10]] == [Self.red, Self.blue, .black, .black])
  }

  @Test func tilesRepeatOverTheBox() throws {
    let bitmap = try Self.drawn([
      Self.gradient(
        .linear(from: Point(x: 0, y: 0), to: Point(x: 8, y: 0)), [(0.5, Self.red), (0.5, Self.blue)],
        frame: Rect(x: 0, y: 0, width: 8, height: 8), tiles: true)
    ])
    #expect(
      [1, 6, 9, 14, 33, 38].map { bitmap[$0, 30] } == [
        Self.red, Self.blue, Self.red, Self.blue, Self.red, Self.blue,
      ])
  }

  @Test(arguments: [1e300, -1e300, .infinity, .nan, -5])
  func boxesThatCannotBePlacedAreLeftOut(_ length: Double) throws {
    let border = Edges(DisplayList.Border(width: length, style: .dotted, color: .black))
    let bitmap = try Self.drawn([
      Self.box(0, 0, length, 10, Self.red),
      Self.box(length, 0, 10, 10, Self.red) { $0.borders = border },
      Self.box(0, 0, 10, 10) {
        $0.shadows = [Shadow(offset: Point(x: length, y: 0), blur: length, spread: length, color: .black)]
      },
    ])
    #expect(bitmap[39, 39] == .white)
  }
}
