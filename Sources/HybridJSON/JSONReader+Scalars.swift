import HybridEncoding

extension JSONReader {
  /// Reads a string (RFC 8259 §7). A string in single quotes is reported and then read normally.
  mutating func readString() -> String {
    let start = index
    let quote = bytes[index]
    index += 1
    let first = index
    // Nearly all strings are one run of plain bytes.
    while index < bytes.count, bytes[index] != quote, bytes[index] != UInt8(ascii: "\\"), bytes[index] >= 0x20
    {
      index += 1
    }
    var content: [UInt8]?
    if peek() != quote || index == bytes.count {
      var unescaped = Array(bytes[first..<index])
      readRest(of: start, quote: quote, into: &unescaped)
      content = unescaped
    }
    guard !stopped else { return "" }
    let text =
      content.map { String(decoding: $0, as: UTF8.self) }
      ?? String(decoding: bytes[first..<index], as: UTF8.self)
    index += 1
    if quote == UInt8(ascii: "'") {
      report.error(
        "json.single-quotes", "a string is written in double quotes", at: start..<index,
        hint: text.utf8.count <= 40 ? "write \(JSONValue.string(text).text())" : nil)
    }
    return text
  }

  /// Reads up to the closing quote, where ``index`` stops.
  private mutating func readRest(of start: Int, quote: UInt8, into content: inout [UInt8]) {
    var reportedControl = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case quote: return
      case UInt8(ascii: "\\"): readEscape(into: &content)
      case 0x0A, 0x0D:
        stop(
          "json.unclosed-string", "this string is not closed in its line", at: start..<index,
          hint: "add the closing quote, or write a line end as \\n")
        return
      case 0x00...0x1F:
        if !reportedControl {
          report.error(
            "json.control-character", "a control character is written as an escape in a string",
            at: index..<index + 1,
            hint: byte == 0x09 ? "write \\t" : nil)
        }
        reportedControl = true
        content.append(byte)
        index += 1
      default:
        content.append(byte)
        index += 1
      }
    }
    stop(
      "json.unclosed-string", "this string is never closed", at: start..<index, hint: "add the closing quote")
  }

  private mutating func readEscape(into content: inout [UInt8]) {
    let start = index
    index += 1
    let byte = peek()
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): readUnicodeEscape(from: start, into: &content)
    default:
      index = min(start + 2, bytes.count)
      let end = min(
        start + 1 + max(start + 1 < bytes.count ? bytes.lengthOfScalar(at: start + 1) : 1, 1), bytes.count)
      if byte >= 0x20 {
        report.error(
          "json.bad-escape", "'\(report.source.text(in: start..<end))' is not an escape of JSON",
          at: start..<end,
          hint: byte == UInt8(ascii: "'") ? "write ' without a backslash" : "write \\\\ for a backslash")
        content.append(contentsOf: bytes[start + 1..<end])
        index = end
      } else {
        index = start + 1  // a line end, or the end: the string is not closed
      }
    }
  }

  /// `\uXXXX`, or two of them for a character beyond U+FFFF (RFC 8259 §7).
  private mutating func readUnicodeEscape(from start: Int, into content: inout [UInt8]) {
    guard let unit = hexUnit(at: index) else {
      let end = min(index + 4, bytes.count)
      report.error(
        "json.bad-escape", "\\u is followed by four hexadecimal digits", at: start..<max(end, start))
      return
    }
    index += 4
    var value = unit
    if (0xD800...0xDBFF).contains(unit), index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"), let low = hexUnit(at: index + 2), (0xDC00...0xDFFF).contains(low)
    {
      index += 6
      value = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else {
      report.warning(
        "json.lone-surrogate", "half of a surrogate pair is not a character; U+FFFD replaces it",
        at: start..<index)
      content.append(contentsOf: [0xEF, 0xBF, 0xBD])
      return
    }
    content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private func hexUnit(at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Reads a number (RFC 8259 §6) and reports faults in its form.
  mutating func readNumber() -> JSONValue {
    let start = index
    let negative = peek() == UInt8(ascii: "-")
    if negative { index += 1 }
    let integer = skipDigits()
    var fraction: Range<Int>?
    var exponent: Range<Int>?
    if peek() == UInt8(ascii: ".") {
      index += 1
      fraction = skipDigits()
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      index += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
      exponent = skipDigits()
    }
    let isWhole = fraction == nil && exponent == nil
    let ill = integer.isEmpty || fraction?.isEmpty == true || exponent?.isEmpty == true || peek().isWordPart
    if ill || integer.count > 1 && bytes[integer.lowerBound] == UInt8(ascii: "0") {
      index = start
      let range = wordRange()
      let text = word()
      index = range.upperBound
      let hint =
        ill
        ? fraction?.isEmpty == true ? "a digit follows the point" : nil : "write it without the leading zeros"
      report.error("json.bad-number", "'\(text)' is not a number of JSON", at: range, hint: hint)
      return .number(0)
    }

    if index - start > limits.digits {
      report.warning(
        "json.number-too-long",
        "this number has \(index - start) characters; it is kept as text and cannot be used in calculations",
        at: start..<index, hint: "write it as a string")
    }
    if isWhole, integer.count <= 15 {
      var value = 0
      for byte in bytes[integer] { value = value * 10 + Int(byte - UInt8(ascii: "0")) }
      return .number(negative ? -Double(value) : Double(value))
    }
    // A Double has 17 significant digits and an exponent of three digits; digits far beyond that do not
    // matter.
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard index - start <= 1000, let value = Double(text), value.isFinite else { return .numberText(text) }
    if isWhole, !isExact(value, digits: integer) { return .numberText(text) }
    let significant = bytes[integer.lowerBound..<(fraction ?? integer).upperBound]
    if value == 0, significant.contains(where: { $0 > UInt8(ascii: "0") }) { return .numberText(text) }
    return .number(value)
  }

  private mutating func skipDigits() -> Range<Int> {
    let start = index
    while index < bytes.count, bytes[index] >= UInt8(ascii: "0"), bytes[index] <= UInt8(ascii: "9") {
      index += 1
    }
    return start..<index
  }

  /// Whether a whole number with these digits is exactly `value`. Numbers that exceed a `UInt64` are never
  /// considered exact.
  private func isExact(_ value: Double, digits: Range<Int>) -> Bool {
    guard let integer = UInt64(String(decoding: bytes[digits], as: UTF8.self)), value.magnitude < 0x1p64
    else {
      return false
    }
    return UInt64(value.magnitude) == integer
  }
}
