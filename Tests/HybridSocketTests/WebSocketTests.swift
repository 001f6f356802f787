import Foundation
import HybridSocket
import HybridTestSupport
import Synchronization
import Testing

/// A server that echoes messages and records its connections. A client is connected slightly before the
/// server knows it.
final class EchoServer: Sendable {
  let server: HTTPServer
  let connections: Connections
  var port: Int { server.port }
  var url: String { "ws://127.0.0.1:\(server.port)/hybrid/socket" }

  final class Connections: Sendable {
    struct State {
      var open: [UInt64: WebSocketConnection] = [:]
      var closes: [Int] = []
      fileprivate var waiting:
        [(isReached: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())
    var open: [WebSocketConnection] { state.withLock { $0.open.values.sorted { $0.id < $1.id } } }
    var closes: [Int] { state.withLock { $0.closes } }

    fileprivate func update(_ change: (inout State) -> Void) {
      let reached = state.withLock { state in
        change(&state)
        let waiting = state.waiting
        let now = state
        state.waiting = waiting.filter { !$0.isReached(now) }
        return waiting.filter { $0.isReached(now) }.map(\.continuation)
      }
      for continuation in reached { continuation.resume() }
    }

    /// Waits for an effect of the server; the test's time limit ends the wait.
    func wait(until isReached: @escaping @Sendable (State) -> Bool) async {
      await withCheckedContinuation { continuation in
        update { $0.waiting.append((isReached, continuation)) }
      }
    }

    /// Waits until the kernel has accepted all data for these connections.
    func areDrained(_ isIncluded: (WebSocketConnection) -> Bool = { _ in true }) async -> Bool {
      await poll { open.filter(isIncluded).allSatisfy { $0.bufferedBytes == 0 } }
    }
  }

  init(
    port: Int? = nil, authorization: WebSocketEndpoint.Authorization = .open, greets: Bool = false
  ) throws(SocketError) {
    let connections = Connections()
    self.connections = connections
    let endpoint = WebSocketEndpoint(
      path: "/hybrid/socket", protocols: ["hybrid.1"], authorization: authorization
    ) { connection in
      connections.update { $0.open[connection.id] = connection }
      if greets { connection.send(.text("welcome")) }
      return WebSocketHandlers { message in
        connection.send(message)
      } onClose: { code, _ in
        connections.update { state in
          state.open[connection.id] = nil
          state.closes.append(code)
        }
      }
    }
    var configuration = HTTPServerConfiguration(port: port)
    configuration.limits.headerTimeout = suiteDeadline  // 5 s are too short on a busy machine
    server = try HTTPServer(configuration: configuration, webSockets: [endpoint]) { _ in .text("http") }
  }

  func connect(token: String? = nil, origin: String? = nil) async throws(SocketError) -> WebSocketClient {
    try await WebSocketClient.connect(
      url, protocols: ["hybrid.1"] + (token.map { ["hybrid.token.\($0)"] } ?? []), origin: origin)
  }
}

@Suite(.suiteTimeLimit)
struct WebSocketTests {
  @Test func messagesAreEchoed() async throws {
    let server = try EchoServer()
    let client = try await server.connect()
    #expect(client.connection.subprotocol == "hybrid.1")
    for message: WebSocketMessage in [
      .text("hello"), .text(""), .text("größe 🦊"), .binary([0, 1, 255]), .binary([]),
    ] {
      client.send(message)
      #expect(try await client.next() == message)
    }
    #expect(server.connections.open.first?.subprotocol == "hybrid.1")
    #expect(server.connections.open.first?.remoteAddress == "127.0.0.1")
    client.close(code: 4_000, reason: "done")
    #expect(try await client.closed().code == 4_000)
    await server.connections.wait { $0.closes == [4_000] }
    server.server.stop()
  }

