import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc

  /// Starts a thread that runs `body` and ends by itself; false when the system has none left.
  package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard result == 0 else {
      box.release()
      return false
    }
    return true
  }
#endif

/// A value that one thread waits for and another gives.
package final class ThreadAnswer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let given = DispatchSemaphore(value: 0)

  /// No value yet.
  package init() {}

  /// Gives the value.
  package func give(_ value: Value) {
    self.value.withLock { $0 = value }
    given.signal()
  }

  /// Waits until the value is there.
  package func wait() -> Value {
    while true {
      given.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
