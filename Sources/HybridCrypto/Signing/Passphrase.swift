internal import CSodium

/// The cost of trying a passphrase: the parameters of Argon2id version 1.3 (RFC 9106), with one lane.
package struct PassphraseCost: Hashable, Sendable {
  /// The number of passes over the memory, at least 1.
  package var operations: UInt64
  /// The memory in bytes, at least 8 KiB.
  package var memory: Int

  /// Creates a cost.
  package init(operations: UInt64, memory: Int) { (self.operations, self.memory) = (operations, memory) }

  /// About 0.7 s and 256 MiB, libsodium's "moderate".
  package static let moderate = Self(operations: 3, memory: 256 << 20)
  /// Whether the cost is acceptable in a file from others: at most 16 passes over 1 GiB.
  package var isBearable: Bool { (1...16).contains(operations) && (8_192...(1 << 30)).contains(memory) }
}

extension Sodium {
  /// The size of a salt, in bytes.
  package static let saltSize = Int(HybridSodiumSaltBytes)

  /// Derives a key of ``keySize`` bytes from a passphrase and a salt; nil when there is not enough memory.
  package func key(of passphrase: [UInt8], salt: [UInt8], cost: PassphraseCost) -> [UInt8]? {
    precondition(salt.count == Self.saltSize && cost.isBearable, "callers check what they read")
    var key = [UInt8](repeating: 0, count: Self.keySize)
    let status = passphrase.withUnsafeBytes { bytes in
      functions.table.deriveKey(
        &key, UInt64(key.count), bytes.assumingMemoryBound(to: CChar.self).baseAddress, UInt64(bytes.count),
        salt, cost.operations, cost.memory, Int32(HybridSodiumArgon2id13))
    }
    return status == 0 ? key : nil
  }

  /// Overwrites a secret that is no longer needed.
  package func forget(_ secret: inout [UInt8]) {
    functions.table.forget(&secret, secret.count)
    secret = []
  }
}
