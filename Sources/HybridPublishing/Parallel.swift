import Dispatch
import Glibc
import Synchronization

/// Runs `work` for each item, with at most `workers` threads, since most of the time is spent waiting for the
/// network.
///
/// - Throws: The first fault; no further items are started after it.
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

/// Waits before attempt `number` (1 is the first repetition): 0.25 s, doubled each time, plus up to half of
/// that at random, so that clients that failed together do not retry together.
func backOff(_ number: Int) {
  let base = 250_000 << min(number - 1, 4)
  usleep(UInt32(base + Int.random(in: 0...base / 2)))
}

/// Values collected by several threads.
final class Gathered<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  /// Adds a value.
  func append(_ value: Value) { values.withLock { $0.append(value) } }
  /// All values so far, in order of arrival.
  var all: [Value] { values.withLock { $0 } }
}
