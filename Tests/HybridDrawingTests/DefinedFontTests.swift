import Foundation
import HybridGeometry
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridDrawing

/// Fonts that pages define. `Tools/test_fonts.py` makes the files; widths are those of Chromium, at 20 px.
@Suite struct DefinedFontTests {
  static func data(_ name: String) throws -> FontData {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Fonts")
    return FontData(
      hash: name, path: name, bytes: [UInt8](try Data(contentsOf: folder.appending(path: name))))
  }

  private static func face(
    _ file: String, _ change: (inout DefinedFace) -> Void = { _ in }
  ) throws -> DefinedFace {
    var face = DefinedFace(family: "Blocks")
    face.sources = [.file(try data(file))]
    change(&face)
    return face
  }

  private static func font(
    _ faces: [DefinedFace], families: [String] = ["Blocks"], weight: Int = 400, isItalic: Bool = false,
    features: [FontSetting] = [], variations: [FontSetting] = []
  ) -> Font {
    Font(families: families, size: 20, weight: weight, isItalic: isItalic).with(
      FontExtras(faces: FontSet(faces), features: features, variations: variations))
  }

  private static func width(_ text: String, _ style: TextStyle) -> Double {
    (TextMetrics.layout(RichText(text, style: style), width: nil).size.width * 1000).rounded() / 1000
  }

  private static func width(_ text: String, _ font: Font) -> Double { width(text, TextStyle(font: font)) }

  @Test(arguments: ["blocks.ttf", "blocks.otf", "blocks.woff", "blocks.woff2"])
  func everyFormatIsReadWithKerningAndLigatures(_ file: String) throws {
    let font = Self.font([try Self.face(file)])
    for (text, expected) in [("AB", 22.0), ("AV", 26), ("fix", 19), ("A B", 28), ("\u{E001}", 20)] {
      #expect(Self.width(text, font) == expected, "\(text)")
    }
  }

  @Test func letterSpacingSeparatesLigatures() throws {
    var style = TextStyle(font: Self.font([try Self.face("blocks.ttf")]))
    style.letterSpacing = 2
    #expect(Self.width("fix", style) == 26)
  }

  @Test(arguments: [("tnum", 1.0, "00", 24.0), ("kern", 0, "AV", 28), ("liga", 0, "fix", 20)])
  func featuresAreSwitched(_ tag: String, _ value: Double, _ text: String, _ expected: Double) throws {
    let font = Self.font([try Self.face("blocks.ttf")], features: [FontSetting(tag: tag, value: value)])
    #expect(Self.width(text, font) == expected)
  }

  /// CSS Fonts 4 §5.2.
  @Test(arguments: [(400, 22.0), (500, 22), (600, 33), (700, 33), (900, 33), (100, 22)])
  func theNearestWeightIsSelected(_ weight: Int, _ expected: Double) throws {
    let bold = try Self.face("blocks-bold.ttf") { $0.weights = 700...700 }
    #expect(Self.width("AB", Self.font([try Self.face("blocks.ttf"), bold], weight: weight)) == expected)
  }

  @Test(arguments: [(100, 22.0), (500, 33), (900, 44), (1000, 44)])
  func variableFontsHaveEveryWeight(_ weight: Int, _ expected: Double) throws {
    let face = try Self.face("blocks-variable.ttf") { $0.weights = 100...900 }
    #expect(Self.width("AB", Self.font([face], weight: weight)) == expected)
  }

  @Test func theAxesOfTheFontBeatThoseOfItsWeight() throws {
    let face = try Self.face("blocks-variable.ttf") { $0.weights = 100...900 }
    let font = Self.font([face], variations: [FontSetting(tag: "wght", value: 300)])
    #expect(Self.width("AB", font) == 27.5)
  }

