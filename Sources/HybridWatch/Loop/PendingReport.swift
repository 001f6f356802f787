/// The next report for a listener.
struct PendingReport {
  private var changes = ChangeBatch()
  /// When the first event of the changes was read.
  private var seen: ContinuousClock.Instant?
  private var overflow: WatchBatch.Overflow?
  private var notes: [WatchNote] = []

  var hasNotes: Bool { !notes.isEmpty }
  /// Whether there is something to tell besides changes.
  var hasNews: Bool { overflow != nil || hasNotes }

  mutating func append(_ others: [FileChange]) { changes.append(others) }
  mutating func note(_ note: WatchNote) { notes.append(note) }
  /// Drops the notes on folders beyond the limit.
  mutating func dropShortfalls() {
    notes.removeAll { if case .shortfall = $0 { true } else { false } }
  }

  /// Events were lost, and all files compared.
  mutating func compared(_ result: WatchBatch.Overflow) {
    overflow = WatchBatch.Overflow(
      lookedAt: result.lookedAt, differing: result.differing + (overflow?.differing ?? 0))
  }

  /// Something happened: from now on the listener waits.
  mutating func begin() { if seen == nil { seen = .now } }
  /// Nothing is held back: the time of the next event counts.
  mutating func end() { seen = nil }

  mutating func takeChanges() -> [FileChange] { changes.take() }

  /// The batch with changes that were taken, and all news.
  mutating func take(_ changes: [FileChange]) -> WatchBatch {
    defer { (overflow, notes) = (nil, []) }
    return WatchBatch(changes: changes, seen: seen ?? .now, overflow: overflow, notes: notes)
  }
}
