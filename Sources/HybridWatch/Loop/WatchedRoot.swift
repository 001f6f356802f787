import Glibc

/// One root, its listener, and the known state of everything below. Used on the watching thread only.
///
/// The loop places watches and decides where to look; a method here records one step of that in all parts.
final class WatchedRoot {
  let id: Int
  /// Absolute, without symbolic links.
  let path: String
  let options: WatchOptions
  let status: WatcherStatus
  private let notifier: ChangeNotifier
  private var joiner: ChangeJoiner
  private(set) var known = KnownFolders()
  private(set) var links = LinkTable()
  /// The folders with changes that inotify does not report.
  private(set) var polled = PolledFolders()
  private var rules = GitIgnoreRules()
  private var report = PendingReport()
  private var storm = EventStorm()
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

  /// The files the listener knows to exist, by path.
  var reported: FileTable { joiner.reported }

  /// When the loop has something to do for this root, events aside; nil without such a time.
  func nextDeadline(at time: UInt64) -> UInt64? {
    if report.hasNotes, !storm.isOn { return 0 }
    let held = joiner.nextDeadline
    return [held, storm.deadline(held: held, at: time), polled.deadline, nextRootCheck]
      .compactMap { $0 }.min()
  }

  // MARK: Events

  /// Counts an event. The listener waits for its report from now on.
  func countEvent() {
    storm.countEvent()
    report.begin()
  }

  /// Joins an event of a file with those before it.
  func join(_ event: Inotify.Event, of file: String, at time: UInt64) {
    if event.has(IN_CLOSE_WRITE) { joiner.written(file, at: time) }
    if event.has(IN_CREATE) { joiner.created(file, at: time) }
    if event.has(IN_MOVED_TO) { joiner.movedIn(file, at: time) }
    if event.has(IN_DELETE | IN_MOVED_FROM) { joiner.gone(file, at: time) }
  }

  /// A folder was made, or found.
  ///
  /// - Parameter isReported: Whether the listener is told.
  func folderAppeared(_ folder: String, isReported: Bool = true) {
    known.insert(folder)
    if isReported { joiner.folderCreated(folder) }
  }

  /// A folder was deleted; the folders in it and its files were reported before.
  func folderDeleted(_ folder: String, at time: UInt64) {
    _ = known.remove(folder)
    joiner.folderDeleted(folder, at: time)
  }

  /// A folder was renamed away, or is not found any more, with `subfolders` and all files in them.
  func folderMovedAway(_ folder: String, subfolders: [String], at time: UInt64) {
    joiner.folderMovedAway(folder, subfolders: subfolders, at: time)
  }

  /// A folder that was compared with the last reports is gone, with `subfolders` and all files in them:
  /// reported at once.
  func settleFolderGone(_ folder: String, subfolders: [String]) {
    for file in reported.files(below: folder) { joiner.settle(file, .removed) }
    for gone in subfolders.sorted(by: >) + [folder] { joiner.settleFolderGone(gone) }
  }

  /// Forgets a folder and all below, with their polling and the links in them. The files stay reported.
  ///
  /// - Returns: The paths of the folders below.
  func forgetFolder(_ folder: String) -> [String] {
    let below = known.remove(folder)
    let all = Set([folder] + below)
    for path in all { polled.remove(absolute(path)) }
    for link in links.all.keys where all.contains(FileTable.split(link).folder) { links[link] = nil }
    return below
  }

  /// Forgets the files below a folder that is ignored now, without a report.
  func forgetFiles(below folder: String) { joiner.forget(below: folder) }

  // MARK: Comparisons

  /// Every file is about to be compared, since events were missed. The listener waits for the result.
  func beginComparison() {
    joiner.forgetHeld()
    report.begin()
  }

  /// Every file was compared because events were lost.
  func compared(_ result: WatchBatch.Overflow) { report.compared(result) }

