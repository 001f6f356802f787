/// Reads what ``ByteWriter`` wrote. Every length is checked against what is left before anything is made of it.
struct ByteReader {
  let bytes: [UInt8]
  private(set) var position: Int
  private var texts: [String] = []

  init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  var left: Int { bytes.count - position }

  func error(_ reason: UnitCodingError.Reason) -> UnitCodingError {
    UnitCodingError(reason: reason, offset: position)
  }

  mutating func byte() throws(UnitCodingError) -> UInt8 {
    guard position < bytes.count else { throw error(.truncated) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func flag() throws(UnitCodingError) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw error(.malformed("flag"))
    }
  }

  /// A number up to 2^31 - 1, which is more than anything in a unit has of anything.
  mutating func count() throws(UnitCodingError) -> Int {
    var value = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      let next = try byte()
      value |= Int(next & 0x7F) << shift
      if next < 0x80 {
        guard value <= Int32.max else { throw error(.malformed("number")) }
        return value
      }
    }
    throw error(.malformed("number"))
  }

  /// The number of things that follow, each of at least `size` bytes: never more than can be there.
  mutating func count(of size: Int) throws(UnitCodingError) -> Int {
    let count = try count()
    guard count <= left / size else { throw error(.truncated) }
    return count
  }

  mutating func blob() throws(UnitCodingError) -> ArraySlice<UInt8> {
    let length = try count(of: 1)
    defer { position += length }
    return bytes[position..<position + length]
  }

  mutating func readTexts() throws(UnitCodingError) {
    let count = try count(of: 1)
    texts.reserveCapacity(count)
    for _ in 0..<count {
      guard let text = String(validating: try blob(), as: UTF8.self) else { throw error(.malformed("text")) }
      texts.append(text)
    }
  }

  mutating func text() throws(UnitCodingError) -> String {
    let number = try count()
    guard number < texts.count else { throw error(.malformed("text number")) }
    return texts[number]
  }

  mutating func optionalText() throws(UnitCodingError) -> String? { try flag() ? try text() : nil }
}
