import HybridConcurrency
import Testing

@Suite struct ThreadTests {
  @Test func anotherThreadGivesTheAnswer() {
    let answer = ThreadAnswer<Int>()
    #expect(startThread { answer.give(7) })
    #expect(answer.wait() == 7)
  }

  private actor Counter {
    private nonisolated let executor = QueueExecutor(label: "hybrid.test")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private(set) var count = 0

    func increment() { count += 1 }
  }

  @Test func jobsOfAnActorRunOneAtATime() async {
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<1000 { group.addTask { await counter.increment() } }
    }
    #expect(await counter.count == 1000)
  }
}
