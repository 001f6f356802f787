/// Checks UTF-8 byte by byte, across frame boundaries (RFC 3629 §4).
struct UTF8Checker {
  /// The outstanding continuation bytes, and the valid range of the next one.
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the text so far ends at a character boundary.
  var isComplete: Bool { missing == 0 }

  /// Consumes one byte; false when the text is invalid.
  mutating func accept(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard next.contains(byte) else { return false }
      missing -= 1
      next = 0x80...0xBF
      return true
    }
    switch byte {
    case 0...0x7F: return true
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, next) = (2, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE, 0xEF: missing = 2
    case 0xED: (missing, next) = (2, 0x80...0x9F)
    case 0xF0: (missing, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, next) = (3, 0x80...0x8F)
    default: return false
    }
    return true
  }
}
