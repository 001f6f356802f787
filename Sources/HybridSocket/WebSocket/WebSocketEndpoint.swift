/// One path at which a server takes WebSockets.
package struct WebSocketEndpoint: Sendable {
  /// Which clients may use it, in addition to the guards on `Host` and `Origin`.
  package enum Authorization: Sendable {
    /// Everyone.
    case open
    /// Clients with a token that `check` accepts: as a second sub-protocol `hybrid.token.TOKEN`, or inside
    /// the first message, from which `inMessage` reads it. Until then nothing is sent and `onOpen` is not
    /// called; without a valid token the connection is closed with 1008 (RFC 6455 §7.4.1).
    ///
    /// `check` is called once for each connection with a token, on the server's thread: it must be quick, and
    /// compare with ``equalsInConstantTime(_:_:)``.
    case token(
      check: @Sendable (_ token: String, _ remoteAddress: String) -> Bool,
      inMessage: @Sendable (WebSocketMessage) -> String?)
  }

  /// The exact path, such as `/hybrid/socket`.
  package var path: String
  /// Sub-protocols, best first. Not empty: a client that offers none of them is refused.
  package var protocols: [String] = []
  /// Which clients may use it.
  package var authorization = Authorization.open
  /// The largest message accepted from a client, in bytes; a larger one closes with 1009. Nil is the server's
  /// limit.
  package var maximumMessageSize: Int?
  /// Called for each authorised connection, on the server's thread; returns the connection's handlers.
  package var onOpen: @Sendable (WebSocketConnection) -> WebSocketHandlers

  /// An endpoint at `path`.
  package init(
    path: String, protocols: [String] = [], authorization: Authorization = .open,
    onOpen: @escaping @Sendable (WebSocketConnection) -> WebSocketHandlers
  ) {
    self.path = path
    self.protocols = protocols
    self.authorization = authorization
    self.onOpen = onOpen
  }
}

/// The callbacks of one connection. All are called on the server's thread, one after another, and must be
/// quick.
package struct WebSocketHandlers: Sendable {
  /// A whole message was received.
  package var onMessage: @Sendable (WebSocketMessage) -> Void
  /// The connection is closed, by either side; the last call. Code 1006 means that the connection broke.
  package var onClose: @Sendable (_ code: Int, _ reason: String) -> Void

  /// Handlers for one connection.
  package init(
    onMessage: @escaping @Sendable (WebSocketMessage) -> Void = { _ in },
    onClose: @escaping @Sendable (_ code: Int, _ reason: String) -> Void = { _, _ in }
  ) {
    self.onMessage = onMessage
    self.onClose = onClose
  }
}
