import HybridEncoding

/// Writes the parts of a unit, or of the data of a target above: LEB128 numbers, and texts that are stored
/// once and referenced by number.
package struct ByteWriter {
  /// The output so far, without the table of texts.
  package private(set) var bytes: [UInt8] = []
  private var numbers: [String: Int] = [:]
  private var texts: [String] = []

  /// An empty writer.
  package init() {}

  /// One byte.
  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// A non-negative number, as LEB128.
  package mutating func count(_ value: Int) { bytes.appendLEB128(UInt64(value)) }

  /// Bytes preceded by their count.
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

  /// An optional text.
  package mutating func optionalText(_ value: String?) {
    byte(value == nil ? 0 : 1)
    if let value { text(value) }
  }

  /// The whole output, after the table of its texts.
  package func finished(header: [UInt8]) -> [UInt8] {
    var table = ByteWriter()
    table.count(texts.count)
    for text in texts { table.blob(text.utf8) }
    return header + table.bytes + bytes
  }

  /// A little-endian 8-byte number (IEEE 754).
  package mutating func number(_ value: Double) {
    let bits = value.bitPattern
    for index in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * index))) }
  }

  /// A little-endian 4-byte word.
  package mutating func word(_ value: UInt32) {
    for index in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(8 * index))) }
  }
}
