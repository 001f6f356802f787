import HybridEncoding

/// A request that passed the server's guards.
package struct HTTPRequest: Sendable {
  /// `GET`, `HEAD`, or another method that the configuration allows.
  package var method: String
  /// The origin-form target as it was sent: path and query, percent-encoded.
  package var target: String
  /// The path, percent-decoded once. It begins with `/` and has no dot segment, `\` or NUL.
  package var path: String
  /// The part after `?`, as sent; nil without one.
  package var query: String?
  /// In the order sent.
  package var headers: HTTPHeaders
  /// The body, at most ``ServerLimits/maximumBodySize`` bytes.
  package var body: [UInt8]
  /// The client's IP address.
  package var remoteAddress: String
  /// The client's port; 0 if unknown.
  package var remotePort: Int

  /// A request from its parts.
  package init(
    method: String, target: String, path: String, query: String?, headers: HTTPHeaders, body: [UInt8],
    remoteAddress: String, remotePort: Int = 0
  ) {
    self.method = method
    self.target = target
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
    self.remotePort = remotePort
  }
}

extension HTTPRequest {
  /// Whether it came from this machine, over its loopback interface.
  package var isLoopback: Bool { HybridSocket.isLoopback(remoteAddress) }
}

/// Whether an IP address is one of a loopback interface (RFC 5735 §3, RFC 4291 §2.5.3).
package func isLoopback(_ address: String) -> Bool {
  address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
}

/// A handler's answer. The server adds the security headers.
package struct HTTPResponse: Sendable {
  /// The status code (RFC 9110 §15).
  package var status: Int
  /// Fields besides `Content-Type`, `Content-Length` and the security headers. They replace those of the same
  /// name.
  package var headers: HTTPHeaders
  /// The media type; nil sends none.
  package var contentType: String?
  /// The whole content.
  package var body: [UInt8]

  /// A response from its parts.
  package init(status: Int = 200, headers: HTTPHeaders = [:], contentType: String? = nil, body: [UInt8] = [])
  {
    self.status = status
    self.headers = headers
    self.contentType = contentType
    self.body = body
  }

  /// A response with `text` in UTF-8.
  package static func text(
    _ text: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(status: status, contentType: contentType, body: Array(text.utf8))
  }
}

/// Header fields in order; names compare without regard to ASCII case.
package struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A name and its value. Duplicates are kept, in order.
  package struct Field: Hashable, Sendable {
    /// As sent.
    package var name: String
    /// As sent, without white space around it.
    package var value: String
  }

  /// All fields.
  package var fields: [Field] = []

  /// Fields from a literal: `["Allow": "GET"]`.
  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The value of the first field called `name`.
  package subscript(name: String) -> String? { values(of: name).first }

  /// The values of all fields called `name`, in order.
  package func values(of name: String) -> [String] {
    fields.filter { $0.name.isASCIIEqual(to: name) }.map(\.value)
  }

  /// Adds a field at the end.
  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }
}
