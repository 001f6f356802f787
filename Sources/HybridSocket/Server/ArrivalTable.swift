/// The connections that are not authorised WebSockets ("arrivals"), and which of them to close when there are
/// too many.
///
/// Silent connections cost an attacker nothing, and would lock everybody else out if a full server refused
/// new connections. So new connections are always accepted, and those that have waited longest without a
/// request are closed. Many honest clients at once connect first and send a request a moment later, so the
/// limits apply only after ``ServerLimits/arrivalTime``.
struct ArrivalTable<Visitor> {
  private struct Arrival {
    let address: String
    let since: ContinuousClock.Instant
    var isServed = false
    var visitor: Visitor
  }
  private let limits: ServerLimits
  private var arrivals: [Int: Arrival] = [:]
  /// The arrivals of each address: all, and those being served.
  private var counts: [String: (all: Int, served: Int)] = [:]
  private var served = 0
  private var lastNumber = 0

  init(_ limits: ServerLimits) { self.limits = limits }

  /// The number of arrivals.
  var count: Int { arrivals.count }

  /// Adds an arrival, and returns another that must be closed for it, if any; nil when all places are taken
  /// by arrivals being served.
  mutating func enter(
    _ visitor: Visitor, address: String, at now: ContinuousClock.Instant
  ) -> (number: Int, leaving: Visitor?)? {
    var leaving: Visitor?
    if arrivals.count >= limits.maximumArrivals {
      guard let oldest = arrivals.filter({ !$0.value.isServed }).keys.min() else { return nil }
      leaving = arrivals[oldest]?.visitor
      leave(oldest)
    }
    lastNumber += 1
    arrivals[lastNumber] = Arrival(address: address, since: now, visitor: visitor)
    counts[address, default: (0, 0)].all += 1
    return (lastNumber, leaving)
  }

  /// Marks an arrival as being served, so that it is no longer closed; false when too many are being served.
  mutating func serve(_ number: Int) -> Bool {
    guard let arrival = arrivals[number], !arrival.isServed else { return true }
    guard served < limits.maximumConnections,
      counts[arrival.address]?.served ?? 0 < limits.maximumConnectionsPerAddress
    else { return false }
    arrivals[number]?.isServed = true
    counts[arrival.address]?.served += 1
    served += 1
    return true
  }

  /// Replaces an arrival's visitor under the same number.
  mutating func replace(_ number: Int, with visitor: Visitor) { arrivals[number]?.visitor = visitor }

  /// Removes an arrival. May be called again.
  mutating func leave(_ number: Int) {
    guard let arrival = arrivals.removeValue(forKey: number) else { return }
    if arrival.isServed { served -= 1 }
    guard var count = counts[arrival.address] else { return }
    count.all -= 1
    if arrival.isServed { count.served -= 1 }
    counts[arrival.address] = count.all > 0 ? count : nil
  }

  /// Whether there are more arrivals than the limits allow beyond the arrival time.
  var isOverLimits: Bool {
    arrivals.count > limits.maximumConnections
      || counts.values.contains { $0.all > limits.maximumConnectionsPerAddress }
  }

  /// Removes the arrivals that must be closed now: those that have waited longest first, until neither an
  /// address nor the total exceeds its limit.
  mutating func takeExcess(at now: ContinuousClock.Instant) -> [Visitor] {
    var leaving: [Visitor] = []
    // Numbers are assigned in order of arrival.
    for number in arrivals.keys.sorted() {
      guard isOverLimits else { break }
      guard let arrival = arrivals[number], !arrival.isServed, now - arrival.since >= limits.arrivalTime,
        arrivals.count > limits.maximumConnections
          || counts[arrival.address]?.all ?? 0 > limits.maximumConnectionsPerAddress
      else { continue }
      leaving.append(arrival.visitor)
      leave(number)
    }
    return leaving
  }
}
