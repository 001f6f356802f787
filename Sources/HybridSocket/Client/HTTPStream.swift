import CLibSoup

/// An answer that is read while it arrives, for as long as the server sends.
///
/// The next bytes are read only when they are asked for, so that a slow reader slows the server.
///
///     let stream = try await HTTPStream.open(HTTPClientRequest(url: "https://api.example.com/events"))
///     while let bytes = try await stream.next() { … }
package final class HTTPStream: Sendable {
  /// The status, the headers and the URL after redirects; without a body.
  package let head: HTTPClientResponse
  private let exchange: StreamHandle

  /// A session of its own: streams must not take the connections of requests.
  private static let session = HTTPClient.Session(connectionsPerHost: 64)

  private init(_ head: HTTPClientResponse, _ exchange: StreamHandle) {
    (self.head, self.exchange) = (head, exchange)
  }

  deinit { cancel() }

  /// Sends the request, and waits for the head of the answer until its `timeout`. Redirects are followed as
  /// by ``HTTPClient/fetch(_:)``. A task that is cancelled ends it.
  package static func open(_ request: HTTPClientRequest) async throws(SocketError) -> HTTPStream {
    try await open(request, in: session, until: .now + request.timeout)
  }

  static func open(
    _ request: HTTPClientRequest, in session: HTTPClient.Session, until end: ContinuousClock.Instant
  ) async throws(SocketError) -> HTTPStream {
    var request = request
    for _ in 0...HTTPClient.maximumRedirects {
      guard request.url.hasPrefixIgnoringCase("http://") || request.url.hasPrefixIgnoringCase("https://"),
        Origin(request.url) != nil
      else { throw .badURL(request.url) }
      guard request.hasUsableMethod else {
        throw .badRequest("the method '\(request.method)' cannot be used")
      }
      let handle = StreamHandle()
      let sent = request
      let head = try await handle.step { exchange in
        exchange.begin(sent, session.session, within: end - .now)
      }
      let stream = HTTPStream(head.response, handle)
      guard let isWanted = request.followsRedirect, [301, 302, 303, 307, 308].contains(stream.head.status),
        let location = stream.head.headers["Location"],
        let next = HTTPClient.resolved(location, against: stream.head.finalURL)
      else { return stream }
      guard isWanted(next) else { throw .cannotConnect(url: next, reason: "the redirect is not allowed") }
      request = request.redirected(to: next, status: stream.head.status)
    }
    throw .cannotConnect(url: request.url, reason: "more than \(HTTPClient.maximumRedirects) redirects")
  }

  /// The next bytes; nil at the end of the answer.
  ///
  /// - Parameter end: When it is given up. Without one it waits for as long as the server does.
  package func next(until end: ContinuousClock.Instant? = nil) async throws(SocketError) -> [UInt8]? {
    let step = try await exchange.step { $0.read(within: end.map { $0 - .now }) }
    return step.bytes.isEmpty ? nil : step.bytes
  }

  /// Ends the stream. A pending ``next(until:)`` fails as cancelled.
  package func cancel() {
    let exchange = exchange
    MainLoop.clients.perform { exchange.exchange.finish(.failure(.cancelled), isLast: true) }
  }
}

/// The result of one step of a stream.
private struct StreamStep: Sendable {
  var response = HTTPClientResponse(status: 0, reason: "", headers: [:], body: [], finalURL: "")
  var bytes: [UInt8] = []
}

/// `@unchecked Sendable`: the exchange is used on the loop's thread only.
private final class StreamHandle: @unchecked Sendable {
  let exchange = StreamExchange()

  func step(_ begin: @escaping @Sendable (StreamExchange) -> Void) async throws(SocketError) -> StreamStep {
    guard !Task.isCancelled else { throw .cancelled }
    let result: Result<StreamStep, SocketError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        MainLoop.clients.perform {
          self.exchange.wait(continuation)
          begin(self.exchange)
        }
      }
    } onCancel: {
      MainLoop.clients.perform { self.exchange.finish(.failure(.cancelled), isLast: true) }
    }
    return try result.get()
  }
}

/// Objects to release. `@unchecked Sendable`: there is no other reference to them.
private struct StreamObjects: @unchecked Sendable {
  var all: [UnsafeMutableRawPointer?]

  func release() { for object in all where object != nil { g_object_unref(object) } }
}

/// One exchange on the loop's thread. libsoup's pending callbacks retain it.
private final class StreamExchange {
  /// The most bytes of header names and values in a response.
  private static let maximumHeadSize = 64 << 10
  private static let portion = 64 << 10

  private let cancellable = g_cancellable_new()
  private var continuation: CheckedContinuation<Result<StreamStep, SocketError>, Never>?
  private var timer: MainLoopSource?
  private var message: OpaquePointer?
  private var stream: UnsafeMutablePointer<GInputStream>?
  private var url = ""
  private var isOver = false

