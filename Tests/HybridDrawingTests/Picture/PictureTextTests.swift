import HybridGeometry
import Testing

@testable import HybridDrawing

/// Glyphs: positioned by layout, in fonts that have them.
struct PictureTextTests {
  /// The pixels that are not white.
  private struct Ink {
    var count = 0
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    var isColored = false

    init(_ bitmap: Bitmap) {
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width where bitmap[x, y] != .white {
          let color = bitmap[x, y]
          count += 1
          (left, right) = (min(left, x), max(right, x))
          (top, bottom) = (min(top, y), max(bottom, y))
          if max(color.red, color.green, color.blue) - min(color.red, color.green, color.blue) > 60 {
            isColored = true
          }
        }
      }
    }
  }

  private static func drawn(
    _ text: RichText, x: Double = 20, y: Double = 10, width: Double = 400, scale: Double = 1
  ) throws -> Bitmap {
    let item = DisplayList.Text(frame: Rect(x: x, y: y, width: width, height: 40), text: text)
    return try PictureBoxTests.drawn([.text(item)], 440, 60, scale: scale)
  }

  private static func style(_ size: Double = 20, change: (inout TextStyle) -> Void = { _ in }) -> TextStyle {
    var style = TextStyle(font: Font(size: size))
    change(&style)
    return style
  }

  @Test(arguments: [1.0, 2, 4])
  func lettersFillTheirLineAndNothingElse(_ scale: Double) throws {
    let text = RichText("Hamburg", style: Self.style())
    let ink = Ink(try Self.drawn(text, scale: scale))
    let size = TextMetrics.layout(text, width: nil).size
    #expect(ink.count > 0)
    // DejaVu's H begins 0.1 em to the right of its pen, and g ends a little before its advance does.
    #expect(abs(Double(ink.left) / scale - 22) < 1.5)
    #expect(abs(Double(ink.right) / scale - (20 + size.width)) < 3)
    #expect(Double(ink.top) / scale >= 10 && Double(ink.bottom) / scale <= 10 + size.height)
  }

  @Test(arguments: [-900.0, -60, 400, 430, 900])
  func lettersBeyondThePictureAreLeftOut(_ x: Double) throws {
    let text = RichText("Hamburg, and on along the river", style: Self.style())
    let ink = Ink(try Self.drawn(text, x: x))
    #expect((ink.count > 0) == (abs(x) < 440))
  }

  /// Pictures and layout agree on the width of a text, whatever its script.
  @Test(arguments: [
    "office AV To ffi", "naïve Ægir — “quotes” …", "Ελληνικά кириллица", "中文 日本語 한국어", "😀 👍🏽 👨‍👩‍👧 🇩🇪 ❤️",
    "a\u{301}e\u{308}", "x⟶y ≈ ∞", "\u{10FFFD}",
  ])
  func advancesAreThoseThatWereMeasured(_ string: String) throws {
    for font in [Font(size: 16), Font(families: ["serif"], size: 16, weight: 700)] {
      let style = TextStyle(font: font)
      let layout = TextMetrics.layout(RichText(string, style: style), width: nil)
      let line = try #require(layout.lines.first)
      var width = 0.0
      for fragment in line.fragments {
        let key = try #require(GlyphKey(fragment, style))
        width += try #require(try TextMetrics.glyphs([key])[key]).reduce(0) { $0 + $1.advance } * 16
      }
      // A character without a font is measured by its columns and drawn as a box.
      if string != "\u{10FFFD}" {
        #expect(abs(width - line.width) < 0.05, "\(string) \(width) \(line.width)")
      }
    }
  }

  @Test func spacingMovesLettersApartAndTakesLigaturesApart() throws {
    let plain = Ink(try Self.drawn(RichText("office", style: Self.style())))
    let spaced = Ink(try Self.drawn(RichText("office", style: Self.style { $0.letterSpacing = 4 })))
    // Six letters, of which the last one's spacing shows nothing; the ligature of the plain one is as wide as
    // its letters.
    #expect(abs(spaced.right - plain.right - 20) <= 1)
  }

  @Test func justifiedTextReachesBothEdges() throws {
    var text = RichText("aaa bbb ccc ddd eee fff ggg hhh iii", style: Self.style(), alignment: .justify)
    text.wrap = .normal
    let ink = Ink(try Self.drawn(text, width: 130))
    #expect(abs(ink.right - 149) <= 2)
  }

  @Test func linesAreDrawnUnderAndThroughLetters() throws {
    let bitmap = try Self.drawn(
      RichText("nnnn", style: Self.style { ($0.isUnderlined, $0.isStruckThrough) = (true, true) }))
    let width = Int(TextMetrics.layout(RichText("nnnn", style: Self.style()), width: nil).size.width)
    let full = (0..<60).filter { y in (20..<20 + width).allSatisfy { bitmap[$0, y] == .black } }
    // Each is a tenth of the size thick.
    try #require(full.count == 4)
    #expect(full[1] - full[0] == 1)
    #expect(full[2] - full[1] > 5)
    #expect(full[3] - full[2] == 1)
  }

  @Test func slantedLettersLeanAndBoldOnesAreHeavier() throws {
    let plain = try Self.drawn(RichText("lllll", style: Self.style(30)))
    let leaning = try Self.drawn(RichText("lllll", style: Self.style(30) { $0.font.isItalic = true }))
    let bold = try Self.drawn(RichText("lllll", style: Self.style(30) { $0.font.weight = 700 }))
    #expect(Ink(leaning).right > Ink(plain).right + 1)
    #expect(Ink(bold).count > Ink(plain).count * 5 / 4)
  }

  @Test func pictographsHaveColorsAndAreFadedAsTheTextIs() throws {
    let full = Ink(try Self.drawn(RichText("😀", style: Self.style(30))))
    #expect(full.isColored)
    #expect(full.right - full.left > 25)
    let faded = try Self.drawn(
      RichText("😀", style: Self.style(30) { $0.color = RGBA(0, 0, 0, 40) }))
    #expect(!Ink(faded).isColored)
    // With a text selector it is a letter like others.
    #expect(!Ink(try Self.drawn(RichText("☺\u{FE0E}", style: Self.style(30)))).isColored)
  }

  @Test func everyIdeographHasItsOwnShape() throws {
    let drawings = try ["中", "文", "語", "한"].map { try Self.drawn(RichText($0, style: Self.style(30))) }
    #expect(Set(drawings).count == 4)
    for drawing in drawings { #expect(Ink(drawing).right - Ink(drawing).left > 20) }
    // A character without a font is drawn as a box, the same for all such characters.
    let boxes = try ["\u{10FFFD}", "\u{10FFFC}"].map { try Self.drawn(RichText($0, style: Self.style(30))) }
    #expect(Ink(boxes[0]).count > 0)
  }

  @Test func hebrewRunsFromTheRight() throws {
    // Alef is alone in the first, with bet to its left in the second: what stands on the right stays the same
    // shape.
    var text = RichText("אב", style: Self.style(30))
    text.direction = .rightToLeft
    text.alignment = .left
    let both = try Self.drawn(text)
    let (alef, bet) = (
      try Self.drawn(RichText("א", style: Self.style(30))),
      try Self.drawn(RichText("ב", style: Self.style(30)))
    )
    let shift = Ink(both).right - Ink(alef).right
    #expect(shift > 10)
    #expect(Ink(both).left - Ink(bet).left <= 1)
    let alefInk = Ink(alef)
    let same = (alefInk.left...alefInk.right).filter { x in
      (0..<60).allSatisfy { abs(Int(both[x + shift, $0].red) - Int(alef[x, $0].red)) < 90 }
    }
    #expect(same.count > (alefInk.right - alefInk.left) * 3 / 4)
  }

  @Test func cutTextEndsInAnEllipsisWithinItsBox() throws {
    var text = RichText("a text that is much too long for its box", style: Self.style())
    (text.wrap, text.ellipsizes) = (.never, true)
    let ink = Ink(try Self.drawn(text, width: 120))
    #expect(ink.right <= 140 && ink.right > 110)
  }

  /// In a line that is longer than the sheet, some letters are entirely outside it, to either side, above or
  /// below.
  @Test(arguments: [(20.0, 10.0), (-300, 10), (400, 10), (20, -12), (20, 56), (-5_000, 10)])
  func lettersBesideTheSheetAreLeftOut(_ x: Double, _ y: Double) throws {
    let text = RichText(String(repeating: "wide ", count: 40), style: Self.style())
    let bitmap = try Self.drawn(text, x: x, y: y, width: 4_000)
    #expect((Ink(bitmap).count > 0) == (x > -5_000))
  }

  @Test func tabulatorsReachTheNextStop() throws {
    let style = TextStyle(font: Font(families: ["monospace"], size: 10))
    let text = RichText("a\tb", style: style)
    // The eighth column, of 0.602 em each.
    let ink = Ink(try Self.drawn(text))
    #expect(abs(Double(ink.right) - (20 + 9 * 6.02)) < 2)
  }
}
