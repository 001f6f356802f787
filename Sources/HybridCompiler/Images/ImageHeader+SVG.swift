import HybridEncoding
import HybridUnits

/// The size of an SVG: `width`, `height` and `viewBox` of its root element (SVG 2 §8.2, CSS Images 3 §4.1).
/// Nil for anything else.
///
/// Only the content before the first element and its start tag are read, and nothing is resolved: no
/// entities, no references, no styles.
func readSVG(_ bytes: FileBytes) throws(ImageFault) -> ImageHeader? {
  var scanner = SVGTagScanner(bytes.bytes)
  guard let attributes = scanner.rootAttributes(named: "svg") else {
    if scanner.isCutOff { throw .truncated(.svg) }
    return nil
  }
  let width = attributes["width"].flatMap(svgLength)
  let height = attributes["height"].flatMap(svgLength)
  let limit = Double(ImageHeader.sideLimit)
  if let side = [width, height].compactMap(\.self).first(where: { $0 > limit }) {
    throw .tooLarge(
      width: Int(min(width ?? side, 1e9)), height: Int(min(height ?? side, 1e9)))
  }
  if width == 0 || height == 0 { throw .malformed(.svg, "its width or height is 0") }
  var ratio: Double?
  if let width, let height {
    ratio = width / height
  } else if let box = attributes["viewbox"].map(svgNumbers), box.count == 4, box[2] > 0, box[3] > 0 {
    ratio = box[2] / box[3]
  }
  // One side and the ratio give the other side; an extreme ratio is ignored.
  if let known = ratio, !(1e-4...1e4).contains(known) { ratio = nil }
  return ImageHeader(
    vector: .svg, width: width ?? height.flatMap { height in ratio.map { height * $0 } },
    height: height ?? width.flatMap { width in ratio.map { width / $0 } }, ratio: ratio)
}

/// A length in points; nil for a percentage, `auto` or an invalid length (CSS Values 4 §6).
private func svgLength(_ text: String) -> Double? {
  let text = text.drop { $0.isWhitespace }
  let digits = text.prefix { $0.isASCII && ($0.isNumber || ".+-".contains($0)) }
  guard let number = Double(digits), number >= 0, number.isFinite else { return nil }
  let unit = text.dropFirst(digits.count).lowercased().filter { !$0.isWhitespace }
  let factors = [
    "": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "em": 16, "ex": 8,
    "rem": 16,
  ]
  return factors[unit].map { $0 * number }
}

/// Numbers separated by spaces and commas.
private func svgNumbers(_ text: String) -> [Double] {
  text.split { $0.isWhitespace || $0 == "," }.prefix(5).compactMap { Double($0) }.filter(\.isFinite)
}

/// Finds the root element of an XML text.
private struct SVGTagScanner {
  private let bytes: [UInt8]
  private var offset = 0
  /// Whether the text ended within a possible root element.
  private(set) var isCutOff = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
  }

  /// The attributes of the root element by their names in lower case; nil when the root has another name.
  mutating func rootAttributes(named name: String) -> [String: String]? {
    while true {
      skipBlanks()
      if has("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if has("<?") {
        guard skip(past: "?>") else { return nil }
      } else if has("<!") {
        guard skipDoctype() else { return nil }
      } else {
        break
      }
    }
    guard has("<") else { return nil }
    offset += 1
    let found = word()
    let local = found.split(separator: ":").last.map(String.init) ?? found
    guard local.lowercased() == name else { return nil }
    var attributes: [String: String] = [:]
    while offset < bytes.count {
      skipBlanks()
      guard offset < bytes.count else { break }
      if has(">") || has("/") { return attributes }
      let name = word().lowercased()
      skipBlanks()
      guard !name.isEmpty, has("=") else { return nil }
      offset += 1
      skipBlanks()
      guard offset < bytes.count else { break }
      let quote = bytes[offset]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
      offset += 1
      let start = offset
      while offset < bytes.count, bytes[offset] != quote { offset += 1 }
      guard offset < bytes.count else { break }
      if attributes[name] == nil { attributes[name] = String(decoding: bytes[start..<offset], as: UTF8.self) }
      offset += 1
    }
    isCutOff = true
    return nil
  }

  private func has(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

  private mutating func skipBlanks() {
    while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
  }

  private mutating func skip(past end: String) -> Bool {
    while offset < bytes.count {
      if has(end) {
        offset += end.utf8.count
        return true
      }
      offset += 1
    }
    return false
  }

  /// A document type, with its internal subset.
  private mutating func skipDoctype() -> Bool {
    var depth = 0
    var quote: UInt8?
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">"):
        depth -= 1
        if depth <= 0 { return true }
      default: break
      }
    }
    return false
  }

  /// A name: everything up to white space or a markup character.
  private mutating func word() -> String {
    let start = offset
    while offset < bytes.count, bytes[offset] > 0x20, !"=/>\"'<".utf8.contains(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }
}
