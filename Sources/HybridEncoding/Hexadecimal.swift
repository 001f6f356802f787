extension UInt8 {
  /// The value of an ASCII hexadecimal digit in either case; nil for any other byte.
  package var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether the byte is a digit that ``Swift/Collection/lowerHex`` writes.
  package var isLowerHexDigit: Bool { isASCIIDigit || (0x61...0x66).contains(self) }
}

extension Collection<UInt8> {
  /// Two lower-case hexadecimal digits for each byte.
  package var lowerHex: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// The bytes with this ``lowerHex``; nil for any other text, including upper-case digits.
  package init?(lowerHex text: String) {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      let (first, second) = (digits[index], digits[index + 1])
      guard let high = first.hexDigitValue, let low = second.hexDigitValue,
        !(0x41...0x46).contains(first), !(0x41...0x46).contains(second)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self = bytes
  }
}

extension FixedWidthInteger {
  /// The number with these hexadecimal digits, in either case; nil for any other text, such as one with a
  /// sign, and for a number that is too large.
  ///
  ///     UInt32(hexDigits: "0036452d")  // 0x36452D
  ///     UInt32(hexDigits: "+1")  // nil
  package init?(hexDigits text: some StringProtocol) {
    guard text.utf8.allSatisfy({ $0.hexDigitValue != nil }) else { return nil }
    self.init(text, radix: 16)
  }
}

extension UnsignedInteger {
  /// The number in lower-case hexadecimal digits, at least `digits` of them.
  ///
  ///     UInt32(0x36452D).lowerHex(digits: 8)  // "0036452d"
  package func lowerHex(digits: Int) -> String {
    let text = String(self, radix: 16)
    return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
  }
}
