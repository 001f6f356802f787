import Glibc
import HybridSystem

/// The work of the watching thread: events in, changes out, for every watcher. Only ``WatchThread`` may call
/// it.
final class WatchLoop {
  var watches: FolderWatches
  private(set) var roots: [Int: WatchedRoot] = [:]
  private var lastID = 0
  /// Events wait in the library's buffer, where `poll` does not see them.
  private var hasMore = false

  /// How many events to take before answering commands again.
  private static let eventsPerTurn = 8_192

  /// - Parameter openInotify: Opens inotify; nil while this user has no instance left.
  init(openInotify: @escaping () -> Inotify?) { watches = FolderWatches(opening: openInotify) }

  // MARK: Commands

  /// Begins to watch; returns the watcher's number.
  func add(path: String, options: WatchOptions, notifier: ChangeNotifier, status: WatcherStatus)
    -> Result<Int, WatchError>
  {
    lastID += 1
    let root = WatchedRoot(id: lastID, path: path, options: options, notifier: notifier, status: status)
    roots[root.id] = root
    if !options.isPolling { watches.open() }
    let outcome = enter(path, root)
    guard outcome.isEntered else {
      roots[root.id] = nil
      guard case .failed(let code) = outcome else { return .success(root.id) }
      return .failure(
        code == ENOENT || code == ENOTDIR ? .notAFolder(path: path) : .unreadable(path: path, code: code))
    }
    if !options.isPolling { root.setMounts(FileSystems.mounts(below: path, in: mountTable())) }
    _ = look(at: path, root, .first, at: SystemClock.monotonic)
    updateStatus(root)
    root.dropFirstReport()
    scheduleLooks(root, at: SystemClock.monotonic)
    return .success(root.id)
  }

  /// Ends watching and releases the watches that no other watcher needs.
  func remove(_ id: Int) {
    guard roots[id] != nil else { return }
    watches.release(watches.folders(of: id), of: id)
    roots[id] = nil
  }

  // MARK: Events

  /// When ``turn()`` has something to do, events aside.
  var nextDeadline: UInt64? {
    if hasMore { return 0 }
    let time = SystemClock.monotonic
    return roots.values.compactMap { $0.nextDeadline(at: time) }.min()
  }

  /// Processes waiting events, and reports due changes.
  func turn() {
    var count = 0
    hasMore = false
    while let (event, places) = watches.nextEvent() {
      handle(event, of: places, at: SystemClock.monotonic)
      count += 1
      if count == Self.eventsPerTurn {
        hasMore = true
        break
      }
    }
    for root in roots.values {
      let time = SystemClock.monotonic
      lookIfDue(root, at: time)
      if root.links.hasFolderNews { resolveLinks(root, at: time) }
      root.gatherDueChanges(at: time)
      tell(root, at: time)
    }
  }

  /// Reports due changes, unless a storm is going on.
  private func tell(_ root: WatchedRoot, at time: UInt64) {
    let isGathering = root.endTurn(at: time, hasMore: hasMore) {
      // Where the lock is may change with what is checked out, so it is looked for each time.
      GitLock(around: root.path).isHeld(at: wallClock())
    }
    if isGathering { return }
    if let changes = root.takeChanges() {
      updateStatus(root)
      root.send(changes)
    }
    root.endWait()
  }

  private func handle(_ event: Inotify.Event, of places: [WatchedFolders.Place], at time: UInt64) {
    if event.isOverflow {
      for root in roots.values { lookAgain(root, at: time) }
      return
    }
    for place in places {
      guard let root = roots[place.watcher] else { continue }
      if event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) {
        // Below the root, the parent folder reports it too, and the table of mounts reports mounts.
        if place.path == root.path { rootGone(root, at: time) }
      } else if !event.name.isEmpty {
        let folder = root.relative(place.path)
        let path = folder.isEmpty ? event.name : folder + "/" + event.name
        if root.ignores(path, name: event.name, isFolder: event.isFolder) { continue }
        root.countEvent()
        if event.isFolder {
          folderEvent(event, path, root, at: time)
        } else {
          fileEvent(event, path, root, at: time)
        }
      }
    }
  }

  private func fileEvent(_ event: Inotify.Event, _ path: String, _ root: WatchedRoot, at time: UInt64) {
    if event.has(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM), linkEvent(event, path, root, at: time)
    {
      return
    }
    root.join(event, of: path, at: time)
    if event.name == GitIgnoreRules.fileName { rulesChanged(FileTable.split(path).folder, root, at: time) }
  }

  private func folderEvent(_ event: Inotify.Event, _ path: String, _ root: WatchedRoot, at time: UInt64) {
    let absolute = root.absolute(path)
    if event.has(IN_CREATE | IN_MOVED_TO) {
      // Known already when its parent, new itself, was listed after the watch was placed.
      let wasKnown = root.known.contains(path)
      guard case .entered(isNew: let isNew) = enter(absolute, root), isNew || !wasKnown else { return }
      root.folderAppeared(path)
      _ = look(at: absolute, root, .new, at: time)
    } else if event.has(IN_MOVED_FROM) {
      folderGone(path, root, at: time)
    } else if event.has(IN_DELETE) {
      // The kernel drops the watch by itself, or did. Folders below were reported before, unless this
      // one was polled.
      watches.forget(absolute, of: root.id)
      root.endPolling(absolute)
      if root.known.hasFolders(in: path) || !root.reported.entries(in: path).isEmpty {
        folderGone(path, root, at: time)
      } else {
        root.folderDeleted(path, at: time)
      }
    }
    root.foldersChanged()
  }
}
