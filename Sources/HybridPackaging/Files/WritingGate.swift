import Glibc
import Synchronization

/// A gate for all file writes. A signal handler closes it before the process ends, so that no partial file
/// remains.
package final class WritingGate: Sendable {
  /// The gate of this process.
  package static let shared = WritingGate()

  private let state = Mutex((writers: 0, isClosed: false))

  /// Runs `body`, concurrently with others. After the gate is closed, the call never returns.
  package func pass<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.writers += 1 }
      return !state.isClosed
    }
    // The process is about to end.
    while !isOpen { pause() }
    defer { state.withLock { $0.writers -= 1 } }
    return try body()
  }

  /// Closes the gate and returns when no write is running. A write takes milliseconds.
  package func close() {
    state.withLock { $0.isClosed = true }
    while state.withLock({ $0.writers > 0 }) { usleep(200) }
  }
}
