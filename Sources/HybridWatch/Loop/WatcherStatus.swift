import Synchronization

/// The status of a watcher, which its owner may read from any thread.
final class WatcherStatus: Sendable {
  private struct State {
    var folderCount = 0
    var shortfall: WatchShortfall?
    var ignored = GitIgnoreRules()
  }
  private let state = Mutex(State())

  var folderCount: Int { state.withLock { $0.folderCount } }
  var shortfall: WatchShortfall? { state.withLock { $0.shortfall } }
  var ignored: GitIgnoreRules { state.withLock { $0.ignored } }

  func set(folderCount: Int, shortfall: WatchShortfall?) {
    state.withLock { ($0.folderCount, $0.shortfall) = (folderCount, shortfall) }
  }

  func set(ignored: GitIgnoreRules) { state.withLock { $0.ignored = ignored } }
}
