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
    let end = ContinuousClock.now + request.timeout
    let stream = try await HTTPStream.open(request, in: session, until: end)
    var response = stream.head
    while let bytes = try await stream.next(until: end) {
      guard bytes.count <= request.maximumBytes - response.body.count else {
        throw .answerTooLarge(url: response.finalURL, limit: request.maximumBytes)
      }
      response.body += bytes
    }
    return response
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
