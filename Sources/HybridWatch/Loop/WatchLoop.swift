import Glibc

/// What the watching thread does: events in, changes out, for every watcher. Only ``WatchThread`` may call
/// it.
final class WatchLoop {
  /// nil while this user has no inotify instance left: everything is polled then.
  var inotify: Inotify?
  /// Opens inotify, once there is room.
  let openInotify: () -> Inotify?
  var folders = WatchedFolders()
  var roots: [Int: WatchedRoot] = [:]
  private var lastID = 0
  /// Events wait in the library's buffer, where `poll` does not see them.
  private var hasMore = false

  /// How many events in one go make a storm (a checkout, a build): from then on changes are gathered.
  private static let stormThreshold = 32
  /// A storm is over after this silence,
  private static let stormSilence: UInt64 = 10_000_000
  /// or, for its listener, after this time,
  private static let stormLimit: UInt64 = 1_000_000_000
  /// or this, while git holds its lock.
  private static let lockLimit: UInt64 = 10_000_000_000
  /// How often to look whether git still holds it.
  private static let lockInterval: UInt64 = 5_000_000
  /// How many events to take before answering commands again.
  private static let eventsPerTurn = 8_192

  init(inotify: Inotify?, openInotify: @escaping () -> Inotify?) {
    self.inotify = inotify
    self.openInotify = openInotify
  }

  // MARK: Commands

  /// Begins to watch; returns the watcher's number.
  func add(path: String, options: WatchOptions, notifier: ChangeNotifier, status: WatcherStatus)
    -> Result<Int, WatchError>
  {
    lastID += 1
    let root = WatchedRoot(id: lastID, path: path, options: options, notifier: notifier, status: status)
    roots[root.id] = root
    if inotify == nil, !options.isPolling { inotify = openInotify() }
    let outcome = enter(path, root)
    guard outcome.isEntered else {
      roots[root.id] = nil
      guard case .failed(let code) = outcome else { return .success(root.id) }
      return .failure(
        code == ENOENT || code == ENOTDIR ? .notAFolder(path: path) : .unreadable(path: path, code: code))
    }
    if !options.isPolling { root.mounts = FileSystems.mounts(below: path, in: mountTable()) }
    _ = look(at: path, root, .first, at: now())
    _ = root.joiner.takeChanges()
    updateStatus(root)
    root.notes = root.notes.filter { if case .shortfall = $0 { false } else { true } }  // The status says it.
    scheduleLooks(root, at: now())
    return .success(root.id)
  }

  /// Ends watching and releases the watches that no other watcher needs.
  func remove(_ id: Int) {
    guard roots[id] != nil else { return }
    drop(folders.folders(of: id), of: id)
    roots[id] = nil
  }

  // MARK: Events

  /// When ``turn()`` has something to do, events aside.
  var nextDeadline: UInt64? {
    if hasMore { return 0 }
    var result: UInt64 = .max
    for root in roots.values {
      if let deadline = root.joiner.nextDeadline { result = min(result, deadline) }
      if let storm = root.storm { result = min(result, deadline(of: storm, root)) }
      if !root.polled.isEmpty { result = min(result, root.nextPoll) }
      if let check = root.nextRootCheck { result = min(result, check) }
      if !root.notes.isEmpty, root.storm == nil { result = 0 }
    }
    return result == .max ? nil : result
  }

  private func deadline(of storm: WatchedRoot.Storm, _ root: WatchedRoot) -> UInt64 {
    if storm.isLocked { return min(now() + Self.lockInterval, storm.since + Self.lockLimit) }
    let silent = storm.last + Self.stormSilence
    // If the storm is over except for held events, wait for those.
    return min(max(silent, root.joiner.nextDeadline ?? 0), storm.since + Self.stormLimit)
  }

  /// Processes waiting events, and reports due changes.
  func turn() {
    var count = 0
    hasMore = false
    while let event = inotify?.nextEvent() {
      handle(event, at: now())
      count += 1
      if count == Self.eventsPerTurn {
        hasMore = true
        break
      }
    }
    for root in roots.values {
      let time = now()
      lookIfDue(root, at: time)
      if root.hasFolderNews { resolveLinks(root, at: time) }
      root.joiner.expire(at: time) { FileState(at: root.absolute($0)) }
      tell(root, at: time)
    }
  }

