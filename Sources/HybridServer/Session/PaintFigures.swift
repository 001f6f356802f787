/// How long saves took until they were seen: from the watcher's first word of a file to a client's `ack`.
package struct PaintFigures: Hashable, Sendable {
  /// Saves that were dealt with.
  package var saves = 0
  /// In milliseconds; nil while nobody painted.
  package var median: Double?
  /// What 95 of 100 stayed within, in milliseconds (nearest rank); nil while nobody painted.
  package var p95: Double?
  /// The last one, in milliseconds; nil while nobody painted.
  package var last: Double?

  /// No saves yet.
  package init() {}
}

/// Who looks, for a list of clients.
package struct ClientSummary: Hashable, Sendable {
  /// Unique in this process.
  package var id: UInt64
  /// As it calls itself: from outside, so it may hold anything.
  package var name: String
  /// Its IP address.
  package var address: String
  /// The name of the device it lays out for.
  package var device: String
  /// The data set that it asked for; nil for each unit's own data.
  package var data: String? = nil
  /// The unit it shows; nil in a project without any.
  package var unit: String?
  /// The revision that it says it shows; 0 while it said none.
  package var revision: Int
  /// Whether it is too slow, and gets nothing until it has taken what waits for it.
  package var isBehind: Bool
  /// From save to screen in milliseconds, the median of its last paints; nil while it told of none.
  package var latency: Double?
}

/// Some of many numbers, each of them as likely as any other: what a bounded store can know of quantiles.
///
/// Algorithm R (Vitter, *Random Sampling with a Reservoir*, 1985). Exact as long as there is room for all.
struct Reservoir {
  private let capacity: Int
  private(set) var count = 0
  private var samples: [Double] = []
  /// SplitMix64: the same numbers in each run will do, since nobody chooses the samples by them.
  private var state: UInt64 = 0

  init(capacity: Int) { self.capacity = capacity }

  mutating func add(_ sample: Double) {
    count += 1
    if samples.count < capacity { return samples.append(sample) }
    let place = Int(next() % UInt64(count))
    if place < capacity { samples[place] = sample }
  }

  /// The least number that a share of all is not above (nearest rank); nil when there are none.
  func quantile(_ share: Double) -> Double? {
    guard !samples.isEmpty else { return nil }
    let rank = Int((share * Double(samples.count)).rounded(.up))
    return samples.sorted()[min(max(rank, 1), samples.count) - 1]
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// When the last revisions were saved, and how long they took to each screen.
struct PaintBook {
  /// How many revisions an `ack` may be late by.
  static let remembered = 64

  private var saved: [(revision: Int, seen: ContinuousClock.Instant)] = []
  private var paints = Reservoir(capacity: 4_096)
  private var last: Double?
  private var saves = 0

  /// A save was dealt with, whose first event was read at `seen`.
  mutating func save(_ revision: Int, seen: ContinuousClock.Instant) {
    saves += 1
    saved.append((revision, seen))
    if saved.count > Self.remembered { saved.removeFirst() }
  }

  /// A client shows a revision. The time that took in milliseconds; nil for one that is too long ago.
  mutating func paint(_ revision: Int, at instant: ContinuousClock.Instant) -> Double? {
    guard let seen = saved.last(where: { $0.revision == revision })?.seen else { return nil }
    let time = max(0, seen.duration(to: instant).milliseconds)
    paints.add(time)
    last = time
    return time
  }

  var figures: PaintFigures {
    var figures = PaintFigures()
    figures.saves = saves
    figures.median = paints.quantile(0.5)
    figures.p95 = paints.quantile(0.95)
    figures.last = last
    return figures
  }
}

extension Duration {
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15
  }
}
