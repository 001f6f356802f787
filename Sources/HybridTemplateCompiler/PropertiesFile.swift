import HybridSource

/// A Java properties file (`Documentation/template-format.md`, *Inputs*): ISO-8859-1, keys and values with
/// escapes.
struct PropertiesFile {
  struct Property {
    var key: String
    var keyRange: Range<Int>
    var value: String
    var valueRange: Range<Int>
  }

  /// The effective properties in file order; of equal keys, the last one counts.
  private(set) var properties: [Property] = []
  private let bytes: [UInt8]
  private var index = 0

  /// Reads a file. `report` collects its errors.
  init(_ source: Source, report: inout DiagnosticCollector) {
    bytes = source.bytes
    guard bytes.count <= 16 << 20 else {
      report.error("properties.too-large", "a properties file has at most 16 MB", at: 0..<0)
      return
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      // Java reads the byte order mark as part of the first key.
      report.error(
        "properties.byte-order-mark", "a byte order mark is at the start of the file", at: 0..<3,
        hint: "save the file without it")
      index = 3
    }
    var places: [String: Int] = [:]
    while let property = next(&report) {
      if let place = places[property.key] {
        let line = report.line(of: properties[place].keyRange.lowerBound)
        report.warning(
          "properties.repeated-key", "'\(property.key)' is already in line \(line); this value is used",
          at: property.keyRange)
        properties[place] = property
      } else {
        places[property.key] = properties.count
        properties.append(property)
      }
    }
    properties.sort { $0.keyRange.lowerBound < $1.keyRange.lowerBound }
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0C }
  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func skipBlanks() {
    while index < bytes.count, isBlank(bytes[index]) { index += 1 }
  }

  private mutating func next(_ report: inout DiagnosticCollector) -> Property? {
    while true {
      while index < bytes.count, isBlank(bytes[index]) || isLineEnd(bytes[index]) { index += 1 }
      guard index < bytes.count else { return nil }
      guard bytes[index] == UInt8(ascii: "#") || bytes[index] == UInt8(ascii: "!") else { break }
      while index < bytes.count, !isLineEnd(bytes[index]) { index += 1 }
    }
    let (key, keyRange) = text(endsAtSeparator: true, &report)
    skipBlanks()
    skipContinuation()
    if index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ":") {
      index += 1
      skipBlanks()
      skipContinuation()
    }
    let (value, valueRange) = text(endsAtSeparator: false, &report)
    return Property(key: key, keyRange: keyRange, value: value, valueRange: valueRange)
  }

  /// A backslash at the end of a line joins it to the next line, whose leading blanks are skipped.
  private mutating func skipContinuation() {
    while index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), isLineEnd(bytes[index + 1]) {
      skipLineEnd(from: index + 1)
    }
  }

  private mutating func skipLineEnd(from start: Int) {
    index = start + 1
    if bytes[start] == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
    skipBlanks()
  }

  private mutating func text(
    endsAtSeparator: Bool, _ report: inout DiagnosticCollector
  ) -> (String, Range<Int>) {
    var units: [UInt16] = []
    let start = index
    while index < bytes.count, !isLineEnd(bytes[index]) {
      let byte = bytes[index]
      if endsAtSeparator, isBlank(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") { break }
      guard byte == UInt8(ascii: "\\") else {
        units.append(UInt16(byte))
        index += 1
        continue
      }
      guard index + 1 < bytes.count else {
        index += 1
        break
      }
      let next = bytes[index + 1]
      if isLineEnd(next) {
        skipLineEnd(from: index + 1)
        continue
      }
      index += 2
      switch next {
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "u"):
        let digits = bytes[index..<min(index + 4, bytes.count)]
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 4, !text.hasPrefix("+"), let unit = UInt16(text, radix: 16) else {
          report.error(
            "properties.bad-escape", "'\\u' is not followed by four hexadecimal digits",
            at: index - 2..<index,
            hint: "a backslash itself is written '\\\\'")
          continue
        }
        units.append(unit)
        index += 4
      default: units.append(UInt16(next))
      }
    }
    return (String(decoding: units, as: UTF16.self), start..<index)
  }
}
