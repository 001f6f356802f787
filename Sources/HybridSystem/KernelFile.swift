import Glibc

/// Reads files of `/proc` and `/sys`: they report no size, so they are read to the end.
package enum KernelFile {
  /// A whole file as text; empty when it cannot be read.
  ///
  /// - Parameter limit: Reading stops after about this many bytes.
  package static func text(of path: String, atMost limit: Int = .max) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while bytes.count < limit {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Where a symbolic link leads; nil if it cannot be read.
  package static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
    }
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
