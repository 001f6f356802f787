import CLibSoup
import Synchronization

/// A WebSocket client that waits with deadlines: for the terminal preview, tools and tests.
///
///     let client = try await WebSocketClient.connect(
///       "ws://127.0.0.1:7788/hybrid/socket", protocols: ["hybrid.1"])
///     client.send(.text("hello"))
///     let answer = try await client.next(within: .seconds(5))
package final class WebSocketClient: Sendable {
  /// The open connection.
  package let connection: WebSocketConnection
  private let mailbox: Mailbox

  private init(connection: WebSocketConnection, mailbox: Mailbox) {
    self.connection = connection
    self.mailbox = mailbox
  }

  deinit { connection.close(code: 1001) }

  /// Connects, or throws once `deadline` is over. Proxies of the environment are not used.
  ///
  /// - Parameter backlog: The most bytes of messages that wait for ``next(within:)``; with more, the
  ///   connection is closed with 1008.
  package static func connect(
    _ url: String, protocols: [String] = [], headers: HTTPHeaders = [:], origin: String? = nil,
    maximumMessageSize: Int = 64 << 20, backlog: Int = .max, within deadline: Duration = .seconds(30)
  ) async throws(SocketError) -> WebSocketClient {
    guard url.hasPrefixIgnoringCase("ws://") || url.hasPrefixIgnoringCase("wss://") else {
      throw .badURL(url)
    }
    let mailbox = Mailbox()
    let link = try await ClientSession.perform(within: deadline) { session, exchange throws(SocketError) in
      let message = try ClientSession.message(url: url, method: "GET", headers: headers)
      exchange.onFinish { result, session, isLate in
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        let link = Self.opened(result, session, message, url: url, maximumMessageSize: maximumMessageSize)
        return link.map { link in
          link.onMessage = { [unowned link] message in
            mailbox.put(message)
            if mailbox.size > backlog { link.fail(code: 1008, reason: "too many messages wait") }
          }
          link.onClose = { mailbox.close(code: $0, reason: $1) }
          if isLate { link.close(code: 1001, reason: "") }
          return WebSocketConnection(
            link: link, loop: .clients, subprotocol: link.subprotocol, offeredProtocols: protocols,
            remoteAddress: "")
        }
      }
      withCStrings(protocols) { list in
        soup_session_websocket_connect_async(
          session, message, origin, protocols.isEmpty ? nil : list, G_PRIORITY_DEFAULT, exchange.cancellable,
          Exchange<WebSocketConnection>.callback, exchange.retained())
      }
    }
    return WebSocketClient(connection: link, mailbox: mailbox)
  }

  private static func opened(
    _ result: OpaquePointer?, _ session: UnsafeMutablePointer<SoupSession>?, _ message: OpaquePointer,
    url: String,
    maximumMessageSize: Int
  ) -> Result<WebSocketLink, SocketError> {
    var error: UnsafeMutablePointer<GError>?
    guard let socket = soup_session_websocket_connect_finish(session, result, &error) else {
      defer { g_clear_error_if_any(error) }
      let status = Int(soup_message_get_status(message).rawValue)
      if status >= 200 { return .failure(.refused(url: url, status: status)) }
      return .failure(.cannotConnect(url: url, reason: HybridSocket.message(of: error)))
    }
    defer { g_object_unref(UnsafeMutableRawPointer(socket)) }
    return .success(
      WebSocketLink(
        socket, socket: networkSocket(of: socket), loop: .clients, maximumMessageSize: maximumMessageSize))
  }

  /// The socket below, by which ``WebSocketConnection/bufferedBytes`` is measured; libsoup keeps it with the
  /// stream that it hands over. Nil where it does not: then sent bytes count as accepted.
  private static func networkSocket(of connection: OpaquePointer) -> UnsafeMutablePointer<GSocket>? {
    guard let stream = soup_websocket_connection_get_io_stream(connection),
      let socket = g_object_get_data(
        UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), "GSocket")
    else { return nil }
    return socket.assumingMemoryBound(to: GSocket.self)
  }

  /// Sends a message.
  package func send(_ message: WebSocketMessage) { connection.send(message) }

  /// The next message, in order.
  /// - Throws: ``SocketError/timedOut``, or ``SocketError/closed(code:reason:)`` once no message is left.
  package func next(within deadline: Duration = .seconds(30)) async throws(SocketError) -> WebSocketMessage {
    try await mailbox.next(within: deadline)
  }

  /// Waits until the connection is closed, dropping messages; returns the close code and reason.
  package func closed(
    within deadline: Duration = .seconds(30)
  ) async throws(SocketError) -> (code: Int, reason: String) {
    let end = ContinuousClock.now + deadline
    while true {
      do throws(SocketError) { _ = try await mailbox.next(within: end - .now) } catch {
        if case .closed(let code, let reason) = error { return (code, reason) }
        throw error
      }
    }
  }

  /// Closes the connection.
  package func close(code: Int = 1000, reason: String = "") { connection.close(code: code, reason: reason) }
}

/// Makes one HTTP request. Proxies of the environment are not used; redirects are not followed.
package func httpGet(
  _ url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8] = [],
  within deadline: Duration = .seconds(600)
) async throws(SocketError) -> HTTPResponse {
  guard url.hasPrefix("http://") else { throw .badURL(url) }
  return try await ClientSession.perform(within: deadline) { session, exchange throws(SocketError) in
    let message = try ClientSession.message(url: url, method: method, headers: headers)
    if !body.isEmpty {
      let content = g_bytes_new(body, gsize(body.count))
      soup_message_set_request_body_from_bytes(message, headers["Content-Type"], content)
      g_bytes_unref(content)
    }
    exchange.onFinish { result, session, _ in
      defer { g_object_unref(UnsafeMutableRawPointer(message)) }
      var error: UnsafeMutablePointer<GError>?
      guard let content = soup_session_send_and_read_finish(session, result, &error) else {
        defer { g_clear_error_if_any(error) }
        return .failure(.cannotConnect(url: url, reason: HybridSocket.message(of: error)))
      }
      defer { g_bytes_unref(content) }
      var size: gsize = 0
      let bytes = g_bytes_get_data(content, &size).map {
        Array(UnsafeRawBufferPointer(start: $0, count: Int(size)))
      }
      let headers = fields(soup_message_get_response_headers(message))
      return .success(
        HTTPResponse(
          status: Int(soup_message_get_status(message).rawValue), headers: headers,
          contentType: headers["Content-Type"], body: bytes ?? []))
    }
    soup_session_send_and_read_async(
      session, message, G_PRIORITY_DEFAULT, exchange.cancellable, Exchange<HTTPResponse>.callback,
      exchange.retained())
  }
}
