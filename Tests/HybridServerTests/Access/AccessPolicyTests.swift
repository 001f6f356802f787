import HybridJSON
import HybridSocket
import HybridSource
import HybridTestSupport
import Synchronization
import Testing

@testable import HybridServer

/// The credentials of a request.
enum Proof: String, CaseIterable {
  case nothing, token, key, cookie, wrongKey
}

/// A policy, one paired device, and the policy's messages to the terminal.
final class PolicyRig: Sendable {
  static let token = "0123456789abcdef0123456789abcdef"
  let policy: AccessPolicy
  let key: String
  private let told: Mutex<[AccessPolicy.Event]>

  init(_ change: (inout AccessPolicy.Settings) -> Void = { _ in }) throws {
    var settings = AccessPolicy.Settings()
    settings.isOpenToNetwork = true
    change(&settings)
    let log = Told()
    policy = AccessPolicy(settings, token: Self.token, addresses: ["192.168.1.2"]) { event in
      log.events.withLock { $0.append(event) }
    }
    policy.serve(at: 7788)
    guard case .paired(_, let key) = policy.admit(name: "a phone", from: "192.168.1.7") else {
      throw Unexpected()
    }
    self.key = key
    self.log = log
    told = Mutex([])
  }

  private let log: Told
  private final class Told: Sendable { let events = Mutex<[AccessPolicy.Event]>([]) }

  /// The lines so far.
  var notes: [Diagnostic] {
    log.events.withLock { $0 }.compactMap { if case .note(let diagnostic) = $0 { diagnostic } else { nil } }
  }

  var news: [PairingInfo] {
    log.events.withLock { $0 }.compactMap { if case .changed(let info) = $0 { info } else { nil } }
  }

  func request(
    _ method: String, _ path: String, from address: String, host: String? = nil, _ proof: Proof = .nothing,
    _ more: HTTPHeaders = [:], body: String = ""
  ) -> HTTPRequest {
    var headers: HTTPHeaders = [
      "Host": host ?? (address.hasPrefix("127.") ? "127.0.0.1:7788" : "192.168.1.2:7788")
    ]
    switch proof {
    case .nothing: break
    case .token: headers.append("Authorization", "Bearer \(Self.token)")
    case .key: headers.append("Authorization", "Bearer \(key)")
    case .cookie: headers.append("Cookie", "other=1; hybrid_key=\(key)")
    case .wrongKey: headers.append("Cookie", "hybrid_key=\(String(repeating: "0", count: 32))")
    }
    for field in more.fields { headers.append(field.name, field.value) }
    return HTTPRequest(
      method: method, target: path, path: path, query: nil, headers: headers, body: Array(body.utf8),
      remoteAddress: address)
  }

  /// 200 for an allowed request.
  func status(_ request: HTTPRequest) -> Int {
    switch policy.decide(request) {
    case .allowed: 200
    case .needsPairing(let response), .refused(let response): response.status
    }
  }
}

