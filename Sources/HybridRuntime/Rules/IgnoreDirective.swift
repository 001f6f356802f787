import HybridDOM
import HybridEncoding
import HybridSource
import HybridUnits

/// A comment that suppresses rules at its place: `hybrid-ignore a11y.contrast, layout.text-cut: the
/// logo`.
///
/// In HTML it applies to the following element with its content; in CSS to the following rule.
struct IgnoreDirective: Hashable, Sendable {
  /// Its place: file and first byte.
  struct Place: Hashable, Sendable {
    var path: String
    var offset: Int
  }

  static let word = "hybrid-ignore"
  var place: Place
  /// The rules with the bytes of their names.
  var rules: [(rule: CheckRule, range: Range<Int>)] = []
  /// Names that are not rules.
  var unknown: [(name: String, range: Range<Int>)] = []

  static func == (one: IgnoreDirective, other: IgnoreDirective) -> Bool { one.place == other.place }
  func hash(into hasher: inout Hasher) { hasher.combine(place) }

  /// Parses a comment; nil if it is not a directive.
  ///
  /// - Parameter range: The bytes of the comment in `source`, with its delimiters.
  init?(commentAt range: Range<Int>, in source: Source) {
    place = Place(path: source.path, offset: range.lowerBound)
    let bytes = source.bytes
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    let word = Array(Self.word.utf8)
    var offset = range.lowerBound
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
    while offset < range.upperBound, isBlank(bytes[offset]) || "<!-/*".utf8.contains(bytes[offset]) {
      offset += 1
    }
    guard offset + word.count <= range.upperBound, Array(bytes[offset..<offset + word.count]) == word else {
      return nil
    }
    offset += word.count
    guard offset == range.upperBound || isBlank(bytes[offset]) else { return nil }
    // Names separated by commas or blanks, up to a colon, which is followed by the reason.
    while offset < range.upperBound {
      while offset < range.upperBound, isBlank(bytes[offset]) || bytes[offset] == UInt8(ascii: ",") {
        offset += 1
      }
      let start = offset
      while offset < range.upperBound, Self.isName(bytes[offset]) { offset += 1 }
      var end = offset
      while end > start, bytes[end - 1] == UInt8(ascii: "-") { end -= 1 }  // of `-->`
      guard end > start else { break }
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      if let rule = CheckRule(rawValue: name) {
        rules.append((rule, start..<end))
      } else {
        unknown.append((name, start..<end))
      }
      if offset < range.upperBound, bytes[offset] == UInt8(ascii: ":") { break }
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._".utf8.contains(byte)
  }
}

extension IgnoreDirective {
  /// The directives of a style sheet, each with the byte behind it.
  static func all(inSheet source: Source) -> [(directive: IgnoreDirective, end: Int)] {
    let bytes = source.bytes
    var found: [(IgnoreDirective, Int)] = []
    var offset = 0
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    while offset + 1 < bytes.count {
      guard bytes[offset] == slash, bytes[offset + 1] == star else {
        offset += 1
        continue
      }
      let start = offset
      offset += 2
      while offset + 1 < bytes.count, !(bytes[offset] == star && bytes[offset + 1] == slash) { offset += 1 }
      offset = min(offset + 2, bytes.count)
      if let directive = IgnoreDirective(commentAt: start..<offset, in: source) {
        found.append((directive, offset))
      }
    }
    return found
  }

  /// Whether only white space and comments stand between two places of a sheet.
  static func isNextTo(_ end: Int, _ start: Int, in source: Source) -> Bool {
    guard end <= start, start <= source.bytes.count else { return false }
    var offset = end
    let bytes = source.bytes
    while offset < start {
      if bytes[offset] <= 0x20 {
        offset += 1
      } else if offset + 1 < start, bytes[offset] == UInt8(ascii: "/"), bytes[offset + 1] == UInt8(ascii: "*")
      {
        offset += 2
        while offset + 1 < start,
          !(bytes[offset] == UInt8(ascii: "*") && bytes[offset + 1] == UInt8(ascii: "/"))
        {
          offset += 1
        }
        offset += 2
      } else {
        return false
      }
    }
    return true
  }
}
