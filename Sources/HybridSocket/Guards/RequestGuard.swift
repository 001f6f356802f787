import HybridEncoding

/// Decides which requests a development server serves: it keeps out other web sites in the developer's
/// browser and foreign names that resolve to this machine (DNS rebinding). Every request is checked here,
/// before routing, whatever its path.
struct RequestGuard: Sendable {
  /// The server's names: each is accepted in `Host`, and forms an origin of ours.
  private var hosts: Set<String>
  /// Names that programs in an emulator on this machine use for the server.
  private var emulatorHosts: Set<String>
  private var origins: Set<String>
  /// The configured allowed origins, which are not ours.
  private var foreignOrigins: Set<String>
  private var methods: Set<String>
  private var methodsOfPath: (@Sendable (String) -> [String])?
  private var isEmbeddable: Bool
  private var maximumBodySize: Int
  private var webSocketPaths: Set<String>
  private var guestOrigins: [String: Set<String>]

  init(_ configuration: HTTPServerConfiguration, port: Int, webSocketPaths: Set<String>) {
    var hosts: Set<String> = []
    var origins = Set(configuration.allowedOrigins.map { $0.lowercased() })
    for name in ["localhost", "127.0.0.1", "[::1]"] {
      hosts.insert("\(name):\(port)")
      origins.insert("http://\(name):\(port)")
      if port == 80 {
        hosts.insert(name)
        origins.insert("http://\(name)")
      }
    }
    for name in configuration.allowedHosts.map({ $0.lowercased() }) {
      hosts.insert(name)
      origins.insert("http://\(name)")
      origins.insert("https://\(name)")
      guard !Self.hasPort(name) else { continue }
      hosts.insert("\(name):\(port)")
      origins.insert("http://\(name):\(port)")
    }
    self.hosts = hosts
    emulatorHosts = Set(configuration.emulatorHosts.flatMap { ["\($0):\(port)"] + (port == 80 ? [$0] : []) })
    self.origins = origins
    foreignOrigins = Set(configuration.allowedOrigins.map { $0.lowercased() })
    methods = configuration.methods
    methodsOfPath = configuration.methodsOfPath
    isEmbeddable = configuration.isEmbeddable
    maximumBodySize = configuration.limits.maximumBodySize
    self.webSocketPaths = webSocketPaths
    guestOrigins = configuration.guestOrigins
  }

  /// Accepts `head`, or throws why not.
  /// - Parameter isLoopback: Whether it came from this machine.
  func check(_ head: RequestHead, isLoopback: Bool = true) throws(RequestRefusal) {
    try checkHost(head, isLoopback: isLoopback)
    try checkOrigin(head)
    // A guest comes from another site, so its Fetch Metadata is cross-site by design.
    if guest(head) == nil { try checkFetchMetadata(head) }
    if webSocketPaths.contains(head.path) { return try checkHandshake(head) }
    guard !head.headers.has("Upgrade", token: "websocket") else {
      throw RequestRefusal(status: 404, reason: "this path has no WebSocket")
    }
    let allowed = methodsOfPath?(head.path) ?? methods.sorted()
    guard allowed.contains(head.method) else {
      let list = allowed.joined(separator: ", ")
      throw RequestRefusal(
        status: 405, reason: "\(head.method.prefix(20)) is not served here; \(list) is",
        headers: ["Allow": list])
    }
    if head.method == "POST", methodsOfPath != nil { try checkPost(head) }
    guard head.contentLength <= maximumBodySize else {
      throw RequestRefusal(status: 413, reason: "the body is too large")
    }
  }

  /// RFC 9112 §3.2: exactly one `Host`, which names this server.
  private func checkHost(_ head: RequestHead, isLoopback: Bool) throws(RequestRefusal) {
    let values = head.headers.values(of: "Host")
    guard values.count == 1, let host = values.first, !host.isEmpty else {
      throw RequestRefusal(status: 400, reason: "exactly one Host is needed")
    }
    let isEmulator = isLoopback && emulatorHosts.contains(host) && head.headers["Origin"] == nil
    guard isEmulator || hosts.contains(host.lowercased()) else {
      throw RequestRefusal(
        status: 403, reason: "this host name is not allowed; start the server with it as an allowed host",
        named: .host(host))
    }
  }

