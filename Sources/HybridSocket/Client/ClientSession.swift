import CLibSoup

/// The libsoup session of all clients in this process, on their loop's thread.
enum ClientSession {
  /// Made on the loop's thread, used there only. `@unchecked Sendable`: for that reason.
  private final class Holder: @unchecked Sendable {
    let session: UnsafeMutablePointer<SoupSession>

    init() {
      let connections = Int32(UInt16.max)
      session = newObject(
        soup_session_get_type(), ["max-conns": connections, "max-conns-per-host": connections])
      // Connects directly: a proxy set in the environment would see the token.
      soup_session_set_proxy_resolver(session, nil)
      // Each exchange has its own deadline; by default a session would time out after 60 idle seconds.
      soup_session_set_timeout(session, 0)
      soup_session_remove_feature_by_type(session, soup_websocket_extension_manager_get_type())
    }
  }
  private static let holder: Holder = Holder()

  /// Begins an exchange on the loop's thread and waits for its end, at most until `deadline`.
  static func perform<Value: Sendable>(
    within deadline: Duration,
    _ begin:
      @escaping @Sendable (
        UnsafeMutablePointer<SoupSession>, Exchange<Value>
      ) throws(SocketError) -> Void
  ) async throws(SocketError) -> Value {
    let result: Result<Value, SocketError> = await withCheckedContinuation { continuation in
      MainLoop.clients.perform {
        let exchange = Exchange(continuation)
        exchange.timer = MainLoop.clients.after(deadline) { exchange.expire() }
        do throws(SocketError) { try begin(holder.session, exchange) } catch {
          exchange.finish(.failure(error))
        }
      }
    }
    return try result.get()
  }

  /// A request. The caller releases it.
  static func message(url: String, method: String, headers: HTTPHeaders) throws(SocketError) -> OpaquePointer
  {
    // SOUP_HTTP_URI_FLAGS, a macro that Swift does not see.
    let flags = [
      G_URI_FLAGS_HAS_PASSWORD, G_URI_FLAGS_ENCODED_PATH, G_URI_FLAGS_ENCODED_QUERY,
      G_URI_FLAGS_ENCODED_FRAGMENT,
      G_URI_FLAGS_SCHEME_NORMALIZE,
    ].reduce(GUriFlags(rawValue: 0)) { GUriFlags(rawValue: $0.rawValue | $1.rawValue) }
    // libsoup complains on standard error about a URL without a host.
    guard let uri = g_uri_parse(url, flags, nil) else { throw .badURL(url) }
    defer { g_uri_unref(uri) }
    guard let host = g_uri_get_host(uri), host.pointee != 0,
      let message = soup_message_new_from_uri(method, uri)
    else {
      throw .badURL(url)
    }
    soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
    let fields = soup_message_get_request_headers(message)
    for field in headers.fields where field.isValid {
      soup_message_headers_append(fields, field.name, field.value)
    }
    return message
  }
}

/// One asynchronous call of libsoup, from its start to its end, its failure or its deadline. On the loop's
/// thread.
final class Exchange<Value: Sendable> {
  let cancellable = g_cancellable_new()
  var timer: MainLoopSource?
  private var continuation: CheckedContinuation<Result<Value, SocketError>, Never>?
  private var result:
    ((OpaquePointer?, UnsafeMutablePointer<SoupSession>?, Bool) -> Result<Value, SocketError>)?

  init(_ continuation: CheckedContinuation<Result<Value, SocketError>, Never>) {
    self.continuation = continuation
  }

  deinit { g_object_unref(cancellable) }

  /// Sets how to get the result once libsoup is done; the flag means that the caller no longer waits.
  func onFinish(
    _ result:
      @escaping (OpaquePointer?, UnsafeMutablePointer<SoupSession>?, Bool) -> Result<Value, SocketError>
  ) {
    self.result = result
  }

  /// The user data for libsoup's callback.
  func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The callback that libsoup calls at the end, also after a cancellation.
  static var callback: GAsyncReadyCallback {
    { source, result, data in
      guard let data else { return }
      // Generic types cannot be named in a C function.
      (Unmanaged<AnyObject>.fromOpaque(data).takeRetainedValue() as? any Finishing)?.finished(source, result)
    }
  }

  func finish(_ outcome: Result<Value, SocketError>) {
    timer?.cancel()
    timer = nil
    continuation?.resume(returning: outcome)
    continuation = nil
  }

  /// The deadline has passed. The callback still comes, and is ignored.
  func expire() {
    finish(.failure(.timedOut))
    g_cancellable_cancel(cancellable)
  }
}

private protocol Finishing {
  func finished(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?)
}

extension Exchange: Finishing {
  fileprivate func finished(_ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?) {
    let session = source.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: SoupSession.self) }
    let outcome = self.result?(result, session, continuation == nil)
    self.result = nil
    if let outcome { finish(outcome) }
  }
}
