/// Why a release, or a part of one, is not taken. The raw values are stable: programs, logs and support rely
/// on them.
///
/// What a code means, and what to do about it, is in `Documentation/release-format.md`; a test holds that
/// page against this list.
public enum RefusalCode: String, Hashable, Sendable, CaseIterable {
  // MARK: Statements: what is signed

  /// Not canonical JSON of a known statement: a member is missing, unknown or of the wrong kind.
  case statementMalformed = "statement.malformed"
  /// JSON that says the same in other bytes than its canonical form.
  case statementNotCanonical = "statement.not-canonical"
  /// A statement of another kind stands where this kind is expected.
  case statementWrongKind = "statement.wrong-kind"
  /// A format of a later version of this program.
  case statementUnknownFormat = "statement.unknown-format"
  /// More bytes than a statement may have, or than the one naming it says.
  case statementTooLarge = "statement.too-large"
  /// Other bytes than those that were named by their SHA-256.
  case statementMismatch = "statement.mismatch"
  /// Signed for another project.
  case wrongProject = "statement.wrong-project"
  /// Signed for another channel.
  case wrongChannel = "statement.wrong-channel"

  // MARK: Signatures and keys

  /// The signature file is missing or says nothing readable.
  case signatureMissing = "signature.missing"
  /// A signature by a known key is not one over these bytes.
  case signatureInvalid = "signature.invalid"
  /// Fewer known keys have signed than the role asks for.
  case signatureThreshold = "signature.threshold"
  /// A key set is not the next one: a version between was skipped, or is missing.
  case keysSkipped = "keys.skipped"
  /// A key set older than the one that is held.
  case keysRolledBack = "keys.rolled-back"
  /// The newest key set has expired.
  case keysExpired = "keys.expired"
  /// A key set that no one could follow: no keys, a threshold above their number, an id that is not its
  /// key's.
  case keysMalformed = "keys.malformed"

  // MARK: Private keys, where they are used

  /// No file of a private key, or a damaged one.
  case keyFileMalformed = "key-file.malformed"
  /// Not the passphrase of the file, or the file was changed.
  case keyFilePassphrase = "key-file.passphrase"
  /// A file that asks for more time or memory than is given.
  case keyFileTooDear = "key-file.too-dear"
  /// Others can read the file.
  case keyFileExposed = "key-file.exposed"
  /// The private key that is needed is not on this machine.
  case keyFileMissing = "key-file.missing"

  // MARK: Time and order

  /// The freshness statement has expired: the host may be holding back news.
  case freshnessExpired = "freshness.expired"
  /// A freshness statement older than one that was seen before.
  case freshnessRolledBack = "freshness.rolled-back"
  /// A release number below one that was accepted before, and no signed rollback.
  case releaseRolledBack = "release.rolled-back"
  /// The number of the statement is not the one it was fetched as.
  case releaseWrongNumber = "release.wrong-number"
  /// A roll-out that shrank.
  case rolloutShrank = "rollout.shrank"
  /// This client is not in the part of all clients that gets the release yet.
  case rolloutOutside = "rollout.outside"

  // MARK: Files

  /// A file that the manifest names is not there.
  case fileMissing = "file.missing"
  /// Not as long as the manifest says; a longer one is not read to its end.
  case fileWrongSize = "file.wrong-size"
  /// Other bytes than the manifest says.
  case fileMismatch = "file.mismatch"
  /// A file that no release names.
  case fileUnknown = "file.unknown"
  /// A private key, or what looks like one, lies among what is published.
  case filePrivateKey = "file.private-key"

  // MARK: Names

  /// Absolute, with `..`, `.`, an empty part, a backslash, a control character, or too long.
  case nameUnsafe = "name.unsafe"
  /// Twice the same name.
  case nameDuplicate = "name.duplicate"
  /// Two names that are one on systems without case.
  case nameCaseClash = "name.case-clash"
  /// Not in Unicode's composed form (NFC).
  case nameNotNormalized = "name.not-normalized"

  // MARK: Archives

  /// No zip, or a part of one that cannot be understood.
  case archiveMalformed = "archive.malformed"
  /// It ends too early.
  case archiveTruncated = "archive.truncated"
  /// Bytes before, between or behind what belongs to it.
  case archiveStrayBytes = "archive.stray-bytes"
  /// Two entries share bytes.
  case archiveOverlap = "archive.overlap"
  /// A symbolic link, a device, or anything that is no file.
  case archiveNotFile = "archive.not-file"
  /// An entry is compressed or encrypted; ours are stored, so that nothing can grow while it is read.
  case archiveCompressed = "archive.compressed"
  /// An archive within the archive.
  case archiveNested = "archive.nested"
  /// More entries, or more bytes, than an archive may have.
  case archiveTooLarge = "archive.too-large"
  /// A checksum in the zip is not that of the bytes.
  case archiveChecksum = "archive.checksum"

  // MARK: Deltas

  /// No delta, or a damaged one.
  case deltaMalformed = "delta.malformed"
  /// What it makes is not what was asked for.
  case deltaMismatch = "delta.mismatch"
  /// It would make more bytes, or take more memory, than it may.
  case deltaTooLarge = "delta.too-large"

  // MARK: What the app can run

  /// The runtime's version is outside of the release's range.
  case runtimeVersion = "runtime.version"
  /// A native module that the release needs is missing.
  case runtimeModule = "runtime.module"
  /// An element or attribute that the release needs is unknown.
  case runtimeElement = "runtime.element"

  // MARK: Network

  /// No connection, or it broke.
  case networkUnreachable = "network.unreachable"
  /// An answer other than the ones that are expected; the detail has the status.
  case networkStatus = "network.status"
  /// It took longer than allowed.
  case networkDeadline = "network.deadline"
  /// The network costs by the byte and the app asked to wait for another one.
  case networkMetered = "network.metered"
  /// More bytes came than were named.
  case networkEndless = "network.endless"

  // MARK: The device

  /// No room.
  case storeFull = "store.full"
  /// Reading or writing failed.
  case storeFailed = "store.failed"
  /// The database is not one of ours or damaged.
  case storeDamaged = "store.damaged"
  /// The release was started as often as allowed and never confirmed.
  case startUnconfirmed = "start.unconfirmed"
  /// The release failed on this device before.
  case releaseFailedBefore = "release.failed-before"
  /// Another update is under way.
  case updateRunning = "update.running"
  /// It was called off.
  case updateCancelled = "update.cancelled"
}

/// A refusal: what is wrong, with what, in words for whoever publishes or supports an app.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code.
  public var code: RefusalCode
  /// The file, statement, key or rule: `releases/12.json`, `files/3f…`.
  public var subject: String
  /// What was found and what was expected, in a sentence without a full stop.
  public var detail: String

  /// A refusal.
  public init(_ code: RefusalCode, _ subject: String, _ detail: String) {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }

  /// `releases/12.json: signed for the channel 'beta' [statement.wrong-channel]`.
  public var description: String { "\(subject): \(detail) [\(code.rawValue)]" }
}
