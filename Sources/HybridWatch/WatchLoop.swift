import Glibc

/// What the watching thread does: events in, changes out, for every watcher. Only ``WatchThread`` may call it.
final class WatchLoop {
  let inotify: Inotify
  private var folders = WatchedFolders()
  private var watchers: [Int: Watcher] = [:]
  private var lastWatcher = 0
  /// Events wait in the library's buffer, where `poll` does not see them.
  private var hasMore = false

  /// How many events in one go make a storm (a checkout, a build): from then on changes are gathered.
  private static let stormThreshold = 32
  /// A storm is over after this silence,
  private static let stormSilence: UInt64 = 10_000_000
  /// or, for its listener, after this time.
  private static let stormLimit: UInt64 = 1_000_000_000
  /// How many events to take before answering commands again.
  private static let eventsPerTurn = 8_192

  init(inotify: Inotify) { self.inotify = inotify }

  /// One root and who listens.
  private final class Watcher {
    let root: String
    let ignoring: @Sendable (String, Bool) -> Bool
    let teller: Teller
    let status: WatcherStatus
    var joiner: ChangeJoiner
    var batch = ChangeBatch()
    var storm: (since: UInt64, last: UInt64)?
    var eventsThisTurn = 0
    /// Folders the limit left out.
    var unwatched: Set<String> = []

    init(
      root: String, ignoring: @escaping @Sendable (String, Bool) -> Bool,
      teller: Teller, status: WatcherStatus, holds: ChangeJoiner.Holds
    ) {
      joiner = ChangeJoiner(holds: holds)
      self.root = root
      self.ignoring = ignoring
      self.teller = teller
      self.status = status
    }

    /// `path` as the listener knows it.
    func relative(_ path: String) -> String {
      let prefix = root == "/" ? 1 : root.utf8.count + 1
      return path.utf8.count <= prefix ? "" : String(decoding: path.utf8.dropFirst(prefix), as: UTF8.self)
    }

    /// The file-system path of what the listener knows as `path`.
    func absolute(_ path: String) -> String {
      path.isEmpty ? root : root == "/" ? "/" + path : root + "/" + path
    }

    func ignores(_ path: String, name: String, isFolder: Bool) -> Bool {
      EditorFiles.ignores(name, isFolder: isFolder) || ignoring(path, isFolder)
    }
  }

  // MARK: Commands

  /// Begins to watch; returns the watcher's number.
  func add(
    root: String, ignoring: @escaping @Sendable (String, Bool) -> Bool,
    teller: Teller, status: WatcherStatus, holds: ChangeJoiner.Holds
  ) -> Result<Int, WatchError> {
    lastWatcher += 1
    let id = lastWatcher
    let watcher = Watcher(root: root, ignoring: ignoring, teller: teller, status: status, holds: holds)
    watchers[id] = watcher
    let outcome = watch(root, for: id)
    guard outcome == .added || outcome == .known else {
      watchers[id] = nil
      switch outcome {
      case .failed(ENOSPC):
        return .failure(
          .watchLimit(
            WatchShortfall(limit: Inotify.watchLimit, used: folders.count, needed: folders.count + 1)))
      case .failed(let code) where code == ENOENT || code == ENOTDIR: return .failure(.notAFolder(path: root))
      case .failed(let code): return .failure(.unreadable(path: root, code: code))
      case .added, .known: return .success(id)
      }
    }
    for file in walk(root, watcher, id, telling: false) { watcher.joiner.exists(file) }
    _ = watcher.joiner.takeChanges()  // Folders over the limit: the shortfall says it.
    updateStatus(watcher, id)
    return .success(id)
  }

  /// Ends watching and gives back the watches nobody else needs.
  func remove(_ id: Int) {
    guard watchers[id] != nil else { return }
    drop(folders.folders(of: id), of: id)
    watchers[id] = nil
  }

  // MARK: Events

