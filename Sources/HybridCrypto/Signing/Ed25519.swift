internal import CSodium

/// An Ed25519 public key (RFC 8032), which checks signatures.
package struct PublicKey: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Creates a key from 32 bytes; nil for any other count. Whether it is a valid point shows only when it
  /// checks a signature.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Int(HybridSodiumPublicKeyBytes) else { return nil }
    self.bytes = bytes
  }
}

/// An Ed25519 seed, which signs. Its description does not contain the seed.
package struct SigningKey: Sendable, CustomStringConvertible {
  /// The 32 secret bytes.
  package let seed: [UInt8]
  /// The public key, which checks its signatures.
  package let publicKey: PublicKey

  package var description: String { "a signing key" }
}

extension Sodium {
  /// The size of a signature, in bytes.
  package static let signatureSize = Int(HybridSodiumSignatureBytes)

  /// The key of a seed; nil unless the seed has 32 bytes.
  package func signingKey(seed: [UInt8]) -> SigningKey? {
    guard seed.count == Int(HybridSodiumSeedBytes) else { return nil }
    var secret = [UInt8](repeating: 0, count: Int(HybridSodiumSecretKeyBytes))
    var shown = [UInt8](repeating: 0, count: Int(HybridSodiumPublicKeyBytes))
    let status = functions.table.keyPair(&shown, &secret, seed)
    functions.table.forget(&secret, secret.count)
    guard status == 0, let publicKey = PublicKey(bytes: shown) else { return nil }
    return SigningKey(seed: seed, publicKey: publicKey)
  }

  /// The signature over `message`, 64 bytes (RFC 8032 §5.1.6).
  package func sign(_ message: [UInt8], with key: SigningKey) -> [UInt8] {
    var secret = [UInt8](repeating: 0, count: Int(HybridSodiumSecretKeyBytes))
    var shown = [UInt8](repeating: 0, count: Int(HybridSodiumPublicKeyBytes))
    var signature = [UInt8](repeating: 0, count: Self.signatureSize)
    var size: UInt64 = 0
    let status =
      functions.table.keyPair(&shown, &secret, key.seed)
      | functions.table.sign(&signature, &size, message, UInt64(message.count), secret)
    functions.table.forget(&secret, secret.count)
    precondition(status == 0 && size == UInt64(Self.signatureSize), "Ed25519 signs any message")
    return signature
  }

  /// Whether `signature` is a signature over exactly `message` by the private key of `key` (RFC 8032 §5.1.7).
  package func isValid(_ signature: [UInt8], over message: [UInt8], by key: PublicKey) -> Bool {
    signature.count == Self.signatureSize
      && functions.table.verify(signature, message, UInt64(message.count), key.bytes) == 0
  }
}
