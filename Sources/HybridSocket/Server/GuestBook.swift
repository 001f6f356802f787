/// The connections that are not authorised WebSockets, and who of them has to go when there are too many.
///
/// Those who say nothing are many at no cost to them, and would keep everybody else out if a full house
/// turned newcomers away. So newcomers always come in; it is those who have waited longest without asking for
/// anything that go. A crowd of honest clients connects first and asks a moment later, so it is only counted
/// once ``ServerLimits/arrivalTime`` is over.
struct GuestBook<Visitor> {
  private struct Guest {
    let address: String
    let since: ContinuousClock.Instant
    var isServed = false
    var visitor: Visitor
  }
  private let limits: ServerLimits
  private var guests: [Int: Guest] = [:]
  /// Guests of each address: all, and those being served.
  private var counts: [String: (all: Int, served: Int)] = [:]
  private var served = 0
  private var lastNumber = 0

  init(_ limits: ServerLimits) { self.limits = limits }

  /// How many there are.
  var count: Int { guests.count }

  /// Lets somebody in; nil when the house is full of people who are being served. Somebody may have to go for
  /// it.
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

  /// Begins to serve a guest, who will not be sent away from now on; false when too many are being served.
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

  /// The guest goes on as somebody else, with the same number.
  mutating func replace(_ number: Int, with visitor: Visitor) { guests[number]?.visitor = visitor }

  /// Forgets a guest. May be called again.
  mutating func leave(_ number: Int) {
    guard let guest = guests.removeValue(forKey: number) else { return }
    if guest.isServed { served -= 1 }
    guard var count = counts[guest.address] else { return }
    count.all -= 1
    if guest.isServed { count.served -= 1 }
    counts[guest.address] = count.all > 0 ? count : nil
  }

  /// Whether there are more than there should be for long.
  var isCrowded: Bool {
    guests.count > limits.maximumConnections
      || counts.values.contains { $0.all > limits.maximumConnectionsPerAddress }
  }

  /// Takes out those who have to go now: the longest waiting first, until no address and not the whole has
  /// too many.
  mutating func takeCrowd(at now: ContinuousClock.Instant) -> [Visitor] {
    var leaving: [Visitor] = []
    // Numbers are given in the order of coming.
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
