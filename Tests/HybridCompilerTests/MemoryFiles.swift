import HybridCompiler
import HybridSource
import Synchronization

/// Files in memory for tests: reads are counted, and reading any file can be made to fail.
final class MemoryFiles: Sendable {
  private struct State {
    var files: [String: [UInt8]] = [:]
    var failures: [String: FileFailure] = [:]
    var reads: [String] = []
  }

  private let state = Mutex(State())

  init(_ files: [String: String] = [:]) {
    state.withLock { $0.files = files.mapValues { Array($0.utf8) } }
  }

  subscript(path: String) -> String? {
    get { state.withLock { $0.files[path].map { String(decoding: $0, as: UTF8.self) } } }
    set { state.withLock { $0.files[path] = newValue.map { Array($0.utf8) } } }
  }

  func write(_ bytes: [UInt8], to path: String) { state.withLock { $0.files[path] = bytes } }

  /// Makes reading `path` fail; nil makes it succeed again.
  func fail(_ path: String, with failure: FileFailure?) { state.withLock { $0.failures[path] = failure } }

  /// Moves a file, or all contents of a folder.
  func move(_ path: String, to other: String) {
    state.withLock { state in
      for (name, bytes) in state.files where ProjectPath.isInside(name, path) {
        state.files[name] = nil
        state.files[other + name.dropFirst(path.count)] = bytes
      }
    }
  }

  /// The files read since the last call, sorted.
  func takeReads() -> [String] {
    state.withLock { state in
      defer { state.reads = [] }
      return state.reads.sorted()
    }
  }

  var reader: FileReader {
    FileReader(
      read: { path in
        self.state.withLock { state in
          state.reads.append(path)
          if let failure = state.failures[path] { return .failure(failure) }
          if let bytes = state.files[path] { return .success(bytes) }
          return .failure(state.files.keys.contains { ProjectPath.isInside($0, path) } ? .isFolder : .missing)
        }
      },
      list: { folder in
        self.state.withLock { state in
          if let failure = state.failures[folder] { return .failure(failure) }
          var entries: Set<FolderEntry> = []
          for path in state.files.keys where path != folder && ProjectPath.isInside(path, folder) {
            let rest = folder.isEmpty ? path : String(path.dropFirst(folder.count + 1))
            let name = String(rest.prefix { $0 != "/" })
            entries.insert(FolderEntry(name: name, kind: name == rest ? .file : .folder))
          }
          if state.files[folder] != nil { return .failure(.notFolder) }
          return entries.isEmpty && !folder.isEmpty ? .failure(.missing) : .success(Array(entries))
        }
      })
  }
}

extension ProjectCompiler {
  /// A built project, and the result of the build.
  static func built(_ files: MemoryFiles, page: String? = nil) -> (ProjectCompiler, BuildResult) {
    var compiler = ProjectCompiler(files: files.reader, name: "test", only: page)
    let result = compiler.build()
    return (compiler, result)
  }
}

extension [Diagnostic] {
  /// `path:line:column code`, one each: what tests compare.
  var places: [String] { map { ($0.location.map { "\($0) " } ?? "") + $0.code } }
}
