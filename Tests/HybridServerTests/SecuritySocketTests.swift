import Foundation
import HybridReload
import HybridSocket
import HybridTestSupport
import Testing

/// Rows ws.* of the security specification's table.
@Suite(.serialized, .suiteTimeLimit) struct SecuritySocketTests {
  @Test(
    arguments: [
      ("no key", ["Sec-WebSocket-Key": nil], 400), ("short key", ["Sec-WebSocket-Key": "c2hvcnQ="], 400),
      ("no base64", ["Sec-WebSocket-Key": "!!!!!!!!!!!!!!!!!!!!!!=="], 400),
      ("version 8", ["Sec-WebSocket-Version": "8"], 426), ("no version", ["Sec-WebSocket-Version": nil], 426),
      ("no upgrade", ["Upgrade": nil], 426), ("another upgrade", ["Upgrade": "h2c"], 426),
      ("no connection", ["Connection": "close"], 426),
      ("another protocol", ["Sec-WebSocket-Protocol": "vite-hmr"], 400),
      ("rebound name", ["Host": "7f000001.rbndr.us"], 403), ("a body", ["Content-Length": "4"], 400),
    ] as [(String, [String: String?], Int)])
  func handshakesAreStrict(_ name: String, _ fields: [String: String?], _ expected: Int) async throws {
    let rig = try await SecurityRig()
    let answer = await (try rig.handshake(fields)).answer()
    #expect(status(of: answer) == expected, "\(name): \(answer)")
    try await rig.expectAlive()
  }

