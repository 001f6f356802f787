import HybridReload
import HybridSocket

/// Passes messages of a client to the session, in order, and its answers back.
struct SessionSocket: Sendable {
  let session: DevSession

  /// Messages of accepted clients go to the session.
  func handlers(for connection: WebSocketConnection) -> WebSocketHandlers {
    let session = session
    // One stream per connection keeps its messages in order; the actor handles them one by one.
    let (words, end) = AsyncStream.makeStream(of: (WebSocketMessage, ContinuousClock.Instant).self)
    let backlog = MessageBacklog()
    Task {
      await session.clientOpened(connection)
      for await (word, instant) in words {
        backlog.take(word)
        guard let message = ClientMessage(word.bytes) else { continue }
        await session.receive(message, from: connection.id, at: instant)
      }
      await session.clientClosed(connection.id)
    }
    return WebSocketHandlers(
      onMessage: { message in
        if backlog.add(message) {
          end.yield((message, .now))
        } else {
          connection.close(code: 1008, reason: "too many messages")
          end.finish()
        }
      }, onClose: { _, _ in end.finish() })
  }
}
