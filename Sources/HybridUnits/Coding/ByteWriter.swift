/// Writes the pieces of a unit, or of what a target above keeps: LEB128 numbers, and texts that are stored
/// once and then named by number.
package struct ByteWriter {
  /// What was written, without the table of texts.
  package private(set) var bytes: [UInt8] = []
  private var numbers: [String: Int] = [:]
  private var texts: [String] = []

  /// Nothing is written yet.
  package init() {}

  /// One byte.
  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// A number that is not negative, in 7-bit groups, the lowest first.
  package mutating func count(_ value: Int) {
    var rest = UInt64(value)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Bytes with their number before them.
  package mutating func blob(_ value: some Collection<UInt8>) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// A text, stored once.
  package mutating func text(_ value: String) {
    if let number = numbers[value] { return count(number) }
    numbers[value] = texts.count
    count(texts.count)
    texts.append(value)
  }

  /// A text or none.
  package mutating func optionalText(_ value: String?) {
    byte(value == nil ? 0 : 1)
    if let value { text(value) }
  }

  /// All that was written, behind the table of its texts.
  package func finished(header: [UInt8]) -> [UInt8] {
    var table = ByteWriter()
    table.count(texts.count)
    for text in texts { table.blob(text.utf8) }
    return header + table.bytes + bytes
  }

  /// The 8 bytes of a number, the lowest first (IEEE 754).
  package mutating func number(_ value: Double) {
    let bits = value.bitPattern
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))) }
  }

  /// The 4 bytes of a word, the lowest first.
  package mutating func word(_ value: UInt32) {
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * index))) }
  }
}
