import Foundation
import HybridEncoding
import Testing

@testable import HybridFonts

/// Font files: those that can be used, and those that are refused.
@Suite struct FontFileTests {
  static func bytes(_ name: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return [UInt8](
      try Data(contentsOf: tests.appending(path: "HybridDrawingTests/Fixtures/Fonts/\(name)")))
  }

  private static func fault(_ bytes: [UInt8]) -> FontFault? {
    do throws(FontFault) {
      _ = try FontFile(reading: bytes)
      return nil
    } catch { return error }
  }

  @Test(arguments: [
    ("blocks.ttf", FontFormat.trueType, [0, 1, 0, 0]), ("blocks.otf", .openType, Array("OTTO".utf8)),
    ("blocks.woff", .woff, [0, 1, 0, 0]), ("blocks.woff2", .woff2, [0, 1, 0, 0]),
    ("blocks-variable.ttf", .trueType, [0, 1, 0, 0]),
  ])
  func everyFormatIsUnpacked(_ name: String, _ format: FontFormat, _ start: [UInt8]) throws {
    let bytes = try Self.bytes(name)
    let font = try FontFile(reading: bytes)
    #expect(font.format == format && font.tables.starts(with: start))
    let tables = TestFont(font.tables).tables
    #expect(tables["cmap"] != nil && tables["hmtx"] != nil)
    #expect(format == .woff || format == .woff2 ? tables.count > 8 : font.tables == bytes)
  }

  @Test(arguments: ["blocks.ttf", "blocks.otf", "blocks.woff", "blocks.woff2"])
  func aFileThatIsCutOffIsTruncated(_ name: String) throws {
    let bytes = try Self.bytes(name)
    for length in 4..<bytes.count - 3 {
      #expect(throws: FontFault.self) { try FontHeader(reading: Array(bytes.prefix(length))) }
    }
  }

  @Test(
    arguments: [
      ([], "empty"), (Array("text".utf8), "unknown-format"), (Array("ttcf".utf8), "unknown-format"),
      ([0, 1, 0, 0] + [UInt8](repeating: 0, count: 20), "malformed"),
      (
        Array("wOF2".utf8) + [0, 1, 0, 0, 0, 0, 0, 60, 0, 1, 0, 0, 0x7F, 0, 0, 0]
          + [UInt8](repeating: 0, count: 40), "too-large"
      ),
      (
        Array("wOFF".utf8) + [0, 1, 0, 0, 0, 0, 0, 64, 0, 1] + [UInt8](repeating: 0, count: 30)
          + Array("cmap".utf8) + [0, 0, 0, 44, 0, 0, 0, 4, 0x7F, 0, 0, 0, 0, 0, 0, 0], "too-large"
      ),
    ] as [([UInt8], String)])
  func aHeaderThatIsWrongIsTold(_ bytes: [UInt8], _ code: String) {
    #expect(Self.fault(bytes)?.code == code)
  }

  @Test(arguments: [
    ("\n <!DOCTYPE html><title>404</title>", "an HTML file"), ("<HTML>", "an HTML file"),
    ("<svg xmlns='http://www.w3.org/2000/svg'/>", "an SVG or XML file"), ("ttcf", "a collection of fonts"),
    ("PK\u{3}\u{4}", "a ZIP archive"),
  ])
  func theNameOfAnotherFormatIsTold(_ text: String, _ name: String) {
    #expect(Self.fault(Array(text.utf8)) == .unknownFormat(name: name))
  }

  /// The header tells nothing of it, but FreeType cannot unpack it.
  @Test(arguments: ["blocks.woff", "blocks.woff2"])
  func aFileWhoseTablesCannotBeUnpackedIsDamaged(_ name: String) throws {
    var bytes = try Self.bytes(name)
    let format = try FontHeader(reading: bytes).format
    for index in (bytes.count * 2 / 3)..<(bytes.count * 3 / 4) { bytes[index] = 0xFF }
    #expect(Self.fault(bytes)?.code == "malformed")
    #expect(Self.fault(bytes) == .malformed(format, "its tables cannot be read"))
  }

