import Glibc

/// The time for updates. Tests pass a clock that they advance themselves.
public struct UpdateClock: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, by which statements expire.
  public var now: @Sendable () -> Int
  /// Monotonic time, by which deadlines are measured.
  public var elapsed: @Sendable () -> Duration
  /// Waits. It returns early when the task is cancelled.
  public var sleep: @Sendable (Duration) async -> Void

  /// Creates a clock.
  public init(
    now: @escaping @Sendable () -> Int, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async -> Void
  ) {
    (self.now, self.elapsed, self.sleep) = (now, elapsed, sleep)
  }

  /// The system's clock.
  public static let system: UpdateClock = {
    let start = ContinuousClock.now
    return UpdateClock(
      now: { time(nil) }, elapsed: { ContinuousClock.now - start },
      sleep: { try? await Task.sleep(for: $0) })
  }()
}