  struct Frames: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var code: Int?
    init(_ name: String, _ bytes: [UInt8], _ code: Int?) {
      (self.name, self.bytes, self.code) = (name, bytes, code)
    }
    var testDescription: String { name }
  }

  private static func frame(_ first: UInt8, _ payload: [UInt8] = [], length: [UInt8]? = nil) -> [UInt8] {
    FrameMaker.frame(first, payload, length: length)
  }

  @Test(arguments: [
    Frames("unmasked", [0x81, 2, 104, 105], 1002), Frames("RSV1", frame(0xC1, [104]), 1002),
    Frames("opcode 3", frame(0x83, [1]), 1002), Frames("opcode 11", frame(0x8B, [1]), 1002),
    Frames("ping of 126", frame(0x89, Array(repeating: 1, count: 126)), 1002),
    Frames("fragmented ping", frame(0x09, [1]), 1002), Frames("stray continuation", frame(0x80, [1]), 1002),
    Frames("text inside text", frame(0x01, [104]) + frame(0x81, [105]), 1002),
    Frames("bad UTF-8", frame(0x81, [0xFF, 0xFE]), 1007), Frames("1-byte close", frame(0x88, [3]), 1002),
    Frames("close 999", frame(0x88, [3, 0xE7]), 1002),
    Frames("close with bad UTF-8", frame(0x88, [3, 0xE8, 0xC3, 0x28]), 1007),
    Frames("length 2^63", frame(0x82, length: [0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0]), 1002),
    Frames("claims 4 GB", frame(0x82, length: [0xFF, 0, 0, 0, 1, 0, 0, 0, 0]), 1009),
    Frames("64 MB text", frame(0x81, Array(repeating: 97, count: 64 << 20)), 1009),
    Frames(
      "20,000 empty fragments", frame(0x01) + Array(repeating: frame(0x00), count: 20_000).flatMap(\.self),
      1008),
    Frames("10,000 pings", Array(repeating: frame(0x89, [1]), count: 10_000).flatMap(\.self), 1008),
    Frames("10,000 pongs", Array(repeating: frame(0x8A, [1]), count: 10_000).flatMap(\.self), 1008),
    Frames("binary noise", (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 0x70) }, 1002),
  ])
  func badFramesEndTheConnectionOnly(_ frames: Frames) async throws {
    let rig = try await SecurityRig()
    let before = residentMemory()
    let client = try await rig.rawClient()
    // On a separate thread, since the server may stop reading.
    async let sent = client.sends(frames.bytes, times: 1)
    let answer = await client.receive()
    if let code = FrameMaker.closeCode(in: answer) {
      #expect(code == frames.code)
    } else {
      // Closed with so many unread bytes that the kernel discards the last message.
      #expect(frames.bytes.count > 100_000)
    }
    _ = await sent
    rig.expectNoSecret(String(decoding: answer, as: UTF8.self), frames.name)
    try await rig.expectAlive()
    #expect(residentMemory() < before + 512 << 20)
  }

  struct Payload: Sendable, CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var isBinary = false
    init(_ name: String, _ text: String) { (self.name, bytes) = (name, Array(text.utf8)) }
    init(_ name: String, binary bytes: [UInt8]) { (self.name, self.bytes, isBinary) = (name, bytes, true) }
    var testDescription: String { name }
  }

  /// Complete messages without a meaning are ignored, and the client stays connected.
  @Test(arguments: [
    Payload("not JSON", "hello"), Payload("empty", ""), Payload("an empty object", "{}"),
    Payload("deep JSON", String(repeating: "[", count: 500_000)),
    Payload("deep objects", String(repeating: "{\"a\":", count: 200_000)),
    Payload("a million digits", String(repeating: "9", count: 1_000_000)), Payload("a lone quote", "\""),
    Payload("NUL", "\0"), Payload("binary noise", binary: [0xFF, 0x00, 0x81, 0x7F]),
    Payload("no type", "{\"type\":7}"), Payload("of nobody", "{\"type\":\"rm\",\"path\":\"/etc\"}"),
  ])
  func messagesThatMeanNothingAreIgnored(_ payload: Payload) async throws {
    let rig = try await SecurityRig()
    let client = try await WebSocketClient.connect(
      rig.server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"])
    client.send(payload.isBinary ? .binary(payload.bytes) : .text(payload.bytes))
    client.send(.text(ClientMessage.hello(.init(client: "after")).encoded))
    var isShown = false
    while !isShown {
      if case .snapshot? = ServerMessage(try await client.next(within: suiteDeadline).bytes) {
        isShown = true
      }
    }
    client.close()
    try await rig.expectAlive()
  }

  @Test func fiveHundredClientsComeAtOnceAndAllAreServed() async throws {
    // On a busy machine, a client's first message may come long after its connection.
    let rig = try await SecurityRig {
      $0.limits.headerTimeout = suiteDeadline
      $0.limits.arrivalTime = suiteDeadline
    }
    let clients = try await withThrowingTaskGroup(of: WebSocketClient.self) { group in
      for _ in 0..<500 {
        group.addTask {
          let client = try await WebSocketClient.connect(
            rig.server.ready.socket, protocols: ["hybrid.1", "hybrid.token.\(rig.server.ready.token)"],
            within: suiteDeadline)
          guard case .welcome? = ServerMessage(try await client.next(within: suiteDeadline).bytes) else {
            throw Unexpected()
          }
          return client
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await rig.expectAlive()
    for client in clients { client.close() }
    #expect(await poll { await rig.server.session.status.clients == 0 })
  }

  /// A client that sends more than the session can process is told so and disconnected.
  @Test func aFloodOfMessagesIsCutOff() async throws {
    let rig = try await SecurityRig()
    let before = residentMemory()
    let client = try await rig.rawClient()
    let frame = FrameMaker.frame(0x81, Array(repeating: 32, count: 1 << 20))
    async let sent = client.sends(frame, times: 400)
    // Either the session keeps up, or the client is disconnected; at most 8 MB are queued.
    let isCutOff = await sent < 400
    if !isCutOff { client.finish() }
    _ = await client.receive()
    try await rig.expectAlive()
    #expect(residentMemory() < before + 256 << 20)
  }

  @Test(arguments: 0..<4) func framesThatAreAlmostRightAreSurvived(_ seed: Int) async throws {
    let rig = try await SecurityRig()
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<60 {
      let client = try await rig.rawClient()
      for _ in 0..<8 {
        let payload = (0..<Int.random(in: 0...200, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        client.send(
          mutated(
            Self.frame([0x81, 0x82, 0x01, 0x89, 0x88].randomElement(using: &random) ?? 0x81, payload),
            morsels: ["\u{0}", "\u{7F}"], using: &random))
      }
      client.finish()
      rig.expectNoSecret(String(decoding: await client.receive(), as: UTF8.self), "seed \(seed)")
    }
    try await rig.expectAlive()
  }
}
