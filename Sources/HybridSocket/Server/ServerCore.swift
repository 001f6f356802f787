import CLibSoup
import Glibc
import Synchronization

/// A server's work on its loop's thread. It owns the table of connections; accepting, answering and
/// WebSockets are extensions.
///
/// `@unchecked Sendable`: used on the loop's thread only, except ``connectionCount``, which is in a `Mutex`.
final class ServerCore: @unchecked Sendable {
  let loop: MainLoop
  /// The timers of the limits, by their clock. All other delays are timers of the loop.
  let timers: LimitTimers
  let configuration: HTTPServerConfiguration
  let listeners: Listeners
  private(set) var requestGuard: RequestGuard
  let endpoints: [String: WebSocketEndpoint]
  let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  let server: UnsafeMutablePointer<SoupServer>
  /// Connections that are not WebSockets, by their address object, which libsoup hands back.
  var peers: [UnsafeMutablePointer<GSocketAddress>: Peer] = [:]
  /// Those peers, and the WebSockets that have not sent their token.
  var guests: GuestBook<Visitor>
  var links: [ObjectIdentifier: WebSocketLink] = [:]
  /// How many of the links are authorised.
  var authorizedCount = 0
  /// Messages whose handler is running.
  var answering: Set<OpaquePointer> = []
  var news: RefusalNews
  var acceptSources: [Source] = []
  /// Runs while there are too many guests.
  var crowdTimer: Source?
  /// Runs while there are WebSockets.
  var keepAliveTimer: Source?
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
    timers = LimitTimers(configuration.limits.clock, loop: loop)
    self.listeners = listeners
    self.configuration = configuration
    self.handler = handler
    guests = GuestBook(configuration.limits)
    news = RefusalNews(configuration.onRefusal)
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
    let value = peers.count + links.count
    count.withLock { $0 = value }
  }

  // MARK: Stopping

  /// How long WebSocket clients have to answer the closing handshake when the server stops.
  private static let farewell = Duration.milliseconds(250)
  private var farewellTimer: Source?
  private var hasEnded = false

  /// Frees the port, closes all connections, and ends the loop. May be called again.
  func stop() {
    guard !isStopping else { return }
    isStopping = true
    for source in acceptSources { source.cancel() }
    acceptSources = []
    listeners.close()
    for peer in peers.values where peer.head == nil { remove(peer) }
    for link in links.values { link.close(code: 1001, reason: "the server ends") }
    guard !links.isEmpty else { return end() }
    farewellTimer = loop.after(Self.farewell) { self.end() }
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    // The timers retain this object or wake its loop, and the loop retains them.
    for timer in [farewellTimer, crowdTimer, keepAliveTimer] { timer?.cancel() }
    farewellTimer = nil
    crowdTimer = nil
    keepAliveTimer = nil
    for link in links.values { link.abort(code: 1001) }
    for peer in peers.values { remove(peer) }
    soup_server_disconnect(server)
    answering = []
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
