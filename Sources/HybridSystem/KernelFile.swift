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
  ///
  /// - Parameter repairing: Whether a target that is not UTF-8 is repaired; otherwise it is nil, too.
  package static func linkTarget(_ path: String, repairing: Bool = true) -> String? {
    // One more byte than the longest path, so that no target is cut.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX) + 1) { buffer in
      let count = buffer.withMemoryRebound(to: CChar.self) { readlink(path, $0.baseAddress!, $0.count) }
      guard count >= 0 else { return nil }
      let target = UnsafeBufferPointer(rebasing: buffer.prefix(count))
      return repairing ? String(decoding: target, as: UTF8.self) : String(validating: target, as: UTF8.self)
    }
  }
}
