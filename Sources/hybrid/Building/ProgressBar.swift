@preconcurrency import Dispatch
import Synchronization

/// A progress bar on the last line of a terminal, for work that takes longer than half a second. Any thread
/// may report progress.
final class ProgressBar: Sendable {
  private struct State {
    var done = 0
    var drawn: ContinuousClock.Instant?
  }

  private let total: Int
  private let output: Output
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// - Parameter total: The number of steps.
  init(total: Int, output: Output = .error) {
    self.total = total
    self.output = output
  }

  /// Adds `count` completed steps.
  func step(_ count: Int = 1) {
    guard output.isTerminal else { return }
    state.withLock { state in
      state.done += count
      let now = ContinuousClock.now
      guard now - start > .milliseconds(500), now - (state.drawn ?? start) > .milliseconds(80) else { return }
      state.drawn = now
      output.write("\r" + Self.bar(done: state.done, total: total))
    }
  }

  /// Removes the bar.
  func end() {
    state.withLock { state in
      if state.drawn != nil { output.write("\r\u{1B}[K") }
    }
  }

  /// `████████░░░░░░░░░░░░  120 of 312`
  static func bar(done: Int, total: Int) -> String {
    let width = 20
    let full = total == 0 ? width : min(width, width * done / total)
    return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
      + "  \(done) of \(total)"
  }
}
