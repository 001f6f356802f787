import HybridServer
import Synchronization

/// The queue of keys and events for the terminal. Keys come first, however many events wait.
///
/// Its memory is bounded. While the terminal accepts no output, as after Ctrl-S, only the last picture of a
/// page is kept, and at most ``longest`` events about scripts and clients; the number of dropped events is
/// reported.
final class DevInbox: Sendable {
  enum Item: Sendable {
    case key(Key)
    case event(DevServer.Event)
    /// The number of events that were dropped because the terminal was too slow.
    case unreported(Int)
  }

  /// The queue length from which events about scripts and clients are dropped.
  static let longest = 2_000

  /// Yields when items have arrived; finishes when the queue is closed.
  let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  private let waiting = Mutex(Waiting())

  private struct Waiting {
    var keys: [Key] = []
    var events: [DevServer.Event] = []
    /// The index in `events` of the next one.
    var next = 0
    var unreported = 0

    /// Only the newest picture is printed: drops the pending pictures before it.
    mutating func makeRoom(for event: DevServer.Event) {
      switch event {
      case .page(_, let unit):
        let old = events.lastIndex { if case .page(_, unit) = $0 { true } else { false } }
        if let old, old >= next { events.remove(at: old) }
      case .saved(_, .some):
        let old = events.lastIndex { if case .saved(_, .some) = $0 { true } else { false } }
        if let old, old >= next, case .saved(let report, _) = events[old] {
          events[old] = .saved(report, tree: nil)
        }
      default: break
      }
    }
  }

  init() { (arrivals, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func put(_ keys: [Key]) {
    waiting.withLock { $0.keys += keys }
    bell.yield()
  }

  func put(_ event: DevServer.Event) {
    waiting.withLock { waiting in
      waiting.makeRoom(for: event)
      if waiting.events.count - waiting.next >= Self.longest, !event.isKept {
        waiting.unreported += 1
        return
      }
      waiting.events.append(event)
    }
    bell.yield()
  }

  /// Closes the queue.
  func close() { bell.finish() }

  /// The next item, a key if there is one.
  func take() -> Item? {
    waiting.withLock { waiting in
      if !waiting.keys.isEmpty { return .key(waiting.keys.removeFirst()) }
      if waiting.next < waiting.events.count {
        defer {
          waiting.next += 1
          // Removed in large pieces, so that each event moves only once.
          if waiting.next == waiting.events.count || waiting.next > 1_000 {
            waiting.events.removeFirst(waiting.next)
            waiting.next = 0
          }
        }
        return .event(waiting.events[waiting.next])
      }
      guard waiting.unreported > 0 else { return nil }
      defer { waiting.unreported = 0 }
      return .unreported(waiting.unreported)
    }
  }
}

extension DevServer.Event {
  /// Whether the event is kept however long the queue is: there are only as many such events as saves.
  fileprivate var isKept: Bool {
    switch self {
    case .saved, .note, .open, .pairing, .built, .page: true
    case .script, .client, .painted, .refused: false
    }
  }
}
