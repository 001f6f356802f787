/// What travels in a frame.
package enum SealedMessage: Hashable, Sendable {
  /// A text message of the protocol, in UTF-8.
  case text([UInt8])
  /// A binary message of the protocol.
  case binary([UInt8])
  /// From the server to a device that came with the secret of the QR code: its number and key for the next
  /// time.
  case paired(device: UInt32, key: String)
}

/// Why a frame is not taken. Nothing that comes behind it is either: the connection is to be closed.
package enum SealError: Error, Hashable, Sendable {
  /// It is no frame at all.
  case malformed
  /// It is one that came before, or not the next one: something was left out, sent twice, or changed places.
  case outOfOrder(expected: UInt64, got: UInt64)
  /// Its bytes are not what the other end sealed, or it comes from another connection, or from this end.
  case forged
  /// A frame before this one was not taken.
  case broken
}

/// One end of a connection that nobody between the two can read or change: what it sends with, and what it
/// reads with.
///
/// Each direction has a key of its own, derived from the secret and the nonces of both ends, so that no frame
/// of another connection, and none of the other direction, fits. A frame is its number (8 bytes, from 0) and
/// XChaCha20-Poly1305 over a byte for the kind and the content, with the number as the nonce. A receiver
/// takes only the next number.
///
/// How long messages are, and when they are sent, can be seen. Who learns the secret later can read what he
/// recorded.
package struct SealedChannel: Sendable {
  /// Which end.
  package enum Role: Sendable {
    case client, server
  }

  package var sender: SealedSender
  package var receiver: SealedReceiver

  /// The channel after the first two messages.
  package init(_ role: Role, secret: String, hello: SealedHello, reply: SealedReply, sodium: Sodium) {
    func key(_ direction: String) -> [UInt8] {
      sodium.hash(
        Array("hybrid.1.sealed \(direction)".utf8) + bigEndian(hello.device) + hello.nonce + reply.nonce,
        key: Array(secret.utf8))
    }
    let (up, down) = (key("client to server"), key("server to client"))
    sender = SealedSender(sodium: sodium, key: role == .client ? up : down)
    receiver = SealedReceiver(sodium: sodium, key: role == .client ? down : up)
  }
}

/// Seals one direction.
package struct SealedSender: Sendable {
  fileprivate let sodium: Sodium
  fileprivate let key: [UInt8]
  private var count: UInt64 = 0

  fileprivate init(sodium: Sodium, key: [UInt8]) {
    self.sodium = sodium
    self.key = key
  }

  /// The next frame. They must be sent in the order they were made.
  package mutating func seal(_ message: SealedMessage) -> [UInt8] {
    defer { count += 1 }
    return bigEndian(count)
      + sodium.seal(message.encoded, context: frameContext, nonce: nonce(of: count), key: key)
  }
}

/// Opens one direction.
package struct SealedReceiver: Sendable {
  fileprivate let sodium: Sodium
  fileprivate let key: [UInt8]
  private var count: UInt64 = 0
  private var isBroken = false

  fileprivate init(sodium: Sodium, key: [UInt8]) {
    self.sodium = sodium
    self.key = key
  }

  /// What is in the next frame.
  /// - Throws: ``SealError``; after one, ``SealError/broken`` for ever.
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

/// A key is never used for two connections, so that the number of the frame is enough.
private func nonce(of number: UInt64) -> [UInt8] {
  [UInt8](repeating: 0, count: Sodium.nonceSize - 8) + bigEndian(number)
}

extension SealedMessage {
  fileprivate var encoded: [UInt8] {
    switch self {
    case .text(let bytes): [0] + bytes
    case .binary(let bytes): [1] + bytes
    case .paired(let device, let key): [2] + bigEndian(device) + Array(key.utf8)
    }
  }

  fileprivate init?(_ bytes: [UInt8]) {
    switch bytes.first {
    case 0?:
      // A text message is UTF-8 (RFC 6455 §5.6), which nobody below can check.
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
