import CLibSoup
import Glibc
import Synchronization

/// A server's work on its loop's thread: accepting, checking heads, handing over to libsoup, answering.
///
/// `@unchecked Sendable`: used on the loop's thread only, but for ``connectionCount``, which is in a `Mutex`.
final class ServerCore: @unchecked Sendable {
  let loop: MainLoop
  let configuration: HTTPServerConfiguration
  private let listeners: Listeners
  private let requestGuard: RequestGuard
  private let endpoints: [String: WebSocketEndpoint]
  private let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  private let server: UnsafeMutablePointer<SoupServer>
  private var acceptSources: [Source] = []
  /// Connections that are not WebSockets, by the object that says their address: what libsoup gives back of it.
  private var peers: [UnsafeMutablePointer<GSocketAddress>: Peer] = [:]
  private var links: [ObjectIdentifier: WebSocketLink] = [:]
  /// Messages whose handler is at work.
  private var answering: Set<OpaquePointer> = []
  private var isStopping = false
  private let count = Mutex(0)

  /// Connections open now. From any thread.
  var connectionCount: Int { count.withLock { $0 } }

  init(
    loop: MainLoop, listeners: Listeners, configuration: HTTPServerConfiguration,
    webSockets: [WebSocketEndpoint],
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.loop = loop
    self.listeners = listeners
    self.configuration = configuration
    self.handler = handler
    endpoints = Dictionary(webSockets.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    requestGuard = RequestGuard(configuration, port: listeners.port, webSocketPaths: Set(endpoints.keys))
    raiseDescriptorLimit()
    server = newObject(soup_server_get_type())
    // On this machine compressing costs more than it saves, and what a client compresses can grow without limit.
    soup_server_remove_websocket_extension(server, soup_websocket_extension_deflate_get_type())
    installHandlers()
    listen()
  }

  // MARK: Connections

  private func listen() {
    acceptSources = listeners.sockets.map { socket in
      loop.watch(socket, G_IO_IN) { [weak self] in
        self?.accept(socket)
        return self != nil
      }
    }
  }

  private func accept(_ listener: UnsafeMutablePointer<GSocket>) {
    var error: UnsafeMutablePointer<GError>?
    guard let socket = g_socket_accept(listener, nil, &error) else {
      defer { g_clear_error_if_any(error) }
      // Out of descriptors: the listener would stay readable, so look away for a while.
      if let error,
        g_error_matches(error, g_io_error_quark(), Int32(G_IO_ERROR_TOO_MANY_OPEN_FILES.rawValue)) != 0
      {
        for source in acceptSources { source.cancel() }
        loop.after(.milliseconds(100)) { [weak self] in
          if let self, !isStopping { listen() }
        }
      }
      return
    }
    defer { g_object_unref(socket) }
    guard peers.count + links.count < configuration.maximumConnections else {
      g_socket_close(socket, nil)
      return
    }
    g_socket_set_blocking(socket, 0)
    _ = g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1, nil)
    guard let peer = Peer(socket) else { return }  // It has left already.
    peers[peer.address] = peer
    updateCount()
    peer.timer = loop.after(configuration.headerTimeout) { [weak self] in
      self?.refuse(peer, Refusal(status: 408, reason: "the request did not come in time"))
    }
    awaitHead(peer)
  }

  private func awaitHead(_ peer: Peer) {
    peer.source = loop.watch(peer.socket, G_IO_IN) { [weak self] in self?.readHead(peer) ?? false }
  }

