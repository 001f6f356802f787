import HybridGeometry
import Testing

@testable import HybridDrawing

/// Clips, groups and transforms, and images.
struct PictureStateTests {
  private static let red = PictureBoxTests.red
  private static let blue = PictureBoxTests.blue

  @Test func aClipCutsWhatIsInItAndNothingBehindIt() throws {
    let bitmap = try PictureBoxTests.drawn([
      .pushClip(Rect(x: 0, y: 0, width: 20, height: 20), CornerRadii(10)),
      PictureBoxTests.box(0, 0, 40, 40, Self.red), .popClip, PictureBoxTests.box(30, 30, 10, 10, Self.blue),
    ])
    #expect(bitmap[10, 10] == Self.red)
    #expect(bitmap[1, 1] == .white)
    #expect(bitmap[21, 10] == .white)
    #expect(bitmap[35, 35] == Self.blue)
  }

  @Test func aGroupFadesAsOne() throws {
    let boxes = [PictureBoxTests.box(0, 0, 20, 20, Self.red), PictureBoxTests.box(10, 0, 20, 20, Self.blue)]
    let bitmap = try PictureBoxTests.drawn([.pushOpacity(0.5)] + boxes + [.popOpacity])
    // In the overlap, the lower box does not shine through.
    #expect(bitmap[15, 10] == bitmap[25, 10])
    #expect(abs(Int(bitmap[5, 10].green) - 128) <= 1)
    #expect(bitmap[15, 10].red == bitmap[15, 10].green)
    let gone = try PictureBoxTests.drawn([.pushOpacity(0)] + boxes + [.popOpacity, boxes[0]])
    #expect(gone[5, 10] == Self.red)
    #expect(gone[25, 10] == .white)
  }

  @Test func groupsKeepWhatFallsBesideTheirBoxes() throws {
    let bitmap = try PictureBoxTests.drawn([
      .pushOpacity(0.5),
      PictureBoxTests.box(5, 5, 5, 5, Self.red) {
        $0.shadows = [Shadow(offset: Point(x: 20, y: 20), color: .black)]
      }, .popOpacity,
    ])
    #expect(abs(Int(bitmap[27, 27].red) - 128) <= 1)
  }

  @Test func transformsTurnAndScaleAboutTheirCorner() throws {
    let quarter = try #require(Transform([0, 1, -1, 0, 0, 0], about: Point(x: 20, y: 20)))
    let turned = try PictureBoxTests.drawn([
      .pushTransform(quarter), PictureBoxTests.box(20, 20, 15, 5, Self.red), .popTransform,
      PictureBoxTests.box(0, 0, 5, 5, Self.blue),
    ])
    // To the right became down, and down became left.
    #expect(turned[17, 30] == Self.red)
    #expect(turned[30, 22] == .white)
    #expect(turned[2, 2] == Self.blue)
    let double = try #require(Transform([2, 0, 0, 2, 0, 0], about: Point(x: 10, y: 10)))
    let scaled = try PictureBoxTests.drawn([
      .pushTransform(double), PictureBoxTests.box(10, 10, 10, 10, Self.red),
    ])
    #expect(scaled[29, 29] == Self.red)
    #expect(scaled[30, 30] == .white)
  }

  @Test func whatIsFlatOrUnbalancedDrawsOn() throws {
    let flat = try #require(Transform([1, 0, 0, 0, 0, 0]))
    let text = DisplayList.Text(frame: Rect(x: 0, y: 0, width: 40, height: 20), text: RichText("flat"))
    let bitmap = try PictureBoxTests.drawn([
      .popClip, .popOpacity, .pushTransform(flat), PictureBoxTests.box(0, 0, 40, 40, Self.red), .text(text),
      .popTransform, PictureBoxTests.box(30, 30, 10, 10, Self.blue), .pushOpacity(0.5),
    ])
    #expect(bitmap[35, 35] == Self.blue)
  }

  /// One image, four pixels: red, blue below each other on the left, white on the right.
  private struct Checks: ImageSource {
    func image(_ source: String, near pixels: (width: Int, height: Int)) -> Bitmap? {
      guard source == "checks" else { return nil }
      let rows: [[RGBA]] = [
        Array(repeating: red, count: 20) + Array(repeating: .black, count: 20),
        Array(repeating: blue, count: 20) + Array(repeating: .black, count: 20),
      ]
      let colors = (0..<20).flatMap { rows[$0 / 10] }
      return Bitmap(
        width: 40, height: 20, pixels: colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] })
    }
  }

  @Test(arguments: [
    // Stretched: all of the frame.
    (ImageFit.fill, ImagePosition.center, [red, black, blue, black]),
    // Whole, in the middle: bands above and below.
    (.contain, .center, [.white, .white, .white, .white]),
    // Its left half covers the frame.
    (.cover, ImagePosition(shareX: 0, shareY: 0), [red, red, blue, blue]),
    (.cover, ImagePosition(shareX: 1, shareY: 0), [black, black, black, black]),
  ])
  func imagesFitIntoTheirFrames(_ fit: ImageFit, _ position: ImagePosition, _ expected: [RGBA]) throws {
    var image = DisplayList.Image(frame: Rect(x: 0, y: 0, width: 40, height: 40), source: "checks")
    image.fit = fit
    image.position = position
    let bitmap = try PictureBoxTests.drawn([.image(image)], images: Checks())
    #expect([bitmap[5, 5], bitmap[35, 5], bitmap[5, 35], bitmap[35, 35]] == expected)
  }
  private static let black = RGBA.black

  @Test func pixelatedImagesKeepTheirColors() throws {
    var image = DisplayList.Image(frame: Rect(x: 0, y: 0, width: 320, height: 160), source: "checks")
    func colors(isPixelated: Bool) throws -> Set<RGBA> {
      image.isPixelated = isPixelated
      image.tiling = nil
      let drawn = try PictureBoxTests.drawn([.image(image)], 320, 160, images: Checks())
      image.tiling = DisplayList.Tiling(area: image.frame)
      #expect(try PictureBoxTests.drawn([.image(image)], 320, 160, images: Checks()) == drawn)
      return Set((0..<320).flatMap { x in (0..<160).map { drawn[x, $0] } })
    }
    #expect(try colors(isPixelated: true) == [Self.red, Self.blue, Self.black])
    #expect(try colors(isPixelated: false).count > 3)
  }

  @Test func aMissingImageIsABoxWithItsLabel() throws {
    let image = DisplayList.Image(
      frame: Rect(x: 0, y: 0, width: 120, height: 40), source: "photos/gone.png", label: "Harbour")
    let bitmap = try PictureBoxTests.drawn([.image(image)], 120, 40)
    #expect(bitmap[3, 3] == RGBA(235, 235, 235))
    #expect((0..<120).contains { x in bitmap[x, 20].red < 180 })
    // Without a label, the file's name is shown; a tiny frame has no room for either.
    let tiny = DisplayList.Image(frame: Rect(x: 0, y: 0, width: 3, height: 3), source: "gone.png")
    #expect(try PictureBoxTests.drawn([.image(tiny)], 3, 3)[1, 1] == RGBA(235, 235, 235))
  }

  @Test func aTransparentGroundIsAWhiteSheetAndAnotherOneCoversAll() throws {
    let list = DisplayList(size: Size(width: 3, height: 3), background: RGBA(1, 2, 3))
    #expect(try Picture.bitmap(list, scale: 1)[2, 2] == RGBA(1, 2, 3))
    #expect(try PictureBoxTests.drawn([])[9, 9] == .white)
  }
}
