import HybridRuntime

/// The views of disconnected clients: they stay laid out for a while, so that a reconnecting client gets
/// patches.
struct DisconnectedViews {
  /// The maximum number of remembered variants of units.
  static let limit = 64
  /// For how long.
  static let patience = Duration.seconds(60)

  private var viewers: [(unit: String, variant: Variant, until: ContinuousClock.Instant)] = []

  /// Adds the view of a client that disconnected.
  mutating func left(_ unit: String, as variant: Variant, at now: ContinuousClock.Instant) {
    dropExpired(at: now)
    viewers.removeAll { $0.unit == unit && $0.variant == variant }
    viewers.append((unit, variant, now + Self.patience))
    if viewers.count > Self.limit { viewers.removeFirst() }
  }

  /// Forgets all views, since the names of devices changed: a client that returns gets the new device.
  mutating func forgetAll() { viewers = [] }

  /// Forgets the views whose clients did not return in time.
  mutating func dropExpired(at now: ContinuousClock.Instant) { viewers.removeAll { $0.until <= now } }

  /// The views whose clients may return.
  var expected: [(unit: String, variant: Variant)] { viewers.map { ($0.unit, $0.variant) } }

  /// The variants of a unit that a disconnected client may request again.
  func variants(of unit: String) -> [Variant] {
    viewers.filter { $0.unit == unit }.map(\.variant)
  }
}
