package import HybridCrypto
import HybridRexxar

/// Where things lie below `DIST` (`Documentation/release-format.md`), and below the address that it is
/// published at.
package enum DistPaths {
  /// A copy of the newest statement, for people and other tools; clients follow ``freshness``.
  package static let release = "release.json"
  /// The signatures over ``release``.
  package static let releaseSignatures = "release.sig"
  /// What is newest: the one file that changes and that clients ask for.
  package static let freshness = "freshness.json"
  /// The signatures over the newest freshness statement and the one before it, so that neither order of two
  /// uploads breaks it.
  package static let freshnessSignatures = "freshness.sig"
  /// Which deltas there are: a hint that nothing signs. See `DeltaIndex`.
  package static let deltaIndex = "deltas/index.json"
  /// Rexxar's table.
  package static let rexxarRoutes = RexxarTable.fileName
  /// The newest release as one file.
  package static let archive = "release.hybrid"
  /// What goes into an app.
  package static let embedded = "embedded"

  /// A release or rollback by its number; never changes.
  package static func statement(_ number: Int) -> String { "releases/\(number).json" }
  /// Its signatures; more may be added.
  package static func statementSignatures(_ number: Int) -> String { "releases/\(number).sig" }
  /// A key set by its version; never changes.
  package static func keys(_ version: Int) -> String { "keys/\(version).json" }
  /// Its signatures.
  package static func keysSignatures(_ version: Int) -> String { "keys/\(version).sig" }
  /// Content by its SHA-256; never changes.
  package static func file(_ sha256: SHA256Digest) -> String { "files/\(sha256)" }
  /// The folder of source maps, which are not published.
  package static let maps = "maps"
  /// The source map of a script or a sheet of a unit, which stays where the release was made.
  package static func map(_ sha256: SHA256Digest) -> String { "\(maps)/\(sha256).map" }
  /// A zstd frame that makes the second of the first; never changes.
  package static func delta(from: SHA256Digest, to: SHA256Digest) -> String { "deltas/\(from)-\(to).zst" }
}

/// Where a release is read from: a folder, an archive, a host.
package protocol ReleaseSource: Sendable {
  /// The bytes of a file below DIST.
  ///
  /// - Parameter limit: More bytes than these are never read.
  /// - Throws: ``RefusalCode/fileMissing`` when there is no such file, ``RefusalCode/fileWrongSize`` when it
  ///   has more than `limit` bytes, `network.…` or `store.failed` for what keeps it from being read.
  func read(_ path: String, atMost limit: Int) throws(Refusal) -> [UInt8]
}
