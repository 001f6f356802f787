internal import CZstd

/// Why compression or decompression failed.
package enum CompressionError: Error, Hashable, Sendable {
  /// The shared library, or a function in it, is missing; with the loader's message.
  case libraryMissing(String)
  /// The bytes are not a frame, are damaged, or need another prefix; with the library's message.
  case malformed(String)
  /// The output or the memory use would exceed the limit.
  case tooLarge
}

/// Zstandard frames (RFC 8878), optionally relative to a prefix that both sides have, as `zstd --patch-from`
/// creates.
///
/// The value contains only functions; every member may be called from any thread.
package struct Zstd: Sendable {
  /// The file name of the library.
  package static let library = "libzstd.so.1"
  /// The maximum window size, as a power of two: 128 MiB, which limits the memory of a reader.
  package static let windowLimit: Int32 = 27

  private let functions: Functions

  /// The C functions. `@unchecked Sendable`: they are set once, and may be called from any thread.
  private struct Functions: @unchecked Sendable {
    var table: HybridZstd
  }

  /// Loads the library.
  /// - Throws: ``CompressionError/libraryMissing(_:)``.
  package init(library: String = Self.library) throws(CompressionError) {
    var table = HybridZstd()
    if let message = hybrid_zstd_load(library, &table) { throw .libraryMissing(String(cString: message)) }
    functions = Functions(table: table)
  }

  private static let loaded: Result<Zstd, CompressionError> = Result { () throws(CompressionError) in
    try Zstd()
  }

  /// The library of the process, loaded by the first call.
  package static func shared() throws(CompressionError) -> Zstd { try loaded.get() }

  /// Compresses `bytes` as one frame, with its size and a checksum.
  ///
  /// - Parameters:
  ///   - prefix: Bytes that the reader also has: content that both have in common costs almost nothing.
  ///   - level: The compression level, 1 to 19.
  package func compress(
    _ bytes: [UInt8], prefix: [UInt8] = [], level: Int32 = 19
  ) throws(CompressionError) -> [UInt8] {
    let table = functions.table
    guard let compressor = table.createCompressor() else { throw .tooLarge }
    defer { _ = table.freeCompressor(compressor) }
    var parameters: [(Int, Int32)] = [
      (HybridZstdCompressionLevel, level), (HybridZstdContentSizeFlag, 1), (HybridZstdChecksumFlag, 1),
      (HybridZstdDictionaryIDFlag, 0),
    ].map { (Int($0.0), $0.1) }
    if !prefix.isEmpty {
      // The window must cover the prefix and the content, or distant matches are not found.
      var log: Int32 = 10
      while log < Self.windowLimit, prefix.count + bytes.count > 1 << log { log += 1 }
      guard prefix.count + bytes.count <= 1 << Self.windowLimit else { throw .tooLarge }
      parameters += [(Int(HybridZstdWindowLog), log), (Int(HybridZstdLongDistanceMatching), 1)]
    }
    for (parameter, value) in parameters {
      try check(table.setCompressor(compressor, Int32(parameter), value))
    }
    var result = 0
    let frame = prefix.withUnsafeBytes { shared in
      _ = table.compressorPrefix(compressor, shared.baseAddress, shared.count)
      return [UInt8](unsafeUninitializedCapacity: table.bound(bytes.count)) { buffer, count in
        result = table.compress(compressor, buffer.baseAddress, buffer.count, bytes, bytes.count)
        count = table.isError(result) == 0 ? result : 0
      }
    }
    try check(result)
    return frame
  }

  /// Decompresses one frame.
  ///
  /// - Parameters:
  ///   - prefix: The prefix used for compression.
  ///   - size: The exact size of the output: more is never produced, and less is an error.
  package func decompress(
    _ frame: [UInt8], prefix: [UInt8] = [], size: Int
  ) throws(CompressionError) -> [UInt8] {
    let table = functions.table
    // The values for "unknown" and "no frame" are larger than any size.
    let told = table.contentSize(frame, frame.count)
    guard told <= UInt64(Int.max) else { throw .malformed("it does not say how many bytes it makes") }
    guard told == UInt64(size) else {
      if told > UInt64(size) { throw .tooLarge }
      throw .malformed("it makes \(told) bytes, and \(size) are expected")
    }
    guard let decompressor = table.createDecompressor() else { throw .tooLarge }
    defer { _ = table.freeDecompressor(decompressor) }
    try check(table.setDecompressor(decompressor, Int32(HybridZstdWindowLogMax), Self.windowLimit))
    var result = 0
    let bytes = prefix.withUnsafeBytes { shared in
      _ = table.decompressorPrefix(decompressor, shared.baseAddress, shared.count)
      return [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
        result = table.decompress(decompressor, buffer.baseAddress, size, frame, frame.count)
        count = table.isError(result) == 0 ? result : 0
      }
    }
    try check(result)
    guard bytes.count == size else { throw .malformed("it ends after \(bytes.count) of \(size) bytes") }
    return bytes
  }

  private func check(_ result: Int) throws(CompressionError) {
    guard functions.table.isError(result) == 0 else {
      throw .malformed(functions.table.errorName(result).map { String(cString: $0) } ?? "an error")
    }
  }
}