  /// Reports due changes, unless a storm is going on.
  private func tell(_ root: WatchedRoot, at time: UInt64) {
    root.batch.append(withLinks(root.joiner.takeChanges(), root))
    let events = root.eventsThisTurn
    root.eventsThisTurn = 0
    if events > 0 || root.storm != nil, isGathering(root, events: events, at: time) { return }
    let changes = root.batch.take()
    guard !changes.isEmpty || root.overflow != nil || !root.notes.isEmpty else {
      if root.joiner.nextDeadline == nil { root.seen = nil }
      return
    }
    record(changes, root)
    updateStatus(root)
    root.notifier.notify(
      WatchBatch(changes: changes, seen: root.seen ?? .now, overflow: root.overflow, notes: root.notes))
    (root.overflow, root.notes) = (nil, [])
    if root.joiner.nextDeadline == nil { root.seen = nil }
  }

  /// Whether a storm begins or goes on.
  private func isGathering(_ root: WatchedRoot, events: Int, at time: UInt64) -> Bool {
    // Where the lock is may change with what is checked out, so it is looked for each time.
    let isLocked = GitLock(around: root.path).isHeld(at: wallClock())
    guard let storm = root.storm else {
      guard events > Self.stormThreshold || isLocked else { return false }
      root.storm = WatchedRoot.Storm(since: time, last: time, isLocked: isLocked)
      return true
    }
    // Git's last writes may come together with the end of its lock.
    let last = events > 0 || storm.isLocked && !isLocked ? time : storm.last
    let isSilent =
      !hasMore && !isLocked && time >= last + Self.stormSilence && !root.joiner.holdsBriefly
    let limit = storm.isLocked || isLocked ? Self.lockLimit : Self.stormLimit
    guard isSilent || time >= storm.since + limit else {
      root.storm = WatchedRoot.Storm(since: storm.since, last: last, isLocked: isLocked)
      return true
    }
    root.storm = nil
    return false
  }

  /// Records the state of reported files before the listener reads them: a save in between is then reported
  /// again rather than missed.
  private func record(_ changes: [FileChange], _ root: WatchedRoot) {
    let clock = wallClock()
    for change in changes where change.kind == .modified || change.kind == .created {
      root.joiner.record(change.path, FileStamp(at: root.absolute(change.path), clock: clock) ?? .unknown)
    }
  }

  private func handle(_ event: Inotify.Event, at time: UInt64) {
    if event.isOverflow {
      for root in roots.values { lookAgain(root, at: time) }
      return
    }
    let places = folders.places(of: event.watch)
    if event.has(IN_IGNORED) { folders.forget(event.watch) }
    for place in places {
      guard let root = roots[place.watcher] else { continue }
      if event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) {
        // Below the root the parent folder tells it too, and of mounts their table.
        if place.path == root.path { rootGone(root, at: time) }
      } else if !event.name.isEmpty {
        let folder = root.relative(place.path)
        let path = folder.isEmpty ? event.name : folder + "/" + event.name
        if root.ignores(path, name: event.name, isFolder: event.isFolder) { continue }
        root.eventsThisTurn += 1
        if root.seen == nil { root.seen = .now }
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
    if event.has(IN_CLOSE_WRITE) { root.joiner.written(path, at: time) }
    if event.has(IN_CREATE) { root.joiner.created(path, at: time) }
    if event.has(IN_MOVED_TO) { root.joiner.movedIn(path, at: time) }
    if event.has(IN_DELETE | IN_MOVED_FROM) { root.joiner.gone(path, at: time) }
    if event.name == GitIgnoreRules.fileName { rulesChanged(FileTable.split(path).folder, root, at: time) }
  }

  private func folderEvent(_ event: Inotify.Event, _ path: String, _ root: WatchedRoot, at time: UInt64) {
    let absolute = root.absolute(path)
    if event.has(IN_CREATE | IN_MOVED_TO) {
      // Known already when its parent, new itself, was listed after the watch was placed.
      let wasKnown = root.knows(path)
      guard case .entered(isNew: let isNew) = enter(absolute, root), isNew || !wasKnown else { return }
      root.insert(path)
      root.joiner.folderCreated(path)
      _ = look(at: absolute, root, .new, at: time)
    } else if event.has(IN_MOVED_FROM) {
      folderGone(path, root, at: time)
    } else if event.has(IN_DELETE) {
      // The kernel drops the watch by itself, or did. Folders below were told before, unless this one was
      // polled.
      _ = folders.remove(WatchedFolders.Place(path: absolute, watcher: root.id))
      root.polled[absolute] = nil
      if root.subfolders[path] != nil || !root.joiner.told.entries(in: path).isEmpty {
        folderGone(path, root, at: time)
      } else {
        _ = root.remove(path)
        root.joiner.folderDeleted(path, at: time)
      }
    }
    root.hasFolderNews = true
  }
}
