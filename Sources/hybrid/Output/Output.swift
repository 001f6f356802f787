import Glibc
import HybridJSON
import HybridSource
import HybridSystem
import HybridViewTree
import Synchronization

/// Standard output or standard error: formatted for people on a terminal, plain otherwise.
struct Output: Sendable {
  /// Results.
  static let standard = Output(descriptor: STDOUT_FILENO)
  /// Diagnostics and progress.
  static let error = Output(descriptor: STDERR_FILENO)

  /// The file descriptor, which stays open.
  let descriptor: Int32
  /// Whether it is a terminal.
  let isTerminal: Bool
  /// Whether ANSI colours are wanted: on a terminal that has them, unless `NO_COLOR` is set (no-color.org).
  let usesColor: Bool

  init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    usesColor =
      isTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") ?? "dumb" != "dumb"
  }

  /// Whether escape sequences other than colours are understood.
  var usesTerminal: Bool { isTerminal && !["", "dumb"].contains(environment("TERM") ?? "") }

  /// Writes all of `text`; retries after interruptions and while a pipe is full.
  /// - Returns: false when the reader has gone or the disk is full.
  @discardableResult
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all of `bytes`, in the same way.
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

  /// The `errno` of the first failed write to standard output; 0 without a failure.
  private static let failure = Atomic<Int32>(0)

  /// The final exit code: lost results, on a full disk for example, are an environment error whatever the
  /// command returned. A reader that has closed the pipe, such as `head`, is not an error.
  static func ending(_ code: ExitCode) -> ExitCode {
    let failure = failure.load(ordering: .relaxed)
    guard failure != 0, failure != EPIPE, code == .done else { return code }
    error.report(
      Diagnostic(
        .error, "environment.unwritable-output",
        "standard output could not be written completely: \(SystemError(code: failure).message)"))
    return .environmentFailed
  }

  /// Prints one diagnostic, ending with a newline: for people, or as one JSON object.
  func report(_ diagnostic: Diagnostic, asJSON: Bool = false) {
    guard asJSON else {
      write(diagnostic.formatted(color: usesColor) + "\n")
      return
    }
    var json = JSONWriter()
    diagnostic.write(to: &json)
    write(json.text + "\n")
  }

  /// Prints one JSON object and a newline in a single write, so that threads never mix their lines.
  func line(_ members: (inout JSONWriter) -> Void) {
    var json = JSONWriter()
    json.object(members)
    write(json.text + "\n")
  }

  /// Prints a usage error, and how to get help.
  func report(_ error: UsageError) {
    report(error.diagnostic)
    let help = ["hybrid", error.command, "--help"].compactMap(\.self).joined(separator: " ")
    write("usage: \(error.usage)\n'\(help)' has the details.\n")
  }

  /// The width of the terminal in columns; nil when there is none, or its width is unknown.
  var columns: Int? {
    guard isTerminal, let size = terminalSize(of: descriptor), size.columns > 0 else { return nil }
    return size.columns
  }

  /// `text` in bold where colours are used.
  func bold(_ text: String) -> String { paint("1", text) }

  /// `text` in an ANSI style where colours are used.
  func paint(_ style: String, _ text: String) -> String {
    usesColor ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }
}

/// An environment variable; nil when it is not set.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
