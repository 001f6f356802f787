extension JSONWriter {
  /// ECMAScript *Number::toString*, which RFC 8785 §3.2.2.3 makes the canonical form of JSON numbers.
  mutating func appendNumber(_ value: Double) {
    guard value.isFinite else { return append("null".utf8) }
    // Up to 2^53 every whole number is represented exactly; this is the common case and needs no search for
    // digits.
    if let integer = value.wholeNumber, integer.magnitude <= 1 << 53 { return appendInteger(integer) }
    if value < 0 { append(CollectionOfOne(UInt8(ascii: "-"))) }

    // The standard library finds the shortest digits; their decimal point and exponent are formatted below.
    var digits: [UInt8] = []
    var point = 0  // the value is 0.DIGITS × 10^point
    var exponent = 0
    var seenPoint = false
    var text = Substring(value.magnitude.description)
    if let mark = text.firstIndex(of: "e") {
      exponent = Int(text[text.index(after: mark)...]) ?? 0
      text = text[..<mark]
    }
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") {
        seenPoint = true
      } else if !digits.isEmpty || byte != UInt8(ascii: "0") {
        digits.append(byte)
        if !seenPoint { point += 1 }
      } else if seenPoint {
        point -= 1
      }
    }
    point += exponent
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }

    switch point {
    case digits.count...21:  // there are at most 17 digits
      append(digits)
      append(repeatElement(UInt8(ascii: "0"), count: point - digits.count))
    case 1...21:
      append(digits[..<point])
      append(CollectionOfOne(UInt8(ascii: ".")))
      append(digits[point...])
    case -5...0:
      append("0.".utf8)
      append(repeatElement(UInt8(ascii: "0"), count: -point))
      append(digits)
    default:
      append(digits[..<1])
      if digits.count > 1 {
        append(CollectionOfOne(UInt8(ascii: ".")))
        append(digits[1...])
      }
      append((point > 0 ? "e+" : "e-").utf8)
      appendInteger(abs(point - 1))
    }
  }

  /// All digits of a whole number.
  mutating func appendInteger(_ value: Int) {
    if value < 0 { append(CollectionOfOne(UInt8(ascii: "-"))) }
    var rest = value.magnitude
    var power: UInt = 1
    while rest / power >= 10 { power *= 10 }
    while power > 0 {
      append(CollectionOfOne(UInt8(ascii: "0") + UInt8(rest / power)))
      rest %= power
      power /= 10
    }
  }
}

extension Double {
  /// The number as an `Int`, if it is a whole number in range.
  ///
  /// Replaces `Int(exactly:)`, which in debug builds needs the C math library to be linked.
  var wholeNumber: Int? {
    guard magnitude < 0x1p63, Double(Int(self)) == self else { return nil }
    return Int(self)
  }
}