  /// When ``turn()`` has something to do, events aside.
  var nextDeadline: UInt64? {
    if hasMore { return 0 }
    var result: UInt64?
    for watcher in watchers.values {
      if let deadline = watcher.joiner.nextDeadline { result = min(result ?? .max, deadline) }
      if let storm = watcher.storm {
        result = min(result ?? .max, min(storm.last + Self.stormSilence, storm.since + Self.stormLimit))
      }
    }
    return result
  }

  /// Takes the events that have come, and tells what is due.
  func turn() {
    var count = 0
    hasMore = false
    while let event = inotify.nextEvent() {
      handle(event, at: now())
      count += 1
      if count == Self.eventsPerTurn {
        hasMore = true
        break
      }
    }
    let time = now()
    for (id, watcher) in watchers { tell(watcher, id, at: time) }
  }

  private func tell(_ watcher: Watcher, _ id: Int, at time: UInt64) {
    if let deadline = watcher.joiner.nextDeadline, deadline <= time {
      watcher.joiner.expire(at: time) { FileState(at: watcher.absolute($0)) }
    }
    watcher.batch.append(watcher.joiner.takeChanges())
    let events = watcher.eventsThisTurn
    watcher.eventsThisTurn = 0
    if let storm = watcher.storm {
      let last = events > 0 ? time : storm.last
      let isSilent = !hasMore && time >= last + Self.stormSilence && !watcher.joiner.holdsBriefly
      guard isSilent || time >= storm.since + Self.stormLimit else {
        watcher.storm = (storm.since, last)
        return
      }
      watcher.storm = nil
    } else if events > Self.stormThreshold {
      watcher.storm = (time, time)
      return
    }
    let changes = watcher.batch.take()
    guard !changes.isEmpty else { return }
    updateStatus(watcher, id)
    watcher.teller.tell(changes)
  }

