/// An HTTP and WebSocket server on libsoup, with the guards of a development server built in.
///
/// The head of every request is read strictly and checked before libsoup sees a byte of it: its size and
/// form, `Host`, `Origin`, Fetch Metadata, method, lengths. Every answer carries the security headers. A
/// connection serves one request (or becomes a WebSocket), so that no second request can hide behind a
/// checked one. All of libsoup runs on one thread that the server owns; every member may be used from any
/// thread.
///
///     let server = try HTTPServer(configuration: .init(port: 7788)) { request in
///       request.path == "/status" ? .text("running") : .text("not found", status: 404)
///     }
package final class HTTPServer: Sendable {
  /// The port it listens on.
  package let port: Int

  private let loop: MainLoop
  private let core: ServerCore

  /// Listens and serves until ``stop()``.
  ///
  /// - Parameters:
  ///   - configuration: Where to listen and which clients to accept.
  ///   - webSockets: The paths that take WebSockets.
  ///   - handler: Answers all other requests; each runs as a task of its own.
  /// - Throws: ``SocketError/portTaken(port:by:)`` or ``SocketError/cannotListen(port:reason:)``.
  package init(
    configuration: HTTPServerConfiguration = .init(), webSockets: [WebSocketEndpoint] = [],
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(SocketError) {
    let listeners = try Listeners(configuration)
    let loop = MainLoop()
    port = listeners.port
    self.loop = loop
    core = loop.run {
      ServerCore(
        loop: loop, listeners: listeners, configuration: configuration, webSockets: webSockets,
        handler: handler)
    }
  }

  deinit { stop() }

  /// Sends one message to many connections, encoded once, in order with each one's other sends.
  package func send(_ message: WebSocketMessage, to connections: [WebSocketConnection]) {
    let payload = Payload(message)
    let alike = connections.filter(\.sharesPayloads)
    for connection in alike { connection.link.willSend(payload) }
    loop.perform {
      for connection in alike { connection.link.send(payload) }
    }
    for connection in connections where !connection.sharesPayloads { connection.send(message) }
  }

  /// Accepts these in `Host` from now on, instead of ``HTTPServerConfiguration/allowedHosts``: a laptop may
  /// change networks while it serves.
  package func allow(hosts: [String]) {
    let core = core
    loop.perform { core.allow(hosts: hosts) }
  }

  /// How many connections are open, WebSockets included.
  package var connectionCount: Int { core.connectionCount }

  /// Closes every socket (WebSockets with 1001) and ends the thread; the port is free when this returns.
  ///
  /// May be called again. From a handler it only starts to stop, since it cannot wait for itself.
  package func stop() {
    let core = core
    loop.perform { core.stop() }
    loop.waitForEnd()
  }
}
