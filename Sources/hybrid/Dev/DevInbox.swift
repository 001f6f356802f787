import HybridServer
import Synchronization

/// What waits to be dealt with at the terminal: keys before events, however much scrolls by.
///
/// Its memory is bounded. When the terminal takes nothing, as after Ctrl-S, only the last picture of a page
/// waits, and of what scripts say and clients show so much; how many were left out is told.
final class DevInbox: Sendable {
  enum Item: Sendable {
    case key(Key)
    case event(DevServer.Event)
    /// Events that were left out, since the terminal was too slow.
    case untold(Int)
  }

  /// How many events that are not about saves may wait.
  static let longest = 2_000

  /// Says that something is there; ends when nothing will be any more.
  let arrivals: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  private let waiting = Mutex(Waiting())

  private struct Waiting {
    var keys: [Key] = []
    var events: [DevServer.Event] = []
    /// Where in `events` the next one is.
    var next = 0
    var untold = 0

    /// Of what is seen only the newest is worth waiting for: the pictures before it are let go.
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
        waiting.untold += 1
        return
      }
      waiting.events.append(event)
    }
    bell.yield()
  }

  /// Nothing comes any more.
  func close() { bell.finish() }

  /// The next thing to deal with, a key if there is one.
  func take() -> Item? {
    waiting.withLock { waiting in
      if !waiting.keys.isEmpty { return .key(waiting.keys.removeFirst()) }
      if waiting.next < waiting.events.count {
        defer {
          waiting.next += 1
          // In large pieces: each event moves once.
          if waiting.next == waiting.events.count || waiting.next > 1_000 {
            waiting.events.removeFirst(waiting.next)
            waiting.next = 0
          }
        }
        return .event(waiting.events[waiting.next])
      }
      guard waiting.untold > 0 else { return nil }
      defer { waiting.untold = 0 }
      return .untold(waiting.untold)
    }
  }
}

extension DevServer.Event {
  /// Whether it is told whatever waits: there are as many as a person makes saves, and no more.
  fileprivate var isKept: Bool {
    switch self {
    case .saved, .note, .open, .pairing, .built, .page: true
    case .script, .client, .painted, .refused: false
    }
  }
}
