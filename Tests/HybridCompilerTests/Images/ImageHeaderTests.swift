import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridCompiler

private func bytes(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }

private func big(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

private func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }

private func png(_ width: Int, _ height: Int, depth: UInt8 = 8, color: UInt8 = 2) -> [UInt8] {
  bytes(
    [0x89], Array("PNG\r\n\u{1A}\n".utf8), big(13, 4), Array("IHDR".utf8), big(width, 4), big(height, 4),
    [depth, color, 0, 0, 0], big(0, 4), big(0, 4), Array("IEND".utf8), big(0, 4))
}

private func gif(_ width: Int, _ height: Int) -> [UInt8] {
  bytes(Array("GIF89a".utf8), little(width, 2), little(height, 2), [0, 0, 0, 0x3B])
}

/// Exif with one entry of that orientation, in either byte order.
private func exif(_ orientation: Int, isLittle: Bool) -> [UInt8] {
  func number(_ value: Int, _ size: Int) -> [UInt8] { isLittle ? little(value, size) : big(value, size) }
  let tiff = bytes(
    Array((isLittle ? "II" : "MM").utf8), number(42, 2), number(8, 4), number(1, 2), number(0x0112, 2),
    number(3, 2), number(1, 4), number(orientation, 2), [0, 0], number(0, 4))
  let body = Array("Exif\0\0".utf8) + tiff
  return bytes([0xFF, 0xE1], big(body.count + 2, 2), body)
}

private func jpeg(_ width: Int, _ height: Int, segments: [UInt8] = [], frame: UInt8 = 0xC0) -> [UInt8] {
  bytes(
    [0xFF, 0xD8], segments, [0xFF, frame], big(11, 2), [8], big(height, 2), big(width, 2), [1, 1, 0x11, 0],
    [0xFF, 0xD9])
}

private func webp(_ chunk: String, _ body: [UInt8]) -> [UInt8] {
  let padded = body + [UInt8](repeating: 0, count: max(10 - body.count, 0))
  return bytes(
    Array("RIFF".utf8), little(12 + padded.count, 4), Array("WEBP".utf8), Array(chunk.utf8),
    little(padded.count, 4), padded)
}

private func svg(_ attributes: String) -> [UInt8] { Array("<svg \(attributes)></svg>".utf8) }

private struct Sized: Sendable {
  var bytes: [UInt8]
  var kind: ImageFile.Kind
  var width: Double?
  var height: Double?
  var ratio: Double?
}

private let sized: [Sized] = [
  Sized(bytes: png(640, 480), kind: .png, width: 640, height: 480),
  Sized(bytes: gif(3, 7), kind: .gif, width: 3, height: 7),
  Sized(bytes: jpeg(30, 20), kind: .jpeg, width: 30, height: 20),
  Sized(bytes: jpeg(30, 20, frame: 0xC2), kind: .jpeg, width: 30, height: 20),
  // Upright, and turned by a quarter in either byte order.
  Sized(bytes: jpeg(30, 20, segments: exif(3, isLittle: true)), kind: .jpeg, width: 30, height: 20),
  Sized(bytes: jpeg(30, 20, segments: exif(6, isLittle: true)), kind: .jpeg, width: 20, height: 30),
  Sized(bytes: jpeg(30, 20, segments: exif(8, isLittle: false)), kind: .jpeg, width: 20, height: 30),
  // An invalid orientation is ignored.
  Sized(bytes: jpeg(30, 20, segments: exif(9, isLittle: false)), kind: .jpeg, width: 30, height: 20),
  Sized(
    bytes: webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x10, 0x40, 0x20, 0x00]), kind: .webp, width: 16,
    height: 32),
  Sized(bytes: webp("VP8L", bytes([0x2F], little(15 | 31 << 14, 4))), kind: .webp, width: 16, height: 32),
  Sized(
    bytes: webp("VP8X", bytes([0, 0, 0, 0], little(99, 3), little(49, 3))), kind: .webp, width: 100,
    height: 50),
  Sized(bytes: svg("width='20' height=\"10px\""), kind: .svg, width: 20, height: 10, ratio: 2),
  Sized(bytes: svg("width='1in' viewBox='0 0 4 1'"), kind: .svg, width: 96, height: 24, ratio: 4),
  Sized(bytes: svg("viewBox='0,0 30 10'"), kind: .svg, ratio: 3),
  Sized(bytes: svg("width='100%' height='auto' viewBox='0 0 30 10'"), kind: .svg, ratio: 3),
  Sized(bytes: svg("viewBox='0 0 0 10'"), kind: .svg),
  Sized(
    bytes: Array(
      """
      \u{FEFF}<?xml version='1.0'?><!-- <svg width='9'> -->\
      <!DOCTYPE svg [<!ENTITY a "]>">]>\n<s:svg height='4'/>
      """
      .utf8), kind: .svg, height: 4),
]

