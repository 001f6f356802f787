@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Reads keys from a terminal that this process may share: with a shell that moves it to the background, and
/// with an editor to which it lends the terminal.
///
/// Keys are read only in the foreground. In the background, the reader checks once a second whether the
/// process is in the foreground again, since a shell need not notify a job that was not stopped.
final class KeyReader: Sendable {
  private let terminal: RawTerminal
  private let put: @Sendable ([Key]) -> Void
  private let source: any DispatchSourceRead
  private let timer: any DispatchSourceTimer
  private let state = Mutex(State())

  private struct State {
    var parser = KeyParser()
    var isReading = false
    var isWaiting = false
    /// Whether another program uses the terminal temporarily.
    var isLent = false
    var isOver = false
  }

  /// Creates a reader that has not started.
  /// - Parameter put: Receives keys on the reader's thread; must not block.
  init(_ terminal: RawTerminal, put: @escaping @Sendable ([Key]) -> Void) {
    self.terminal = terminal
    self.put = put
    let queue = DispatchQueue(label: "hybrid.keys")
    source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .seconds(1), leeway: .milliseconds(250))
    source.setEventHandler { [weak self] in self?.read() }
    timer.setEventHandler { [weak self] in self?.takeOver() }
  }

  /// Takes over the terminal as soon as this process is in the foreground. Call again after SIGCONT.
  func takeOver() {
    state.withLock { state in
      guard !state.isOver, !state.isLent else { return }
      let isOurs = terminal.enter()
      if !isOurs { terminal.forget() }
      set(&state, reading: isOurs, waiting: !isOurs)
    }
  }

  /// Stops this process, as Ctrl-Z does, with the terminal restored.
  func suspend() {
    state.withLock { set(&$0, reading: false, waiting: false) }
    terminal.suspend()
    takeOver()
  }

  /// Lends the terminal, including the keys that send signals, to another program.
  func lend() {
    TerminalSignals.ignoreInterrupts()
    state.withLock { state in
      state.isLent = true
      set(&state, reading: false, waiting: false)
    }
    terminal.leave()
  }

  /// Takes over the terminal again.
  func takeBack() {
    state.withLock { $0.isLent = false }
    takeOver()
    TerminalSignals.heedInterrupts()
  }

  /// Restores the terminal for good.
  func end() {
    state.withLock { state in
      state.isOver = true
      set(&state, reading: false, waiting: false)
    }
    terminal.leave()
  }

  private func set(_ state: inout State, reading: Bool, waiting: Bool) {
    if reading != state.isReading { reading ? source.resume() : source.suspend() }
    if waiting != state.isWaiting { waiting ? timer.resume() : timer.suspend() }
    (state.isReading, state.isWaiting) = (reading, waiting)
  }

  private func read() {
    let keys = state.withLock { state -> [Key] in
      guard state.isReading else { return [] }
      guard RawTerminal.isForeground else {
        // Input now belongs to another process.
        terminal.forget()
        set(&state, reading: false, waiting: true)
        return []
      }
      // Checked again because Ctrl-C flushes the terminal's queue, possibly after the read event.
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 0) == 1 else { return [] }
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else {
        if count == 0, input.revents & Int16(POLLHUP | POLLERR) == 0 { return [] }
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        // The terminal has gone; the server continues.
        state.isOver = true
        set(&state, reading: false, waiting: false)
        return []
      }
      var keys = state.parser.feed(buffer.prefix(count))
      var more = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      if poll(&more, 1, 0) == 0 { keys += state.parser.flush() }
      return keys
    }
    if !keys.isEmpty { put(keys) }
  }
}
