import HybridEncoding

/// The signature of PNG files (PNG, Third Edition, §5.2).
let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

/// PNG §5.3: length, type, data, and the CRC of the last two.
func pngChunk(_ type: String, _ data: [UInt8], crc: ([UInt8]) -> UInt32 = CRC32.checksum) -> [UInt8] {
  let body = Array(type.utf8) + data
  return UInt32(data.count).bigEndianBytes + body + crc(body).bigEndianBytes
}

/// §11.2.2, the header, with the only defined methods of compression and filtering, and no interlacing.
func pngHeader(width: Int, height: Int, depth: UInt8, colorType: UInt8) -> [UInt8] {
  UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [depth, colorType, 0, 0, 0]
}
