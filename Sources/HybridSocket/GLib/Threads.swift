import Dispatch
import Glibc
import Synchronization

/// Threads that end by themselves.
enum Thread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body`. Without any thread left the process cannot go on.
  static func start(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let result = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, box.toOpaque())
    precondition(result == 0, "no thread is left")
  }
}

/// A value that one thread waits for and another gives.
final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let given = DispatchSemaphore(value: 0)

  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    given.signal()
  }

  func wait() -> Value {
    while true {
      given.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
