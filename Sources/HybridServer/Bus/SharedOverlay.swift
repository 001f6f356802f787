import HybridCompiler
import HybridSource
import Synchronization

/// Files saved by other servers, laid over this machine's files: the compiler reads them as if they were on
/// disk. Nothing is written.
final class SharedOverlay: Sendable {
  private struct State {
    /// The content by path; nil for a file that another server removed.
    var files: [String: [UInt8]?] = [:]
    /// The number of overlay files below each folder.
    var folders: [String: Int] = [:]
  }
  private let state = Mutex(State())
  private let disk: FileReader

  init(over disk: FileReader) { self.disk = disk }

  /// The number of files from other servers.
  var count: Int { state.withLock { $0.files.count } }

  /// Reads through the overlay.
  var reader: FileReader {
    FileReader(read: { self.read($0) }, list: { self.list($0) })
  }

  /// Whether a file was saved by another server.
  func covers(_ path: String) -> Bool { state.withLock { $0.files[path] != nil } }

  /// Sets another server's version of a file; nil content for a removed one. Returns whether the content
  /// changed.
  func cover(_ path: String, with content: [UInt8]?) -> Bool {
    let before = try? read(path).get()
    uncover(path)
    // A file equal to the local one needs no overlay.
    guard (try? disk.read(path).get()) != content else { return before != content }
    state.withLock { state in
      state.files[path] = .some(content)
      guard content != nil else { return }
      for folder in Self.folders(above: path) { state.folders[folder, default: 0] += 1 }
    }
    return before != content
  }

  /// Restores this machine's own version.
  func uncover(_ path: String) {
    state.withLock { state in
      guard let content = state.files.removeValue(forKey: path), content != nil else { return }
      for folder in Self.folders(above: path) {
        let left = state.folders[folder, default: 1] - 1
        state.folders[folder] = left == 0 ? nil : left
      }
    }
  }

  private func read(_ path: String) -> Result<[UInt8], FileFailure> {
    guard let content = state.withLock({ $0.files[path] }) else { return disk.read(path) }
    return content.map { .success($0) } ?? .failure(.missing)
  }

  private func list(_ folder: String) -> Result<[FolderEntry], FileFailure> {
    let own = disk.list(folder)
    return state.withLock { state in
      guard !state.files.isEmpty else { return own }
      var entries: [String: FolderEntry.Kind] = [:]
      switch own {
      case .success(let list): for entry in list { entries[entry.name] = entry.kind }
      case .failure(let failure): guard state.folders[folder] != nil else { return .failure(failure) }
      }
      for (path, content) in state.files where ProjectPath.folder(of: path) == folder {
        entries[ProjectPath.name(of: path)] = content == nil ? nil : .file
      }
      for other in state.folders.keys where !other.isEmpty && ProjectPath.folder(of: other) == folder {
        entries[ProjectPath.name(of: other)] = .folder
      }
      return .success(entries.map { FolderEntry(name: $0.key, kind: $0.value) })
    }
  }

  private static func folders(above path: String) -> [String] {
    var folders: [String] = []
    var folder = ProjectPath.folder(of: path)
    while true {
      folders.append(folder)
      if folder.isEmpty { return folders }
      folder = ProjectPath.folder(of: folder)
    }
  }
}
