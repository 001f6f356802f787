import Glibc
import HybridSystem

/// One entry of a folder.
struct WatchedEntry {
  /// The type of an entry; devices, pipes and sockets count as files.
  enum Kind { case file, folder, link }
  var name: String
  var kind: Kind
}

/// The entries of a folder, `.` and `..` left out; empty when it cannot be read.
func listing(of path: String) -> [WatchedEntry] {
  guard var folder = FolderStream(at: path) else { return [] }
  return entries(of: &folder, at: path)
}

/// The entries of an open folder, which is at `path`. Names that are not UTF-8 are left out: nothing can name
/// them.
func entries(of folder: inout FolderStream, at path: String) -> [WatchedEntry] {
  var entries: [WatchedEntry] = []
  while let entry = folder.next() {
    guard entry.isNameExact else { continue }
    let kind: WatchedEntry.Kind =
      switch entry.kind {
      case .folder: .folder
      case .link: .link
      case nil: WatchedState(at: path + "/" + entry.name).kind
      case .file, .pipe, .socket, .other: .file
      }
    entries.append(WatchedEntry(name: entry.name, kind: kind))
  }
  return entries
}

/// The state of a path, links not followed.
enum WatchedState: Hashable {
  case missing
  case folder
  /// A regular file: its size in bytes, when it was last written (nanoseconds), how many names it has.
  case file(size: Int, modified: Int, links: Int)
  /// A symbolic link: complete as soon as it is there, like sockets and the rest.
  case link
  case other

  fileprivate var kind: WatchedEntry.Kind {
    switch self {
    case .folder: .folder
    case .link: .link
    case .missing, .file, .other: .file
    }
  }

  init(at path: String) {
    guard let status = FileStatus(at: path, following: false) else {
      self = .missing
      return
    }
    self =
      switch status.kind {
      case .folder: .folder
      case .file: .file(size: status.size, modified: status.written, links: status.links)
      case .link: .link
      case .pipe, .socket, .other: .other
      }
  }
}

/// Which folder a path leads to, as the kernel sees it: two paths with the same identity are one folder.
struct FolderIdentity: Hashable {
  var device: UInt
  var inode: UInt

  /// The folder at `path`; a link at its end is followed if `following` says so.
  init(at path: String, following: Bool = false) throws(SystemError) {
    guard let status = FileStatus(at: path, following: following) else { throw SystemError(code: errno) }
    guard status.kind == .folder else { throw SystemError(code: ENOTDIR) }
    (device, inode) = (UInt(status.device), UInt(status.inode))
  }
}

/// `path` without symbolic links, or nil when there is nothing.
func canonicalPath(_ path: String) -> String? {
  guard let result = realpath(path, nil) else { return nil }
  defer { free(result) }
  return String(cString: result)
}
