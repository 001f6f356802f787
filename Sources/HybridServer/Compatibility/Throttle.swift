/// Lets one line a second through, so that a client that does one thing ten thousand times makes no ten
/// thousand lines.
struct Throttle: Sendable {
  private var last: ContinuousClock.Instant?
  private var held = 0

  /// How many were held back since the last one that passed; nil when this one has to be held back too.
  mutating func pass(at now: ContinuousClock.Instant) -> Int? {
    if let last, last.duration(to: now) < .seconds(1) {
      held += 1
      return nil
    }
    defer { held = 0 }
    last = now
    return held
  }
}
