import HybridEncoding
import HybridSource

/// Replaces line ends and references in one value (`Documentation/template-format.md`, *Inputs*), a step at a
/// time, so that a place in the result can be traced back.
struct TemplateValueDecoder {
  private let input: [UInt8]
  private let end: Int
  /// The first byte that is not read yet.
  private(set) var index: Int
  private(set) var output: [UInt8] = []
  private(set) var faults: [TemplateSyntaxFault] = []
  /// A first half of a pair that was just written: a second half behind it makes one character of both.
  private var high: UInt32?

  init(_ input: [UInt8], _ range: Range<Int>) {
    self.input = input
    index = range.lowerBound
    end = range.upperBound
  }

  /// Reads a byte or a reference; false at the end.
  mutating func step() -> Bool {
    guard index < end else { return false }
    let byte = input[index]
    if byte == UInt8(ascii: "&") {
      reference()
      return true
    }
    high = nil
    index += 1
    switch byte {
    case UInt8(ascii: "\r"):
      if index < end, input[index] == UInt8(ascii: "\n") { index += 1 }
      output.append(0x20)
    case UInt8(ascii: "\n"): output.append(0x20)
    default: output.append(byte)
    }
    return true
  }

  private mutating func reference() {
    let start = index
    index += 1
    let nameStart = index
    while index < end, isReferenceByte(input[index]) { index += 1 }
    guard index < end, input[index] == UInt8(ascii: ";") else {
      high = nil
      faults.append(TemplateSyntaxFault(reason: .loneAmpersand, range: start..<start + 1))
      output.append(UInt8(ascii: "&"))
      index = nameStart
      return
    }
    let name = String(decoding: input[nameStart..<index], as: UTF8.self)
    index += 1
    if name.hasPrefix("#") {
      number(name.dropFirst(), start..<index)
      return
    }
    high = nil
    switch name {
    case "lt": output.append(UInt8(ascii: "<"))
    case "gt": output.append(UInt8(ascii: ">"))
    case "amp": output.append(UInt8(ascii: "&"))
    case "quot": output.append(UInt8(ascii: "\""))
    case "apos": output.append(UInt8(ascii: "'"))
    default:
      let reason = TemplateSyntaxFault.Reason.unknownReference(
        name, nearest: nearest(to: name, in: ["lt", "gt", "amp", "quot", "apos"]))
      faults.append(TemplateSyntaxFault(reason: reason, range: start..<index))
    }
  }

  private func isReferenceByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || "_-#".utf8.contains(byte)
  }

  /// A number is a signed 32-bit one, cut to 16 bits: one UTF-16 unit.
  private mutating func number(_ digits: Substring, _ range: Range<Int>) {
    let isHex = digits.hasPrefix("x")
    guard let number = Int32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10) else {
      high = nil
      faults.append(TemplateSyntaxFault(reason: .badReference(String(digits)), range: range))
      return
    }
    let unit = UInt32(bitPattern: number) & 0xFFFF
    if number < 0 || number > 0xFFFF {
      faults.append(TemplateSyntaxFault(reason: .cutReference(String(digits), unit), range: range))
    }
    if let high, (0xDC00...0xDFFF).contains(unit) {
      output.removeLast(3)
      let scalar = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
      output += [UInt8(0xF0 | scalar >> 18), tail(scalar >> 12), tail(scalar >> 6), tail(scalar)]
      self.high = nil
      return
    }
    high = (0xD800...0xDBFF).contains(unit) ? unit : nil
    switch unit {
    case 0..<0x80: output.append(UInt8(unit))
    case 0x80..<0x800: output += [UInt8(0xC0 | unit >> 6), tail(unit)]
    default: output += [UInt8(0xE0 | unit >> 12), tail(unit >> 6), tail(unit)]
    }
  }

  private func tail(_ bits: UInt32) -> UInt8 { UInt8(0x80 | bits & 0x3F) }
}
