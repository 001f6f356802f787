import Dispatch
import Glibc
import Synchronization

/// Runs `work` for each item, at most `workers` at once on threads of their own: they wait for a network most
/// of the time.
///
/// - Throws: The first fault; no more items are begun then.
func forEachInParallel<Item: Sendable>(
  _ items: [Item], workers: Int = 4, _ work: @escaping @Sendable (Item) throws(PublishFault) -> Void
) throws(PublishFault) {
  let state = Mutex((next: 0, fault: PublishFault?.none))
  let group = DispatchGroup()
  for number in 0..<min(workers, items.count) {
    DispatchQueue(label: "hybrid.publish.\(number)").async(group: group) {
      while let item = state.withLock({ state -> Item? in
        guard state.fault == nil, state.next < items.count else { return nil }
        defer { state.next += 1 }
        return items[state.next]
      }) {
        do throws(PublishFault) { try work(item) } catch {
          state.withLock { $0.fault = $0.fault ?? error }
        }
      }
    }
  }
  group.wait()
  if let fault = state.withLock({ $0.fault }) { throw fault }
}

/// Waits before attempt `number` (1 is the first repetition): 0.25 s, doubled each time, and up to half of
/// that by chance, so that many who failed at once do not return at once.
func backOff(_ number: Int) {
  let base = 250_000 << min(number - 1, 4)
  usleep(UInt32(base + Int.random(in: 0...base / 2)))
}

/// Values that several threads have found.
final class Gathered<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  /// Adds one.
  func append(_ value: Value) { values.withLock { $0.append(value) } }
  /// All so far, in the order of coming.
  var all: [Value] { values.withLock { $0 } }
}
