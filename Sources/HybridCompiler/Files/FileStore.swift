import HybridFonts
import HybridSource
import HybridUnits

/// The known state of one file.
enum FileState: Hashable, Sendable {
  /// Its bytes, with their hash.
  case present(Source, ContentHash)
  /// A picture: its header, or the reason why it cannot be shown, with the hash of its bytes, which are not
  /// kept.
  case image(Result<ImageHeader, ImageFault>, ContentHash)
  /// The reason why it cannot be read.
  case failed(FileFailure)

  /// Whether the file exists and could be read.
  var isPresent: Bool { if case .failed = self { false } else { true } }

  /// The bytes, when they exist and are kept.
  var source: Source? { if case .present(let source, _) = self { source } else { nil } }

  /// The failure, when the file cannot be read.
  var failure: FileFailure? { if case .failed(let failure) = self { failure } else { nil } }

  /// Whether both states are equal; bytes are compared by their hashes.
  func isSame(as other: FileState) -> Bool {
    switch (self, other) {
    case (.present(_, let a), .present(_, let b)): a == b
    case (.image(_, let a), .image(_, let b)): a == b
    case (.failed(let a), .failed(let b)): a == b
    default: false
    }
  }

  /// Feeds the part of the file that a unit depends on.
  func feed(_ hasher: inout ContentHasher) {
    switch self {
    case .present(_, let hash), .image(_, let hash): hasher.combine(hash)
    case .failed: hasher.combine(0)
    }
  }
}

/// A file that was requested as text.
enum LoadedFile {
  /// Its bytes, with their hash.
  case present(Source, ContentHash)
  /// The reason why it cannot be read.
  case failed(FileFailure)
}

/// Every requested file, read once and cached until it changes.
///
/// One build sees one version of each file, even if the disk changes meanwhile.
struct FileStore: Sendable {
  private let reader: FileReader
  private var states: [String: FileState] = [:]
  /// Files that were found missing or unreadable since ``forgetFailures(_:unless:)``.
  private var failed: Set<String> = []
  /// Files that are requested as pictures, whether they exist or not.
  private var pictures: Set<String> = []
  /// Pictures that are read as text too.
  private var markup: Set<String> = []
  /// The faults of the fonts that were read, by their bytes; nil for a font without a fault.
  private var fontFaults: [ContentHash: FontFault?] = [:]
  /// The files read since ``beginJournal()``; nil in a store that is not absorbed by another.
  private var journal: [String]?

  init(_ reader: FileReader) { self.reader = reader }

  /// The file at `path`, read now if it was not read before.
  mutating func load(_ path: String) -> LoadedFile {
    switch states[path] {
    case .present(let source, let hash)?: return .present(source, hash)
    case .failed(let failure)?: return .failed(failure)
    case .image?, nil: break
    }
    // A picture that is also used as markup, such as an included SVG, is kept with its bytes from now on.
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

  /// The file at `path` as a picture; the bytes of one that is not also read as text are not kept.
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

  /// The picture files with these bytes, sorted by path.
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

  /// Why a file is not a font that can be used; nil for one that can.
  mutating func fontFault(_ file: Source, _ hash: ContentHash) -> FontFault? {
    if let known = fontFaults[hash] { return known }
    var fault: FontFault?
    do throws(FontFault) { _ = try FontFile(reading: file.bytes) } catch { fault = error }
    fontFaults[hash] = .some(fault)
    return fault
  }

  /// The paths of files with these bytes that are kept, sorted.
  func paths(with hash: ContentHash) -> [String] {
    states.filter { if case .present(_, hash) = $0.value { true } else { false } }.keys.sorted()
  }

  private mutating func keep(_ state: FileState, _ path: String) {
    states[path] = state
    if !state.isPresent { failed.insert(path) }
    journal?.append(path)
  }

  private static func image(_ bytes: [UInt8], _ hash: ContentHash) -> FileState {
    .image(Result { () throws(ImageFault) in try ImageHeader(reading: bytes) }, hash)
  }

  /// Starts to record the files that are read.
  mutating func beginJournal() { journal = [] }

  /// Adds the files that a copy of this has read; false, with only a part added, when a file differs between
  /// the two.
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

  /// The known state of the file at `path`, without reading it.
  subscript(path: String) -> FileState? {
    get { states[path] }
    set { states[path] = newValue }
  }

  /// Reads the file again. Nil when it is unchanged or was never requested; else its previous state.
  mutating func reload(_ path: String) -> FileState? {
    guard let old = states[path] else { return nil }
    let new = read(path)
    guard !new.isSame(as: old) else { return nil }
    states[path] = new
    if new.isPresent { failed.remove(path) } else { failed.insert(path) }
    return old
  }

  /// Forgets failures to read, except for files that `isUsed` reports as still used, so that a folder that
  /// comes back under its old name is read again. A project may have thousands of used missing files, so only
  /// the failures since the last call and the `abandoned` files, which were used then, are examined.
  mutating func forgetFailures(_ abandoned: Set<String>, unless isUsed: (String) -> Bool) {
    for path in failed.union(abandoned) where !isUsed(path) {
      // A file that could be read since then is not a failure.
      if states[path]?.isPresent != true { states[path] = nil }
    }
    failed = []
  }

  /// The known files in one of `folders` or below it.
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

  /// The existing file whose name is nearest to a missing one, written as in the file `importer`.
  func suggestion(for path: String, written: String) -> String? {
    let folder = ProjectPath.folder(of: path)
    guard case .success(let entries) = list(folder) else { return nil }
    let names = entries.filter { $0.kind == .file && !$0.name.hasPrefix(".") }.map(\.name).sorted()
    guard let name = nearest(to: ProjectPath.name(of: path), in: names) else { return nil }
    // Only the last component is wrong, so only it is replaced.
    let base = written.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(written[...$0]) } ?? ""
    return base + name
  }
}
