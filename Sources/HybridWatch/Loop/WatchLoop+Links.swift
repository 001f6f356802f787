import Glibc

extension WatchLoop {
  /// Whether the entry at `path` is a link to a folder that is followed. Notes where it leads.
  func isFollowed(_ path: String, _ root: WatchedRoot, _ found: FolderComparison) -> Bool {
    found.links.contains(FileTable.split(path).name) && resolve(path, root)
  }

  /// Notes where the link at `path` leads; whether that is a folder to follow.
  @discardableResult
  private func resolve(_ path: String, _ root: WatchedRoot) -> Bool {
    var target = LinkTable.resolve(
      root.absolute(path), root: root.path, isBelowLink: root.links.isBelowLink(path))
    if !root.links.hasRoom(for: target, at: path) { target = .nowhere }
    if root.links[path] != target { root.links[path] = target }
    if case .folder = target { return true }
    return false
  }

  /// Deals with a link that came, went or leads elsewhere now; false when it is an ordinary file to the
  /// listener.
  func linkEvent(_ event: Inotify.Event, _ path: String, _ root: WatchedRoot, at time: UInt64) -> Bool {
    let before = root.links[path]
    let isLink = WatchedState(at: root.absolute(path)) == .link
    guard isLink || before != nil else { return false }
    if case .folder? = before {
      folderGone(path, root, at: time)
      root.links[path] = nil
    }
    guard isLink else {
      root.links[path] = nil
      if case .folder? = before { return !event.has(IN_CREATE | IN_MOVED_TO) }
      return false
    }
    guard resolve(path, root) else {
      // This event is the end of the old link; the event of the new one follows.
      if case .folder? = before { return event.has(IN_DELETE | IN_MOVED_FROM) }
      return false
    }
    if root.joiner.reported.contains(path) { root.joiner.settle(path, .removed) }
    follow(path, root, at: time)
    return true
  }

  private func follow(_ path: String, _ root: WatchedRoot, at time: UInt64) {
    guard enter(root.absolute(path), root).isEntered else { return }
    root.known.insert(path)
    root.joiner.folderCreated(path)
    _ = look(at: root.absolute(path), root, .new, at: time)
  }

  /// Folders came or went: links may lead to them, or nowhere now.
  func resolveLinks(_ root: WatchedRoot, at time: UInt64) {
    root.links.beginResolving()
    for (path, before) in root.links.all.sorted(by: { $0.key < $1.key }) {
      let isWatched =
        watches.contains(root.absolute(path), for: root.id) || root.polled.contains(root.absolute(path))
      if case .folder = before, !isWatched || !leadsThere(path, root) { folderGone(path, root, at: time) }
      guard WatchedState(at: root.absolute(path)) == .link else {
        root.links[path] = nil
        continue
      }
      guard resolve(path, root), !root.known.contains(path) else { continue }
      if root.joiner.reported.contains(path) { root.joiner.settle(path, .removed) }
      follow(path, root, at: time)
    }
  }

  /// Whether the folder that is watched for a link is still the one it leads to.
  private func leadsThere(_ path: String, _ root: WatchedRoot) -> Bool {
    let absolute = root.absolute(path)
    guard let identity = try? FolderIdentity(at: absolute, following: true) else { return false }
    return watches.contains(absolute, identity: identity) || root.polled.contains(absolute)
  }

  /// Adds to changes of files those of the links that lead to them.
  func withLinks(_ changes: [FileChange], _ root: WatchedRoot) -> [FileChange] {
    if root.links.isEmpty { return changes }
    return changes.flatMap { change -> [FileChange] in
      guard change.kind == .modified || change.kind == .created || change.kind == .removed else {
        return [change]
      }
      return [change] + root.links.links(toFile: change.path).map { FileChange(path: $0, kind: .modified) }
    }
  }
}