  /// A file that says it has a few bytes, and unpacks to more than it says, is not unpacked.
  @Test func aFileThatUnpacksToMoreThanItSaysIsRefused() throws {
    var bytes = try Self.bytes("blocks.woff2")
    bytes.replaceSubrange(16..<20, with: [0, 0, 0, 16])
    // FreeType takes the sizes of the tables; either it is refused, or it is as small as they are.
    #expect((try? FontFile(reading: bytes)).map { $0.tables.count < 4096 } ?? true)
  }

  // MARK: Glyphs of glyphs

  @Test func aGlyphOfOthersIsDrawn() throws {
    #expect(Self.fault(try Self.font([4: [5, 6]])) == nil)
  }

  @Test(arguments: [[4: [4]], [4: [5], 5: [6], 6: [4]], [6: [5, 6]]])
  func aGlyphThatContainsItselfIsRefused(_ parts: [Int: [Int]]) throws {
    guard case .malformed(.trueType, let reason)? = Self.fault(try Self.font(parts)) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.hasSuffix("is a part of itself"))
  }

  /// Eight parts of eight parts, nine times: 134 million letters.
  @Test func aGlyphOfTooManyPartsIsRefused() throws {
    let parts = Dictionary(uniqueKeysWithValues: (3...11).map { ($0, Array(repeating: $0 + 1, count: 8)) })
    guard case .malformed(.trueType, let reason)? = Self.fault(try Self.font(parts)) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.hasSuffix("has too many parts"))
  }

  /// Forty glyphs in each other, the outermost one first.
  @Test func glyphsThatAreTooDeepInEachOtherAreRefused() throws {
    let parts = Dictionary(uniqueKeysWithValues: (20..<60).map { ($0, [$0 + 1]) })
    guard case .malformed(.trueType, let reason)? = Self.fault(try Self.font(parts, count: 70)) else {
      Issue.record("it was taken")
      return
    }
    #expect(reason.hasSuffix("is nested more than 32 levels deep"))
  }

  @Test func aFontOfAsManyGlyphsAsThereAreIsTaken() throws {
    #expect(Self.fault(try Self.font([65_534: [4]], count: 65_535)) == nil)
  }

  /// The letters of `blocks.ttf`, some of them made of others.
  private static func font(_ parts: [Int: [Int]], count: Int = 13) throws -> [UInt8] {
    var font = TestFont(try bytes("blocks.ttf"))
    font.setGlyphs(parts, count: count)
    return font.bytes
  }
}

/// The tables of a font, to be changed.
struct TestFont {
  var tables: [String: [UInt8]] = [:]
  private let version: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    version = bytes.prefix(4)
    let reader = FileBytes(bytes)
    for index in 0..<(reader.big(2, at: 4) ?? 0) {
      let record = 12 + 16 * index
      guard let tag = reader.tag(at: record), let start = reader.big(4, at: record + 8),
        let length = reader.big(4, at: record + 12)
      else { continue }
      tables[tag] = Array(bytes[start..<start + length])
    }
  }

  /// The font as a file.
  var bytes: [UInt8] {
    var directory = Array(version) + Self.big(tables.count, 2) + [0, 0, 0, 0, 0, 0]
    var content: [UInt8] = []
    let start = 12 + 16 * tables.count
    for (tag, table) in tables.sorted(by: { $0.key < $1.key }) {
      directory += Array(tag.utf8) + [0, 0, 0, 0] + Self.big(start + content.count, 4)
      directory += Self.big(table.count, 4)
      content += table + [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
    }
    return directory + content
  }

  /// Makes some glyphs of others, all the rest empty.
  mutating func setGlyphs(_ parts: [Int: [Int]], count: Int) {
    var glyphs: [UInt8] = []
    var offsets: [UInt8] = []
    for glyph in 0..<count {
      offsets += Self.big(glyphs.count, 4)
      guard let parts = parts[glyph] else { continue }
      glyphs += [0xFF, 0xFF, 0, 0, 0, 0, 0, 100, 0, 100]
      for (index, part) in parts.enumerated() {
        glyphs += [0, index + 1 < parts.count ? 0x22 : 0x02] + Self.big(part, 2) + [0, 0]
      }
    }
    offsets += Self.big(glyphs.count, 4)
    tables["glyf"] = glyphs
    tables["loca"] = offsets
    tables["head"]?.replaceSubrange(50..<52, with: [0, 1])
    tables["maxp"]?.replaceSubrange(4..<6, with: Self.big(count, 2))
  }

  private static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
