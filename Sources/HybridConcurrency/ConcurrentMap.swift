import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many cores this machine has, at least 1.
package let coreCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

/// Runs `work` for each index below `count`, up to `jobs` at a time, and waits for all.
///
/// There are as many loops as jobs, and each takes the next index that is left: some take much longer than
/// others.
///
/// - Returns: The results of `work`, by index.
package func concurrentMap<Value: Sendable>(
  _ count: Int, jobs: Int = coreCount, _ work: @Sendable (Int) -> Value
) -> [Value] {
  guard jobs > 1, count > 1 else { return (0..<max(count, 0)).map(work) }
  let next = Atomic(0)
  let results = Mutex([Value?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: min(jobs, count)) { _ in
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      let value = work(index)
      results.withLock { $0[index] = value }
    }
  }
  return results.withLock { $0.compactMap(\.self) }
}
