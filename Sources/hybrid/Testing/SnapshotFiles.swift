import Glibc
import HybridCompiler
import HybridSnapshots
import HybridSource
import HybridSystem

/// The snapshots of a project on disk. They are read and written below the project's `snapshots` and
/// `.hybrid/test` only, even if links lead out of these. Any thread may use it.
struct SnapshotFiles: Sendable {
  private let files: DiskFiles
  private let inputs: InputFiles

  /// The snapshots of the project in the folder of `files`; `inputs` records each file read.
  init(_ files: DiskFiles, noting inputs: InputFiles) {
    self.files = files
    self.inputs = inputs
  }

  // MARK: Reading

  /// A snapshot's bytes; nil when it does not exist.
  func read(_ path: String) throws(ReportedFault) -> [UInt8]? {
    switch files.reader.read(path) {
    case .success(let bytes):
      inputs.note("\(files.root)/\(path)")
      return bytes
    case .failure(.missing):
      if let blocked = checkWay(to: path) { throw ReportedFault(diagnostic: blocked) }
      // A dangling link exists, but is not a snapshot.
      guard kind(of: path) == nil else { throw fault(path, "it is a link that leads nowhere") }
      return nil
    case .failure(let failure):
      if let blocked = checkWay(to: path) { throw ReportedFault(diagnostic: blocked) }
      throw fault(path, failure.message)
    }
  }

  /// A file that this run has left in `.hybrid/test`; nil when it cannot be read.
  func readLeft(_ path: String) -> [UInt8]? {
    // `.hybrid/test` is the root here: below a project's root it counts as secret.
    let folder = FailurePicture.folder
    guard path.hasPrefix(folder + "/"), let own = try? DiskFiles(root: "\(files.root)/\(folder)") else {
      return nil
    }
    return try? own.reader.read(String(path.dropFirst(folder.utf8.count + 1))).get()
  }

  private func fault(_ path: String, _ message: String) -> ReportedFault {
    ReportedFault(
      diagnostic: Diagnostic(.error, "test.unreadable-snapshot", "'\(path)' is not a snapshot: \(message)"))
  }

  // MARK: Writing

  /// Writes a file atomically: if the process is killed, the file is either the old one or the new one.
  func write(_ bytes: [UInt8], to path: String) -> Diagnostic? {
    if let fault = checkWay(to: path) { return fault }
    switch kind(of: path) {
    case nil, .file: break
    case .link: return blocked(path, "is a link, and its target is not changed")
    case .folder: return blocked(path, "is a folder")
    default: return blocked(path, "is not a regular file")
    }
    let target = absolute(path)
    return makeFolder(ProjectPath.folder(of: target))
      ?? writeFile(bytes, to: target, sparing: InputFiles(), draftMark: "test")?.diagnostic
  }

  /// Removes a file that its path identifies as a snapshot.
  func remove(_ path: String) -> Diagnostic? {
    if let fault = checkWay(to: path) { return fault }
    guard unlink(absolute(path)) == 0 || errno == ENOENT else {
      let reason = SystemError.last.message
      return Diagnostic(.error, "environment.unwritable-file", "'\(path)' cannot be removed: \(reason)")
    }
    // Removes folders that become empty.
    var folder = ProjectPath.folder(of: path)
    while !folder.isEmpty, rmdir(absolute(folder)) == 0 { folder = ProjectPath.folder(of: folder) }
    return nil
  }

  /// Removes files that an earlier run left in `.hybrid/test`, without following links.
  func removeLeftovers() -> Diagnostic? {
    if let fault = checkWay(to: FailurePicture.folder + "/x") { return fault }
    for path in tree(FailurePicture.folder) where path.hasSuffix(".png") || path.hasSuffix(".html") {
      if let fault = remove(path) { return fault }
    }
    return nil
  }

  /// Checks that each parent of a file is a folder and not a link; returns the obstacle, if any.
  private func checkWay(to path: String) -> Diagnostic? {
    var folder = ""
    for component in ProjectPath.folder(of: path).split(separator: "/") {
      folder = ProjectPath.join(folder, String(component))
      switch kind(of: folder) {
      case nil: return nil
      case .folder: continue
      case .link: return blocked(folder, "is a link, and nothing is written through it")
      default: return blocked(folder, "is not a folder")
      }
    }
    return nil
  }

  private func blocked(_ path: String, _ what: String) -> Diagnostic {
    Diagnostic(
      .error, "environment.unwritable-file", "'\(path)' \(what)",
      hint: "move it away to make room for snapshots")
  }

  // MARK: Finding

  /// All files whose names are those of snapshots, sorted.
  func all() -> [String] {
    tree(SnapshotName.folder).filter {
      $0.hasSuffix(SnapshotName.layoutEnding) || $0.hasSuffix(SnapshotName.pictureEnding)
    }.sorted()
  }

  /// All scenarios in the units' folders, sorted.
  func scenarios(around units: [String]) -> [String] {
    var folders = Set(units.map { ProjectPath.folder(of: $0) })
    for top in ["pages", "components", "templates"] {
      for path in tree(top, links: false) { folders.insert(ProjectPath.folder(of: path)) }
    }
    return folders.flatMap { folder -> [String] in
      guard case .success(let entries) = files.reader.list(folder) else { return [] }
      return entries.filter { $0.kind == .file && ScenarioFile.isScenario($0.name) }
        .map { ProjectPath.join(folder, $0.name) }
    }.sorted()
  }

  /// The maximum depth of folders.
  private static let depthLimit = 16

  /// The files below a folder, without following links.
  private func tree(_ top: String, links: Bool = true) -> [String] {
    var found: [String] = []
    var folders = [(path: top, depth: 0)]
    while let (folder, depth) = folders.popLast() {
      guard kind(of: folder) == .folder, var stream = FolderStream(at: absolute(folder)) else { continue }
      while let entry = stream.next() {
        guard entry.isNameExact, !entry.name.hasPrefix(".") else { continue }
        let path = ProjectPath.join(folder, entry.name)
        switch kind(of: path) {
        case .file: found.append(path)
        case .link where links: found.append(path)
        case .folder where depth < Self.depthLimit: folders.append((path, depth + 1))
        default: break
        }
      }
    }
    return found
  }

  /// The file type at a path, without following links; nil when nothing exists there.
  private func kind(of path: String) -> FileStatus.Kind? {
    FileStatus(at: absolute(path), following: false)?.kind
  }

  private func absolute(_ path: String) -> String { "\(files.root)/\(path)" }
}
