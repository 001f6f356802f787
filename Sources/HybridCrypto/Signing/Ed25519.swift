internal import CSodium

/// What checks signatures: an Ed25519 public key (RFC 8032).
package struct PublicKey: Hashable, Sendable {
  /// 32 of them.
  package let bytes: [UInt8]

  /// A key of 32 bytes; nil for any other count. Whether it is a good one only shows when it checks
  /// something.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Int(HybridSodiumPublicKeyBytes) else { return nil }
    self.bytes = bytes
  }
}

/// What signs: an Ed25519 seed. It never prints itself.
package struct SigningKey: Sendable, CustomStringConvertible {
  /// 32 secret bytes.
  package let seed: [UInt8]
  /// What its signatures are checked with.
  package let publicKey: PublicKey

  package var description: String { "a signing key" }
}

extension Sodium {
  /// The bytes of a signature.
  package static let signatureSize = Int(HybridSodiumSignatureBytes)

  /// The key of a seed; nil when that has not 32 bytes.
  package func signingKey(seed: [UInt8]) -> SigningKey? {
    guard seed.count == Int(HybridSodiumSeedBytes) else { return nil }
    var secret = [UInt8](repeating: 0, count: Int(HybridSodiumSecretKeyBytes))
    var shown = [UInt8](repeating: 0, count: Int(HybridSodiumPublicKeyBytes))
    let status = functions.table.keyPair(&shown, &secret, seed)
    functions.table.forget(&secret, secret.count)
    guard status == 0, let publicKey = PublicKey(bytes: shown) else { return nil }
    return SigningKey(seed: seed, publicKey: publicKey)
  }

  /// The 64 bytes of the signature over `message` (RFC 8032 §5.1.6).
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

  /// Whether `signature` is one over exactly `message` by who has the secret half of `key` (RFC 8032 §5.1.7).
  package func isValid(_ signature: [UInt8], over message: [UInt8], by key: PublicKey) -> Bool {
    signature.count == Self.signatureSize
      && functions.table.verify(signature, message, UInt64(message.count), key.bytes) == 0
  }
}
