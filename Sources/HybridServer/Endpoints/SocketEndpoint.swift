import HybridCrypto
import HybridReload
import HybridSocket

/// A WebSocket endpoint of the server: a row of ``EndpointTable``.
struct SocketEndpoint: Sendable {
  /// The right that a client needs, in addition to an allowed `Host` and `Origin`.
  enum Right: Sendable {
    /// The token of this process on this machine, or the key of a paired device.
    case key
    /// The same, without sending it: the client proves that it knows the secret.
    case sealedKey
    /// Clients that do not support keys: nothing on this machine. `--playground` opens them to the network.
    case keyless

    /// The name of the right in `Documentation/dev-server-api.md`.
    var name: String {
      switch self {
      case .key, .sealedKey: "key"
      case .keyless: "keyless"
      }
    }
  }

  /// The exact path.
  let path: String
  let right: Right
  /// Sub-protocols; a client that offers none of them is refused. Empty: any.
  var protocols: [String] = []
  /// The largest message that a client may send, in bytes; nil is the server's limit.
  var maximumMessageSize: Int?
  /// The purpose, for a line of `Documentation/dev-server-api.md`, in Markdown.
  let summary: String
  /// Begins to serve a client that has the right.
  let open: @Sendable (Endpoints, WebSocketConnection) -> WebSocketHandlers

  /// The endpoint of the server at the path: it refuses requests without the right of the row.
  func webSocket(_ endpoints: Endpoints) -> WebSocketEndpoint {
    let access = endpoints.access
    var socket = WebSocketEndpoint(path: path, protocols: protocols) { connection in
      // Clients with keys were checked before.
      guard right != .keyless || access.mayFollow(from: connection.remoteAddress) else {
        connection.close(
          code: 1008, reason: "open to this machine only; 'hybrid dev --host --playground' opens it")
        return WebSocketHandlers()
      }
      return open(endpoints, connection)
    }
    switch right {
    case .key:
      socket.authorization = .token(
        check: { access.mayConnect(token: $0, from: $1) },
        inMessage: { message in
          guard case .hello(let hello) = ClientMessage(message.bytes) else { return nil }
          return hello.token
        })
    case .sealedKey:
      socket.authorization = .token(
        check: { access.mayConnect(sealed: SealedHello(token: $0), from: $1) },
        inMessage: { message in
          guard case .binary(let bytes) = message else { return nil }
          return SealedHello(bytes)?.token
        })
    case .keyless: break
    }
    socket.maximumMessageSize = maximumMessageSize
    return socket
  }
}
