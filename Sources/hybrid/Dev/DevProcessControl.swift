@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Controls the process of `hybrid dev`: takes keys and signals, and ends it when a key, a signal or the end
/// of the reader of standard output asks for that.
final class DevProcessControl: Sendable {
  /// nil without a terminal: then there are no keys, and standard input is never read.
  let keys: KeyReader?
  private let ends: AsyncStream<DevEnd>
  private let end: AsyncStream<DevEnd>.Continuation
  private let last = Mutex(DevEnd.quit)

  /// For the main thread, before there are others.
  /// - Parameter inbox: Where keys go.
  init(_ inbox: DevInbox) {
    (ends, end) = AsyncStream.makeStream(of: DevEnd.self)
    let terminal = RawTerminal(.keys)
    keys = terminal.map { KeyReader($0) { inbox.put($0) } }
    // A write without a reader returns an error instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    // A job in the background reads no keys; to be stopped for the attempt would stop the server.
    signal(SIGTTIN, SIG_IGN)
    TerminalSignals.unblock()
    // Without a terminal Ctrl-Z stops the process by itself, as it does every other.
    let numbers = TerminalSignals.ofKeys.filter { terminal != nil || $0 != SIGTSTP && $0 != SIGCONT }
    if let signals = TerminalSignals(numbers) { follow(signals) }
    followOutput()
  }

  /// Begins to take keys.
  func begin() { keys?.takeOver() }

  /// Asks for the end.
  func finish(_ reason: DevEnd) { end.yield(reason) }

  /// Waits until the end is asked for, and gives the terminal back.
  func wait() async {
    for await first in ends {
      last.withLock { $0 = first }
      break
    }
    keys?.end()
    // Whoever asks twice means it.
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }

  /// Why it ended, once it did.
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
    // For as long as the process lives.
    _ = Unmanaged.passRetained(source as AnyObject)
  }

  /// Notices when the reader of a pipe has gone, also while there is nothing to write.
  private func followOutput() {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0 else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFIFO || kind == S_IFSOCK else { return }
    DispatchQueue(label: "hybrid.output").async { [end] in
      // poll(2) tells of these two without being asked.
      var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&output, 1, -1) <= 0 { guard errno == EINTR else { return } }
      if output.revents & Int16(POLLERR | POLLHUP) != 0 { end.yield(.outputClosed) }
    }
  }
}

/// Makes sure that descriptors 0, 1 and 2 are open, for whatever is opened next would else take their place
/// and be read or written as if it were the terminal.
func openStandardDescriptors() {
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
    // The lowest free one, which is this.
    _ = open("/dev/null", descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY)
  }
}
