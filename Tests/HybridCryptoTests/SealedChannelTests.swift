import HybridTestSupport
import Testing

@testable import HybridCrypto

private let secret = "0123456789ABCDEFGHJKMNPQRS"

/// Both ends of a connection.
private struct Pair {
  var client: SealedChannel
  var server: SealedChannel

  init(clientSecret: String = secret, serverSecret: String = secret, device: UInt32 = 0) throws {
    let sodium = try Sodium.shared()
    let hello = SealedHello(device: device, secret: clientSecret, sodium: sodium)
    let reply = SealedReply(sodium: sodium)
    client = SealedChannel(.client, secret: clientSecret, hello: hello, reply: reply, sodium: sodium)
    server = SealedChannel(.server, secret: serverSecret, hello: hello, reply: reply, sodium: sodium)
  }
}

private func text(_ text: String) -> SealedMessage { .text(Array(text.utf8)) }

@Suite struct SealedChannelTests {
  @Test(arguments: [
    text(""), text("{\"type\":\"hello\"}"), text("größe"), .binary([]), .binary([0, 255, 7]),
    .paired(device: 0xFFFF_FFFE, key: "0a1b"),
  ])
  func whatOneEndSealsTheOtherReads(_ message: SealedMessage) throws {
    var pair = try Pair()
    #expect(try pair.server.receiver.open(pair.client.sender.seal(message)) == message)
    #expect(try pair.client.receiver.open(pair.server.sender.seal(message)) == message)
    let again = pair.client.sender.seal(message)
    #expect(try pair.server.receiver.open(again) == message)
  }

  /// Not an argument of the test above, because the log would print all its bytes.
  @Test func aLargeMessageIsRead() throws {
    var pair = try Pair()
    let message = SealedMessage.binary([UInt8](repeating: 9, count: 1 << 20))
    let isRead = try pair.server.receiver.open(pair.client.sender.seal(message)) == message
    #expect(isRead)
  }

