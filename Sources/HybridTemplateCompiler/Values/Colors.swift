import HybridUnits

/// Colour names and hexadecimal colours (`Documentation/template-format.md`, *Values*).
enum Colors {
  /// Case-sensitive names.
  static let exact: [(name: String, value: UInt32)] = [
    ("black", 0xFF00_0000), ("blue", 0xFF00_00FF), ("cyan", 0xFF00_FFFF), ("dkgray", 0xFF44_4444),
    ("gray", 0xFF88_8888), ("green", 0xFF00_FF00), ("ltgray", 0xFFCC_CCCC), ("magenta", 0xFFFF_00FF),
    ("red", 0xFFFF_0000), ("transparent", 0), ("yellow", 0xFFFF_FF00), ("white", 0xFFFF_FFFF),
  ]

  /// Case-insensitive names, in lower case: those of Android.
  static var anyCase: [String: UInt32] { AndroidColors.named }

  /// All names, sorted.
  static let names = Set(exact.map(\.name)).union(anyCase.keys).sorted()

  /// A colour as AARRGGBB; nil if the text is not a colour.
  static func value(_ range: Range<Int>, in text: [UInt8]) -> UInt32? {
    guard let first = range.first else { return nil }
    if text[first] == UInt8(ascii: "#") {
      let digits = first + 1..<range.upperBound
      // Lengths count UTF-16 units; a full-width digit is one unit of three bytes.
      let count =
        JavaText.isWide(digits, in: text)
        ? String(decoding: text[digits], as: UTF8.self).utf16.count : digits.count
      guard count == 6 || count == 8, let value = JavaNumbers.long(digits, radix: 16, in: text) else {
        return nil
      }
      return UInt32(truncatingIfNeeded: value) | (count == 6 ? 0xFF00_0000 : 0)
    }
    for color in exact where JavaText.equals(range, color.name, in: text) { return color.value }
    return anyCase[String(decoding: text[range], as: UTF8.self).lowercased()]
  }
}
