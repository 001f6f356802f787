import Foundation
import HybridScript
import Testing

/// Many contexts: at once, and one after the other.
@Suite(.serialized) struct ScriptManyTests {
  @Test func contextsOnManyThreadsKeepApart() async throws {
    let sums = await withTaskGroup(of: Int?.self) { group in
      for index in 0..<8 {
        group.addTask {
          guard let context = try? ScriptContext() else { return nil }
          var sum = 0
          let add = context.function("add") {
            sum += $0[0].int ?? 0; return .undefined
          }
          context.set("add", of: context.global, to: .object(add))
          context.set("n", of: context.global, to: .number(Double(index)))
          _ = try? context.evaluate("for (let i = 0; i < 2000; i++) { add(n); ({a: 'x' + i}) }", path: "a.js")
          _ = try? context.evaluate("throw new Error(n)", path: "a.js")
          return sum - index * 2000
        }
      }
      var sums: [Int?] = []
      for await sum in group { sums.append(sum) }
      return sums
    }
    #expect(sums == Array(repeating: 0, count: 8))
  }

  @Test func aContextMayMoveBetweenThreads() throws {
    nonisolated(unsafe) let context = try ScriptContext()
    for turn in 0..<6 {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        _ = try? context.evaluate("globalThis.n = (globalThis.n || 0) + 1", path: "a.js")
        done.signal()
      }
      thread.stackSize = turn % 2 == 0 ? 512 << 10 : 4 << 20
      thread.start()
      done.wait()
    }
    #expect(try context.evaluate("n", path: "a.js").int == 6)
  }

  @Test func aContextOfAnActorCollectsGarbageOnAnyThread() async throws {
    actor Page {
      let context: ScriptContext
      init() throws { context = try ScriptContext() }
      func turn() throws -> Int? {
        try context.evaluate(
          "for (let i = 0; i < 20000; i++) ({a: 'x' + i}); globalThis.n = (globalThis.n || 0) + 1",
          path: "a.js")
        context.collectGarbage()
        return context.get("n", of: context.global).int
      }
    }
    let page = try Page()
    for turn in 1...40 {
      let count = try await Task.detached { try await page.turn() }.value
      #expect(count == turn)
    }
  }

  @Test func contextsThatAreLetGoLeaveNothingBehind() throws {
    func run(_ count: Int) throws {
      for _ in 0..<count {
        let context = try ScriptContext()
        let f = context.function("f") { $0[0] }
        context.set("f", of: context.global, to: .object(f))
        try context.evaluate(
          "let a = []; for (let i = 0; i < 1000; i++) a.push({x: f(i)}); Promise.reject(1); 1", path: "a.js")
      }
    }
    try run(50)
    let before = resident()
    try run(1000)
    #expect(resident() - before < 48 << 20)
  }

  private func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
  }
}
