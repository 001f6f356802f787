import Synchronization

/// What a watcher's owner may ask from any thread.
final class WatcherStatus: Sendable {
  private let state = Mutex<(folderCount: Int, shortfall: WatchShortfall?)>((0, nil))

  var folderCount: Int { state.withLock { $0.folderCount } }
  var shortfall: WatchShortfall? { state.withLock { $0.shortfall } }

  func set(folderCount: Int, shortfall: WatchShortfall?) {
    state.withLock { $0 = (folderCount, shortfall) }
  }
}
