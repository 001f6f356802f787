import HybridSocket
import Synchronization

/// The unprocessed messages of one client. Their size is limited, since messages may arrive faster than the
/// session processes them.
final class MessageBacklog: Sendable {
  /// The maximum size of waiting messages, in bytes.
  static let limit = 8 << 20
  /// The overhead of a message besides its content.
  private static let overhead = 256
  private let waiting = Mutex(0)

  /// Counts a received message; false if the limit is exceeded.
  func add(_ message: WebSocketMessage) -> Bool {
    waiting.withLock { waiting in
      waiting += message.bytes.count + Self.overhead
      return waiting <= Self.limit
    }
  }

  /// Counts a processed message.
  func take(_ message: WebSocketMessage) {
    waiting.withLock { $0 -= message.bytes.count + Self.overhead }
  }
}
