import Glibc
import HybridSystem

/// Polls for changes that inotify does not report.
extension WatchLoop {
  /// Events were lost: compares every file with its reported state, and reports the differences.
  func lookAgain(_ root: WatchedRoot, at time: UInt64) {
    guard !root.isGone else { return }
    root.compared(compareAll(root, at: time))
  }

  private func compareAll(_ root: WatchedRoot, at time: UInt64) -> WatchBatch.Overflow {
    root.beginComparison()
    guard enter(root.path, root).isEntered else {
      rootGone(root, at: time)
      return WatchBatch.Overflow(lookedAt: 0, differing: 0)
    }
    root.foldersChanged()
    return look(at: root.path, root, .again, at: time)
  }

  /// The root went, or another folder has its name now.
  func rootGone(_ root: WatchedRoot, at time: UInt64) {
    guard !root.isGone else { return }
    watches.release(watches.folders(of: root.id), of: root.id)
    root.rootGone(at: time)
  }

  /// Does what is due: looks for the root, at polled folders, and for room for watches.
  func lookIfDue(_ root: WatchedRoot, at time: UInt64) {
    if let check = root.nextRootCheck {
      guard time >= check else { return }
      guard (try? FolderIdentity(at: root.path)) != nil, access(root.path, R_OK | X_OK) == 0 else {
        root.stillGone(at: time)
        return
      }
      root.rootBack()
      _ = compareAll(root, at: time)
      scheduleLooks(root, at: time)
    }
    guard root.polled.isDue(at: time) else { return }
    pollFolders(root, at: time)
    if root.polled.isRetryDue(at: time) { seekRoom(root, at: time) }
    scheduleLooks(root, at: time)
  }

  /// Decides when to poll next, by how long it took since `began`.
  func scheduleLooks(_ root: WatchedRoot, at began: UInt64) {
    root.schedulePolling(since: began, at: SystemClock.monotonic)
  }

  private func pollFolders(_ root: WatchedRoot, at time: UInt64) {
    for path in root.polled.paths {
      guard let polled = root.polled[path] else { continue }  // Gone with its parent.
      let folder = root.relative(path)
      guard let found = compare(path, root, listed: polled.listed) else {
        if path == root.path { return rootGone(root, at: time) }
        continue  // Its parent tells.
      }
      root.listed(path, found.listed) { takePolled(found, folder, root, at: time) }
    }
  }

  private func takePolled(_ found: FolderComparison, _ folder: String, _ root: WatchedRoot, at time: UInt64) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    root.takePolled(found, in: folder, at: time)
    let names = (found.created + found.modified).map(\.name) + found.removed
    if names.contains(GitIgnoreRules.fileName) { rulesChanged(folder, root, at: time) }
    for name in subfolders(found, folder, root, .new, at: time) where !root.known.contains(prefix + name) {
      let path = root.absolute(prefix + name)
      guard enter(path, root).isEntered else { continue }
      root.foldersChanged()
      root.folderAppeared(prefix + name)
      _ = look(at: path, root, .new, at: time)
    }
  }

  /// Returns to inotify for folders beyond the limit, as far as watches are available now.
  private func seekRoom(_ root: WatchedRoot, at time: UInt64) {
    let waiting = root.polled.beyondLimit
    guard !waiting.isEmpty else { return }
    guard watches.open() else { return }
    for path in waiting {
      guard let polled = root.endPolling(path) else { continue }
      _ = enter(path, root)
      if root.polled[path]?.reason == .limit {
        root.resumePolling(path, polled)
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
    for root in roots.values where !root.options.isPolling && !root.isGone {
      let mounts = FileSystems.mounts(below: root.path, in: table)
      guard root.setMounts(mounts) else { continue }
      _ = compareAll(root, at: SystemClock.monotonic)
    }
  }

  /// The text of the table of mounts.
  func mountTable() -> String { KernelFile.text(of: "/proc/self/mountinfo") }

  // MARK: Status

  /// Tells the owner how many folders are watched, and what the limits left out.
  func updateStatus(_ root: WatchedRoot) {
    let missing = root.polled.count { $0 == .limit }
    var shortfall = missing > 0 ? root.status.shortfall ?? newShortfall() : nil
    shortfall?.used = watches.count
    shortfall?.needed = watches.count + missing
    let polledOnly = root.polled.count { $0 != .remote }
    root.setStatus(
      folderCount: !root.isGone ? watches.count(of: root.id) + polledOnly : 0, shortfall: shortfall)
  }

  /// A shortfall with the limit and its use by all programs; looks at each process, which takes time.
  private func newShortfall() -> WatchShortfall {
    let limits = InotifyLimits.current()
    let limit = watches.isOpen ? limits.watches : limits.instances
    return WatchShortfall(
      limit: limit.most, used: 0, needed: 0, usedByAll: limit.used,
      kind: watches.isOpen ? .watches : .instances, setting: limit.setting)
  }
}
