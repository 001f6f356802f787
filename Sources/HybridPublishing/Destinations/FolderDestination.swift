import Glibc
import HybridEncoding
import HybridSystem
import Synchronization

/// A local or mounted folder, from which a web server or another program serves the release.
///
/// Each file is written to a draft and renamed; all files are flushed to disk before the one that clients
/// follow. The lock is a kernel lock (`flock`), which ends with its process.
package final class FolderDestination: Destination {
  package let name: String
  private let path: String
  private let held = Mutex<Int32?>(nil)

  /// Creates the destination without touching the file system.
  package init(_ path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    (self.path, name) = (path, path)
  }

  /// Whether this folder is `folder`, lies in it, or contains it, with links resolved: published files would
  /// become part of what is published.
  package func overlaps(_ folder: String) -> Bool {
    let (here, there) = (Self.realPath(path) + "/", Self.realPath(folder) + "/")
    return here.hasPrefix(there) || there.hasPrefix(here)
  }

  /// The real path; for a folder that does not exist yet, its future path.
  private static func realPath(_ path: String) -> String {
    if let place = realpath(path.isEmpty ? "." : path, nil) {
      defer { free(place) }
      let text = String(cString: place)
      return text == "/" ? "" : text
    }
    var parent = path[...]
    while parent.hasSuffix("/") { parent.removeLast() }
    let name = String(parent).lastPathComponent ?? ""
    guard name != path else { return realPath(".") + "/" + name }
    parent.removeLast(name.utf8.count)
    let place = realPath(parent.isEmpty ? "." : String(parent))
    switch name {
    case "", ".": return place
    case "..": return place.parentPath
    default: return place + "/" + name
    }
  }

  deinit { if let descriptor = held.withLock({ $0 }) { close(descriptor) } }

  package func lock(_ owner: PublishOwner, breaking: Bool) throws(PublishFault) {
    try makeFolder(path)
    let file = path + "/" + lockName
    // The previous owner may have removed the file between our open and our lock.
    for _ in 0..<100 {
      let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
      guard descriptor >= 0 else { throw fault(file, "cannot be written") }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw .locked(by: readWholeFile(file, atMost: 4_096).flatMap(PublishOwner.init), at: name)
      }
      guard isSame(descriptor, file) else {
        close(descriptor)
        continue
      }
      let bytes = owner.encoded()
      ftruncate(descriptor, 0)
      _ = pwrite(descriptor, bytes, bytes.count, 0)
      return held.withLock { $0 = descriptor }
    }
    throw .locked(by: nil, at: name)
  }

  package func unlock(_ owner: PublishOwner) {
    held.withLock { held in
      guard let descriptor = held else { return }
      if isSame(descriptor, path + "/" + lockName) { unlink(path + "/" + lockName) }
      close(descriptor)
      held = nil
    }
  }

  package func isLocked(by owner: PublishOwner) throws(PublishFault) -> Bool {
    held.withLock { $0.map { isSame($0, path + "/" + lockName) } ?? false }
  }

  package func sizes(of paths: [String]) throws(PublishFault) -> [String: Int] {
    var sizes: [String: Int] = [:]
    for name in paths {
      if let status = FileStatus(at: path + "/" + name, following: false) {
        sizes[name] = status.kind == .file ? status.size : -1
      }
    }
    return sizes
  }

  package func read(_ name: String, atMost limit: Int) throws(PublishFault) -> StoredFile? {
    let file = path + "/" + name
    if let status = FileStatus(at: file, following: false), status.kind != .file {
      throw PublishFault(.failed, "'\(file)' is not a file", hint: "move it away: a release has only files")
    }
    if let bytes = readWholeFile(file, atMost: limit) { return StoredFile(bytes: bytes) }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw fault(file, "cannot be read")
  }

  package func store(
    _ files: [DistFile], sent: @escaping @Sendable (DistFile) -> Void
  ) throws(PublishFault) {
    for file in files {
      try write(file)
      sent(file)
    }
  }

  package func replace(_ file: DistFile, version: String?) throws(PublishFault) {
    try write(file)
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, fsync(descriptor) == 0 else { throw fault(path, "cannot be synced") }
  }

  private func write(_ file: DistFile) throws(PublishFault) {
    let bytes = try file.bytes()
    let place = path + "/" + file.path
    try makeFolder(place.parentPath)
    // A fixed name, so that the next publisher reuses the draft left by a killed one.
    let path = place + ".draft"
    guard var draft = FileDraft(at: path, mode: 0o644) else { throw fault(path, "cannot be written") }
    // Flushed, so that freshness never references files that a power failure could remove.
    guard writeAll(bytes, to: draft.descriptor), draft.close(syncing: true) else {
      throw fault(path, "could not be written completely")
    }
    guard file.kind == .immutable else {
      guard draft.rename(to: place) else { throw fault(place, "cannot be written") }
      return
    }
    // Unlike a rename, a hard link never replaces a file.
    guard !draft.link(to: place) else { return }
    guard errno == EEXIST else { throw fault(place, "cannot be written") }
    guard readWholeFile(place, atMost: bytes.count) == bytes else { throw .appeared(file, at: name) }
  }

  private func makeFolder(_ folder: String) throws(PublishFault) {
    if let fault = makeFolders(folder) { throw self.fault(fault.path, "cannot be made", fault.error) }
  }

  /// Whether a descriptor still refers to the file with this name.
  private func isSame(_ descriptor: Int32, _ file: String) -> Bool {
    guard let one = FileStatus(of: descriptor), let other = FileStatus(at: file, following: false) else {
      return false
    }
    return one.inode == other.inode && one.device == other.device
  }

  private func fault(_ file: String, _ problem: String, _ error: SystemError = .last) -> PublishFault {
    PublishFault(.failed, "'\(file)' \(problem): \(error.message)")
  }
}

extension PublishFault {
  /// The fault for an immutable file that exists with other bytes.
  static func appeared(_ file: DistFile, at name: String) -> PublishFault {
    PublishFault(
      .conflict, "\(name) has another '\(file.path)'",
      hint: file.path.hasPrefix("releases/")
        ? """
        another release has this number: package again for the next one; \
        or the file there was damaged: delete it
        """
        : file.path.hasPrefix("keys/")
          ? "it is another project's place, or the file there was damaged: 'hybrid inspect' shows both" : nil)
  }
}
