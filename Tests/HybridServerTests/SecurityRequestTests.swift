import Foundation
import HybridSocket
import HybridTestSupport
import Testing

/// Rows http.* and slowloris.* of the security specification's table.
@Suite(.serialized, .suiteTimeLimit) struct SecurityRequestTests {
  private static let start = "GET / HTTP/1.1\r\nHost: HOST\r\n"

  @Test(arguments: [
    (
      "CL and TE",
      "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ),
    ("TE", "POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ("TE, spelt", "GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: xchunked\r\n\r\n"),
    ("TE, folded", "GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding:\r\n chunked\r\n\r\n"),
    ("two lengths", start + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"),
    ("99 GB", start + "Content-Length: 99999999999\r\n\r\n"),
    ("beyond counting", start + "Content-Length: 999999999999999999999999\r\n\r\n"),
    ("negative", start + "Content-Length: -1\r\n\r\n"), ("hex", start + "Content-Length: 0x10\r\n\r\n"),
    ("TLS hello", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{FC}\u{3}\u{3}"),
    ("h2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), ("SSH", "SSH-2.0-OpenSSH_9.2\r\n"),
    ("SMTP", "EHLO localhost\r\n\r\n"), ("Redis", "*1\r\n$4\r\nPING\r\n\r\n"),
    ("bare CR", "GET / HTTP/1.1\rHost: HOST\r\r"), ("bare LF", "GET / HTTP/1.1\nHost: HOST\n\n"),
    ("CR in a value", start + "X: a\rb\r\n\r\n"), ("NUL in a value", start + "X: a\u{0}b\r\n\r\n"),
    ("NUL in a name", start + "X\u{0}: a\r\n\r\n"),
    ("NUL in the target", "GET /\u{0} HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("folding", start + "X: a\r\n b\r\n\r\n"), ("space before colon", start + "X : a\r\n\r\n"),
    ("no colon", start + "nothing\r\n\r\n"), ("empty name", start + ": a\r\n\r\n"),
    ("HTTP/0.9", "GET /\r\n\r\n"), ("HTTP/3", "GET / HTTP/3.0\r\nHost: HOST\r\n\r\n"),
    ("two spaces", "GET  / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("tab", "GET\t/\tHTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("blank line first", "\r\nGET / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("PUT", "PUT / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1\r\n\r\nx"),
    ("DELETE", "DELETE / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("TRACE", "TRACE / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("CONNECT", "CONNECT evil.example:443 HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("PATCH", "PATCH / HTTP/1.1\r\nHost: HOST\r\n\r\n"), ("POST", "POST / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("small letters", "get / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
    ("h2c", "PRI / HTTP/1.1\r\nHost: HOST\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"),
  ])
  func whatIsNoProperRequestIsRefused(_ name: String, _ request: String) async throws {
    let rig = try await SecurityRig()
    let answer = try await rig.answer(request)
    #expect((400..<600).contains(status(of: answer)), "\(name): \(answer)")
    rig.expectNoSecret(answer, name)
    try await rig.expectAlive()
  }

  @Test(arguments: [8 << 10, 64 << 10, 1 << 20, 16 << 20]) func largeHeadsAreRefused(_ size: Int) async throws
  {
    let rig = try await SecurityRig()
    let before = residentMemory()
    let filler = String(repeating: "a", count: size)
    for round in 0..<4 {
      let field = try await rig.answer(Self.start + "X: \(filler)\r\n\r\n")
      // A single field of 8 KB is allowed; the whole header may have 32 KB.
      #expect(status(of: field) == (size < 32 << 10 ? 200 : 431), "round \(round)")
      #expect(status(of: try await rig.answer("GET /\(filler) HTTP/1.1\r\nHost: HOST\r\n\r\n")) == 414)
    }
    try await rig.expectAlive()
    #expect(residentMemory() < before + 256 << 20)
  }

  @Test func fiveThousandFieldsAreRefused() async throws {
    let rig = try await SecurityRig()
    let fields = (0..<5_000).map { "X\($0): y\r\n" }.joined()
    #expect(status(of: try await rig.answer(Self.start + fields + "\r\n")) == 431)
    let hundred = (0..<99).map { "X\($0): y\r\n" }.joined()
    #expect(status(of: try await rig.answer(Self.start + hundred + "\r\n")) == 200)
    #expect(status(of: try await rig.answer(Self.start + hundred + "X: y\r\n\r\n")) == 431)
    try await rig.expectAlive()
  }

  @Test func aSecondRequestBehindTheFirstIsNotServed() async throws {
    let rig = try await SecurityRig()
    for second in [
      "GET /hybrid/units HTTP/1.1\r\nHost: HOST\r\n\r\n",
      "GET /hybrid/units HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    ] {
      let answer = try await rig.answer("GET /status HTTP/1.1\r\nHost: HOST\r\n\r\n" + second)
      #expect(answer.contains("packager-status:running") && !answer.contains("\"kind\""))
    }
  }

  @Test(arguments: 0..<4) func noiseIsSurvived(_ seed: Int) async throws {
    let rig = try await SecurityRig()
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      let noise = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      let answer = String(decoding: try await rig.answer(noise + Array("\r\n\r\n".utf8)), as: UTF8.self)
      #expect(answer.isEmpty || status(of: answer) >= 400)
    }
    try await rig.expectAlive()
  }

  /// Almost valid headers: `Tools/fuzz-server` does this for longer.
  @Test(arguments: 0..<4) func requestsThatAreAlmostRightAreSurvived(_ seed: Int) async throws {
    let rig = try await SecurityRig()
    var random = SeededGenerator(seed: UInt64(seed))
    let good = Array(
      """
      GET /hybrid/unit/home.json?device=phone HTTP/1.1\r\nHost: 127.0.0.1:\(rig.port)\r\nContent-Length: \
      0\r\n\r\n
      """
      .utf8)
    for _ in 0..<200 {
      let client = try RawClient(port: rig.port)
      client.send(
        mutated(
          good, morsels: ["\r\n", "\u{0}", "%2e", ":", " ", "Host: x", "chunked", "\r\n\r\n"], using: &random)
      )
      client.finish()
      rig.expectNoSecret(await client.answer(), "seed \(seed)")
    }
    try await rig.expectAlive()
  }

  @Test func halfOpenRequestsHoldUpNobodyAndAreDropped() async throws {
    let clock = ServerClock.manual()
    let rig = try await SecurityRig {
      $0.limits.clock = clock
      $0.limits.headerTimeout = .seconds(4)
      $0.limits.arrivalTime = .seconds(1)
    }
    let clients = try (0..<300).map { _ in try RawClient(port: rig.port) }
    for client in clients { client.send("GET / HTTP/1.1\r\nHost: ") }
    // Others are answered while these connections stay open and send slowly.
    for _ in 0..<20 {
      #expect(try await rig.get("/status").contains("packager-status:running"))
      for client in clients { client.send("a") }
      clock.advance(by: .milliseconds(100))
    }
    try await rig.expectAlive()
    clock.advance(by: .seconds(2))
    // No further byte extends the time.
    for client in clients {
      let answer = await client.answer()
      #expect([408, 503, 0].contains(status(of: answer)), "\(answer)")
    }
    try await rig.expectAlive()
  }

  @Test func aBodyInDropsIsDropped() async throws {
    let clock = ServerClock.manual()
    let rig = try await SecurityRig {
      $0.limits.clock = clock
      $0.limits.idleTimeout = .seconds(1)
    }
    let client = try RawClient(port: rig.port)
    client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(rig.port)\r\nContent-Length: 1000\r\n\r\n")
    for _ in 0..<4 {
      client.send("x")
      // The server reads in order: it has read the byte before this request.
      #expect(try await rig.get("/status").contains("packager-status:running"))
      clock.advance(by: .milliseconds(250))
    }
    // No byte extended the time.
    _ = await client.receive()
    try await rig.expectAlive()
  }

  @Test func aThousandConnectionsThatAskForNothingLeaveRoom() async throws {
    let rig = try await SecurityRig()
    let idlers = try (0..<1_000).map { _ in try RawClient(port: rig.port) }
    try await rig.expectAlive()
    // A new client is answered at once; of the idle connections at most 64 stay.
    #expect(try await rig.get("/status").contains("running"))
    for idler in idlers.prefix(900) { _ = await idler.receive() }
    try await rig.expectAlive()
  }
}
