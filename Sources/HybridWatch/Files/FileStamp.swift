import Glibc
import HybridSystem

/// Distinguishes two versions of a file without reading it: by time of writing, length and inode.
///
/// If these do not suffice, because the file was written in the same clock tick of the file system in which
/// it was checked, a hash of its content is stored as well (as for git's "racy" index entries).
struct FileStamp: Hashable {
  /// Nanoseconds since 1970, by the file system's clock.
  var modified: Int64
  /// In bytes; −1 when nothing is known.
  var size: Int64
  var inode: UInt64
  /// The hash of the content; 0 when the other three suffice.
  var contentHash: UInt64 = 0

  /// Differs from every file.
  static let unknown = FileStamp(modified: 0, size: -1, inode: 0)

  private init(modified: Int64, size: Int64, inode: UInt64) {
    (self.modified, self.size, self.inode) = (modified, size, inode)
  }

  /// A stamp from the system's metadata.
  init(_ status: FileStatus) {
    modified = Int64(status.written)
    size = Int64(status.size)
    inode = status.inode
  }

  /// The file at `path`, links not followed, as it is at `clock` (``wallClock()``); nil when there is none.
  init?(at path: String, clock: Int64) {
    guard let status = FileStatus(at: path, following: false), status.kind != .folder else { return nil }
    self.init(status)
    if mayChangeUnseen(at: clock) { contentHash = HybridWatch.contentHash(of: path) }
  }

  /// Whether a write after `clock` could leave all but the content as it is. Clocks tick every 10 ms or
  /// faster; those of file systems that keep whole seconds every 2 s (FAT).
  func mayChangeUnseen(at clock: Int64) -> Bool {
    let tick: Int64 = modified % 1_000_000_000 == 0 ? 2_000_000_000 : 20_000_000
    return modified > clock - tick
  }

  /// Whether the file at `path`, which now has the stamp `current`, is the one this was taken of.
  func isSame(as current: FileStamp, at path: @autoclosure () -> String) -> Bool {
    let isEqual = modified == current.modified && size == current.size && inode == current.inode
    guard contentHash != 0, size == current.size else { return isEqual }
    return contentHash == HybridWatch.contentHash(of: path())
  }
}

/// Nanoseconds since 1970 by the wall clock, like file times.
func wallClock() -> Int64 { Int64(SystemClock.wall) }

/// A hash of a regular file's bytes, or of a link's target, good within this process and never 0. If the file
/// cannot be read or is larger than any source file, the value differs each time.
func contentHash(of path: String) -> UInt64 {
  var hasher = Hasher()
  if let target = KernelFile.linkTarget(path) {
    hasher.combine(target)
  } else {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { return .random(in: 1...(.max)) }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { bytes in
        let count = read(descriptor, bytes.baseAddress, bytes.count)
        if count > 0 { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
        return count
      }
      if count == 0 { break }
      total += count
      guard count > 0, total <= 16 << 20 else { return .random(in: 1...(.max)) }
    }
  }
  return UInt64(bitPattern: Int64(hasher.finalize())) | 1
}
