import Synchronization

/// Counts downloaded bytes and reports them at most every 100 ms; ``end()`` always reports.
final class DownloadProgress: Sendable {
  private struct State {
    var counts: UpdateProgress
    var last: Duration?
  }

  private let state: Mutex<State>
  private let elapsed: @Sendable () -> Duration
  private let emit: @Sendable (UpdateEvent) -> Void

  init(
    total: Int, elapsed: @escaping @Sendable () -> Duration, emit: @escaping @Sendable (UpdateEvent) -> Void
  ) {
    state = Mutex(State(counts: UpdateProgress(received: 0, total: total)))
    (self.elapsed, self.emit) = (elapsed, emit)
  }

  func add(_ bytes: Int) {
    guard bytes != 0 else { return }
    let now = elapsed()
    let counts = state.withLock { state -> UpdateProgress? in
      state.counts.received += bytes
      if let last = state.last, now - last < .milliseconds(100) { return nil }
      state.last = now
      return state.counts
    }
    if let counts { emit(.progress(counts)) }
  }

  /// A delta replaced a full download.
  func add(_ bytes: Int, insteadOf full: Int) {
    state.withLock { $0.counts.total += bytes - full }
    add(bytes)
  }

  func end() { emit(.progress(state.withLock { $0.counts })) }
}
