/// One root, its listener, and the known state of everything below. Used on the watching thread only.
final class WatchedRoot {
  let id: Int
  /// Absolute, without symbolic links.
  let path: String
  let options: WatchOptions
  let notifier: ChangeNotifier
  let status: WatcherStatus
  var joiner: ChangeJoiner
  /// The folders that the listener knows of: the names in each, by its path relative to the root.
  var subfolders: [String: Set<String>] = [:]
  var rules = GitIgnoreRules()
  var links = LinkTable()
  /// Folders came or went, so links may lead elsewhere.
  var hasFolderNews = false

  // MARK: What is to be told

  var batch = ChangeBatch()
  var seen: ContinuousClock.Instant?
  var overflow: WatchBatch.Overflow?
  var notes: [WatchNote] = []
  var storm: Storm?
  var eventsThisTurn = 0

  /// Changes that are gathered, since many come at once.
  struct Storm {
    var since: UInt64
    var last: UInt64
    /// Git is at work.
    var isLocked: Bool
  }

  // MARK: What inotify does not see

  /// Folders that are looked at now and then, by absolute path.
  var polled: [String: Polled] = [:]
  var nextPoll: UInt64 = 0
  var nextRetry: UInt64 = 0
  /// Set while there is no root: when to look for it again.
  var nextRootCheck: UInt64?
  /// The mounts at the root and below.
  var mounts: [String: String] = [:]
  /// The file systems met so far, by device: the name of one that others may write to, or nil.
  var fileSystems: [UInt: String?] = [:]

  /// Why a folder is polled, and when it was listed last.
  struct Polled {
    enum Reason { case asked, limit, remote }
    var reason: Reason
    var listed: FileStamp?
  }

  init(id: Int, path: String, options: WatchOptions, notifier: ChangeNotifier, status: WatcherStatus) {
    joiner = ChangeJoiner(holds: options.holds)
    self.id = id
    self.path = path
    self.options = options
    self.notifier = notifier
    self.status = status
  }

  /// An absolute path as the listener knows it.
  func relative(_ absolute: String) -> String {
    let prefix = path == "/" ? 1 : path.utf8.count + 1
    return absolute.utf8.count <= prefix
      ? "" : String(decoding: absolute.utf8.dropFirst(prefix), as: UTF8.self)
  }

  /// The file-system path of what the listener knows as `relative`.
  func absolute(_ relative: String) -> String {
    relative.isEmpty ? path : path == "/" ? "/" + relative : path + "/" + relative
  }

  /// Whether to leave an entry out. Of ignored entries, only folders are left out: a page may use a generated
  /// file.
  func ignores(_ path: String, name: String, isFolder: Bool) -> Bool {
    EditorFiles.ignores(name, isFolder: isFolder) || options.ignoring(path, isFolder)
      || isFolder && options.usesGitIgnore && rules.ignores(path, isFolder: true)
  }

  // MARK: Folders

  /// Whether the listener knows of this folder.
  func knows(_ folder: String) -> Bool {
    let (parent, name) = FileTable.split(folder)
    return folder.isEmpty || subfolders[parent]?.contains(name) == true
  }

  /// Notes that the listener knows of a folder.
  func insert(_ folder: String) {
    let (parent, name) = FileTable.split(folder)
    if !folder.isEmpty { subfolders[parent, default: []].insert(name) }
  }

  /// Forgets a folder and those below, which it returns.
  func remove(_ folder: String) -> [String] {
    let (parent, name) = FileTable.split(folder)
    subfolders[parent]?.remove(name)
    if subfolders[parent]?.isEmpty == true { subfolders[parent] = nil }
    var below: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      for child in subfolders.removeValue(forKey: next) ?? [] {
        below.append(next.isEmpty ? child : next + "/" + child)
        waiting.append(next.isEmpty ? child : next + "/" + child)
      }
    }
    return below
  }
}
