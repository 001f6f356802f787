import Glibc

/// Polls for changes that inotify does not report.
extension WatchLoop {
  /// The minimum and maximum polling intervals, in nanoseconds. The interval grows with the number of
  /// folders, so that polling takes at most a few percent of a processor.
  private static let pollInterval: (UInt64, UInt64) = (300_000_000, 900_000_000)
  private static let pollShare: UInt64 = 25
  /// How often to try whether there is room for more watches.
  private static let retryInterval: UInt64 = 2_000_000_000
  /// How often to check for a root that is gone.
  private static let rootInterval: UInt64 = 20_000_000

  /// Events were lost: compares every file with its reported state, and reports the differences.
  func lookAgain(_ root: WatchedRoot, at time: UInt64) {
    guard root.nextRootCheck == nil else { return }
    let result = compareAll(root, at: time)
    root.overflow = WatchBatch.Overflow(
      lookedAt: result.lookedAt, differing: result.differing + (root.overflow?.differing ?? 0))
  }

  private func compareAll(_ root: WatchedRoot, at time: UInt64) -> WatchBatch.Overflow {
    root.joiner.forgetHeld()
    if root.seen == nil { root.seen = .now }
    guard enter(root.path, root).isEntered else {
      rootGone(root, at: time)
      return WatchBatch.Overflow(lookedAt: 0, differing: 0)
    }
    root.hasFolderNews = true
    return look(at: root.path, root, .again, at: time)
  }

  /// The root went, or another folder has its name now.
  func rootGone(_ root: WatchedRoot, at time: UInt64) {
    guard root.nextRootCheck == nil else { return }
    drop(folders.folders(of: root.id), of: root.id)
    root.polled = [:]
    root.joiner.rootGone()
    root.notes.append(.rootGone)
    root.nextRootCheck = time + Self.rootInterval
  }

  /// Does what is due: looks for the root, at polled folders, and for room for watches.
  func lookIfDue(_ root: WatchedRoot, at time: UInt64) {
    if let check = root.nextRootCheck {
      guard time >= check else { return }
      guard (try? FolderIdentity(at: root.path)) != nil, access(root.path, R_OK | X_OK) == 0 else {
        root.nextRootCheck = time + Self.rootInterval
        return
      }
      root.nextRootCheck = nil
      root.joiner.rootBack()
      root.notes.append(.rootBack)
      _ = compareAll(root, at: time)
      scheduleLooks(root, at: time)
    }
    guard !root.polled.isEmpty, time >= root.nextPoll else { return }
    pollFolders(root, at: time)
    if time >= root.nextRetry { seekRoom(root, at: time) }
    scheduleLooks(root, at: time)
  }

  /// Decides when to poll next, by how long it took since `began`.
  func scheduleLooks(_ root: WatchedRoot, at began: UInt64) {
    let time = now()
    let (least, most) = Self.pollInterval
    root.nextPoll = time + min(max((time - began) * Self.pollShare, least), most)
    if root.nextRetry <= time { root.nextRetry = time + Self.retryInterval }
  }

  private func pollFolders(_ root: WatchedRoot, at time: UInt64) {
    for path in root.polled.keys.sorted() {
      guard let polled = root.polled[path] else { continue }  // Gone with its parent.
      let folder = root.relative(path)
      guard let found = compare(path, root, listed: polled.listed) else {
        if path == root.path { return rootGone(root, at: time) }
        continue  // Its parent tells.
      }
      root.polled[path]?.listed = found.listed
      let news = root.joiner.nextDeadline
      takePolled(found, folder, root, at: time)
      if root.seen == nil, root.joiner.nextDeadline != news { root.seen = .now }
    }
  }

  private func takePolled(_ found: FolderComparison, _ folder: String, _ root: WatchedRoot, at time: UInt64) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    for (name, _) in found.created where !isFollowed(prefix + name, root, found) {
      root.joiner.found(prefix + name, at: time)
    }
    for (name, _) in found.modified {
      let path = prefix + name
      if found.folders == nil || !found.links.contains(name) {
        root.joiner.changed(path, FileState(at: root.absolute(path)), at: time)
      } else if isFollowed(path, root, found) {
        root.joiner.settle(path, .removed)
      } else {
        root.joiner.changed(path, FileState(at: root.absolute(path)), at: time)
      }
    }
    for name in found.removed { root.joiner.gone(prefix + name, at: time) }
    let names = (found.created + found.modified).map(\.name) + found.removed
    if names.contains(GitIgnoreRules.fileName) { rulesChanged(folder, root, at: time) }
    for name in subfolders(found, folder, root, .new, at: time) where !root.knows(prefix + name) {
      let path = root.absolute(prefix + name)
      guard enter(path, root).isEntered else { continue }
      root.hasFolderNews = true
      root.insert(prefix + name)
      root.joiner.folderCreated(prefix + name)
      _ = look(at: path, root, .new, at: time)
    }
  }

  /// Returns to inotify for folders beyond the limit, as far as watches are available now.
  private func seekRoom(_ root: WatchedRoot, at time: UInt64) {
    let waiting = root.polled.filter { $0.value.reason == .limit }.keys.sorted()
    guard !waiting.isEmpty else { return }
    if inotify == nil { inotify = openInotify() }
    guard inotify != nil else { return }
    for path in waiting {
      guard let polled = root.polled.removeValue(forKey: path) else { continue }
      _ = enter(path, root)
      if let again = root.polled[path], again.reason == .limit {
        root.polled[path] = polled
        break
      }
      // Whatever came between the last look and the watch.
      if let found = compare(path, root, listed: polled.listed) {
        takePolled(found, root.relative(path), root, at: time)
      }
    }
    updateStatus(root)
  }

  // MARK: Mounts

  /// A file system was mounted or unmounted somewhere.
  func mountsChanged() {
    let table = mountTable()
    for root in roots.values where !root.options.isPolling && root.nextRootCheck == nil {
      let mounts = FileSystems.mounts(below: root.path, in: table)
      guard mounts != root.mounts else { continue }
      root.mounts = mounts
      _ = compareAll(root, at: now())
    }
  }

  /// The text of the table of mounts.
  func mountTable() -> String { contents(of: "/proc/self/mountinfo") }

  // MARK: Status

  /// Tells the owner how many folders are watched, and what the limits left out.
  func updateStatus(_ root: WatchedRoot) {
    let missing = root.polled.values.count { $0.reason == .limit }
    let before = root.status.shortfall
    var shortfall = missing > 0 ? before ?? newShortfall() : nil
    shortfall?.used = folders.count
    shortfall?.needed = folders.count + missing
    let polledOnly = root.polled.values.count { $0.reason != .remote }
    root.status.set(
      folderCount: root.nextRootCheck == nil ? folders.count(of: root.id) + polledOnly : 0,
      shortfall: shortfall)
    if before == nil, let shortfall { root.notes.append(.shortfall(shortfall)) }
    if before != nil, shortfall == nil { root.notes.append(.complete) }
  }

  /// A shortfall with the limit and what all programs use of it, which takes a look at each of them.
  private func newShortfall() -> WatchShortfall {
    let limits = InotifyLimits.current()
    let limit = inotify == nil ? limits.instances : limits.watches
    return WatchShortfall(
      limit: limit.most, used: 0, needed: 0, usedByAll: limit.used,
      kind: inotify == nil ? .instances : .watches, setting: limit.setting)
  }
}