  /// Looks at what has come, leaving it in the socket for libsoup; returns whether to wait for more.
  private func readHead(_ peer: Peer) -> Bool {
    let limits = RequestHead.Limits(
      target: configuration.maximumTargetSize, headers: configuration.maximumHeaderSize,
      count: configuration.maximumHeaderCount)
    var buffer = [UInt8](repeating: 0, count: limits.size + 1)
    let descriptor = g_socket_get_fd(peer.socket)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK))
    if count < 0, errno == EAGAIN || errno == EINTR { return true }
    guard count > peer.seen else {
      remove(peer)  // It was closed, or broke.
      return false
    }
    peer.seen = count
    do throws(Refusal) {
      guard let head = try RequestHead.read(buffer[..<count], limits: limits) else {
        // Wake again only for more than this.
        setLowWater(descriptor, count + 1)
        return true
      }
      try requestGuard.check(head, isLoopback: isLoopback(peer.remoteAddress))
      setLowWater(descriptor, 1)
      serve(head, peer)
    } catch {
      refuse(peer, error)
    }
    return false
  }

  private func setLowWater(_ descriptor: Int32, _ count: Int) {
    var value = Int32(count)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Hands a connection whose head passed to libsoup, which reads it again.
  private func serve(_ head: RequestHead, _ peer: Peer) {
    peer.head = head
    peer.timer?.cancel()
    // For the body.
    peer.timer = loop.after(configuration.idleTimeout) { [weak self] in self?.remove(peer) }
    guard let local = g_socket_get_local_address(peer.socket, nil) else { return remove(peer) }
    defer { g_object_unref(local) }
    guard let connection = g_socket_connection_factory_create_connection(peer.socket) else {
      return remove(peer)
    }
    let meter = Meter(connection)
    g_object_unref(connection)
    peer.meter = meter
    let stream = meter.stream()
    defer { g_object_unref(stream) }
    if soup_server_accept_iostream(server, stream, local, peer.address, nil) == 0 { remove(peer) }
  }

  /// Answers without libsoup, and closes.
  private func refuse(_ peer: Peer, _ refusal: Refusal) {
    guard peers[peer.address] === peer else { return }
    peer.timer?.cancel()
    peer.source?.cancel()
    let descriptor = g_socket_get_fd(peer.socket)
    let answer = Array(refusal.message.utf8)
    _ = send(descriptor, answer, answer.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    _ = shutdown(descriptor, Int32(SHUT_WR))
    setLowWater(descriptor, 1)
    // Closing with bytes unread would reset the connection, and the answer would be lost: read them first.
    var left = 4 << 20
    peer.source = loop.watch(peer.socket, G_IO_IN) { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      left -= max(count, 0)
      if count < 0, errno == EAGAIN || errno == EINTR { return true }
      if count > 0, left > 0 { return true }
      self?.remove(peer)
      return false
    }
    peer.timer = loop.after(.seconds(1)) { [weak self] in self?.remove(peer) }
  }

  /// Closes a connection and forgets it.
  private func remove(_ peer: Peer) {
    guard peers[peer.address] === peer else { return }
    forget(peer)
    g_socket_close(peer.socket, nil)
  }

  private func forget(_ peer: Peer) {
    peers[peer.address] = nil
    peer.timer?.cancel()
    peer.source?.cancel()
    updateCount()
  }

  private func updateCount() {
    let value = peers.count + links.count
    count.withLock { $0 = value }
  }

  // MARK: libsoup's callbacks

  private func installHandlers() {
    // Unretained: the core outlives the server object, which it owns.
    let me = Unmanaged.passUnretained(self).toOpaque()
    soup_server_add_handler(
      server, "/",
      { _, message, _, _, data in
        guard let message, let data else { return }
        Unmanaged<ServerCore>.fromOpaque(data).takeUnretainedValue().answer(message)
      }, me, nil)
    for endpoint in endpoints.values {
      withCStrings(endpoint.protocols) { protocols in
        soup_server_add_websocket_handler(
          server, endpoint.path, nil, endpoint.protocols.isEmpty ? nil : protocols,
          { _, message, path, connection, data in
            guard let message, let path, let connection, let data else { return }
            let core = Unmanaged<ServerCore>.fromOpaque(data).takeUnretainedValue()
            core.opened(connection, message, path: String(cString: path))
          }, me, nil)
      }
    }
    let started: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
      {
        _, message, _ in
        // Now, so that libsoup's own answers have them too.
        let headers = soup_server_message_get_response_headers(message)
        for field in HTTPResponse.securityHeaders.fields {
          soup_message_headers_replace(headers, field.name, field.value)
        }
      }
    let ended: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void = {
      _, message, data in
      guard let message, let data else { return }
      Unmanaged<ServerCore>.fromOpaque(data).takeUnretainedValue().ended(message)
    }
    for (name, callback) in [
      ("request-started", started), ("request-finished", ended), ("request-aborted", ended),
    ] {
      g_signal_connect_data(
        server, name, unsafeBitCast(callback, to: GCallback.self), me, nil, GConnectFlags(rawValue: 0))
    }
  }

  private func peer(of message: OpaquePointer) -> Peer? {
    soup_server_message_get_remote_address(message).flatMap { peers[$0] }
  }

  private func ended(_ message: OpaquePointer) {
    answering.remove(message)
    // A WebSocket's has been forgotten before.
    if let peer = peer(of: message) { forget(peer) }
  }

  private func answer(_ message: OpaquePointer) {
    let headers = soup_server_message_get_response_headers(message)
    soup_message_headers_replace(headers, "Connection", "close")
    guard let peer = peer(of: message), let head = peer.head, !isStopping else {
      return soup_server_message_set_status(message, 503, nil)
    }
    peer.timer?.cancel()
    peer.timer = nil
    var body: [UInt8] = []
    if let content = soup_server_message_get_request_body(message), content.pointee.length > 0,
      let data = content.pointee.data
    {
      body = Array(UnsafeRawBufferPointer(start: data, count: Int(content.pointee.length)))
    }
    let request = HTTPRequest(
      method: head.method, target: head.target, path: head.path, query: head.query, headers: head.headers,
      body: body,
      remoteAddress: peer.remoteAddress)
    soup_server_message_pause(message)
    answering.insert(message)
    let ticket = MessageTicket(message)
    let (loop, handler) = (loop, handler)
    Task {
      let response = await handler(request)
      loop.perform { self.finish(ticket, response) }
    }
  }

  private func finish(_ ticket: MessageTicket, _ response: HTTPResponse) {
    // The client may have left.
    guard answering.remove(ticket.message) != nil else { return }
    let headers = soup_server_message_get_response_headers(ticket.message)
    for field in response.headers.fields { soup_message_headers_remove(headers, field.name) }
    for field in response.headers.fields where field.isValid {
      soup_message_headers_append(headers, field.name, field.value)
    }
    soup_message_headers_replace(headers, "Connection", "close")
    let status = (200...599).contains(response.status) ? response.status : 500
    soup_server_message_set_status(ticket.message, guint(status), nil)
    if let type = response.contentType, HTTPHeaders.Field(name: "Content-Type", value: type).isValid {
      soup_message_headers_replace(headers, "Content-Type", type)
    }
    if !response.body.isEmpty, let content = soup_server_message_get_response_body(ticket.message) {
      response.body.withUnsafeBytes { bytes in
        soup_message_body_append(content, SOUP_MEMORY_COPY, bytes.baseAddress, gsize(bytes.count))
      }
    }
    soup_server_message_unpause(ticket.message)
  }

  // MARK: WebSockets

  private func opened(_ connection: OpaquePointer, _ message: OpaquePointer, path: String) {
    guard let peer = peer(of: message), let head = peer.head, let endpoint = endpoints[path], !isStopping
    else {
      return soup_websocket_connection_close(
        connection, gushort(SOUP_WEBSOCKET_CLOSE_GOING_AWAY.rawValue), nil)
    }
    let link = WebSocketLink(
      connection, socket: peer.socket, meter: peer.meter, loop: loop,
      maximumMessageSize: endpoint.maximumMessageSize)
    let key = ObjectIdentifier(link)
    links[key] = link
    forget(peer)
    let offered = head.headers.list("Sec-WebSocket-Protocol").map(String.init)
    let prefix = "hybrid.token."
    let facade = WebSocketConnection(
      link: link, loop: loop, subprotocol: link.subprotocol,
      offeredProtocols: offered.filter { !$0.hasPrefix(prefix) }, remoteAddress: peer.remoteAddress)
    link.onClose = { [weak self] _, _ in self?.closed(key) }
    switch endpoint.authorization {
    case .open: open(facade, endpoint, key)
    case .token(let token, let inMessage):
      let tokens = offered.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      guard tokens.isEmpty else {
        guard tokens.count == 1, equalsInConstantTime(tokens[0], token) else { return Self.turnAway(link) }
        return open(facade, endpoint, key)
      }
      let timer = loop.after(configuration.headerTimeout) { Self.turnAway(link) }
      link.onClose = { [weak self] _, _ in
        timer.cancel()
        self?.closed(key)
      }
      link.onMessage = { [weak self] message in
        timer.cancel()
        guard let self, let given = inMessage(message), equalsInConstantTime(given, token) else {
          return Self.turnAway(link)
        }
        open(facade, endpoint, key)
        link.onMessage(message)
      }
    }
  }

  private static func turnAway(_ link: WebSocketLink) {
    link.onMessage = { _ in }
    link.close(code: 1008, reason: "a valid token is needed")
  }

  private func open(_ connection: WebSocketConnection, _ endpoint: WebSocketEndpoint, _ key: ObjectIdentifier)
  {
    let handlers = endpoint.onOpen(connection)
    connection.link.onMessage = handlers.onMessage
    connection.link.onClose = { [weak self] code, reason in
      self?.closed(key)
      handlers.onClose(code, reason)
    }
  }

  private func closed(_ key: ObjectIdentifier) {
    links[key] = nil
    updateCount()
    if isStopping, links.isEmpty { end() }
  }

  // MARK: Stopping

  /// How long WebSocket clients have to answer the closing handshake when the server stops.
  private static let farewell = Duration.milliseconds(250)
  private var farewellTimer: Source?
  private var hasEnded = false

  /// Frees the port, says goodbye, and ends the loop. May be called again.
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

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    // It holds this object, and its loop holds it.
    farewellTimer?.cancel()
    farewellTimer = nil
    for link in links.values { link.abort(code: 1001) }
    for peer in peers.values { remove(peer) }
    soup_server_disconnect(server)
    answering = []
    let (loop, server) = (loop, ServerTicket(server))
    // Not now: this may be called from inside one of its signals.
    loop.perform { server.release() }
    loop.end()
  }
}

