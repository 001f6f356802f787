import Glibc

/// The system's information about a file, without reading it (`stat(2)`).
package struct FileStatus: Hashable, Sendable {
  /// The type of a file.
  package enum Kind: Hashable, Sendable {
    case file, folder, link, pipe, socket
    /// A device.
    case other
  }

  /// The type.
  package let kind: Kind
  /// In bytes.
  package let size: Int
  /// When the content was last written, in nanoseconds since 1970.
  package let written: Int
  /// When the content or the metadata last changed, in nanoseconds since 1970.
  package let changed: Int
  /// With ``inode`` the identity of the file, whatever its path.
  package let device: UInt64
  package let inode: UInt64
  /// The number of its names.
  package let links: Int
  /// The user to whom it belongs.
  package let owner: UInt32
  /// The permission bits: `0o644`.
  package let permissions: UInt32

  /// The file at a path; nil, with `errno` set, when there is none or it cannot be reached.
  ///
  /// - Parameters:
  ///   - following: Whether a symbolic link at the end of the path is followed.
  ///   - folder: The open folder from which a relative path leads; nil for the working directory.
  package init?(at path: String, following: Bool = true, in folder: Int32? = nil) {
    var status = stat()
    guard fstatat(folder ?? AT_FDCWD, path, &status, following ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else {
      return nil
    }
    self.init(status)
  }

  /// An open file; nil, with `errno` set, when the descriptor is not valid.
  package init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .other
      }
    size = Int(status.st_size)
    written = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    links = Int(status.st_nlink)
    owner = status.st_uid
    permissions = status.st_mode & 0o7777
  }

  /// Whether there is a folder at a path, links followed.
  package static func isFolder(_ path: String) -> Bool { FileStatus(at: path)?.kind == .folder }
}
