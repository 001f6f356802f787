/// Where a server listens and what it lets in.
package struct HTTPServerConfiguration: Sendable {
  /// The interfaces to listen on.
  package enum Interfaces: Sendable {
    /// 127.0.0.1 and, where there is IPv6, ::1.
    case loopback
    /// Every address of the machine.
    case all
  }

  /// The port; nil takes any that is free.
  package var port: Int?
  /// Loopback, unless asked otherwise.
  package var interfaces = Interfaces.loopback
  /// Names and addresses accepted in `Host` besides the loopback ones: `name` for our port or none, `name:port` exactly.
  package var allowedHosts: [String] = []
  /// Origins accepted besides our own: `scheme://host[:port]`, exactly.
  package var allowedOrigins: [String] = []
  /// Methods that reach the handler.
  package var methods: Set<String> = ["GET", "HEAD"]
  /// The largest request body, in bytes.
  package var maximumBodySize = 1 << 20
  /// The most header fields in a request.
  package var maximumHeaderCount = 100
  /// The largest request head, in bytes, request line included.
  package var maximumHeaderSize = 32 << 10
  /// The longest request target, in bytes.
  package var maximumTargetSize = 8 << 10
  /// The most connections, WebSockets included.
  package var maximumConnections = 4_096
  /// How long a client may take to send a request head.
  package var headerTimeout = Duration.seconds(5)
  /// How long a connection may stay open without a request.
  package var idleTimeout = Duration.seconds(60)

  /// Loopback only, with the limits of the security checklist.
  package init(port: Int? = nil) { self.port = port }
}

/// One path at which a server takes WebSockets.
package struct WebSocketEndpoint: Sendable {
  /// Who may use it, besides the guards on `Host` and `Origin`.
  package enum Authorization: Sendable {
    /// Everyone.
    case open
    /// Whoever brings this token: as a second sub-protocol `hybrid.token.TOKEN`, or inside the first message, from which
    /// `inMessage` reads it. Nothing is sent, and nothing told to `onOpen`, before; without it the connection is closed
    /// with 1008 (RFC 6455 §7.4.1).
    case token(String, inMessage: @Sendable (WebSocketMessage) -> String?)
  }

  /// The exact path, such as `/hybrid/socket`.
  package var path: String
  /// Sub-protocols, best first. Not empty: a client that offers none of them is refused.
  package var protocols: [String] = []
  /// Who may use it.
  package var authorization = Authorization.open
  /// The largest message taken from a client, in bytes; a larger one closes with 1009.
  package var maximumMessageSize = 1 << 20
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

/// An HTTP and WebSocket server on libsoup, with the guards of a development server built in.
///
/// Every request passes the checks of ``RequestGuard`` before a handler sees it, and every answer carries the security
/// headers. All of libsoup runs on one thread that the server owns; every member may be used from any thread.
package final class HTTPServer: Sendable {
  /// The port it listens on.
  package let port: Int

  /// Listens and serves until ``stop()``.
  ///
  /// - Parameters:
  ///   - configuration: Where to listen, whom to let in.
  ///   - webSockets: The paths that take WebSockets.
  ///   - handler: Answers all other requests; each runs as a task of its own.
  /// - Throws: ``SocketError/portTaken(port:by:)`` or ``SocketError/cannotListen(port:reason:)``.
  package init(
    configuration: HTTPServerConfiguration = .init(), webSockets: [WebSocketEndpoint] = [],
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(SocketError) {
    throw .timedOut
  }

  /// Sends one message to many connections, encoded once, in order with each one's other sends.
  package func send(_ message: WebSocketMessage, to connections: [WebSocketConnection]) {}

  /// How many connections are open, WebSockets included.
  package var connectionCount: Int { 0 }

  /// Closes every socket (WebSockets with 1001) and ends the thread; the port is free when this returns.
  ///
  /// May be called again. From a handler it only begins to stop, since it cannot wait for itself.
  package func stop() {}
}

/// A random 128-bit token in 32 hexadecimal digits, from the system's generator.
package func randomToken() -> String { "" }

/// Whether two strings are equal, in a time that depends on their lengths only.
package func equalsInConstantTime(_ one: String, _ other: String) -> Bool { false }
