import Glibc

/// The time as updates see it. Tests give one that they move themselves.
public struct UpdateClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z: what statements expire by.
  public var now: @Sendable () -> Int
  /// Time that passes, whatever the wall clock does: what deadlines are held by.
  public var elapsed: @Sendable () -> Duration
  /// Waits. It ends early when the task is cancelled.
  public var sleep: @Sendable (Duration) async -> Void

  /// A clock.
  public init(
    now: @escaping @Sendable () -> Int, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void
  ) {
    (self.now, self.elapsed, self.sleep) = (now, elapsed, sleep)
  }

  /// The system's.
  public static let system: UpdateClock = {
    let start = ContinuousClock.now
    return UpdateClock(
      now: { time(nil) }, elapsed: { ContinuousClock.now - start },
      sleep: { try? await Task.sleep(for: $0) })
  }()
}
