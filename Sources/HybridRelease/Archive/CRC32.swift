/// The checksum of zip files: CRC-32 (ISO 3309), the polynomial 0xEDB88320 in reversed bit order.
///
/// It finds accidents. What keeps attackers out is the SHA-256 of the manifest.
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    var value = UInt32(index)
    for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    return value
  }

  /// The checksum of a part of `bytes`.
  package static func checksum(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
    let table = Self.table.span
    let bytes = bytes.span
    var value = UInt32.max
    for index in range { value = table[Int(UInt8(truncatingIfNeeded: value) ^ bytes[index])] ^ value >> 8 }
    return ~value
  }
}
