import HybridSocket
import HybridTestSupport
import Testing

/// Rows host.* and cors.* of the security specification's table, and "ws.* origin".
@Suite(.serialized, .suiteTimeLimit) struct SecurityOriginTests {
  static let paths = ["/", "/status", "/hybrid/units", "/hybrid/unit/home.json", "/nothing", "/.dir"]

  @Test(arguments: [
    "Host: evil.example\r\n", "Host: evil.example:PORT\r\n", "Host: localhost.attacker.example:PORT\r\n",
    "Host: user@localhost:PORT\r\n", "Host: localhost:PORT@evil.example\r\n", "Host:\r\n", "Host: \r\n",
    "Host: localhost :PORT\r\n", "Host: local host:PORT\r\n", "Host: 127.0.0.1.nip.io:PORT\r\n",
    "Host: 127.0.0.1.nip.io\r\n", "", "Host: HOST\r\nHost: HOST\r\n", "Host: HOST\r\nHost: evil.example\r\n",
    "Host: HOST, evil.example\r\n", "Host: 0.0.0.0:PORT\r\n", "Host: 127.1:PORT\r\n",
    "Host: 2130706433:PORT\r\n",
    "Host: [::ffff:127.0.0.1]:PORT\r\n", "Host: localhost.:PORT\r\n", "Host: localhost\r\n",
    "Host: localhost:1\r\n",
    "X-Forwarded-Host: HOST\r\n", "Host: evil.example\r\nX-Forwarded-Host: HOST\r\n",
  ])
  func foreignHostsAreRefusedOnEveryRoute(_ fields: String) async throws {
    let rig = try await SecurityRig()
    for path in Self.paths + ["/hybrid/socket"] {
      let answer = try await rig.answer("GET \(path) HTTP/1.1\r\n\(fields)\r\n")
      #expect((400..<500).contains(status(of: answer)), "\(path): \(answer)")
      rig.expectNoSecret(answer, path)
    }
    try await rig.expectAlive()
  }

  @Test(arguments: [
    "http://HOST/status", "http://evil.example/status", "http://HOST", "*", "HOST", "status", "",
  ])
  func otherFormsOfTargetsAreRefused(_ target: String) async throws {
    let rig = try await SecurityRig()
    let answer = try await rig.answer("GET \(target) HTTP/1.1\r\nHost: HOST\r\n\r\n")
    #expect((400..<500).contains(status(of: answer)), "\(answer)")
    try await rig.expectAlive()
  }

  @Test func loopbackNamesWork() async throws {
    let rig = try await SecurityRig()
    for host in ["localhost", "127.0.0.1", "[::1]", "LocalHost"] {
      let answer = try await rig.answer("GET /status HTTP/1.1\r\nHost: \(host):PORT\r\n\r\n")
      #expect(status(of: answer) == 200, "\(host)")
    }
  }

