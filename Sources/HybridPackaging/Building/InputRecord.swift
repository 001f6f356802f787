import HybridCompiler
import HybridConcurrency
import HybridSource
import HybridUnits
import Synchronization

/// What was read for a release and how it looked right before: what a later run compares instead of reading
/// again.
final class InputRecord: Sendable {
  /// A folder that was listed.
  struct Folder: Hashable, Sendable {
    var stamp: DiskStamp
    /// Of the names in it.
    var names: ContentHash
  }

  private struct State {
    var files: [String: DiskStamp] = [:]
    var folders: [String: Folder] = [:]
    var young: [String: ContentHash] = [:]
    /// By folder.
    var unnamed: [String: Set<String>] = [:]
  }

  private let root: String
  private let ours: Set<String>
  /// Some time before the run: whose files are younger is decided at its end, and all of those need their
  /// bytes here.
  private let start = DiskStamp.now - 10_000_000_000
  private let state = Mutex(State())

  /// - Parameter ours: What a release itself makes in the project: that it is there now changes nothing in a
  ///   folder.
  init(root: String, ours: Set<String>) { (self.root, self.ours) = (root, ours) }

  var files: [String: DiskStamp] { state.withLock { $0.files } }
  var folders: [String: Folder] { state.withLock { $0.folders } }
  /// The bytes of files that were written just before they were read: their stamps say nothing.
  var young: [String: ContentHash] { state.withLock { $0.young } }

  /// What lies in listed folders under names that are not UTF-8, repaired, sorted.
  var unnamed: [String] {
    state.withLock { state in
      state.unnamed.flatMap { folder, names in names.map { ProjectPath.join(folder, $0) } }.sorted()
    }
  }

  /// The functions of a project, noting such names.
  func reader(of files: DiskFiles) -> FileReader {
    files.reader { name, folder in
      self.state.withLock { state in _ = state.unnamed[folder, default: []].insert(name) }
    }
  }

  /// The functions of a project, noting what they are asked for.
  func noting(_ files: DiskFiles) -> FileReader {
    let files = reader(of: files)
    return FileReader(
      read: { path in
        self.note(path)
        let result = files.read(path)
        if case .success(let bytes) = result { self.noteBytes(bytes, of: path) }
        return result
      },
      list: { folder in
        // Before the listing: what comes between the two makes the stamp an old one.
        let stamp = DiskStamp.of(self.place(folder))
        let entries = files.list(folder)
        let found = Folder(stamp: stamp, names: self.hash(entries, of: folder))
        self.state.withLock { state in if state.folders[folder] == nil { state.folders[folder] = found } }
        return entries
      })
  }

  /// Notes a file that is about to be read.
  func note(_ path: String) {
    let stamp = DiskStamp.of(place(path))
    state.withLock { state in if state.files[path] == nil { state.files[path] = stamp } }
  }

  /// Of a young file, which may be written to again without a trace, the bytes that were read first.
  private func noteBytes(_ bytes: [UInt8], of path: String) {
    state.withLock { state in
      guard state.young[path] == nil, state.files[path]?.isTooYoung(at: start) == true else { return }
      state.young[path] = ContentHash(bytes)
    }
  }

  /// Files and folders that are others than when they were noted, one of them: what was made of both is of no
  /// one state.
  func firstChange(jobs: Int) -> String? {
    let (files, folders) = state.withLock { ($0.files, $0.folders) }
    let seen = files.map { ($0.key, $0.value) } + folders.map { ($0.key, $0.value.stamp) }
    let part = max(64, (seen.count + jobs - 1) / max(jobs, 1))
    let starts = Array(stride(from: 0, to: seen.count, by: part))
    return concurrentMap(starts.count, jobs: jobs) { index in
      seen[starts[index]..<min(starts[index] + part, seen.count)].first {
        DiskStamp.of(self.place($0)) != $1
      }?.0
    }.lazy.compactMap(\.self).first
  }

  private func place(_ path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

  /// Of what a folder has, in whatever order.
  func hash(_ entries: Result<[FolderEntry], FileFailure>, of folder: String) -> ContentHash {
    var hasher = ContentHasher()
    for entry in ((try? entries.get()) ?? []).sorted(by: { $0.name < $1.name })
    where !ours.contains(ProjectPath.join(folder, entry.name)) {
      hasher.combine(entry.name)
      hasher.combine(entry.kind == .file ? 1 : entry.kind == .folder ? 2 : 3)
    }
    for name in state.withLock({ $0.unnamed[folder]?.sorted() ?? [] }) { hasher.combine(name) }
    return hasher.finalize()
  }
}
