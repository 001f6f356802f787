public import HybridRelease

/// A release on this device, as reported to an app.
public struct InstalledRelease: Hashable, Sendable {
  /// The location of its bytes.
  public enum Origin: Hashable, Sendable {
    /// In the app's own archive.
    case preset
    /// In the store.
    case store
  }

  /// Its own number, by which people refer to it.
  public var number: Int
  /// Its channel.
  public var channel: String
  /// The number of the statement that activated it: above ``number`` after a rollback.
  public var statement: Int
  /// The SHA-256 of its manifest, in hexadecimal digits.
  public var id: String
  /// The location of its bytes.
  public var origin: Origin
  /// Whether it was ever confirmed on this device. The preset counts as confirmed.
  public var isConfirmed: Bool
}

/// A release that is not started again on this device.
public struct FailedRelease: Hashable, Sendable {
  /// Its number.
  public var number: Int
  /// The SHA-256 of its manifest.
  public var id: String
  /// The reason: `start.unconfirmed`, or the one passed to ``UpdateClient/reject(_:)``.
  public var reason: Refusal
  /// The time of the failure, in seconds since 1970.
  public var time: Int
}

/// A newer release, reported before any of it is downloaded.
public struct UpdateOffer: Hashable, Sendable {
  /// The number of the statement.
  public var number: Int
  /// The release that it activates; nil for the preset.
  public var release: Int?
  /// Whether it is mandatory for this app: mandatory releases that the app skipped count too, and a rollback
  /// is always mandatory.
  public var isMandatory: Bool
  /// Whether it is a rollback.
  public var isRollback: Bool
  /// The number of missing files.
  public var files: Int
  /// The maximum download size in bytes: deltas reduce it by an amount that is known only after their
  /// download.
  public var bytes: Int
}

/// The progress of a download. Deltas count with their own size.
public struct UpdateProgress: Hashable, Sendable {
  /// Downloaded bytes, including those of earlier attempts.
  public var received: Int
  /// All bytes; decreases with each delta that replaces a full file.
  public var total: Int
}

/// An event about releases on this device. Every refusal is one of these, with its stable code.
public enum UpdateEvent: Hashable, Sendable {
  /// The host is being checked.
  case checking
  /// There is nothing newer than this statement.
  case upToDate(number: Int)
  /// A newer release is there, and this client is not in its part of the roll-out yet.
  case outsideRollout(number: Int)
  /// A newer release is about to be downloaded.
  case found(UpdateOffer)
  /// Sent at most every 100 ms, and always at the end.
  case progress(UpdateProgress)
  /// A request failed and is repeated after a delay.
  case retrying(path: String, Refusal, after: Duration)
  /// A delta was unusable; the full file is downloaded.
  case deltaFailed(Refusal)
  /// A release is complete and verified on disk; it becomes active at the next launch.
  case staged(InstalledRelease)
  /// Files are read from this release from now on.
  case activated(InstalledRelease)
  /// The active release has shown that it works.
  case confirmed(InstalledRelease)
  /// A release failed and will not be started again; this one replaces it, nil for none.
  case rolledBack(FailedRelease, to: InstalledRelease?)
  /// A file of the active release is damaged; `readFrom` is the release from which the path was read instead,
  /// nil when no release has it intact.
  case damaged(path: String, Refusal, readFrom: InstalledRelease?)
  /// Damaged files were downloaded again.
  case healed(files: Int)
  /// Files that no release needs were removed.
  case cleaned(files: Int, bytes: Int)
  /// A refusal. An update that ends with it has thrown the same refusal.
  case refused(Refusal)
}

/// The outcome of an update.
public enum UpdateOutcome: Hashable, Sendable {
  /// Nothing is newer than this statement; damaged files, if any, were repaired.
  case upToDate(number: Int)
  /// A newer release exists, for other clients.
  case outsideRollout(number: Int)
  /// The release becomes active at the next launch.
  case staged(InstalledRelease)
  /// The release is active now.
  case activated(InstalledRelease)
}
