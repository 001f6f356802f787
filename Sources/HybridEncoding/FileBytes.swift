/// The bytes of a file by offset, read without ever leaving them: nil beyond the end.
package struct FileBytes {
  /// All bytes.
  package let bytes: [UInt8]

  /// The bytes of a file.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Their number.
  package var count: Int { bytes.count }

  /// The byte at an offset.
  package subscript(offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  /// Whether the bytes at an offset are this text.
  package func has(_ text: String, at offset: Int) -> Bool {
    offset >= 0 && offset <= count && bytes[offset...].starts(with: text.utf8)
  }

  /// A big-endian number of `size` bytes.
  package func big(_ size: Int, at offset: Int) -> Int? {
    guard offset >= 0, size <= count, offset <= count - size else { return nil }
    return bytes[offset..<offset + size].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A little-endian number of `size` bytes.
  package func little(_ size: Int, at offset: Int) -> Int? {
    guard offset >= 0, size <= count, offset <= count - size else { return nil }
    return bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
