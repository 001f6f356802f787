import HybridCompiler
import HybridConcurrency
import HybridSource
import HybridUnits
import Synchronization

/// The files and folders read for a release, with their state before reading. A later run compares that state
/// instead of reading them again.
final class InputRecord: Sendable {
  /// A listed folder.
  struct Folder: Hashable, Sendable {
    var stamp: DiskStamp
    /// The hash of the names in it.
    var names: ContentHash
  }

  private struct State {
    var files: [String: DiskStamp] = [:]
    var folders: [String: Folder] = [:]
    var young: [String: ContentHash] = [:]
    /// Names that are not UTF-8, by folder.
    var unnamed: [String: Set<String>] = [:]
  }

  private let root: String
  private let ours: Set<String>
  /// A time shortly before the run. The set of too young files is decided at the end of the run, so all files
  /// younger than this need a hash.
  private let start = DiskStamp.now - 10_000_000_000
  private let state = Mutex(State())

  /// - Parameter ours: Paths that packaging itself creates in the project; they do not count as changes of a
  ///   folder.
  init(root: String, ours: Set<String>) { (self.root, self.ours) = (root, ours) }

  var files: [String: DiskStamp] { state.withLock { $0.files } }
  var folders: [String: Folder] { state.withLock { $0.folders } }
  /// The hashes of files that were written just before they were read, whose stamps prove nothing.
  var young: [String: ContentHash] { state.withLock { $0.young } }

  /// The paths in listed folders whose names are not UTF-8, repaired and sorted.
  var unnamed: [String] {
    state.withLock { state in
      state.unnamed.flatMap { folder, names in names.map { ProjectPath.join(folder, $0) } }.sorted()
    }
  }

  /// A reader of the project that records such names.
  func reader(of files: DiskFiles) -> FileReader {
    files.reader { name, folder in
      self.state.withLock { state in _ = state.unnamed[folder, default: []].insert(name) }
    }
  }

  /// A reader of the project that records all accesses.
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
        // Taken before the listing: a change between the two then makes the stamp outdated.
        let stamp = DiskStamp.of(self.place(folder))
        let entries = files.list(folder)
        let found = Folder(stamp: stamp, names: self.hash(entries, of: folder))
        self.state.withLock { state in if state.folders[folder] == nil { state.folders[folder] = found } }
        return entries
      })
  }

  /// Records a file that is about to be read.
  func note(_ path: String) {
    let stamp = DiskStamp.of(place(path))
    state.withLock { state in if state.files[path] == nil { state.files[path] = stamp } }
  }

  /// Records the hash of a young file, which may be written again without a change of its stamp.
  private func noteBytes(_ bytes: [UInt8], of path: String) {
    state.withLock { state in
      guard state.young[path] == nil, state.files[path]?.isTooYoung(at: start) == true else { return }
      state.young[path] = ContentHash(bytes)
    }
  }

  /// A file or folder that has changed since it was recorded, if any. The release would then mix two states
  /// of the project.
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

  /// The hash of a folder's entries, in any order.
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
