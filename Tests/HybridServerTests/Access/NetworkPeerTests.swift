import HybridCrypto
import HybridJSON
import HybridReload
import HybridSocket
import HybridSource
import HybridTestSupport
import Testing

@testable import HybridServer

/// A server with `--host`, queried at this machine's network address: the server treats that as another
/// machine.
final class NetworkRig: Sendable {
  let project: TemporaryProject
  let server: DevServer
  let address: String

  init() async throws {
    address = try #require(networkAddresses().first)
    project = try TemporaryProject(ServerRig.shop)
    var options = DevServer.Options(root: project.path, version: "test")
    options.port = 0
    options.isOpenToNetwork = true
    server = try await DevServer.start(options)
  }

  deinit { server.stop() }

  var port: Int { Int(server.ready.url.dropLast().split(separator: ":").last ?? "") ?? 0 }
  var base: String { "http://\(address):\(port)" }
  var pairing: PairingInfo { get throws { try #require(server.access.pairing) } }
  var secret: String {
    get throws { try #require(try pairing.url.split(separator: ".").last.map(String.init)) }
  }

  func get(_ path: String, _ headers: HTTPHeaders = [:]) async throws -> Int {
    try await httpGet(base + path, headers: headers).status
  }

  func pair(_ code: String, _ headers: HTTPHeaders = ["Content-Type": "application/json"]) async throws
    -> HTTPResponse
  {
    try await httpGet(
      base + "/hybrid/pair", method: "POST", headers: headers, body: Array("{\"code\":\"\(code)\"}".utf8))
  }
}

@Suite(.serialized, .enabled(if: !networkAddresses().isEmpty, "this machine is in no network"))
struct NetworkPeerTests {
  @Test func aStrangerSeesTheFrontAndNothingElse() async throws {
    let rig = try await NetworkRig()
    #expect(try await rig.get("/status") == 200)
    let front = try await httpGet(rig.base + "/")
    let page = String(decoding: front.body, as: UTF8.self)
    #expect(front.status == 401 && page.contains("Pair this device") && !page.contains("Home"))
    for path in ["/hybrid/status", "/hybrid/units", "/hybrid/unit/home", "/hybrid/unit/home.txt", "/nothing"]
    {
      #expect(try await rig.get(path) == 401)
    }
    #expect(try await rig.get("/.dir") == 403)
    // The process's token, which is in its files and on its terminal, is valid on this machine only.
    #expect(try await rig.get("/hybrid/units", ["Authorization": "Bearer \(rig.server.ready.token)"]) == 401)
    #expect(try await httpGet(rig.server.ready.url + "hybrid/units").status == 200)
  }

  @Test func theCodeOpensTheDoorOnce() async throws {
    let rig = try await NetworkRig()
    #expect(try await rig.pair("0000-0000").status == 403)
    let code = try rig.pairing.code
    let answer = try await rig.pair(code, ["Content-Type": "application/json", "Origin": rig.base])
    #expect(answer.status == 200)
    let cookie = try #require(answer.headers["Set-Cookie"]?.split(separator: ";").first.map(String.init))
    #expect(try await rig.get("/hybrid/units", ["Cookie": cookie]) == 200)
    #expect(try await rig.get("/", ["Cookie": cookie]) == 200)
    let device = try #require(rig.server.access.devices.first)
    #expect(device.address == rig.address)
    rig.server.access.revoke(device.id)
    #expect(try await rig.get("/hybrid/units", ["Cookie": cookie]) == 401)
  }

  /// Requests that a page of another site can send (Fetch Standard, *CORS-safelisted request-header*) are
  /// refused.
  @Test(
    arguments: [
      (["Content-Type": "text/plain"], 415), (["Content-Type": "application/x-www-form-urlencoded"], 415),
      ([:], 415),
      (["Content-Type": "application/json", "Origin": "http://evil.example"], 403),
      (["Content-Type": "application/json", "Origin": "null"], 403),
    ] as [(HTTPHeaders, Int)])
  func anotherSiteCannotPair(_ headers: HTTPHeaders, _ expected: Int) async throws {
    let rig = try await NetworkRig()
    #expect(try await rig.pair(try rig.pairing.code, headers).status == expected)
    #expect(rig.server.access.devices.isEmpty)
  }

  @Test func aSocketOpensForAKeyAndClosesWithIt() async throws {
    let rig = try await NetworkRig()
    let answer = try await rig.pair(try rig.pairing.code)
    let key = try #require(readJSON(Source(path: "answer", bytes: answer.body)).value?["key"]?.string)
    let url = "ws://\(rig.address):\(rig.port)/hybrid/socket"
    let stranger = try await WebSocketClient.connect(
      url, protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"])
    #expect(try await stranger.closed().code == 1008)
    let socket = try await WebSocketClient.connect(url, protocols: ["hybrid.1", "hybrid.token.\(key)"])
    guard case .welcome = try await Following(socket: socket).next() else { throw Unexpected() }
    rig.server.access.revoke(1)
    #expect(try await socket.closed().code == 1008)
  }

  @Test func whoAsksForAnotherNameIsToldHowToAllowIt() async throws {
    let rig = try await NetworkRig()
    let client = try RawClient(port: rig.port, host: rig.address)
    client.send("GET / HTTP/1.1\r\nHost: foo.local:\(rig.port)\r\n\r\n")
    #expect(status(of: await client.answer()) == 403)
    for await event in rig.server.events {
      guard case .note(let note) = event, note.code == "access.host" else { continue }
      #expect(note.message == "\(rig.address) asked for host name 'foo.local', which is not allowed")
      #expect(note.hint == "if that name is yours, start with '--allowed-host foo.local'")
      break
    }
  }
}

/// A client that seals its messages, implemented by hand.
private struct SealedPeer {
  let socket: WebSocketClient
  let hello: SealedHello
  var channel: SealedChannel
  /// All bytes received over the wire.
  var wire: [[UInt8]] = []

  init(_ rig: NetworkRig, secret: String, device: UInt32 = 0) async throws {
    let sodium = try Sodium.shared()
    hello = SealedHello(device: device, secret: secret, sodium: sodium)
    socket = try await WebSocketClient.connect(
      "ws://\(rig.address):\(rig.port)\(SealedHello.path)",
      protocols: [SealedHello.subprotocol, "hybrid.token.\(hello.token)"])
    socket.send(.binary(hello.encoded))
    let reply = try #require(SealedReply(try await socket.next().bytes))
    channel = SealedChannel(.client, secret: secret, hello: hello, reply: reply, sodium: sodium)
  }

  mutating func send(_ message: ClientMessage) {
    socket.send(.binary(channel.sender.seal(.text(message.encoded))))
  }

  mutating func next() async throws -> SealedMessage {
    let frame = try await socket.next(within: suiteDeadline).bytes
    wire.append(frame)
    return try channel.receiver.open(frame)
  }

  /// The next message of the protocol that is in JSON.
  mutating func message() async throws -> ServerMessage {
    while true {
      if case .text(let bytes) = try await next() { return try #require(ServerMessage(bytes)) }
    }
  }
}

@Suite(.serialized, .enabled(if: !networkAddresses().isEmpty, "this machine is in no network"))
struct SealedPeerTests {
  @Test func aClientThatKnowsTheSecretFollowsSavesInSecret() async throws {
    let rig = try await NetworkRig()
    var peer = try await SealedPeer(rig, secret: try rig.secret)
    peer.send(.hello(.init(client: "phone")))
    guard case .paired(let device, let key) = try await peer.next() else { throw Unexpected() }
    #expect(
      rig.server.access.devices == [PairedDevice(id: 1, name: "phone", address: rig.address)] && device == 1)
    guard case .welcome = try await peer.message(), case .snapshot = try await peer.message() else {
      throw Unexpected()
    }
    try rig.project.write("pages/home/style.css", "#buy { width: 90px; height: 24px; margin-left: 12px }\n")
    guard case .update(let update) = try await peer.message() else { throw Unexpected() }
    #expect(update.changes.map(\.unit) == ["home"])
    // Nothing can be read on the wire, and the secrets were never sent.
    let wire = String(decoding: peer.wire.joined() + peer.hello.encoded, as: UTF8.self)
    for word in ["welcome", "snapshot", "home", "pages/home/style.css", "phone", key, try rig.secret] {
      #expect(!wire.contains(word))
    }
    // The next time it connects with its own key; the code's secret may have changed by then.
    rig.server.access.replaceCode()
    var again = try await SealedPeer(rig, secret: key, device: device)
    again.send(.hello(.init(client: "phone")))
    guard case .welcome = try await again.message() else { throw Unexpected() }
    rig.server.access.revoke(1)
    #expect(try await again.socket.closed().code == 1008)
    #expect(try await peer.socket.closed().code == 1008)
  }

  @Test func whoDoesNotKnowTheSecretHearsNothing() async throws {
    let rig = try await NetworkRig()
    let sodium = try Sodium.shared()
    let wrong = String(try rig.secret.reversed()) + "0"
    for hello in [
      SealedHello(device: 0, secret: wrong, sodium: sodium),
      SealedHello(device: 1, secret: try rig.secret, sodium: sodium),
    ] {
      let socket = try await WebSocketClient.connect(
        "ws://\(rig.address):\(rig.port)\(SealedHello.path)", protocols: [SealedHello.subprotocol])
      socket.send(.binary(hello.encoded))
      #expect(try await socket.closed().code == 1008)
    }
    #expect(rig.server.access.devices.isEmpty)
  }

  /// A recorded greeting can be replayed, but it gives access neither to the plain socket nor to a sealed
  /// connection.
  @Test func aRecordedGreetingIsWorthNothing() async throws {
    let rig = try await NetworkRig()
    var peer = try await SealedPeer(rig, secret: try rig.secret)
    let recorded = peer.hello.encoded
    peer.send(.hello(.init(client: "phone")))
    guard case .paired = try await peer.next() else { throw Unexpected() }
    let base = "ws://\(rig.address):\(rig.port)"
    let plain = try await WebSocketClient.connect(base + "/hybrid/socket", protocols: ["hybrid.1"])
    plain.send(.binary(recorded))
    #expect(try await plain.closed().code == 1008)
    let sealed = try await WebSocketClient.connect(
      base + SealedHello.path, protocols: [SealedHello.subprotocol, "hybrid.token.\(peer.hello.token)"])
    sealed.send(.binary(recorded))
    #expect(SealedReply(try await sealed.next().bytes) != nil)
    sealed.send(.binary(peer.channel.sender.seal(.text([]))))
    #expect(try await sealed.closed().code == 1008)
    #expect(rig.server.access.devices.count == 1)
  }

  @Test func aFrameThatWasChangedOnTheWayEndsTheConnection() async throws {
    let rig = try await NetworkRig()
    for change in [0, 8, 20] {
      var peer = try await SealedPeer(rig, secret: try rig.secret)
      peer.send(.hello(.init(client: "phone")))
      guard case .paired = try await peer.next() else { throw Unexpected() }
      var frame = peer.channel.sender.seal(.text(ClientMessage.show(unit: "cart", device: nil).encoded))
      frame[change] ^= 1
      peer.socket.send(.binary(frame))
      #expect(try await peer.socket.closed().code == 1008)
    }
  }
}
