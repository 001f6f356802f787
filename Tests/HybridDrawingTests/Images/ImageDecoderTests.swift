import Foundation
import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridDrawing

private func fixture(_ name: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(filePath: folderOfTests() + "/../Fixtures/" + name)))
}

/// Whether two colours are equal within the loss of lossy formats.
private func isNear(_ color: RGBA, _ other: RGBA) -> Bool {
  zip([color.red, color.green, color.blue, color.alpha], [other.red, other.green, other.blue, other.alpha])
    .allSatisfy { abs(Int($0) - Int($1)) <= 12 }
}

/// The four quarters of the picture that is in every fixture called `corners`.
private let quarters: [(x: Int, y: Int, color: RGBA)] = [
  (6, 4, RGBA(255, 0, 0)), (42, 4, RGBA(0, 128, 0)), (6, 28, RGBA(0, 0, 255)), (42, 28, RGBA(255, 255, 0)),
]

@Test(
  arguments: [
    "corners.png", "corners.jpg", "turned.jpg", "corners.gif", "corners.webp", "lossy.webp", "corners.svg",
  ])
func pictureOfEveryFormatIsDecodedUpright(_ name: String) throws {
  let bitmap = try ImageDecoder.bitmap(of: try fixture(name), near: (48, 32))
  #expect(bitmap.width == 48 && bitmap.height == 32)
  for (x, y, color) in quarters {
    #expect(isNear(bitmap[x, y], color), "\(name) at \(x), \(y): \(bitmap[x, y])")
  }
}

@Test(arguments: ["alpha.png", "alpha.webp"])
func alphaIsKept(_ name: String) throws {
  let bitmap = try ImageDecoder.bitmap(of: try fixture(name), near: (20, 10))
  #expect(bitmap[5, 5] == RGBA(0, 128, 255, 128))
  #expect(bitmap[15, 5].alpha == 0)
}

@Test(arguments: [
  ("corners.png", 24, 16), ("corners.jpg", 12, 8), ("corners.gif", 24, 16), ("corners.svg", 96, 64),
])
func pictureIsDecodedAboutAsLargeAsItIsNeeded(_ name: String, _ width: Int, _ height: Int) throws {
  let bitmap = try ImageDecoder.bitmap(of: try fixture(name), near: (width, height))
  #expect(bitmap.width == width && bitmap.height == height)
  #expect(isNear(bitmap[1, 1], RGBA(255, 0, 0)))
  #expect(isNear(bitmap[width - 2, height - 2], RGBA(255, 255, 0)))
}

@Test func svgWithoutViewBoxIsScaledAsAWhole() throws {
  let svg = """
    <svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="5" height="10" fill="red"/>\
    </svg>
    """
  let bitmap = try ImageDecoder.bitmap(of: Array(svg.utf8), near: (40, 40))
  #expect(bitmap.width == 40 && bitmap[15, 39] == RGBA(255, 0, 0) && bitmap[25, 5].alpha == 0)
}

@Test(arguments: ["corners.png", "corners.jpg", "turned.jpg", "corners.gif", "corners.webp", "corners.svg"])
func truncatedAndDamagedFilesAreRefusedOrDecoded(_ name: String) throws {
  let file = try fixture(name)
  for length in file.indices { _ = try? ImageDecoder.bitmap(of: Array(file[..<length]), near: (48, 32)) }
  for index in file.indices {
    var changed = file
    changed[index] ^= 0xFF
    if let bitmap = try? ImageDecoder.bitmap(of: changed, near: (48, 32)) {
      #expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4)
    }
  }
}

/// The header of a picture with these dimensions, without data.
private func png(_ width: UInt32, _ height: UInt32) throws -> [UInt8] {
  func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
  func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }
  let chunk = Array("IHDR".utf8) + big(width) + big(height) + [8, 6, 0, 0, 0]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + chunk + big(crc(chunk))
    + Array(try fixture("corners.png").dropFirst(33))
}

@Test func bombsAreRefusedBeforeThereIsRoomMadeForThem() throws {
  #expect(throws: ImageDecodingFault.tooManyPixels(width: 20_000, height: 20_000)) {
    try ImageDecoder.bitmap(of: try png(20_000, 20_000), near: (10, 10))
  }
  #expect(throws: ImageDecodingFault.tooManyBytes(ImageDecoder.byteLimit + 1, limit: ImageDecoder.byteLimit))
  {
    try ImageDecoder.bitmap(of: [UInt8](repeating: 0, count: ImageDecoder.byteLimit + 1), near: (10, 10))
  }
  var gif = try fixture("corners.gif")
  gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
  #expect(throws: ImageDecodingFault.self) { try ImageDecoder.bitmap(of: gif, near: (10, 10)) }
  #expect(throws: ImageDecodingFault.unknownFormat) {
    try ImageDecoder.bitmap(of: Array("text".utf8), near: (1, 1))
  }
}

private let hostile = [
  // Files, entities, other documents: nothing is loaded or drawn.
  "<image href='file:///etc/passwd' width='10' height='10'/>",
  "<image href='/etc/hostname' width='10' height='10'/>",
  "<image href='http://127.0.0.1:1/a.png' width='10' height='10'/>",
  "<use href='file:///tmp/other.svg#a'/>", "<style>@import url(file:///etc/passwd)</style>",
  "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='/etc/passwd' parse='text'/>",
  // Loops.
  "<g id='a'><use href='#a'/></g>", "<pattern id='p' href='#p'/><rect width='9' height='9' fill='url(#p)'/>",
  """
  <mask id='m'><rect width='9' height='9' mask='url(#m)'/></mask><rect width='9' height='9' mask='url(#m)'/>
  """,
]

