import Glibc

/// The terminal of this process, taken over as a whole: keys one by one, another screen, the mouse.
///
/// It is given back however the process ends: by ``leave()``, at `exit`, by a signal that ends or stops it, and before a
/// crash is reported. There is one terminal, so what a signal handler needs is in globals.
final class RawTerminal: Sendable {
  /// nil unless a person sits at both ends of a terminal that can do it. For the main thread, which the system prefers to
  /// tell of signals: those that a parent had blocked would never come.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    guard let name = environment("TERM"), !name.isEmpty, name != "dumb" else { return nil }
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for number in TerminalSignals.numbers { sigaddset(&wanted, number) }
    pthread_sigmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// Columns and rows; 80 × 24 where it does not say.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Takes the terminal over. Called again, after something else had it, it sets everything anew.
  /// - Returns: false when the terminal is gone.
  @discardableResult
  func enter() -> Bool {
    if !Restoring.isDue {
      guard tcgetattr(STDIN_FILENO, Restoring.modes) == 0 else { return false }
      Restoring.prepare()
    }
    var modes = Restoring.modes.pointee
    cfmakeraw(&modes)
    Restoring.isDue = true
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) == 0 else { return false }
    return write(Self.entering)
  }

  /// Gives the terminal back as it was.
  func leave() { Restoring.restore() }

  /// Leaves and stops this process, as Ctrl-Z does, until it is continued. Then the terminal is taken over again.
  func suspend() {
    leave()
    let old = signal(SIGTSTP, SIG_DFL)
    // To this thread, so that the process has stopped before the next line. Threads of a pool have signals blocked.
    var stop = sigset_t()
    var mask = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    signal(SIGTSTP, old)
    enter()
  }

  /// Sends text, all of it at once.
  @discardableResult
  func write(_ text: String) -> Bool { Output.standard.write(text) }

  /// The other screen, no line breaks of its own, mouse buttons, drags and the wheel as SGR numbers, bracketed pastes.
  private static let entering =
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?25l\u{1B}[2J"
}

/// Signals as something to read, and those that would leave the terminal as it is, caught.
final class TerminalSignals: Sendable {
  /// What is caught.
  static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  /// Readable when one came.
  let descriptor: Int32

  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    descriptor = ends[0]
    Restoring.signalPipe = ends[1]
    for number in Self.numbers {
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

  /// The signals that came since the last call.
  func read() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return bytes.prefix(max(0, count)).map { Int32($0) }
  }
}

/// What gives the terminal back. Only what a signal handler may do (POSIX, *Async-signal-safe functions*): everything is
/// allocated before a handler is set, and never freed.
private enum Restoring {
  /// The modes to go back to.
  nonisolated(unsafe) static let modes: UnsafeMutablePointer<termios> = {
    let pointer = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    pointer.initialize(to: termios())
    return pointer
  }()
  nonisolated(unsafe) private static let sequence: UnsafeMutableBufferPointer<UInt8> = {
    let text = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = buffer.initialize(from: text.utf8)
    return buffer
  }()
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    pointer.initialize(repeating: sigaction(), count: 65)
    return pointer
  }()
  /// Set and read by one thread at a time and by handlers that end the process; a byte cannot be seen by halves.
  nonisolated(unsafe) static var isDue = false
  nonisolated(unsafe) static var signalPipe: Int32 = -1
  nonisolated(unsafe) private static var isPrepared = false

  /// Makes sure of all ways out of the process.
  static func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    _ = (sequence.count, former)
    atexit { Restoring.restore() }
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        Restoring.restore()
        // Whoever was to be told of the crash, such as the runtime's backtraces, is told now.
        sigaction(number, Restoring.former + Int(number), nil)
        raise(number)
      }
      sigaction(number, &action, former + Int(number))
    }
  }

  static func restore() {
    guard isDue else { return }
    isDue = false
    _ = Glibc.write(STDOUT_FILENO, sequence.baseAddress, sequence.count)
    tcsetattr(STDIN_FILENO, TCSADRAIN, modes)
  }
}
