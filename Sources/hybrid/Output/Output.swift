import Glibc
import HybridJSON
import HybridReload
import HybridSource
import Synchronization

/// Standard output or standard error: text for people, plain when it is not a terminal.
struct Output: Sendable {
  /// Results.
  static let standard = Output(descriptor: STDOUT_FILENO)
  /// Diagnostics and progress.
  static let error = Output(descriptor: STDERR_FILENO)

  /// The file descriptor, which stays open.
  let descriptor: Int32
  /// Whether a person looks at it.
  let isTerminal: Bool
  /// Whether ANSI colours are wanted: on a terminal that has them, unless `NO_COLOR` is set (no-color.org).
  let usesColor: Bool

  init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    usesColor =
      isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") ?? "dumb" != "dumb"
  }

  /// Whether escape sequences are understood that are no colours.
  var usesTerminal: Bool { isTerminal && !["", "dumb"].contains(environment("TERM") ?? "") }

  /// Writes all of `text`, past interruptions and a full pipe.
  /// - Returns: false when the other end is gone or the disk is full.
  @discardableResult
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all of some bytes, in the same way.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { write($0) } }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        if descriptor == STDOUT_FILENO { Self.failure.store(errno, ordering: .relaxed) }
        return false
      }
    }
    return true
  }

  /// Why standard output could not be written to; 0 while it could.
  private static let failure = Atomic<Int32>(0)

  /// How the process ends: results that are lost, on a full disk for example, are an error of the environment
  /// whatever the command came to. A reader that has seen enough, such as `head`, is none.
  static func ending(_ code: ExitCode) -> ExitCode {
    let failure = failure.load(ordering: .relaxed)
    guard failure != 0, failure != EPIPE, code == .done else { return code }
    error.report(
      Diagnostic(
        .error, "environment.unwritable-output",
        "standard output could not be written to its end: \(String(cString: strerror(failure)))"))
    return .environmentFailed
  }

  /// Prints one diagnostic, with a newline at its end: for people, or as one JSON object.
  func report(_ diagnostic: Diagnostic, asJSON: Bool = false) {
    guard asJSON else {
      write(diagnostic.formatted(color: usesColor) + "\n")
      return
    }
    var json = JSONWriter()
    diagnostic.write(to: &json)
    write(json.text + "\n")
  }

  /// Prints one JSON object and a newline, at once, so that two threads never mix their lines.
  func line(_ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object(members)
    write(json.text + "\n")
  }

  /// Prints what is wrong with the command line, and where to read how it goes.
  func report(_ error: UsageError) {
    report(error.diagnostic)
    let help = ["hybrid", error.command, "--help"].compactMap(\.self).joined(separator: " ")
    write("usage: \(error.usage)\n'\(help)' tells more.\n")
  }

  /// Columns of the terminal; nil when it is none or does not say.
  var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// `text` in bold where there are colours.
  func bold(_ text: String) -> String { paint("1", text) }

  /// `text` between an ANSI style and its end, where there are colours.
  func paint(_ style: String, _ text: String) -> String {
    usesColor ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}

/// A variable of the environment; nil when it is not set.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// Everything that standard input holds, up to its end.
func readStandardInput() -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
    } else if count == 0 || errno != EINTR {
      return bytes
    }
  }
}
