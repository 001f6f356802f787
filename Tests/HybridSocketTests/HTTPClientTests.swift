import Foundation
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridSocket

/// Fetches with a longer deadline than usual, unless the request has its own, since other tests run
/// meanwhile.
private func fetch(_ request: HTTPClientRequest) async throws(SocketError) -> HTTPClientResponse {
  var request = request
  if request.timeout == .seconds(30) { request.timeout = suiteDeadline }
  return try await HTTPClient.fetch(request)
}

@Suite(.suiteTimeLimit)
struct HTTPClientTests {
  private func server(_ handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) throws -> HTTPServer
  {
    var configuration = HTTPServerConfiguration()
    configuration.methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]
    return try HTTPServer(configuration: configuration, handler: handler)
  }

  @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH"])
  func aRequestIsAnswered(_ method: String) async throws {
    let server = try server { request in
      HTTPResponse(
        status: 201, headers: ["X-Method": request.method, "X-Query": request.query ?? ""],
        contentType: request.headers["Content-Type"], body: request.body)
    }
    defer { server.stop() }
    let body = method == "GET" ? [] : Array("{\"a\":1}".utf8)
    let answer = try await fetch(
      HTTPClientRequest(
        url: "http://127.0.0.1:\(server.port)/items?x=%20y#part", method: method,
        headers: body.isEmpty ? [:] : ["Content-Type": "application/json"], body: body))
    #expect(answer.status == 201)
    #expect(answer.reason == "Created")
    #expect(answer.headers["X-Method"] == method)
    #expect(answer.headers["X-Query"] == "x=%20y")
    #expect(answer.body == body)
    #expect(answer.finalURL == "http://127.0.0.1:\(server.port)/items?x=%20y")
  }

  @Test func headersAreSentButNotThoseThatFrameTheMessage() async throws {
    let server = try RawServer("HTTP/1.1 204 No Content\r\n\r\n")
    let answer = try await fetch(
      HTTPClientRequest(
        url: "http://127.0.0.1:\(server.port)/", method: "POST",
        headers: [
          "X-A": "1", "x-a": "2", "Host": "evil.example", "Content-Length": "999",
          "Transfer-Encoding": "chunked", "Connection": "upgrade", "Upgrade": "websocket",
          "X-Bad": "a\r\nX-Injected: b",
        ], body: Array("abc".utf8)))
    #expect(answer.status == 204 && answer.body.isEmpty)
    let lines = try #require(server.heads.first).split(separator: "\r\n").map { $0.lowercased() }
    #expect(lines.first == "post / http/1.1")
    #expect(lines.contains("host: 127.0.0.1:\(server.port)"))
    #expect(lines.contains("content-length: 3"))
    #expect(lines.contains("x-a: 1") && lines.contains("x-a: 2"))
    for word in ["evil", "999", "chunked", "upgrade", "injected"] {
      #expect(!lines.contains { $0.contains(word) })
    }
  }

  @Test(arguments: [
    "", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http:///x", "http://user:pass@127.0.0.1/",
    "http://127.0.0.1:99999/", "http://a b/", "http://127.0.0.1/\\", "javascript:1", "ws://127.0.0.1/",
    "http://127.0.0.1/\r\nX: y",
  ])
  func urlsThatAreNotForThisAreRefused(_ url: String) async throws {
    await #expect(throws: SocketError.badURL(url)) { try await fetch(HTTPClientRequest(url: url)) }
  }

  @Test(arguments: [
    "", "CONNECT", "TRACE", "track", "GE T", "GET\r\n", "GÉT", String(repeating: "A", count: 40),
  ])
  func methodsThatAreNotForThisAreRefused(_ method: String) async throws {
    await #expect(throws: SocketError.badRequest("the method '\(method)' cannot be used")) {
      try await fetch(HTTPClientRequest(url: "http://127.0.0.1:1/", method: method))
    }
  }

  @Test func aPortWhereNobodyListensIsAnError() async throws {
    let server = try server { _ in .text("") }
    let port = server.port
    server.stop()
    await #expect {
      try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(port)/"))
    } throws: { if case .cannotConnect? = $0 as? SocketError { true } else { false } }
  }

  @Test func aSlowAnswerRunsOutOfTimeAndIsGivenUp() async throws {
    for text in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"] {
      let server = try RawServer(text, .wait)
      await #expect(throws: SocketError.timedOut) {
        try await fetch(
          HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/", timeout: .milliseconds(100)))
      }
      #expect(await poll { server.openCount == 0 })
    }
  }

  /// With one exception: libsoup accepts a response that ends just after a chunk.
  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
  ])
  func aCutAnswerIsAnError(_ text: String) async throws {
    let server = try RawServer(text)
    await #expect {
      try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
    } throws: { if case .brokenOff? = $0 as? SocketError { true } else { false } }
  }

  @Test(arguments: [
    "", "x", "HTTP/1.1", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 two OK\r\n\r\n", "\u{0}\u{0}\r\n\r\n",
  ])
  func whatIsNoAnswerIsAnError(_ text: String) async throws {
    let server = try RawServer(text)
    await #expect(throws: SocketError.self) {
      try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
    }
  }

  @Test func anAnswerLargerThanItMayBeIsGivenUp() async throws {
    let endless = try RawServer([
      (Array(("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 100_000)).utf8), .goOn)
    ])
    let url = "http://127.0.0.1:\(endless.port)/"
    await #expect(throws: SocketError.answerTooLarge(url: url, limit: 1 << 20)) {
      try await fetch(HTTPClientRequest(url: url, maximumBytes: 1 << 20))
    }
    #expect(await poll { endless.openCount == 0 })
  }

  @Test(arguments: [(1000, true), (999, false), (0, false)])
  func theLargestAnswerIsTaken(_ limit: Int, _ fits: Bool) async throws {
    let server = try server { _ in HTTPResponse(body: [UInt8](repeating: 1, count: 1000)) }
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.port)/"
    let request = HTTPClientRequest(url: url, maximumBytes: limit)
    if fits {
      #expect(try await fetch(request).body.count == 1000)
    } else {
      await #expect(throws: SocketError.answerTooLarge(url: url, limit: limit)) {
        try await fetch(request)
      }
    }
  }

  /// A few bytes that expand to many: the limit applies to the expanded content.
  @Test func aSmallAnswerThatIsLargeWhenDecompressedIsGivenUp() async throws {
    // gzip of 1 MiB of zeros, as Python's zlib makes it: 1,039 bytes.
    let bomb = try await gzippedZeros(1 << 20)
    #expect(bomb.count < 2000)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
    let server = try RawServer([(Array(head.utf8) + bomb, .close)])
    let url = "http://127.0.0.1:\(server.port)/"
    await #expect(throws: SocketError.answerTooLarge(url: url, limit: 100_000)) {
      try await fetch(HTTPClientRequest(url: url, maximumBytes: 100_000))
    }
    let whole = try await fetch(HTTPClientRequest(url: url))
    #expect(whole.body == [UInt8](repeating: 0, count: 1 << 20))
  }

  private func gzippedZeros(_ count: Int) async throws -> [UInt8] {
    let result = try await ChildProcess.run(["/bin/sh", "-c", "head -c \(count) /dev/zero | gzip -9"])
    try #require(result.status == 0)
    return result.output
  }

  @Test func aHugeHeadIsGivenUp() async throws {
    for count in [70_000, 1 << 20] {
      let server = try RawServer("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: count))\r\n\r\n")
      await #expect(throws: SocketError.self) {
        try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
      }
    }
  }

  @Test func aCancelledTaskEndsItsRequest() async throws {
    let server = try RawServer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .wait)
    let task = Task { try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/")) }
    #expect(await poll { server.heads.count == 1 })
    task.cancel()
    await #expect(throws: SocketError.cancelled) { try await task.value }
    #expect(await poll { server.openCount == 0 })
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
    }
    await #expect(throws: SocketError.cancelled) { try await late.value }
    #expect(server.heads.count == 1)
  }

  @Test func nothingIsKeptBetweenTwoRequests() async throws {
    let seen = Mutex<[String]>([])
    let server = try server { request in
      seen.withLock { $0.append(request.headers["Cookie"] ?? "-") }
      return HTTPResponse(
        headers: ["Set-Cookie": "id=1; Path=/", "Cache-Control": "max-age=1000", "ETag": "\"1\""], body: [1])
    }
    defer { server.stop() }
    for _ in 0..<3 {
      let answer = try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
      #expect(answer.headers["Set-Cookie"] == "id=1; Path=/")
    }
    #expect(seen.withLock { $0 } == ["-", "-", "-"])
  }

  @Test func aQuestionForAPasswordIsAnAnswer() async throws {
    let server = try RawServer(
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 2\r\n\r\nno")
    let answer = try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/"))
    #expect(answer.status == 401 && answer.body == Array("no".utf8))
    #expect(server.heads.count == 1)
  }

  @Test func encryptionIsSpokenAndItsFailureTold() async throws {
    // This server has no TLS: its answer is not a handshake.
    let server = try RawServer("HTTP/1.1 400 Bad Request\r\n\r\n", headEnd: "")
    await #expect {
      try await fetch(
        HTTPClientRequest(url: "https://127.0.0.1:\(server.port)/", timeout: suiteDeadline))
    } throws: { if case .cannotConnect? = $0 as? SocketError { true } else { false } }
  }
}

