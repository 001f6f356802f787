import HybridEncoding

/// When the last revisions were saved, and how long they took to each screen.
struct SaveLatencies {
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
