/// Limits output to one line a second, so that a client that repeats an action ten thousand times does not
/// cause ten thousand lines.
struct Throttle: Sendable {
  private var last: ContinuousClock.Instant?
  private var held = 0

  /// The number of lines held back since the last one that passed; nil if this one has to be held back, too.
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
