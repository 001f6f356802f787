/// Writes the pieces of a unit: LEB128 numbers, and texts that are stored once and then named by number.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []
  private var numbers: [String: Int] = [:]
  private var texts: [String] = []

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// A number that is not negative, in 7-bit groups, the lowest first.
  mutating func count(_ value: Int) {
    var rest = UInt64(value)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func blob(_ value: some Collection<UInt8>) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  mutating func text(_ value: String) {
    if let number = numbers[value] { return count(number) }
    numbers[value] = texts.count
    count(texts.count)
    texts.append(value)
  }

  mutating func optionalText(_ value: String?) {
    byte(value == nil ? 0 : 1)
    if let value { text(value) }
  }

  /// All that was written, behind the table of its texts.
  func finished(header: [UInt8]) -> [UInt8] {
    var table = ByteWriter()
    table.count(texts.count)
    for text in texts { table.blob(text.utf8) }
    return header + table.bytes + bytes
  }
}
