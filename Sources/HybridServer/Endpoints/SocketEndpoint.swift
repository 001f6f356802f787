import HybridReload
import HybridSocket

/// `/hybrid/socket`: passes messages of clients to the session, in order, and its answers back.
struct SocketEndpoint: Sendable {
  let session: DevSession

  func endpoint(_ access: AccessPolicy) -> WebSocketEndpoint {
    WebSocketEndpoint(
      path: "/hybrid/socket", protocols: ["hybrid.1"],
      authorization: .token(
        check: { access.mayConnect(token: $0, from: $1) },
        inMessage: { message in
          guard case .hello(let hello) = ClientMessage(message.bytes) else { return nil }
          return hello.token
        }),
      onOpen: { access.following($0, handlers(for: $0)) })
  }

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
        await session.clientSaid(message, from: connection.id, at: instant)
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
