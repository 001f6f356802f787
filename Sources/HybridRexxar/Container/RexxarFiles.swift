/// The read-only initial contents of a Rexxar container: a table and its files.
///
/// In HybridUpdate, a folder and the active release of an update client conform.
package protocol RexxarPreset: Sendable {
  /// Reads a file; nil when it does not exist or cannot be read.
  func read(_ path: String) async -> [UInt8]?
}

/// The cache of a Rexxar container, with downloaded files.
package protocol RexxarFiles: Sendable {
  /// Reads a file; nil when it does not exist or cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// Creates or replaces a file atomically: after a crash it is the old one or the new one, and every file
  /// written before it is present.
  func write(_ bytes: [UInt8], to path: String) throws(RexxarFileFault)
  /// Removes a file, if it exists.
  func remove(_ path: String)
  /// The names of its direct files, sorted.
  func names() -> [String]
}

/// Why a file was not written to the cache.
package struct RexxarFileFault: Error, Hashable, Sendable {
  /// A message without a full stop.
  package var detail: String

  /// Creates a fault.
  package init(detail: String) { self.detail = detail }
}
