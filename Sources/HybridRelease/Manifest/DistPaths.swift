package import HybridCrypto
import HybridRexxar

/// The paths below `DIST` (`Documentation/release-format.md`), and below the address at which it is
/// published.
package enum DistPaths {
  /// A copy of the newest statement, for people and other tools; clients read ``freshness``.
  package static let release = "release.json"
  /// The signatures over ``release``.
  package static let releaseSignatures = "release.sig"
  /// Names the newest statement: the one changing file that clients request.
  package static let freshness = "freshness.json"
  /// The signatures over the newest freshness statement and its predecessor, so that the two files may be
  /// uploaded in either order.
  package static let freshnessSignatures = "freshness.sig"
  /// The list of deltas: an unsigned hint. See `DeltaIndex`.
  package static let deltaIndex = "deltas/index.json"
  /// Rexxar's table.
  package static let rexxarRoutes = RexxarTable.fileName
  /// The archive of the newest release.
  package static let archive = "release.hybrid"
  /// The folder of files for embedding in an app.
  package static let embedded = "embedded"

  /// A release or rollback by its number; never changes.
  package static func statement(_ number: Int) -> String { "releases/\(number).json" }
  /// Its signatures; signatures may be added.
  package static func statementSignatures(_ number: Int) -> String { "releases/\(number).sig" }
  /// A key set by its version; never changes.
  package static func keys(_ version: Int) -> String { "keys/\(version).json" }
  /// Its signatures.
  package static func keysSignatures(_ version: Int) -> String { "keys/\(version).sig" }
  /// Content by its SHA-256; never changes.
  package static func file(_ sha256: SHA256Digest) -> String { "files/\(sha256)" }
  /// The folder of source maps, which are not published.
  package static let maps = "maps"
  /// The source map of a unit's script or style sheet, which stays where the release was made.
  package static func map(_ sha256: SHA256Digest) -> String { "\(maps)/\(sha256).map" }
  /// A zstd frame that creates the second file from the first; never changes.
  package static func delta(from: SHA256Digest, to: SHA256Digest) -> String { "deltas/\(from)-\(to).zst" }
}

/// A source of a release: a folder, an archive, a host.
package protocol ReleaseSource: Sendable {
  /// Reads a file below DIST.
  ///
  /// - Parameter limit: The maximum number of bytes to read.
  /// - Throws: ``RefusalCode/fileMissing`` when the file does not exist, ``RefusalCode/fileWrongSize`` when
  ///   it has more than `limit` bytes, `network.…` or `store.failed` when it cannot be read.
  func read(_ path: String, atMost limit: Int) throws(Refusal) -> [UInt8]
}
