import HybridConcurrency
import Synchronization
import Testing

@Test(arguments: [0, 1, 2, 1_000], [0, 1, 2, 8])
func everyIndexIsWorkedOnOnceAndGivesItsResult(_ count: Int, _ jobs: Int) {
  let calls = Mutex([Int](repeating: 0, count: count))
  let results = concurrentMap(count, jobs: jobs) { index in
    calls.withLock { $0[index] += 1 }
    return index * 2
  }
  #expect(results == (0..<count).map { $0 * 2 })
  #expect(calls.withLock { $0.allSatisfy { $0 == 1 } })
}

@Test func noMoreRunAtOnceThanAskedFor() {
  let running = Mutex((now: 0, most: 0))
  _ = concurrentMap(200, jobs: 2) { index in
    running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    defer { running.withLock { $0.now -= 1 } }
    return (0..<1_000).reduce(index, &+)
  }
  #expect((1...2).contains(running.withLock { $0.most }))
}
