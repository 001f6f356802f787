import HybridSocket
import Synchronization

/// The connections of one older protocol, which need no token: their number and their buffered bytes are
/// limited.
final class Audience: Sendable {
  /// The maximum number of connections.
  let limit: Int
  /// The maximum number of bytes waiting for one connection, beyond which it is closed: these protocols have
  /// no way to catch up.
  let backlog: Int
  private let connections = Mutex<[UInt64: WebSocketConnection]>([:])

  init(limit: Int = 64, backlog: Int = 1 << 20) {
    self.limit = limit
    self.backlog = backlog
  }

  /// The number of connections.
  var count: Int { connections.withLock { $0.count } }

  /// Admits a connection, or closes it with 1008 (RFC 6455 §7.4.1) and a reason; true if it is admitted.
  func join(_ connection: WebSocketConnection) -> Bool {
    let isIn = connections.withLock { connections in
      guard connections.count < limit else { return false }
      connections[connection.id] = connection
      return true
    }
    if !isIn { connection.close(code: 1008, reason: "there are already \(limit) clients of this kind") }
    return isIn
  }

  /// Removes a connection.
  func leave(_ id: UInt64) { connections.withLock { $0[id] = nil } }

  /// Sends a message to those of the given connections that still exist.
  func send(_ message: WebSocketMessage, to ids: some Sequence<UInt64>) {
    for connection in connections.withLock({ all in ids.compactMap { all[$0] } }) {
      send(message, to: connection)
    }
  }

  /// Sends a message to all.
  func send(_ message: WebSocketMessage) {
    for connection in connections.withLock({ Array($0.values) }) { send(message, to: connection) }
  }

  private func send(_ message: WebSocketMessage, to connection: WebSocketConnection) {
    guard connection.bufferedBytes <= backlog else {
      leave(connection.id)
      return connection.close(code: 1008, reason: "the client does not read its messages")
    }
    connection.send(message)
  }
}
