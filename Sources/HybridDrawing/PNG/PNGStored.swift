import HybridEncoding

/// A black-and-white picture as a PNG file (PNG, Third Edition) in stored blocks: larger than necessary, but
/// without zlib. QR codes use it, because they must work where pictures cannot be drawn.
///
/// - Parameters:
///   - width: Pixels in a row.
///   - rows: Each row in whole bytes, the leftmost pixel in the most significant bit; 1 is white.
func encodePNG(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
  let size = (width + 7) / 8
  precondition(rows.count == size * height)
  var scanlines: [UInt8] = []
  scanlines.reserveCapacity(rows.count + height)
  for start in stride(from: 0, to: rows.count, by: size) {
    scanlines.append(0)  // §9.2: filter type None
    scanlines += rows[start..<start + size]
  }
  return pngSignature + pngChunk("IHDR", pngHeader(width: width, height: height, depth: 1, colorType: 0))
    + pngChunk("IDAT", zlibStored(scanlines)) + pngChunk("IEND", [])
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
  return stream + adler32(bytes).bigEndianBytes
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
