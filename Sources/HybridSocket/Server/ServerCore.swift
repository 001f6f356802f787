import CLibSoup
import Glibc
import Synchronization

/// A server's work on its loop's thread. Its connections and its timers are parts with their own state;
/// accepting, answering and WebSockets are extensions.
///
/// `@unchecked Sendable`: used on the loop's thread only, except ``connectionCount``, which is in a `Mutex`.
final class ServerCore: @unchecked Sendable {
  let loop: MainLoop
  /// The timers of the limits, by their clock. All other delays are timers of the loop.
  let limitTimers: LimitTimers
  let configuration: HTTPServerConfiguration
  let listeners: Listeners
  private(set) var requestGuard: RequestGuard
  let endpoints: [String: WebSocketEndpoint]
  let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  let server: UnsafeMutablePointer<SoupServer>
  /// The open connections.
  var connections: ConnectionTable
  var timers = ServerTimers()
  private var refusals: RefusalReporter
  private var acceptSources: [MainLoopSource] = []
  private(set) var isStopping = false
  private let count = Mutex(0)

  var limits: ServerLimits { configuration.limits }

  /// Connections open now. From any thread.
  var connectionCount: Int { count.withLock { $0 } }

  init(
    loop: MainLoop, listeners: Listeners, configuration: HTTPServerConfiguration,
    webSockets: [WebSocketEndpoint],
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.loop = loop
    limitTimers = LimitTimers(configuration.limits.clock, loop: loop)
    self.listeners = listeners
    self.configuration = configuration
    self.handler = handler
    connections = ConnectionTable(configuration.limits)
    refusals = RefusalReporter(configuration.onRefusal)
    endpoints = Dictionary(webSockets.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    requestGuard = RequestGuard(configuration, port: listeners.port, webSocketPaths: Set(endpoints.keys))
    raiseDescriptorLimit()
    server = newObject(soup_server_get_type())
    // Locally, compression costs more than it saves, and a client's compressed data can expand without limit.
    soup_server_remove_websocket_extension(server, soup_websocket_extension_deflate_get_type())
    installHandlers()
    listen()
  }

  /// Accepts these in `Host` from now on, instead of those that the configuration names.
  func allow(hosts: [String]) {
    var changed = configuration
    changed.allowedHosts = hosts
    requestGuard = RequestGuard(changed, port: listeners.port, webSocketPaths: Set(endpoints.keys))
  }

  func updateCount() {
    let value = connections.count
    count.withLock { $0 = value }
  }

  /// Reports a refused request or WebSocket.
  func tellRefused(
    _ remoteAddress: String, target: String, status: Int, reason: String, named: RefusedRequest.Named? = nil
  ) {
    refusals.refused(remoteAddress, target: target, status: status, reason: reason, named: named)
  }

  // MARK: Listening

  /// Accepts connections from now on.
  func listen() {
    acceptSources = listeners.sockets.map { socket in
      loop.watch(socket, G_IO_IN) { [weak self] in
        self?.accept(socket)
        return self != nil
      }
    }
  }

  /// Accepts no connections until ``listen()``.
  func pauseListening() { for source in acceptSources { source.cancel() } }

  // MARK: Stopping

  /// How long WebSocket clients have to answer the closing handshake when the server stops.
  private static let farewell = Duration.milliseconds(250)
  private var hasEnded = false

  /// Frees the port, closes all connections, and ends the loop. May be called again.
  func stop() {
    guard !isStopping else { return }
    isStopping = true
    pauseListening()
    acceptSources = []
    listeners.close()
    for peer in connections.peers where peer.head == nil { remove(peer) }
    for link in connections.links { link.close(code: 1001, reason: "the server ends") }
    guard connections.hasLinks else { return end() }
    timers.started(.farewell, loop.after(Self.farewell) { self.end() })
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    timers.cancel()
    for link in connections.links { link.abort(code: 1001) }
    for peer in connections.peers { remove(peer) }
    soup_server_disconnect(server)
    connections.dropAnswers()
    let (loop, server) = (loop, ServerTicket(server))
    // Not released here: this may run inside one of the server's signals.
    loop.perform { server.release() }
    loop.end()
  }
}

/// Carries the server object to its release on the loop's thread. `@unchecked Sendable`: other threads only
/// carry the pointer; only the loop's thread dereferences it.
private final class ServerTicket: @unchecked Sendable {
  private let server: UnsafeMutablePointer<SoupServer>
  init(_ server: UnsafeMutablePointer<SoupServer>) { self.server = server }
  func release() { g_object_unref(server) }
}

/// Raises the process's descriptor limit to its maximum: each client takes one.
private func raiseDescriptorLimit() {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max
  else {
    return
  }
  limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 65_536))
  _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
