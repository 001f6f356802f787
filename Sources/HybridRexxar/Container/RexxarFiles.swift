/// What a Rexxar container begins with: a table and its files, which are only read.
///
/// In HybridUpdate a folder conforms, and the active release of an update client.
package protocol RexxarPreset: Sendable {
  /// All of a file; nil when there is none, or it cannot be read.
  func read(_ path: String) async -> [UInt8]?
}

/// The cache of a Rexxar container: what was fetched.
package protocol RexxarFiles: Sendable {
  /// All of a file; nil when there is none, or it cannot be read.
  func read(_ path: String) -> [UInt8]?
  /// Makes or replaces a file in one step: after a crash it is the old one or the new one, and every file
  /// written before it is there.
  func write(_ bytes: [UInt8], to path: String) throws(RexxarFileFault)
  /// Removes a file; one that is not there is fine.
  func remove(_ path: String)
  /// The names of the files that lie in it directly, sorted.
  func names() -> [String]
}

/// Why a file of the cache was not written.
package struct RexxarFileFault: Error, Hashable, Sendable {
  /// In words, without a full stop.
  package var detail: String

  /// A fault.
  package init(detail: String) { self.detail = detail }
}
