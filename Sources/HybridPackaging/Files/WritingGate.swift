import Glibc
import Synchronization

/// Every file that is written goes through it: who ends the process closes it first, and no half file is
/// left.
package final class WritingGate: Sendable {
  /// That of this process.
  package static let shared = WritingGate()

  private let state = Mutex((writers: 0, isClosed: false))

  /// Does `body` as one of many. Behind a closed gate nothing goes on.
  package func pass<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.writers += 1 }
      return !state.isClosed
    }
    // The process is at its end.
    while !isOpen { pause() }
    defer { state.withLock { $0.writers -= 1 } }
    return try body()
  }

  /// Returns once nobody writes, and lets nobody through any more. A file takes milliseconds.
  package func close() {
    state.withLock { $0.isClosed = true }
    while state.withLock({ $0.writers > 0 }) { usleep(200) }
  }
}
