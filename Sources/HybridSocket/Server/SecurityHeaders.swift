extension HTTPResponse {
  /// On every answer (`Documentation/security.md`): no type sniffing, no use by other sites,
  /// no referrers, no caching, no framing unless it is enabled. There is no CORS header: other origins may
  /// read nothing.
  static func securityHeaders(_ configuration: HTTPServerConfiguration) -> HTTPHeaders {
    var headers: HTTPHeaders = [
      "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
    ]
    if !configuration.isEmbeddable { headers.append("X-Frame-Options", "DENY") }
    return headers
  }
}
