import Foundation
import HybridSocket
import HybridTestSupport
import Synchronization
import Testing

@Suite(.suiteTimeLimit)
struct ServerTests {
  private let echo: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    var response = HTTPResponse.text("\(request.method) \(request.path) \(request.query ?? "-")\n")
    response.body += request.body
    return response
  }

  @Test func aRequestIsAnsweredWithTheSecurityHeaders() async throws {
    let server = try HTTPServer(handler: echo)
    let answer = try await httpGet("http://127.0.0.1:\(server.port)/a%20b?c=d")
    #expect(answer.status == 200)
    #expect(String(decoding: answer.body, as: UTF8.self) == "GET /a b c=d\n")
    #expect(answer.contentType == "text/plain; charset=utf-8")
    for (name, value) in [
      ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"), ("X-Frame-Options", "DENY"),
    ] { #expect(answer.headers.values(of: name) == [value]) }
    #expect(!answer.headers.fields.contains { $0.name.lowercased().hasPrefix("access-control") })
    server.stop()
  }

  @Test func handlersMayReplaceHeadersButNotBreakThem() async throws {
    let server = try HTTPServer { _ in
      HTTPResponse(
        status: 404,
        headers: ["Cache-Control": "max-age=1", "X-Bad": "a\r\nX-Injected: b", "X-A": "1", "x-a": "2"],
        contentType: "text/html", body: Array("no".utf8))
    }
    let answer = try await httpGet("http://127.0.0.1:\(server.port)/")
    #expect(answer.status == 404)
    #expect(answer.headers.values(of: "Cache-Control") == ["max-age=1"])
    #expect(answer.headers["X-Bad"] == nil)
    #expect(answer.headers["X-Injected"] == nil)
    #expect(answer.headers.values(of: "X-A") == ["1", "2"])
    server.stop()
  }

  @Test func bodiesAndOtherMethodsArriveWhereAllowed() async throws {
    var configuration = HTTPServerConfiguration()
    configuration.methods = ["GET", "HEAD", "POST"]
    let server = try HTTPServer(configuration: configuration, handler: echo)
    let body = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
    let answer = try await httpGet("http://127.0.0.1:\(server.port)/p", method: "POST", body: body)
    #expect(answer.body.count == body.count + "POST /p -\n".utf8.count)
    let head = try await httpGet("http://127.0.0.1:\(server.port)/h", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    let tooLarge = try await httpGet("http://127.0.0.1:\(server.port)/p", method: "POST", body: body + [0])
    #expect(tooLarge.status == 413)
    server.stop()
  }

  /// libsoup finds handlers by path prefix.
  @Test func pathsThatBeginLikeAWebSocketsAreNotOne() async throws {
    let endpoint = WebSocketEndpoint(path: "/live") { connection in
      connection.send(.text(connection.query ?? "none"))
      return WebSocketHandlers()
    }
    let server = try HTTPServer(webSockets: [endpoint]) { .text($0.path) }
    for path in ["/live.js", "/lively", "/live/1", "/li", "/"] {
      let answer = try await httpGet("http://127.0.0.1:\(server.port)\(path)")
      #expect(answer.status == 200 && answer.body == Array(path.utf8))
    }
    for (target, said) in [("/live", "none"), ("/live?role=ios&a", "role=ios&a"), ("/live?", "")] {
      let socket = try await WebSocketClient.connect("ws://127.0.0.1:\(server.port)\(target)")
      #expect(try await socket.next() == .text(said))
    }
    #expect(try await httpGet("http://127.0.0.1:\(server.port)/live").status == 426)
  }

  /// An allowed guest origin is admitted at its path, and refused elsewhere.
  @Test(arguments: [
    ("/live.js", "http://localhost:3000", 200), ("/live.js", "HTTP://LOCALHOST:3000", 200),
    ("/", "http://localhost:3000", 403),
    ("/live.js/", "http://localhost:3000", 403), ("/live.js", "http://localhost:3001", 403),
    ("/live.js", "null", 403),
    ("/%6cive.js", "http://localhost:3000", 200),
  ])
  func guestsAreLetInAtOnePath(_ path: String, _ origin: String, _ status: Int) async throws {
    var configuration = HTTPServerConfiguration()
    configuration.guestOrigins = ["/live.js": ["http://localhost:3000"]]
    let server = try HTTPServer(configuration: configuration) { _ in .text("here") }
    let answer = try await httpGet(
      "http://127.0.0.1:\(server.port)\(path)",
      headers: ["Origin": origin, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"])
    #expect(answer.status == status)
  }

  @Test func slowHandlersDoNotHoldUpOthers() async throws {
    let (released, release) = AsyncStream<Void>.makeStream()
    let server = try HTTPServer { request in
      if request.path == "/slow" { for await _ in released { break } }
      return .text(request.path)
    }
    async let slow = httpGet("http://127.0.0.1:\(server.port)/slow")
    for _ in 0..<10 { #expect(try await httpGet("http://127.0.0.1:\(server.port)/fast").status == 200) }
    release.yield()
    #expect(try await slow.body == Array("/slow".utf8))
    server.stop()
  }

  @Test func bothFamiliesAreServed() async throws {
    let server = try HTTPServer(handler: echo)
    for host in ["127.0.0.1", "localhost"] {
      #expect(try await httpGet("http://\(host):\(server.port)/").status == 200)
    }
    // A machine without IPv6 has no ::1 to serve.
    if FileManager.default.fileExists(atPath: "/proc/net/if_inet6") {
      #expect(try await httpGet("http://[::1]:\(server.port)/").status == 200)
    }
    server.stop()
  }

  @Test(arguments: [HTTPServerConfiguration.Interfaces.loopback, .all])
  func aTakenPortNamesItsOwner(_ interfaces: HTTPServerConfiguration.Interfaces) throws {
    var first = HTTPServerConfiguration()
    first.interfaces = interfaces
    let server = try HTTPServer(configuration: first, handler: echo)
    #expect { try HTTPServer(configuration: .init(port: server.port), handler: echo) } throws: { error in
      guard case .portTaken(let port, let owner?)? = error as? SocketError else { return false }
      return port == server.port && owner.process == Int(getpid()) && !owner.program.isEmpty
    }
    server.stop()
  }

  @Test func aPortTakenOnIPv6OnlyIsTaken() throws {
    guard FileManager.default.fileExists(atPath: "/proc/net/if_inet6") else { return }
    let other = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(other) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        #expect(bind(other, pointer, length) == 0)
        #expect(listen(other, 1) == 0)
        #expect(getsockname(other, pointer, &length) == 0)
      }
    }
    let port = Int(UInt16(bigEndian: address.sin6_port))
    #expect { try HTTPServer(configuration: .init(port: port), handler: echo) } throws: { error in
      if case .portTaken(port, _)? = error as? SocketError { true } else { false }
    }
  }

  @Test(arguments: [-1, 65_536])
  func impossiblePortsAreRefused(_ port: Int) {
    #expect(throws: SocketError.self) { try HTTPServer(configuration: .init(port: port), handler: echo) }
  }

  @Test func thePortIsFreeAfterStop() async throws {
    var port: Int?
    for _ in 0..<5 {
      let server = try HTTPServer(configuration: .init(port: port), handler: echo)
      port = server.port
      #expect(try await httpGet("http://127.0.0.1:\(server.port)/").status == 200)
      // Waiting connections do not keep the port in use.
      let waiting = try RawClient(port: server.port)
      waiting.send("GET / HT")
      server.stop()
      server.stop()
      #expect(await waiting.receive().isEmpty)
    }
    await #expect(throws: SocketError.self) { try await httpGet("http://127.0.0.1:\(port ?? 0)/") }
  }

  @Test func aServerMayBeStoppedFromItsHandler() async throws {
    let holder = Holder()
    let server = try HTTPServer { _ in
      holder.server.withLock { $0 }?.stop()
      return .text("bye")
    }
    holder.server.withLock { $0 = server }
    let port = server.port
    _ = try? await httpGet("http://127.0.0.1:\(port)/")
    server.stop()
    holder.server.withLock { $0 = nil }
    await #expect(throws: SocketError.self) { try await httpGet("http://127.0.0.1:\(port)/") }
  }

  private final class Holder: Sendable { let server = Mutex<HTTPServer?>(nil) }

  @Test func connectionsThatGoAwayAreForgotten() async throws {
    let server = try HTTPServer(handler: echo)
    for index in 0..<100 {
      let client = try RawClient(port: server.port)
      client.send(
        ["", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"][index % 3])
      client.reset()
    }
    // A request takes a turn of the server's loop, and its own connection may still be counted.
    repeat {
      #expect(try await httpGet("http://127.0.0.1:\(server.port)/").status == 200)
    } while server.connectionCount > 1
    server.stop()
  }
}

/// Requests of attackers and broken programs. The server refuses them and keeps running.
@Suite(.suiteTimeLimit)
struct HostileRequestTests {
  private func withServer(_ body: (HTTPServer, String) async throws -> Void) async throws {
    let server = try HTTPServer { .text("secret of \($0.path)") }
    try await body(server, "Host: 127.0.0.1:\(server.port)\r\n")
    let answer = try await httpGet("http://127.0.0.1:\(server.port)/alive")
    #expect(answer.body == Array("secret of /alive".utf8))
    server.stop()
  }

  @Test(arguments: [
    """
    POST / HTTP/1.1\r\nHOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x \
    HTTP/1.1\r\nHOST\r\n\r\n
    """,
    "GET http://HOSTNAME/ HTTP/1.1\r\nHOST\r\n\r\n", "GET http://evil.example/ HTTP/1.1\r\nHOST\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHOST\r\nHOST\r\n\r\n",
    "GET /\u{0} HTTP/1.1\r\nHOST\r\n\r\n", "GET / HTTP/1.1\r\nHOST\r\nX: \u{0}\r\n\r\n",
    "GET /../../etc/passwd HTTP/1.1\r\nHOST\r\n\r\n", "GET /%2e%2e%2fetc HTTP/1.1\r\nHOST\r\n\r\n",
    "GET / HTTP/1.1\r\nHOST\r\nOrigin: null\r\n\r\n",
    "GET / HTTP/1.1\r\nHOST\r\nOrigin: http://evil.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n",
    "PUT / HTTP/1.1\r\nHOST\r\nContent-Length: 3\r\n\r\nabc", "DELETE / HTTP/1.1\r\nHOST\r\n\r\n",
    "TRACE / HTTP/1.1\r\nHOST\r\n\r\n", "CONNECT evil.example:443 HTTP/1.1\r\nHOST\r\n\r\n",
    """
    OPTIONS / HTTP/1.1\r\nHOST\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Private-Network: \
    true\r\n\r\n
    """,
    "GET / HTTP/1.1\r\nHOST\r\nContent-Length: 99999999999\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "GET / HTTP/1.1\nHOST\n\n",
    "GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
  ])
  func isRefused(_ request: String) async throws {
    try await withServer { server, host in
      let client = try RawClient(port: server.port)
      let line = String(host.dropLast(2))
      client.send(
        request.replacingOccurrences(of: "HOSTNAME", with: "127.0.0.1:\(server.port)").replacingOccurrences(
          of: "HOST", with: line))
      let answer = await client.answer()
      #expect((400..<506).contains(status(of: answer)), "\(answer)")
      #expect(!answer.contains("secret"))
      #expect(answer.contains("X-Content-Type-Options: nosniff"))
      #expect(!answer.lowercased().contains("access-control"))
    }
  }

  @Test func aSecondRequestBehindACheckedOneIsNotServed() async throws {
    try await withServer { server, host in
      let client = try RawClient(port: server.port)
      client.send("GET /one HTTP/1.1\r\n\(host)\r\nGET /two HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      let answer = await client.answer()
      #expect(answer.contains("secret of /one"))
      #expect(!answer.contains("/two"))
    }
  }

  @Test func aHeadInSinglePiecesIsServed() async throws {
    try await withServer { server, host in
      let client = try RawClient(port: server.port)
      for byte in "GET /slow HTTP/1.1\r\n\(host)\r\n".utf8 { client.send([byte]) }
      #expect(await client.answer().contains("secret of /slow"))
    }
  }

  @Test func hugeHeadsAreRefusedWithoutMemory() async throws {
    try await withServer { server, host in
      for filler in [String(repeating: "a", count: 4 << 20), String(repeating: "X: y\r\n", count: 5_000)] {
        let client = try RawClient(port: server.port)
        client.send("GET / HTTP/1.1\r\n\(host)X: " + filler)
        let answer = await client.answer()
        #expect(status(of: answer) == 431, "\(answer)")
      }
    }
  }

  @Test func halfOpenRequestsAreDroppedAndOthersServed() async throws {
    let (server, clock) = try timedServer()
    // As many as one address may have: more are closed before their time limit for a head.
    let clients = try (1..<ServerLimits().maximumConnectionsPerAddress).map { _ in
      try RawClient(port: server.port)
    }
    for client in clients { client.send("GET / HTTP/1.1\r\nHost: ") }
    #expect(try await httpGet("http://127.0.0.1:\(server.port)/").status == 200)
    clock.advance(by: ServerLimits().headerTimeout)
    for client in clients { #expect(await status(of: client.answer()) == 408) }
    server.stop()
  }

  /// Browsers connect before they have a request, and do not expect a 408.
  @Test func aConnectionThatWasOpenedAheadIsServedWhenItIsUsed() async throws {
    let (server, clock) = try timedServer()
    let ahead = try RawClient(port: server.port)
    let slow = try RawClient(port: server.port)
    slow.send("GET / HTTP/1.1\r\nHost: ")
    #expect(try await httpGet("http://127.0.0.1:\(server.port)/").status == 200)
    clock.advance(by: ServerLimits().headerTimeout)
    // Its time-out has passed, and that of the connection before it would have.
    #expect(await status(of: slow.answer()) == 408)
    ahead.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    #expect(await status(of: ahead.answer()) == 200)
    server.stop()
  }

  @Test func whoAsksForNothingIsClosedWithoutAWord() async throws {
    let (server, clock) = try timedServer()
    let silent = try RawClient(port: server.port)
    #expect(try await httpGet("http://127.0.0.1:\(server.port)/").status == 200)
    clock.advance(by: ServerLimits().idleTimeout)
    #expect(await silent.answer() == "")
    #expect(await poll { server.connectionCount == 0 })
    server.stop()
  }

  /// A server that was too busy to read does not time out the client.
  @Test func whatCameInTimeIsServedWhenTheServerWasLate() async throws {
    let client = Mutex<RawClient?>(nil)
    let port = Mutex(0)
    let clock = ServerClock.manual()
    var configuration = HTTPServerConfiguration()
    configuration.limits.clock = clock
    configuration.onRefusal = { refused in
      guard refused.status == 400 else { return }
      // The server's thread is here: the first client's time-out passes before it can read on.
      client.withLock { $0 }?.send("127.0.0.1:\(port.withLock { $0 })\r\n\r\n")
      clock.advance(by: ServerLimits().headerTimeout)
    }
    let server = try HTTPServer(configuration: configuration) { _ in .text("here") }
    port.withLock { $0 = server.port }
    let first = try RawClient(port: server.port)
    first.send("GET / HTTP/1.1\r\nHost: ")
    client.withLock { $0 = first }
    let second = try RawClient(port: server.port)
    second.send("nonsense\r\n\r\n")
    #expect(await status(of: second.answer()) == 400)
    #expect(await status(of: first.answer()) == 200)
    server.stop()
  }

  /// A server whose limits are measured with a clock that the test moves.
  ///
  /// The server accepts and reads in order: a later request is answered after it has read what came before.
  private func timedServer() throws -> (HTTPServer, ServerClock) {
    let clock = ServerClock.manual()
    var configuration = HTTPServerConfiguration()
    configuration.limits.clock = clock
    let server = try HTTPServer(configuration: configuration) { _ in .text("here") }
    return (server, clock)
  }

  @Test func noiseIsSurvived() async throws {
    try await withServer { server, _ in
      var generator = SystemRandomNumberGenerator()
      for _ in 0..<50 {
        let client = try RawClient(port: server.port)
        client.send(
          (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &generator) } + Array("\r\n\r\n".utf8))
        #expect(await status(of: client.answer()) >= 400)
      }
    }
  }
}