  @Test func aFaceIsForItsCharactersOnly() throws {
    let only = try Self.face("blocks.ttf") { $0.ranges = [0x41...0x41, 0x50...0x5F] }
    #expect(Self.width("AV", Self.font([only])) == 26)
    // B is that of DejaVu Sans.
    #expect(abs(Self.width("AB", Self.font([only])) - 27.72) < 0.02)
    // Of two faces the last one counts.
    let bold = try Self.face("blocks-bold.ttf") { $0.ranges = [0x42...0x42] }
    #expect(Self.width("AB", Self.font([try Self.face("blocks.ttf"), bold])) == 26)
  }

  @Test func charactersThatNoFaceHasAreOfTheNextFamily() throws {
    #expect(abs(Self.width("AqB", Self.font([try Self.face("blocks.ttf")])) - 34.70) < 0.02)
    // Families behind a pinned one have what it lacks.
    let font = Self.font([try Self.face("blocks.ttf")], families: ["sans-serif", "Blocks"])
    #expect(abs(Self.width("A", font) - 13.68) < 0.01 && Self.width("\u{E001}", font) == 20)
  }

  /// As high as the font says, rounded to whole points.
  @Test(
    arguments: [
      (1.0, nil, nil, nil, 26.0), (2, nil, nil, nil, 52), (1, 1.5, 0.5, 0.25, 45), (0.5, 1, 1, 0, 20),
    ] as [(Double, Double?, Double?, Double?, Double)])
  func linesAreAsHighAsTheFont(
    _ size: Double, _ ascent: Double?, _ descent: Double?, _ gap: Double?, _ expected: Double
  ) throws {
    let face = try Self.face("blocks.ttf") {
      ($0.sizeAdjust, $0.ascent, $0.descent, $0.lineGap) = (size, ascent, descent, gap)
    }
    let style = TextStyle(font: Self.font([face]))
    #expect(TextMetrics.layout(RichText("q", style: style), width: nil).size.height == expected)
    #expect(Self.width("AB", style) == 22 * size)
  }

  @Test func extentsAreThoseOfTheFont() throws {
    let extents = TextMetrics.extents(of: Self.font([try Self.face("blocks.ttf")]))
    #expect(extents.ascent == 18 && extents.descent == 6 && extents.lineGap == 2)
    #expect(abs(extents.xHeight - 9.6) < 1e-9 && extents.averageWidth == 10 && extents.widest == 20)
  }

