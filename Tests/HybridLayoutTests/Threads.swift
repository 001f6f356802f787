import Foundation
import Synchronization

/// The stack size of a layout thread in bytes: that of threads which an app on a phone starts. Layout's stack
/// use is bounded, whatever the depth of a tree.
let stackForLayout = 512 << 10

/// Runs `work` once on each of `count` concurrent threads, and returns the results.
func onThreads<Result: Sendable>(
  _ count: Int, stackSize: Int = stackForLayout, _ work: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let results = Mutex<[Int: Result]>([:])
  let box = Shared(results)
  let ended = DispatchSemaphore(value: 0)
  for index in 0..<count {
    let thread = Thread {
      let result = work(index)
      box.results.withLock { $0[index] = result }
      ended.signal()
    }
    thread.stackSize = stackSize
    thread.start()
  }
  for _ in 0..<count { ended.wait() }
  return box.results.withLock { results in (0..<count).compactMap { results[$0] } }
}

/// Collects the threads' results.
private final class Shared<Result: Sendable>: Sendable {
  let results: Mutex<[Int: Result]>
  init(_ results: consuming sending Mutex<[Int: Result]>) { self.results = results }
}
