/// Joins the events of one watcher into changes: an editor's sequences of renames and deletes become one
/// `modified` of the real file, at once if that is certain, or after a short wait if it depends on the next
/// event.
///
/// A value with time and file states as arguments, so that tests need neither. It records which files were
/// reported to its listener, so that `created`, `modified` and `removed` are always consistent.
struct ChangeJoiner {
  /// How long to wait for the other half of a save. In nanoseconds, as all times here.
  struct HoldTimes: Sendable {
    /// How long a new file may still turn out to be an editor's, renamed over the real one.
    var creation: UInt64 = 10_000_000
    /// How long a removed file may come back.
    var removal: UInt64 = 20_000_000
    /// How often to check a new file that was not closed: it was made by a link, or is still being written.
    var openFile: UInt64 = 1_000_000_000
    /// How long a file that was found empty may still be filled.
    var emptyFile: UInt64 = 100_000_000
  }
  private let holds: HoldTimes

  init(holds: HoldTimes = HoldTimes()) { self.holds = holds }

  /// A pending event of a path, not reported yet.
  private enum Pending {
    /// A file came; `closed` when it is complete. `replaced`: the listener knows one of that name, which
    /// went.
    case appeared(closed: Bool, replaced: Bool, seen: WatchedState?)
    /// A file the listener knows went.
    case vanished
    /// A folder went.
    case folderVanished
    /// A file that the listener knows was found changed, and may still be written.
    case changed(seen: WatchedState)
  }
  private struct Entry {
    var pending: Pending
    var deadline: UInt64
    var order: Int
  }

  private var entries: [String: Entry] = [:]
  private var folderEntries: [String: Entry] = [:]
  private var order = 0

  /// The files the listener knows to exist, by path.
  private(set) var reported = FileTable()
  /// The changes to report now, in order; taken with ``takeChanges()``.
  private var output = ChangeBatch()

  /// When to call ``expire(at:state:)`` next, if ever.
  var nextDeadline: UInt64? { entries.isEmpty && folderEntries.isEmpty ? nil : earliest }

  /// No entry is due before this.
  private var earliest: UInt64 = .max

  /// Whether an event is held that will be reported or dropped within a few milliseconds.
  var holdsBriefly: Bool {
    !folderEntries.isEmpty
      || entries.values.contains {
        if case .appeared(closed: false, _, seen: _?) = $0.pending { false } else { true }
      }
  }

  /// Takes the changes to report now.
  mutating func takeChanges() -> [FileChange] { output.take() }

  /// Records a file that exists when watching begins.
  mutating func exists(_ path: String, _ stamp: FileStamp = .unknown) { reported.insert(path, stamp) }

  /// The present state of a file that is being reported.
  mutating func record(_ path: String, _ stamp: FileStamp) {
    if reported.contains(path) { reported.insert(path, stamp) }
  }

  /// Forgets all files below a folder that is no longer watched, without a report.
  mutating func forget(below folder: String) { reported.removeAll(below: folder) }

  /// A file was made, and is open or linked.
  mutating func created(_ path: String, at now: UInt64) {
    settleFolder(path)
    switch entries[path]?.pending {
    case .appeared(_, let replaced, _):
      hold(path, .appeared(closed: false, replaced: replaced, seen: nil), until: now + holds.creation)
    case .vanished:
      hold(path, .appeared(closed: false, replaced: true, seen: nil), until: now + holds.creation)
    case nil where !reported.contains(path):
      hold(path, .appeared(closed: false, replaced: false, seen: nil), until: now + holds.creation)
    case nil, .folderVanished, .changed: break  // Seen already, while its new folder was listed.
    }
  }

  /// A file was found in a folder that has just been watched: it may have been complete before.
  mutating func found(_ path: String, at now: UInt64) {
    settleFolder(path)
    switch entries[path]?.pending {
    case .vanished: tell(path, .modified)
    case nil where !reported.contains(path):
      hold(path, .appeared(closed: true, replaced: false, seen: nil), until: now + holds.creation)
    case nil, .appeared, .folderVanished, .changed: break
    }
  }

  /// Polling found that a known file has changed.
  mutating func changed(_ path: String, _ state: WatchedState, at now: UInt64) {
    guard entries[path] == nil else { return }
    // An empty file was probably truncated and will be written next.
    var hold = holds.creation
    if case .file(size: 0, _, _) = state { hold = holds.emptyFile }
    self.hold(path, .changed(seen: state), until: now + hold)
  }

  /// A difference of a file from its reported state: reported at once.
  mutating func settle(_ path: String, _ kind: FileChange.Kind) { tell(path, kind) }

  /// A file open for writing was closed.
  mutating func written(_ path: String, at now: UInt64) {
    switch entries[path]?.pending {
    case .appeared(_, replaced: true, _), .vanished, .changed: tell(path, .modified)
    case nil where reported.contains(path): tell(path, .modified)
    case nil, .appeared, .folderVanished:
      hold(path, .appeared(closed: true, replaced: false, seen: nil), until: now + holds.creation)
    }
  }

  /// A file was renamed to this name: complete at once.
  mutating func movedIn(_ path: String, at now: UInt64) {
    settleFolder(path)
    tell(path, reported.contains(path) ? .modified : .created)
  }