  @Test func glyphsAreThoseOfTheFont() throws {
    let style = TextStyle(font: Self.font([try Self.face("blocks.woff2")]))
    let fragment = try #require(
      TextMetrics.layout(RichText("fi", style: style), width: nil).lines.first?.fragments.first)
    let key = try #require(GlyphKey(fragment, style))
    let glyphs = try TextMetrics.glyphs([key])[key] ?? []
    #expect(glyphs.count == 1)
    let glyph = try #require(glyphs.first)
    guard case .outline(let path) = TextMetrics.shape(of: glyph.id, font: glyph.font) else {
      Issue.record("no outline")
      return
    }
    #expect(path.bounds == Rect(x: 0, y: -0.7, width: 0.4, height: 0.7))
  }

  @Test func localFontsAreThePinnedOnes() throws {
    var face = DefinedFace(family: "Blocks")
    face.sources = [.local("no such font"), .local("dejavu sans bold")]
    let bold = Self.width("Hello", Font(size: 20, weight: 700))
    #expect(abs(Self.width("Hello", Self.font([face])) - bold) < 0.01)
  }

  /// Pages may have different fonts of one family, and a saved file has other letters under its old path.
  @Test func fontsAreToldApartByTheirBytes() throws {
    func font(_ file: String, _ hash: String) throws -> Font {
      var face = DefinedFace(family: "Blocks")
      face.sources = [.file(FontData(hash: hash, path: "fonts/a.ttf", bytes: try Self.data(file).bytes))]
      return Self.font([face])
    }
    for _ in 0..<3 {
      #expect(Self.width("AB", try font("blocks.ttf", "one")) == 22)
      #expect(Self.width("AB", try font("blocks-bold.ttf", "two")) == 33)
    }
    let lines = try [font("blocks.ttf", "one"), font("blocks-bold.ttf", "two")].map { font in
      let style = TextStyle(font: font)
      let line = TextMetrics.layout(RichText("B", style: style), width: nil).lines.first
      let key = try #require(line?.fragments.first.flatMap { GlyphKey($0, style) })
      return try #require(try TextMetrics.glyphs([key])[key]?.first)
    }
    #expect(lines[0].id == lines[1].id && lines[0].font != lines[1].font)
  }

  /// The bytes of fonts that were saved over and over are not kept for ever.
  @Test func fontsThatNoPageHasAnyMoreAreForgotten() throws {
    let before = FontSelection.generation.load(ordering: .relaxed)
    let bytes = try Self.data("blocks.ttf").bytes
    for save in 0..<70 {
      let saved = bytes + [UInt8](repeating: 0, count: 1 << 20)
      var face = DefinedFace(family: "Blocks")
      face.sources = [.file(FontData(hash: "save \(save)", path: "fonts/a.ttf", bytes: saved))]
      #expect(Self.width("AB", Self.font([face])) == 22)
    }
    #expect(FontSelection.generation.load(ordering: .relaxed) > before)
  }

  /// A file that cannot be read is passed over, for the next source and then for the next family.
  @Test(
    arguments: [
      [], Array("<!DOCTYPE html>".utf8), [0, 1, 0, 0], [UInt8](repeating: 0xFF, count: 5000),
      Array("wOF2".utf8) + [UInt8](repeating: 0xFF, count: 60),
      Array("OTTO".utf8) + [0xFF, 0xFF, 0, 0, 0, 0],
    ] as [[UInt8]])
  func aDamagedFileIsPassedOver(_ bytes: [UInt8]) throws {
    let damaged = FontData(hash: "damaged \(bytes.count) \(bytes.first ?? 0)", path: "a.ttf", bytes: bytes)
    var face = DefinedFace(family: "Blocks")
    face.sources = [.file(damaged)]
    #expect(Self.width("Hello", Self.font([face])) == Self.width("Hello", Font(size: 20)))
    face.sources.append(.file(try Self.data("blocks.ttf")))
    #expect(Self.width("AB", Self.font([face])) == 22)
  }

  /// No byte of a font makes the engine crash, wherever it is changed or cut off.
  @Test func hostileFilesAreHarmless() throws {
    for name in ["blocks.ttf", "blocks.otf", "blocks.woff", "blocks.woff2", "blocks-variable.ttf"] {
      let bytes = try Self.data(name).bytes
      var random = SeededGenerator(seed: 7)
      for round in 0..<120 {
        var changed = bytes
        if round % 4 == 0 { changed.removeLast(Int(random.next() % UInt64(bytes.count))) }
        for _ in 0..<(1 + round % 5) where !changed.isEmpty {
          changed[Int(random.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: random.next())
        }
        var face = DefinedFace(family: "Blocks")
        face.sources = [.file(FontData(hash: "\(name) \(round)", path: name, bytes: changed))]
        let style = TextStyle(font: Self.font([face]))
        let layout = TextMetrics.layout(RichText("AV fix \u{E001}0", style: style), width: 60)
        #expect(!layout.lines.isEmpty && layout.size.width.isFinite && layout.size.height.isFinite)
        for fragment in layout.lines.flatMap(\.fragments) {
          #expect(fragment.width.isFinite && fragment.ascent.isFinite, "\(name) \(round)")
          guard let key = GlyphKey(fragment, style) else { continue }
          for glyph in try TextMetrics.glyphs([key])[key] ?? [] {
            _ = TextMetrics.shape(of: glyph.id, font: glyph.font)
          }
        }
      }
      // The engine works as before.
      #expect(Self.width("AB", Self.font([try Self.face("blocks.ttf")])) == 22, "\(name)")
    }
  }
}
