import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridDrawing

/// Pictures as files: reproducible bytes, refused sizes, PNG and SVG.
struct PictureFileTests {
  /// One of everything.
  private static var list: DisplayList {
    let box = PictureBoxTests.box(10, 10, 60, 40, RGBA(255, 240, 200), radius: 8) {
      $0.borders = Edges(DisplayList.Border(width: 2, style: .dashed, color: .black))
      $0.shadows = [Shadow(offset: Point(x: 0, y: 2), blur: 6, color: RGBA(0, 0, 0, 90))]
      $0.gradients = [
        Gradient(
          frame: Rect(x: 10, y: 10, width: 60, height: 40),
          shape: .conic(center: Point(x: 30, y: 20), angle: 0),
          stops: [Gradient.Stop(position: 0, color: .black), Gradient.Stop(position: 1, color: .white)])
      ]
    }
    let text = DisplayList.Text(
      frame: Rect(x: 10, y: 60, width: 100, height: 30), text: RichText("Aÿ 中 😀 <&>"))
    let image = DisplayList.Image(
      frame: Rect(x: 80, y: 10, width: 30, height: 30), source: "none.png", label: "\"none\"")
    let items: [DisplayList.Content] = [
      .pushClip(Rect(x: 5, y: 5, width: 110, height: 90), CornerRadii(4)), .pushOpacity(0.7),
      .pushTransform(Transform(a: 0.9, b: 0.1, c: -0.1, d: 0.9, tx: 0, ty: 0)), box, .text(text),
      .popTransform,
      .popOpacity, .popClip, .image(image),
    ]
    return DisplayList(
      size: Size(width: 120, height: 100), background: RGBA(250, 250, 255),
      items: items.map { DisplayList.Item($0) })
  }

  @Test func aPictureHasTheSameBytesAgainAlsoFromSeveralThreads() async throws {
    let list = Self.list
    let first = try Picture.png(list, scale: 2)
    let svg = try Picture.svg(list)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask { (try? Picture.png(list, scale: 2)) == first && (try? Picture.svg(list)) == svg }
      }
      for await isSame in group { #expect(isSame) }
    }
    #expect(try Bitmap(png: first) == Picture.bitmap(list, scale: 2))
  }

  @Test func anSVGIsWellFormedAndHasNoFonts() throws {
    let text = String(decoding: try Picture.svg(Self.list), as: UTF8.self)
    #expect(text.hasPrefix("<?xml"))
    #expect(text.contains("<path"))
    #expect(!text.contains("<text") && !text.contains("font-family"))
    // Every opened element is closed, and no reference leads outside.
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
      if tag.hasPrefix("/") {
        #expect(open.popLast() == tag.dropFirst())
      } else if !tag.hasSuffix("/") {
        open.append(tag.prefix { !$0.isWhitespace })
      }
    }
    #expect(open.isEmpty)
    #expect(text.ranges(of: "href=\"").allSatisfy { "#d".contains(text[$0.upperBound]) })
  }

  @Test(arguments: [
    (0.0, 10.0, 1.0, DrawingError.wrongSize(width: 0, height: 10)),
    (40_000, 10, 1, .wrongSize(width: 40_000, height: 10)),
    (20_000, 20_000, 1, .wrongSize(width: 20_000, height: 20_000)),
    (10, 10, 0.49, .wrongScale(0.49)), (10, 10, 4.5, .wrongScale(4.5)),
  ])
  func sizesAndScalesHaveLimits(_ width: Double, _ height: Double, _ scale: Double, _ error: DrawingError) {
    let list = DisplayList(size: Size(width: width, height: height))
    #expect(throws: error) { try Picture.png(list, scale: scale) }
    #expect(!error.message.isEmpty && error.isOfInput)
  }

  @Test func aMissingLibraryIsNamedWithItsPackage() {
    #expect(throws: DrawingError.self) { try CairoLibrary(library: "libcairo-none.so.2") }
    #expect(throws: DrawingError.self) { try Zlib(library: "libz-none.so.1") }
    let error = DrawingError.libraryMissing("libcairo.so.2: cannot open shared object file")
    #expect(error.hint == "apt-get install libcairo2")
  }

  @Test(arguments: [(1, 1), (3, 2), (300, 1_000), (1, 2_000)])
  func aPNGReadsBackAsItsPixels(_ width: Int, _ height: Int) throws {
    var bitmap = Bitmap(width: width, height: height)
    for index in bitmap.pixels.indices {
      bitmap.pixels[index] = UInt8(truncatingIfNeeded: index * index >> 7)
    }
    #expect(try Bitmap(png: bitmap.png()) == bitmap)
    for index in stride(from: 3, to: bitmap.pixels.count, by: 4) { bitmap.pixels[index] = 255 }
    #expect(try Bitmap(png: bitmap.png()) == bitmap)
  }

  @Test func aFileInBlackAndWhiteReadsToo() throws {
    let bitmap = try Bitmap(png: encodePNG(width: 3, height: 2, rows: [0b1010_0000, 0b0100_0000]))
    #expect((0..<6).map { bitmap[$0 % 3, $0 / 3] == .white } == [true, false, true, false, true, false])
  }

  @Test func damagedFilesAreRefused() throws {
    let good = try Bitmap(width: 20, height: 20).png()
    #expect(throws: DrawingError.self) { try Bitmap(png: []) }
    for length in stride(from: 0, to: good.count, by: 7) {
      #expect(throws: DrawingError.self) { try Bitmap(png: Array(good.prefix(length))) }
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      // Any damaged byte gives an error or another picture, never a crash.
      var bad = good
      bad[Int.random(in: 8..<bad.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      _ = try? Bitmap(png: bad)
    }
  }
}
