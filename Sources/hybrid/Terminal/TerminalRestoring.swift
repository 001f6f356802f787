import Glibc

/// What gives the terminal back. Only what a signal handler may do (POSIX, *Async-signal-safe functions*):
/// everything is allocated before a handler is set, and never freed.
enum Restoring {
  /// The modes to go back to.
  nonisolated(unsafe) static let modes: UnsafeMutablePointer<termios> = {
    let pointer = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    pointer.initialize(to: termios())
    return pointer
  }()
  nonisolated(unsafe) private static var sequence = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)
  nonisolated(unsafe) private static let former: UnsafeMutablePointer<sigaction> = {
    let pointer = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    pointer.initialize(repeating: sigaction(), count: 65)
    return pointer
  }()
  /// Set and read by one thread at a time and by handlers that end the process; a byte cannot be seen by
  /// halves.
  nonisolated(unsafe) static var isDue = false
  nonisolated(unsafe) static var signalPipe: Int32 = -1
  nonisolated(unsafe) private static var isPrepared = false
  nonisolated(unsafe) private static var isModest = false

  /// Makes sure of all ways out of the process. The sequence is what the terminal is sent.
  static func prepare(_ style: RawTerminal.Style, sequence text: String) {
    guard !isPrepared else { return }
    isPrepared = true
    sequence = .allocate(capacity: text.utf8.count)
    _ = sequence.initialize(from: text.utf8)
    isModest = style == .keys
    _ = former
    atexit { Restoring.restore() }
    // Ctrl-\ ends a process that only takes keys at once, as it does everywhere.
    let deadly = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] + (isModest ? [SIGQUIT] : [])
    for number in deadly {
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
    if isModest {
      // Somebody else's job has the terminal now, with modes of its own; and a screen that stands still takes
      // nothing.
      guard RawTerminal.isForeground else { return }
      var screen = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      if poll(&screen, 1, 0) == 1 { _ = Glibc.write(STDOUT_FILENO, sequence.baseAddress, sequence.count) }
      tcsetattr(STDIN_FILENO, TCSANOW, modes)
    } else {
      _ = Glibc.write(STDOUT_FILENO, sequence.baseAddress, sequence.count)
      tcsetattr(STDIN_FILENO, TCSADRAIN, modes)
    }
  }
}
