@preconcurrency import Dispatch
import Glibc
import HybridSystem
import Synchronization

/// Controls the process of `hybrid dev`: receives keys and signals, and ends the process on a key, on a
/// signal, or when the reader of standard output has gone.
final class DevProcessControl: Sendable {
  /// nil without a terminal: then no keys are read from standard input.
  let keys: KeyReader?
  private let ends: AsyncStream<DevEnd>
  private let end: AsyncStream<DevEnd>.Continuation
  private let last = Mutex(DevEnd.quit)

  /// Must be called on the main thread, before other threads start.
  /// - Parameter inbox: Receives the keys.
  init(_ inbox: DevInbox) {
    (ends, end) = AsyncStream.makeStream(of: DevEnd.self)
    let terminal = RawTerminal(.keys)
    keys = terminal.map { KeyReader($0) { inbox.put($0) } }
    // A write without a reader returns an error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // A background job reads no keys. Without this, an attempt to read would stop the server.
    signal(SIGTTIN, SIG_IGN)
    TerminalSignals.unblock()
    // Without a terminal, Ctrl-Z stops the process by default, like any other.
    let numbers = TerminalSignals.ofKeys.filter { terminal != nil || $0 != SIGTSTP && $0 != SIGCONT }
    if let signals = TerminalSignals(numbers) { follow(signals) }
    followOutput()
  }

  /// Starts reading keys.
  func begin() { keys?.takeOver() }

  /// Requests the end of the process.
  func finish(_ reason: DevEnd) { end.yield(reason) }

  /// Waits for the request to end, then restores the terminal.
  func wait() async {
    for await first in ends {
      last.withLock { $0 = first }
      break
    }
    keys?.end()
    // A second signal ends the process at once.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }

  /// The reason for the end, after the end.
  var reason: DevEnd { last.withLock { $0 } }

  private func follow(_ signals: TerminalSignals) {
    let queue = DispatchQueue(label: "hybrid.signals")
    let source = DispatchSource.makeReadSource(fileDescriptor: signals.descriptor, queue: queue)
    source.setEventHandler { [keys, end] in
      for number in signals.read() {
        switch number {
        case SIGTSTP: keys?.suspend()
        case SIGCONT: keys?.takeOver()
        default: end.yield(.signal(number))
        }
      }
    }
    source.resume()
    // Retained for the lifetime of the process.
    _ = Unmanaged.passRetained(source as AnyObject)
  }

  /// Detects that the reader of a pipe has gone, even while nothing is written.
  private func followOutput() {
    guard let kind = FileStatus(of: STDOUT_FILENO)?.kind, kind == .pipe || kind == .socket else { return }
    DispatchQueue(label: "hybrid.output").async { [end] in
      // poll(2) always reports POLLERR and POLLHUP, without being asked.
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) <= 0 { guard errno == EINTR else { return } }
      if output.revents & Int16(POLLERR | POLLHUP) != 0 { end.yield(.outputClosed) }
    }
  }
}

/// Makes sure that descriptors 0, 1 and 2 are open. Otherwise the next file opened would get such a number
/// and be used as if it were the terminal.
func openStandardDescriptors() {
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
    // `open` returns the lowest free descriptor, which is this one.
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
  }
}
