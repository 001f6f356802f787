extension UInt8 {
  /// The length of the UTF-8 sequence of two to four bytes that starts with this byte, and the valid range of
  /// its second byte; nil if the byte starts none.
  ///
  /// Unicode Standard, Table 3-7, *Well-Formed UTF-8 Byte Sequences*: the range excludes overlong forms,
  /// surrogates and code points beyond U+10FFFF. The bytes after the second are `80` to `BF`.
  @inlinable public var utf8Lead: (length: Int, second: ClosedRange<UInt8>)? {
    switch self {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
