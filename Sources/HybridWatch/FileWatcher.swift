/// Watches a folder and everything below it, and reports saved, created and removed files.
///
/// A save is reported at once, well under a millisecond after the file is closed or renamed into place.
/// Creations and deletions are held a few milliseconds so that an editor's way of saving (write beside,
/// rename over) comes out as one ``FileChange/Kind/modified`` of the real file. Editors' temporary files are
/// never reported.
///
/// Any number of watchers may live in one process. libinotifytools has one watch table per process, so all of
/// them share one thread and that table; a folder below two roots is watched once.
///
///     let watcher = try FileWatcher(root: "Sample") { batch in queue.send(batch.changes) }
///     defer { watcher.stop() }
package final class FileWatcher: Sendable {
  /// The root's path without symbolic links, as it was when watching began.
  package let root: String

  private let thread: WatchThread
  private let notifier: ChangeNotifier
  private let status: WatcherStatus
  private let id: Int

  /// Watches `root` until ``stop()`` or until the last reference is released.
  ///
  /// Returns once every folder is watched: no change from then on is missed.
  ///
  /// - Parameters:
  ///   - root: A folder.
  ///   - options: How to watch, and what to leave out.
  ///   - onChanges: Gets changes in the order they happened, each path at most once a call, never empty.
  ///     Called on a thread of this watcher's own, one call after another. It may take its time: what is
  ///     saved meanwhile comes in the next call.
  /// - Throws: ``WatchError`` when nothing can be watched. When only some folders fit the kernel's limit,
  ///   those are watched, the others are polled and ``shortfall`` says so.
  package init(
    root: String, options: WatchOptions = WatchOptions(), onChanges: @escaping @Sendable (WatchBatch) -> Void
  ) throws(WatchError) {
    guard let path = canonicalPath(root) else { throw .notAFolder(path: root) }
    let thread = try WatchThread.shared()
    let status = WatcherStatus()
    let notifier = try ChangeNotifier(onChanges)
    self.root = path
    self.thread = thread
    self.status = status
    self.notifier = notifier
    let result = thread.run { loop in
      loop.add(path: path, options: options, notifier: notifier, status: status)
    }
    do throws(WatchError) { id = try result.get() } catch {
      notifier.stop()
      throw error
    }
  }

  deinit { stop() }

  /// The folders that the kernel's limits leave unwatched, which are polled; nil if none. It can also appear
  /// later, with a note.
  package var shortfall: WatchShortfall? { status.shortfall }

  /// How many folders below the root are watched or polled, the root included.
  package var folderCount: Int { status.folderCount }

  /// Whether git ignores the file at `path`, relative to the root, or a folder that it is in.
  package func isIgnoredByGit(_ path: String) -> Bool { status.ignored.ignoresAnywhere(path) }

  /// Ends watching and gives the watches back. No call begins after this returned and none is running, but
  /// for the one it is made from. May be called again.
  package func stop() {
    let id = id
    thread.run { $0.remove(id) }
    notifier.stop()
  }
}
