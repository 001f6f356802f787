import HybridEncoding

/// The head of an HTTP/1.1 request, read strictly (RFC 9112 §2–§6): what two parsers could read differently
/// is refused, since that is how requests are smuggled past checks.
struct RequestHead: Sendable {
  var method: String
  /// Origin-form (RFC 9112 §3.2.1), as sent.
  var target: String
  /// The path, percent-decoded once.
  var path: String
  var query: String?
  var headers: HTTPHeaders
  /// The length of the body, from `Content-Length`.
  var contentLength: Int
  /// The bytes of the head, the empty line included.
  var size: Int

  /// The limits on a request head.
  struct Limits {
    var target = 8 << 10
    var headers = 32 << 10
    var count = 100
    /// Request line and header fields.
    var size: Int { target + headers }
  }
}

/// Why a request is not served.
struct RequestRefusal: Error, Hashable {
  var status: Int
  /// One line for the person who sent it.
  var reason: String
  /// Fields that belong to the status.
  var headers: HTTPHeaders = [:]
  /// The foreign name in the request.
  var named: RefusedRequest.Named?
}

extension RequestHead {
  /// Reads a head from the bytes received so far; nil while it is incomplete.
  /// - Throws: ``RequestRefusal`` as soon as the bytes cannot become a valid head.
  static func read(_ bytes: ArraySlice<UInt8>, limits: Limits = Limits()) throws(RequestRefusal)
    -> RequestHead?
  {
    var lines: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(where: { $0 == 10 || $0 == 13 || $0 == 0 }) {
      guard bytes[end] == 13 else {
        throw RequestRefusal(status: 400, reason: "a line does not end with CR LF")
      }
      guard end + 1 < bytes.endIndex else { break }
      guard bytes[end + 1] == 10 else {
        throw RequestRefusal(status: 400, reason: "a line does not end with CR LF")
      }
      let line = bytes[start..<end]
      start = end + 2
      if line.isEmpty {
        guard !lines.isEmpty else { throw RequestRefusal(status: 400, reason: "there is no request line") }
        return try head(lines, size: start - bytes.startIndex, limits: limits)
      }
      lines.append(line)
      if lines.count == 1, line.count > limits.target + 32 { throw tooLong }
      if lines.count > limits.count + 1 { throw tooMany(limits) }
    }
    if lines.isEmpty, bytes.count > limits.target + 32 { throw tooLong }
    if bytes.count > limits.size {
      throw RequestRefusal(status: 431, reason: "the header fields are too large")
    }
    // A request begins with a token byte: answer TLS and other protocols at once.
    if lines.isEmpty, let first = bytes.first, !isTokenByte(first) {
      throw RequestRefusal(status: 400, reason: "this is not HTTP")
    }
    return nil
  }

  private static let tooLong = RequestRefusal(status: 414, reason: "the request line is too long")
  private static func tooMany(_ limits: Limits) -> RequestRefusal {
    RequestRefusal(status: 431, reason: "more than \(limits.count) header fields")
  }

  private static func head(
    _ lines: [ArraySlice<UInt8>], size: Int, limits: Limits
  ) throws(RequestRefusal) -> RequestHead {
    // Request line: exactly two spaces (RFC 9112 §3).
    let parts = lines[0].split(separator: 32, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(isTokenByte) else {
      throw RequestRefusal(status: 400, reason: "the request line is malformed")
    }
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1", "HTTP/1.0": break
    case let version where version.hasPrefix("HTTP/"):
      throw RequestRefusal(status: 505, reason: "only HTTP/1.1 is supported")
    default: throw RequestRefusal(status: 400, reason: "the request line is malformed")
    }
    let target = parts[1]
    guard target.count <= limits.target else { throw tooLong }
    let mark = target.firstIndex(of: UInt8(ascii: "?"))
    let path = try decodedPath(target[..<(mark ?? target.endIndex)])
    let query = mark.map { target[($0 + 1)...] }
    if let query, !query.allSatisfy(isTargetByte) {
      throw RequestRefusal(status: 400, reason: "the query has characters that must be encoded")
    }
    var headers = HTTPHeaders()
    var headerSize = 0
    for line in lines.dropFirst() {
      headerSize += line.count + 2
      headers.fields.append(try field(line))
    }
    guard headerSize <= limits.headers else {
      throw RequestRefusal(status: 431, reason: "the header fields are too large")
    }
    return RequestHead(
      method: String(decoding: parts[0], as: UTF8.self), target: String(decoding: target, as: UTF8.self),
      path: path,
      query: query.map { String(decoding: $0, as: UTF8.self) }, headers: headers,
      contentLength: try contentLength(headers), size: size)
  }

