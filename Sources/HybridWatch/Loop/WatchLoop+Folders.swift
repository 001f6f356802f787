import Glibc
import HybridSystem

extension WatchLoop {
  /// The result of starting to watch or poll a folder.
  enum Entering: Equatable {
    /// `isNew` is false when this very folder was watched already.
    case entered(isNew: Bool)
    /// There is none, or it may not be read; the `errno`.
    case failed(Int32)

    var isEntered: Bool { if case .entered = self { true } else { false } }
  }

  /// How to scan a folder with its subfolders.
  enum Look {
    /// The first scan: nothing is reported.
    case first
    /// It has just appeared: its files may still be an editor's, and are held for a moment.
    case new
    /// Events were missed: every difference is reported at once.
    case again
  }

  /// Watches one folder, or polls it where that cannot be. A link at the end of `path` is followed.
  func enter(_ path: String, _ root: WatchedRoot) -> Entering {
    let isLink: Bool = if case .folder? = root.links[root.relative(path)] { true } else { false }
    let identity: FolderIdentity
    do throws(SystemError) { identity = try FolderIdentity(at: path, following: isLink) } catch {
      return .failed(error.code)
    }
    if root.options.isPolling { return poll(path, root, .asked) }
    noteFileSystem(of: path, identity, root)
    switch watches.watch(path, identity: identity, isLink: isLink, for: root.id) {
    case .watched(let isNew):
      if isNew { root.watched(path) }
      return .entered(isNew: isNew)
    case .full: return poll(path, root, .limit)
    case .failed(let code): return .failed(code)
    }
  }

  private func poll(_ path: String, _ root: WatchedRoot, _ reason: PolledFolders.Polled.Reason) -> Entering {
    guard !root.polled.contains(path) else { return .entered(isNew: false) }
    if access(path, R_OK | X_OK) != 0 { return .failed(errno) }
    root.beginPolling(path, reason)
    return .entered(isNew: true)
  }

  /// On a file system that other machines write to, inotify misses changes: the folder is polled as well.
  private func noteFileSystem(of path: String, _ identity: FolderIdentity, _ root: WatchedRoot) {
    if root.remoteFileSystem(at: path, device: identity.device) != nil { root.beginPolling(path, .remote) }
  }

  /// Looks at the folder at `start`, which was entered, and at all below, which is entered. Each folder is
  /// listed after its watch is placed: whatever comes later is an event.
  ///
  /// - Returns: How many files were compared, and how many of them differ from the last report.
  func look(at start: String, _ root: WatchedRoot, _ look: Look, at time: UInt64) -> WatchBatch.Overflow {
    var result = WatchBatch.Overflow(lookedAt: 0, differing: 0)
    var waiting = [start]
    while let path = waiting.popLast() {
      let folder = root.relative(path)
      readRules(folder, root)
      guard let found = compare(path, root, listed: nil) else { continue }
      result.lookedAt += found.lookedAt
      result.differing += root.take(found, in: folder, look, at: time)
      for name in subfolders(found, folder, root, look, at: time) {
        let below = folder.isEmpty ? name : folder + "/" + name
        let wasKnown = root.known.contains(below)
        guard enter(root.absolute(below), root).isEntered else { continue }
        root.folderAppeared(below, isReported: look != .first && !wasKnown)
        waiting.append(root.absolute(below))
      }
    }
    return result
  }

  /// Compares one folder with the last reports about it; nil when it cannot be read.
  func compare(_ path: String, _ root: WatchedRoot, listed: FileStamp?) -> FolderComparison? {
    let folder = root.relative(path)
    return FolderComparison(
      of: path, reported: root.reported.entries(in: folder), listed: listed, clock: wallClock()
    ) { name, isFolder in
      root.ignores(folder.isEmpty ? name : folder + "/" + name, name: name, isFolder: isFolder)
    }
  }

  /// The folders in a folder, including those that links lead to. Folders that no longer exist are reported
  /// as gone.
  func subfolders(
    _ found: FolderComparison, _ folder: String, _ root: WatchedRoot, _ look: Look, at time: UInt64
  ) -> [String] {
    guard let real = found.folders else { return [] }
    let prefix = folder.isEmpty ? "" : folder + "/"
    let linked = found.links.filter { root.isFollowed(prefix + $0, in: found) }
    let names = real + linked
    let gone = root.known.names(in: folder).subtracting(names)
    for name in gone.sorted() {
      let path = prefix + name
      guard look == .again else {
        folderGone(path, root, at: time)
        continue
      }
      root.settleFolderGone(path, subfolders: leave(path, root))
    }
    return names
  }

  /// A folder is no longer where it was: forgets it and its content, and reports that after a moment.
  func folderGone(_ path: String, _ root: WatchedRoot, at time: UInt64) {
    root.folderMovedAway(path, subfolders: leave(path, root), at: time)
  }

  /// Forgets a folder and all below; returns the paths of those below. Watches would follow a folder that was
  /// renamed, under names that are wrong then.
  func leave(_ path: String, _ root: WatchedRoot) -> [String] {
    let below = root.forgetFolder(path)
    watches.release(([path] + below).map(root.absolute), of: root.id)
    return below
  }

  // MARK: Rules

  /// Reads the `.gitignore` of a folder; whether its rules are other than before.
  @discardableResult
  func readRules(_ folder: String, _ root: WatchedRoot) -> Bool {
    guard root.options.usesGitIgnore else { return false }
    let path = root.absolute(
      folder.isEmpty ? GitIgnoreRules.fileName : folder + "/" + GitIgnoreRules.fileName)
    var text: String?
    if case .file(let size, _, _) = WatchedState(at: path), size <= 1 << 20 {
      text = KernelFile.text(of: path)
    }
    return root.setRules(text, in: folder)
  }

  /// A `.gitignore` was saved: folders that it now ignores are dropped without a report, and others are
  /// entered.
  func rulesChanged(_ folder: String, _ root: WatchedRoot, at time: UInt64) {
    guard readRules(folder, root) else { return }
    for below in [folder] + foldersBelow(folder, root) {
      for name in root.known.names(in: below) {
        let path = below.isEmpty ? name : below + "/" + name
        guard root.ignores(path, name: name, isFolder: true) else { continue }
        _ = leave(path, root)
        root.forgetFiles(below: path)
      }
    }
    _ = look(at: root.absolute(folder), root, .new, at: time)
  }

  private func foldersBelow(_ folder: String, _ root: WatchedRoot) -> [String] {
    var result: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      let children = root.known.names(in: next).map { next.isEmpty ? $0 : next + "/" + $0 }
      result += children
      waiting += children
    }
    return result
  }
}
