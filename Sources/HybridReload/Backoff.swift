/// How long a client waits before it connects again: 0.25 s at the least, at first up to 0.5 s and with each
/// failure up to twice as long, in the end up to 5 s. For ever, whatever the reason was: a server that
/// refuses is one that starts.
///
/// The time is chosen by chance, so that many clients of a server that is back do not come at once.
package struct Backoff: Hashable, Sendable {
  /// The shortest and the longest wait.
  package static let range = Duration.milliseconds(250)...Duration.seconds(5)
  private static let first = Duration.milliseconds(500)
  private var reach = Backoff.first

  /// Nothing failed yet.
  package init() {}

  /// The next wait.
  package mutating func next(using random: inout some RandomNumberGenerator) -> Duration {
    defer { reach = min(reach * 2, Self.range.upperBound) }
    return Self.range.lowerBound + (reach - Self.range.lowerBound) * Double.random(in: 0...1, using: &random)
  }

  /// The next wait.
  package mutating func next() -> Duration {
    var random = SystemRandomNumberGenerator()
    return next(using: &random)
  }

  /// The server greeted.
  package mutating func reset() { reach = Self.first }
}
