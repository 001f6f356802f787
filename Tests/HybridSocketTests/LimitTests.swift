import Foundation
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridSocket

/// A server with its own limits, which records the received messages.
final class LimitedServer: Sendable {
  let server: HTTPServer
  let refusals: Kept<RefusedRequest>
  let connections: Kept<WebSocketConnection>
  let closes: Kept<Int>
  var url: String { "ws://127.0.0.1:\(server.port)/s" }

  final class Kept<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    var all: [Value] { values.withLock { $0 } }
    func keep(_ value: Value) { values.withLock { $0.append(value) } }
  }

  init(
    _ change: (inout HTTPServerConfiguration) -> Void,
    authorization: WebSocketEndpoint.Authorization = .token(check: { token, _ in token == "good" }) {
      message in
      String(decoding: message.bytes, as: UTF8.self)
    }
  ) throws {
    let (refusals, connections, closes) = (
      Kept<RefusedRequest>(), Kept<WebSocketConnection>(), Kept<Int>()
    )
    (self.refusals, self.connections, self.closes) = (refusals, connections, closes)
    var configuration = HTTPServerConfiguration()
    configuration.limits.headerTimeout = suiteDeadline
    // The clients of these tests answer no pings.
    configuration.limits.keepAliveTimeout = suiteDeadline
    configuration.onRefusal = { refusals.keep($0) }
    change(&configuration)
    let endpoint = WebSocketEndpoint(path: "/s", authorization: authorization) { connection in
      connections.keep(connection)
      return WebSocketHandlers {
        connection.send($0)
      } onClose: { code, _ in
        closes.keep(code)
      }
    }
    server = try HTTPServer(configuration: configuration, webSockets: [endpoint]) { request in
      HTTPResponse(
        headers: ["Access-Control-Allow-Origin": "*", "access-control-allow-private-network": "true"],
        contentType: "text/plain", body: Array("\(request.method) \(request.path)".utf8) + request.body)
    }
  }

  deinit { server.stop() }

  func connect(token: String? = "good") async throws -> WebSocketClient {
    try await WebSocketClient.connect(url, protocols: token.map { ["hybrid.token.\($0)"] } ?? [])
  }

  /// Sends a request with our `Host`, and reads the whole answer.
  func answer(_ line: String, _ fields: String = "", body: String = "") async throws -> String {
    let client = try RawClient(port: server.port)
    client.send("\(line) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(fields)\r\n\(body)")
    return await client.answer()
  }
}

