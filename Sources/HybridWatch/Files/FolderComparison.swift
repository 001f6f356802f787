import Glibc
import HybridSystem

/// The differences of one folder from its last reported state.
struct FolderComparison {
  /// Names of files, in order: the new, the changed, and the removed ones.
  var created: [(name: String, stamp: FileStamp)] = []
  var modified: [(name: String, stamp: FileStamp)] = []
  var removed: [String] = []
  /// Names of subfolders; nil if the folder's names are unchanged, so that it was not listed.
  var folders: [String]?
  /// Names of symbolic links among the files.
  var links: Set<String> = []
  /// How many files were looked at.
  var lookedAt = 0

  /// Compares the folder at `path` with `reported`, the files known in it, sorted by name.
  ///
  /// - Parameters:
  ///   - listed: When the folder itself was last changed, at its last listing. While it still says so, no
  ///     name came or went, and only the known files are looked at.
  ///   - clock: The time of day when the comparison begins: ``wallClock()``.
  ///   - isIgnored: Whether to leave an entry out, by its name and whether it is a folder.
  /// - Returns: nil when the folder cannot be read.
  init?(
    of path: String, reported: [FileTable.Entry], listed: FileStamp? = nil, clock: Int64,
    isIgnored: (String, Bool) -> Bool
  ) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard let status = FileStatus(of: descriptor) else {
      close(descriptor)
      return nil
    }
    self.listed = FileStamp(status)
    if let listed, listed == self.listed, !listed.mayChangeUnseen(at: clock) {
      defer { close(descriptor) }
      for entry in reported { compare(entry, Self.stamp(entry.name, in: descriptor), path, clock) }
      return
    }
    guard var folder = FolderStream(closing: descriptor) else { return nil }
    var names: [String] = []
    var folders: [String] = []
    for entry in entries(of: &folder, at: path) where !isIgnored(entry.name, entry.kind == .folder) {
      switch entry.kind {
      case .folder: folders.append(entry.name)
      case .link: links.insert(entry.name)
      case .file: break
      }
      if entry.kind != .folder { names.append(entry.name) }
    }
    self.folders = folders
    // The descriptor is open as long as the stream.
    withExtendedLifetime(folder) { merge(reported, names.sorted(), in: descriptor, path, clock) }
  }

  /// When the folder itself was last changed.
  var listed: FileStamp

  private mutating func merge(
    _ reported: [FileTable.Entry], _ names: [String], in descriptor: Int32, _ path: String, _ clock: Int64
  ) {
    var index = 0
    for name in names {
      while index < reported.count, reported[index].name < name {
        removed.append(reported[index].name)
        index += 1
      }
      let stamp = Self.stamp(name, in: descriptor)
      if index < reported.count, reported[index].name == name {
        compare(reported[index], stamp, path, clock)
        index += 1
      } else if var stamp {
        lookedAt += 1
        if stamp.mayChangeUnseen(at: clock) { stamp.contentHash = contentHash(of: path + "/" + name) }
        created.append((name, stamp))
      }
    }
    removed += reported[index...].map(\.name)
  }

  private mutating func compare(
    _ entry: FileTable.Entry, _ stamp: FileStamp?, _ path: String, _ clock: Int64
  ) {
    guard var stamp else {
      removed.append(entry.name)
      return
    }
    lookedAt += 1
    let file = path + "/" + entry.name
    guard !entry.stamp.isSame(as: stamp, at: file) else { return }
    if stamp.mayChangeUnseen(at: clock) { stamp.contentHash = contentHash(of: file) }
    modified.append((entry.name, stamp))
  }

  private static func stamp(_ name: String, in folder: Int32) -> FileStamp? {
    guard let status = FileStatus(at: name, following: false, in: folder), status.kind != .folder else {
      return nil
    }
    return FileStamp(status)
  }
}
