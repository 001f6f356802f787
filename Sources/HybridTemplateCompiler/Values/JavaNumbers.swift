/// Numbers as `Integer.parseInt`, `Long.parseLong` and `Float.parseFloat` read them
/// (`Documentation/template-format.md`, *Values*).
enum JavaNumbers {
  /// A whole number of 32 bits: a sign, then digits of any script, nothing else.
  static func int(_ range: Range<Int>, in text: [UInt8]) -> Int32? {
    long(range, radix: 10, in: text).flatMap { Int32(exactly: $0) }
  }

  /// A whole number of 64 bits.
  static func long(_ range: Range<Int>, radix: Int64, in text: [UInt8]) -> Int64? {
    var index = range.lowerBound
    guard index < range.upperBound else { return nil }
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
    guard index < range.upperBound else { return nil }
    var value: Int64 = 0
    func add(_ digit: Int64) -> Bool {
      guard digit >= 0, digit < radix else { return false }
      let (product, overflows) = value.multipliedReportingOverflow(by: radix)
      let (sum, overflowsToo) = product.subtractingReportingOverflow(digit)
      value = sum  // negative, since the minimum has no positive counterpart
      return !overflows && !overflowsToo
    }
    if JavaText.isWide(index..<range.upperBound, in: text) {
      for scalar in String(decoding: text[index..<range.upperBound], as: UTF8.self).unicodeScalars {
        guard add(digit(scalar)) else { return nil }
      }
    } else {
      while index < range.upperBound {
        guard add(digit(text[index])) else { return nil }
        index += 1
      }
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  private static func digit(_ byte: UInt8) -> Int64 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int64(byte) - 0x61 + 10
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int64(byte) - 0x41 + 10
    default: -1
    }
  }

  /// `Character.digit`: decimal digits of every script, and full-width Latin letters.
  private static func digit(_ scalar: Unicode.Scalar) -> Int64 {
    switch scalar.value {
    case 0..<0x80: digit(UInt8(scalar.value))
    case 0xFF21...0xFF3A: Int64(scalar.value) - 0xFF21 + 10
    case 0xFF41...0xFF5A: Int64(scalar.value) - 0xFF41 + 10
    default:
      scalar.properties.numericType == .decimal ? scalar.properties.numericValue.map { Int64($0) } ?? -1 : -1
    }
  }

  /// The bits of a float: blanks at both ends are ignored; `NaN` and `Infinity` are numbers, and a trailing
  /// `f` or `d` is ignored.
  static func float(_ range: Range<Int>, in text: [UInt8]) -> UInt32? {
    let range = JavaText.trimmed(range, in: text)
    var index = range.lowerBound
    func byte() -> UInt8 { index < range.upperBound ? text[index] : 0 }
    let isNegative = byte() == UInt8(ascii: "-")
    if isNegative || byte() == UInt8(ascii: "+") { index += 1 }
    if JavaText.equals(index..<range.upperBound, "NaN", in: text) { return 0x7FC0_0000 }
    if JavaText.equals(index..<range.upperBound, "Infinity", in: text) {
      return isNegative ? 0xFF80_0000 : 0x7F80_0000
    }
    let isHex = byte() == UInt8(ascii: "0") && index + 1 < range.upperBound && text[index + 1] | 0x20 == 0x78
    if isHex { index += 2 }
    var digits = 0
    var fraction = 0
    var mantissa: UInt64 = 0
    var hasPoint = false
    while index < range.upperBound {
      let value = digit(byte())
      if value >= 0, value < (isHex ? 16 : 10) {
        digits += 1
        if hasPoint { fraction += 1 }
        if digits <= 8 { mantissa = mantissa * 10 + UInt64(value) }
      } else if byte() == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }
    let exponentMark: UInt8 = isHex ? 0x70 : 0x65
    let hasExponent = index < range.upperBound && byte() | 0x20 == exponentMark
    if hasExponent {
      index += 1
      if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") { index += 1 }
      let start = index
      while case UInt8(ascii: "0")...UInt8(ascii: "9") = byte() { index += 1 }
      guard index > start else { return nil }
    } else if isHex {
      return nil
    }
    let end = index
    if index < range.upperBound, byte() | 0x20 == UInt8(ascii: "f") || byte() | 0x20 == UInt8(ascii: "d") {
      index += 1
    }
    guard index == range.upperBound else { return nil }
    // With up to seven digits and ten decimals, both operands are exact floats, so one division rounds only
    // once.
    if !isHex, !hasExponent, digits <= 7, fraction <= 10 {
      let value = Float(mantissa) / powersOfTen[fraction]
      return (isNegative ? -value : value).bitPattern
    }
    return swiftFloat(String(decoding: text[range.lowerBound..<end], as: UTF8.self))?.bitPattern
  }

  private static let powersOfTen: [Float] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

  /// The number, correctly rounded. Swift requires a digit on both sides of the point.
  private static func swiftFloat(_ text: String) -> Float? {
    if let value = Float(text) { return value }
    var padded = ""
    var previous: Character = " "
    for character in text {
      if character == ".", !previous.isHexDigit { padded.append("0") }
      if previous == ".", !character.isHexDigit { padded.append("0") }
      padded.append(character)
      previous = character
    }
    if previous == "." { padded.append("0") }
    return Float(padded)
  }

  /// The number with six decimals, as `String.format("%f")` writes it: the shortest digits that identify it,
  /// rounded half up.
  static func sixDecimals(_ number: Float) -> String {
    let value = Double(number)
    guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
    var text = Substring(value.magnitude.description)
    var exponent = 0
    if let mark = text.firstIndex(of: "e") {
      exponent = Int(text[text.index(after: mark)...]) ?? 0
      text = text[..<mark]
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var digits = parts.joined().utf8.map { Int($0) - 0x30 }
    // Digits before the point.
    var point = parts[0].count + exponent
    while point < 1 {
      digits.insert(0, at: 0)
      point += 1
    }
    while digits.count < point + 7 { digits.append(0) }
    let isUp = digits[point + 6] >= 5
    digits.removeSubrange((point + 6)...)
    var index = digits.count - 1
    while isUp, index >= 0 {
      digits[index] += 1
      if digits[index] < 10 { break }
      digits[index] = 0
      index -= 1
    }
    if index < 0 {
      digits.insert(1, at: 0)
      point += 1
    }
    let whole = digits[..<point].map(String.init).joined()
    return (number.sign == .minus ? "-" : "") + whole + "." + digits[point...].map(String.init).joined()
  }
}
