import HybridEncoding

/// The first message of a client that seals its messages: it names a secret and proves knowledge of it.
///
/// On the wire, all numbers are big-endian:
///
///     client → server   "HYS1"  device (4 bytes)  nonce (16)  proof (32)
///     server → client   "HYS1"  nonce (16)
///     both, from then on  a frame of `SealedSender` in each message
///
/// The proof is a keyed hash of the preceding bytes. An eavesdropper who replays it gets a connection that
/// cannot be used, since the server's nonce differs.
package struct SealedHello: Hashable, Sendable {
  /// The sub-protocol (RFC 6455 §1.9) of these messages.
  package static let subprotocol = "hybrid.1.sealed"
  /// The server path for these connections.
  package static let path = "/hybrid/sealed"
  static let magic = Array("HYS1".utf8)
  static let nonceSize = 16

  /// The device whose key is used; 0 means the secret of the QR code.
  package let device: UInt32
  let nonce: [UInt8]
  let proof: [UInt8]

  /// Creates a first message with `secret`.
  package init(device: UInt32, secret: String, sodium: Sodium) {
    self.device = device
    nonce = sodium.randomBytes(Self.nonceSize)
    proof = Self.proof(device, nonce, secret, sodium)
  }

  /// Parses a message; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 + 4 + Self.nonceSize + 32, bytes.starts(with: Self.magic) else { return nil }
    device = bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
    nonce = Array(bytes[8..<24])
    proof = Array(bytes[24...])
  }

  /// The encoded message.
  package var encoded: [UInt8] { Self.magic + device.bigEndianBytes + nonce + proof }

  /// The message as a word, two letters from `a` to `p` per byte. Offered as `hybrid.token.WORD` in the
  /// opening handshake, it admits the client before the message arrives.
  package var token: String {
    String(decoding: encoded.flatMap { [$0 >> 4 + 0x61, $0 & 15 + 0x61] }, as: UTF8.self)
  }

  /// Parses ``token``; nil for anything else.
  package init?(token: String) {
    let letters = Array(token.utf8)
    guard letters.count % 2 == 0, letters.allSatisfy({ (0x61..<0x71).contains($0) }) else { return nil }
    self.init(
      stride(from: 0, to: letters.count, by: 2).map { (letters[$0] - 0x61) << 4 | (letters[$0 + 1] - 0x61) })
  }

  /// Whether the sender knows `secret`.
  package func isFrom(holderOf secret: String, sodium: Sodium) -> Bool {
    sodium.areEqual(proof, Self.proof(device, nonce, secret, sodium))
  }

  private static func proof(_ device: UInt32, _ nonce: [UInt8], _ secret: String, _ sodium: Sodium) -> [UInt8]
  {
    sodium.hash(Array("hybrid.1.sealed hello".utf8) + device.bigEndianBytes + nonce, key: Array(secret.utf8))
  }
}

/// The server's reply to a ``SealedHello``.
package struct SealedReply: Hashable, Sendable {
  let nonce: [UInt8]

  /// Creates a reply.
  package init(sodium: Sodium) { nonce = sodium.randomBytes(SealedHello.nonceSize) }

  /// Parses a message; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 + SealedHello.nonceSize, bytes.starts(with: SealedHello.magic) else { return nil }
    nonce = Array(bytes[4...])
  }

  /// The encoded message.
  package var encoded: [UInt8] { SealedHello.magic + nonce }
}
