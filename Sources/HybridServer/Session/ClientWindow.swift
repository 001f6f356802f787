package import HybridSocket
import Synchronization

/// A message channel to one client: a WebSocket, or a substitute in tests.
package protocol ClientLine: AnyObject, Sendable {
  /// Unique in this process.
  var id: UInt64 { get }
  /// The client's IP address.
  var remoteAddress: String { get }
  /// Bytes sent but not yet transmitted.
  var bufferedBytes: Int { get }
  /// Sends a message after the previous ones.
  func send(_ message: WebSocketMessage)
  /// Calls once, as soon as at most `limit` bytes wait; never if the line ends before.
  func onDrained(below limit: Int, _ call: @escaping @Sendable () -> Void)
}

extension WebSocketConnection: ClientLine {
  package func onDrained(below limit: Int, _ call: @escaping @Sendable () -> Void) {
    whenDrained(below: limit, call)
  }
}

/// The bounded outgoing queue of one client.
///
/// libsoup queues without limit. A client that does not read its messages falls behind: sending pauses until
/// the client drains, then it gets the current state. At most ``limit`` bytes wait, or one message that is
/// larger than that.
final class ClientWindow: Sendable {
  /// The maximum number of bytes that may wait for one client.
  static let limit = 8 << 20
  /// The number of waiting bytes at which a client counts as drained.
  private static let drained = 64 << 10

  let line: any ClientLine
  private let onBehind: @Sendable (_ id: UInt64) -> Void
  private let onDrained: @Sendable (_ id: UInt64) -> Void
  private let state = Mutex(false)

  /// Creates an open window.
  /// - Parameters:
  ///   - onBehind: Called each time that the client falls behind.
  ///   - onDrained: Called each time the client has read the waiting messages; it stays behind until
  ///     ``reopen()``.
  init(
    _ line: any ClientLine, onBehind: @escaping @Sendable (_ id: UInt64) -> Void = { _ in },
    onDrained: @escaping @Sendable (_ id: UInt64) -> Void
  ) {
    self.line = line
    self.onBehind = onBehind
    self.onDrained = onDrained
  }

  /// Whether sending is paused.
  var isBehind: Bool { state.withLock { $0 } }

  /// Sends a message; false if the client is behind, in which case the message is dropped.
  @discardableResult
  func send(_ message: WebSocketMessage) -> Bool {
    guard admits(message.bytes.count) else { return false }
    line.send(message)
    return true
  }

  /// Whether a message of so many bytes may be sent now. If not, the client falls behind.
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

  /// Resumes sending.
  func reopen() { state.withLock { $0 = false } }
}
