package import HybridSocket
import Synchronization

/// What carries messages to one client: a WebSocket, or what a test has in its place.
package protocol ClientLine: AnyObject, Sendable {
  /// Unique in this process.
  var id: UInt64 { get }
  /// The client's IP address.
  var remoteAddress: String { get }
  /// Bytes sent that nobody has taken yet.
  var bufferedBytes: Int { get }
  /// Sends a message behind those before it.
  func send(_ message: WebSocketMessage)
  /// Calls once, as soon as at most `limit` bytes wait. Never, when the line ends before.
  func onDrained(below limit: Int, _ call: @escaping @Sendable () -> Void)
}

extension WebSocketConnection: ClientLine {
  package func onDrained(below limit: Int, _ call: @escaping @Sendable () -> Void) {
    whenDrained(below: limit, call)
  }
}

/// One client's way out, with a bound on what may wait in it.
///
/// libsoup queues without limit. A client that does not take what it is sent falls behind: from then on it is
/// sent nothing, which costs nobody anything, until all that waits is gone; then it needs to be told how
/// things stand now. At most ``limit`` bytes wait, or one message that is larger than that.
final class ClientWindow: Sendable {
  /// How many bytes may wait for one client.
  static let limit = 8 << 20
  /// How few have to wait for a client that was behind to get on.
  private static let drained = 64 << 10

  let line: any ClientLine
  private let onBehind: @Sendable (_ id: UInt64) -> Void
  private let onDrained: @Sendable (_ id: UInt64) -> Void
  private let state = Mutex(false)

  /// A window that is open.
  /// - Parameters:
  ///   - onBehind: Called each time that the client falls behind.
  ///   - onDrained: Called once each time that the client has caught up with what waited; it stays behind
  ///     until ``reopen()``.
  init(
    _ line: any ClientLine, onBehind: @escaping @Sendable (_ id: UInt64) -> Void = { _ in },
    onDrained: @escaping @Sendable (_ id: UInt64) -> Void
  ) {
    self.line = line
    self.onBehind = onBehind
    self.onDrained = onDrained
  }

  /// Whether nothing goes out now.
  var isBehind: Bool { state.withLock { $0 } }

  /// Sends a message; false when the client is behind, and then it never gets it.
  @discardableResult
  func send(_ message: WebSocketMessage) -> Bool {
    guard admits(message.bytes.count) else { return false }
    line.send(message)
    return true
  }

  /// Whether a message of so many bytes may be sent now. A no makes the client fall behind.
  func admits(_ count: Int) -> Bool {
    let isNews = state.withLock { isBehind -> Bool? in
      if isBehind { return false }
      let waiting = line.bufferedBytes
      guard waiting > 0, waiting + count > Self.limit else { return nil }
      isBehind = true
      return true
    }
    guard let isNews else { return true }
    if isNews {
      onBehind(line.id)
      line.onDrained(below: Self.drained) { [id = line.id, onDrained] in onDrained(id) }
    }
    return false
  }

  /// Lets messages out again.
  func reopen() { state.withLock { $0 = false } }
}
