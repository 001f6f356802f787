/// The connections that are not authorised WebSockets ("guests"), and which of them to close when there are
/// too many.
///
/// Silent connections cost an attacker nothing, and would lock everybody else out if a full server refused
/// new connections. So new connections are always accepted, and those that have waited longest without a
/// request are closed. Many honest clients at once connect first and send a request a moment later, so the
/// limits apply only after ``ServerLimits/arrivalTime``.
struct GuestBook<Visitor> {
  private struct Guest {
    let address: String
    let since: ContinuousClock.Instant
    var isServed = false
    var visitor: Visitor
  }
  private let limits: ServerLimits
  private var guests: [Int: Guest] = [:]
  /// The guests of each address: all, and those being served.
  private var counts: [String: (all: Int, served: Int)] = [:]
  private var served = 0
  private var lastNumber = 0

  init(_ limits: ServerLimits) { self.limits = limits }

  /// The number of guests.
  var count: Int { guests.count }

  /// Adds a guest, and returns another that must be closed for it, if any; nil when all places are taken by
  /// guests being served.
  mutating func enter(
    _ visitor: Visitor, address: String, at now: ContinuousClock.Instant
  ) -> (number: Int, leaving: Visitor?)? {
    var leaving: Visitor?
    if guests.count >= limits.maximumArrivals {
      guard let oldest = guests.filter({ !$0.value.isServed }).keys.min() else { return nil }
      leaving = guests[oldest]?.visitor
      leave(oldest)
    }
    lastNumber += 1
    guests[lastNumber] = Guest(address: address, since: now, visitor: visitor)
    counts[address, default: (0, 0)].all += 1
    return (lastNumber, leaving)
  }

  /// Marks a guest as being served, so that it is no longer closed; false when too many are being served.
  mutating func serve(_ number: Int) -> Bool {
    guard let guest = guests[number], !guest.isServed else { return true }
    guard served < limits.maximumConnections,
      counts[guest.address]?.served ?? 0 < limits.maximumConnectionsPerAddress
    else { return false }
    guests[number]?.isServed = true
    counts[guest.address]?.served += 1
    served += 1
    return true
  }

  /// Replaces a guest's visitor under the same number.
  mutating func replace(_ number: Int, with visitor: Visitor) { guests[number]?.visitor = visitor }

  /// Removes a guest. May be called again.
  mutating func leave(_ number: Int) {
    guard let guest = guests.removeValue(forKey: number) else { return }
    if guest.isServed { served -= 1 }
    guard var count = counts[guest.address] else { return }
    count.all -= 1
    if guest.isServed { count.served -= 1 }
    counts[guest.address] = count.all > 0 ? count : nil
  }

  /// Whether there are more guests than the limits allow beyond the arrival time.
  var isCrowded: Bool {
    guests.count > limits.maximumConnections
      || counts.values.contains { $0.all > limits.maximumConnectionsPerAddress }
  }

  /// Removes the guests that must be closed now: those that have waited longest first, until neither an
  /// address nor the total exceeds its limit.
  mutating func takeCrowd(at now: ContinuousClock.Instant) -> [Visitor] {
    var leaving: [Visitor] = []
    // Numbers are assigned in order of arrival.
    for number in guests.keys.sorted() {
      guard isCrowded else { break }
      guard let guest = guests[number], !guest.isServed, now - guest.since >= limits.arrivalTime,
        guests.count > limits.maximumConnections
          || counts[guest.address]?.all ?? 0 > limits.maximumConnectionsPerAddress
      else { continue }
      leaving.append(guest.visitor)
      leave(number)
    }
    return leaving
  }
}
