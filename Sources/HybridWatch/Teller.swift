import Dispatch
import Glibc
import Synchronization

/// Tells one listener of changes, on a thread of its own.
///
/// So a listener may take its time: events go on being read, and the kernel's queue does not overflow. What comes
/// meanwhile is joined into one call.
final class Teller: Sendable {
  private struct State {
    var batch = ChangeBatch()
    var isStopped = false
    var thread: pthread_t?
  }
  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  /// Entered while the listener is called.
  private let calls = DispatchGroup()
  private let listener: @Sendable ([FileChange]) -> Void

  init(_ listener: @escaping @Sendable ([FileChange]) -> Void) throws(WatchError) {
    self.listener = listener
    let started = startThread { [self] in
      state.withLock { $0.thread = pthread_self() }
      while let changes = nextChanges() {
        self.listener(changes)
        calls.leave()
      }
    }
    guard started else { throw .unavailable(code: EAGAIN) }
  }

  /// Hands `changes` to the listener, as soon as it is free.
  func tell(_ changes: [FileChange]) {
    state.withLock { $0.batch.append(changes) }
    work.signal()
  }

  /// Ends the thread. No call begins after this returned, and none is running, but for the one it is made from.
  func stop() {
    let isInside = state.withLock { state in
      state.isStopped = true
      return state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
    }
    work.signal()
    if !isInside { calls.wait() }
  }

  private func nextChanges() -> [FileChange]? {
    while true {
      work.wait()
      let changes: [FileChange]? = state.withLock { state in
        if state.isStopped { return nil }
        if !state.batch.isEmpty { calls.enter() }
        return state.batch.take()
      }
      if changes?.isEmpty != true { return changes }
    }
  }
}
