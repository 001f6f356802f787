import HybridSocket
import Synchronization

/// What one client has said and the session has not heard yet. It has an end, for messages come as fast as
/// the socket carries them, and the session takes its time with each.
final class MessageBacklog: Sendable {
  /// The most that may wait, in bytes.
  static let limit = 8 << 20
  /// What a message takes besides its content.
  private static let overhead = 256
  private let waiting = Mutex(0)

  /// Counts a message that came; false when it is too much.
  func add(_ message: WebSocketMessage) -> Bool {
    waiting.withLock { waiting in
      waiting += message.bytes.count + Self.overhead
      return waiting <= Self.limit
    }
  }

  /// Counts a message that the session has heard.
  func take(_ message: WebSocketMessage) {
    waiting.withLock { $0 -= message.bytes.count + Self.overhead }
  }
}
