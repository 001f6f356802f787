import Dispatch
import Synchronization

/// A value that is computed on a global queue.
final class Future<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let done = DispatchGroup()

  init(_ work: @escaping @Sendable () -> Value) {
    DispatchQueue.global().async(group: done) { [self] in
      let value = work()
      result.withLock { $0 = value }
    }
  }

  /// The value; waits until it is computed.
  func value() -> Value? {
    done.wait()
    return result.withLock { $0 }
  }
}
