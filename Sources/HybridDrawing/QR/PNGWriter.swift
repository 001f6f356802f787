/// A picture in black and white as a PNG file (PNG, Third Edition), in stored blocks: larger than need be, and nothing to go
/// wrong.
///
/// - Parameters:
///   - width: Pixels in a row.
///   - rows: Each row in whole bytes, the leftmost pixel in the highest bit; 1 is white.
func encodePNG(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
  let size = (width + 7) / 8
  precondition(rows.count == size * height)
  var scanlines: [UInt8] = []
  scanlines.reserveCapacity(rows.count + height)
  for start in stride(from: 0, to: rows.count, by: size) {
    scanlines.append(0)  // §9.2: filter type None
    scanlines += rows[start..<start + size]
  }
  // §11.2.2: bit depth 1, greyscale, then the only methods there are, not interlaced.
  let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [1, 0, 0, 0, 0]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]  // §5.2
    + chunk("IHDR", header) + chunk("IDAT", zlibStored(scanlines)) + chunk("IEND", [])
}

/// PNG §5.3: length, type, data, and the CRC of the last two.
private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + data
  return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
}

/// A zlib stream (RFC 1950 §2.2) of stored blocks (RFC 1951 §3.2.4).
private func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
  var stream: [UInt8] = [0x78, 0x01]
  var start = 0
  repeat {
    let end = min(start + 0xFFFF, bytes.count)
    let length = UInt16(end - start)
    stream.append(end == bytes.count ? 1 : 0)
    for word in [length, ~length] { stream += [UInt8(word & 0xFF), UInt8(word >> 8)] }
    stream += bytes[start..<end]
    start = end
  } while start < bytes.count
  return stream + bigEndian(adler32(bytes))
}

/// The CRC of PNG, Annex D.
func crc32(_ bytes: [UInt8]) -> UInt32 {
  var crc = UInt32.max
  for byte in bytes { crc = crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
  return ~crc
}

private let crcTable: [UInt32] = (0..<256).map { index in
  (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
}

/// RFC 1950 §8.2.
func adler32(_ bytes: [UInt8]) -> UInt32 {
  var (low, high) = (UInt32(1), UInt32(0))
  for byte in bytes {
    low = (low + UInt32(byte)) % 65_521
    high = (high + low) % 65_521
  }
  return high << 16 | low
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
}
