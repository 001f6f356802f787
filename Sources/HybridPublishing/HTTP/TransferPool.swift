import CCurl
import Glibc
import HybridEncoding
import Synchronization

/// A request to a host.
struct TransferRequest: Sendable {
  /// The client's credentials.
  enum Credentials: Sendable {
    case none
    /// Sent at once, without a challenge (RFC 7617).
    case basic(user: String, password: String)
    /// The entry for the host in `~/.netrc`, if there is one.
    case netrc
    /// AWS Signature Version 4, computed by libcurl.
    case signed(region: String, keyID: String, secret: String)
  }

  /// `GET`, `HEAD`, `PUT`, `DELETE`, `MKCOL`, …
  var method = "GET"
  /// `https://…`, or `http://…` where allowed.
  var url: String
  /// `Name: value`.
  var headers: [String] = []
  /// The content to send; nil without content.
  var body: [UInt8]?
  /// The maximum number of content bytes to read.
  var limit = 1 << 20
  /// The maximum duration of the whole transfer.
  var deadline = Duration.seconds(60)
  /// The client's credentials.
  var credentials = Credentials.none
}

/// The answer of a host.
struct TransferAnswer: Sendable {
  /// The status code (RFC 9110 §15).
  var status: Int
  /// Header values by lower-case name; the last one for repeated names.
  var headers: [String: String]
  /// The content.
  var body: [UInt8]
  /// The size of the request's and the answer's headers on the wire, in bytes.
  var overhead: (sent: Int, received: Int)
}

/// The reason why a transfer has no response.
enum TransferFault: Error, Hashable, Sendable {
  /// The shared library, or a function in it, is missing; with the loader's message.
  case libraryMissing(String)
  /// No connection, or it broke; with libcurl's message.
  case unreachable(String)
  /// It took longer than allowed.
  case deadline
  /// More bytes than allowed arrived.
  case tooLarge
}

/// HTTP requests by libcurl, which is loaded on first use. Connections stay open and serve later requests.
///
/// A libcurl handle may be used by one thread at a time: each request takes one from the pool and returns it.
final class TransferPool: Sendable {
  private let pool = Mutex<[Handle]>([])

  /// The pool of the process, so that connections are shared.
  static let shared = TransferPool()

  /// Sends a request and waits for the answer. May be called from any thread.
  func send(_ request: TransferRequest) throws(TransferFault) -> TransferAnswer {
    let idle = pool.withLock { $0.popLast() }
    let handle = if let idle { idle } else { try Handle() }
    let result = handle.perform(request)
    if case .success = result { pool.withLock { $0.append(handle) } }
    return try result.get()
  }
}

/// The library's functions. `@unchecked Sendable`: they are set once, and each may be called from any thread.
private struct Curl: @unchecked Sendable {
  static let library = "libcurl.so.4"

  var table = HybridCurl()

  private static let opened: Result<Curl, TransferFault> = {
    var curl = Curl()
    if let message = hybrid_curl_load(library, &curl.table) {
      return .failure(.libraryMissing(String(cString: message)))
    }
    return .success(curl)
  }()

  /// The library of the process, loaded by the first call.
  static func shared() throws(TransferFault) -> Curl { try opened.get() }
}

/// The input and output of one transfer.
private final class Transfer {
  var rest: ArraySlice<UInt8>
  let limit: Int
  var body: [UInt8] = []
  var isTooLarge = false
  var headers: [String: String] = [:]
  var headerBytes = 0

  init(_ request: TransferRequest) {
    rest = (request.body ?? [])[...]
    limit = request.limit
  }

  /// Reads one header line. Each status line starts a new header, so that one before a redirect is discarded.
  func readHeader(_ line: UnsafeRawBufferPointer) {
    headerBytes += line.count
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") { return headers = [:] }
    guard let colon = text.firstIndex(of: ":") else { return }
    let value = text[text.index(after: colon)...].trimming(while: \.isWhitespace)
    headers[text[..<colon].lowercased()] = String(value)
  }
}

/// Owns one easy handle. `@unchecked Sendable`: it is in the pool, or with the one thread that took it.
private final class Handle: @unchecked Sendable {
  private let curl: Curl
  private let handle: UnsafeMutableRawPointer

  init() throws(TransferFault) {
    curl = try .shared()
    guard let handle = curl.table.create() else { throw .unreachable("no memory for a transfer") }
    self.handle = handle
  }

  deinit { curl.table.destroy(handle) }

