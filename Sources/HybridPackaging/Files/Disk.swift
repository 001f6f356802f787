import CFiles
import Glibc
import HybridSource

/// How a file or folder looks from outside: whoever writes to it, or puts another in its place, changes one
/// of these.
struct DiskStamp: Hashable, Sendable {
  var size: UInt64 = 0
  /// When its bytes were last written, in nanoseconds since 1970.
  var written: UInt64 = 0
  /// When it was last changed in any way.
  var changed: UInt64 = 0
  /// The inode; 0 for what is not there.
  var number: UInt64 = 0

  /// Nothing is there.
  static let missing = DiskStamp()
  /// Looks like nothing at all: a stamp that cannot be relied on.
  static let unknown = DiskStamp(size: .max, written: .max, changed: .max, number: .max)

  /// Of what a path leads to, links followed; ``missing`` when it leads nowhere.
  static func of(_ path: String) -> DiskStamp {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    return DiskStamp(status)
  }

  /// The same, of a path below a folder that is open: the way to that folder is not walked again.
  static func of(_ path: String, in folder: Int32) -> DiskStamp {
    var status = stat()
    guard fstatat(folder, path.isEmpty ? "." : path, &status, 0) == 0 else { return .missing }
    return DiskStamp(status)
  }

  init(size: UInt64 = 0, written: UInt64 = 0, changed: UInt64 = 0, number: UInt64 = 0) {
    (self.size, self.written, self.changed, self.number) = (size, written, changed, number)
  }

  init(_ status: stat) {
    size = UInt64(clamping: status.st_size)
    written = Self.nanoseconds(status.st_mtim)
    changed = Self.nanoseconds(status.st_ctim)
    number = UInt64(status.st_ino)
  }

  /// Whether something could have been written since the stamp was taken without changing it: clocks of file
  /// systems stand still for some milliseconds.
  func isTooYoung(at start: UInt64) -> Bool {
    self != .missing && max(written, changed) > start &- min(start, 50_000_000)
  }

  static func nanoseconds(_ time: timespec) -> UInt64 {
    UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  /// Now, by the clock that files are stamped with.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return nanoseconds(time)
  }
}

/// Files of the machine: DIST, and what is looked at of a project besides its sources.
enum Disk {
  static func fault(_ path: String, _ action: String) -> PackageFault {
    PackageFault(
      .environment, "environment.unwritable-file", "'\(path)' \(action): \(String(cString: strerror(errno)))")
  }

  /// All bytes of a plain file; nil when there is none.
  static func read(_ path: String) throws(PackageFault) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw fault(path, "cannot be read")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PackageFault(.environment, "environment.not-a-file", "'\(path)' is no file")
    }
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
      while count < buffer.count {
        let part = Glibc.read(descriptor, buffer.baseAddress! + count, buffer.count - count)
        if part < 0, errno == EINTR { continue }
        if part < 0 { failed = true }
        guard part > 0 else { break }
        count += part
      }
    }
    if failed { throw fault(path, "cannot be read") }
    return bytes
  }

  static func makeFolder(_ path: String) throws(PackageFault) {
    if mkdir(path, 0o755) == 0 {
      chmod(path, 0o755)  // whatever the umask
      return
    }
    if errno == ENOENT {
      let parent = ProjectPath.folder(of: path)
      guard !parent.isEmpty, parent != path else { throw fault(path, "cannot be made") }
      try makeFolder(parent)
      return try makeFolder(path)
    }
    var status = stat()
    guard errno == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw fault(path, "cannot be made")
    }
  }

  /// Writes beside the file and takes its name: nobody ever reads half of it. Its mode is 0644 whatever the
  /// umask.
  ///
  /// - Parameter syncing: Whether the bytes have to be on the disk before the file has its name.
  static func write(_ bytes: [UInt8], to path: String, syncing: Bool) throws(PackageFault) {
    try write(to: path, syncing: syncing) { descriptor in
      bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    }
  }

  /// The same, with somebody else writing to the draft; `false` when that failed.
  static func write(
    to path: String, syncing: Bool, _ body: (Int32) -> Bool
  ) throws(PackageFault) {
    try WritingGate.shared.pass { () throws(PackageFault) in try writeDraft(of: path, syncing, body) }
  }

  private static func writeDraft(
    of path: String, _ syncing: Bool, _ body: (Int32) -> Bool
  ) throws(PackageFault) {
    let folder = ProjectPath.folder(of: path)
    // One packager at a time: a draft that a killed one left is used up by the next.
    let draft = "\(folder)/.\(ProjectPath.name(of: path)).draft"
    func start() -> Int32 { open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644) }
    var descriptor = start()
    if descriptor < 0, errno == EEXIST {
      unlink(draft)
      descriptor = start()
    }
    guard descriptor >= 0 else { throw fault(path, "cannot be written") }
    let isWritten =
      fchmod(descriptor, 0o644) == 0 && body(descriptor) && (!syncing || fsync(descriptor) == 0)
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, rename(draft, path) == 0 else {
      let fault = fault(path, "could not be written to its end")
      unlink(draft)
      throw fault
    }
  }

  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if count == 0 || errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Puts everything that was written below a folder onto the disk.
  static func sync(_ folder: String) throws(PackageFault) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(folder, "cannot be opened") }
    defer { close(descriptor) }
    guard hybrid_sync_file_system(descriptor) == 0 else {
      throw fault(folder, "could not be put onto the disk")
    }
  }

  /// Puts the names in a folder onto the disk.
  static func syncNames(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The names in a folder that are plain files or folders, links left out; none when there is no folder.
  static func names(in folder: String) -> [(name: String, isFolder: Bool, isLink: Bool)] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [(name: String, isFolder: Bool, isLink: Bool)] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      var type = Int32(entry.pointee.d_type)
      if type == 0 {
        var status = stat()
        guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
        type = Int32(status.st_mode & S_IFMT) >> 12
      }
      switch type {
      case 4: names.append((name, true, false))
      case 8: names.append((name, false, false))
      case 10: names.append((name, false, true))
      default: break
      }
    }
    return names.sorted { $0.name < $1.name }
  }
}
