import HybridRelease
package import HybridUpdate
import Synchronization

/// A clock that advances when told to, and when somebody waits.
package final class TrialClock: Sendable {
  private let state = Mutex((now: ReleaseTime("2026-11-01T12:00:00Z")!.seconds, elapsed: Duration.zero))

  package init() {}

  /// Advances the clock.
  package func advance(_ duration: Duration) {
    state.withLock {
      $0.elapsed += duration
      $0.now += Int(duration.components.seconds)
    }
  }

  /// The clock for settings.
  package var clock: UpdateClock {
    UpdateClock(
      now: { self.state.withLock { $0.now } }, elapsed: { self.state.withLock { $0.elapsed } },
      sleep: { self.advance($0) })
  }
}

extension UpdateSettings {
  /// Settings for deterministic runs: one file at a time, a separate clock, no random delays.
  package static func trial(keys: [UInt8], preset: String? = nil, clock: TrialClock = TrialClock()) -> Self {
    var settings = Self(
      keys: keys, client: "client-1", runtime: RuntimeVersion("1.0")!, modules: ["token"], preset: preset)
    settings.clock = clock.clock
    settings.parallelDownloads = 1
    settings.random = { ZeroGenerator() }
    return settings
  }
}

private struct ZeroGenerator: RandomNumberGenerator {
  mutating func next() -> UInt64 { 0 }
}
