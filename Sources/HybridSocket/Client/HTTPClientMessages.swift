import HybridEncoding

/// A request to another server.
package struct HTTPClientRequest: Sendable {
  /// An `http` or `https` URL without user information; its fragment is not sent.
  package var url: String
  /// The method, as it is to be sent: names are case-sensitive (RFC 9110 §9.1).
  package var method: String
  /// Fields in order. Fields that frame the message or belong to the connection are left out: the client sets
  /// them.
  package var headers: HTTPHeaders
  /// The content; sent when it is not empty, with the `Content-Type` of the headers.
  package var body: [UInt8]
  /// How long the exchange may take, redirects included.
  package var timeout: Duration
  /// The most bytes that an answer's content may have, after decompression.
  package var maximumBytes: Int
  /// Asked before each redirect with the absolute URL it leads to; nil follows none and returns the answer
  /// with its status 3xx as it is.
  package var followsRedirect: (@Sendable (String) -> Bool)?

  /// A request.
  package init(
    url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8] = [],
    timeout: Duration = .seconds(30), maximumBytes: Int = 16 << 20,
    followsRedirect: (@Sendable (String) -> Bool)? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.maximumBytes = maximumBytes
    self.followsRedirect = followsRedirect
  }
}

/// The response of another server.
package struct HTTPClientResponse: Sendable {
  /// The status code (RFC 9110 §15). Any is an answer, not an error.
  package var status: Int
  /// The reason phrase; empty where there is none, as in HTTP/2.
  package var reason: String
  /// In the order sent. `Content-Encoding` and `Content-Length` describe the content before decompression.
  package var headers: HTTPHeaders
  /// The whole content, decompressed.
  package var body: [UInt8]
  /// The URL of the response, after redirects and without a fragment.
  package var finalURL: String

  /// An answer from its parts.
  package init(status: Int, reason: String, headers: HTTPHeaders, body: [UInt8], finalURL: String) {
    self.status = status
    self.reason = reason
    self.headers = headers
    self.body = body
    self.finalURL = finalURL
  }
}

extension HTTPClientRequest {
  /// Fields that a caller cannot set: they would break the message's framing, or belong to the connection
  /// (RFC 9110 §7.6.1, RFC 9112 §6).
  static let reservedFields: Set<String> = [
    "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-authorization",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Whether the method is a token (RFC 9110 §5.6.2) that requests a resource: not `CONNECT` or `TRACE`.
  var hasUsableMethod: Bool {
    let marks = Set("!#$%&'*+-.^_`|~".utf8)
    let isToken =
      !method.isEmpty && method.utf8.count <= 32
      && method.utf8.allSatisfy { $0.isASCIIAlphanumeric || marks.contains($0) }
    return isToken && !["CONNECT", "TRACE", "TRACK"].contains(method.uppercased())
  }

  /// The request that follows a redirect with `status` (Fetch Standard, *HTTP-redirect fetch*).
  func redirected(to next: String, status: Int) -> HTTPClientRequest {
    var result = self
    result.url = next
    let becomesGet =
      (status == 303 && method != "GET" && method != "HEAD")
      || ((status == 301 || status == 302) && method == "POST")
    if becomesGet {
      result.method = "GET"
      result.body = []
      result.headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if Origin(url) != Origin(next) {
      // Credentials are sent only to the origin that they were given for.
      result.headers.fields.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
    }
    return result
  }
}
