package import Foundation
import HybridSpawning
import Synchronization
package import Testing

/// A program running in a pseudo-terminal: a test can read its screen and send it keys.
///
///     let terminal = try PseudoTerminal(HybridCommand.executable, ["preview", url], columns: 60, rows: 12)
///     try await terminal.shows("Title")
///     terminal.type("\t")
package final class PseudoTerminal: Sendable {
  private let process: SpawnedProgram
  private let descriptor: Int32
  private let received = Mutex<[UInt8]>([])
  /// Whether all output has been received, because no process has the terminal open any more.
  private let isDrained = Mutex(false)
  private let size: Mutex<(columns: Int, rows: Int)>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - isControlling: Whether it is the controlling terminal of the program's session, so that Ctrl-C and
  ///     Ctrl-Z send signals and a shell can have jobs. Use keys to send signals then: ``send(_:)`` only
  ///     reaches the program that started the session.
  ///   - environment: Changes to the environment of the tests.
  package init(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, columns: Int, rows: Int,
    isControlling: Bool = false, environment changes: [String: String] = [:]
  ) throws {
    // Equivalent to posix_openpt, unlockpt and ptsname, which Swift does not import here: tty_ioctl(4),
    // TIOCSPTLCK and TIOCGPTN.
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    try #require(descriptor >= 0)
    try #require(
      ioctl(descriptor, 0x4004_5431, &isLocked) == 0 && ioctl(descriptor, 0x8004_5430, &number) == 0)
    let name = "/dev/pts/\(number)"
    size = Mutex((columns, rows))
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(descriptor, UInt(TIOCSWINSZ), &window) == 0)
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = "xterm-256color"
    environment["NO_COLOR"] = "1"
    // A program that crashes at a terminal would wait there for a debugger, and outlive the tests.
    environment["SWIFT_BACKTRACE"] = "interactive=no"
    let launcher = isControlling ? ["/usr/bin/setsid", "--wait", "--ctty"] : []
    process = try SpawnedProgram(
      launcher + [program.path] + arguments, environment: environment.merging(changes) { $1 },
      in: folder?.path,
      files: [0: .path(name, O_RDWR | O_NOCTTY), 1: .copy(of: 0), 2: .copy(of: 0)])
    let descriptor = descriptor
    Thread.detachNewThread { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = read(descriptor, &buffer, buffer.count)
        guard let self else { return }
        if count <= 0 { return self.isDrained.withLock { $0 = true } }
        self.received.withLock { $0 += buffer.prefix(count) }
      }
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes as if they were typed.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Changes the size of the terminal and notifies the program.
  package func resize(columns: Int, rows: Int) {
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    size.withLock { $0 = (columns, rows) }
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &window)
    process.send(SIGWINCH)
  }

  /// Sends a signal.
  package func send(_ signal: Int32) { process.send(signal) }

  /// Whether the terminal itself echoes and edits typed text, as a shell leaves it.
  package var isCooked: Bool {
    var modes = termios()
    return tcgetattr(descriptor, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
      && modes.c_lflag & tcflag_t(ICANON) != 0
  }

  /// All output of the program.
  package var output: String { received.withLock { String(decoding: $0, as: UTF8.self) } }

  /// The visible rows, without trailing blanks.
  package var rows: [String] {
    let size = size.withLock { $0 }
    var screen = TerminalScreen(columns: size.columns, rows: size.rows)
    screen.draw(output)
    return screen.rows
  }

  /// Waits until a row contains `text`.
  package func shows(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let came = await poll { rows.contains { $0.contains(text) } || !process.isRunning }
    try #require(
      came && rows.contains { $0.contains(text) }, "'\(text)' is not in \(rows)",
      sourceLocation: sourceLocation)
  }

  /// Waits until the output after its first `start` characters contains `text`; returns the number of
  /// characters received.
  @discardableResult
  package func says(
    _ text: String, after start: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Int {
    let came = await poll {
      // The last output arrives after the program's end.
      let isOver = !process.isRunning && isDrained.withLock { $0 }
      return self.output.dropFirst(start).contains(text) || isOver
    }
    let output = output
    try #require(
      came && output.dropFirst(start).contains(text),
      "'\(text)' is not in \(output.dropFirst(start).suffix(4_000))",
      sourceLocation: sourceLocation)
    return output.count
  }

  /// Waits for the program's end; returns its exit code.
  package func end() async throws -> Int32 {
    try #require(await poll { !process.isRunning }, "\(rows)")
    return try #require(process.exitCode)
  }
}

/// A minimal terminal emulation: the cursor, clearing, characters of one or two columns.
private struct TerminalScreen {
  private var cells: [[Character?]]
  private var column = 0
  private var row = 0

  init(columns: Int, rows: Int) {
    cells = [[Character?]](repeating: [Character?](repeating: " ", count: columns), count: rows)
  }

  var rows: [String] {
    cells.map { row in
      var text = String(row.compactMap(\.self))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  mutating func draw(_ output: String) {
    var rest = Array(output)[...]
    while let character = rest.popFirst() {
      if character == "\u{1B}" {
        guard rest.popFirst() == "[" else { continue }
        let parameters = rest.prefix { !$0.isLetter }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst() else { return }
        control(final, String(parameters))
      } else if cells.indices.contains(row), cells[row].indices.contains(column) {
        cells[row][column] = character
        column += 1
        let isWide = character.unicodeScalars.contains { $0.value >= 0x2E80 }
        if isWide, cells[row].indices.contains(column) {
          cells[row][column] = nil
          column += 1
        }
      }
    }
  }

  private mutating func control(_ final: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch final {
    case "H": (row, column) = numbers.count == 2 ? (numbers[0] - 1, numbers[1] - 1) : (0, 0)
    case "J": cells = cells.map { $0.map { _ in " " } }
    default: break
    }
  }
}