  /// Records how the files of a folder differ from the last reports; returns how many do.
  func take(
    _ found: FolderComparison, in folder: String, _ look: WatchLoop.Look, at time: UInt64
  ) -> Int {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var count = 0
    for (name, stamp) in found.created where !isFollowed(prefix + name, in: found) {
      count += 1
      switch look {
      case .first: joiner.exists(prefix + name, stamp)
      case .new: joiner.found(prefix + name, at: time)
      case .again: joiner.settle(prefix + name, .created)
      }
    }
    for (name, _) in found.modified {
      count += 1
      if look == .new { joiner.found(prefix + name, at: time) }
      if look == .again { joiner.settle(prefix + name, .modified) }
    }
    for name in found.removed {
      count += 1
      if look == .new { joiner.gone(prefix + name, at: time) }
      if look == .again { joiner.settle(prefix + name, .removed) }
    }
    return count
  }

  /// Records how the files of a polled folder differ from the last reports.
  func takePolled(_ found: FolderComparison, in folder: String, at time: UInt64) {
    let prefix = folder.isEmpty ? "" : folder + "/"
    for (name, _) in found.created where !isFollowed(prefix + name, in: found) {
      joiner.found(prefix + name, at: time)
    }
    for (name, _) in found.modified {
      let path = prefix + name
      if found.folders != nil, found.links.contains(name), isFollowed(path, in: found) {
        joiner.settle(path, .removed)
      } else {
        joiner.changed(path, WatchedState(at: absolute(path)), at: time)
      }
    }
    for name in found.removed { joiner.gone(prefix + name, at: time) }
  }

  // MARK: Links

  /// Folders came or went, so that links may lead elsewhere.
  func foldersChanged() { links.foldersChanged() }

  /// All links are about to be resolved, with the folders as they are now.
  func beginResolvingLinks() { links.beginResolving() }

  /// Whether the entry at `path` is a link to a folder that is followed. Notes where it leads.
  func isFollowed(_ path: String, in found: FolderComparison) -> Bool {
    found.links.contains(FileTable.split(path).name) && resolveLink(path)
  }

  /// Notes where the link at `path` leads; whether that is a folder to follow.
  func resolveLink(_ path: String) -> Bool {
    var target = LinkTable.resolve(absolute(path), root: self.path, isBelowLink: links.isBelowLink(path))
    if !links.hasRoom(for: target, at: path) { target = .nowhere }
    if links[path] != target { links[path] = target }
    if case .folder = target { return true }
    return false
  }

  /// There is no link at `path` any more.
  func forgetLink(_ path: String) { links[path] = nil }

  /// A link to a folder takes the place of a file that may have been reported.
  func settleReplacedFile(_ path: String) {
    if reported.contains(path) { joiner.settle(path, .removed) }
  }

  /// Adds to changes of files those of the links that lead to them.
  private func withLinks(_ changes: [FileChange]) -> [FileChange] {
    if links.isEmpty { return changes }
    return changes.flatMap { change -> [FileChange] in
      guard change.kind == .modified || change.kind == .created || change.kind == .removed else {
        return [change]
      }
      return [change] + links.links(toFile: change.path).map { FileChange(path: $0, kind: .modified) }
    }
  }

  // MARK: Polling

  /// Polls a folder from now on, unless it is polled for another reason already.
  func beginPolling(_ path: String, _ reason: PolledFolders.Polled.Reason) {
    if !polled.contains(path) { polled.add(path, reason) }
  }

  /// A folder has a watch, so that it is not polled for want of one any more.
  func watched(_ path: String) {
    if polled[path]?.reason == .limit { polled.remove(path) }
  }

  /// Stops polling a folder; returns how it was polled, if it was.
  @discardableResult
  func endPolling(_ path: String) -> PolledFolders.Polled? { polled.remove(path) }

  /// Polls a folder again as before, since it got no watch.
  func resumePolling(_ path: String, _ before: PolledFolders.Polled) { polled.putBack(path, before) }

