import Glibc

/// Restores the terminal, using only functions that a signal handler may call (POSIX, *Async-signal-safe
/// functions*): memory is allocated before a handler is installed, and never freed.
enum Restoring {
  /// The terminal modes to restore.
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
  /// Set and read by one thread at a time and by handlers that end the process; a byte is written atomically.
  nonisolated(unsafe) static var isDue = false
  nonisolated(unsafe) private static var isPrepared = false
  nonisolated(unsafe) private static var isModest = false

  /// Installs handlers for all ways in which the process ends. `text` is the sequence that resets the
  /// terminal.
  static func prepare(_ style: RawTerminal.Style, sequence text: String) {
    guard !isPrepared else { return }
    isPrepared = true
    sequence = .allocate(capacity: text.utf8.count)
    _ = sequence.initialize(from: text.utf8)
    isModest = style == .keys
    _ = former
    atexit { Restoring.restore() }
    // With keys only, Ctrl-\ is left enabled and ends the process, so its signal is handled too.
    let deadly = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] + (isModest ? [SIGQUIT] : [])
    for number in deadly {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        Restoring.restore()
        // Restores the former crash handler, such as the runtime's backtraces, and raises the signal again.
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
      // In the background, another job has set the terminal's modes; and a stopped screen accepts no output.
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
