import Glibc
import HybridSystem

/// The watches of this process on folders, which its watchers share. Used on the watching thread only.
struct FolderWatches {
  /// The result of asking for a watch.
  enum Outcome {
    /// `isNew` is false when the watcher had this very folder already.
    case watched(isNew: Bool)
    /// The limit of watches, or of inotify instances, is reached.
    case full
    /// The `errno`.
    case failed(Int32)
  }

  /// nil while this user has no inotify instance left: everything is polled then.
  private var inotify: Inotify?
  /// Opens inotify, once there is room.
  private let openInotify: () -> Inotify?
  private var folders = WatchedFolders()

  init(opening openInotify: @escaping () -> Inotify?) {
    self.openInotify = openInotify
    inotify = openInotify()
  }

  // MARK: Inotify

  /// Whether there is an inotify instance.
  var isOpen: Bool { inotify != nil }

  /// The file that has events to read; nil without inotify.
  var descriptor: Int32? { inotify?.descriptor }

  /// Opens inotify if it is not open; whether it is open now.
  @discardableResult mutating func open() -> Bool {
    if inotify == nil { inotify = openInotify() }
    return isOpen
  }

  /// The next event that waits, with the folders that it is of, as their watchers see them.
  mutating func nextEvent() -> (event: Inotify.Event, places: [WatchedFolders.Place])? {
    guard let event = inotify?.nextEvent() else { return nil }
    let places = folders.places(of: event.watch)
    if event.has(IN_IGNORED) { folders.forget(event.watch) }
    return (event, places)
  }

  // MARK: Folders

  /// How many watches there are.
  var count: Int { folders.count }

  /// How many folders a watcher watches.
  func count(of watcher: Int) -> Int { folders.count(of: watcher) }

  /// The folders of a watcher.
  func folders(of watcher: Int) -> [String] { folders.folders(of: watcher) }

  /// Whether a watcher watches the folder at `path`.
  func contains(_ path: String, for watcher: Int) -> Bool { folders.contains(path, for: watcher) }

  /// Whether the folder at `path` is watched and still the same one.
  func contains(_ path: String, identity: FolderIdentity) -> Bool {
    folders.watch(at: path, identity: identity) != nil
  }

  /// Watches a folder for a watcher. A link at the end of the path is followed if it is known as one.
  mutating func watch(_ path: String, identity: FolderIdentity, isLink: Bool, for watcher: Int) -> Outcome {
    let shared = folders.watch(at: path, identity: identity)
    if shared != nil, folders.contains(path, for: watcher) { return .watched(isNew: false) }
    guard let inotify else { return .full }
    do throws(SystemError) {
      let watch: Int32
      if let shared {
        watch = shared
      } else {
        watch = try inotify.watch(isLink ? canonicalPath(path) ?? path : path)
      }
      folders.insert(watch, WatchedFolders.Place(path: path, watcher: watcher), identity: identity)
      return .watched(isNew: true)
    } catch {
      return error.code == ENOSPC || error.code == ENOMEM ? .full : .failed(error.code)
    }
  }

  /// Forgets a folder of a watcher whose watch the kernel drops by itself.
  mutating func forget(_ path: String, of watcher: Int) {
    _ = folders.remove(WatchedFolders.Place(path: path, watcher: watcher))
  }

  /// Releases the watches on folders of a watcher that no other watcher needs.
  mutating func release(_ paths: [String], of watcher: Int) {
    let unused = paths.compactMap { folders.remove(WatchedFolders.Place(path: $0, watcher: watcher)) }
    inotify?.unwatch(unused)
  }
}
