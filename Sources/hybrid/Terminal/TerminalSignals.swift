import Glibc

/// Delivers signals through a descriptor, and catches those that would end the process with the terminal
/// modified.
final class TerminalSignals: Sendable {
  /// The caught signals.
  static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  /// The caught signals when only keys are read: the others keep their default action.
  static let ofKeys = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]
  /// Becomes readable when a signal arrives.
  let descriptor: Int32

  /// Unblocks signals that a parent had blocked. For the main thread, before other threads start.
  static func unblock() {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in numbers { sigaddset(&wanted, number) }
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// Catches signals; nil when no descriptor is available.
  init?(_ numbers: [Int32] = TerminalSignals.numbers) {
    guard let descriptor = SignalPipe.open(isBlocking: false) else { return nil }
    self.descriptor = descriptor
    for number in numbers where !Self.isIgnored(number) { SignalPipe.catchSignal(number) }
    // A process in the background must not be stopped when it takes over the terminal.
    signal(SIGTTOU, SIG_IGN)
  }

  /// Whether the parent process set the signal to be ignored, as `nohup` does.
  private static func isIgnored(_ number: Int32) -> Bool {
    (number == SIGHUP || number == SIGTSTP) && SignalPipe.disposition(of: number) == .ignored
  }

  /// Ignores Ctrl-C and Ctrl-\, which are sent to all processes of the terminal's foreground group.
  ///
  /// The system then drops them when the keys are pressed (POSIX, *Signal Generation and Delivery*). Catching
  /// them and deciding afterwards for whom they were would be a race: the signal may be handled when the
  /// terminal belongs to this process again.
  static func ignoreInterrupts() {
    for number in interrupts.indices {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = SIG_IGN
      sigaction(interrupts[number], &action, former + number)
    }
  }

  /// Undoes ``ignoreInterrupts()``.
  static func heedInterrupts() {
    for number in interrupts.indices { sigaction(interrupts[number], former + number, nil) }
  }

  private static let interrupts = [SIGINT, SIGQUIT]
  /// The previous signal actions.
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: interrupts.count)
    pointer.initialize(repeating: sigaction(), count: interrupts.count)
    return pointer
  }()

  /// The signals that arrived since the last call.
  func read() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map { Int32($0) }
  }
}