  deinit {
    // The last owner may be on any thread, and libsoup's objects may end on the loop's thread only.
    let objects = StreamObjects(
      all: [stream.map { UnsafeMutableRawPointer($0) }, message.map { UnsafeMutableRawPointer($0) }])
    let cancellable = StreamObjects(all: [cancellable.map { UnsafeMutableRawPointer($0) }])
    MainLoop.clients.perform {
      objects.release()
      cancellable.release()
    }
  }

  func wait(_ continuation: CheckedContinuation<Result<StreamStep, SocketError>, Never>) {
    if isOver || self.continuation != nil { return continuation.resume(returning: .failure(.cancelled)) }
    self.continuation = continuation
  }

  func begin(
    _ request: HTTPClientRequest, _ session: UnsafeMutablePointer<SoupSession>, within time: Duration
  ) {
    guard continuation != nil, !isOver else { return }
    url = request.url
    var headers = request.headers
    headers.fields.removeAll { HTTPClientRequest.reservedFields.contains($0.name.lowercased()) }
    do throws(SocketError) {
      message = try ClientSession.message(url: request.url, method: request.method, headers: headers)
    } catch {
      return finish(.failure(error), isLast: true)
    }
    if !request.body.isEmpty {
      let content = g_bytes_new(request.body, gsize(request.body.count))
      soup_message_set_request_body_from_bytes(message, request.headers["Content-Type"], content)
      g_bytes_unref(content)
    }
    giveUp(after: time)
    let answered: GAsyncReadyCallback = { source, result, data in
      guard let data else { return }
      Unmanaged<StreamExchange>.fromOpaque(data).takeRetainedValue().answered(
        source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: SoupSession.self) }, result)
    }
    soup_session_send_async(
      session, message, G_PRIORITY_DEFAULT, cancellable, answered, Unmanaged.passRetained(self).toOpaque())
  }

  private func giveUp(after time: Duration) {
    timer = MainLoop.clients.after(time) { [weak self] in self?.finish(.failure(.timedOut), isLast: true) }
  }

  private func answered(_ session: UnsafeMutablePointer<SoupSession>?, _ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    stream = soup_session_send_finish(session, result, &error)
    guard stream != nil else {
      defer { g_clear_error_if_any(error) }
      let reason = HybridSocket.message(of: error)
      return finish(.failure(.cannotConnect(url: url, reason: reason)), isLast: true)
    }
    guard !isOver else { return close() }
    var step = StreamStep()
    step.response.status = Int(soup_message_get_status(message).rawValue)
    step.response.reason = soup_message_get_reason_phrase(message).map { String(cString: $0) } ?? ""
    step.response.headers = fields(soup_message_get_response_headers(message))
    let size = step.response.headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard size <= Self.maximumHeadSize else {
      return finish(.failure(.answerTooLarge(url: url, limit: Self.maximumHeadSize)), isLast: true)
    }
    step.response.finalURL = url
    if let text = g_uri_to_string_partial(soup_message_get_uri(message), G_URI_HIDE_FRAGMENT) {
      step.response.finalURL = String(cString: text)
      g_free(text)
    }
    finish(.success(step), isLast: false)
  }

  /// - Parameter time: When it is given up; nil for never.
  func read(within time: Duration?) {
    guard continuation != nil, !isOver, let stream else { return }
    if let time { giveUp(after: time) }
    let came: GAsyncReadyCallback = { _, result, data in
      guard let data else { return }
      Unmanaged<StreamExchange>.fromOpaque(data).takeRetainedValue().came(result)
    }
    g_input_stream_read_bytes_async(
      stream, gsize(Self.portion), G_PRIORITY_DEFAULT, cancellable, came,
      Unmanaged.passRetained(self).toOpaque())
  }

  private func came(_ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    guard let bytes = g_input_stream_read_bytes_finish(stream, result, &error) else {
      defer { g_clear_error_if_any(error) }
      return finish(.failure(.brokenOff(url: url, reason: HybridSocket.message(of: error))), isLast: true)
    }
    defer { g_bytes_unref(bytes) }
    var size: gsize = 0
    let data = g_bytes_get_data(bytes, &size)
    var step = StreamStep()
    step.bytes = Array(UnsafeRawBufferPointer(start: data, count: Int(size)))
    finish(.success(step), isLast: size == 0)
  }

  /// Ends the step that waits, and with the last one the exchange.
  func finish(_ outcome: Result<StreamStep, SocketError>, isLast: Bool) {
    timer?.cancel()
    timer = nil
    if isLast, !isOver {
      isOver = true
      g_cancellable_cancel(cancellable)
      close()
    }
    continuation?.resume(returning: outcome)
    continuation = nil
  }

  private func close() {
    // Cancelled, a connection with unread content is dropped instead of read to its end.
    if let stream { g_input_stream_close_async(stream, G_PRIORITY_DEFAULT, cancellable, nil, nil) }
  }
}