  func perform(_ request: TransferRequest) -> Result<TransferAnswer, TransferFault> {
    let transfer = Transfer(request)
    var list: UnsafeMutableRawPointer?
    // `Expect: 100-continue` costs a round trip, and a second with servers that do not support it.
    for header in request.headers + ["Expect:"] { list = curl.table.append(list, header) ?? list }
    defer { curl.table.freeList(list) }
    curl.table.reset(handle)
    let isSet = withExtendedLifetime(transfer) { set(request, transfer, list) }
    guard isSet else { return .failure(.unreachable("libcurl is older than 7.85, or cannot do this")) }
    let code = withExtendedLifetime(transfer) { curl.table.perform(handle) }
    if transfer.isTooLarge { return .failure(.tooLarge) }
    guard code == 0 else {
      if code == CurlOption.timedOut { return .failure(.deadline) }
      return .failure(.unreachable(curl.table.errorText(code).map { String(cString: $0) } ?? "error \(code)"))
    }
    return .success(
      TransferAnswer(
        status: information(CurlOption.responseCode), headers: transfer.headers, body: transfer.body,
        overhead: (information(CurlOption.requestSize), transfer.headerBytes)))
  }

  private func information(_ number: Int32) -> Int {
    var value = 0
    return withUnsafePointer(to: curl.table) { hybrid_curl_get_long($0, handle, number, &value) } == 0
      ? value : 0
  }

  /// Sets all options; false when the library does not know one.
  private func set(_ request: TransferRequest, _ transfer: Transfer, _ headers: UnsafeMutableRawPointer?)
    -> Bool
  {
    var status: Int32 = 0
    withUnsafePointer(to: curl.table) { table in
      func number(_ option: Int32, _ value: Int) {
        status |= hybrid_curl_set_long(table, handle, option, value)
      }
      func text(_ option: Int32, _ value: String) {
        status |= hybrid_curl_set_text(table, handle, option, value)
      }
      let isPlain = request.url.hasPrefix("http:")
      text(CurlOption.url, request.url)
      text(CurlOption.protocols, isPlain ? "http" : "https")
      text(CurlOption.redirectProtocols, "https")
      // Redirects are followed for GET only, and to encrypted addresses only.
      number(CurlOption.followLocation, request.method == "GET" && !isPlain ? 1 : 0)
      number(CurlOption.maximumRedirects, 5)
      // Unencrypted requests stay on this machine, without a proxy.
      if isPlain { text(CurlOption.proxy, "") }
      text(CurlOption.userAgent, "hybrid")
      number(CurlOption.noSignal, 1)
      number(CurlOption.pathAsIs, 1)
      number(CurlOption.timeout, max(1, request.deadline.wholeMilliseconds))
      number(CurlOption.connectTimeout, min(20_000, max(1, request.deadline.wholeMilliseconds)))
      status |= hybrid_curl_set_pointer(table, handle, CurlOption.headers, headers)

      switch request.credentials {
      case .none: break
      case .basic(let user, let password):
        number(CurlOption.authentication, CurlOption.basic)
        text(CurlOption.userName, user)
        text(CurlOption.password, password)
      case .netrc:
        number(CurlOption.authentication, CurlOption.basic)
        number(CurlOption.netrc, CurlOption.netrcOptional)
      case .signed(let region, let keyID, let secret):
        text(CurlOption.awsSignature, "aws:amz:\(region):s3")
        text(CurlOption.userName, keyID)
        text(CurlOption.password, secret)
      }

      let context = Unmanaged.passUnretained(transfer).toOpaque()
      if let body = request.body {
        number(CurlOption.upload, 1)
        status |= hybrid_curl_set_size(table, handle, CurlOption.uploadSize, Int64(body.count))
        status |= hybrid_curl_set_pointer(table, handle, CurlOption.readData, context)
        status |= hybrid_curl_set_transfer(table, handle, CurlOption.readFunction, readBody)
      }
      if request.method == "HEAD" { number(CurlOption.noBody, 1) }
      if !["GET", "HEAD"].contains(request.method) { text(CurlOption.method, request.method) }
      status |= hybrid_curl_set_pointer(table, handle, CurlOption.writeData, context)
      status |= hybrid_curl_set_transfer(table, handle, CurlOption.writeFunction, writeBody)
      status |= hybrid_curl_set_pointer(table, handle, CurlOption.headerData, context)
      status |= hybrid_curl_set_transfer(table, handle, CurlOption.headerFunction, writeHeader)
    }
    return status == 0
  }
}

// Callbacks of libcurl, which run during `perform`, on its thread.

private let readBody: HybridCurlTransfer = { buffer, one, count, context in
  guard let buffer, let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let piece = transfer.rest.prefix(one * count)
  piece.withUnsafeBytes { bytes in
    if let base = bytes.baseAddress { memcpy(buffer, base, bytes.count) }
  }
  transfer.rest = transfer.rest.dropFirst(piece.count)
  return piece.count
}

private let writeBody: HybridCurlTransfer = { bytes, one, count, context in
  guard let bytes, let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  let size = one * count
  guard size <= transfer.limit - transfer.body.count else {
    transfer.isTooLarge = true
    return 0
  }
  transfer.body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: size))
  return size
}

private let writeHeader: HybridCurlTransfer = { bytes, one, count, context in
  guard let bytes, let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  transfer.readHeader(UnsafeRawBufferPointer(start: bytes, count: one * count))
  // No legitimate header is longer.
  return transfer.headerBytes <= 256 << 10 ? one * count : 0
}
