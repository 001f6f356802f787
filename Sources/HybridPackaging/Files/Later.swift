import Dispatch
import Synchronization

/// Something that is worked out on another thread while this one goes on.
final class Later<Value: Sendable>: Sendable {
  private let result = Mutex<Value?>(nil)
  private let done = DispatchGroup()

  init(_ work: @escaping @Sendable () -> Value) {
    DispatchQueue.global().async(group: done) { [self] in
      let value = work()
      result.withLock { $0 = value }
    }
  }

  /// Waits for it.
  func value() -> Value? {
    done.wait()
    return result.withLock { $0 }
  }
}
