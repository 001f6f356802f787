import HybridWatch
import Synchronization

/// The saves that are not handled yet.
///
/// Saves that arrive while another one is compiled wait here and are handled together, so that a burst causes
/// few messages and clients keep up. If several files arrive at once, as in a checkout, the queue waits for
/// more until none has arrived for a moment. A single save never waits.
final class ChangeQueue: AsyncSequence, Sendable {
  /// One entry.
  enum Change: Sendable {
    /// A local save.
    case saved(WatchBatch)
    /// A save at another server.
    case shared(ProjectSharing.RemoteSave)
  }

  private let waiting = Mutex<[Change]>([])
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  /// The minimum number of files of a burst: an editor may save two, or a tool a file and its output.
  private static let burst = 3
  /// A burst ends after this time without changes.
  private static let quiet = Duration.milliseconds(3)

  /// The maximum wait for a burst, by its number of files: the more files, the longer the user can wait.
  private static func patience(_ count: Int) -> Duration {
    count < 200 ? .milliseconds(50) : .seconds(1)
  }

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds changes from the watcher, joined with a waiting local save.
  func put(_ batch: WatchBatch) {
    waiting.withLock { waiting in
      guard case .saved(var last)? = waiting.last else { return waiting.append(.saved(batch)) }
      last.join(batch)
      waiting[waiting.count - 1] = .saved(last)
    }
    signal.yield()
  }

  /// Adds changes from another server.
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

  /// The number of saved files in the next entry.
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
  /// Adds a later batch; repeated changes of one path are kept, since the file is read later anyway.
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