  /// A file was deleted or renamed away.
  mutating func gone(_ path: String, at now: UInt64) {
    if reported.contains(path) {
      hold(path, .vanished, until: now + holds.removal)
    } else {
      entries[path] = nil
    }
  }

  /// A folder was made, renamed to this name, or found in a new one.
  mutating func folderCreated(_ path: String) {
    if case .vanished? = entries[path]?.pending { tell(path, .removed) }
    // Removed and back: only changes of its files are reported.
    if folderEntries.removeValue(forKey: path) == nil { output.append(path, .folderCreated) }
  }

  /// A folder was renamed away, with `subfolders` and all files that were reported below it.
  mutating func folderMovedAway(_ path: String, subfolders: [String], at now: UInt64) {
    let prefix = path + "/"
    for file in entries.keys.filter({ $0.hasPrefix(prefix) }) where !reported.contains(file) {
      entries[file] = nil
    }
    for file in reported.files(below: path) { gone(file, at: now) }
    for folder in subfolders.sorted(by: >) { folderDeleted(folder, at: now) }
    folderDeleted(path, at: now)
  }

  /// A folder was deleted; its content was deleted, and reported, before.
  mutating func folderDeleted(_ path: String, at now: UInt64) {
    order += 1
    folderEntries[path] = Entry(pending: .folderVanished, deadline: now + holds.removal, order: order)
    earliest = min(earliest, now + holds.removal)
  }

  /// A folder that was compared with the last reports is gone: reported at once.
  mutating func settleFolderGone(_ path: String) {
    folderEntries[path] = nil
    output.append(path, .folderRemoved)
  }

  /// The root is gone: reports that. The state of its files is kept for comparison when it comes back.
  mutating func rootGone() {
    forgetHeld()
    output.append("", .folderRemoved)
  }

  /// The root is back.
  mutating func rootBack() { output.append("", .folderCreated) }

  /// Drops held events, since every file is about to be compared.
  mutating func forgetHeld() {
    entries = [:]
    folderEntries = [:]
    earliest = .max
  }

  /// Reports events that were held long enough. `state` gives the current state of a path.
  mutating func expire(at now: UInt64, state: (String) -> WatchedState) {
    guard earliest <= now else { return }
    let due = (Array(entries) + Array(folderEntries)).filter { $0.value.deadline <= now }
      .sorted { ($0.value.deadline, $0.value.order) < ($1.value.deadline, $1.value.order) }
    defer { findEarliest() }
    for (path, entry) in due {
      switch entry.pending {
      case .folderVanished:
        folderEntries[path] = nil
        output.append(path, .folderRemoved)
      case .vanished:
        switch state(path) {
        case .missing, .folder: tell(path, .removed)
        // It is back, and the events that say so are still to come.
        case .file, .link, .other:
          hold(path, .appeared(closed: false, replaced: true, seen: nil), until: now + holds.creation)
        }
      case .appeared(let closed, let replaced, let seen):
        expireFile(path, closed: closed, replaced: replaced, seen: seen, now: now, state: state(path))
      case .changed(let seen):
        expireChanged(path, seen: seen, now: now, state: state(path))
      }
    }
  }

  private mutating func expireFile(
    _ path: String, closed: Bool, replaced: Bool, seen: WatchedState?, now: UInt64, state: WatchedState
  ) {
    switch state {
    case .missing, .folder:
      // Deleted again, and the event of that follows: a file that was never reported needs no report.
      if replaced { hold(path, .vanished, until: now + holds.removal) } else { entries[path] = nil }
    case .file(_, _, links: 1) where !closed && seen != state:
      // It is still being written and will be closed; or a link made it: then it stays unchanged and is
      // reported next time.
      hold(
        path, .appeared(closed: false, replaced: replaced, seen: state), until: now + holds.openFile)
    case .file, .link, .other:
      tell(path, replaced ? .modified : .created)
    }
  }

  private mutating func expireChanged(_ path: String, seen: WatchedState, now: UInt64, state: WatchedState) {
    switch state {
    case .missing, .folder: hold(path, .vanished, until: now + holds.removal)
    case .file where seen != state: hold(path, .changed(seen: state), until: now + holds.creation)
    case .file, .link, .other: tell(path, .modified)
    }
  }

  private mutating func findEarliest() {
    earliest = .max
    for entry in entries.values { earliest = min(earliest, entry.deadline) }
    for entry in folderEntries.values { earliest = min(earliest, entry.deadline) }
  }

  private mutating func hold(_ path: String, _ pending: Pending, until deadline: UInt64) {
    order += 1
    entries[path] = Entry(pending: pending, deadline: deadline, order: order)
    earliest = min(earliest, deadline)
  }

  private mutating func tell(_ path: String, _ kind: FileChange.Kind) {
    entries[path] = nil
    if kind == .removed { reported.remove(path) } else { reported.insert(path) }
    output.append(path, kind)
  }

  /// A file takes the name of a deleted folder: the end of the folder is reported first.
  private mutating func settleFolder(_ path: String) {
    guard folderEntries[path] != nil else { return }
    let prefix = path + "/"
    for file in reported.files(below: path) { tell(file, .removed) }
    for folder in folderEntries.keys.filter({ $0.hasPrefix(prefix) }).sorted(by: >) + [path] {
      folderEntries[folder] = nil
      output.append(folder, .folderRemoved)
    }
  }
}
