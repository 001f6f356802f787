import HybridEncoding

/// Where lines may break between two printable ASCII characters: a tailoring of UAX 14 that CSS Text 3 §5.1
/// leaves to browsers. URLs, dates and paths stay in one piece; lines break behind hyphens and question
/// marks, and before an opening bracket that follows a sign.
enum ASCIIBreaks {
  /// - Parameter earlier: The byte before both, if there is one.
  static func allows(_ first: UInt8, _ second: UInt8, after earlier: UInt8?) -> Bool {
    switch first {
    case UInt8(ascii: "-"):
      // A minus sign stays with its number.
      if second.isASCIIDigit { return earlier?.isASCIIAlphanumeric ?? false }
      return !"!$),./:;?]}".utf8.contains(second)
    case UInt8(ascii: "?"): return !"!\"'),./:;?]}".utf8.contains(second)
    default: return "!\"#%&)*+,.:;=\\]|}".utf8.contains(first) && "(<[{".utf8.contains(second)
    }
  }

  static func isPrintable(_ byte: UInt8) -> Bool { (0x21...0x7E) ~= byte }
}

extension ShapedText {
  /// Sets the break opportunities between ASCII characters.
  mutating func setASCIIBreaks() {
    var earlier: UInt8?
    var previous: UInt8?
    for index in letters.indices where !isEdge(index) {
      let byte = bytes[Int(letters[index].offset)]
      if let first = previous, ASCIIBreaks.isPrintable(first), ASCIIBreaks.isPrintable(byte) {
        if ASCIIBreaks.allows(first, byte, after: earlier) {
          letters[index].flags.insert(.lineBreak)
        } else {
          letters[index].flags.remove(.lineBreak)
        }
      }
      (earlier, previous) = (previous, byte)
    }
  }
}
