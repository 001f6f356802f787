import HybridDrawing
import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridSnapshots

/// Differences that fail and that pass, on pictures drawn by Cairo.
@Suite struct PictureDifferenceTests {
  /// A card with a border and a text on a grey ground.
  static func picture(
    left: Double = 20, top: Double = 12, text: String = "Harbour mug",
    color: RGBA = RGBA(packed: 0xFFFF_FFFF),
    line: RGBA = RGBA(packed: 0xEEEE_EEFF), ink: RGBA = RGBA(packed: 0x2222_22FF), radius: Double = 0,
    scale: Double = 1
  ) throws -> Bitmap {
    let border = DisplayList.Border(width: 1, color: line)
    let box = DisplayList.Box(
      frame: Rect(x: left, y: top, width: 120, height: 60), background: color, borders: Edges(border),
      radii: CornerRadii(radius))
    let style = TextStyle(font: Font(families: ["sans-serif"], size: 16, weight: 400), color: ink)
    let words = RichText(runs: [.text(text, style)])
    return try Picture.bitmap(
      DisplayList(
        size: Size(width: 180, height: 90), background: RGBA(packed: 0xFFFF_FFFF),
        items: [
          DisplayList.Item(.box(box)),
          DisplayList.Item(
            .text(
              DisplayList.Text(frame: Rect(x: left + 8, y: top + 20, width: 110, height: 20), text: words))),
        ]), scale: scale, images: NoImages())
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var differs: Bool
    var other: @Sendable () throws -> Bitmap

    init(_ name: String, differs: Bool, _ other: @escaping @Sendable () throws -> Bitmap) {
      (testDescription, self.differs, self.other) = (name, differs, other)
    }
  }

  static let rows = [
    Row("the same", differs: false) { try picture() },
    Row("a hairline one pixel to the right", differs: true) { try picture(left: 21) },
    Row("one pixel lower", differs: true) { try picture(top: 13) },
    Row("a border a shade darker", differs: true) { try picture(line: RGBA(packed: 0xE0E0_E0FF)) },
    Row("a ground a shade darker", differs: true) { try picture(color: RGBA(packed: 0xF4F4_F4FF)) },
    Row("a ground one level darker", differs: false) { try picture(color: RGBA(packed: 0xFEFE_FEFF)) },
    Row("another colour as bright", differs: true) { try picture(ink: RGBA(packed: 0x5B10_10FF)) },
    Row("one letter", differs: true) { try picture(text: "Harbour mus") },
    Row("round corners", differs: true) { try picture(radius: 12) },
    Row("levels of noise", differs: false) {
      var random = SeededGenerator(seed: 7)
      var picture = try PictureDifferenceTests.picture()
      for place in picture.pixels.indices where place % 4 != 3 {
        let level = Int(picture.pixels[place]) + Int.random(in: -2...2, using: &random)
        picture.pixels[place] = UInt8(min(max(level, 0), 255))
      }
      return picture
    },
    Row("one black pixel", differs: true) {
      var picture = try PictureDifferenceTests.picture()
      for offset in 0..<3 { picture.pixels[(45 * 180 + 150) * 4 + offset] = 0 }
      return picture
    },
  ]

  @Test(arguments: rows) func whatPeopleSeeFails(_ row: Row) throws {
    let found = PictureDifference.between(try Self.picture(), try row.other())
    #expect((found != nil) == row.differs, "\(found?.difference.words ?? "nothing")")
    #expect((PictureDifference.between(try row.other(), try Self.picture()) != nil) == row.differs)
  }

  /// Another version of Cairo weights the pixels of a round edge slightly differently.
  @Test func smoothedEdgesOfARoundShapeMayDiffer() throws {
    let picture = try Self.disc(shift: 0)
    var other = picture
    var smoothed = 0
    for place in stride(from: 0, to: picture.pixels.count, by: 4) {
      // What is neither the ground nor the disc.
      guard (0x8D...0xFE).contains(picture.pixels[place]) else { continue }
      smoothed += 1
      for offset in 0..<3 { other.pixels[place + offset] -= 16 }
    }
    #expect(smoothed > 100 && PictureDifference.between(picture, other) == nil)
    #expect(PictureDifference.between(picture, try Self.disc(shift: 1)) != nil)
  }

  static func disc(shift: Double) throws -> Bitmap {
    let box = DisplayList.Box(
      frame: Rect(x: 10 + shift, y: 10, width: 60, height: 60), background: RGBA(packed: 0x8C3A_1CFF),
      radii: CornerRadii(30))
    return try Picture.bitmap(
      DisplayList(
        size: Size(width: 80, height: 80), background: RGBA(packed: 0xFFFF_FFFF),
        items: [DisplayList.Item(.box(box))]),
      scale: 2, images: NoImages())
  }

  @Test func theRectangleOfADifferenceIsTold() throws {
    var other = try Self.picture()
    for (x, y) in [(150, 5), (160, 9)] {
      for offset in 0..<3 { other.pixels[(y * 180 + x) * 4 + offset] = 0 }
    }
    let (difference, picture) = try #require(PictureDifference.between(try Self.picture(), other))
    #expect(difference.words == "2 of 16200 pixels differ, in 11×5 at 150,5")
    #expect(picture[150, 5] == RGBA(225, 0, 50) && picture[151, 5] != RGBA(225, 0, 50))
  }

  @Test func anotherSizeAlwaysFails() throws {
    let one = try Self.picture()
    let two = try Self.picture(scale: 2)
    let (difference, picture) = try #require(PictureDifference.between(one, two, threshold: 1))
    #expect(difference.hasOtherSize && difference.words == "the picture is 360×180 pixels, and was 180×90")
    #expect(picture.width == 360 && picture.height == 180)
    #expect(picture[359, 0] == RGBA(225, 0, 50) && picture[0, 179] == RGBA(225, 0, 50))
  }

  @Test func aThresholdAllowsMore() throws {
    let (one, other) = (try Self.picture(), try Self.picture(color: RGBA(packed: 0xF0F0_F0FF)))
    #expect(PictureDifference.between(one, other) != nil)
    #expect(PictureDifference.between(one, other, threshold: 0.2) == nil)
    #expect(
      PictureDifference.between(one, try Self.picture(color: RGBA(packed: 0xFEFE_FEFF)), threshold: 0) != nil)
  }

  @Test(
    arguments: [
      ([], nil), (Array("no PNG at all, and longer than a header".utf8), nil),
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], nil),
    ] as [([UInt8], PNGHeader?)])
  func headersOfOtherFilesAreNone(_ bytes: [UInt8], _ header: PNGHeader?) {
    #expect(PNGHeader(bytes) == header)
  }

  @Test func aHeaderTellsTheSize() throws {
    let header = try #require(PNGHeader(try Self.picture().png()))
    #expect(header.width == 180 && header.height == 90)
  }
}
