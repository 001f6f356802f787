import Glibc
import HybridSource
import HybridSystem

/// The files of one folder on disk: the implementation of ``FileReader`` outside of tests.
///
/// A file is opened first and its location is checked afterwards, so nothing can be swapped between the check
/// and the read: only files below the root, symbolic links resolved, are ever read, and never those that
/// ``DeniedFiles`` lists.
///
/// All reads of a project's files go through this type: includes, imports, data, scripts, the frames of
/// diagnostics, every endpoint. `openat2` with `RESOLVE_BENEATH` (Linux 5.6) would take 4.6 µs a file instead
/// of 8.3, but it rejects every absolute link, and links that lead out and in again, which projects have. The
/// later check is as strict, because it examines the open file.
package struct DiskFiles: Sendable {
  /// The root, absolute and with symbolic links resolved.
  package let root: String

  /// The files below `root`.
  /// - Throws: ``FileFailure`` when there is no such folder.
  package init(root: String) throws(FileFailure) {
    guard let path = Self.realPath(root) else { throw Self.failure(errno) }
    guard let status = FileStatus(at: path) else { throw Self.failure(errno) }
    guard status.kind == .folder else { throw .notFolder }
    self.root = path == "/" ? "" : path
  }

  /// The two functions of the compiler's file access.
  package var reader: FileReader {
    FileReader(
      read: { path in Result { () throws(FileFailure) in try self.read(path) } },
      list: { folder in Result { () throws(FileFailure) in try self.list(folder) } })
  }

  /// Like ``reader``, with a report of names in listed folders that are not UTF-8: no path can contain them,
  /// so they are left out.
  ///
  /// - Parameter skipped: Called, from any thread, with each such name, repaired, and its folder.
  package func reader(skipped: @escaping @Sendable (_ name: String, _ folder: String) -> Void) -> FileReader {
    FileReader(
      read: { path in Result { () throws(FileFailure) in try self.read(path) } },
      list: { folder in Result { () throws(FileFailure) in try self.list(folder) { skipped($0, folder) } } })
  }

  /// The bytes of the regular file at `path`.
  func read(_ path: String) throws(FileFailure) -> [UInt8] {
    try Self.checkAllowed(path)
    let descriptor = try Self.open(absolute(path), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    defer { close(descriptor) }
    guard let status = FileStatus(of: descriptor) else { throw Self.failure(errno) }
    switch status.kind {
    case .file: break
    case .folder: throw .isFolder
    default: throw .notRegular
    }
    try checkInside(descriptor, path)
    guard status.size <= FileReader.sizeLimit else { throw .tooLarge(bytes: status.size) }
    do throws(SystemError) {
      return try readToEnd(descriptor, expecting: status.size, atMost: FileReader.sizeLimit)
    } catch {
      // The file has grown since its size was read.
      throw error.code == EFBIG ? .tooLarge(bytes: FileReader.sizeLimit + 1) : Self.failure(error.code)
    }
  }

  /// The direct content of the folder at `path`.
  func list(_ path: String, skipped: (String) -> Void = { _ in }) throws(FileFailure) -> [FolderEntry] {
    try Self.checkAllowed(path)
    let descriptor = try Self.open(absolute(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard FileStatus(of: descriptor)?.kind == .folder else {
      close(descriptor)
      throw .notFolder
    }
    do {
      try checkInside(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    guard var folder = FolderStream(closing: descriptor) else { throw Self.failure(errno) }
    var entries: [FolderEntry] = []
    while let entry = folder.next() {
      guard entry.isNameExact else {
        skipped(entry.name)
        continue
      }
      guard DeniedFiles.rule(for: entry.name) == nil else { continue }
      if let kind = Self.kind(of: entry, in: descriptor) {
        entries.append(FolderEntry(name: entry.name, kind: kind))
      }
    }
    return entries
  }

  private func absolute(_ path: String) -> String {
    path.isEmpty ? (root.isEmpty ? "/" : root) : root + "/" + path
  }

  /// Rejects a file that a symbolic link leads to outside of the root, or that is denied.
  private func checkInside(_ descriptor: Int32, _ path: String) throws(FileFailure) {
    #if os(Linux)
      let place = KernelFile.linkTarget("/proc/self/fd/\(descriptor)", repairing: false)
    #else
      let place = Self.realPath(absolute(path))
    #endif
    guard let place, ProjectPath.isInside(place, root) else { throw .outside }
    // Without a link the path is the one that was checked before.
    if place == absolute(path) { return }
    try Self.checkAllowed(String(place.dropFirst(root.count)))
    // The system appends this to the name of a deleted file.
    let gone = " (deleted)"
    if place.hasSuffix(gone) {
      try Self.checkAllowed(String(place.dropLast(gone.count).dropFirst(root.count)))
    }
  }

  private static func checkAllowed(_ path: String) throws(FileFailure) {
    if let rule = DeniedFiles.rule(for: path) { throw .denied(by: rule.pattern) }
  }

  private static func open(_ path: String, _ flags: Int32) throws(FileFailure) -> Int32 {
    guard !path.utf8.contains(0) else { throw .missing }
    while true {
      let descriptor = unsafe Glibc.open(path, flags)
      if descriptor >= 0 { return descriptor }
      guard errno == EINTR else { throw failure(errno) }
    }
  }

  private static func kind(of entry: FolderStream.Entry, in folder: Int32) -> FolderEntry.Kind? {
    switch entry.kind {
    case .file: return .file
    case .folder: return .folder
    case .link, nil: break
    case .pipe, .socket, .other: return nil
    }
    let isLink = entry.kind == .link
    guard let status = FileStatus(at: entry.name, in: folder) else { return isLink ? .file : nil }
    switch status.kind {
    case .folder: return isLink ? .linkedFolder : .folder
    case .file: return .file
    default: return nil
    }
  }

  /// The absolute path with all links resolved; nil, and `errno`, when there is nothing at `path`.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  private static func failure(_ code: Int32) -> FileFailure {
    switch code {
    case ENOENT: .missing
    case ENOTDIR: .missing
    case ELOOP: .linkLoop
    case EISDIR: .isFolder
    case ENXIO, ENODEV: .notRegular
    default: .unreadable(reason: SystemError(code: code).message)
    }
  }
}
