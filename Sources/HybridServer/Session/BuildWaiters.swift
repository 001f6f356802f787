/// The requests that wait for the next build, and for the end of the first one.
struct BuildWaiters {
  /// The maximum number that wait for a build.
  static let limit = 64

  private var next: [Int: AsyncStream<Never>.Continuation] = [:]
  private var first: [CheckedContinuation<Void, Never>] = []
  /// Whether the first build has finished or was cancelled.
  private(set) var isFirstDone = false

  /// The number that wait for the next build.
  var count: Int { next.count }

  /// Adds a waiter for the next build; nil if there are too many.
  mutating func add() -> (id: Int, build: AsyncStream<Never>, end: AsyncStream<Never>.Continuation)? {
    guard next.count < Self.limit else { return nil }
    let (build, end) = AsyncStream.makeStream(of: Never.self)
    let id = (next.keys.max() ?? 0) + 1
    next[id] = end
    return (id, build, end)
  }

  /// Removes a waiter.
  mutating func remove(_ id: Int) { next[id] = nil }

  /// Notifies all waiters that a build has finished. Each removes itself.
  func finishBuild() { for end in next.values { end.finish() } }

  /// Adds a waiter for the end of the first build.
  mutating func add(_ continuation: CheckedContinuation<Void, Never>) { first.append(continuation) }

  /// The first build has finished or was cancelled.
  mutating func finishFirst() {
    isFirstDone = true
    for one in first { one.resume() }
    first = []
  }
}
