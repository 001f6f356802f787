import Synchronization
import Testing

/// Lets two tests at a time have a browser: a Chromium is several processes, and one for each of fifty tests
/// that begin at once leaves none of them time to answer.
struct BrowserTurn: SuiteTrait, TestTrait, TestScoping {
  private struct Turns {
    var free = 2
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private static let turns = Mutex(Turns())

  let isRecursive = true

  /// For each run of a test, not for a suite, which would keep the turn as long as it lasts.
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
  /// The test drives a browser, and waits for its turn. Give it a time limit that has room for that.
  static var drivesABrowser: Self { BrowserTurn() }
}
