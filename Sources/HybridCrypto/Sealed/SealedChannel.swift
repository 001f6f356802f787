import HybridEncoding

/// The content of a frame.
package enum SealedMessage: Hashable, Sendable {
  /// A text message of the protocol, in UTF-8.
  case text([UInt8])
  /// A binary message of the protocol.
  case binary([UInt8])
  /// From the server to a device that connected with the secret of the QR code: the device's number and key
  /// for its next connection.
  case paired(device: UInt32, key: String)
}

/// Why a frame is refused. All later frames are refused too: the connection must be closed.
package enum SealError: Error, Hashable, Sendable {
  /// The bytes are not a frame.
  case malformed
  /// The frame is not the next one: a frame was dropped, repeated or reordered.
  case outOfOrder(expected: UInt64, got: UInt64)
  /// The bytes were not sealed by the other end of this connection.
  case forged
  /// An earlier frame was refused.
  case broken
}

/// One end of an encrypted and authenticated connection: a sender and a receiver.
///
/// Each direction has its own key, derived from the secret and the nonces of both ends, so that frames of
/// other connections or of the other direction are refused. A frame is its number (8 bytes, from 0) followed
/// by XChaCha20-Poly1305 over a byte for the kind and the content, with the number as the nonce. A receiver
/// accepts only the next number.
///
/// The lengths and times of messages are visible. There is no forward secrecy: the secret decrypts recorded
/// messages.
package struct SealedChannel: Sendable {
  /// The end of the connection.
  package enum Role: Sendable {
    case client, server
  }

  package var sender: SealedSender
  package var receiver: SealedReceiver

  /// Creates the channel after the first two messages.
  package init(_ role: Role, secret: String, hello: SealedHello, reply: SealedReply, sodium: Sodium) {
    func key(_ direction: String) -> [UInt8] {
      sodium.hash(
        Array("hybrid.1.sealed \(direction)".utf8) + hello.device.bigEndianBytes + hello.nonce + reply.nonce,
        key: Array(secret.utf8))
    }
    let (up, down) = (key("client to server"), key("server to client"))
    sender = SealedSender(sodium: sodium, key: role == .client ? up : down)
    receiver = SealedReceiver(sodium: sodium, key: role == .client ? down : up)
  }
}

/// Seals the messages of one direction.
package struct SealedSender: Sendable {
  fileprivate let sodium: Sodium
  fileprivate let key: [UInt8]
  private var count: UInt64 = 0

  fileprivate init(sodium: Sodium, key: [UInt8]) {
    self.sodium = sodium
    self.key = key
  }

  /// Seals the next frame. Frames must be sent in the order of these calls.
  package mutating func seal(_ message: SealedMessage) -> [UInt8] {
    defer { count += 1 }
    return count.bigEndianBytes
      + sodium.seal(message.encoded, context: frameContext, nonce: nonce(of: count), key: key)
  }
}

/// Opens the frames of one direction.
package struct SealedReceiver: Sendable {
  fileprivate let sodium: Sodium
  fileprivate let key: [UInt8]
  private var count: UInt64 = 0
  private var isBroken = false

  fileprivate init(sodium: Sodium, key: [UInt8]) {
    self.sodium = sodium
    self.key = key
  }

  /// Opens the next frame.
  /// - Throws: ``SealError``; after that, always ``SealError/broken``.
  package mutating func open(_ frame: [UInt8]) throws(SealError) -> SealedMessage {
    guard !isBroken else { throw .broken }
    do throws(SealError) {
      guard frame.count >= 8 + Sodium.tagSize else { throw .malformed }
      let number = frame[..<8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      guard number == count else { throw .outOfOrder(expected: count, got: number) }
      let content: [UInt8]
      do throws(CryptoError) {
        content = try sodium.open(
          Array(frame[8...]), context: frameContext, nonce: nonce(of: number), key: key)
      } catch {
        throw SealError.forged
      }
      guard let message = SealedMessage(content) else { throw .malformed }
      count += 1
      return message
    } catch {
      isBroken = true
      throw error
    }
  }
}

private let frameContext = Array("hybrid.1.sealed frame".utf8)

/// A key is used for one connection only, so the frame's number is a sufficient nonce.
private func nonce(of number: UInt64) -> [UInt8] {
  [UInt8](repeating: 0, count: Sodium.nonceSize - 8) + number.bigEndianBytes
}

extension SealedMessage {
  fileprivate var encoded: [UInt8] {
    switch self {
    case .text(let bytes): [0] + bytes
    case .binary(let bytes): [1] + bytes
    case .paired(let device, let key): [2] + device.bigEndianBytes + Array(key.utf8)
    }
  }

  fileprivate init?(_ bytes: [UInt8]) {
    switch bytes.first {
    case 0?:
      // A text message must be UTF-8 (RFC 6455 §5.6), which the layer below cannot check on sealed bytes.
      guard String(validating: bytes[1...], as: UTF8.self) != nil else { return nil }
      self = .text(Array(bytes[1...]))
    case 1?: self = .binary(Array(bytes[1...]))
    case 2?:
      guard bytes.count > 5, let key = String(validating: bytes[5...], as: UTF8.self) else { return nil }
      self = .paired(device: bytes[1..<5].reduce(0) { $0 << 8 | UInt32($1) }, key: key)
    default: return nil
    }
  }
}