/// A libsoup message, kept until its answer is ready.
///
/// `@unchecked Sendable`: it crosses threads as a number; only the loop's thread looks behind it. Reference counts are
/// atomic.
private final class MessageTicket: @unchecked Sendable {
  let message: OpaquePointer
  init(_ message: OpaquePointer) {
    self.message = message
    g_object_ref(UnsafeMutableRawPointer(message))
  }
  deinit { g_object_unref(UnsafeMutableRawPointer(message)) }
}

/// The server object on its way to its end, on the loop's thread. `@unchecked Sendable`: as above.
private final class ServerTicket: @unchecked Sendable {
  private let server: UnsafeMutablePointer<SoupServer>
  init(_ server: UnsafeMutablePointer<SoupServer>) { self.server = server }
  func release() { g_object_unref(server) }
}

/// A connection that is not (yet) a WebSocket.
private final class Peer {
  let socket: UnsafeMutablePointer<GSocket>
  /// The other end's; it is this connection's alone, and so names it.
  let address: UnsafeMutablePointer<GSocketAddress>
  let remoteAddress: String
  var head: RequestHead?
  /// Bytes looked at.
  var seen = 0
  var timer: Source?
  var source: Source?
  /// Once libsoup reads it.
  var meter: Meter?

  /// Nil when the connection is gone.
  init?(_ socket: UnsafeMutablePointer<GSocket>) {
    guard let address = g_socket_get_remote_address(socket, nil) else { return nil }
    self.socket = socket
    self.address = address
    remoteAddress = text(of: address)
    g_object_ref(socket)
  }

  deinit {
    g_object_unref(address)
    g_object_unref(socket)
  }
}

/// Lets this process have as many descriptors as it may: each client is one.
private func raiseDescriptorLimit() {
  var limit = rlimit()
  guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max
  else {
    return
  }
  limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 65_536))
  _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
