import CFiles
import Glibc
import HybridSource
import HybridSystem

/// Metadata of a file or folder. Writing to it, or replacing it, changes one of these values.
struct DiskStamp: Hashable, Sendable {
  var size: UInt64 = 0
  /// The modification time, in nanoseconds since 1970.
  var written: UInt64 = 0
  /// The time of the last change of any kind, including metadata.
  var changed: UInt64 = 0
  /// The inode; 0 for a missing file.
  var number: UInt64 = 0

  /// The stamp of a missing file.
  static let missing = DiskStamp()
  /// A stamp that matches no file, for files whose stamps prove nothing.
  static let unknown = DiskStamp(size: .max, written: .max, changed: .max, number: .max)

  /// The stamp at a path, with links followed; ``missing`` when nothing is there.
  static func of(_ path: String) -> DiskStamp {
    FileStatus(at: path).map(DiskStamp.init) ?? .missing
  }

  /// The same for a path below an open folder, which saves resolving the folder's path.
  static func of(_ path: String, in folder: Int32) -> DiskStamp {
    FileStatus(at: path.isEmpty ? "." : path, in: folder).map(DiskStamp.init) ?? .missing
  }

  init(size: UInt64 = 0, written: UInt64 = 0, changed: UInt64 = 0, number: UInt64 = 0) {
    (self.size, self.written, self.changed, self.number) = (size, written, changed, number)
  }

  init(_ status: FileStatus) {
    size = UInt64(clamping: status.size)
    written = UInt64(clamping: status.written)
    changed = UInt64(clamping: status.changed)
    number = status.inode
  }

  /// Whether the file could have been written after the stamp was taken without changing it: file system
  /// clocks advance in steps of some milliseconds.
  func isTooYoung(at start: UInt64) -> Bool {
    self != .missing && max(written, changed) > start &- min(start, 50_000_000)
  }

  /// The current time of the clock that stamps files.
  static var now: UInt64 { SystemClock.wall }
}

/// Access to files of this machine: DIST, and files of a project other than its sources.
enum Disk {
  static func fault(_ path: String, _ action: String, _ error: SystemError = .last) -> PackageFault {
    PackageFault(
      .environment, "environment.unwritable-file", "'\(path)' \(action): \(error.message)")
  }

  /// All bytes of a regular file; nil when there is none.
  static func read(_ path: String) throws(PackageFault) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw fault(path, "cannot be read")
    }
    defer { close(descriptor) }
    guard let status = FileStatus(of: descriptor), status.kind == .file else {
      throw PackageFault(.environment, "environment.not-a-file", "'\(path)' is not a file")
    }
    do throws(SystemError) { return try readToEnd(descriptor, expecting: status.size) } catch {
      throw fault(path, "cannot be read", error)
    }
  }

  static func makeFolder(_ path: String) throws(PackageFault) {
    if let fault = makeFolders(path, ignoringMask: true) {
      throw Self.fault(fault.path, "cannot be made", fault.error)
    }
  }

  /// Writes to a draft beside the file, which is then renamed, so that no reader sees a partial file. The
  /// mode is 0644 whatever the umask.
  ///
  /// - Parameter syncing: Whether the bytes are flushed to disk before the rename.
  static func write(_ bytes: [UInt8], to path: String, syncing: Bool) throws(PackageFault) {
    try write(to: path, syncing: syncing) { writeAll(bytes, to: $0) }
  }

  /// The same, with `body` writing the draft; it returns `false` on failure.
  static func write(
    to path: String, syncing: Bool, _ body: (Int32) -> Bool
  ) throws(PackageFault) {
    try WritingGate.shared.pass { () throws(PackageFault) in try writeDraft(of: path, syncing, body) }
  }

  private static func writeDraft(
    of path: String, _ syncing: Bool, _ body: (Int32) -> Bool
  ) throws(PackageFault) {
    let folder = ProjectPath.folder(of: path)
    // There is only one packager at a time, so it reuses the draft left by a killed one.
    guard var draft = FileDraft(at: "\(folder)/.\(ProjectPath.name(of: path)).draft", mode: 0o644) else {
      throw fault(path, "cannot be written")
    }
    guard fchmod(draft.descriptor, 0o644) == 0, body(draft.descriptor), draft.close(syncing: syncing),
      draft.rename(to: path)
    else { throw fault(path, "could not be written completely") }
  }

  /// Flushes everything below a folder to disk.
  static func sync(_ folder: String) throws(PackageFault) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(folder, "cannot be opened") }
    defer { close(descriptor) }
    guard hybrid_sync_file_system(descriptor) == 0 else {
      throw fault(folder, "could not be put onto the disk")
    }
  }

  /// Flushes the entries of a folder to disk.
  static func syncNames(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The names of regular files and folders in a folder, without links; empty when the folder does not exist.
  static func names(in folder: String) -> [(name: String, isFolder: Bool, isLink: Bool)] {
    var names: [(name: String, isFolder: Bool, isLink: Bool)] = []
    guard var listing = FolderStream(at: folder) else { return [] }
    while let entry = listing.next() {
      let name = entry.name
      switch entry.kind ?? FileStatus(at: "\(folder)/\(name)", following: false)?.kind {
      case .folder: names.append((name, true, false))
      case .file: names.append((name, false, false))
      case .link: names.append((name, false, true))
      default: break
      }
    }
    return names.sorted { $0.name < $1.name }
  }
}
