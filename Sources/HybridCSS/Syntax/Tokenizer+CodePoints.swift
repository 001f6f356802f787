import HybridEncoding

/// Code points, escapes, names and numbers: CSS Syntax 3 §4.2, *Definitions*, and the second half of §4.3.
extension Tokenizer {
  @inline(__always)
  func isNewline(_ byte: Int) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

  @inline(__always)
  func isWhitespace(_ byte: Int) -> Bool { byte == 0x20 || byte == 0x09 || isNewline(byte) }

  @inline(__always)
  func isDigit(_ byte: Int) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Whether the code point at `index` is an ident-start code point.
  @inline(__always)
  func isIdentStart(at index: Int) -> Bool {
    let byte = byte(index)
    if byte < 0x80 {
      let letter = byte | 0x20
      return letter >= 0x61 && letter <= 0x7A || byte == 0x5F || byte == 0
    }
    return isNonASCIIIdent(scalar(at: index).scalar)
  }

  /// Whether the code point at `index` is an ident code point.
  @inline(__always)
  func isIdent(at index: Int) -> Bool {
    let byte = byte(index)
    return isDigit(byte) || byte == 0x2D || isIdentStart(at: index)
  }

  /// §4.3.8: whether a backslash and the following code point are a valid escape. The end of the input counts
  /// as valid.
  @inline(__always)
  func isEscape(at index: Int) -> Bool { byte(index) == 0x5C && !isNewline(byte(index + 1)) }

  /// §4.3.9.
  func startsIdentSequence(at index: Int) -> Bool {
    guard byte(index) == 0x2D else { return isIdentStart(at: index) || isEscape(at: index) }
    return byte(index + 1) == 0x2D || isIdentStart(at: index + 1) || isEscape(at: index + 1)
  }

  /// §4.3.10.
  func startsNumber(at index: Int) -> Bool {
    let first = byte(index)
    let next = first == 0x2B || first == 0x2D ? index + 1 : index
    return isDigit(byte(next)) || byte(next) == 0x2E && isDigit(byte(next + 1))
  }

  /// §4.2, *non-ASCII ident code point*: the list HTML uses for custom element names.
  private func isNonASCIIIdent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xB7, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x37D, 0x37F...0x1FFF, 0x200C, 0x200D, 0x203F, 0x2040,
      0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD:
      true
    default: scalar.value >= 0x10000
    }
  }

  /// The code point at `index`, and its length in bytes. Invalid UTF-8 reads as U+FFFD, one for each maximal
  /// subpart.
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = byte(index)
    if first < 0x80 { return (first <= 0 ? "\u{FFFD}" : Unicode.Scalar(UInt8(first)), 1) }
    guard let (length, second) = UInt8(first).utf8Lead else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for offset in 1..<length {
      let next = byte(index + offset)
      guard next >= 0, offset == 1 ? second.contains(UInt8(next)) : next & 0xC0 == 0x80 else {
        return ("\u{FFFD}", offset)
      }
      value = value << 6 | UInt32(next & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  mutating func consumeScalar() -> Unicode.Scalar {
    let (scalar, length) = scalar(at: position)
    position += length
    return scalar
  }

  /// CR LF is one newline.
  mutating func skipNewline() {
    position += byte(position) == 0x0D && byte(position + 1) == 0x0A ? 2 : 1
  }

  /// Bytes without NUL as text.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// §4.3.7, *Consume an escaped code point*; the backslash is already consumed.
  mutating func consumeEscape() -> Unicode.Scalar {
    guard position < limit else { return "\u{FFFD}" }
    var value: UInt32 = 0
    var digits = 0
    while digits < 6, position < limit, let digit = bytes[position].hexDigitValue {
      value = value << 4 | UInt32(digit)
      digits += 1
      position += 1
    }
    guard digits > 0 else { return consumeScalar() }
    if isWhitespace(byte(position)) { skipNewline() }
    return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// §4.3.11, *Consume an ident sequence*.
  mutating func consumeIdentSequence() -> String {
    let first = position
    while position < limit {
      let byte = bytes[position]
      if byte >= 0x80 {
        guard isIdentStart(at: position) else { break }
        position += scalar(at: position).length
      } else if byte != 0, isIdent(at: position) {
        position += 1
      } else {
        break
      }
    }
    var name = text(first..<position)
    // Escapes and NUL are rare: only then is the name built piece by piece.
    while position < limit {
      if isEscape(at: position) {
        position += 1
        name.unicodeScalars.append(consumeEscape())
      } else if isIdent(at: position) {
        name.unicodeScalars.append(consumeScalar())
      } else {
        break
      }
    }
    return name
  }

  /// §4.3.12, *Consume a number*, and §4.3.13, *Convert a string to a number*.
  mutating func consumeNumber() -> Token.Numeric {
    let first = position
    let hasSign = byte(position) == 0x2B || byte(position) == 0x2D
    if hasSign { position += 1 }
    var mantissa: UInt64 = 0
    var significant = 0
    var scale = 0
    func take(_ byte: Int) {
      if mantissa > 0 || byte != 0x30 { significant += 1 }
      if significant <= 15 { mantissa = mantissa * 10 + UInt64(byte - 0x30) }
    }
    var isInteger = true
    while isDigit(byte(position)) {
      take(byte(position))
      position += 1
    }
    if byte(position) == 0x2E, isDigit(byte(position + 1)) {
      isInteger = false
      position += 1
      while isDigit(byte(position)) {
        take(byte(position))
        scale += 1
        position += 1
      }
    }
    let exponent = position
    if byte(position) | 0x20 == 0x65 {
      let sign = byte(position + 1) == 0x2B || byte(position + 1) == 0x2D ? 1 : 0
      if isDigit(byte(position + 1 + sign)) {
        isInteger = false
        position += 1 + sign
        while isDigit(byte(position)) { position += 1 }
      }
    }
    let written = text(first..<position)
    var value: Double
    if significant <= 15, scale <= 22, exponent == position {
      // Both parts are exact doubles, so the quotient is the nearest one.
      value = Double(mantissa) / Self.powersOfTen[scale]
      if bytes[first] == UInt8(ascii: "-") { value = -value }
    } else {
      value = Double(written) ?? 0
    }
    let largest = Double.greatestFiniteMagnitude
    return Token.Numeric(
      value: min(max(value, -largest), largest), isInteger: isInteger, hasSign: hasSign, text: written)
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20,
    1e21, 1e22,
  ]
}
