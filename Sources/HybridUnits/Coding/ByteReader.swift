import HybridEncoding

/// Reads the output of ``ByteWriter``, here or in a target above. Every length is checked against the
/// remaining bytes before it is used.
package struct ByteReader {
  let bytes: [UInt8]
  /// The offset of the next byte.
  package private(set) var position: Int
  private var texts: [String] = []

  /// A reader that starts at an offset.
  package init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  /// The number of remaining bytes.
  package var left: Int { bytes.count - position }

  /// An error at the current offset.
  package func error(_ reason: UnitCodingError.Reason) -> UnitCodingError {
    UnitCodingError(reason: reason, offset: position)
  }

  /// One byte.
  package mutating func byte() throws(UnitCodingError) -> UInt8 {
    guard position < bytes.count else { throw error(.truncated) }
    defer { position += 1 }
    return bytes[position]
  }

  /// A byte that is 0 or 1.
  package mutating func flag() throws(UnitCodingError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw error(.malformed("flag"))
    }
  }

  /// A number up to 2^31 - 1, which exceeds every count in a unit.
  package mutating func count() throws(UnitCodingError) -> Int {
    let value = try readLEB128(atMost: 5) { () throws(UnitCodingError) in try byte() }
    guard let value, value <= Int32.max else { throw error(.malformed("number")) }
    return Int(value)
  }

  /// The number of following items, each of at least `size` bytes: never more than the remaining bytes allow.
  package mutating func count(of size: Int) throws(UnitCodingError) -> Int {
    let count = try count()
    guard count <= left / size else { throw error(.truncated) }
    return count
  }

  /// Bytes preceded by their count.
  package mutating func blob() throws(UnitCodingError) -> ArraySlice<UInt8> {
    let length = try count(of: 1)
    defer { position += length }
    return bytes[position..<position + length]
  }

  /// Reads the table of texts, which are referenced by number.
  package mutating func readTexts() throws(UnitCodingError) {
    let count = try count(of: 1)
    texts.reserveCapacity(count)
    for _ in 0..<count {
      guard let text = String(validating: try blob(), as: UTF8.self) else { throw error(.malformed("text")) }
      texts.append(text)
    }
  }

  /// A text of the table.
  package mutating func text() throws(UnitCodingError) -> String {
    let number = try count()
    guard number < texts.count else { throw error(.malformed("text number")) }
    return texts[number]
  }

  /// An optional text of the table.
  package mutating func optionalText() throws(UnitCodingError) -> String? { try flag() ? try text() : nil }

  /// A little-endian 8-byte number (IEEE 754).
  package mutating func number() throws(UnitCodingError) -> Double {
    guard left >= 8 else { throw error(.truncated) }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return Double(bitPattern: bits)
  }

  /// A little-endian 4-byte word.
  package mutating func word() throws(UnitCodingError) -> UInt32 {
    guard left >= 4 else { throw error(.truncated) }
    var word: UInt32 = 0
    for index in 0..<4 { word |= UInt32(bytes[position + index]) << UInt32(8 * index) }
    position += 4
    return word
  }
}
