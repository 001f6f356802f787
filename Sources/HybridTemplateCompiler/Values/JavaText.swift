import HybridEncoding

/// Java's text functions, on UTF-8 bytes.
enum JavaText {
  /// Without leading and trailing characters up to U+0020.
  static func trimmed(_ range: Range<Int>, in text: [UInt8]) -> Range<Int> {
    text[range].trimming { $0 <= 0x20 }.indices
  }

  /// The pieces between `|`, without empty ones at the end; an empty text is one empty piece.
  static func pieces(_ range: Range<Int>, in text: [UInt8]) -> [Range<Int>] {
    guard !range.isEmpty else { return [range] }
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where text[index] == UInt8(ascii: "|") {
      pieces.append(start..<index)
      start = index + 1
    }
    pieces.append(start..<range.upperBound)
    while pieces.last?.isEmpty == true { pieces.removeLast() }
    return pieces
  }

  static func equals(_ range: Range<Int>, _ word: String, in text: [UInt8]) -> Bool {
    guard range.count == word.utf8.count else { return false }
    var index = range.lowerBound
    for byte in word.utf8 {
      if text[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether both are equal in upper case.
  static func equalsInUpperCase(_ range: Range<Int>, _ word: String, in text: [UInt8]) -> Bool {
    var index = range.lowerBound
    for byte in word.utf8 {
      guard index < range.upperBound else {
        return isWide(range, in: text) && equalsWide(range, word, in: text)
      }
      let (left, right) = (text[index], byte)
      if left >= 0x80 || right >= 0x80 { return equalsWide(range, word, in: text) }
      guard left == right || left.isASCIILetter && left | 0x20 == right | 0x20 else {
        return isWide(range, in: text) && equalsWide(range, word, in: text)
      }
      index += 1
    }
    return index == range.upperBound
  }

  /// In upper case, a non-ASCII letter may become several letters, or an ASCII letter.
  private static func equalsWide(_ range: Range<Int>, _ word: String, in text: [UInt8]) -> Bool {
    String(decoding: text[range], as: UTF8.self).uppercased() == word.uppercased()
  }

  /// Whether the text ends in the unit `rp`.
  static func endsInRP(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    range.count >= 2 && text[range.upperBound - 2] == UInt8(ascii: "r")
      && text[range.upperBound - 1] == UInt8(ascii: "p")
  }

  /// Whether the text is a binding: more than three units, `${` or `@{` at the start, `}` at the end.
  static func isBinding(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    range.count > 3 && text[range.lowerBound + 1] == UInt8(ascii: "{")
      && text[range.upperBound - 1] == UInt8(ascii: "}")
      && (text[range.lowerBound] == UInt8(ascii: "$") || text[range.lowerBound] == UInt8(ascii: "@"))
  }

  /// Whether the text has non-ASCII characters, for which Java has rules of its own.
  static func isWide(_ range: Range<Int>, in text: [UInt8]) -> Bool {
    for index in range where text[index] >= 0x80 { return true }
    return false
  }
}
