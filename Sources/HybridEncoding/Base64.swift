/// Base64 (RFC 4648 §4).
package enum Base64 {
  /// The 64 digits, by their values.
  package static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}

extension [UInt8] {
  /// Base64 in one line, with padding (RFC 4648 §4).
  /// - Complexity: O(*n*).
  package var base64: String {
    let digits = Base64.digits
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let left = Swift.min(3, count - start)
      var bits = Int(self[start]) << 16
      if left > 1 { bits |= Int(self[start + 1]) << 8 }
      if left > 2 { bits |= Int(self[start + 2]) }
      for place in 0..<4 {
        text.append(place <= left ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of `text` in Base64; nil when it is invalid.
  ///
  /// Infra Standard §7, *forgiving-base64 decode*: white space is skipped, and `=` at the end may be missing.
  package init?(forgivingBase64 text: some Sequence<UInt8>) {
    var result: [UInt8] = []
    result.reserveCapacity(text.underestimatedCount * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        padding += 1
        continue
      case _ where byte.isASCIIWhitespace: continue
      default: return nil
      }
      guard padding == 0 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count % 4 == 0 {
        result.append(UInt8(truncatingIfNeeded: bits >> 16))
        result.append(UInt8(truncatingIfNeeded: bits >> 8))
        result.append(UInt8(truncatingIfNeeded: bits))
        bits = 0
      }
    }
    guard padding <= 2 else { return nil }
    switch count % 4 {
    case 1: return nil
    case 2: result.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      result.append(UInt8(truncatingIfNeeded: bits >> 10))
      result.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: break
    }
    self = result
  }
}
