/// One root, its listener, and the known state of everything below. Used on the watching thread only.
final class WatchedRoot {
  let id: Int
  /// Absolute, without symbolic links.
  let path: String
  let options: WatchOptions
  let notifier: ChangeNotifier
  let status: WatcherStatus
  var joiner: ChangeJoiner
  var known = KnownFolders()
  var rules = GitIgnoreRules()
  var links = LinkTable()
  var report = PendingReport()
  var storm = EventStorm()
  /// The folders with changes that inotify does not report.
  var polled = PolledFolders()
  /// Set while there is no root: when to look for it again.
  private(set) var nextRootCheck: UInt64?
  /// The mounts at the root and below.
  private var mounts: [String: String] = [:]
  /// The file systems met so far, by device: the name of one that others may write to, or nil.
  private var fileSystems: [UInt: String?] = [:]

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

  // MARK: The root and its file systems

  /// The interval of checks for a root that is gone, in nanoseconds.
  private static let rootInterval: UInt64 = 20_000_000

  var isGone: Bool { nextRootCheck != nil }

  /// Notes that there is no root at `time`.
  func noteGone(at time: UInt64) { nextRootCheck = time + Self.rootInterval }

  /// Notes that the root is back.
  func noteBack() { nextRootCheck = nil }

  /// Notes the mounts at the root and below; whether they are others than before.
  @discardableResult func setMounts(_ mounts: [String: String]) -> Bool {
    defer { self.mounts = mounts }
    return mounts != self.mounts
  }

  /// The name of the file system at a path if other machines write to it; only once for each such system.
  func remoteFileSystem(at path: String, device: UInt) -> String? {
    if let known = fileSystems[device] { return known }
    let name = FileSystems.remoteName(at: path)
    fileSystems[device] = .some(name)
    if let name { report.note(.remote(path: relative(path), fileSystem: name)) }
    return name
  }
}
