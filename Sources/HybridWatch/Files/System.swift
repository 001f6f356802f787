import Glibc

/// The system's words for an `errno`.
func message(ofErrno code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}

/// Nanoseconds since some fixed moment; never goes back.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// One entry of a folder.
struct FolderEntry {
  /// What it is; devices, pipes and sockets are files here.
  enum Kind { case file, folder, link }
  var name: String
  var kind: Kind
}

/// The entries of a folder, `.` and `..` left out; empty when it cannot be read.
func listing(of path: String) -> [FolderEntry] {
  guard let stream = opendir(path) else { return [] }
  defer { closedir(stream) }
  return entries(of: stream, at: path)
}

/// The entries of an open folder, which is at `path`. Names that are not UTF-8 are left out: nothing can name
/// them.
func entries(of stream: OpaquePointer, at path: String) -> [FolderEntry] {
  var entries: [FolderEntry] = []
  while let entry = readdir(stream) {
    let type = Int(entry.pointee.d_type)
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      String(validatingCString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
    }
    guard let name, name != ".", name != ".." else { continue }
    let kind: FolderEntry.Kind =
      switch type {
      case Int(DT_DIR): .folder
      case Int(DT_LNK): .link
      case Int(DT_UNKNOWN): FileState(at: path + "/" + name).kind
      default: .file
      }
    entries.append(FolderEntry(name: name, kind: kind))
  }
  return entries
}

/// What is at a path, links not followed.
enum FileState: Hashable {
  case missing
  case folder
  /// A regular file: its size in bytes, when it was last written (nanoseconds), how many names it has.
  case file(size: Int, modified: Int, links: Int)
  /// A symbolic link: complete as soon as it is there, like sockets and the rest.
  case link
  case other

  fileprivate var kind: FolderEntry.Kind {
    switch self {
    case .folder: .folder
    case .link: .link
    case .missing, .file, .other: .file
    }
  }

  init(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      self = .missing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .folder
    case S_IFREG:
      self = .file(
        size: Int(status.st_size), modified: status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec,
        links: Int(status.st_nlink))
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}

/// An `errno`.
struct SystemError: Error { var code: Int32 }

/// Which folder a path leads to, as the kernel sees it: two paths with the same identity are one folder.
struct FolderIdentity: Hashable {
  var device: UInt
  var inode: UInt

  /// The folder at `path`; a link at its end is followed if `following` says so.
  init(at path: String, following: Bool = false) throws(SystemError) {
    var status = stat()
    guard (following ? stat(path, &status) : lstat(path, &status)) == 0 else {
      throw SystemError(code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}

/// Where a symbolic link leads, or nil.
func linkTarget(_ path: String) -> String? {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = buffer.withUnsafeMutableBytes { bytes in
    bytes.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
  }
  return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
}

/// A whole file as text; empty when it cannot be read.
func contents(of path: String) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count <= 0 { break }
    bytes += buffer.prefix(count)
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// `path` without symbolic links, or nil when there is nothing.
func canonicalPath(_ path: String) -> String? {
  guard let result = realpath(path, nil) else { return nil }
  defer { free(result) }
  return String(cString: result)
}
