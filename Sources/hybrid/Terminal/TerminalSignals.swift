import Glibc

/// Signals as something to read, and those that would leave the terminal as it is, caught.
final class TerminalSignals: Sendable {
  /// What is caught.
  static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  /// What is caught where only keys are taken: the system may go on with the others by itself.
  static let ofKeys = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]
  /// Readable when one came.
  let descriptor: Int32

  /// Lets signals through that a parent had blocked. For the main thread, before others are begun.
  static func unblock() {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in numbers { sigaddset(&wanted, number) }
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// Catches signals; nil when there are no descriptors left.
  init?(_ numbers: [Int32] = TerminalSignals.numbers) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    Restoring.signalPipe = ends[1]
    for number in numbers where !Self.isIgnored(number) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = Glibc.write(Restoring.signalPipe, &byte, 1)
        errno = error
      }
      action.sa_flags = Int32(SA_RESTART)
      sigaction(number, &action, nil)
    }
    // Taking the terminal over from the background must not stop the process.
    signal(SIGTTOU, SIG_IGN)
  }

  /// Whether whoever started this process wants it to be deaf to this one, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    guard number == SIGHUP || number == SIGTSTP else { return false }
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
  }

  /// Makes this process deaf to Ctrl-C and Ctrl-\, which go to all who share the terminal.
  ///
  /// The system drops them then as the keys are pressed (POSIX, *Signal Generation and Delivery*). To catch
  /// them and to ask afterwards whose they were would be a race: one may be handled when the terminal is ours
  /// again.
  static func ignoreInterrupts() {
    for number in interrupts.indices {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = SIG_IGN
      sigaction(interrupts[number], &action, former + number)
    }
  }

  /// Hears them again, as before ``ignoreInterrupts()``.
  static func heedInterrupts() {
    for number in interrupts.indices { sigaction(interrupts[number], former + number, nil) }
  }

  private static let interrupts = [SIGINT, SIGQUIT]
  /// What was done with them before.
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: interrupts.count)
    pointer.initialize(repeating: sigaction(), count: interrupts.count)
    return pointer
  }()

  /// The signals that came since the last call.
  func read() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map { Int32($0) }
  }
}
