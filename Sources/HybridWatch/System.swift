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
  var name: String
  var isFolder: Bool
}

/// The entries of a folder, `.` and `..` left out; nil when it cannot be read (`errno` says why). A symbolic link is a
/// file here, wherever it leads.
func listing(of path: String) -> [FolderEntry]? {
  guard let folder = opendir(path) else { return nil }
  defer { closedir(folder) }
  var entries: [FolderEntry] = []
  while let entry = readdir(folder) {
    let type = entry.pointee.d_type
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      String(cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
    }
    if name == "." || name == ".." { continue }
    let isFolder =
      Int(type) == Int(DT_UNKNOWN) ? FileState(at: path + "/" + name) == .folder : Int(type) == Int(DT_DIR)
    entries.append(FolderEntry(name: name, isFolder: isFolder))
  }
  return entries
}

/// What is at a path, links not followed.
enum FileState: Hashable {
  case missing
  case folder
  /// A regular file: its size in bytes, when it was last written (nanoseconds), how many names it has.
  case file(size: Int, modified: Int, links: Int)
  /// A symbolic link, a socket or the like: complete as soon as it is there.
  case other

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

  /// The folder at `path`, links not followed.
  init(at path: String) throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw SystemError(code: errno) }
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
