import Dispatch
import Glibc
import HybridConcurrency
import Synchronization

/// Calls one listener with changes, on its own thread.
///
/// A slow listener does not delay the reading of events, so the kernel's queue does not overflow. Changes
/// that arrive during a call are combined into the next call.
final class ChangeNotifier: Sendable {
  private struct State {
    var batch = ChangeBatch()
    var seen: ContinuousClock.Instant?
    var overflow: WatchBatch.Overflow?
    var notes: [WatchNote] = []
    var isStopped = false
    var thread: pthread_t?
  }
  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  /// Entered while the listener runs.
  private let calls = DispatchGroup()
  private let listener: @Sendable (WatchBatch) -> Void

  init(_ listener: @escaping @Sendable (WatchBatch) -> Void) throws(WatchError) {
    self.listener = listener
    let started = startThread { [self] in
      state.withLock { $0.thread = pthread_self() }
      while let batch = nextBatch() {
        self.listener(batch)
        calls.leave()
      }
    }
    guard started else { throw .unavailable(code: EAGAIN) }
  }

  /// Queues `batch` for the listener.
  func notify(_ batch: WatchBatch) {
    state.withLock { state in
      state.batch.append(batch.changes)
      state.seen = min(state.seen ?? batch.seen, batch.seen)
      if let overflow = batch.overflow {
        state.overflow = WatchBatch.Overflow(
          lookedAt: overflow.lookedAt, differing: overflow.differing + (state.overflow?.differing ?? 0))
      }
      state.notes += batch.notes
    }
    work.signal()
  }

  /// Ends the thread. After this returns no call is running or starts, except the call that `stop` itself was
  /// called from.
  func stop() {
    let isInside = state.withLock { state in
      state.isStopped = true
      return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
    work.signal()
    if !isInside { calls.wait() }
  }

  private func nextBatch() -> WatchBatch? {
    while true {
      work.wait()
      let (isStopped, batch): (Bool, WatchBatch?) = state.withLock { state in
        if state.isStopped { return (true, nil) }
        let seen = state.seen ?? .now
        let (overflow, notes) = (state.overflow, state.notes)
        let changes = state.batch.take()
        (state.seen, state.overflow, state.notes) = (nil, nil, [])
        guard !changes.isEmpty || overflow != nil || !notes.isEmpty else { return (false, nil) }
        calls.enter()
        return (false, WatchBatch(changes: changes, seen: seen, overflow: overflow, notes: notes))
      }
      if isStopped { return nil }
      if let batch { return batch }
    }
  }
}
