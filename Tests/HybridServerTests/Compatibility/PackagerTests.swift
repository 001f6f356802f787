import Foundation
import HybridJSON
import HybridSocket
import HybridTestSupport
import Testing

@testable import HybridServer

@Suite(.serialized) struct PackagerTests {
  @Test func statusNamesTheProjectOnThisMachineOnly() async throws {
    let rig = try await ServerRig()
    let answer = try await httpGet(rig.server.ready.url + "status")
    #expect(String(decoding: answer.body, as: UTF8.self) == "packager-status:running")
    #expect(answer.headers["X-React-Native-Project-Root"] == rig.project.path)
    let far = ReactNativePackager(root: rig.project.path, tell: { _ in })
      .status(request("/status", from: "192.0.2.9"))
    #expect(far.headers["X-React-Native-Project-Root"] == nil)
    #expect(String(decoding: far.body, as: UTF8.self) == "packager-status:running")
  }

  @Test(arguments: [
    ("GET", "/reload", 405, "POST"), ("GET", "/open-url", 410, "opens an address"),
    ("GET", "/open-stack-frame", 410, "/hybrid/open"), ("POST", "/open-url", 405, "POST"),
    ("POST", "/open-stack-frame", 405, "POST"), ("POST", "/reload", 401, ".hybrid/dev.json"),
  ])
  func whatCouldBeMisusedIsNotServed(_ method: String, _ path: String, _ status: Int, _ words: String)
    async throws
  {
    let rig = try await ServerRig()
    let answer = try await httpGet(
      rig.server.ready.url.dropLast() + path, method: method, headers: ["Content-Type": "application/json"],
      body: method == "POST" ? Array(#"{"url":"http://example.com","file":"/etc/passwd"}"#.utf8) : [])
    #expect(answer.status == status)
    #expect(String(decoding: answer.body, as: UTF8.self).contains(words))
  }

  @Test func clientsAreToldToReloadAfterASaveThatChangedSomething() async throws {
    let rig = try await ServerRig()
    let phone = try await rig.reactNative("?role=ios")
    // The first file is unused, the second is broken: no client has anything new to load.
    try await rig.save("notes.txt", "nobody reads this")
    try await rig.save("pages/home/data.json", "{")
    try await rig.save("pages/home/data.json", "{\"title\": \"Again\"}\n")
    #expect(try await phone.text() == #"{"version":2,"method":"reload"}"#)
    _ = try await rig.post("hybrid/reload", "{}")
    #expect(try await phone.text() == #"{"version":2,"method":"reload"}"#)
    phone.send(.text(#"{"version":2,"method":"getid","target":"server","id":1}"#))
    #expect(try await phone.text() == #"{"version":2,"result":"client#1","id":1}"#)
  }

  @Test func requestsGoToTheirTargetAndAnswersBack() async throws {
    let rig = try await ServerRig()
    let tool = try await rig.reactNative("")
    let phone = try await rig.reactNative("?role=android")
    tool.send(.text(#"{"version":2,"method":"getpeers","target":"server","id":1}"#))
    #expect(try await tool.text() == #"{"version":2,"result":{"client#2":{"role":"android"}},"id":1}"#)
    tool.send(.text(#"{"version":2,"method":"heap","target":"client#2","id":2,"params":{"deep":true}}"#))
    #expect(
      try await phone.text()
        == #"{"version":2,"method":"heap","params":{"deep":true},"id":{"requestId":2,"clientId":"client#1"}}"#
    )
    phone.send(.text(#"{"version":2,"id":{"requestId":2,"clientId":"client#1"},"result":"done"}"#))
    #expect(try await tool.text() == #"{"version":2,"result":"done","id":2}"#)
  }

  /// A client without a token affects clients of its kind only.
  @Test func aReloadOfAClientReachesNoClientOfOurs() async throws {
    let rig = try await ServerRig()
    let own = try await rig.client()
    let one = try await rig.reactNative("")
    let other = try await rig.reactNative("")
    // Once it is answered, the client has been admitted.
    other.send(.text(#"{"version":2,"method":"getid","target":"server","id":1}"#))
    _ = try await other.text()
    one.send(.text(#"{"version":2,"method":"reload"}"#))
    #expect(try await other.text() == #"{"version":2,"method":"reload"}"#)
    try await rig.save("pages/home/data.json", "{\"title\": \"Saved\"}\n")
    #expect(try await own.update().revision == 2)  // the first thing that it hears
    var notes: [String] = []
    for await event in rig.server.events {
      if case .note(let note) = event { notes.append(note.message) }
      if case .saved = event { break }
    }
    #expect(notes == ["client#1 sent to 1 other React Native clients: reload"])
  }

  @Test func hostileMessagesAreDroppedAndTheConnectionStays() async throws {
    let rig = try await ServerRig()
    let client = try await rig.reactNative("?" + String(repeating: "a=b&", count: 1_000))
    let deep = String(repeating: #"{"a":"#, count: 10_000)
    let messages: [WebSocketMessage] = [
      .text(""), .text("null"), .text("[]"), .text("{"), .binary([0, 255, 1]), .binary([]), .text(deep),
      .text(#"{"version":3,"method":"reload"}"#), .text(#"{"version":2,"method":{"a":1}}"#),
      .text(#"{"version":2,"id":{"requestId":{},"clientId":"__proto__"},"result":1}"#),
      .text(#"{"version":2,"method":"toString","target":"constructor","id":9}"#),
    ]
    for message in messages { client.send(message) }
    for _ in 0..<2_000 { client.send(.text(#"{"version":1}"#)) }
    client.send(.text(#"{"version":2,"method":"getid","target":"server","id":"last"}"#))
    #expect(
      try await client.text()
        == #"{"version":2,"error":"unable to find client with id \"constructor\"","id":9}"#)
    #expect(try await client.text() == #"{"version":2,"result":"client#1","id":"last"}"#)
    // Two thousand lines for one fault would hide all others.
    try await rig.save("pages/home/data.json", "{}\n")
    var notes = 0
    for await event in rig.server.events {
      if case .note = event { notes += 1 }
      if case .saved = event { break }
    }
    #expect((1..<200).contains(notes))
  }

  @Test func messagesThatAreTooLargeAndClientsThatAreTooManyAreClosed() async throws {
    let rig = try await ServerRig()
    let large = try await rig.reactNative("")
    large.send(.text(String(repeating: "x", count: ReactNativePackager.maximumMessageSize + 1)))
    let end = try await large.closed()
    #expect([1009, 1006].contains(end.code), "\(end)")
    var clients: [WebSocketClient] = []
    for _ in 0..<64 {
      let client = try await rig.reactNative("")
      client.send(.text(#"{"version":2,"method":"getid","target":"server","id":1}"#))
      // A client that left may still be counted; a refused client tries again, as these clients do.
      guard (try? await client.text()) != nil else { continue }
      clients.append(client)
    }
    #expect(clients.count >= 60)
    var ends = 0
    for _ in 0..<8 {
      let late = try await rig.reactNative("")
      late.send(.text(#"{"version":2,"method":"getid","target":"server","id":1}"#))
      if let answer = try? await late.text(), answer.contains("client#") {
        clients.append(late)
      } else {
        ends += 1
      }
    }
    #expect(ends > 0 && clients.count == 64)
  }

  @Test(arguments: ["http://example.com", "null", "http://127.0.0.1:1", "file://"])
  func pagesOfOtherSitesAreRefused(_ origin: String) async throws {
    let rig = try await ServerRig()
    for path in ["message", "livereload"] {
      await #expect(throws: SocketError.self) {
        _ = try await WebSocketClient.connect(rig.socket(path), origin: origin)
      }
    }
    _ = try await WebSocketClient.connect(rig.socket("message"), origin: "http://localhost:\(rig.port)")
  }

  /// The server treats this machine's network address as another machine.
  @Test(arguments: [false, true]) func otherMachinesNeedTheOption(_ isOpen: Bool) async throws {
    guard let address = networkAddresses().first else { return }
    let rig = try await ServerRig {
      $0.isOpenToNetwork = true
      $0.isPlaygroundOpen = isOpen
    }
    let far = try await WebSocketClient.connect("ws://\(address):\(rig.port)/message")
    far.send(.text(#"{"version":2,"method":"getid","target":"server","id":1}"#))
    if isOpen {
      #expect(try await far.text() == #"{"version":2,"result":"client#1","id":1}"#)
    } else {
      let end = try await far.closed()
      #expect(end.code == 1008 && end.reason.contains("--playground"))
    }
    let script = try await httpGet("http://\(address):\(rig.port)/livereload.js")
    #expect(script.status == (isOpen ? 200 : 403))
  }

  private func request(_ path: String, from address: String) -> HTTPRequest {
    HTTPRequest(
      method: "GET", target: path, path: path, query: nil, headers: [:], body: [], remoteAddress: address)
  }
}

extension ServerRig {
  func socket(_ path: String) -> String { "ws://127.0.0.1:\(port)/\(path)" }

  /// A client of React Native's control socket, which says nothing first.
  func reactNative(_ query: String) async throws -> WebSocketClient {
    try await WebSocketClient.connect(socket("message") + query)
  }

  /// A POST with the token.
  func post(_ path: String, _ body: String, token: String? = nil) async throws -> HTTPResponse {
    try await httpGet(
      server.ready.url + path, method: "POST",
      headers: [
        "Content-Type": "application/json", "Authorization": "Bearer \(token ?? server.ready.token)",
      ], body: Array(body.utf8))
  }

  /// A GET with the token.
  func ask(_ target: String, token: String? = nil) async throws -> HTTPResponse {
    try await httpGet(
      server.ready.url + target, headers: ["Authorization": "Bearer \(token ?? server.ready.token)"])
  }
}

extension WebSocketClient {
  /// The next message as text.
  func text() async throws -> String {
    String(decoding: try await next(within: suiteDeadline).bytes, as: UTF8.self)
  }
}
