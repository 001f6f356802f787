import CLibSoup

/// Requests to other servers, over `http` and `https`, on libsoup.
///
/// Requests share open connections and nothing else: there are no cookies, no cache, no passwords and no
/// proxies from the environment. Certificates are checked against the system's.
package enum HTTPClient {
  /// The most redirects in a row (Fetch Standard, *HTTP-redirect fetch*).
  static let maximumRedirects = 20

  /// Makes one request. A task that is cancelled ends it.
  ///
  ///     let answer = try await HTTPClient.fetch(HTTPClientRequest(url: "https://api.example.com/items"))
  ///     answer.status  // 200
  ///
  /// - Throws: ``SocketError/badURL(_:)`` and ``SocketError/badRequest(_:)`` before anything is sent;
  ///   ``SocketError/cannotConnect(url:reason:)``, ``SocketError/brokenOff(url:reason:)``,
  ///   ``SocketError/answerTooLarge(url:limit:)``, ``SocketError/timedOut`` and ``SocketError/cancelled``
  ///   later.
  package static func fetch(_ request: HTTPClientRequest) async throws(SocketError) -> HTTPClientResponse {
    var request = request
    let end = ContinuousClock.now + request.timeout
    for _ in 0...maximumRedirects {
      let response = try await exchange(request, within: end - .now)
      guard let isWanted = request.followsRedirect, [301, 302, 303, 307, 308].contains(response.status),
        let location = response.headers["Location"], let next = resolved(location, against: response.finalURL)
      else { return response }
      guard isWanted(next) else { throw .cannotConnect(url: next, reason: "the redirect is not allowed") }
      request = request.redirected(to: next, status: response.status)
    }
    throw .cannotConnect(url: request.url, reason: "more than \(maximumRedirects) redirects")
  }

  private static func exchange(
    _ request: HTTPClientRequest, within time: Duration
  ) async throws(SocketError) -> HTTPClientResponse {
    guard request.url.hasPrefixIgnoringCase("http://") || request.url.hasPrefixIgnoringCase("https://"),
      Origin(request.url) != nil
    else { throw .badURL(request.url) }
    guard request.hasUsableMethod else { throw .badRequest("the method '\(request.method)' cannot be used") }
    guard !Task.isCancelled else { throw .cancelled }
    let handle = FetchHandle()
    let result: Result<HTTPClientResponse, SocketError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        MainLoop.clients.perform {
          let fetch = Fetch(request, continuation)
          handle.fetch = fetch
          fetch.begin(session.session, within: time)
        }
      }
    } onCancel: {
      MainLoop.clients.perform { handle.fetch?.finish(.failure(.cancelled)) }
    }
    return try result.get()
  }

  /// A `Location` as an absolute URL (RFC 9110 §10.2.2).
  static func resolved(_ location: String, against base: String) -> String? {
    guard let text = g_uri_resolve_relative(base, location, G_URI_FLAGS_ENCODED, nil) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Made and used on the loop's thread only. `@unchecked Sendable`: for that reason.
  final class Session: @unchecked Sendable {
    let session: UnsafeMutablePointer<SoupSession>

    init(connectionsPerHost: Int32 = 6) {
      session = newObject(
        soup_session_get_type(), ["max-conns": 64, "max-conns-per-host": connectionsPerHost])
      soup_session_set_proxy_resolver(session, nil)
      // Each exchange has its own deadline; a plain session would give up after 60 silent seconds.
      soup_session_set_timeout(session, 0)
      // It would send passwords from URLs on the page's behalf.
      soup_session_remove_feature_by_type(session, soup_auth_manager_get_type())
      soup_session_remove_feature_by_type(session, soup_websocket_extension_manager_get_type())
    }
  }
  private static let session = Session()
}

/// By which a cancelled task finds its request. `@unchecked Sendable`: used on the loop's thread only.
private final class FetchHandle: @unchecked Sendable {
  weak var fetch: Fetch?
}

/// One request from its start to its end, on the loop's thread. libsoup's pending callbacks retain it.
private final class Fetch {
  /// The most bytes of header names and values in a response.
  private static let maximumHeadSize = 64 << 10
  private static let portion = 64 << 10

  private let request: HTTPClientRequest
  private let cancellable = g_cancellable_new()
  private var continuation: CheckedContinuation<Result<HTTPClientResponse, SocketError>, Never>?
  private var timer: Source?
  private var message: OpaquePointer?
  private var stream: UnsafeMutablePointer<GInputStream>?
  private var body: [UInt8] = []

