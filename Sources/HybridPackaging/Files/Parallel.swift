import Dispatch
import Synchronization

/// Numbers for several threads, each once.
final class Counter: Sendable {
  private let next = Atomic(0)

  func take(below count: Int) -> Int? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }
}

/// What several threads made, by index.
final class Slots<Value: Sendable>: Sendable {
  private let values: Mutex<[Value?]>

  init(_ count: Int) { values = Mutex(Array(repeating: nil, count: count)) }

  func set(_ value: Value, at index: Int) { values.withLock { $0[index] = value } }

  var all: [Value] { values.withLock { $0.compactMap(\.self) } }
}

/// Runs `work` so many times at once and waits for all.
func concurrently(_ count: Int, _ work: @escaping @Sendable () -> Void) {
  DispatchQueue.concurrentPerform(iterations: count) { _ in work() }
}
