import Synchronization
import Testing

/// Limits tests with a browser to two at a time: a Chromium has several processes, and fifty of them at once
/// would leave none enough time to answer.
struct BrowserTurn: SuiteTrait, TestTrait, TestScoping {
  private struct Turns {
    var free = 2
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private static let turns = Mutex(Turns())

  let isRecursive = true

  /// Applied to each run of a test, not to a suite, which would hold its turn for its whole duration.
  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.take()
    defer { Self.giveBack() }
    try await function()
  }

  private static func take() async {
    await withCheckedContinuation { continuation in
      let isFree = turns.withLock { turns in
        if turns.free > 0 {
          turns.free -= 1
          return true
        }
        turns.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private static func giveBack() {
    let next = turns.withLock { turns in
      if turns.waiting.isEmpty {
        turns.free += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      return turns.waiting.removeFirst()
    }
    next?.resume()
  }
}

extension Trait where Self == BrowserTurn {
  /// Marks a test that uses a browser and waits for its turn. Its time limit must allow for the wait.
  static var drivesABrowser: Self { BrowserTurn() }
}
