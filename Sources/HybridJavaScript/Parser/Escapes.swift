import HybridEncoding

/// The escapes of names and strings (ECMA-262 §12.7.1 and §12.9.4.1).
enum Escapes {
  /// A name with its `\u0061` and `\u{61}` resolved.
  static func name(_ bytes: ArraySlice<UInt8>) -> String { string(bytes) }

  /// The value of what is between the quotes of a string.
  static func string(_ bytes: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var index = bytes.startIndex
    func append(_ scalar: Unicode.Scalar) { units.append(contentsOf: String(scalar).utf16) }
    var plain = index
    func flush() {
      if plain < index {
        units.append(contentsOf: String(decoding: bytes[plain..<index], as: UTF8.self).utf16)
      }
    }
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        index += 1
        continue
      }
      flush()
      index += 1
      let letter = bytes[index]
      index += 1
      switch letter {
      case UInt8(ascii: "n"): units.append(10)
      case UInt8(ascii: "t"): units.append(9)
      case UInt8(ascii: "r"): units.append(13)
      case UInt8(ascii: "b"): units.append(8)
      case UInt8(ascii: "f"): units.append(12)
      case UInt8(ascii: "v"): units.append(11)
      case UInt8(ascii: "0"): units.append(0)
      case UInt8(ascii: "x"):
        units.append(UInt16(truncatingIfNeeded: hexadecimal(bytes, &index, 2)))
      case UInt8(ascii: "u"):
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "{") {
          index += 1
          let value = hexadecimal(bytes, &index, .max)
          if index < bytes.endIndex { index += 1 }
          append(Unicode.Scalar(value) ?? "\u{FFFD}")
        } else {
          units.append(UInt16(truncatingIfNeeded: hexadecimal(bytes, &index, 4)))
        }
      case 10: break
      case 13: if index < bytes.endIndex, bytes[index] == 10 { index += 1 }
      default:
        index -= 1
        plain = index
        index += 1
        continue
      }
      plain = index
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }

  private static func hexadecimal(_ bytes: ArraySlice<UInt8>, _ index: inout Int, _ limit: Int) -> UInt32 {
    var value: UInt32 = 0
    var count = 0
    while index < bytes.endIndex, count < limit, let digit = bytes[index].hexDigitValue {
      value = value & 0xFF_FFFF << 4 | UInt32(digit)
      index += 1
      count += 1
    }
    return value
  }
}

extension UInt8 {
  /// Whether a name may contain it; other characters than ASCII letters are looked at by the lexer.
  var isNamePart: Bool { isNameStart || isASCIIDigit }

  /// Whether a name may start with it.
  var isNameStart: Bool {
    let letter = self | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "$")
  }
}