  @Test func bigMessagesPassBothWays() async throws {
    let server = try EchoServer()
    let client = try await server.connect()
    let message = WebSocketMessage.binary((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    for _ in 0..<5 { client.send(message) }
    for _ in 0..<5 { #expect(try await client.next() == message) }
    server.connections.open.first?.send(.text(String(repeating: "x", count: 16 << 20)))
    #expect(try await client.next().bytes.count == 16 << 20)
    // One byte above the limit. The server closes while the client still sends, so the client may only see a
    // reset.
    client.send(.binary(Array(repeating: 0, count: (1 << 20) + 1)))
    #expect([1009, 1006].contains(try await client.closed().code))
    await server.connections.wait { !$0.closes.isEmpty }
    server.server.stop()
  }

  @Test func twoHundredClientsHearABroadcastInOrder() async throws {
    let server = try EchoServer()
    let clients = try await withThrowingTaskGroup(of: WebSocketClient.self) { group in
      for _ in 0..<200 { group.addTask { try await server.connect() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    await server.connections.wait { $0.open.count == 200 }
    let messages = (0..<10).map {
      WebSocketMessage.text("update \($0) " + String(repeating: "x", count: 10_000))
    }
    for message in messages { server.server.send(message, to: server.connections.open) }
    for client in clients {
      for message in messages { #expect(try await client.next() == message) }
    }
    #expect(await server.connections.areDrained())
    #expect(server.connections.open.allSatisfy { $0.sentBytes == messages.reduce(0) { $0 + $1.bytes.count } })
    server.server.stop()
    for client in clients { #expect(try await client.closed().code == 1001) }
    #expect(server.connections.closes.count == 200)
  }

  @Test func sendsFromManyThreadsKeepEachThreadsOrder() async throws {
    let server = try EchoServer()
    let client = try await server.connect()
    await server.connections.wait { $0.open.count == 1 }
    let connection = try #require(server.connections.open.first)
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask {
          for index in 0..<500 { connection.send(.text("\(sender) \(index)")) }
        }
      }
    }
    var next = Array(repeating: 0, count: 8)
    for _ in 0..<4_000 {
      let parts = String(decoding: try await client.next().bytes, as: UTF8.self).split(separator: " ")
        .compactMap { Int($0) }
      #expect(parts[1] == next[parts[0]])
      next[parts[0]] += 1
    }
    server.server.stop()
  }

  @Test func aClientThatNeverReadsHoldsUpNobody() async throws {
    let server = try EchoServer()
    let deaf = try RawClient(port: server.port)
    deaf.send(handshake(port: server.port))
    #expect(await deaf.head().contains("101"))
    let client = try await server.connect()
    await server.connections.wait { $0.open.count == 2 }
    let message = WebSocketMessage.text(String(repeating: "x", count: 1 << 20))
    for _ in 0..<20 { server.server.send(message, to: server.connections.open) }
    for _ in 0..<20 { #expect(try await client.next() == message) }
    let stuck = try #require(server.connections.open.first)
    #expect(stuck.bufferedBytes > 8 << 20)
    #expect(await server.connections.areDrained { $0.id != stuck.id })
    // The missed messages are still available once it reads.
    _ = await deaf.receive { $0.count > 20 << 20 }
    #expect(await server.connections.areDrained())
    server.server.stop()
  }

  @Test func connectionsThatBreakAreToldAs1006() async throws {
    let server = try EchoServer()
    for _ in 0..<20 {
      let client = try RawClient(port: server.port)
      client.send(handshake(port: server.port))
      #expect(await client.head().contains("101"))
      await server.connections.wait { !$0.open.isEmpty }
      // In the middle of a message that is being sent.
      server.connections.open.first?.send(.binary(Array(repeating: 7, count: 4 << 20)))
      client.reset()
      await server.connections.wait { $0.open.isEmpty }
    }
    #expect(server.connections.closes == Array(repeating: 1006, count: 20))
    let client = try await server.connect()
    client.send(.text("alive"))
    #expect(try await client.next() == .text("alive"))
    server.server.stop()
  }

  @Test func clientsReconnectToAServerOnTheSamePort() async throws {
    var port: Int?
    for round in 0..<5 {
      let server = try EchoServer(port: port)
      port = server.port
      let client = try await server.connect()
      client.send(.text("\(round)"))
      #expect(try await client.next() == .text("\(round)"))
      server.server.stop()
      #expect(try await client.closed().code == 1001)
      await #expect(throws: SocketError.self) { try await server.connect() }
      // Sending after the end has no effect.
      client.send(.text("late"))
      server.connections.open.first?.send(.text("late"))
    }
  }

  @Test func deadlinesEndWaiting() async throws {
    let server = try EchoServer()
    let client = try await server.connect()
    await #expect(throws: SocketError.timedOut) { try await client.next(within: .milliseconds(20)) }
    client.send(.text("after"))
    #expect(try await client.next() == .text("after"))
    server.server.stop()
  }

  @Test(arguments: ["http://127.0.0.1:1/", "ws://", "", "ws://127.0.0.1:1/x"])
  func impossibleURLsFail(_ url: String) async {
    await #expect(throws: SocketError.self) { try await WebSocketClient.connect(url, within: suiteDeadline) }
  }

  @Test func otherPathsAndProtocolsAreRefused() async throws {
    let server = try EchoServer()
    for (path, protocols) in [
      ("/hybrid", ["hybrid.1"]), ("/hybrid/socket/x", ["hybrid.1"]), ("/hybrid/socket", ["other"]),
    ] {
      await #expect(throws: SocketError.self) {
        try await WebSocketClient.connect("ws://127.0.0.1:\(server.port)\(path)", protocols: protocols)
      }
    }
    #expect(try await httpGet("http://127.0.0.1:\(server.port)/hybrid/socket").status == 426)
    #expect(server.connections.open.isEmpty)
    server.server.stop()
  }

  @Test func foreignOriginsAndHostsGetNoSocket() async throws {
    let server = try EchoServer()
    for origin in ["http://evil.example", "null", "http://192.168.1.1", "http://localhost:1"] {
      await #expect(throws: SocketError.refused(url: server.url, status: 403)) {
        try await server.connect(origin: origin)
      }
    }
    _ = try await server.connect(origin: "http://localhost:\(server.port)")
    let raw = try RawClient(port: server.port)
    raw.send(
      handshake(port: server.port).replacingOccurrences(of: "Host: 127.0.0.1", with: "Host: evil.example"))
    #expect(status(of: await raw.answer()) == 403)
    server.server.stop()
  }
}

@Suite(.suiteTimeLimit)
struct TokenTests {
  private let token = randomToken()
  private func server() throws -> EchoServer {
    // As the first message: `token …`.
    try EchoServer(
      authorization: .token(check: { [token] given, _ in equalsInConstantTime(given, token) }) { message in
        let text = String(decoding: message.bytes, as: UTF8.self)
        return text.hasPrefix("token ") ? String(text.dropFirst(6)) : nil
      }, greets: true)
  }

  @Test func aSubprotocolOpensAtOnce() async throws {
    let server = try server()
    let client = try await server.connect(token: token)
    #expect(client.connection.subprotocol == "hybrid.1")
    #expect(try await client.next() == .text("welcome"))
    #expect(server.connections.open.first?.offeredProtocols == ["hybrid.1"])
    server.server.stop()
  }

  @Test func theFirstMessageOpensToo() async throws {
    let server = try server()
    let client = try await server.connect()
    client.send(.text("token \(token)"))
    #expect(try await client.next() == .text("welcome"))
    #expect(try await client.next() == .text("token \(token)"))
    server.server.stop()
  }

  @Test(arguments: ["", "wrong", "0"])
  func withoutItNothingIsSentBut1008(_ wrong: String) async throws {
    let server = try server()
    let clients = [
      try await server.connect(token: "x" + wrong), try await server.connect(token: token + wrong + "x"),
      try await server.connect(), try await server.connect(),
    ]
    clients[2].send(.text("token \(wrong)"))
    clients[3].send(.text("anything"))
    for client in clients {
      await #expect { try await client.next() } throws: { error in
        if case .closed(1008, _)? = error as? SocketError { true } else { false }
      }
    }
    #expect(server.connections.open.isEmpty)
    server.server.stop()
  }

  @Test func whoSaysNothingIsClosed() async throws {
    let clock = ServerClock.manual()
    var configuration = HTTPServerConfiguration()
    configuration.limits.clock = clock
    let endpoint = WebSocketEndpoint(
      path: "/s", authorization: .token(check: { [token] given, _ in given == token }) { _ in nil }
    ) { connection in
      connection.send(.text("secret"))
      return WebSocketHandlers()
    }
    let server = try HTTPServer(configuration: configuration, webSockets: [endpoint]) { _ in .text("") }
    let client = try await WebSocketClient.connect("ws://127.0.0.1:\(server.port)/s")
    // The timer starts in the turn of the loop that answers the handshake; this request comes after it.
    _ = try await HTTPClient.fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
    clock.advance(by: configuration.limits.headerTimeout)
    #expect(try await client.closed().code == 1008)
    server.stop()
  }
}

/// The opening handshake as bytes.
func handshake(port: Int) -> String {
  """
  GET /hybrid/socket HTTP/1.1\r
  Host: 127.0.0.1:\(port)\r
  Upgrade: websocket\r
  Connection: Upgrade\r
  Sec-WebSocket-Version: 13\r
  Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
  Sec-WebSocket-Protocol: hybrid.1\r
  \r

  """
}

/// Invalid frames (RFC 6455 §5): each ends the connection, and none the server.
@Suite(.suiteTimeLimit)
struct HostileFrameTests {
  struct Frames: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var codes: [Int]
    var testDescription: String { name }
  }

  private static func frame(_ first: UInt8, _ payload: [UInt8] = [], length: [UInt8]? = nil) -> [UInt8] {
    FrameMaker.frame(first, payload, length: length)
  }

  @Test(arguments: [
    Frames(name: "unmasked", bytes: [0x81, 2, 104, 105], codes: [1002]),
    Frames(name: "RSV1", bytes: frame(0xC1, [104]), codes: [1002]),
    Frames(name: "opcode 3", bytes: frame(0x83, [1]), codes: [1002, 1003]),
    Frames(name: "opcode 11", bytes: frame(0x8B, [1]), codes: [1002, 1003]),
    Frames(
      name: "ping of 126", bytes: frame(0x89, Array(repeating: 1, count: 126), length: [0xFE, 0, 126]),
      codes: [1002]),
    Frames(name: "fragmented ping", bytes: frame(0x09, [1]), codes: [1002]),
    Frames(name: "stray continuation", bytes: frame(0x80, [1]), codes: [1002]),
    Frames(name: "text inside text", bytes: frame(0x01, [104]) + frame(0x81, [105]), codes: [1002]),
    Frames(name: "bad UTF-8", bytes: frame(0x81, [0xFF, 0xFE]), codes: [1007]),
    Frames(name: "claims 4 GB", bytes: frame(0x82, length: [0xFF, 0, 0, 0, 1, 0, 0, 0, 0]), codes: [1009]),
    Frames(
      name: """
        length 2^63
        """, bytes: frame(0x82, length: [0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]), codes: [1002, 1009]),
    Frames(
      name: "claims 2 MB", bytes: frame(0x81, length: [0xFF, 0, 0, 0, 0, 0, 0x20, 0, 0]), codes: [1009]),
    Frames(name: "1-byte close", bytes: frame(0x88, [3]), codes: [1002]),
    Frames(name: "close 999", bytes: frame(0x88, [3, 0xE7]), codes: [1002, 999]),
    Frames(
      name: "noise", bytes: (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 0x70) },
      codes: [1002, 1003, 1007, 1009]),
  ])
  func endTheConnectionOnly(_ frames: Frames) async throws {
    let server = try EchoServer()
    let client = try RawClient(port: server.port)
    client.send(handshake(port: server.port))
    #expect(await client.head().contains("101"))
    client.send(frames.bytes)
    var answer = await client.receive()[...]
    // On a busy machine, the server pings the client meanwhile.
    while answer.first == 0x89, answer.count >= 2 {
      answer = answer.dropFirst(2 + Int(answer[answer.startIndex + 1]))
    }
    answer = Array(answer)[...]
    if answer.count >= 4, answer[0] == 0x88 {
      #expect(frames.codes.contains(Int(answer[2]) << 8 | Int(answer[3])), "\(answer)")
    } else {
      #expect(answer.isEmpty, "\(answer)")
    }
    await server.connections.wait { $0.open.isEmpty && !$0.closes.isEmpty }
    let other = try await server.connect()
    other.send(.text("alive"))
    #expect(try await other.next() == .text("alive"))
    server.server.stop()
  }

  @Test func aMessageThatNeverEndsIsCutOff() async throws {
    let server = try EchoServer()
    let client = try RawClient(port: server.port)
    client.send(handshake(port: server.port))
    #expect(await client.head().contains("101"))
    let fragment = Self.frame(0x00, Array(repeating: 97, count: 60_000), length: [0xFE, 0xEA, 0x60])
    client.send(Self.frame(0x01, [97]))
    // 600 MB, without a limit.
    let sent = await client.sends(fragment, times: 10_000)
    #expect(sent < 10_000)
    await server.connections.wait { $0.closes == [1009] }
    server.server.stop()
  }

  @Test func manyPingsAndEmptyFragmentsAreSurvived() async throws {
    let server = try EchoServer()
    let client = try RawClient(port: server.port)
    client.send(handshake(port: server.port))
    #expect(await client.head().contains("101"))
    for _ in 0..<10_000 { client.send(Self.frame(0x89, [1])) }
    client.send(Self.frame(0x01))
    for _ in 0..<20_000 { client.send(Self.frame(0x00)) }
    client.reset()
    let other = try await server.connect()
    other.send(.text("alive"))
    #expect(try await other.next() == .text("alive"))
    server.server.stop()
  }
}
