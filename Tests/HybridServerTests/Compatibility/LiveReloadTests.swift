import Foundation
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite(.serialized) struct LiveReloadTests {
  static let hello =
    #"{"command":"hello","protocols":["http://livereload.com/protocols/official-7"],"ver":"3.0"}"#
  static let greeting =
    #"{"command":"hello","protocols":["http://livereload.com/protocols/official-7"],"serverName":"hybrid"}"#

  @Test(arguments: [
    (["a.css"], ["a.css live"]), (["a/b.CSS", "c.png"], ["a/b.CSS live", "c.png live"]),
    (["a.html"], ["a.html"]),
    (["a.css", "b.html", "c.js"], ["b.html"]), (["a.css.txt"], ["a.css.txt"]), (["css"], ["css"]),
    ((0..<17).map { "\($0).css" }, ["/"]), ([], []),
  ])
  func filesAreLiveWhileAllOfThemAre(_ files: [String], _ expected: [String]) {
    let news = BuildSummary(revision: 2, files: files, units: [], errors: [], isReload: false)
    #expect(LiveReload.reloads(for: news).map { $0.path + ($0.isInPlace ? " live" : "") } == expected)
    #expect(
      LiveReload.reloads(for: BuildSummary(revision: 2, files: files, units: [], errors: [], isReload: true))
        == [LiveReload.Reload(path: "/", isInPlace: false)])
  }

  @Test func aPageHearsOfEachSavedFile() async throws {
    let rig = try await ServerRig()
    let page = try await rig.liveReload()
    // Later messages of a page are ignored.
    for message in [
      #"{"command":"info","url":"http://localhost/"}"#, #"{"command":"url","url":"http://evil.example"}"#,
      #"{"command":"reload","path":"/"}"#, "{", "", Self.hello,
    ] { page.send(.text(message)) }
    page.send(.binary([1, 2]))
    try rig.project.replace("pages/home/style.css", "#buy { width: 90px }\n")
    #expect(
      try await page.text()
        == #"{"command":"reload","path":"pages/home/style.css","liveCSS":true,"liveImg":true}"#)
    try rig.project.replace("pages/cart.html", "<body><p>New</p></body>\n")
    #expect(
      try await page.text()
        == #"{"command":"reload","path":"pages/cart.html","liveCSS":false,"liveImg":false}"#)
    _ = try await rig.post("hybrid/reload", "")
    #expect(try await page.text() == #"{"command":"reload","path":"/","liveCSS":false,"liveImg":false}"#)
  }

  @Test(arguments: [
    "", "{", "[]", #"{"command":"reload"}"#, #"{"command":"hello"}"#, #"{"command":"hello","protocols":[]}"#,
    #"{"command":"hello","protocols":["http://livereload.com/protocols/official-6"]}"#,
    #"{"command":"hello","protocols":"http://livereload.com/protocols/official-7"}"#,
    LongText(repeating: "[", count: 10_000),
  ])
  func whoDoesNotGreetIsClosed(_ message: LongText) async throws {
    let rig = try await ServerRig()
    let page = try await WebSocketClient.connect(rig.socket("livereload"))
    page.send(.text(message.text))
    #expect(try await page.closed().code == 1002)
  }

  @Test(arguments: [
    ("http://localhost:3000", "http://localhost:3000"), ("HTTP://LocalHost:3000/", nil),
    ("HTTP://LocalHost:3000", "http://localhost:3000"), ("https://a.example:443", "https://a.example"),
    (
      "chrome-extension://jnihajbhpnppcggbcgedagnkighmdlei",
      "chrome-extension://jnihajbhpnppcggbcgedagnkighmdlei"
    ),
    ("moz-extension://0a1b-2c", "moz-extension://0a1b-2c"), ("chrome-extension://", nil),
    ("chrome-extension://a/b", nil), ("chrome-extension://*", nil), ("null", nil), ("*", nil), ("", nil),
    ("http://*.example.com", nil), ("localhost:3000", nil), ("file://", nil), ("http://a.example/x", nil),
    ("http://a.example?x", nil), ("http://user@a.example", nil), ("http://a.example\r\nX: y", nil),
  ])
  func anOriginIsNamedExactly(_ text: String, _ canonical: String?) {
    #expect(GuestOrigin.canonical(text) == canonical)
  }

  /// An allowed origin has access to LiveReload's two paths and to nothing else.
  @Test func aGuestListensAndDoesNothingElse() async throws {
    let guest = "http://localhost:3000"
    let rig = try await ServerRig { $0.guestOrigins = [guest] }
    let page = try await WebSocketClient.connect(rig.socket("livereload"), origin: guest)
    page.send(.text(Self.hello))
    #expect(try await page.text() == Self.greeting)
    let headers: HTTPHeaders = ["Origin": guest, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"]
    let script = try await httpGet(rig.server.ready.url + "livereload.js", headers: headers)
    #expect(script.status == 200 && script.headers["Access-Control-Allow-Origin"] == guest)
    for path in ["", "status", "hybrid/status", "hybrid/units", ".dir", "hybrid/problems"] {
      let answer = try await httpGet(rig.server.ready.url + path, headers: headers)
      #expect(answer.status == 403 && answer.headers["Access-Control-Allow-Origin"] == nil)
    }
    for path in ["message", "hybrid/socket"] {
      await #expect(throws: SocketError.self) {
        _ = try await WebSocketClient.connect(rig.socket(path), origin: guest)
      }
    }
    for origin in ["http://localhost:3001", "http://127.0.0.1:3000", "https://localhost:3000", "null"] {
      await #expect(throws: SocketError.self) {
        _ = try await WebSocketClient.connect(rig.socket("livereload"), origin: origin)
      }
      let answer = try await httpGet(rig.server.ready.url + "livereload.js", headers: ["Origin": origin])
      #expect(answer.status == 403)
    }
    let own = try await httpGet(rig.server.ready.url + "livereload.js")
    #expect(own.status == 200 && own.headers["Access-Control-Allow-Origin"] == nil)
    #expect(own.contentType == "text/javascript; charset=utf-8")
  }
}

extension ServerRig {
  /// A page that has been greeted.
  func liveReload() async throws -> WebSocketClient {
    let page = try await WebSocketClient.connect(socket("livereload"))
    page.send(.text(LiveReloadTests.hello))
    #expect(try await page.text() == LiveReloadTests.greeting)
    return page
  }
}
