package import HybridSource
package import HybridUnits

/// What is known of one file.
package enum FileState: Hashable, Sendable {
  /// Its bytes, with their hash.
  case present(Source, ContentHash)
  /// Why it has none.
  case failed(FileFailure)

  /// The bytes, when there are some.
  package var source: Source? { if case .present(let source, _) = self { source } else { nil } }

  /// The failure, when there are no bytes.
  package var failure: FileFailure? { if case .failed(let failure) = self { failure } else { nil } }

  /// Bytes with equal hashes are equal; the bytes themselves need not be compared.
  func isSame(as other: FileState) -> Bool {
    switch (self, other) {
    case (.present(_, let a), .present(_, let b)): a == b
    case (.failed(let a), .failed(let b)): a == b
    default: false
    }
  }

  /// Feeds what a unit sees of the file.
  func feed(_ hasher: inout ContentHasher) {
    switch self {
    case .present(_, let hash): hasher.combine(hash)
    case .failed: hasher.combine(0)
    }
  }
}

/// Every file that was asked for, read once and kept until it changes.
///
/// One build sees one version of each file, whatever happens on disk meanwhile.
struct FileStore: Sendable {
  private let reader: FileReader
  private var states: [String: FileState] = [:]
  /// Files that were found missing or unreadable at some time.
  private var failed: Set<String> = []
  /// What was read since ``beginJournal()``; nil in a store that nobody takes in.
  private var journal: [String]?

  init(_ reader: FileReader) { self.reader = reader }

  /// The file at `path`, read now when it was not before.
  mutating func load(_ path: String) -> FileState {
    if let state = states[path] { return state }
    let state = read(path)
    states[path] = state
    if state.source == nil { failed.insert(path) }
    journal?.append(path)
    return state
  }

  /// Notes from now on what is read.
  mutating func beginJournal() { journal = [] }

  /// Takes in what a copy of this has read; false, and only a part of it, when a file was another there.
  mutating func absorb(_ fork: FileStore) -> Bool {
    for path in fork.journal ?? [] {
      guard let state = fork.states[path] else { continue }
      if let known = states[path] {
        guard known.isSame(as: state) else { return false }
      } else {
        states[path] = state
        if state.source == nil { failed.insert(path) }
      }
    }
    return true
  }

  /// What is known of the file at `path` without reading it.
  subscript(path: String) -> FileState? {
    get { states[path] }
    set { states[path] = newValue }
  }

  /// Reads the file again. Nil when nothing changed or when it was never asked for; else what it was before.
  mutating func reload(_ path: String) -> FileState? {
    guard let old = states[path] else { return nil }
    let new = read(path)
    guard !new.isSame(as: old) else { return nil }
    states[path] = new
    if new.source == nil { failed.insert(path) } else { failed.remove(path) }
    return old
  }

  /// Forgets that files could not be read, but for those that `isUsed` says somebody waits for: a folder that comes back
  /// under its old name is read as it is now.
  mutating func forgetFailures(unless isUsed: (String) -> Bool) {
    for path in failed where !isUsed(path) {
      // One that could be read since then, by whatever way, is no failure.
      if states[path]?.source == nil { states[path] = nil }
      failed.remove(path)
    }
  }

  /// The files that something is known of in one of `folders` or below it.
  func known(in folders: Set<String>) -> [String] {
    folders.isEmpty ? [] : states.keys.filter { ProjectPath.folder(among: folders, around: $0) != nil }
  }

  func list(_ folder: String) -> Result<[FolderEntry], FileFailure> { reader.list(folder) }

  private func read(_ path: String) -> FileState {
    switch reader.read(path) {
    case .success(let bytes) where bytes.count > FileReader.sizeLimit: .failed(.tooLarge(bytes: bytes.count))
    case .success(let bytes): .present(Source(path: path, bytes: bytes), ContentHash(bytes))
    case .failure(let failure): .failed(failure)
    }
  }

  /// The nearest name of a file that does exist to one that does not, as it would be written in the file `importer`.
  func suggestion(for path: String, written: String) -> String? {
    let folder = ProjectPath.folder(of: path)
    guard case .success(let entries) = list(folder) else { return nil }
    let names = entries.filter { $0.kind == .file && !$0.name.hasPrefix(".") }.map(\.name).sorted()
    guard let name = nearest(to: ProjectPath.name(of: path), in: names) else { return nil }
    // Only the last component is wrong, so only that is replaced.
    let base = written.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(written[...$0]) } ?? ""
    return base + name
  }
}
