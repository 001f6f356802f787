/// A note for the user about watching itself.
package enum WatchNote: Hashable, Sendable {
  /// The root is gone; the watcher waits for its return.
  case rootGone
  /// The root is back, and was compared with the last reported state.
  case rootBack
  /// The folder at this path, relative to the root, is on a file system where inotify does not report changes
  /// by other machines: it is also polled a few times a second.
  case remote(path: String, fileSystem: String)
  /// The kernel's limits leave folders unwatched: they are polled a few times a second.
  case shortfall(WatchShortfall)
  /// There is room for all watches again.
  case complete
}
