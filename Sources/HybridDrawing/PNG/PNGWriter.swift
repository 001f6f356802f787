import Dispatch
import HybridEncoding
import Synchronization

/// Encodes rows of pixels as a PNG file (PNG, Third Edition): the same pixels give the same bytes on every
/// machine.
///
/// Every row is encoded as its difference from the row above (§9.2, filter type Up), which is 0 for flat
/// areas and vertical lines. Bands of rows are compressed in parallel, each of a fixed size, so that the
/// bytes do not depend on the number of processors.
/// the bytes do not depend on how many processors there are.
struct PNGWriter {
  let width: Int
  let height: Int
  /// Bytes of a pixel: 3 without alpha, 4 with it.
  let channels: Int

  /// The approximate number of pixel bytes in a band.
  private static let bandSize = 512 << 10

  /// The file.
  ///
  /// - Parameter row: Writes the pixels of a row into a buffer of `width * channels` bytes. It is called from
  ///   several threads.
  func file(row: @Sendable (Int, UnsafeMutableBufferPointer<UInt8>) -> Void) throws(DrawingError) -> [UInt8] {
    let zlib = try Zlib.shared()
    let rows = max(1, Self.bandSize / (width * channels))
    let count = (height + rows - 1) / rows
    let bands = Mutex<[Band?]>(Array(repeating: nil, count: count))
    let failure = Mutex<DrawingError?>(nil)
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let range = index * rows..<min((index + 1) * rows, height)
      let bytes = filtered(range, row)
      do throws(DrawingError) {
        let packed = try zlib.blocks(of: bytes, isLast: index == count - 1)
        let band = Band(packed: packed, adler: zlib.adler(bytes), length: bytes.count)
        bands.withLock { $0[index] = band }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let error = failure.withLock({ $0 }) { throw error }
    return assembled(bands.withLock { $0.compactMap(\.self) }, zlib)
  }

  private struct Band: Sendable {
    var packed: [UInt8]
    var adler: UInt32
    var length: Int
  }

  /// The filtered scanlines of some rows.
  private func filtered(
    _ rows: Range<Int>, _ row: (Int, UnsafeMutableBufferPointer<UInt8>) -> Void
  ) -> [UInt8] {
    let size = width * channels
    var above = [UInt8](repeating: 0, count: size)
    var current = above
    if rows.lowerBound > 0 { above.withUnsafeMutableBufferPointer { row(rows.lowerBound - 1, $0) } }
    return [UInt8](unsafeUninitializedCapacity: (size + 1) * rows.count) { output, count in
      var place = 0
      for index in rows {
        current.withUnsafeMutableBufferPointer { row(index, $0) }
        output[place] = 2  // Up
        place += 1
        current.withUnsafeBufferPointer { current in
          above.withUnsafeBufferPointer { above in
            for byte in 0..<size { output[place + byte] = current[byte] &- above[byte] }
          }
        }
        place += size
        swap(&above, &current)
      }
      count = place
    }
  }

  private func assembled(_ bands: [Band], _ zlib: Zlib) -> [UInt8] {
    let header = pngHeader(width: width, height: height, depth: 8, colorType: channels == 4 ? 6 : 2)
    var file = pngSignature + pngChunk("IHDR", header)
    file.reserveCapacity(bands.reduce(128) { $0 + $1.packed.count + 24 })
    var adler: UInt32 = 1
    for (index, band) in bands.enumerated() {
      adler = index == 0 ? band.adler : zlib.adler(adler, band.adler, length: band.length)
      var data = index == 0 ? [0x78, 0x01] : [] as [UInt8]  // RFC 1950 §2.2
      data += band.packed
      if index == bands.count - 1 { data += adler.bigEndianBytes }
      file += pngChunk("IDAT", data, crc: zlib.crc)
    }
    return file + pngChunk("IEND", [])
  }
}
