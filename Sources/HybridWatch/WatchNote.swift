/// Something about watching itself that a person should know.
package enum WatchNote: Hashable, Sendable {
  /// The root is gone; it is waited for.
  case rootGone
  /// The root is back, and was compared with what was told before.
  case rootBack
  /// The folder at this path, relative to the root, is on a file system where inotify does not tell what
  /// other machines write: it is looked at a few times a second as well.
  case remote(path: String, fileSystem: String)
  /// The kernel's limits leave folders unwatched: they are looked at a few times a second.
  case shortfall(WatchShortfall)
  /// There is room for all watches again.
  case complete
}