  @Test func theSameMessageLooksDifferentEachTime() throws {
    var pair = try Pair()
    let frames =
      (0..<3).map { _ in pair.client.sender.seal(text("same")) } + [pair.server.sender.seal(text("same"))]
    #expect(Set(frames.map { Array($0[8...]) }).count == 4)
    let plain = Array("same".utf8)
    #expect(
      frames.allSatisfy { frame in !(0...frame.count - 4).contains { Array(frame[$0..<$0 + 4]) == plain } })
  }

  @Test func aFrameWithAnyByteChangedIsRefused() throws {
    var pair = try Pair()
    let frame = pair.client.sender.seal(text("turn left"))
    for index in frame.indices {
      var receiver = pair.server.receiver
      var changed = frame
      changed[index] ^= 0x20
      let error = #expect(throws: SealError.self) { try receiver.open(changed) }
      #expect(index < 8 ? error != .forged : error == .forged)
      // No frame is accepted any more, not even the right one.
      #expect(throws: SealError.broken) { try receiver.open(frame) }
    }
  }

  @Test func aFrameCutOrGrownIsRefused() throws {
    var pair = try Pair()
    let frame = pair.client.sender.seal(text("turn left"))
    for size in 0..<frame.count {
      var receiver = pair.server.receiver
      #expect(throws: SealError.self) { try receiver.open(Array(frame[..<size])) }
    }
    #expect(throws: SealError.forged) { try pair.server.receiver.open(frame + [0]) }
  }

  /// Frames 0, 1 and 2 were sent; these arrived, and the last of them is refused.
  @Test(arguments: [
    ("replayed", [0, 0], expected: 1), ("dropped", [0, 2], expected: 1), ("reordered", [1], expected: 0),
    ("replayed later", [0, 1, 2, 1], expected: 3),
  ])
  func framesComeOnceAndInOrder(_ name: String, _ coming: [Int], _ expected: UInt64) throws {
    var pair = try Pair()
    let frames = (0..<3).map { pair.client.sender.seal(text("\($0)")) }
    for index in coming.dropLast() {
      #expect(try pair.server.receiver.open(frames[index]) == text("\(index)"))
    }
    let last = try #require(coming.last)
    #expect(throws: SealError.outOfOrder(expected: expected, got: UInt64(last))) {
      try pair.server.receiver.open(frames[last])
    }
  }

  @Test func aFrameRenumberedToFitIsForged() throws {
    var pair = try Pair()
    let frames = (0..<2).map { pair.client.sender.seal(text("\($0)")) }
    _ = try pair.server.receiver.open(frames[0])
    let renumbered = Array(frames[1][..<8]) + Array(frames[0][8...])
    #expect(throws: SealError.forged) { try pair.server.receiver.open(renumbered) }
  }

  @Test func aFrameSentBackIsRefused() throws {
    var pair = try Pair()
    let frame = pair.client.sender.seal(text("hello"))
    #expect(throws: SealError.forged) { try pair.client.receiver.open(frame) }
  }

  @Test func aFrameOfAnotherConnectionIsRefused() throws {
    var one = try Pair()
    var other = try Pair()
    #expect(throws: SealError.forged) {
      try other.server.receiver.open(one.client.sender.seal(text("hello")))
    }
  }

  @Test func anotherSecretReadsNothing() throws {
    var pair = try Pair(clientSecret: "SRQPNMKJHGFEDCBA9876543210")
    #expect(throws: SealError.forged) {
      try pair.server.receiver.open(pair.client.sender.seal(text("hello")))
    }
    #expect(throws: SealError.forged) {
      try pair.client.receiver.open(pair.server.sender.seal(text("hello")))
    }
  }

  @Test func noiseIsRefusedAndBreaksNothing() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      var receiver = try Pair().server.receiver
      let noise = (0..<Int.random(in: 0...64, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      #expect(throws: SealError.self) { try receiver.open(noise) }
    }
  }
}

@Suite struct SealedHelloTests {
  private let sodium: Sodium
  init() throws { sodium = try Sodium.shared() }

  @Test(arguments: [0, 1, 0x0102_0304, .max] as [UInt32]) func aHelloIsReadAsItWasMade(_ device: UInt32)
    throws
  {
    let hello = SealedHello(device: device, secret: secret, sodium: sodium)
    let read = try #require(SealedHello(hello.encoded))
    #expect(read == hello && read.device == device && hello.encoded.count == 56)
    #expect(read.isFrom(holderOf: secret, sodium: sodium))
    #expect(!read.isFrom(holderOf: String(secret.reversed()), sodium: sodium))
    #expect(SealedHello(token: hello.token) == hello)
    for word in ["", "a", "q", hello.token + "a", hello.token + "aa", hello.token.uppercased()] {
      #expect(SealedHello(token: word) == nil)
    }
    let reply = SealedReply(sodium: sodium)
    #expect(SealedReply(reply.encoded) == reply)
  }

  @Test func everyByteOfAHelloCounts() throws {
    let bytes = SealedHello(device: 3, secret: secret, sodium: sodium).encoded
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(SealedHello(changed)?.isFrom(holderOf: secret, sodium: sodium) != true)
    }
    for size in 0..<bytes.count { #expect(SealedHello(Array(bytes[..<size])) == nil) }
    #expect(SealedHello(bytes + [0]) == nil && SealedReply(bytes) == nil && SealedReply([]) == nil)
  }

  @Test func theSecretIsInNoMessage() {
    let hello = SealedHello(device: 0, secret: secret, sodium: sodium).encoded
    let words = Set((0...hello.count - 4).map { Array(hello[$0..<$0 + 4]) })
    let parts = (0...secret.utf8.count - 4).map { Array(Array(secret.utf8)[$0..<$0 + 4]) }
    #expect(words.isDisjoint(with: parts))
  }
}
