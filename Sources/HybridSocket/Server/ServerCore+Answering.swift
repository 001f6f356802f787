import CLibSoup

/// libsoup's callbacks, and the handler's answers.
extension ServerCore {
  func installHandlers() {
    // Unretained: the core outlives the server object, which it owns.
    let me = Unmanaged.passUnretained(self).toOpaque()
    // Also at the paths of WebSockets: libsoup matches paths by prefix, such as `/livereload.js` by
    // `/livereload`.
    for path in ["/"] + endpoints.keys {
      soup_server_add_handler(
        server, path,
        { _, message, _, _, data in
          guard let message, let data else { return }
          Unmanaged<ServerCore>.fromOpaque(data).takeUnretainedValue().answer(message)
        }, me, nil)
    }
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
        _, message, data in
        guard let message, let data else { return }
        Unmanaged<ServerCore>.fromOpaque(data).takeUnretainedValue().started(message)
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

  func peer(of message: OpaquePointer) -> Peer? {
    soup_server_message_get_remote_address(message).flatMap { connections.peer(at: $0) }
  }

  private func started(_ message: OpaquePointer) {
    // Set now, so that libsoup's own answers have them too.
    let headers = soup_server_message_get_response_headers(message)
    for field in HTTPResponse.securityHeaders(configuration).fields {
      soup_message_headers_replace(headers, field.name, field.value)
    }
  }

  private func ended(_ message: OpaquePointer) {
    connections.endAnswer(message)
    // The peer of a WebSocket is already forgotten here.
    guard let peer = peer(of: message) else { return }
    forget(peer)
    connections.leave(peer.number)
  }

  private func answer(_ message: OpaquePointer) {
    let peer = peer(of: message)
    if let peer, let head = peer.head, endpoints[head.path] != nil { return }  // libsoup's handshake follows.
    let headers = soup_server_message_get_response_headers(message)
    soup_message_headers_replace(headers, "Connection", "close")
    guard let peer, let head = peer.head, !isStopping else {
      return soup_server_message_set_status(message, 503, nil)
    }
    // The status until the handler answers: with a status set, libsoup tries no handshake.
    soup_server_message_set_status(message, 500, nil)
    peer.endLimit()
    var body: [UInt8] = []
    if let content = soup_server_message_get_request_body(message), content.pointee.length > 0,
      let data = content.pointee.data
    {
      body = Array(UnsafeRawBufferPointer(start: data, count: Int(content.pointee.length)))
    }
    let request = HTTPRequest(
      method: head.method, target: head.target, path: head.path, query: head.query, headers: head.headers,
      body: body, remoteAddress: peer.remoteAddress, remotePort: peer.remotePort)
    soup_server_message_pause(message)
    connections.beginAnswer(message)
    let ticket = MessageTicket(message)
    let (loop, handler) = (loop, handler)
    Task {
      let response = await handler(request)
      loop.perform { self.finish(ticket, response) }
    }
  }

  private func finish(_ ticket: MessageTicket, _ response: HTTPResponse) {
    // The client may have disconnected.
    guard connections.endAnswer(ticket.message) else { return }
    // A client that never reads times out, which frees the answer and its place.
    if let peer = peer(of: ticket.message) {
      peer.limit(by: limitTimers.after(limits.idleTimeout) { [weak self] in self?.remove(peer) })
    }
    let headers = soup_server_message_get_response_headers(ticket.message)
    // Other origins may read nothing, whatever a handler says.
    let fields = response.headers.fields.filter {
      $0.isValid && !$0.name.lowercased().hasPrefix("access-control-")
    }
    for field in fields { soup_message_headers_remove(headers, field.name) }
    for field in fields { soup_message_headers_append(headers, field.name, field.value) }
    if let head = peer(of: ticket.message)?.head, let guest = requestGuard.guest(head) {
      // The origin by name, never `*` (Fetch §3.3.3).
      soup_message_headers_replace(headers, "Access-Control-Allow-Origin", guest)
      soup_message_headers_replace(headers, "Vary", "Origin")
    }
    soup_message_headers_replace(headers, "Connection", "close")
    // libsoup would cut ranges out of every answer with status 200 by numbers that it does not validate:
    // handlers decide about ranges.
    soup_message_headers_remove(soup_server_message_get_request_headers(ticket.message), "Range")
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
}

/// A libsoup message, kept until its answer is ready.
///
/// `@unchecked Sendable`: other threads only carry the pointer; only the loop's thread dereferences it.
/// Reference counts are atomic.
private final class MessageTicket: @unchecked Sendable {
  let message: OpaquePointer
  init(_ message: OpaquePointer) {
    self.message = message
    g_object_ref(UnsafeMutableRawPointer(message))
  }
  deinit { g_object_unref(UnsafeMutableRawPointer(message)) }
}
