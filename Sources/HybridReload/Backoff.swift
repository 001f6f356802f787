/// The delay before a client reconnects: at least 0.25 s, at first up to 0.5 s, doubled with each failure up
/// to 5 s. The client retries for ever, whatever the reason: a server that refuses may be starting.
///
/// The delay is random, so that many clients do not reconnect to a restarted server at once.
package struct Backoff: Hashable, Sendable {
  /// The shortest and the longest wait.
  package static let range = Duration.milliseconds(250)...Duration.seconds(5)
  private static let first = Duration.milliseconds(500)
  private var reach = Backoff.first

  /// A backoff without failures.
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

  /// The connection succeeded: resets the delay.
  package mutating func reset() { reach = Self.first }
}
