import Glibc

/// Excessive filters of an SVG, found in its bytes before librsvg reads them: they would stall a build, or
/// crash the server.
///
/// - Octaves of noise take 0.1 µs each for every pixel (SVG Filter Effects 1 §9.20), and are invisible after
///   the tenth.
/// - librsvg 2.54 ends the process at a `kernelMatrix` of more than 400 numbers, in any filter.
///
/// This does not parse markup. Anything that could hide these two from a byte search is rejected as well:
/// references in their values, entities made of others, another encoding, and nested pictures.
struct SVGComplexity {
  /// The maximum number of octaves of one noise, and of all in a file.
  static let octaveLimit = (one: 10, all: 100)
  /// The maximum number of values of a matrix.
  static let kernelLimit = 400

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Throws ``ImageDecodingFault/tooComplex(_:)`` for an SVG that must not be drawn.
  /// - Complexity: O(*n*).
  func check() throws(ImageDecodingFault) {
    guard isPlainText, !hidesText else { throw .tooComplex("its text is hidden in entities or an encoding") }
    guard !hasPictures else {
      throw .tooComplex("it contains another SVG, or a picture without a known type")
    }
    guard try !hidesAddresses() else { throw .tooComplex("its addresses are hidden in entities") }
    var octaves = 0
    for value in try values(of: "numOctaves") {
      guard let number = Self.number(value) else { throw .tooComplex("'numOctaves' is not a number") }
      guard number <= Double(Self.octaveLimit.one) else {
        throw .tooComplex("a 'numOctaves' is more than \(Self.octaveLimit.one)")
      }
      octaves += max(Int(number), 0)
    }
    guard octaves <= Self.octaveLimit.all else {
      throw .tooComplex("there are more than \(Self.octaveLimit.all) octaves of noise in it")
    }
    for value in try values(of: "kernelMatrix") where !Self.isShortList(value) {
      throw .tooComplex("a 'kernelMatrix' has more than \(Self.kernelLimit) numbers")
    }
  }

  // MARK: Values

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// A plain number, without references or CSS comments.
  private static func number(_ value: ArraySlice<UInt8>) -> Double? {
    Double(String(decoding: value.filter { !isBlank($0) }, as: UTF8.self))
  }

  /// Whether the signs, dots and gaps allow no more numbers than the limit. `1-1.5.5` is three numbers.
  private static func isShortList(_ value: ArraySlice<UInt8>) -> Bool {
    var (count, isInNumber) = (0, false)
    for byte in value {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        if !isInNumber { count += 1 }
        isInNumber = true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        count += 1
        isInNumber = true
      case UInt8(ascii: ","),
        _ where isBlank(byte):
        isInNumber = false
      default: return false
      }
    }
    return count <= kernelLimit
  }

  /// The values of all attributes with a name.
  private func values(of name: StaticString) throws(ImageDecodingFault) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    for start in places(of: name) {
      var index = start + name.utf8CodeUnitCount
      while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        // A document type may declare default attribute values.
        guard places(of: "<!ATTLIST").isEmpty else { throw .tooComplex("its document type has attributes") }
        continue
      }
      index += 1
      while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'")
      else {
        continue
      }
      let quote = bytes[index]
      let rest = bytes[(index + 1)...]
      found.append(rest.prefix { $0 != quote })
    }
    return found
  }

  // MARK: Text

  /// The positions of a word.
  private func places(of word: StaticString) -> [Int] {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      var (places, start): ([Int], Int) = ([], 0)
      while let found = memchr(base + start, Int32(word.utf8Start.pointee), bytes.count - start) {
        let place = UnsafeRawPointer(found) - base
        start = place + 1
        guard place + word.utf8CodeUnitCount <= bytes.count else { break }
        if memcmp(found, word.utf8Start, word.utf8CodeUnitCount) == 0 { places.append(place) }
      }
      return places
    }
  }

  /// Whether letters are encoded as in ASCII.
  private var isPlainText: Bool {
    guard !bytes.contains(0) else { return false }
    let head = String(decoding: bytes.prefix { $0 != UInt8(ascii: ">") }.prefix(300), as: UTF8.self)
      .lowercased()
    guard head.contains("<?xml"), let encoding = head.firstRange(of: "encoding") else { return true }
    let name = head[encoding.upperBound...].drop { $0 == "=" || $0.isWhitespace || $0 == "\"" || $0 == "'" }
    return ["utf-8", "us-ascii", "iso-8859-", "windows-125"].contains { name.hasPrefix($0) }
  }

  /// Whether an entity stands for markup or for other entities. Entities from drawing programs stand for
  /// URLs.
  private var hidesText: Bool {
    places(of: "<!ENTITY").contains { start in
      let declaration = bytes[(start + 2)...].prefix { $0 != UInt8(ascii: ">") }
      return declaration.contains { [UInt8(ascii: "&"), UInt8(ascii: "%"), UInt8(ascii: "<")].contains($0) }
    }
  }

  /// The Base64 prefixes of formats whose size is known before decoding: PNG, JPEG, GIF, WebP.
  private static let plainPictures = ["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR"].map { Array($0.utf8) }

  /// Whether a URL contains a picture that is or may be an SVG. Like the decoders, this ignores declared
  /// types.
  private var hasPictures: Bool {
    places(of: ":").contains { colon in
      guard colon >= 4, Self.lowercased(bytes[(colon - 4)..<colon]) == "data" else { return false }
      let type = bytes[(colon + 1)...].prefix(200).prefix { $0 != UInt8(ascii: ",") }
      guard Self.lowercased(type).hasSuffix(";base64") else { return true }
      let start = min(type.endIndex + 1, bytes.endIndex)
      let content = bytes[start...].prefix(1_000).filter { !Self.isBlank($0) }
      return !Self.plainPictures.contains { content.starts(with: $0) }
    }
  }

  /// Whether letters of a URL are written as references, so that a byte search cannot recognize it.
  private func hidesAddresses() throws(ImageDecodingFault) -> Bool {
    try values(of: "href").contains { value in
      value.indices.contains { index in
        value[index] == UInt8(ascii: "&") && !value[index...].starts(with: "&amp;".utf8)
      }
    }
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).lowercased()
  }
}