  @Test func anAllowedHostWorksAndNoOther() async throws {
    let rig = try await SecurityRig { $0.allowedHosts = ["dev.example"] }
    for (host, expected) in [
      ("dev.example", 200), ("dev.example:PORT", 200), ("dev.example:1", 403), ("x.dev.example", 403),
      ("xdev.example", 403),
    ] {
      let answer = try await rig.answer("GET /status HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(status(of: answer) == expected, "\(host)")
    }
  }

  static let foreignOrigins = [
    "http://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "http://192.168.1.7:PORT",
    "http://93.184.216.34", "https://localhost:PORT", "http://localhost:PORT.evil.example",
    "http://localhost.evil.example:PORT", "http://evil.example#localhost:PORT", "http://localhost:PORT/",
    "file://", "chrome-extension://abc", "", "*", "http://localhost:PORT http://evil.example",
  ]

  @Test(arguments: foreignOrigins) func foreignOriginsGetNothing(_ origin: String) async throws {
    let rig = try await SecurityRig()
    for path in Self.paths + ["/hybrid/socket", "/hybrid/events"] {
      let answer = try await rig.get(path, "Origin: \(origin)\r\nAccept: text/event-stream\r\n")
      #expect(status(of: answer) == 403, "\(path): \(answer)")
      rig.expectNoSecret(answer, path)
    }
    let socket = try rig.handshake(
      ["Origin": origin.replacing("PORT", with: "\(rig.port)")], token: rig.server.ready.token)
    #expect(await status(of: socket.answer()) == 403)
  }

  @Test(arguments: [
    ("no-cors", "script", 403), ("no-cors", "image", 403), ("no-cors", "style", 403), ("cors", "empty", 403),
    ("websocket", "empty", 403), ("navigate", "iframe", 403), ("navigate", "object", 403),
    ("navigate", "document", 200),
  ])
  func otherSitesMayOnlyLink(_ mode: String, _ destination: String, _ expected: Int) async throws {
    let rig = try await SecurityRig()
    for site in ["cross-site", "same-site"] {
      for path in ["/", "/hybrid/unit/home.json", "/hybrid/units"] {
        let fields =
          "Sec-Fetch-Site: \(site)\r\nSec-Fetch-Mode: \(mode)\r\nSec-Fetch-Dest: \(destination)\r\n"
        let answer = try await rig.get(path, fields)
        #expect(status(of: answer) == expected, "\(site) \(path)")
        #expect(answer.contains("Cross-Origin-Resource-Policy: same-origin"))
      }
    }
    let socket = try rig.handshake(
      ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination],
      token: rig.server.ready.token)
    #expect(await status(of: socket.answer()) == 403)
  }

  @Test func aPreflightAllowsNothing() async throws {
    let rig = try await SecurityRig()
    for path in Self.paths {
      let answer = try await rig.answer(
        """
        OPTIONS \(path) HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\
        Access-Control-Request-Method: POST\r\nAccess-Control-Request-Private-Network: true\r\n\r\n
        """)
      #expect((400..<500).contains(status(of: answer)))
      #expect(!answer.lowercased().contains("access-control"))
    }
  }

  /// All answers have the security headers, including refusals.
  @Test(arguments: [
    "GET /", "GET /status", "GET /nothing", "POST /", "GET /%", "GET /hybrid/socket", "BREW /",
  ])
  func everyAnswerHasTheHeaders(_ line: String) async throws {
    for isEmbeddable in [false, true] {
      let rig = try await SecurityRig { $0.isEmbeddable = isEmbeddable }
      let answer = try await rig.answer("\(line) HTTP/1.1\r\nHost: HOST\r\n\r\n")
      for field in [
        "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
        "Referrer-Policy: no-referrer",
        "Cache-Control: no-store",
      ] { #expect(answer.contains(field), "\(field) in \(answer)") }
      #expect(answer.contains("X-Frame-Options: DENY") == !isEmbeddable)
      #expect(!answer.lowercased().contains("access-control"))
    }
  }

  @Test func theBrowserPageRunsNothingThatWasPutIntoIt() async throws {
    let rig = try await SecurityRig()
    let answer = try await rig.get("/")
    #expect(answer.contains("Content-Security-Policy: "))
    #expect(!answer.contains("unsafe-inline") && !answer.contains("unsafe-eval"))
  }

  @Test func everyClientNeedsTheToken() async throws {
    let rig = try await SecurityRig()
    for token in ["", "0", String(repeating: "0", count: 32), String(rig.server.ready.token.dropLast())] {
      let client = try rig.handshake(token: token)
      let answer = await client.answer()
      #expect(answer.contains("a valid token is needed"))
      rig.expectNoSecret(answer, "token '\(token)'")
    }
    // Nor in the query, which is logged.
    let client = try rig.handshake(path: "/hybrid/socket?token=\(rig.server.ready.token)")
    client.send(FrameMaker.frame(0x81, Array("{}".utf8)))
    #expect(await client.answer().contains("a valid token is needed"))
  }
}
