package import HybridRelease

/// The failure of a file operation.
package struct FileFault: Error, Hashable, Sendable {
  /// The kind of failure, as far as callers distinguish it.
  package enum Kind: Hashable, Sendable {
    /// The disk or the quota is full.
    case full
    /// The file does not exist.
    case missing
    /// Any other failure: the error number and its text.
    case failed(Int32, String)
  }

  /// The kind of failure.
  package var kind: Kind
  /// The operation: `write`, `sync`.
  package var operation: String
  /// The path.
  package var path: String

  /// Creates a fault.
  package init(_ kind: Kind, _ operation: String, _ path: String) {
    (self.kind, self.operation, self.path) = (kind, operation, path)
  }

  /// The fault as a refusal about `subject`.
  package func refusal(_ subject: String) -> Refusal {
    switch kind {
    case .full: Refusal(.storeFull, subject, "the disk is full")
    case .missing: Refusal(.storeFailed, subject, "\(operation) finds no \(path)")
    case .failed(_, let text): Refusal(.storeFailed, subject, "\(operation) of \(path) failed: \(text)")
    }
  }
}

/// The file operations of the store, in single steps between which a crash, a full disk or a lost write can
/// occur.
///
/// There are two conforming types: ``SystemFiles``, and the tests' disk, which fails on demand and forgets
/// unsynced data.
package protocol StoreFiles: Sendable {
  /// Creates a folder, unless it exists. Its parent must exist.
  func makeFolder(_ path: String) throws(FileFault)
  /// The size of a file in bytes; nil when it does not exist.
  func size(of path: String) throws(FileFault) -> Int?
  /// Reads up to `count` bytes from `offset`; fewer only at the end of the file.
  func read(_ path: String, from offset: Int, count: Int) throws(FileFault) -> [UInt8]
  /// Writes all of `bytes` at `offset`; creates the file if missing.
  func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileFault)
  /// Truncates a file, or creates an empty one.
  func truncate(_ path: String, to size: Int) throws(FileFault)
  /// Flushes the contents of a file to disk.
  func sync(_ path: String) throws(FileFault)
  /// Flushes the entries of a folder to disk.
  func syncFolder(_ path: String) throws(FileFault)
  /// Renames a file atomically, replacing an existing file.
  func rename(_ path: String, to other: String) throws(FileFault)
  /// Removes a file, if it exists.
  func remove(_ path: String) throws(FileFault)
  /// The names in a folder, sorted; empty when it does not exist.
  func names(in path: String) throws(FileFault) -> [String]
}

extension StoreFiles {
  /// Reads a whole file.
  /// - Throws: Also when it has more than `limit` bytes.
  package func readAll(_ path: String, atMost limit: Int) throws(FileFault) -> [UInt8] {
    guard let size = try size(of: path) else { throw FileFault(.missing, "read", path) }
    guard size <= limit else { throw FileFault(.failed(0, "it has \(size) bytes"), "read", path) }
    return try read(path, from: 0, count: size)
  }
}
