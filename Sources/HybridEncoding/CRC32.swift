/// The checksum of zip files and of PNG: CRC-32 (ISO 3309), the polynomial 0xEDB88320 in reversed bit order.
///
/// It detects accidental changes, but does not prove authorship.
package enum CRC32 {
  /// Eight tables of 256 words: the checksum of one byte, and its contribution when one to seven more bytes
  /// follow.
  private static let tables: [UInt32] = {
    var tables = (0..<256).map { index in
      var value = UInt32(index)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
      return value
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
    }
    return tables
  }()

  /// The checksum of all of `bytes`.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 { checksum(bytes, in: bytes.indices) }

  /// The checksum of a part of `bytes`, eight bytes at a time.
  package static func checksum(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
    let tables = Self.tables.span
    let bytes = bytes.span
    var value = UInt32.max
    var index = range.lowerBound
    while index + 8 <= range.upperBound {
      let next =
        UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2]) << 16
        | UInt32(bytes[index + 3]) << 24
      let low = value ^ next
      let near =
        tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
        ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
      let far =
        tables[768 + Int(bytes[index + 4])] ^ tables[512 + Int(bytes[index + 5])]
        ^ tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
      value = near ^ far
      index += 8
    }
    while index < range.upperBound {
      value = tables[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])] ^ value >> 8
      index += 1
    }
    return ~value
  }
}
