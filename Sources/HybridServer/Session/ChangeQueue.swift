import HybridWatch
import Synchronization

/// What was saved and is not dealt with yet.
///
/// While one save is compiled others come: those wait here and are dealt with in one go, so that a burst is
/// few messages and nobody is behind. Where several came in so short a time more are on their way, as of a
/// checkout: then the next ones are waited for until none has come for a moment. A single save never waits.
final class ChangeQueue: AsyncSequence, Sendable {
  /// One thing to deal with.
  enum Change: Sendable {
    /// Saved here.
    case saved(WatchBatch)
    /// Saved at another server.
    case shared(ProjectSharing.RemoteSave)
  }

  private let waiting = Mutex<[Change]>([])
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  /// Fewer files than these are no burst: an editor saves two, or a tool a file and what it makes of it.
  private static let burst = 3
  /// Nothing more comes when nothing has come for so long.
  private static let quiet = Duration.milliseconds(3)

  /// How long a burst of so many files is waited for: the more there are, the less a person expects to see
  /// each.
  private static func patience(_ count: Int) -> Duration {
    count < 200 ? .milliseconds(50) : .seconds(1)
  }

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds what the watcher told. It joins what waits already, if that is a save as well.
  func put(_ batch: WatchBatch) {
    waiting.withLock { waiting in
      guard case .saved(var last)? = waiting.last else { return waiting.append(.saved(batch)) }
      last.join(batch)
      waiting[waiting.count - 1] = .saved(last)
    }
    signal.yield()
  }

  /// Adds what another server told.
  func put(_ news: ProjectSharing.RemoteSave) {
    waiting.withLock { $0.append(.shared(news)) }
    signal.yield()
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let queue: ChangeQueue
    fileprivate var signals: AsyncStream<Void>.Iterator

    mutating func next() async -> Change? {
      while !Task.isCancelled {
        await queue.settle()
        if let change = queue.waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return change }
        guard await signals.next() != nil else { return nil }
      }
      return nil
    }
  }

  /// How many saved files wait to be dealt with next.
  private var savedCount: Int {
    waiting.withLock { waiting in
      if case .saved(let batch)? = waiting.first { batch.changes.count } else { 0 }
    }
  }

  /// Waits for the end of a burst.
  private func settle() async {
    let clock = ContinuousClock()
    let began = clock.now
    var count = savedCount
    while count >= Self.burst, began.duration(to: clock.now) < Self.patience(count) {
      try? await clock.sleep(for: Self.quiet)
      let now = savedCount
      if now == count || Task.isCancelled { return }
      count = now
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(queue: self, signals: signals.makeAsyncIterator()) }
}

extension WatchBatch {
  /// Adds a later batch; of the changes of one path all stay, since whoever reads looks at the file as it is
  /// then.
  mutating func join(_ later: WatchBatch) {
    changes += later.changes
    notes += later.notes
    guard let more = later.overflow else { return }
    var both = more
    if let before = overflow {
      both.lookedAt = Swift.max(before.lookedAt, more.lookedAt)
      both.differing += before.differing
    }
    overflow = both
  }
}