@Test(arguments: sized.indices)
func headerTellsKindAndSize(_ index: Int) throws {
  let expected = sized[index]
  let header = try ImageHeader(reading: expected.bytes)
  #expect(header.kind == expected.kind)
  #expect(header.width == expected.width)
  #expect(header.height == expected.height)
  if let ratio = expected.ratio { #expect(header.ratio == ratio) }
}

@Test(
  arguments: [
    ([], .empty), (Array("hello".utf8), .unknownFormat(name: nil)),
    (Array("<html></html>".utf8), .unknownFormat(name: nil)),
    (Array("BM......".utf8), .unknownFormat(name: "a BMP")),
    (Array("    ftypavif".utf8), .unknownFormat(name: "an AVIF")),
    (Array(png(4, 4).prefix(20)), .truncated(.png)), (Array(png(4, 4).dropLast(12)), .truncated(.png)),
    (png(0, 4), .malformed(.png, "it has no pixels")),
    (png(4, 4, depth: 3), .malformed(.png, "colour type 2 cannot have 3 bits")),
    (png(20_000, 1), .tooLarge(width: 20_000, height: 1)),
    (png(10_000, 10_000), .tooLarge(width: 10_000, height: 10_000)),
    (Array(gif(4, 4).prefix(9)), .truncated(.gif)),
    (Array("GIF88a".utf8) + [1, 0, 1, 0, 0, 0, 0], .malformed(.gif, "its version of GIF is unknown")),
    ([0xFF, 0xD8], .truncated(.jpeg)), (Array(jpeg(4, 4).prefix(12)), .truncated(.jpeg)),
    ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2], .malformed(.jpeg, "it has no frame header")),
    ([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0], .malformed(.jpeg, "a segment has 1 bytes")),
    ([0xFF, 0xD8, 0x00, 0xE0], .malformed(.jpeg, "a segment is missing at byte 2")),
    (Array(webp("VP8L", [0x2F]).prefix(16)), .truncated(.webp)),
    (webp("VP8 ", [0, 0, 0, 1, 2, 3]), .malformed(.webp, "it does not begin with a key frame")),
    (webp("JUNK", []), .malformed(.webp, "it begins with an unknown chunk")),
    (Array("<svg width='1".utf8), .truncated(.svg)),
    (svg("width='0'"), .malformed(.svg, "its width or height is 0")),
    (svg("width='99999' height='1'"), .tooLarge(width: 99_999, height: 1)),
  ] as [([UInt8], ImageFault)])
func fileThatIsNoPictureIsExplained(_ bytes: [UInt8], _ fault: ImageFault) {
  #expect(throws: fault) { try ImageHeader(reading: bytes) }
}

@Test func everyTruncationAndEveryChangedByteOfAHeaderIsReadOrRefused() {
  /// What is read keeps to the limits, however damaged the file is.
  func isWithinLimits(_ header: ImageHeader?) -> Bool {
    [header?.width, header?.height].allSatisfy { side in
      side.map { $0 > 0 && $0 <= Double(ImageHeader.sideLimit) } ?? true
    }
  }
  for file in sized.map(\.bytes) {
    #expect(throws: ImageFault.empty) { try ImageHeader(reading: Array(file[..<0])) }
    for length in file.indices {
      let header = try? ImageHeader(reading: Array(file[..<length]))
      #expect(isWithinLimits(header), "the first \(length) bytes: \(String(describing: header))")
    }
    for index in file.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = file
        changed[index] = value
        let header = try? ImageHeader(reading: changed)
        #expect(isWithinLimits(header), "byte \(index) is \(value): \(String(describing: header))")
      }
    }
  }
}
