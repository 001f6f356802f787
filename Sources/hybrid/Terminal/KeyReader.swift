@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Reads keys from a terminal that this process may have to share: with a shell that puts it into the
/// background, with an editor that it lends it to.
///
/// Keys are read only while they are meant for this process. In the background it looks once a second whether
/// it was brought back, for a shell need not say so to a job that was not stopped.
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
    /// Whether another program has the terminal for a while.
    var isLent = false
    var isOver = false
  }

  /// A reader that has not begun.
  /// - Parameter put: Takes keys, on a thread of its own; must not wait.
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

  /// Takes the terminal, as soon as this process is in the foreground. Called again after it was continued.
  func takeOver() {
    state.withLock { state in
      guard !state.isOver, !state.isLent else { return }
      let isOurs = terminal.enter()
      if !isOurs { terminal.forget() }
      set(&state, reading: isOurs, waiting: !isOurs)
    }
  }

  /// Stops this process, as Ctrl-Z asks for, with the terminal as it was before.
  func suspend() {
    state.withLock { set(&$0, reading: false, waiting: false) }
    terminal.suspend()
    takeOver()
  }

  /// Gives the terminal to another program, and with it the keys that are signals.
  func lend() {
    TerminalSignals.ignoreInterrupts()
    state.withLock { state in
      state.isLent = true
      set(&state, reading: false, waiting: false)
    }
    terminal.leave()
  }

  /// Takes it back.
  func takeBack() {
    state.withLock { $0.isLent = false }
    takeOver()
    TerminalSignals.heedInterrupts()
  }

  /// Gives the terminal back for good.
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
        // What is typed now is for somebody else.
        terminal.forget()
        set(&state, reading: false, waiting: true)
        return []
      }
      // Ctrl-C empties the terminal's queue, which may be between the word that there is something and the
      // look at it.
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 0) == 1 else { return [] }
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      guard count > 0 else {
        if count == 0, input.revents & Int16(POLLHUP | POLLERR) == 0 { return [] }
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        // The terminal is gone; what serves goes on.
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
