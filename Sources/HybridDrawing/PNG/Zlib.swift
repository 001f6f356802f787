internal import CZlib

/// zlib, loaded on first use.
struct Zlib: @unchecked Sendable {
  // Sendable: the function pointers never change, and the functions share no state.
  private let functions: HybridZlib

  /// The file name of the library.
  static let library = "libz.so.1"
  private static let loaded: Result<Zlib, DrawingError> = Result { () throws(DrawingError) in try Zlib() }
  /// The version with which `inflateInit_` and `deflateInit2_` check the layout of their structure.
  private static let version = "1.2.11"

  /// The library; throws when it is missing.
  static func shared() throws(DrawingError) -> Zlib { try loaded.get() }

  init(library: String = Self.library) throws(DrawingError) {
    var functions = HybridZlib()
    if let message = hybrid_zlib_load(library, &functions) {
      throw .libraryMissing(String(cString: message))
    }
    self.functions = functions
  }

  /// The CRC of PNG, Annex D.
  func crc(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: functions.crc32(0, $0.baseAddress, UInt32($0.count)))
    }
  }

  /// RFC 1950 §8.2, starting from the checksum of no bytes.
  func adler(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: functions.adler32(1, $0.baseAddress, UInt32($0.count)))
    }
  }

  /// The checksum of two concatenated texts from those of each.
  func adler(_ first: UInt32, _ second: UInt32, length: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: functions.adler32_combine(UInt(first), UInt(second), length))
  }

  /// Compressed blocks (RFC 1951) for some bytes, ending at a byte boundary; the last of a stream if
  /// `isLast`.
  func blocks(of bytes: [UInt8], isLast: Bool) throws(DrawingError) -> [UInt8] {
    var stream = HybridZStream()
    // Raw blocks with the largest window, at the fastest level.
    var status = functions.deflateInit2_(
      &stream, 1, 8, -15, 9, 0, Self.version, Int32(MemoryLayout<HybridZStream>.size))
    guard status == HybridZOK else { throw .failed("zlib", Int(status)) }
    defer { _ = functions.deflateEnd(&stream) }
    let bound = Int(functions.deflateBound(&stream, UInt(bytes.count))) + 16
    let result = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(bound)
        status = functions.deflate(&stream, Int32(isLast ? HybridZFinish : HybridZFullFlush))
        count = bound - Int(stream.avail_out)
      }
    }
    let isWell = isLast ? status == HybridZStreamEnd : status == HybridZOK && stream.avail_in == 0
    guard isWell else { throw .failed("zlib", Int(status)) }
    return result
  }

  /// The content of an RFC 1950 stream; nil unless it has exactly `count` bytes.
  func unpacked(_ bytes: [UInt8], count expected: Int) throws(DrawingError) -> [UInt8]? {
    var stream = HybridZStream()
    var status = functions.inflateInit_(&stream, Self.version, Int32(MemoryLayout<HybridZStream>.size))
    guard status == HybridZOK else { throw .failed("zlib", Int(status)) }
    defer { _ = functions.inflateEnd(&stream) }
    let result = [UInt8](unsafeUninitializedCapacity: expected) { output, count in
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(expected)
        status = functions.inflate(&stream, Int32(HybridZFinish))
        count = expected - Int(stream.avail_out)
      }
    }
    return status == HybridZStreamEnd && result.count == expected ? result : nil
  }
}
