/// Why a release, or a part of one, is refused. The raw values are stable: programs, logs and support rely on
/// them.
///
/// `Documentation/release-format.md` explains each code and its remedy; a test compares that page with this
/// list.
public enum RefusalCode: String, Hashable, Sendable, CaseIterable {
  // MARK: Statements: what is signed

  /// Not canonical JSON of a known statement: a member is missing, unknown or of the wrong kind.
  case statementMalformed = "statement.malformed"
  /// JSON with the right content that is not in canonical form.
  case statementNotCanonical = "statement.not-canonical"
  /// A statement of an unexpected kind.
  case statementWrongKind = "statement.wrong-kind"
  /// A format of a later version.
  case statementUnknownFormat = "statement.unknown-format"
  /// Larger than the limit for statements, or than the size in the pointer to it.
  case statementTooLarge = "statement.too-large"
  /// The bytes do not have the SHA-256 of the pointer.
  case statementMismatch = "statement.mismatch"
  /// Signed for another project.
  case wrongProject = "statement.wrong-project"
  /// Signed for another channel.
  case wrongChannel = "statement.wrong-channel"

  // MARK: Signatures and keys

  /// The signature file is missing or unreadable.
  case signatureMissing = "signature.missing"
  /// A known key's signature does not match these bytes.
  case signatureInvalid = "signature.invalid"
  /// Fewer known keys have signed than the role requires.
  case signatureThreshold = "signature.threshold"
  /// A key set is not the next one: a version in between was skipped, or is missing.
  case keysSkipped = "keys.skipped"
  /// A key set older than the current one.
  case keysRolledBack = "keys.rolled-back"
  /// The newest key set has expired.
  case keysExpired = "keys.expired"
  /// An unusable key set: no keys, a threshold above their number, or an id that does not match its key.
  case keysMalformed = "keys.malformed"

  // MARK: Private keys, where they are used

  /// The private key file is missing or damaged.
  case keyFileMalformed = "key-file.malformed"
  /// The passphrase is wrong, or the file was changed.
  case keyFilePassphrase = "key-file.passphrase"
  /// The file requires more time or memory than allowed.
  case keyFileTooDear = "key-file.too-dear"
  /// Others can read the file.
  case keyFileExposed = "key-file.exposed"
  /// The required private key is not on this machine.
  case keyFileMissing = "key-file.missing"

  // MARK: Time and order

  /// The freshness statement has expired: the host may be withholding updates.
  case freshnessExpired = "freshness.expired"
  /// A freshness statement older than one that was seen before.
  case freshnessRolledBack = "freshness.rolled-back"
  /// A release number below one that was accepted before, without a signed rollback.
  case releaseRolledBack = "release.rolled-back"
  /// The number of the statement differs from the requested number.
  case releaseWrongNumber = "release.wrong-number"
  /// The percentage of a roll-out decreased.
  case rolloutShrank = "rollout.shrank"

  // MARK: Files

  /// A file named in the manifest does not exist.
  case fileMissing = "file.missing"
  /// The size differs from the manifest; a longer file is not read to its end.
  case fileWrongSize = "file.wrong-size"
  /// The bytes differ from the manifest.
  case fileMismatch = "file.mismatch"
  /// A file that no release names.
  case fileUnknown = "file.unknown"
  /// A private key, or a text that looks like one, is among the published files.
  case filePrivateKey = "file.private-key"

  // MARK: Names

  /// Absolute, with `..`, `.`, an empty component, a backslash or a control character, or too long.
  case nameUnsafe = "name.unsafe"
  /// The same name twice.
  case nameDuplicate = "name.duplicate"
  /// Two names that are equal on case-insensitive systems.
  case nameCaseClash = "name.case-clash"
  /// Not in Unicode's composed form (NFC).
  case nameNotNormalized = "name.not-normalized"

  // MARK: Archives

  /// Not a zip file, or a part of it is invalid.
  case archiveMalformed = "archive.malformed"
  /// It ends too early.
  case archiveTruncated = "archive.truncated"
  /// Extra bytes before, between or after the parts of the archive.
  case archiveStrayBytes = "archive.stray-bytes"
  /// Two entries share bytes.
  case archiveOverlap = "archive.overlap"
  /// A symbolic link, a device, or another entry that is not a regular file.
  case archiveNotFile = "archive.not-file"
  /// An entry is compressed or encrypted. Entries must be stored, so that reading never expands data.
  case archiveCompressed = "archive.compressed"
  /// An archive within the archive.
  case archiveNested = "archive.nested"
  /// More entries, or more bytes, than allowed.
  case archiveTooLarge = "archive.too-large"
  /// A zip checksum does not match the bytes.
  case archiveChecksum = "archive.checksum"

  // MARK: Deltas

  /// Not a delta, or a damaged one.
  case deltaMalformed = "delta.malformed"
  /// The result of the delta is not the requested file.
  case deltaMismatch = "delta.mismatch"
  /// The result or the memory use would exceed the limit.
  case deltaTooLarge = "delta.too-large"

  // MARK: Requirements

  /// The runtime's version is outside the release's range.
  case runtimeVersion = "runtime.version"
  /// A native module that the release needs is missing.
  case runtimeModule = "runtime.module"
  /// An element or attribute that the release needs is unknown.
  case runtimeElement = "runtime.element"

  // MARK: Network

  /// No connection, or the connection broke.
  case networkUnreachable = "network.unreachable"
  /// An unexpected response; the detail contains the status.
  case networkStatus = "network.status"
  /// It took longer than allowed.
  case networkDeadline = "network.deadline"
  /// The network is metered, and the app's settings require an unmetered one.
  case networkMetered = "network.metered"
  /// More bytes than announced arrived.
  case networkEndless = "network.endless"

  // MARK: The device

  /// The disk is full.
  case storeFull = "store.full"
  /// Reading or writing failed.
  case storeFailed = "store.failed"
  /// The database is damaged, or is not a store's.
  case storeDamaged = "store.damaged"
  /// The release was started as often as allowed without being confirmed.
  case startUnconfirmed = "start.unconfirmed"
  /// The release failed on this device before.
  case releaseFailedBefore = "release.failed-before"
  /// Another update is running.
  case updateRunning = "update.running"
  /// The update was cancelled.
  case updateCancelled = "update.cancelled"
}

/// A refusal: a fault and its subject, for people who publish or support an app.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code.
  public var code: RefusalCode
  /// The file, statement, key or rule: `releases/12.json`, `files/3f…`.
  public var subject: String
  /// The actual and the expected value, in a sentence without a full stop.
  public var detail: String

  /// Creates a refusal.
  public init(_ code: RefusalCode, _ subject: String, _ detail: String) {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }

  /// `releases/12.json: signed for the channel 'beta' [statement.wrong-channel]`.
  public var description: String { "\(subject): \(detail) [\(code.rawValue)]" }
}