  private func handle(_ event: Inotify.Event, at time: UInt64) {
    if event.isOverflow {
      for (id, watcher) in watchers { lookAgain(watcher, id) }
      return
    }
    let places = folders.places(of: event.watch)
    if event.has(IN_IGNORED) { folders.forget(event.watch) }
    for place in places {
      guard let watcher = watchers[place.watcher] else { continue }
      if event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) {
        // Below the root the parent folder tells it too.
        if place.path == watcher.root { rootGone(watcher, place.watcher) }
      } else if !event.name.isEmpty {
        let folder = watcher.relative(place.path)
        let path = folder.isEmpty ? event.name : folder + "/" + event.name
        if watcher.ignores(path, name: event.name, isFolder: event.isFolder) { continue }
        watcher.eventsThisTurn += 1
        if event.isFolder {
          folderEvent(event, path, watcher, place.watcher, at: time)
        } else {
          fileEvent(event, path, watcher, at: time)
        }
      }
    }
  }

  private func fileEvent(_ event: Inotify.Event, _ path: String, _ watcher: Watcher, at time: UInt64) {
    if event.has(IN_CLOSE_WRITE) { watcher.joiner.written(path, at: time) }
    if event.has(IN_CREATE) { watcher.joiner.created(path, at: time) }
    if event.has(IN_MOVED_TO) { watcher.joiner.movedIn(path, at: time) }
    if event.has(IN_DELETE | IN_MOVED_FROM) { watcher.joiner.gone(path, at: time) }
  }

  private func folderEvent(
    _ event: Inotify.Event, _ path: String, _ watcher: Watcher, _ id: Int, at time: UInt64
  ) {
    let absolute = watcher.absolute(path)
    if event.has(IN_CREATE | IN_MOVED_TO) {
      // Known already when its parent, new itself, was listed after the watch was placed.
      guard watch(absolute, for: id) == .added || watcher.unwatched.contains(absolute) else { return }
      watcher.joiner.folderCreated(path)
      for file in walk(absolute, watcher, id, telling: true) { watcher.joiner.found(file, at: time) }
    } else if event.has(IN_MOVED_FROM) {
      // Its watches would follow it, under names that are wrong now.
      let below = folders.folders(of: id, below: absolute)
      drop(below + [absolute], of: id)
      watcher.joiner.folderMovedAway(path, subfolders: below.map(watcher.relative), at: time)
    } else if event.has(IN_DELETE) {
      // The kernel drops the watch by itself, or did.
      _ = folders.remove(WatchedFolders.Place(path: absolute, watcher: id))
      watcher.unwatched.remove(absolute)
      watcher.joiner.folderDeleted(path, at: time)
    }
  }

  private func rootGone(_ watcher: Watcher, _ id: Int) {
    guard folders.contains(watcher.root, for: id) else { return }
    drop(folders.folders(of: id), of: id)
    watcher.joiner.rootGone()
  }

  /// Events were lost: mends the table of watches, and has the listener look at every file.
  private func lookAgain(_ watcher: Watcher, _ id: Int) {
    let before = Set(folders.folders(of: id))
    guard watch(watcher.root, for: id).isWatched else { return rootGone(watcher, id) }
    var seen: Set<String> = [watcher.root]
    let files = Set(walk(watcher.root, watcher, id, telling: false, seen: &seen))
    drop(Array(before.subtracting(seen)), of: id)
    watcher.joiner.overflowed(files: files)
  }

  // MARK: Watches

  /// What came of placing a watch.
  private enum Outcome: Equatable {
    case added
    /// The folder was watched for this watcher already.
    case known
    case failed(Int32)

    var isWatched: Bool { self == .added || self == .known }
  }

  private func watch(_ path: String, for id: Int) -> Outcome {
    let place = WatchedFolders.Place(path: path, watcher: id)
    do throws(SystemError) {
      let identity = try FolderIdentity(at: path)
      let watch: Int32
      if let shared = folders.watch(at: path, identity: identity) {
        if folders.contains(path, for: id) { return .known }
        watch = shared
      } else {
        watch = try inotify.watch(path)
      }
      folders.insert(watch, place, identity: identity)
      watchers[id]?.unwatched.remove(path)
      return .added
    } catch {
      if error.code == ENOSPC, let watcher = watchers[id], watcher.unwatched.insert(path).inserted {
        watcher.joiner.unwatched(watcher.relative(path))
      }
      return .failed(error.code)
    }
  }

  /// Watches every folder below `path`, which is watched, and returns all files, relative to the root. `telling` tells
  /// of the new folders, `seen` collects all.
  ///
  /// A folder is listed after its watch is placed: whatever comes later is an event.
  private func walk(
    _ path: String, _ watcher: Watcher, _ id: Int, telling: Bool, seen: inout Set<String>
  ) -> [String] {
    var files: [String] = []
    var waiting = [path]
    while let folder = waiting.popLast() {
      let relative = watcher.relative(folder)
      for entry in listing(of: folder) ?? [] {
        let below = relative.isEmpty ? entry.name : relative + "/" + entry.name
        if watcher.ignores(below, name: entry.name, isFolder: entry.isFolder) { continue }
        guard entry.isFolder else {
          files.append(below)
          continue
        }
        let absolute = watcher.absolute(below)
        let outcome = watch(absolute, for: id)
        guard outcome.isWatched || watcher.unwatched.contains(absolute) else { continue }
        if telling, outcome == .added { watcher.joiner.folderCreated(below) }
        seen.insert(absolute)
        waiting.append(absolute)
      }
    }
    return files
  }

  private func walk(_ path: String, _ watcher: Watcher, _ id: Int, telling: Bool) -> [String] {
    var seen: Set<String> = []
    return walk(path, watcher, id, telling: telling, seen: &seen)
  }

  private func drop(_ paths: [String], of id: Int) {
    inotify.unwatch(paths.compactMap { folders.remove(WatchedFolders.Place(path: $0, watcher: id)) })
    watchers[id]?.unwatched.subtract(paths)
  }

  private func updateStatus(_ watcher: Watcher, _ id: Int) {
    let count = folders.count(of: id)
    let missing = watcher.unwatched.count
    watcher.status.set(
      folderCount: count,
      shortfall: missing == 0
        ? nil
        : WatchShortfall(limit: Inotify.watchLimit, used: folders.count, needed: folders.count + missing))
  }
}