@Suite struct AccessPolicyTests {
  /// The complete table: each route's answer to each credential, from this machine and from the network.
  @Test(arguments: [
    // method, path, this machine: nothing token key; network: nothing token key cookie wrongKey
    ("GET", "/", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("GET", "/status", [200, 200, 200], [200, 200, 200, 200, 200]),
    ("GET", "/hybrid/pair", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("POST", "/hybrid/pair", [200, 200, 200], [200, 200, 200, 200, 200]),
    ("GET", "/hybrid/status", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("GET", "/hybrid/units", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("GET", "/hybrid/preview/app/main.js", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("GET", "/hybrid/unit/home.json", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("GET", "/hybrid/unit/shop/data.json", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("GET", "/nothing/here", [200, 200, 200], [401, 401, 200, 200, 401]),
    ("GET", "/.dir", [200, 200, 200], [403, 403, 403, 403, 403]),
    ("GET", "/card/data.json", [200, 200, 200], [403, 403, 403, 403, 403]),
    ("GET", "/card/card_QR.png", [200, 200, 200], [403, 403, 403, 403, 403]),
    ("GET", "/livereload.js", [200, 200, 200], [403, 403, 403, 403, 403]),
    ("GET", "/hybrid/devices", [401, 200, 401], [403, 403, 403, 403, 403]),
    ("POST", "/hybrid/unpair", [401, 200, 401], [403, 403, 403, 403, 403]),
    ("POST", "/hybrid/open", [401, 200, 401], [403, 403, 403, 403, 403]),
    ("DELETE", "/", [401, 200, 401], [403, 403, 403, 403, 403]),
  ])
  func everyRouteAsksForWhatItNeeds(_ method: String, _ path: String, _ local: [Int], _ network: [Int]) throws
  {
    let rig = try PolicyRig()
    for address in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
      let host = "localhost:7788"
      let statuses = [Proof.nothing, .token, .key].map {
        rig.status(rig.request(method, path, from: address, host: host, $0))
      }
      #expect(statuses == local)
    }
    for address in ["192.168.1.7", "2001:db8::7", "10.0.2.2"] {
      let statuses = Proof.allCases.map { rig.status(rig.request(method, path, from: address, $0)) }
      #expect(statuses == network)
    }
  }

  @Test(arguments: [
    "/.dir", "/card/data.json", "/card/card_QR.png", "/livereload.js", "/routes.json",
    "/rexxar/home-0123456789.html",
  ])
  func thePlaygroundOpensWhatAsksForNoKey(_ path: String) throws {
    let rig = try PolicyRig { $0.isPlaygroundOpen = true }
    #expect(rig.status(rig.request("GET", path, from: "192.168.1.7")) == 200)
    #expect(rig.policy.mayFollow(from: "192.168.1.7"))
    let closed = try PolicyRig()
    #expect(closed.status(closed.request("GET", path, from: "192.168.1.7")) == 403)
    #expect(closed.notes.last?.hint == "start with '--host --playground'")
    #expect(!closed.policy.mayFollow(from: "192.168.1.7") && closed.policy.mayFollow(from: "127.0.0.1"))
  }

  /// A proxy on this machine makes all requests look local.
  @Test(
    arguments: [
      ("foo.local", [:]), ("foo.local:7788", [:]), ("127.0.0.1:7788", ["X-Forwarded-For": "203.0.113.5"]),
      ("localhost:7788", ["Forwarded": "for=203.0.113.5"]), ("127.0.0.1:7788", ["Via": "1.1 proxy"]),
      ("127.0.0.1:7788", ["X-Real-IP": "203.0.113.5"]), ("192.168.1.2:7788", [:]),
      ("localhost.evil.example", [:]),
      ("[::1", [:]), ("", [:]),
    ] as [(String, HTTPHeaders)])
  func whatAProxyPassesOnIsNotOfThisMachine(_ host: String, _ fields: HTTPHeaders) throws {
    let rig = try PolicyRig { $0.allowedHosts = ["foo.local"] }
    func status(_ proof: Proof) -> Int {
      rig.status(rig.request("GET", "/hybrid/units", from: "127.0.0.1", host: host, proof, fields))
    }
    #expect(status(.nothing) == 401 && status(.token) == 401 && status(.cookie) == 200)
    let closed = try PolicyRig { $0.isOpenToNetwork = false }
    #expect(closed.status(closed.request("GET", "/", from: "127.0.0.1", host: host, .nothing, fields)) == 403)
    #expect(closed.notes.last?.code == "access.proxied")
  }

  @Test(arguments: ["localhost", "LOCALHOST:7788", "127.0.0.1", "[::1]:7788", "10.0.2.2:7788", "10.0.3.2:1"])
  func namesOfThisMachineAreLocal(_ host: String) throws {
    let rig = try PolicyRig { $0.isOpenToNetwork = false }
    #expect(rig.status(rig.request("GET", "/hybrid/units", from: "127.0.0.1", host: host)) == 200)
  }

  @Test func socketsOpenForTheTokenHereAndForKeysEverywhere() throws {
    let rig = try PolicyRig()
    let rows: [(token: String, address: String, expected: Bool)] = [
      (PolicyRig.token, "127.0.0.1", true), (PolicyRig.token, "::1", true),
      (PolicyRig.token, "192.168.1.7", false),
      (rig.key, "127.0.0.1", true), (rig.key, "192.168.1.7", true), (rig.key, "192.168.1.9", true),
      ("", "127.0.0.1", false), ("", "192.168.1.7", false),
      (rig.key.uppercased() + "0", "192.168.1.7", false),
      (rig.policy.pairing?.code ?? "", "192.168.1.7", false),
      (rig.policy.pairingSecret, "192.168.1.7", false),
    ]
    for row in rows { #expect(rig.policy.mayConnect(token: row.token, from: row.address) == row.expected) }
    let closed = try PolicyRig { $0.isOpenToNetwork = false }
    #expect(!closed.policy.mayConnect(token: closed.key, from: "127.0.0.1"))
    #expect(closed.policy.mayConnect(token: PolicyRig.token, from: "127.0.0.1"))
    #expect(closed.policy.pairing == nil)
  }

  @Test func aPageIsGivenTheTokenOfWhoAskedForIt() throws {
    let rig = try PolicyRig()
    #expect(rig.policy.socketToken(for: rig.request("GET", "/", from: "127.0.0.1")) == PolicyRig.token)
    #expect(rig.policy.socketToken(for: rig.request("GET", "/", from: "192.168.1.7", .cookie)) == rig.key)
    #expect(rig.policy.socketToken(for: rig.request("GET", "/", from: "192.168.1.7")) == nil)
    #expect(rig.policy.socketToken(for: rig.request("GET", "/", from: "192.168.1.7", .token)) == nil)
  }

  @Test func keysEndOneByOneAndWithTheProcess() throws {
    let rig = try PolicyRig()
    func status() -> Int { rig.status(rig.request("GET", "/hybrid/units", from: "192.168.1.7", .cookie)) }
    #expect(status() == 200 && rig.policy.devices.map(\.id) == [1])
    let code = rig.policy.pairing?.code
    rig.policy.revoke(1)
    #expect(status() == 401 && rig.policy.devices.isEmpty)
    // The device may know the old code.
    #expect(rig.policy.pairing?.code != code && rig.news.last == rig.policy.pairing)
    let other = try PolicyRig()
    other.policy.close()
    #expect(!other.policy.mayConnect(token: other.key, from: "192.168.1.7"))
  }

  @Test func newAddressesAreToldOnceWithWhereItIsNow() throws {
    let rig = try PolicyRig()
    rig.policy.addressesChanged(["192.168.1.2"])
    #expect(rig.news.isEmpty)
    rig.policy.addressesChanged(["10.0.0.9", "[fd00::9]"])
    #expect(rig.notes.last?.message == "this machine is now at http://10.0.0.9:7788/, http://[fd00::9]:7788/")
    let info = try #require(rig.news.last)
    #expect(info.addresses == ["10.0.0.9", "[fd00::9]"])
    #expect(info.url == "http://10.0.0.9:7788/#\(info.code).\(rig.policy.pairingSecret)")
    #expect(rig.policy.hosts == ["10.0.0.9", "[fd00::9]"])
    rig.policy.addressesChanged([])
    #expect(rig.notes.last?.message == "this machine is no longer in a network")
  }

  @Test(arguments: [
    ("foo.local", "foo.local"), ("FOO.local:8080", "foo.local:8080"), ("[fd00::2]", "[fd00::2]"),
    ("[fd00::2]:80", "[fd00::2]:80"), ("192.168.1.7", "192.168.1.7"), ("my_box-1", "my_box-1"),
  ])
  func anAllowedHostIsOneName(_ text: String, _ expected: String) throws {
    #expect(try allowedHost(text) == expected)
  }

  @Test(arguments: [
    ("*", AllowedHostError.pattern), ("*.example.com", .pattern), (".example.com", .pattern),
    ("http://foo.local", .address), ("foo.local/", .address), ("", .malformed), ("foo local", .malformed),
    ("foo.local:", .malformed), ("foo.local:0", .malformed), ("foo.local:65536", .malformed),
    ("a..b", .malformed),
    ("[]", .malformed), ("[x::1]", .malformed), ("foo\r\nX: 1", .malformed), ("fö.local", .malformed),
    (":80", .malformed),
    (String(repeating: "a", count: 300), .malformed),
  ])
  func whatIsNoNameIsNotAllowed(_ text: String, _ expected: AllowedHostError) {
    #expect(throws: expected) { try allowedHost(text) }
  }
}

@Suite struct PairingEndpointTests {
  private func pair(_ rig: PolicyRig, _ body: String, _ more: HTTPHeaders = [:]) -> HTTPResponse {
    rig.policy.pair(rig.request("POST", "/hybrid/pair", from: "192.168.1.8", .nothing, more, body: body))
  }

  private func json(_ response: HTTPResponse) -> JSONValue? {
    readJSON(Source(path: "answer", bytes: response.body)).value
  }

  @Test func aBrowserGetsItsKeyWhereNoScriptReadsIt() throws {
    let rig = try PolicyRig()
    let code = try #require(rig.policy.pairing?.code)
    let answer = pair(
      rig, "{\"code\":\"\(code.lowercased())\"}",
      [
        "Origin": "http://192.168.1.2:7788",
        "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)",
      ])
    #expect(answer.status == 200)
    let cookie = try #require(answer.headers["Set-Cookie"])
    let parts = cookie.split(separator: ";").map { $0.drop { $0 == " " } }
    #expect(parts.dropFirst() == ["Path=/", "HttpOnly", "SameSite=Strict"])
    let key = try #require(parts.first?.split(separator: "=").last.map(String.init))
    #expect(parts.first?.hasPrefix("hybrid_key=") == true && key.count == 32)
    let body = json(answer)
    #expect(body?["device"]?.int == 2 && body?["name"]?.string == "iPhone" && body?["key"] == nil)
    #expect(rig.policy.mayConnect(token: key, from: "192.168.1.8"))
    #expect(rig.notes.first?.message == "a phone at 192.168.1.7 is paired, as device 1")
    #expect(rig.notes.contains { $0.message == "iPhone at 192.168.1.8 is paired, as device 2" })
  }

  @Test func aProgramReadsItsKeyInTheAnswer() throws {
    let rig = try PolicyRig()
    let code = try #require(rig.policy.pairing?.code)
    let answer = json(pair(rig, "{\"code\":\"\(code)\",\"name\":\"Anna's\\u001b]0;x\\u0007 phone\"}"))
    let key = try #require(answer?["key"]?.string)
    #expect(rig.policy.mayConnect(token: key, from: "192.168.1.8"))
    let name = try #require(answer?["name"]?.string)
    #expect(name.hasPrefix("Anna's") && !name.unicodeScalars.contains { $0.value < 32 })
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "null", "{\"code\":7}", "{\"code\":\"a\",\"code\":\"b\"}",
    "{\"code\":\"\(String(repeating: "7", count: 5_000))\"}", "\u{0}",
  ])
  func whatIsNoQuestionIsNotAnswered(_ body: String) throws {
    let rig = try PolicyRig()
    #expect(pair(rig, body).status == 400 && rig.policy.devices.count == 1)
  }

  @Test func wrongCodesAreToldHereAndInTheTerminal() throws {
    let rig = try PolicyRig()
    for _ in 0..<3 {
      let answer = pair(rig, "{\"code\":\"0000-0000\"}")
      #expect(answer.status == 403 && json(answer)?["error"]?.string == "wrong-code")
    }
    let limited = pair(rig, "{\"code\":\"\(rig.policy.pairing?.code ?? "")\"}")
    #expect(
      limited.status == 429 && Int(limited.headers["Retry-After"] ?? "").map { (1...61).contains($0) } == true
    )
    #expect(rig.notes.map(\.code).suffix(2) == ["access.wrong-code", "access.too-many-tries"])
    #expect(rig.policy.devices.count == 1)
  }

  @Test func aServerForThisMachineOnlyPairsNobody() throws {
    let rig = try PolicyRig { $0.isOpenToNetwork = false }
    #expect(pair(rig, "{\"code\":\"0000-0000\"}").status == 404)
  }

  @Test func thePageLetsNothingRunButItself() throws {
    let (one, other) = (PairingPage.response(), PairingPage.response())
    let policy = try #require(one.headers["Content-Security-Policy"])
    #expect(policy != other.headers["Content-Security-Policy"] && !policy.contains("unsafe"))
    let html = String(decoding: one.body, as: UTF8.self)
    let nonce = try #require(policy.split(separator: "script-src 'nonce-").last?.prefix { $0 != "'" })
    #expect(html.contains("<script nonce=\"\(nonce)\">") && !html.contains("NONCE"))
    #expect(!html.contains("http://") && !html.contains("https://") && !html.contains("src="))
    #expect(one.status == 401 && one.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
  }
}
