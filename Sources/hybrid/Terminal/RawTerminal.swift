import Glibc

/// The terminal of this process in a mode that delivers each key at once.
///
/// The terminal is restored however the process ends: by ``leave()``, at `exit`, by a signal that ends or
/// stops the process, and before a crash is reported. There is one terminal, so the state for signal handlers
/// is global.
final class RawTerminal: Sendable {
  /// How much of the terminal is used.
  enum Style {
    /// Everything: the alternate screen, the mouse, and Ctrl-C and Ctrl-Z as keys.
    case screen
    /// Keys only. Output scrolls as usual, and Ctrl-C and Ctrl-Z remain signals, which work even when no key
    /// is read.
    case keys
  }

  private let style: Style
  /// Whether the terminal understands escape sequences.
  private let isCapable: Bool

  /// nil unless standard input and output are a capable terminal. For the main thread, to which the system
  /// prefers to deliver signals: signals that a parent had blocked would otherwise never arrive.
  init?(_ style: Style = .screen) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    let name = environment("TERM") ?? ""
    isCapable = !name.isEmpty && name != "dumb"
    guard isCapable || style == .keys else { return nil }
    self.style = style
    TerminalSignals.unblock()
  }

  /// Whether this process is in the terminal's foreground process group. A terminal that controls no session,
  /// as in some containers, has no jobs.
  static var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group < 0 || group == getpgrp()
  }

  /// Columns and rows; 80 × 24 if unknown.
  var size: (columns: Int, rows: Int) {
    guard let size = terminalSize(of: STDOUT_FILENO), size.columns > 0, size.rows > 0 else {
      return (80, 24)
    }
    return size
  }

  /// Takes over the terminal. Called again after another program used the terminal, it sets all modes again.
  /// - Returns: false when the terminal has gone, or, with ``Style/keys``, when another job is in the
  ///   foreground.
  @discardableResult
  func enter() -> Bool {
    if style == .keys, !Self.isForeground { return false }
    if !Restoring.isDue {
      guard tcgetattr(STDIN_FILENO, Restoring.modes) == 0 else { return false }
      Restoring.prepare(style, sequence: isCapable ? Self.leaving(style) : "")
    }
    var modes = Restoring.modes.pointee
    switch style {
    case .screen: cfmakeraw(&modes)
    case .keys:
      modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
      // Reads return available bytes and never wait: VMIN and VTIME of termios(3).
      modes.c_cc.6 = 0
      modes.c_cc.5 = 0
    }
    Restoring.isDue = true
    // With TCSADRAIN, a stopped screen, as after Ctrl-S, would block this call for ever.
    guard tcsetattr(STDIN_FILENO, style == .keys ? TCSANOW : TCSADRAIN, &modes) == 0 else { return false }
    return !isCapable || write(Self.entering(style))
  }

  /// Restores the terminal.
  func leave() { Restoring.restore() }

  /// Forgets the terminal: another process uses it, and has set its modes.
  func forget() { Restoring.isDue = false }

  /// Restores the terminal and stops this process, as Ctrl-Z does. When the process continues, takes over the
  /// terminal again.
  func suspend() {
    leave()
    let old = signal(SIGTSTP, SIG_DFL)
    // Raised on this thread, so that the process stops before the next line. Pool threads have signals
    // blocked.
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

  /// Writes all of the text.
  @discardableResult
  func write(_ text: String) -> Bool { Output.standard.write(text) }

  /// The sequences for the alternate screen, no line wrapping, mouse buttons, drags and wheel in SGR format,
  /// and bracketed pastes.
  private static func entering(_ style: Style) -> String {
    switch style {
    case .screen: "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?25l\u{1B}[2J"
    // Bracketed pastes, so that pasted text triggers no key.
    case .keys: "\u{1B}[?2004h"
    }
  }

  private static func leaving(_ style: Style) -> String {
    switch style {
    case .screen:
      "\u{1B}[0m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    case .keys: "\u{1B}[0m\u{1B}[?2004l"
    }
  }
}

/// The columns and rows of the terminal behind a descriptor, 0 where unknown; nil when there is no terminal.
func terminalSize(of descriptor: Int32) -> (columns: Int, rows: Int)? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
  return (Int(size.ws_col), Int(size.ws_row))
}
