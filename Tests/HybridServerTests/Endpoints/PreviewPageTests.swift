import Foundation
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite(.serialized, .suiteTimeLimit) struct PreviewPageTests {
  @Test func thePageHasAPolicyThatLetsNothingElseRun() async throws {
    let rig = try await SecurityRig()
    let answer = try await httpGet(rig.server.ready.url)
    let page = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 200 && answer.headers["Content-Type"] == "text/html; charset=utf-8")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
    let policy = try #require(answer.headers["Content-Security-Policy"])
    let nonce = try #require(policy.firstMatch(of: /'nonce-([0-9a-f]{32})'/)?.1)
    #expect(
      Set(policy.split(separator: "; ").map(String.init)) == [
        "default-src 'none'", "script-src 'nonce-\(nonce)' 'strict-dynamic'",
        "style-src 'self' 'nonce-\(nonce)'",
        "img-src 'self' data:", "font-src 'self' data:",
        "connect-src 'self' ws://127.0.0.1:\(rig.port) wss://127.0.0.1:\(rig.port)",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
      ])
    // Everything that is loaded has the nonce, and no placeholder is left.
    let loaded = page.matches(of: /<(script|link rel="stylesheet"|style)[^>]*>/)
    #expect(loaded.count > 1 && loaded.allSatisfy { $0.output.0.contains("nonce=\"\(nonce)\"") })
    #expect(!page.contains("%"))
  }

  @Test func everyAnswerHasItsOwnNonce() async throws {
    let rig = try await SecurityRig()
    var nonces: Set<String> = []
    for _ in 0..<8 {
      let policy = try await httpGet(rig.server.ready.url).headers["Content-Security-Policy"] ?? ""
      nonces.insert(String(try #require(policy.firstMatch(of: /nonce-([0-9a-f]+)/)?.1)))
    }
    #expect(nonces.count == 8)
  }

  /// Inline handlers and styles would need a hole in the policy.
  @Test func thePageHasNothingInline() async throws {
    let rig = try await SecurityRig()
    let page = String(decoding: try await httpGet(rig.server.ready.url).body, as: UTF8.self)
    #expect(page.firstMatch(of: /\son[a-z]+\s*=/) == nil && page.firstMatch(of: /\sstyle\s*=/) == nil)
    #expect(!page.contains("javascript:") && page.firstMatch(of: /<script[^>]*>[^<]/) == nil)
  }

  @Test func theTitleIsTextOnly() async throws {
    let title = "</title><script>alert(1)</script> \"%TOKEN%\" & 'x'"
    let json = try JSONEncoder().encode(["title": title])
    let project = try TemporaryProject([
      "hybrid.json": String(decoding: json, as: UTF8.self), "pages/a.html": "<p>a</p>\n",
    ])
    let rig = try await ServerRig(serving: project)
    let page = String(decoding: try await httpGet(rig.server.ready.url).body, as: UTF8.self)
    #expect(
      page.contains(
        """
        <title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &quot;%TOKEN%&quot; &amp; \
        &#39;x&#39;</title>
        """
      ))
    #expect(page.matches(of: /<script/).count == 1)
  }

  /// The token opens the socket, so only visitors with access to it get the token: this machine by its own
  /// names.
  @Test(arguments: [
    ("Host: HOST\r\n", true), ("Host: localhost:PORT\r\n", true), ("Host: evil.example:PORT\r\n", false),
    ("Host: HOST\r\nOrigin: http://evil.example\r\n", false),
    (
      "Host: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Dest: script\r\n",
      false
    ),
    (
      "Host: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: iframe\r\n",
      false
    ),
    ("Host: HOST\r\nX-Forwarded-For: 192.168.1.9\r\n", false), ("Host: dev.example\r\n", false),
  ])
  func strangersGetNoToken(_ fields: String, _ isOwner: Bool) async throws {
    let rig = try await SecurityRig { $0.allowedHosts = ["dev.example"] }
    let answer = try await rig.answer("GET / HTTP/1.1\r\n\(fields)\r\n")
    #expect(answer.contains(rig.server.ready.token) == isOwner, "\(answer)")
    #expect(answer.contains("content=\"yes\"") == isOwner)
    #expect(answer.contains("X-Frame-Options: DENY"))
  }

  /// All users of a machine can reach its loopback interface.
  @Test(.enabled(if: getuid() == 0, "only the administrator becomes another user"))
  func anotherUserOfThisMachineGetsNoToken() async throws {
    let rig = try await SecurityRig()
    for (user, isOwner) in [(0, true), (65_534, false)] {
      let ask =
        """
        exec 3<>/dev/tcp/127.0.0.1/\(rig.port); printf 'GET / HTTP/1.1\\r\\nHost: \
        127.0.0.1:\(rig.port)\\r\\n\\r\\n' >&3; cat <&3
        """
      let client = try ChildProcess(
        ["/usr/bin/setpriv", "--reuid=\(user)", "--clear-groups", "/bin/bash", "-c", ask])
      #expect(try await client.end() == 0, "\(client.errors)")
      #expect(client.output.hasPrefix("HTTP/1.1 200"), "\(client.output)")
      #expect(client.output.contains(rig.server.ready.token) == isOwner)
      #expect(client.output.contains("content=\"yes\"") == isOwner)
    }
  }

  /// A paired phone's page has its own key, which opens the socket but no endpoint restricted to this
  /// machine.
  @Test func aPairedPhoneGetsItsOwnKey() async throws {
    let rig = try await SecurityRig { $0.allowedHosts = ["dev.example"] }
    guard case .paired(_, let key) = rig.server.access.admit(name: "a phone", from: "192.168.1.7") else {
      Issue.record("not paired")
      return
    }
    let answer = try await rig.answer(
      "GET / HTTP/1.1\r\nHost: dev.example\r\nCookie: hybrid_key=\(key)\r\n\r\n")
    #expect(status(of: answer) == 200)
    #expect(answer.contains("<meta name=\"hybrid-token\" content=\"\(key)\">"))
    #expect(answer.contains("<meta name=\"hybrid-owner\" content=\"no\">"))
    #expect(answer.contains("connect-src 'self' ws://dev.example wss://dev.example"))
    #expect(!answer.contains(rig.server.ready.token))
  }

  @Test func framesNeedTheOptionInThePolicyAsWell() async throws {
    for isEmbeddable in [false, true] {
      let rig = try await SecurityRig { $0.isEmbeddable = isEmbeddable }
      let policy = try await httpGet(rig.server.ready.url).headers["Content-Security-Policy"] ?? ""
      #expect(policy.contains("frame-ancestors 'none'") == !isEmbeddable)
    }
  }

  @Test(arguments: [
    ("app/main.js", "text/javascript; charset=utf-8"), ("style/tokens.css", "text/css; charset=utf-8"),
  ])
  func aModuleIsServedAsWhatItIs(_ name: String, _ type: String) async throws {
    let rig = try await SecurityRig()
    let answer = try await httpGet(rig.server.ready.url + "hybrid/preview/" + name)
    #expect(answer.status == 200 && answer.headers["Content-Type"] == type && !answer.body.isEmpty)
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test(arguments: [
    ("app/man.js", "did you mean /hybrid/preview/app/main.js?"), ("index.html", "has no file"),
    ("", "has no file"), ("app/", "has no file"), ("../units", "segments"), ("app%2fmain.js", "HTTP"),
    ("%2e%2e/index.html", "segments"), (".env", "has no file"),
  ])
  func anythingElseIsNotThere(_ name: String, _ words: String) async throws {
    let rig = try await SecurityRig()
    let answer = try await rig.get("/hybrid/preview/" + name)
    #expect([400, 404].contains(status(of: answer)) && answer.contains(words), "\(answer)")
    rig.expectNoSecret(answer, name)
  }

  @Test func aFolderOfFilesIsReadAtEachRequest() async throws {
    let files = try TemporaryProject([
      "index.html": "<title>%TITLE%</title><p>first</p>", "app/main.js": "let a = 1\n",
    ])
    let rig = try await ServerRig { $0.previewFolder = files.path }
    let url = rig.server.ready.url
    #expect(String(decoding: try await httpGet(url).body, as: UTF8.self).hasSuffix("</title><p>first</p>"))
    try files.write("app/main.js", "let a = 2\n")
    #expect(try await httpGet(url + "hybrid/preview/app/main.js").body == Array("let a = 2\n".utf8))
    try files.remove("index.html")
    #expect(try await httpGet(url).status == 404)
  }

  /// The time from a save to the screen, as shown on the page.
  @Test func theStatusTellsHowQuickTheLastSaveWas() async throws {
    let rig = try await ServerRig()
    let url = rig.server.ready.url + "hybrid/status"
    #expect(!String(decoding: try await httpGet(url).body, as: UTF8.self).contains("paint"))
    let client = try await rig.client()
    try rig.project.replace("pages/home/style.css", "#buy { width: 91px }\n")
    let update = try await client.update()
    client.socket.send(.text(Array("{\"type\":\"ack\",\"revision\":\(update.revision),\"painted\":1}".utf8)))
    #expect(
      try await poll {
        String(decoding: try await httpGet(url).body, as: UTF8.self)
          .contains(/"paint":\{"last":[0-9.]+,"median":[0-9.]+\}/)
      })
  }
}