  /// RFC 9112 §5: no space before the colon, no folded lines, no control characters.
  private static func field(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> HTTPHeaders.Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(isTokenByte),
      line[(colon + 1)...].allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) })
    else { throw RequestRefusal(status: 400, reason: "a header field is malformed") }
    var value = line[(colon + 1)...]
    while let first = value.first, first == 32 || first == 9 { value.removeFirst() }
    while let last = value.last, last == 32 || last == 9 { value.removeLast() }
    return HTTPHeaders.Field(
      name: String(decoding: line[..<colon], as: UTF8.self), value: String(decoding: value, as: UTF8.self))
  }

  /// RFC 9112 §6.1 and §6.3: both ways to state the length, or one of them twice, are an attack.
  private static func contentLength(_ headers: HTTPHeaders) throws(RequestRefusal) -> Int {
    let lengths = headers.values(of: "Content-Length")
    let hasEncoding = !headers.values(of: "Transfer-Encoding").isEmpty
    if hasEncoding, !lengths.isEmpty {
      throw RequestRefusal(status: 400, reason: "Content-Length and Transfer-Encoding exclude each other")
    }
    if hasEncoding { throw RequestRefusal(status: 411, reason: "send a Content-Length") }
    guard let first = lengths.first else { return 0 }
    guard lengths.count == 1, !first.isEmpty, first.utf8.count <= 18,
      first.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let length = Int(first)
    else { throw RequestRefusal(status: 400, reason: "the Content-Length is malformed") }
    return length
  }

  /// RFC 3986 §2.1, decoded once; a path that another parser could resolve to another file is refused.
  private static func decodedPath(_ path: ArraySlice<UInt8>) throws(RequestRefusal) -> String {
    guard path.first == UInt8(ascii: "/") else {
      throw RequestRefusal(status: 400, reason: "the request target must be a path")
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(path.count)
    var index = path.startIndex
    while index < path.endIndex {
      var byte = path[index]
      guard isTargetByte(byte) else {
        throw RequestRefusal(status: 400, reason: "the path has characters that must be encoded")
      }
      if byte == UInt8(ascii: "%") {
        guard let encoded = path.percentEncodedByte(at: index) else {
          throw RequestRefusal(status: 400, reason: "the path has a malformed percent-encoding")
        }
        byte = encoded
        index += 2
        guard byte >= 32, byte != 127, byte != UInt8(ascii: "/"), byte != UInt8(ascii: "\\") else {
          throw RequestRefusal(status: 400, reason: "the path has an encoded separator or control character")
        }
      }
      decoded.append(byte)
      index += 1
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw RequestRefusal(status: 400, reason: "the path is not UTF-8")
    }
    let segments = decoded.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !segments.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }),
      !decoded.starts(with: "//".utf8)
    else { throw RequestRefusal(status: 400, reason: "the path has dot or empty segments") }
    return text
  }
}

/// RFC 9110 §5.6.2.
private func isTokenByte(_ byte: UInt8) -> Bool {
  if byte.isASCIIAlphanumeric { return true }
  return switch byte {
  case 33, 35...39, 42, 43, 45, 46, 94, 95, 96, 124, 126: true  // ! # $ % & ' * + - . ^ _ ` | ~
  default: false
  }
}

/// RFC 3986 §3.3 and §3.4, and what browsers leave unencoded, without `#` and `\`.
private func isTargetByte(_ byte: UInt8) -> Bool {
  byte > 32 && byte < 127 && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "\\")
}
