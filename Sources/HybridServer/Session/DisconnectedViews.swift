import HybridRuntime

/// The views of disconnected clients: they stay laid out for a while, so that a reconnecting client gets
/// patches.
struct DisconnectedViews {
  /// The maximum number of remembered variants of units.
  static let limit = 64
  /// For how long.
  static let patience = Duration.seconds(60)

  private var viewers: [(unit: String, variant: Variant, until: ContinuousClock.Instant)] = []

  /// A client left.
  mutating func left(_ unit: String, as variant: Variant, at now: ContinuousClock.Instant) {
    viewers.removeAll { $0.until <= now || ($0.unit == unit && $0.variant == variant) }
    viewers.append((unit, variant, now + Self.patience))
    if viewers.count > Self.limit { viewers.removeFirst() }
  }

  /// Forgets all views, since the names of devices changed: a client that returns gets the new device.
  mutating func forgetAll() { viewers = [] }

  /// The views whose clients may return.
  mutating func expected(at now: ContinuousClock.Instant) -> [(unit: String, variant: Variant)] {
    viewers.removeAll { $0.until <= now }
    return viewers.map { ($0.unit, $0.variant) }
  }

  /// The variants of a unit that a disconnected client may request again.
  mutating func variants(of unit: String, at now: ContinuousClock.Instant) -> [Variant] {
    expected(at: now).filter { $0.unit == unit }.map(\.variant)
  }
}
