import HybridEncoding

extension HTTPHeaders.Field {
  /// Whether it may be sent: no line ends, which would split the field in two.
  var isValid: Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 == 9 || ($0 >= 32 && $0 != 127) }
  }
}

extension RequestRefusal {
  /// The whole answer.
  func message(_ configuration: HTTPServerConfiguration) -> String {
    let body = reason + "\n"
    var lines = ["HTTP/1.1 \(status) \(phrase)", "Content-Type: text/plain; charset=utf-8"]
    lines += ["Content-Length: \(body.utf8.count)", "Connection: close"]
    lines += HTTPResponse.securityHeaders(configuration).fields.map { "\($0.name): \($0.value)" }
    lines += headers.fields.filter { !$0.name.isASCIIEqual(to: "Connection") }.map {
      "\($0.name): \($0.value)"
    }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// The reason phrases of RFC 9110 §15 that we use.
  private var phrase: String {
    switch status {
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 426: "Upgrade Required"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Refused"
    }
  }
}