  /// A polled folder was listed. The listener waits from now on if `take` finds changes in it.
  func listed(_ path: String, _ stamp: FileStamp?, take: () -> Void) {
    polled.listed(path, stamp)
    let before = joiner.nextDeadline
    take()
    if joiner.nextDeadline != before { report.begin() }
  }

  /// Decides when to poll next, by how long it took since `began`.
  func schedulePolling(since began: UInt64, at time: UInt64) { polled.schedule(since: began, at: time) }

  // MARK: Reports

  /// Drops what the first scan would report: the listener knows the files, and the status the shortfall.
  func dropFirstReport() {
    _ = joiner.takeChanges()
    report.dropShortfalls()
  }

  /// Adds the changes that are due to the next report.
  func gatherDueChanges(at time: UInt64) {
    joiner.expire(at: time) { WatchedState(at: absolute($0)) }
    report.append(withLinks(joiner.takeChanges()))
  }

  /// Ends a turn of events; whether a storm begins or goes on, during which nothing is reported.
  ///
  /// - Parameters:
  ///   - hasMore: Whether more events wait.
  ///   - isLocked: Whether git is at work; asked only when it matters.
  func endTurn(at time: UInt64, hasMore: Bool, isLocked: () -> Bool) -> Bool {
    storm.endTurn(at: time, isWaiting: hasMore || joiner.holdsBriefly, isLocked: isLocked)
  }

  /// Takes the changes of the next report; nil when there is nothing to report.
  ///
  /// The state of the files is recorded before the listener reads them: a save in between is then reported
  /// again rather than missed.
  func takeChanges() -> [FileChange]? {
    let changes = report.takeChanges()
    guard !changes.isEmpty || report.hasNews else { return nil }
    let clock = wallClock()
    for change in changes where change.kind == .modified || change.kind == .created {
      joiner.record(change.path, FileStamp(at: absolute(change.path), clock: clock) ?? .unknown)
    }
    return changes
  }

  /// Sends the listener changes that were taken, and all news.
  func send(_ changes: [FileChange]) { notifier.notify(report.take(changes)) }

  /// Ends the wait of the listener if no event is held back.
  func endWait() {
    if joiner.nextDeadline == nil { report.end() }
  }

  /// Publishes how many folders are watched, and what the limits leave out. The listener is told when that
  /// begins and when it ends.
  func setStatus(folderCount: Int, shortfall: WatchShortfall?) {
    let before = status.shortfall
    status.set(folderCount: folderCount, shortfall: shortfall)
    if before == nil, let shortfall { report.note(.shortfall(shortfall)) }
    if before != nil, shortfall == nil { report.note(.complete) }
  }

  // MARK: Rules

  /// Whether to leave an entry out. Of ignored entries, only folders are left out: a page may use a generated
  /// file.
  func ignores(_ path: String, name: String, isFolder: Bool) -> Bool {
    EditorFiles.ignores(name, isFolder: isFolder) || options.ignoring(path, isFolder)
      || isFolder && options.usesGitIgnore && rules.ignores(path, isFolder: true)
  }

  /// Sets the rules of a folder and publishes all; false if they are the same as before.
  ///
  /// - Parameter text: The text of its `.gitignore`, if it has one.
  func setRules(_ text: String?, in folder: String) -> Bool {
    guard rules.set(text, in: folder) else { return false }
    status.set(ignored: rules)
    return true
  }

  // MARK: The root and its file systems

  /// The interval of checks for a root that is gone, in nanoseconds.
  private static let rootInterval: UInt64 = 20_000_000

  var isGone: Bool { nextRootCheck != nil }

  /// The root went: reports that, and begins to look for it.
  func rootGone(at time: UInt64) {
    polled.removeAll()
    joiner.rootGone()
    report.note(.rootGone)
    stillGone(at: time)
  }

  /// There is no root at `time`: it is looked for again later.
  func stillGone(at time: UInt64) { nextRootCheck = time + Self.rootInterval }

  /// The root is back: reports that.
  func rootBack() {
    nextRootCheck = nil
    joiner.rootBack()
    report.note(.rootBack)
  }

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