  private func checkOrigin(_ head: RequestHead) throws(RequestRefusal) {
    let values = head.headers.values(of: "Origin")
    guard values.count <= 1 else { throw RequestRefusal(status: 400, reason: "more than one Origin") }
    if let origin = values.first, !origins.contains(origin.lowercased()), guest(head) == nil {
      throw RequestRefusal(status: 403, reason: "this origin is not allowed", named: .origin(origin))
    }
  }

  /// Fetch Metadata: it covers requests without `Origin`, such as for a script included by another site, or
  /// by another port of this machine (which is the same *site*). Only requests from our own pages or from no
  /// page pass.
  private func checkFetchMetadata(_ head: RequestHead) throws(RequestRefusal) {
    let sites = head.headers.values(of: "Sec-Fetch-Site")
    if sites.allSatisfy({ ["same-origin", "none"].contains($0.lowercased()) }) { return }
    if let origin = head.headers["Origin"], foreignOrigins.contains(origin.lowercased()) { return }
    let destinations = isEmbeddable ? ["document", "iframe"] : ["document"]
    guard head.method == "GET" || head.method == "HEAD", !webSocketPaths.contains(head.path),
      head.headers.values(of: "Sec-Fetch-Mode") == ["navigate"],
      let destination = head.headers["Sec-Fetch-Dest"], destinations.contains(destination)
    else { throw RequestRefusal(status: 403, reason: "other sites may only link here") }
  }

  /// The request's origin, if it is a guest origin allowed at the path; nil otherwise.
  func guest(_ head: RequestHead) -> String? {
    guard let guests = guestOrigins[head.path], let origin = head.headers["Origin"],
      guests.contains(origin.lowercased())
    else { return nil }
    return origin
  }

  /// A page of another origin can send a form or text without a CORS preflight, but not JSON.
  private func checkPost(_ head: RequestHead) throws(RequestRefusal) {
    let types = head.headers.values(of: "Content-Type")
    let essence = types.first?.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
    guard types.count == 1, essence == "application/json" else {
      throw RequestRefusal(status: 415, reason: "send the body as application/json")
    }
  }

  /// RFC 6455 §4.2.1.
  private func checkHandshake(_ head: RequestHead) throws(RequestRefusal) {
    let headers = head.headers
    guard head.method == "GET", headers.has("Upgrade", token: "websocket"),
      headers.has("Connection", token: "upgrade")
    else {
      throw RequestRefusal(
        status: 426, reason: "this path accepts WebSocket connections only",
        headers: ["Upgrade": "websocket", "Connection": "Upgrade"])
    }
    guard headers.values(of: "Sec-WebSocket-Version") == ["13"] else {
      throw RequestRefusal(
        status: 426, reason: "only version 13 of the protocol is supported",
        headers: ["Sec-WebSocket-Version": "13"])
    }
    // 16 bytes in base64.
    let keys = headers.values(of: "Sec-WebSocket-Key")
    guard keys.count == 1, let key = keys.first?.utf8, key.count == 24,
      key.suffix(2).elementsEqual("==".utf8),
      key.dropLast(2).allSatisfy({ byte in
        (byte >= 48 && byte <= 57) || (byte | 32 >= 97 && byte | 32 <= 122) || byte == 43 || byte == 47
      }), head.contentLength == 0
    else { throw RequestRefusal(status: 400, reason: "the Sec-WebSocket-Key is malformed") }
  }

  private static func hasPort(_ name: String) -> Bool {
    guard let colon = name.lastIndex(of: ":") else { return false }
    return !name[colon...].contains("]")
  }
}

extension HTTPHeaders {
  /// Whether `token` is in the comma-separated list `name` (RFC 9110 §5.6.1).
  func has(_ name: String, token: String) -> Bool { list(name).contains { $0.isASCIIEqual(to: token) } }

  /// The elements of the comma-separated list `name`.
  func list(_ name: String) -> [Substring] {
    values(of: name).flatMap { $0.split(separator: ",") }
      .map { $0.trimming { $0 == " " || $0 == "\t" } }.filter { !$0.isEmpty }
  }
}
