/// One path at which a server takes WebSockets.
package struct WebSocketEndpoint: Sendable {
  /// Who may use it, besides the guards on `Host` and `Origin`.
  package enum Authorization: Sendable {
    /// Everyone.
    case open
    /// Whoever brings a token that `check` finds good: as a second sub-protocol `hybrid.token.TOKEN`, or
    /// inside the first message, from which `inMessage` reads it. Nothing is sent, and nothing told to
    /// `onOpen`, before; without it the connection is closed with 1008 (RFC 6455 §7.4.1).
    ///
    /// `check` is called once for each connection that brings a token, on the server's thread: be quick, and
    /// compare with ``equalsInConstantTime(_:_:)``.
    case token(
      check: @Sendable (_ token: String, _ remoteAddress: String) -> Bool,
      inMessage: @Sendable (WebSocketMessage) -> String?)
  }

  /// The exact path, such as `/hybrid/socket`.
  package var path: String
  /// Sub-protocols, best first. Not empty: a client that offers none of them is refused.
  package var protocols: [String] = []
  /// Who may use it.
  package var authorization = Authorization.open
  /// The largest message taken from a client, in bytes; a larger one closes with 1009. Nil takes the server's
  /// limit.
  package var maximumMessageSize: Int?
  /// Told of each authorised connection, on the server's thread; returns what to call for it.
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

/// What to call for one connection. All calls come on the server's thread, one after another: be quick.
package struct WebSocketHandlers: Sendable {
  /// A whole message came.
  package var onMessage: @Sendable (WebSocketMessage) -> Void
  /// The connection is closed, by either side; the last call. 1006 is a connection that broke.
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
