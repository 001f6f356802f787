import HybridRuntime

/// What was looked at by clients that left: for a while it is laid out as if they were there, so that one whose connection
/// broke gets patches when it is back.
struct AwayViewers {
  /// How many units on devices are remembered.
  static let limit = 64
  /// For how long.
  static let patience = Duration.seconds(60)

  private var viewers: [(unit: String, device: Device, until: ContinuousClock.Instant)] = []

  /// A client left.
  mutating func left(_ unit: String, on device: Device, at now: ContinuousClock.Instant) {
    viewers.removeAll { $0.until <= now || ($0.unit == unit && $0.device == device) }
    viewers.append((unit, device, now + Self.patience))
    if viewers.count > Self.limit { viewers.removeFirst() }
  }

  /// A device is another one now, though it is called the same: who comes back gets the new one.
  mutating func forget(device name: String) { viewers.removeAll { $0.device.name == name } }

  /// Who may come back.
  mutating func expected(at now: ContinuousClock.Instant) -> [(unit: String, device: Device)] {
    viewers.removeAll { $0.until <= now }
    return viewers.map { ($0.unit, $0.device) }
  }

  /// The devices on which somebody may come back to a unit.
  mutating func devices(of unit: String, at now: ContinuousClock.Instant) -> [Device] {
    expected(at: now).filter { $0.unit == unit }.map(\.device)
  }
}
