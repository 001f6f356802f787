public import HybridRelease

/// A release on this device, as an app is told of it.
public struct InstalledRelease: Hashable, Sendable {
  /// Where its bytes are.
  public enum Origin: Hashable, Sendable {
    /// In the app's own archive.
    case preset
    /// In the store.
    case store
  }

  /// Its own number: what people call it.
  public var number: Int
  /// Its channel.
  public var channel: String
  /// The number of the statement that made it active: above ``number`` after a rollback.
  public var statement: Int
  /// The SHA-256 of its manifest, in hexadecimal digits.
  public var id: String
  /// Where its bytes are.
  public var origin: Origin
  /// Whether it was once confirmed on this device. The preset counts as confirmed.
  public var isConfirmed: Bool
}

/// A release that is not started again on this device.
public struct FailedRelease: Hashable, Sendable {
  /// Its number.
  public var number: Int
  /// The SHA-256 of its manifest.
  public var id: String
  /// Why, with `start.unconfirmed` or what the app gave to ``UpdateClient/reject(_:)``.
  public var reason: Refusal
  /// When, in seconds since 1970.
  public var time: Int
}

/// A newer release that was found, before anything of it is loaded.
public struct UpdateOffer: Hashable, Sendable {
  /// The number of the statement.
  public var number: Int
  /// The release that it makes active; nil for the preset.
  public var release: Int?
  /// Whether it is mandatory for this app: that of a release that was skipped counts, and a rollback always
  /// is.
  public var isMandatory: Bool
  /// Whether the operator goes back.
  public var isRollback: Bool
  /// The files that are not here yet.
  public var files: Int
  /// What loading them takes at most, in bytes: deltas take less, and how much is known once they are here.
  public var bytes: Int
}

/// How far the download is. Deltas count with their own bytes.
public struct UpdateProgress: Hashable, Sendable {
  /// Bytes that are here, those of an earlier try too.
  public var received: Int
  /// All bytes; it falls with each delta that does for a full file.
  public var total: Int
}

/// What happens to releases on this device. Everything that is refused is one of these, with its stable code.
public enum UpdateEvent: Hashable, Sendable {
  /// The host is asked.
  case checking
  /// There is nothing newer than this statement.
  case upToDate(number: Int)
  /// A newer release is there, and this client is not in its part of the roll-out yet.
  case outsideRollout(number: Int)
  /// A newer release is about to be loaded.
  case found(UpdateOffer)
  /// At most every 100 ms, and always at the end.
  case progress(UpdateProgress)
  /// A request failed and is made again after a while.
  case retrying(path: String, Refusal, after: Duration)
  /// A delta did not do; the full file is loaded.
  case deltaFailed(Refusal)
  /// All of a release is on the disk and verified; it becomes active at the next start.
  case staged(InstalledRelease)
  /// This release is what reads give from now on.
  case activated(InstalledRelease)
  /// The active release has shown that it works.
  case confirmed(InstalledRelease)
  /// A release will not be started again, and this one takes its place; nil for none.
  case rolledBack(FailedRelease, to: InstalledRelease?)
  /// A file of the active release is damaged; `readFrom` gave it or the same path of an older release, nil
  /// when nothing could.
  case damaged(path: String, Refusal, readFrom: InstalledRelease?)
  /// Damaged files were loaded again.
  case healed(files: Int)
  /// What no release needs was removed.
  case cleaned(files: Int, bytes: Int)
  /// Something was not taken. An update that ends by it has thrown the same.
  case refused(Refusal)
}

/// How an update ended.
public enum UpdateOutcome: Hashable, Sendable {
  /// Nothing newer than this statement; damaged files, if there were any, are whole again.
  case upToDate(number: Int)
  /// There is a newer release, for other clients.
  case outsideRollout(number: Int)
  /// It becomes active at the next start.
  case staged(InstalledRelease)
  /// It is active now.
  case activated(InstalledRelease)
}
