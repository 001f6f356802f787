import CInotifyTools
import Glibc
import HybridSystem

/// The one watch table that libinotifytools has in a process, and its event queue.
///
/// Belongs to the thread of ``WatchThread``: the library keeps its table, its read buffer and its error in
/// globals. The library (3.22) has these peculiarities:
/// - Its event call returns from a buffer filled by one `read`, and with a time-out of 0 never waits. Its own
///   time-outs are whole seconds, so this type waits with `poll`; the library does not expose its descriptor,
///   so it is looked up.
/// - It never forgets a watch that the kernel dropped: a folder made again under an old name would be found
///   under its dead number. So each time a path is watched, it is spelled in a way not used before
///   (``spelling(of:)``).
/// - Removing a watch that is dead prints to standard error. So the kernel is asked first which ones are
///   alive.
final class Inotify {
  /// Readable when events wait.
  let descriptor: Int32

  /// One event, copied out of the library's buffer.
  struct Event {
    var watch: Int32
    var mask: UInt32
    var name: String

    /// Whether any of `bits` is set.
    func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    /// Whether it is about a folder.
    var isFolder: Bool { mask & 0x4000_0000 != 0 }  // IN_ISDIR
    var isOverflow: Bool { has(IN_Q_OVERFLOW) }
  }

  /// How often each path was watched before, for those that were.
  private var uses: [String: Int] = [:]

  /// All events requested for a folder's watch.
  private static let mask =
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
    | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK

  /// Opens inotify. `probe` is an open descriptor of a private file, such as a pipe's.
  init(probe: Int32) throws(WatchError) {
    guard inotifytools_init(0, 0, 0) == 1 else {
      throw .unavailable(code: inotifytools_error())
    }
    descriptor = try Inotify.descriptor(probe: probe)
    // The library waits with select, which cannot take more.
    guard descriptor < 1_024 else { throw .unavailable(code: EMFILE) }
    // Sets close-on-exec, which the library does not: a started program (an editor) must not hold the
    // watches.
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw .unavailable(code: errno) }
  }

  /// Watches one folder, not what is below; returns the watch's number.
  func watch(_ path: String) throws(SystemError) -> Int32 {
    let name = spelling(of: path)
    guard inotifytools_watch_file(name, Inotify.mask) == 1 else {
      throw SystemError(code: inotifytools_error())
    }
    uses[path, default: 0] += 1
    // The library ends folders with a slash, unless the folder went away meanwhile.
    let number = inotifytools_wd_from_filename(name.hasSuffix("/") ? name : name + "/")
    guard number > 0 else { throw SystemError(code: ENOENT) }
    return number
  }

  /// Releases watches, except those that the kernel has dropped already.
  func unwatch(_ watches: [Int32]) {
    guard !watches.isEmpty else { return }
    let alive = Inotify.watches(of: descriptor)
    for watch in watches where alive.contains(watch) { _ = inotifytools_remove_watch_by_wd(watch) }
  }

  /// The next event that has come, or nil when there is none; never waits.
  func nextEvent() -> Event? {
    guard let event = inotifytools_next_events(0, 1) else { return nil }
    var name = ""
    if event.pointee.len > 0 {
      // The name follows the fixed part of the struct, ended by NUL and padded with more of them.
      let start = UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
      name = String(cString: start.assumingMemoryBound(to: CChar.self))
    }
    return Event(watch: event.pointee.wd, mask: event.pointee.mask, name: name)
  }

  /// `path`, spelled as it has not been before: the number of earlier uses in binary, `//` for 0 and `/.` for
  /// 1, goes before the path, which says the same to the kernel.
  private func spelling(of path: String) -> String {
    guard var count = uses[path] else { return path }
    var bits = ""
    while count > 0 {
      bits = (count & 1 == 1 ? "/." : "//") + bits
      count >>= 1
    }
    return bits + path
  }

  /// The library's inotify descriptor: the one that watches `probe`, whose file has no other path.
  private static func descriptor(probe: Int32) throws(WatchError) -> Int32 {
    guard inotifytools_watch_file("/proc/self/fd/\(probe)", IN_DELETE_SELF) == 1,
      let status = FileStatus(of: probe)
    else {
      throw .unavailable(code: inotifytools_error())
    }
    let mark = " ino:\(String(status.inode, radix: 16)) "
    for entry in listing(of: "/proc/self/fd") {
      guard let number = Int32(entry.name), let target = KernelFile.linkTarget("/proc/self/fd/\(number)"),
        target.hasSuffix("inotify"), KernelFile.text(of: "/proc/self/fdinfo/\(number)").contains(mark)
      else { continue }
      return number
    }
    throw .unavailable(code: ENOSYS)
  }

  /// The watches that are alive, from `/proc`: lines such as `inotify wd:1 ino:9dc1 …`, numbers in
  /// hexadecimal.
  private static func watches(of descriptor: Int32) -> Set<Int32> {
    var result: Set<Int32> = []
    for line in KernelFile.text(of: "/proc/self/fdinfo/\(descriptor)").split(separator: "\n") {
      guard line.hasPrefix("inotify wd:") else { continue }
      if let number = Int32(line.dropFirst(11).prefix { $0 != " " }, radix: 16) { result.insert(number) }
    }
    return result
  }
}
