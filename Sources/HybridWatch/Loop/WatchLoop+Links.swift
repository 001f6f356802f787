import Glibc

extension WatchLoop {
  /// Deals with a link that came, went or leads elsewhere now; false when it is an ordinary file to the
  /// listener.
  func linkEvent(_ event: Inotify.Event, _ path: String, _ root: WatchedRoot, at time: UInt64) -> Bool {
    let before = root.links[path]
    let isLink = WatchedState(at: root.absolute(path)) == .link
    guard isLink || before != nil else { return false }
    if case .folder? = before {
      folderGone(path, root, at: time)
      root.forgetLink(path)
    }
    guard isLink else {
      root.forgetLink(path)
      if case .folder? = before { return !event.has(IN_CREATE | IN_MOVED_TO) }
      return false
    }
    guard root.resolveLink(path) else {
      // This event is the end of the old link; the event of the new one follows.
      if case .folder? = before { return event.has(IN_DELETE | IN_MOVED_FROM) }
      return false
    }
    root.settleReplacedFile(path)
    follow(path, root, at: time)
    return true
  }

  private func follow(_ path: String, _ root: WatchedRoot, at time: UInt64) {
    guard enter(root.absolute(path), root).isEntered else { return }
    root.folderAppeared(path)
    _ = look(at: root.absolute(path), root, .new, at: time)
  }

  /// Folders came or went: links may lead to them, or nowhere now.
  func resolveLinks(_ root: WatchedRoot, at time: UInt64) {
    root.beginResolvingLinks()
    for (path, before) in root.links.all.sorted(by: { $0.key < $1.key }) {
      let isWatched =
        watches.contains(root.absolute(path), for: root.id) || root.polled.contains(root.absolute(path))
      if case .folder = before, !isWatched || !leadsThere(path, root) { folderGone(path, root, at: time) }
      guard WatchedState(at: root.absolute(path)) == .link else {
        root.forgetLink(path)
        continue
      }
      guard root.resolveLink(path), !root.known.contains(path) else { continue }
      root.settleReplacedFile(path)
      follow(path, root, at: time)
    }
  }

  /// Whether the folder that is watched for a link is still the one it leads to.
  private func leadsThere(_ path: String, _ root: WatchedRoot) -> Bool {
    let absolute = root.absolute(path)
    guard let identity = try? FolderIdentity(at: absolute, following: true) else { return false }
    return watches.contains(absolute, identity: identity) || root.polled.contains(absolute)
  }
}
