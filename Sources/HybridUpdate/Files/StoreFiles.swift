package import HybridRelease

/// What the system said to a file operation.
package struct FileFault: Error, Hashable, Sendable {
  /// Why, as far as it matters.
  package enum Kind: Hashable, Sendable {
    /// No room, or no quota.
    case full
    /// There is no such file.
    case missing
    /// Anything else: the number and its text.
    case failed(Int32, String)
  }

  /// Why.
  package var kind: Kind
  /// Which operation: `write`, `sync`.
  package var operation: String
  /// On what.
  package var path: String

  /// A fault.
  package init(_ kind: Kind, _ operation: String, _ path: String) {
    (self.kind, self.operation, self.path) = (kind, operation, path)
  }

  /// In words, as `subject`.
  package func refusal(_ subject: String) -> Refusal {
    switch kind {
    case .full: Refusal(.storeFull, subject, "the disk is full")
    case .missing: Refusal(.storeFailed, subject, "\(operation) finds no \(path)")
    case .failed(_, let text): Refusal(.storeFailed, subject, "\(operation) of \(path) failed: \(text)")
    }
  }
}

/// The file operations of the store, one step each: what a crash, a full disk or a lost write can fall
/// between.
///
/// Two conform: ``SystemFiles``, and the tests' disk that fails on demand and forgets what was not synced.
package protocol StoreFiles: Sendable {
  /// Makes a folder; one that is there is fine. Folders above it must be there.
  func makeFolder(_ path: String) throws(FileFault)
  /// The bytes of a file; nil when there is none.
  func size(of path: String) throws(FileFault) -> Int?
  /// Up to `count` bytes from `offset` on; fewer only at the end.
  func read(_ path: String, from offset: Int, count: Int) throws(FileFault) -> [UInt8]
  /// Writes all of `bytes` at `offset`, and makes the file when there is none.
  func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(FileFault)
  /// Cuts a file, or makes an empty one.
  func truncate(_ path: String, to size: Int) throws(FileFault)
  /// Waits until the bytes of a file are on the disk.
  func sync(_ path: String) throws(FileFault)
  /// Waits until the names in a folder are on the disk.
  func syncFolder(_ path: String) throws(FileFault)
  /// Gives a file another name in one step, over a file of that name too.
  func rename(_ path: String, to other: String) throws(FileFault)
  /// Removes a file; one that is not there is fine.
  func remove(_ path: String) throws(FileFault)
  /// The names in a folder, sorted; none when it is not there.
  func names(in path: String) throws(FileFault) -> [String]
}

extension StoreFiles {
  /// All of a file.
  /// - Throws: Also when it has more than `limit` bytes.
  package func readAll(_ path: String, atMost limit: Int) throws(FileFault) -> [UInt8] {
    guard let size = try size(of: path) else { throw FileFault(.missing, "read", path) }
    guard size <= limit else { throw FileFault(.failed(0, "it has \(size) bytes"), "read", path) }
    return try read(path, from: 0, count: size)
  }
}
