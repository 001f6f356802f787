/// How to watch a folder, and what to exclude.
package struct WatchOptions: Sendable {
  /// Whether to look at every file a few times a second instead of asking the kernel: for mounts that do not
  /// report changes.
  package var isPolling = false
  /// Says which paths (relative to the root; the flag is true for folders) to leave out besides those of
  /// ``EditorFiles``. An ignored folder is not watched. Called on the thread that all watchers share: be
  /// quick.
  package var ignoring: @Sendable (_ path: String, _ isFolder: Bool) -> Bool
  /// Whether to leave out the folders that `.gitignore` files of the root and below say git ignores. Files
  /// are always reported: a page may use a generated one.
  package var usesGitIgnore = true
  /// How long to wait for the other half of a save; a test on a busy machine may pause in the middle of one.
  var holds = ChangeJoiner.HoldTimes()

  /// Watches everything, by inotify where that works.
  package init(
    isPolling: Bool = false,
    ignoring: @escaping @Sendable (_ path: String, _ isFolder: Bool) -> Bool = { _, _ in false }
  ) {
    self.isPolling = isPolling
    self.ignoring = ignoring
  }
}