@Test(arguments: hostile)
func svgLoadsNothingAndEndsItsLoops(_ content: String) throws {
  let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>\(content)</svg>"
  if let bitmap = try? ImageDecoder.bitmap(of: Array(svg.utf8), near: (10, 10)) {
    #expect(bitmap.width == 10 && bitmap.height == 10)
  }
}

@Test func svgWithEntitiesThatGrowIsRefused() {
  var entities = "<!ENTITY a0 'aaaaaaaaaaaaaaaa'>"
  for level in 1...12 {
    entities += "<!ENTITY a\(level) '\(String(repeating: "&a\(level - 1);", count: 16))'>"
  }
  let svg = "<!DOCTYPE svg [\(entities)]><svg xmlns='http://www.w3.org/2000/svg'><text>&a12;</text></svg>"
  _ = try? ImageDecoder.bitmap(of: Array(svg.utf8), near: (10, 10))
  let outside = """
    <!DOCTYPE svg [<!ENTITY f SYSTEM 'file:///etc/passwd'>]>
    <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><text y='9'>&f;</text></svg>
    """
  if let bitmap = try? ImageDecoder.bitmap(of: Array(outside.utf8), near: (10, 10)) {
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
  }
}

@Test func missingLibraryIsAFaultWithAName() {
  #expect(throws: ImageDecodingFault.self) { try PixbufLibrary(library: "libno-such-pixbuf.so.0") }
  #expect(throws: ImageDecodingFault.self) { try WebPLibrary(library: "libno-such-webp.so.0") }
  #expect(throws: ImageDecodingFault.self) { try RSVGLibrary(library: "libno-such-rsvg.so.0") }
  let fault = ImageDecodingFault.libraryMissing("libwebp.so.7: cannot open shared object file")
  #expect(fault.hint == "apt-get install libwebp7")
}

/// A filter's content, and a part of the reason why it is not drawn; nil draws it.
@Test(
  arguments: [
    ("<feTurbulence baseFrequency='0.1' numOctaves='10'/>", nil),
    ("<feTurbulence baseFrequency='0.1' numOctaves='11'/>", "more than 10"),
    ("<feTurbulence baseFrequency='0.1' numOctaves = \"100000\"/>", "more than 10"),
    ("<feTurbulence baseFrequency='0.1' numOctaves='1&#48;0'/>", "not a number"),
    ("<feTurbulence baseFrequency='0.1' numOctaves='/**/100'/>", "not a number"),
    (String(repeating: "<feTurbulence baseFrequency='0.1' numOctaves='3'/>", count: 34), "octaves of noise"),
    ("<feConvolveMatrix order='3' kernelMatrix='1 0-1,2 0-2 1 0 -1.5'/>", nil),
    (matrix(count: 400, order: "20"), nil),
    // librsvg 2.54 aborts the process for these.
    (matrix(count: 401, order: "401 1"), "more than 400 numbers"),
    (matrix(count: 500, order: "3"), "more than 400 numbers"),
    ("<feConvolveMatrix order='3' kernelMatrix='&a;'/>", "more than 400 numbers"),
    ("<feImage href='data:image/svg+xml;base64,PHN2Zy8+'/>", "another SVG"),
    ("<feImage href='data:image/png;base64,PHN2Zy8+'/>", "another SVG"),
    ("<feImage href='data:image/png,%3Csvg/%3E'/>", "another SVG"),
    ("<feImage href='DATA:;base64,PHN2Zy8+'/>", "another SVG"),
    ("<feImage href='&#100;ata:image/svg+xml;base64,PHN2Zy8+'/>", "hidden"),
    ("<feImage href='data&#x3a;image/svg+xml;base64,PHN2Zy8+'/>", "hidden"),
    ("<feImage href='data:image/png;base64, iVBORw0KGgoAAAANSUhEUg=='/>", nil),
    ("<feImage href='picture.png?a=1&amp;b=2'/>", nil),
    ("<feFlood flood-color='red'/><!-- numOctaves -->", nil),
  ] as [(String, String?)])
func svgThatStandsStillOrEndsTheProcessIsRefused(_ filter: String, _ reason: String?) throws {
  try expect(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><filter id="f">\(filter)</filter>
    <rect width="4" height="4" fill="red" filter="url(#f)"/></svg>
    """, isRefusedFor: reason)
}

/// Text before the root element.
@Test(
  arguments: [
    ("<?xml version='1.0' encoding='utf-8'?>", nil), ("<?xml version='1.0' encoding='ISO-8859-1'?>", nil),
    ("<?xml version='1.0' encoding='UTF-7'?>", "hidden"),
    ("<!DOCTYPE svg [<!ENTITY ns 'http://www.w3.org/2000/svg'>]>", nil),
    ("<!DOCTYPE svg [<!ENTITY a '<rect num&#79;ctaves=\"9\"/>'>]>", "hidden"),
    ("<!DOCTYPE svg [<!ATTLIST feTurbulence numOctaves CDATA '9999'>]>", "document type"),
  ] as [(String, String?)])
func svgThatHidesWhatItIsIsRefused(_ head: String, _ reason: String?) throws {
  try expect(
    "\(head)<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>", isRefusedFor: reason)
}

private func expect(_ svg: String, isRefusedFor reason: String?) throws {
  do throws(ImageDecodingFault) {
    let bitmap = try ImageDecoder.bitmap(of: Array(svg.utf8), near: (4, 4))
    #expect(bitmap.width == 4 && reason == nil)
  } catch {
    #expect(error.code == "image.too-complex" && error.message.contains(reason ?? "nothing"), "\(error)")
  }
}

private func matrix(count: Int, order: String) -> String {
  let numbers = Array(repeating: "1", count: count).joined(separator: " ")
  return "<feConvolveMatrix order='\(order)' kernelMatrix='\(numbers)'/>"
}
