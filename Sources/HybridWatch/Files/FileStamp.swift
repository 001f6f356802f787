import Glibc

/// What tells two versions of a file apart without reading it: when it was written, how long it is, which
/// file it is.
///
/// Where these cannot tell, because the file was written in the same tick of the file system's clock in which
/// it was looked at, a hash of its content is kept as well (the same thought as in git's "racy" index
/// entries).
struct FileStamp: Hashable {
  /// Nanoseconds since 1970, by the file system's clock.
  var modified: Int64
  /// In bytes; −1 when nothing is known.
  var size: Int64
  var inode: UInt64
  /// Of the content; 0 when the other three suffice.
  var contentHash: UInt64 = 0

  /// Differs from every file.
  static let unknown = FileStamp(modified: 0, size: -1, inode: 0)

  private init(modified: Int64, size: Int64, inode: UInt64) {
    (self.modified, self.size, self.inode) = (modified, size, inode)
  }

  /// What the system says of a file.
  init(_ status: stat) {
    modified = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
    size = Int64(status.st_size)
    inode = UInt64(status.st_ino)
  }

  /// The file at `path`, links not followed, as it is at `clock` (``wallClock()``); nil when there is none.
  init?(at path: String, clock: Int64) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
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

/// Nanoseconds since 1970 by the clock that people see, as times of files are.
func wallClock() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A hash of a regular file's bytes, or of a link's target, good within this process and never 0. Another one
/// each time when the file cannot be read or has more bytes than any source file.
func contentHash(of path: String) -> UInt64 {
  var hasher = Hasher()
  if let target = linkTarget(path) {
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
