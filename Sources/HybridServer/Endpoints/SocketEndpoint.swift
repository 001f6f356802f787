import HybridReload
import HybridSocket

/// `/hybrid/socket`: hands what clients say to the session, in order, and what it answers back to them.
struct SocketEndpoint: Sendable {
  let session: DevSession

  func endpoint(token: String) -> WebSocketEndpoint {
    let session = session
    return WebSocketEndpoint(
      path: "/hybrid/socket", protocols: ["hybrid.1"],
      authorization: .token(
        token,
        inMessage: { message in
          guard case .hello(let hello) = ClientMessage(message.bytes) else { return nil }
          return hello.token
        }),
      onOpen: { connection in
        // One stream for each connection keeps its words in order; the actor takes them one by one.
        let (words, end) = AsyncStream.makeStream(of: WebSocketMessage.self)
        Task {
          await session.clientOpened(connection)
          for await word in words {
            guard let message = ClientMessage(word.bytes) else { continue }
            await session.clientSaid(message, from: connection.id)
          }
          await session.clientClosed(connection.id)
        }
        return WebSocketHandlers(onMessage: { end.yield($0) }, onClose: { _, _ in end.finish() })
      })
  }
}
