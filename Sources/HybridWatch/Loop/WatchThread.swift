import Glibc
import HybridConcurrency
import HybridSystem
import Synchronization

/// The thread that waits for events, for all watchers of the process.
///
/// Libinotifytools has one table a process and no locks, so everything that touches it happens here; other
/// threads leave commands. The thread starts with the first watcher and stays, asleep in `poll`, since the
/// table stays too.
///
/// `@unchecked Sendable`: everything mutable is in a `Mutex`, except `loop`, which only the thread itself
/// uses (``run(_:)`` checks that before the shortcut).
final class WatchThread: @unchecked Sendable {
  private let loop: WatchLoop
  private let commands = Mutex<[@Sendable (WatchLoop) -> Void]>([])
  private let identifier = Mutex<pthread_t?>(nil)
  private let wakeReader: Int32
  private let wakeWriter: Int32
  /// Has an exceptional condition when something was mounted or unmounted (proc(5)); −1 without `/proc`.
  private let mounts: Int32

  private static let instance = Mutex<WatchThread?>(nil)

  /// The one thread. When it cannot start, each new watcher tries again: an instance limit can be lifted.
  static func shared() throws(WatchError) -> WatchThread {
    try instance.withLock { instance throws(WatchError) in
      if let instance { return instance }
      let thread = try WatchThread()
      instance = thread
      return thread
    }
  }

  private init() throws(WatchError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .unavailable(code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (wakeReader, wakeWriter) = (ends[0], ends[1])
    // Without inotify everything is polled until there is room: a limit can be lifted.
    let probe = ends[0]
    let openInotify: () -> Inotify? = { try? Inotify(probe: probe) }
    loop = WatchLoop(openInotify: openInotify)
    mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    let started = startThread { [self] in
      identifier.withLock { $0 = pthread_self() }
      runForever()
    }
    guard started else { throw .unavailable(code: EAGAIN) }
  }

  /// Runs `work` on the thread and returns when it is done; at once when this is the thread.
  func run<Value: Sendable>(_ work: @escaping @Sendable (WatchLoop) -> Value) -> Value {
    if identifier.withLock({ $0.map { pthread_equal($0, pthread_self()) != 0 } ?? false }) {
      return work(loop)
    }
    let answer = ThreadAnswer<Value>()
    commands.withLock { $0.append { answer.give(work($0)) } }
    var byte: UInt8 = 1
    // It cannot fail but when the pipe is full, and then the thread wakes as well.
    _ = write(wakeWriter, &byte, 1)
    return answer.wait()
  }

  private func runForever() {
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      var descriptors = [
        pollfd(fd: loop.watches.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
      ]
      var timeout: Int32 = -1
      if let deadline = loop.nextDeadline {
        let time = SystemClock.monotonic
        timeout = deadline <= time ? 0 : Int32(clamping: (deadline - time + 999_999) / 1_000_000)
      }
      // Interrupted by a signal: nothing is ready, and the turn does no harm.
      let isReady = poll(&descriptors, nfds_t(descriptors.count), timeout) > 0
      if isReady, descriptors[2].revents != 0 { loop.mountsChanged() }
      if isReady, descriptors[1].revents != 0 {
        while read(wakeReader, &buffer, buffer.count) > 0 {}
        for command in commands.withLock({ commands in
          defer { commands = [] }
          return commands
        }) {
          command(loop)
        }
      }
      loop.turn()
    }
  }
}