  init(
    _ request: HTTPClientRequest,
    _ continuation: CheckedContinuation<Result<HTTPClientResponse, SocketError>, Never>
  ) {
    self.request = request
    self.continuation = continuation
  }

  deinit {
    if let stream { g_object_unref(stream) }
    if let message { g_object_unref(UnsafeMutableRawPointer(message)) }
    g_object_unref(cancellable)
  }

  func begin(_ session: UnsafeMutablePointer<SoupSession>, within time: Duration) {
    var headers = request.headers
    headers.fields.removeAll { HTTPClientRequest.reservedFields.contains($0.name.lowercased()) }
    do throws(SocketError) {
      message = try ClientSession.message(url: request.url, method: request.method, headers: headers)
    } catch {
      return finish(.failure(error))
    }
    if !request.body.isEmpty {
      let content = g_bytes_new(request.body, gsize(request.body.count))
      soup_message_set_request_body_from_bytes(message, request.headers["Content-Type"], content)
      g_bytes_unref(content)
    }
    timer = MainLoop.clients.after(time) { [weak self] in self?.finish(.failure(.timedOut)) }
    let answered: GAsyncReadyCallback = { source, result, data in
      guard let data else { return }
      let fetch = Unmanaged<Fetch>.fromOpaque(data).takeRetainedValue()
      fetch.answered(
        source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: SoupSession.self) }, result)
    }
    soup_session_send_async(
      session, message, G_PRIORITY_DEFAULT, cancellable, answered, Unmanaged.passRetained(self).toOpaque())
  }

  /// Delivers the result, once, and cancels pending operations.
  func finish(_ outcome: Result<HTTPClientResponse, SocketError>) {
    guard let continuation else { return }
    self.continuation = nil
    timer?.cancel()
    timer = nil
    g_cancellable_cancel(cancellable)
    // Closed this way, a connection with unread content is dropped instead of read to its end.
    if let stream { g_input_stream_close_async(stream, G_PRIORITY_DEFAULT, cancellable, nil, nil) }
    continuation.resume(returning: outcome)
  }

  private func answered(_ session: UnsafeMutablePointer<SoupSession>?, _ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    stream = soup_session_send_finish(session, result, &error)
    guard stream != nil else {
      defer { g_clear_error_if_any(error) }
      return finish(.failure(.cannotConnect(url: request.url, reason: HybridSocket.message(of: error))))
    }
    guard continuation != nil else {
      return g_input_stream_close_async(stream, G_PRIORITY_DEFAULT, cancellable, nil, nil)
    }
    let head = fields(soup_message_get_response_headers(message))
    let size = head.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard size <= Self.maximumHeadSize else {
      return finish(.failure(.answerTooLarge(url: request.url, limit: Self.maximumHeadSize)))
    }
    read()
  }

  private func read() {
    let came: GAsyncReadyCallback = { _, result, data in
      guard let data else { return }
      Unmanaged<Fetch>.fromOpaque(data).takeRetainedValue().came(result)
    }
    g_input_stream_read_bytes_async(
      stream, gsize(Self.portion), G_PRIORITY_DEFAULT, cancellable, came,
      Unmanaged.passRetained(self).toOpaque())
  }

  private func came(_ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    guard let bytes = g_input_stream_read_bytes_finish(stream, result, &error) else {
      defer { g_clear_error_if_any(error) }
      return finish(.failure(.brokenOff(url: request.url, reason: HybridSocket.message(of: error))))
    }
    defer { g_bytes_unref(bytes) }
    guard continuation != nil else { return }
    var size: gsize = 0
    let data = g_bytes_get_data(bytes, &size)
    guard size > 0 else { return finish(.success(response)) }
    guard Int(size) <= request.maximumBytes - body.count else {
      return finish(.failure(.answerTooLarge(url: request.url, limit: request.maximumBytes)))
    }
    body.append(contentsOf: UnsafeRawBufferPointer(start: data, count: Int(size)))
    read()
  }

  private var response: HTTPClientResponse {
    HTTPClientResponse(
      status: Int(soup_message_get_status(message).rawValue),
      reason: soup_message_get_reason_phrase(message).map { String(cString: $0) } ?? "",
      headers: fields(soup_message_get_response_headers(message)), body: body, finalURL: finalURL)
  }

  private var finalURL: String {
    guard let text = g_uri_to_string_partial(soup_message_get_uri(message), G_URI_HIDE_FRAGMENT) else {
      return request.url
    }
    defer { g_free(text) }
    return String(cString: text)
  }
}