@Suite(.suiteTimeLimit)
struct RedirectTests {
  private func redirecting(_ status: Int, to location: String) throws -> (
    HTTPServer, @Sendable () -> [String]
  ) {
    let log = Log()
    var configuration = HTTPServerConfiguration()
    configuration.methods = ["GET", "HEAD", "POST", "PUT"]
    let server = try HTTPServer(configuration: configuration) { request in
      let body = String(decoding: request.body, as: UTF8.self)
      log.lines.withLock {
        $0.append(
          "\(request.method) \(request.target) \(body)"
            + (request.headers["Authorization"].map { " " + $0 } ?? ""))
      }
      if request.path == "/to" { return .text("there") }
      if request.path == "/loop" { return HTTPResponse(status: 302, headers: ["Location": "/loop"]) }
      return HTTPResponse(status: status, headers: ["Location": location], body: Array("moved".utf8))
    }
    return (server, { log.lines.withLock { $0 } })
  }

  private final class Log: Sendable { let lines = Mutex<[String]>([]) }

  @Test func aRedirectIsAnAnswerUnlessAskedFor() async throws {
    let (server, log) = try redirecting(302, to: "/to")
    defer { server.stop() }
    let answer = try await fetch(HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/from"))
    #expect(answer.status == 302 && answer.headers["Location"] == "/to")
    #expect(answer.body == Array("moved".utf8))
    #expect(log() == ["GET /from "])
  }

  @Test(arguments: [
    (301, "POST", "GET /to "), (302, "POST", "GET /to "), (303, "PUT", "GET /to "),
    (307, "POST", "POST /to x"),
    (308, "POST", "POST /to x"), (302, "PUT", "PUT /to x"), (303, "HEAD", "HEAD /to "),
  ])
  func methodsChangeAsTheStandardSays(_ status: Int, _ method: String, _ second: String) async throws {
    let (server, log) = try redirecting(status, to: "../to#x")
    defer { server.stop() }
    let base = "http://127.0.0.1:\(server.port)"
    let answer = try await fetch(
      HTTPClientRequest(
        url: base + "/a/b", method: method, headers: ["Authorization": "key"],
        body: method == "HEAD" ? [] : Array("x".utf8), followsRedirect: { $0 == base + "/to#x" }))
    #expect(answer.status == 200)
    #expect(answer.finalURL == base + "/to")
    #expect(log().last == second + " key")
  }

  @Test func aRedirectThatTheCallerRefusesIsAnErrorAndNotFollowed() async throws {
    let (other, seen) = try redirecting(302, to: "/to")
    let (server, _) = try redirecting(302, to: "http://127.0.0.1:\(other.port)/to")
    defer {
      server.stop()
      other.stop()
    }
    let list = OriginAllowList(["http://127.0.0.1:\(server.port)"])
    await #expect(throws: SocketError.self) {
      try await fetch(
        HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/", followsRedirect: { list.allows($0) }))
    }
    #expect(seen().isEmpty)
  }

  @Test func secretsStayWithTheirOrigin() async throws {
    let (other, seen) = try redirecting(302, to: "/to")
    let (server, _) = try redirecting(307, to: "http://127.0.0.1:\(other.port)/to")
    defer {
      server.stop()
      other.stop()
    }
    _ = try await fetch(
      HTTPClientRequest(
        url: "http://127.0.0.1:\(server.port)/", headers: ["Authorization": "key"],
        followsRedirect: { _ in true }))
    #expect(seen() == ["GET /to "])
  }

  @Test(arguments: ["file:///etc/passwd", "http://user:pass@127.0.0.1/", "http://127.0.0.1:0/"])
  func aRedirectToWhatIsNoURLForThisIsAnError(_ location: String) async throws {
    let (server, _) = try redirecting(302, to: location)
    defer { server.stop() }
    await #expect(throws: SocketError.self) {
      try await fetch(
        HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/", followsRedirect: { _ in true }))
    }
  }

  @Test func aCircleEnds() async throws {
    let (server, log) = try redirecting(302, to: "/loop")
    defer { server.stop() }
    await #expect(throws: SocketError.self) {
      try await fetch(
        HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/", followsRedirect: { _ in true }))
    }
    #expect(log().count == 21)
  }
}
