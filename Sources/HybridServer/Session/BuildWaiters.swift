/// Those who wait: for the next build, and for the end of the first one.
struct BuildWaiters {
  /// The most that wait for a build at a time.
  static let limit = 64

  private var next: [Int: AsyncStream<Never>.Continuation] = [:]
  private var first: [CheckedContinuation<Void, Never>] = []
  /// Whether every unit was built, or that was given up.
  private(set) var isFirstDone = false

  /// How many wait for the next build.
  var count: Int { next.count }

  /// One more that waits for the next build; nil when there are too many.
  mutating func add() -> (id: Int, build: AsyncStream<Never>, end: AsyncStream<Never>.Continuation)? {
    guard next.count < Self.limit else { return nil }
    let (build, end) = AsyncStream.makeStream(of: Never.self)
    let id = (next.keys.max() ?? 0) + 1
    next[id] = end
    return (id, build, end)
  }

  /// Forgets one who waited.
  mutating func remove(_ id: Int) { next[id] = nil }

  /// Tells all that a build is over. Each removes itself.
  func finishBuild() { for end in next.values { end.finish() } }

  /// One more that waits for the end of the first build.
  mutating func add(_ continuation: CheckedContinuation<Void, Never>) { first.append(continuation) }

  /// The first build is over, be it done or given up.
  mutating func finishFirst() {
    isFirstDone = true
    for one in first { one.resume() }
    first = []
  }
}
