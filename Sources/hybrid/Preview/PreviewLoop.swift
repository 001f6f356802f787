@preconcurrency import Dispatch
import Glibc
import HybridDrawing
import HybridViewTree
import Synchronization

/// The input and output of the interactive preview: reads the terminal, the source and signals, and draws.
struct PreviewLoop {
  let source: any PreviewSource
  let terminal: RawTerminal
  private let inbox = Inbox()
  /// How long to wait for the page's answer before the page's own state is shown.
  private static let patience = Duration.milliseconds(500)

  init(source: any PreviewSource, terminal: RawTerminal) {
    self.source = source
    self.terminal = terminal
  }

  /// Shows the page until the user quits.
  func run() async -> ExitCode {
    guard let signals = TerminalSignals(), terminal.enter() else { return .environmentFailed }
    let readers = [
      read(STDIN_FILENO, keys),
      read(signals.descriptor) { [inbox] in
        for number in signals.read() { inbox.put(.signal(number)) }
        return true
      },
    ]
    let following = Task { [inbox, source] in
      for await update in source.updates { inbox.put(.update(update)) }
    }
    await show()
    following.cancel()
    source.close()
    for reader in readers { reader.cancel() }
    terminal.leave()
    return .done
  }

  private func show() async {
    let size = terminal.size
    var model = PreviewModel(
      columns: size.columns, rows: size.rows,
      drawing: TerminalDrawing(colors: Screen.colors(of: .standard)))
    var parser = KeyParser()
    var frame = Frame(terminal: terminal, colors: model.drawing.colors)
    frame.draw(model.screen())
    var turn = 0
    var painted: Int?
    for await _ in inbox.arrivals {
      turn += 1
      for input in inbox.take() {
        switch input {
        case .bytes(let bytes, let isAll):
          var keys = parser.feed(bytes)
          if isAll { keys += parser.flush() }
          for key in keys {
            guard carryOut(model.handle(key), &frame, &model) else { return }
          }
        case .update(let update): guard carryOut(model.take(update), &frame, &model) else { return }
        case .idle(let number):
          if number == turn - 1 { guard carryOut(model.settle(), &frame, &model) else { return } }
        case .signal(let number):
          guard carryOut(signal: number, &frame, &model) else { return }
        case .ended: return
        }
      }
      frame.draw(model.screen())
      if let revision = model.page?.revision, revision != painted {
        painted = revision
        source.painted(revision)
      }
      guard model.isWaiting else { continue }
      Task { [inbox, turn] in
        try? await Task.sleep(for: Self.patience)
        inbox.put(.idle(turn))
      }
    }
  }

  /// Sends events and performs commands; returns false to end the preview.
  private func carryOut(
    _ outcome: PreviewModel.Outcome, _ frame: inout Frame, _ model: inout PreviewModel
  ) -> Bool {
    for event in outcome.events { source.send(event) }
    switch outcome.command {
    case .quit?: return false
    case .redraw?: frame.forget()
    case .suspend?: suspend(&frame, &model)
    case nil: break
    }
    return true
  }

  private func carryOut(signal number: Int32, _ frame: inout Frame, _ model: inout PreviewModel) -> Bool {
    switch number {
    case SIGWINCH: resize(&model)
    case SIGTSTP: suspend(&frame, &model)
    case SIGCONT:
      // Another program may have changed the terminal's modes meanwhile.
      terminal.enter()
      frame.forget()
      resize(&model)
    default: return false
    }
    return true
  }

  private func suspend(_ frame: inout Frame, _ model: inout PreviewModel) {
    terminal.suspend()
    frame.forget()
    resize(&model)
  }

  private func resize(_ model: inout PreviewModel) {
    let size = terminal.size
    model.resize(columns: size.columns, rows: size.rows)
  }

  // MARK: Reading

  /// Reads all available bytes from the terminal; returns false at its end.
  private var keys: @Sendable () -> Bool {
    { [inbox] in
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else {
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        inbox.put(.ended)
        return false
      }
      var more = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      inbox.put(.bytes(Array(buffer.prefix(count)), isAll: poll(&more, 1, 0) == 0))
      return true
    }
  }

  /// Calls `body` whenever the descriptor is readable, until it returns false.
  private func read(_ descriptor: Int32, _ body: @escaping @Sendable () -> Bool) -> any DispatchSourceRead {
    let reader = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "hybrid.terminal"))
    reader.setEventHandler { if !body() { reader.cancel() } }
    reader.resume()
    return reader
  }
}

/// The contents of the terminal.
private struct Frame {
  let terminal: RawTerminal
  let colors: TerminalDrawing.Colors
  private var shown: CellGrid?
  private var cursor: (column: Int, row: Int)?

  init(terminal: RawTerminal, colors: TerminalDrawing.Colors) {
    self.terminal = terminal
    self.colors = colors
  }

  /// Forces the next draw to be complete.
  mutating func forget() { shown = nil }

  /// Sends the differences in one write.
  mutating func draw(_ screen: PreviewModel.Screen) {
    let changes = screen.grid.update(from: shown, colors)
    let isMoved = screen.cursor?.column != cursor?.column || screen.cursor?.row != cursor?.row
    guard !changes.isEmpty || isMoved else { return }
    var text = "\u{1B}[?25l" + changes
    if let cursor = screen.cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
    terminal.write(text)
    (shown, cursor) = (screen.grid, screen.cursor)
  }
}

/// Received and unprocessed input, from any thread.
private final class Inbox: Sendable {
  enum Input: Sendable {
    /// Bytes from the terminal, and whether no more are available.
    case bytes([UInt8], isAll: Bool)
    case update(PreviewUpdate)
    case signal(Int32)
    /// Nothing has arrived since that turn.
    case idle(Int)
    case ended
  }

  /// Yields when input has arrived.
  let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  private let waiting = Mutex<[Input]>([])

  init() { (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ input: Input) {
    waiting.withLock { $0.append(input) }
    bell.yield()
  }

  func take() -> [Input] {
    waiting.withLock { inputs in
      defer { inputs = [] }
      return inputs
    }
  }
}
