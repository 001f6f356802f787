import Glibc

/// The terminal of this process, taken over: keys come one by one, at once.
///
/// It is given back however the process ends: by ``leave()``, at `exit`, by a signal that ends or stops it,
/// and before a crash is reported. There is one terminal, so what a signal handler needs is in globals.
final class RawTerminal: Sendable {
  /// How much of the terminal is taken.
  enum Style {
    /// All of it: another screen, the mouse, and Ctrl-C and Ctrl-Z as keys.
    case screen
    /// Keys only. What is printed scrolls as ever, and Ctrl-C and Ctrl-Z are the signals that people expect,
    /// also when nothing here would look at a key.
    case keys
  }

  private let style: Style
  /// Whether it understands more than text.
  private let isCapable: Bool

  /// nil unless a person sits at both ends of a terminal that can do it. For the main thread, which the
  /// system prefers to tell of signals: those that a parent had blocked would never come.
  init?(_ style: Style = .screen) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    let name = environment("TERM") ?? ""
    isCapable = !name.isEmpty && name != "dumb"
    guard isCapable || style == .keys else { return nil }
    self.style = style
    TerminalSignals.unblock()
  }

  /// Whether this process is the one that the terminal's keys are meant for, and not a job in the background.
  /// A terminal that controls no session, as some containers have, knows no jobs.
  static var isForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group < 0 || group == getpgrp()
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
  /// - Returns: false when the terminal is gone, or when only keys are wanted and a job in the foreground has
  ///   them.
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
      // Whoever reads gets what is there, and never waits: VMIN and VTIME of termios(3).
      modes.c_cc.6 = 0
      modes.c_cc.5 = 0
    }
    Restoring.isDue = true
    // A screen that stands still, as after Ctrl-S, would keep what waits for it from draining for ever.
    guard tcsetattr(STDIN_FILENO, style == .keys ? TCSANOW : TCSADRAIN, &modes) == 0 else { return false }
    return !isCapable || write(Self.entering(style))
  }

  /// Gives the terminal back as it was.
  func leave() { Restoring.restore() }

  /// Somebody else has the terminal, and has set it as they like.
  func forget() { Restoring.isDue = false }

  /// Leaves and stops this process, as Ctrl-Z does, until it is continued. Then the terminal is taken over
  /// again.
  func suspend() {
    leave()
    let old = signal(SIGTSTP, SIG_DFL)
    // To this thread, so that the process has stopped before the next line. Threads of a pool have signals
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

  /// Sends text, all of it at once.
  @discardableResult
  func write(_ text: String) -> Bool { Output.standard.write(text) }

  /// The other screen, no line breaks of its own, mouse buttons, drags and the wheel as SGR numbers,
  /// bracketed pastes.
  private static func entering(_ style: Style) -> String {
    switch style {
    case .screen: "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?25l\u{1B}[2J"
    // A paste is told from keys, so that no word of it does anything.
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