@Suite(.suiteTimeLimit)
struct LimitTests {
  @Test(arguments: [
    ("POST /post", "Content-Type: application/json\r\n", 200),
    ("POST /post", "Content-Type: Application/JSON; charset=utf-8\r\n", 200),
    ("POST /post", "Content-Type: application/json\r\nOrigin: http://localhost:PORT\r\n", 200),
    ("POST /post", "Content-Type: application/json\r\nSec-Fetch-Site: same-origin\r\n", 200),
    ("POST /post", "", 415), ("POST /post", "Content-Type: text/plain\r\n", 415),
    ("POST /post", "Content-Type: application/x-www-form-urlencoded\r\n", 415),
    ("POST /post", "Content-Type: multipart/form-data; boundary=application/json\r\n", 415),
    ("POST /post", "Content-Type: application/json-patch+json\r\n", 415),
    ("POST /post", "Content-Type: application/json\r\nContent-Type: text/plain\r\n", 415),
    ("POST /post", "Content-Type: application/json\r\nOrigin: null\r\n", 403),
    ("POST /post", "Content-Type: application/json\r\nOrigin: http://localhost:1\r\n", 403),
    ("POST /post", "Content-Type: application/json\r\nOrigin: http://evil.example\r\n", 403),
    ("POST /post", "Content-Type: application/json\r\nSec-Fetch-Site: same-site\r\n", 403),
    (
      "POST /post",
      """
      Content-Type: application/json\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: \
      navigate\r\nSec-Fetch-Dest: document\r\n
      """,
      403
    ),
    ("POST /post/", "Content-Type: application/json\r\n", 405),
    ("POST /", "Content-Type: application/json\r\n", 405), ("PUT /post", "", 405), ("OPTIONS /post", "", 405),
    ("GET /post", "", 200),
  ])
  func onlyThePostPathsTakePosts(_ line: String, _ fields: String, _ expected: Int) async throws {
    let rig = try LimitedServer { $0.methodsOfPath = { $0 == "/post" ? ["POST", "GET"] : ["GET"] } }
    let answer = try await rig.answer(
      line, fields.replacing("PORT", with: "\(rig.server.port)") + "Content-Length: 2\r\n", body: "{}")
    #expect(status(of: answer) == expected, "\(answer)")
    if expected == 200 { #expect(answer.contains("\(line){}")) }
    if expected == 405, line.hasSuffix("/post") { #expect(answer.contains("Allow: POST, GET\r\n")) }
  }

  @Test func noHandlerCanOpenItToOtherOrigins() async throws {
    let rig = try LimitedServer { _ in }
    #expect(try await !rig.answer("GET /").lowercased().contains("access-control"))
  }

  @Test(arguments: [
    (false, "iframe", 403), (true, "iframe", 200), (true, "document", 200), (true, "script", 403),
  ])
  func framesNeedTheOption(_ isEmbeddable: Bool, _ destination: String, _ expected: Int) async throws {
    let rig = try LimitedServer { $0.isEmbeddable = isEmbeddable }
    let fields =
      "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: \(destination)\r\n"
    let answer = try await rig.answer("GET /", fields)
    #expect(status(of: answer) == expected)
    #expect(answer.contains("X-Frame-Options: DENY") == !isEmbeddable)
  }

  @Test(arguments: [
    ("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("", 403),
    ("Same-Origin", 200),
    ("same-origin\r\nSec-Fetch-Site: cross-site", 403),
  ])
  func whatABrowserSaysOfTheSiteCountsForSocketsToo(_ site: String, _ expected: Int) async throws {
    let rig = try LimitedServer { _ in }
    let fields = "Sec-Fetch-Site: \(site)\r\nSec-Fetch-Mode: websocket\r\nSec-Fetch-Dest: empty\r\n"
    #expect(status(of: try await rig.answer("GET /", fields)) == expected)
    #expect(status(of: try await rig.answer("GET /s", fields)) == (expected == 200 ? 426 : 403))
    let stream = fields + "Accept: text/event-stream\r\n"
    #expect(status(of: try await rig.answer("GET /events", stream)) == expected)
  }

  @Test func anOriginThatWasNamedMayAsk() async throws {
    let rig = try LimitedServer { $0.allowedOrigins = ["https://tool.example"] }
    let fields = "Sec-Fetch-Site: cross-site\r\nOrigin: https://tool.example\r\n"
    #expect(status(of: try await rig.answer("GET /", fields)) == 200)
    let own = "Sec-Fetch-Site: cross-site\r\nOrigin: http://127.0.0.1:\(rig.server.port)\r\n"
    #expect(status(of: try await rig.answer("GET /", own)) == 403)
  }

  @Test func refusalsAreToldWithoutControlCharactersAndNotWithoutEnd() async throws {
    let rig = try LimitedServer { $0.limits.maximumTargetSize = 100 }
    _ = try await rig.answer("GET /a?\u{7F}")
    _ = try await rig.answer("GET /one", "Origin: http://evil.example\r\n")
    let socket = try await rig.connect(token: "bad")
    _ = try await socket.closed()
    #expect(await poll { rig.refusals.all.count == 3 })
    #expect(rig.refusals.all.map(\.status) == [400, 403, 1008])
    #expect(rig.refusals.all[1].target == "/one" && rig.refusals.all[1].remoteAddress == "127.0.0.1")
    #expect(rig.refusals.all[1].reason == "this origin is not allowed")
  }

  @Test func newsOfRefusalsAreCounted() {
    let told = LimitedServer.Kept<RefusedRequest>()
    var news = RefusalReporter { told.keep($0) }
    let start = ContinuousClock.now
    for _ in 0..<25 {
      news.refused("a", target: "/\u{1B}]0;x\u{7}\u{202E}y", status: 403, reason: "r", at: start)
    }
    news.refused(
      "a", target: String(repeating: "z", count: 9_000), status: 403, reason: "r", at: start + .seconds(2))
    #expect(told.all.count == 11)
    #expect(told.all[0].target == "/]0;xy")
    #expect(told.all[10].unreported == 15 && told.all[10].target.count == 200)
  }

  @Test func oneClientMoreThanThereMayBeIsToldToComeLater() async throws {
    let rig = try LimitedServer { $0.limits.maximumWebSockets = 2 }
    let clients = [try await rig.connect(), try await rig.connect()]
    #expect(await poll { rig.connections.all.count == 2 })
    #expect(try await rig.connect().closed().reason == "too many clients")
    let later = try await rig.connect(token: nil)
    later.send(.text("good"))
    #expect(try await later.closed().code == 1008)
    #expect(rig.refusals.all.map(\.reason) == ["too many clients", "too many clients"])
    clients[0].close()
    #expect(await poll { rig.closes.all == [1000] })
    let next = try await rig.connect()
    next.send(.text("here"))
    #expect(try await next.next() == .text("here"))
    clients[1].send(.text("still"))
    #expect(try await clients[1].next() == .text("still"))
  }

  /// Authorised clients do not count towards the limit of connections.
  @Test func clientsWithATokenAreNoCrowd() async throws {
    let clock = ServerClock.manual()
    let rig = try LimitedServer {
      $0.limits.clock = clock
      $0.limits.maximumConnectionsPerAddress = 4
      $0.limits.maximumConnections = 4
    }
    var clients: [WebSocketClient] = []
    for _ in 0..<30 { clients.append(try await rig.connect()) }
    let idlers = try (0..<20).map { _ in try RawClient(port: rig.server.port) }
    for idler in idlers { idler.send("GET / HT") }
    let strangers = try await withThrowingTaskGroup(of: WebSocketClient.self) { group in
      for _ in 0..<20 { group.addTask { try await rig.connect(token: nil) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    clock.advance(by: ServerLimits().arrivalTime)
    // Four of the forty may stay; the thirty are not affected.
    #expect(await poll { rig.server.connectionCount == 34 })
    for client in clients {
      client.send(.text("x"))
      #expect(try await client.next() == .text("x"))
    }
    #expect(status(of: try await rig.answer("GET /")) == 200)
    withExtendedLifetime((idlers, strangers)) {}
  }

  @Test func aDeadPeerIsNoticedAndALivingOneIsNot() async throws {
    let clock = ServerClock.manual()
    let rig = try LimitedServer {
      $0.limits.clock = clock
      // libsoup pings by its own clock, and counts whole seconds.
      $0.limits.keepAliveInterval = .seconds(1)
      $0.limits.keepAliveTimeout = .seconds(4)
    }
    let dead = try RawClient(port: rig.server.port)
    dead.send(handshake(port: rig.server.port, path: "/s", token: "good"))
    #expect(await dead.head().contains("101"))
    let living = try await rig.connect()
    #expect(await poll { rig.connections.all.count == 2 })
    clock.advance(by: .seconds(4))
    // The dead client gets pings and does not answer; the live one sends only pongs.
    let received = await dead.receive { !$0.isEmpty }
    #expect(received.starts(with: [0x89]))
    let isHeard = { (connection: WebSocketConnection) in
      connection.loop.run { connection.link.lastHeard } == clock.now
    }
    #expect(await poll { rig.connections.all.filter(isHeard).count == 1 })
    #expect(rig.closes.all.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(await poll { rig.closes.all == [1006] })
    living.send(.text("alive"))
    #expect(try await living.next() == .text("alive"))
  }

  @Test func aQueueThatHasDrainedIsTold() async throws {
    let rig = try LimitedServer { _ in }
    let client = try RawClient(port: rig.server.port)
    client.send(handshake(port: rig.server.port, path: "/s", token: "good"))
    #expect(await client.head().contains("101"))
    #expect(await poll { rig.connections.all.count == 1 })
    let connection = try #require(rig.connections.all.first)
    let told = LimitedServer.Kept<String>()
    connection.whenDrained(below: 0) { told.keep("empty") }
    #expect(await poll { told.all == ["empty"] })
    let size = 24 << 20
    connection.send(binary: Array(repeating: 1, count: size))
    connection.whenDrained(below: 100 << 20) { told.keep("at once") }
    #expect(await poll { told.all.count == 2 })
    connection.whenDrained(below: 1 << 20) { [weak connection] in
      told.keep((connection?.bufferedBytes ?? .max) <= 1 << 20 ? "drained" : "too early")
    }
    #expect(connection.bufferedBytes > 1 << 20)
    _ = await client.receive { $0.count >= size }
    #expect(await poll { told.all == ["empty", "at once", "drained"] })
    client.reset()
    #expect(await poll { !rig.closes.all.isEmpty })
    connection.whenDrained(below: 0) { told.keep("after the end") }
    let other = try await rig.connect()
    other.send(.text("x"))
    _ = try await other.next()
    #expect(told.all.count == 3)
  }

  @Test func anAnswerThatNobodyReadsIsGivenUp() async throws {
    let clock = ServerClock.manual()
    var configuration = HTTPServerConfiguration()
    configuration.limits.clock = clock
    configuration.methods = ["GET", "POST"]
    let server = try HTTPServer(configuration: configuration) { _ in
      HTTPResponse(body: Array(repeating: 1, count: 32 << 20))
    }
    defer { server.stop() }
    let silent = try RawClient(port: server.port)
    silent.send("POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Length: 9\r\n\r\nhalf")
    let deaf = try RawClient(port: server.port)
    deaf.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    // The server reads in order: it has read both.
    _ = await deaf.head()
    clock.advance(by: configuration.limits.idleTimeout)
    #expect(await poll { server.connectionCount == 0 })
  }

  @Test(arguments: [
    ("message-size=4096", nil), ("header-time=1", nil), ("clients=67108864", nil),
    ("clients=0", "'clients' is a number from 1 to 67108864"),
    ("clients=-1", "'clients' is a number from 1 to 67108864"),
    ("idle-time=86401", "'idle-time' is a number from 1 to 86400"),
    ("clients=1e3", "'clients' is a number from 1 to 67108864"),
    ("clients=99999999999999999999", "'clients' is a number from 1 to 67108864"),
    ("clients", "a limit is written NAME=N"), ("", "a limit is written NAME=N"),
    ("cl\u{1B}[2Jients=1", "there is no limit 'cl[2Jients'"), ("=1", "there is no limit ''"),
  ])
  func limitsAreSetByName(_ text: String, _ fault: String?) {
    var limits = ServerLimits()
    #expect(limits.set(text) == fault)
  }

  @Test func everyLimitHasANameAndItsUnit() {
    var limits = ServerLimits()
    for name in ServerLimits.names { #expect(limits.set("\(name)=7") == nil) }
    #expect(limits.maximumMessageSize == 7 && limits.headerTimeout == .seconds(7))
  }
}

/// The opening handshake as bytes.
func handshake(port: Int, path: String, token: String) -> String {
  handshake(port: port).replacing("/hybrid/socket", with: path)
    .replacing("hybrid.1\r\n", with: "hybrid.token.\(token)\r\n")
}
