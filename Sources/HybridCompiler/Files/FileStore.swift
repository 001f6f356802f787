import HybridSource
import HybridUnits

/// What is known of one file.
enum FileState: Hashable, Sendable {
  /// Its bytes, with their hash.
  case present(Source, ContentHash)
  /// A picture: what its header says, or why it is none, with the hash of its bytes, which are not kept.
  case image(Result<ImageHeader, ImageFault>, ContentHash)
  /// Why it has none.
  case failed(FileFailure)

  /// Whether there is such a file and it could be read.
  var isPresent: Bool { if case .failed = self { false } else { true } }

  /// The bytes, when there are some and they are kept.
  var source: Source? { if case .present(let source, _) = self { source } else { nil } }

  /// The failure, when there are no bytes.
  var failure: FileFailure? { if case .failed(let failure) = self { failure } else { nil } }

  /// Bytes with equal hashes are equal; the bytes themselves need not be compared.
  func isSame(as other: FileState) -> Bool {
    switch (self, other) {
    case (.present(_, let a), .present(_, let b)): a == b
    case (.image(_, let a), .image(_, let b)): a == b
    case (.failed(let a), .failed(let b)): a == b
    default: false
    }
  }

  /// Feeds what a unit sees of the file.
  func feed(_ hasher: inout ContentHasher) {
    switch self {
    case .present(_, let hash), .image(_, let hash): hasher.combine(hash)
    case .failed: hasher.combine(0)
    }
  }
}

/// A file that was asked for as text.
enum LoadedFile {
  /// Its bytes, with their hash.
  case present(Source, ContentHash)
  /// Why it has none.
  case failed(FileFailure)
}

/// Every file that was asked for, read once and kept until it changes.
///
/// One build sees one version of each file, whatever happens on disk meanwhile.
struct FileStore: Sendable {
  private let reader: FileReader
  private var states: [String: FileState] = [:]
  /// Files that were found missing or unreadable since ``forgetFailures(_:unless:)``.
  private var failed: Set<String> = []
  /// Files that are asked for as pictures, whether they are there or not.
  private var pictures: Set<String> = []
  /// Pictures that are read as text, too.
  private var markup: Set<String> = []
  /// What was read since ``beginJournal()``; nil in a store that nobody takes in.
  private var journal: [String]?

  init(_ reader: FileReader) { self.reader = reader }

  /// The file at `path`, read now when it was not before.
  mutating func load(_ path: String) -> LoadedFile {
    switch states[path] {
    case .present(let source, let hash)?: return .present(source, hash)
    case .failed(let failure)?: return .failed(failure)
    case .image?, nil: break
    }
    // A picture that is markup as well, such as an SVG that a page includes, is kept with its bytes from now
    // on.
    if pictures.remove(path) != nil { markup.insert(path) }
    switch bytes(of: path) {
    case .success(let bytes):
      let source = Source(path: path, bytes: bytes)
      let hash = ContentHash(bytes)
      keep(.present(source, hash), path)
      return .present(source, hash)
    case .failure(let failure):
      keep(.failed(failure), path)
      return .failed(failure)
    }
  }

  /// The file at `path` as a picture: of one that nobody else reads the bytes are not kept.
  mutating func loadImage(_ path: String) -> FileState {
    switch states[path] {
    case .present(let source, let hash)?:
      markup.insert(path)
      return Self.image(source.bytes, hash)
    case let state?:
      pictures.insert(path)
      return state
    case nil:
      pictures.insert(path)
      let state = read(path)
      keep(state, path)
      return state
    }
  }

  /// The files that are pictures with these bytes, sorted by path.
  func images(with hash: ContentHash) -> [ImageFile] {
    pictures.union(markup).sorted().compactMap { path in
      let state =
        if case .present(let source, hash)? = states[path] { Self.image(source.bytes, hash) } else {
          states[path]
        }
      guard let image = state?.imageFile(path, written: path), image.hash == hash else { return nil }
      return image
    }
  }

  private mutating func keep(_ state: FileState, _ path: String) {
    states[path] = state
    if !state.isPresent { failed.insert(path) }
    journal?.append(path)
  }

  private static func image(_ bytes: [UInt8], _ hash: ContentHash) -> FileState {
    .image(Result { () throws(ImageFault) in try ImageHeader(reading: bytes) }, hash)
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
        if !state.isPresent { failed.insert(path) }
      }
    }
    pictures.formUnion(fork.pictures)
    markup.formUnion(fork.markup)
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
    if new.isPresent { failed.remove(path) } else { failed.insert(path) }
    return old
  }

  /// Forgets that files could not be read, but for those that `isUsed` says somebody waits for: a folder that
  /// comes back under its old name is read as it is now. A project may wait for thousands, so only those are
  /// looked at that failed since the last time, and the `abandoned` ones, of which somebody waited then.
  mutating func forgetFailures(_ abandoned: Set<String>, unless isUsed: (String) -> Bool) {
    for path in failed.union(abandoned) where !isUsed(path) {
      // One that could be read since then, by whatever way, is no failure.
      if states[path]?.isPresent != true { states[path] = nil }
    }
    failed = []
  }

  /// The files that something is known of in one of `folders` or below it.
  func known(in folders: Set<String>) -> [String] {
    folders.isEmpty ? [] : states.keys.filter { ProjectPath.folder(among: folders, around: $0) != nil }
  }

  func list(_ folder: String) -> Result<[FolderEntry], FileFailure> { reader.list(folder) }

  private func read(_ path: String) -> FileState {
    switch bytes(of: path) {
    case .success(let bytes) where pictures.contains(path): Self.image(bytes, ContentHash(bytes))
    case .success(let bytes): .present(Source(path: path, bytes: bytes), ContentHash(bytes))
    case .failure(let failure): .failed(failure)
    }
  }

  private func bytes(of path: String) -> Result<[UInt8], FileFailure> {
    reader.read(path).flatMap {
      $0.count > FileReader.sizeLimit ? .failure(.tooLarge(bytes: $0.count)) : .success($0)
    }
  }

  /// The nearest name of a file that does exist to one that does not, as it would be written in the file
  /// `importer`.
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
