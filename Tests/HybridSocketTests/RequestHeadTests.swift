import HybridTestSupport
import Testing

@testable import HybridSocket

struct RequestHeadTests {
  private func read(_ text: String) throws(RequestRefusal) -> RequestHead? {
    try RequestHead.read(Array(text.utf8)[...])
  }

  @Test func aRequestIsRead() throws {
    let text = "GET /a%20b/%C3%A9.html?x=%2f&y HTTP/1.1\r\nHost: h:1\r\nX-Two:  v \r\nx-two: w\r\n\r\nrest"
    let head = try #require(try read(text))
    #expect(head.method == "GET")
    #expect(head.path == "/a b/é.html")
    #expect(head.query == "x=%2f&y")
    #expect(head.target == "/a%20b/%C3%A9.html?x=%2f&y")
    #expect(head.headers.values(of: "X-TWO") == ["v", "w"])
    #expect(head.size == text.utf8.count - 4)
  }

  @Test func anythingShorterIsIncomplete() throws {
    let bytes = Array("GET /a HTTP/1.1\r\nHost: h\r\n\r\n".utf8)
    for count in 0..<bytes.count { #expect(try RequestHead.read(bytes[..<count]) == nil, "\(count)") }
  }

  @Test(arguments: [
    // Targets: origin-form only, decoded once; none that other programs read as a different file.
    ("GET http://h/a HTTP/1.1\r\n\r\n", 400), ("GET a HTTP/1.1\r\n\r\n", 400),
    ("OPTIONS * HTTP/1.1\r\n\r\n", 400),
    ("CONNECT h:1 HTTP/1.1\r\n\r\n", 400), ("GET /a#b HTTP/1.1\r\n\r\n", 400),
    ("GET /a\\b HTTP/1.1\r\n\r\n", 400),
    ("GET /a%5Cb HTTP/1.1\r\n\r\n", 400), ("GET /a%2fb HTTP/1.1\r\n\r\n", 400),
    ("GET /a%00 HTTP/1.1\r\n\r\n", 400),
    ("GET /a%0d%0ab HTTP/1.1\r\n\r\n", 400), ("GET /../a HTTP/1.1\r\n\r\n", 400),
    ("GET /a/. HTTP/1.1\r\n\r\n", 400),
    ("GET /%2e%2e/a HTTP/1.1\r\n\r\n", 400), ("GET /a/.%2E/b HTTP/1.1\r\n\r\n", 400),
    ("GET //a HTTP/1.1\r\n\r\n", 400),
    ("GET /%ff HTTP/1.1\r\n\r\n", 400), ("GET /%c0%ae HTTP/1.1\r\n\r\n", 400),
    ("GET /% HTTP/1.1\r\n\r\n", 400),
    ("GET /%4 HTTP/1.1\r\n\r\n", 400), ("GET /%zz HTTP/1.1\r\n\r\n", 400), ("GET /é HTTP/1.1\r\n\r\n", 400),
    ("GET /a?\u{7F} HTTP/1.1\r\n\r\n", 400), ("GET /a?b#c HTTP/1.1\r\n\r\n", 400),
    // Request line and version.
    ("GET  /a HTTP/1.1\r\n\r\n", 400), ("GET /a\r\n\r\n", 400), ("GET /a HTTP/2.0\r\n\r\n", 505),
    ("GET /a HTTP/1.1 \r\n\r\n", 400), ("PRI * HTTP/2.0\r\n\r\n", 505), ("G(T /a HTTP/1.1\r\n\r\n", 400),
    ("\r\nGET /a HTTP/1.1\r\n\r\n", 400), ("\u{16}\u{3}\u{1}", 400), (" GET", 400),
    // Lines and fields.
    ("GET /a HTTP/1.1\nHost: h\n\n", 400), ("GET /a HTTP/1.1\rHost: h\r\r", 400),
    ("GET /a HTTP/1.1\r\nHost: h\u{0}\r\n\r\n", 400), ("GET /a HTTP/1.1\r\nHost : h\r\n\r\n", 400),
    ("GET /a HTTP/1.1\r\n Host: h\r\n\r\n", 400), ("GET /a HTTP/1.1\r\nX: a\r\n b\r\n\r\n", 400),
    ("GET /a HTTP/1.1\r\nNo colon\r\n\r\n", 400), ("GET /a HTTP/1.1\r\n: v\r\n\r\n", 400),
    ("GET /a HTTP/1.1\r\nX: \u{1B}[2J\r\n\r\n", 400),
    // Lengths.
    ("POST /a HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    ("POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
    ("POST /a HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n", 400),
    ("POST /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST /a HTTP/1.1\r\nContent-Length: 5, 5\r\n\r\n", 400),
    ("POST /a HTTP/1.1\r\nContent-Length: +5\r\n\r\n", 400),
    ("POST /a HTTP/1.1\r\nContent-Length:\r\n\r\n", 400),
    ("POST /a HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
  ])
  func whatTwoReadersCouldUnderstandDifferentlyIsRefused(_ text: String, _ status: Int) {
    #expect { try read(text) } throws: { ($0 as? RequestRefusal)?.status == status }
  }

  @Test(arguments: [
    (LongText("GET /" + String(repeating: "a", count: 9_000)), 414),
    (LongText("GET /" + String(repeating: "a", count: 9_000) + " HTTP/1.1\r\n\r\n"), 414),
    (LongText("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 50_000)), 431),
    (LongText("GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 33_000) + "\r\n\r\n"), 431),
    (LongText("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 101)), 431),
    (LongText("GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 101) + "\r\n"), 431),
  ])
  func whatIsTooLargeIsRefused(_ long: LongText, _ status: Int) {
    #expect { try read(long.text) } throws: { ($0 as? RequestRefusal)?.status == status }
  }

  @Test func hundredFieldsAreFine() throws {
    let text = "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 100) + "\r\n"
    #expect(try read(text)?.headers.fields.count == 100)
  }
}

struct RequestGuardTests {
  private let port = 7788
  private func status(
    _ method: String, _ path: String = "/", host: [String] = ["localhost:7788"],
    _ fields: (String, String)...
  ) throws -> Int {
    var configuration = HTTPServerConfiguration(port: port)
    configuration.allowedHosts = ["dev.example", "proxy.example:443"]
    configuration.allowedOrigins = ["https://tool.example"]
    configuration.methods = ["GET", "HEAD", "POST"]
    let guardian = RequestGuard(configuration, port: port, webSocketPaths: ["/hybrid/socket"])
    let lines = host.map { "Host: \($0)\r\n" } + fields.map { "\($0.0): \($0.1)\r\n" }
    let text = "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n"
    let head = try #require(try RequestHead.read(Array(text.utf8)[...]))
    do throws(RequestRefusal) {
      try guardian.check(head)
      return 200
    } catch { return error.status }
  }

  @Test(arguments: [
    (["localhost:7788"], 200), (["127.0.0.1:7788"], 200), (["[::1]:7788"], 200), (["LOCALHOST:7788"], 200),
    (["dev.example"], 200), (["dev.example:7788"], 200), (["proxy.example:443"], 200),
    (["proxy.example"], 403),
    (["localhost"], 403), (["localhost:80"], 403), (["evil.example"], 403), (["evil.example:7788"], 403),
    (["localhost.evil.example:7788"], 403), (["user@localhost:7788"], 403), (["127.0.0.1.nip.io:7788"], 403),
    (["localhost:7788 x"], 403), (["::1:7788"], 403), (["0.0.0.0:7788"], 403), ([""], 400), ([], 400),
    (["localhost:7788", "localhost:7788"], 400), (["localhost:7788", "evil.example"], 400),
  ])
  func hosts(_ host: [String], _ expected: Int) throws { #expect(try status("GET", host: host) == expected) }

  @Test(arguments: [
    ("http://localhost:7788", 200), ("http://127.0.0.1:7788", 200), ("http://[::1]:7788", 200),
    ("http://dev.example:7788", 200), ("https://dev.example", 200), ("https://tool.example", 200),
    ("null", 403),
    ("http://evil.example", 403), ("http://localhost", 403), ("http://localhost:7789", 403),
    ("https://localhost:7788", 403), ("http://192.168.0.1:7788", 403),
    ("http://localhost:7788.evil.example", 403),
    ("", 403), ("http://localhost:7788, http://evil.example", 403),
  ])
  func origins(_ origin: String, _ expected: Int) throws {
    #expect(try status("GET", "/", ("Origin", origin)) == expected)
    #expect(try status("GET", "/hybrid/socket", ("Origin", origin)) == (expected == 200 ? 426 : expected))
  }

  @Test(arguments: [
    ("10.0.2.2:7788", "", true, 200), ("10.0.2.2:7788", "", false, 403), ("10.0.2.2", "", true, 403),
    ("10.0.2.2:80", "", true, 403), ("10.0.2.2:7788", "Origin: http://10.0.2.2:7788\r\n", true, 403),
    ("10.0.2.2:7788", "Origin: http://localhost:7788\r\n", true, 403), ("10.0.2.4:7788", "", true, 403),
    ("localhost:7788", "", false, 200),
  ])
  func emulatorsAreLetInFromThisMachineWithoutAnOrigin(
    _ host: String, _ fields: String, _ isLoopback: Bool, _ expected: Int
  ) throws {
    var configuration = HTTPServerConfiguration()
    configuration.emulatorHosts = ["10.0.2.2"]
    let guardian = RequestGuard(configuration, port: port, webSocketPaths: [])
    let text = "GET / HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n"
    let head = try #require(try RequestHead.read(Array(text.utf8)[...]))
    if expected == 200 {
      try guardian.check(head, isLoopback: isLoopback)
    } else {
      #expect { try guardian.check(head, isLoopback: isLoopback) } throws: {
        ($0 as? RequestRefusal)?.status == expected
      }
    }
  }

  @Test(arguments: [
    (["Sec-Fetch-Site": "same-origin"], 200), (["Sec-Fetch-Site": "none"], 200),
    (["Sec-Fetch-Site": "cross-site"], 403),
    (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"], 403),
    (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], 403),
    (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], 200),
  ])
  func otherSitesMayOnlyLink(_ fields: [String: String], _ expected: Int) throws {
    var text = "GET / HTTP/1.1\r\nHost: localhost:7788\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    let head = try #require(try RequestHead.read(Array((text + "\r\n").utf8)[...]))
    let guardian = RequestGuard(HTTPServerConfiguration(), port: port, webSocketPaths: [])
    if expected == 200 {
      try guardian.check(head)
    } else {
      #expect { try guardian.check(head) } throws: { ($0 as? RequestRefusal)?.status == expected }
    }
  }

  @Test func methodsAndBodies() throws {
    #expect(try status("POST", "/", ("Content-Length", "5")) == 200)
    #expect(try status("POST", "/", ("Content-Length", "1048577")) == 413)
    for method in ["PUT", "DELETE", "TRACE", "PATCH", "OPTIONS", "get"] { #expect(try status(method) == 405) }
  }

  @Test func handshakes() throws {
    let key = ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
    let (upgrade, connection) = (("Upgrade", "WebSocket"), ("Connection", "keep-alive, Upgrade"))
    let version = ("Sec-WebSocket-Version", "13")
    #expect(try status("GET", "/hybrid/socket", upgrade, connection, version, key) == 200)
    #expect(try status("GET", "/hybrid/socket") == 426)
    #expect(try status("POST", "/hybrid/socket", upgrade, connection, version, key) == 426)
    #expect(
      try status("GET", "/hybrid/socket", upgrade, connection, ("Sec-WebSocket-Version", "8"), key) == 426)
    #expect(try status("GET", "/hybrid/socket", upgrade, connection, version) == 400)
    #expect(try status("GET", "/hybrid/socket", upgrade, connection, version, key, key) == 400)
    #expect(
      try status("GET", "/hybrid/socket", upgrade, connection, version, ("Sec-WebSocket-Key", "c2hvcnQ="))
        == 400)
  }
}

@Test func tokensDifferAndCompare() {
  let tokens = Set((0..<100).map { _ in randomToken() })
  #expect(tokens.count == 100)
  #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
  #expect(equalsInConstantTime("abc", "abc"))
  for other in ["abd", "ab", "abcd", ""] { #expect(!equalsInConstantTime("abc", other)) }
}
