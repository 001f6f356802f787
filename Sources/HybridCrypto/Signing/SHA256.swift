internal import CSodium
import HybridEncoding

/// A SHA-256 hash (FIPS 180-4) of 32 bytes.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible, Comparable {
  // Eight bytes each, big-endian. Digests are in hundreds of sets and lists, so they must not allocate.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The 32 bytes.
  package var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(HybridSodiumSHA256Bytes)) { buffer, count in
      for word in [words.0, words.1, words.2, words.3] {
        for shift in stride(from: 56, through: 0, by: -8) {
          buffer[count] = UInt8(truncatingIfNeeded: word >> UInt64(shift))
          count += 1
        }
      }
    }
  }

  /// Creates a digest from 32 bytes; nil for any other count.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Int(HybridSodiumSHA256Bytes) else { return nil }
    self.init(whole: bytes)
  }

  /// Parses ``description``; nil for anything but 64 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard text.utf8.count == 64, let bytes = [UInt8](lowerHex: text) else { return nil }
    self.init(whole: bytes)
  }

  fileprivate init(whole bytes: [UInt8]) {
    func word(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    words = (word(0), word(8), word(16), word(24))
  }

  package static func == (one: Self, other: Self) -> Bool { one.words == other.words }

  /// The first bytes of a digest are as random as any hash of it.
  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  /// 64 lower-case hexadecimal digits.
  package var description: String { bytes.lowerHex }

  package static func < (one: Self, other: Self) -> Bool { one.words < other.words }
}

extension Sodium {
  /// SHA-256 of `bytes`.
  package func sha256(_ bytes: [UInt8]) -> SHA256Digest {
    var out = [UInt8](repeating: 0, count: Int(HybridSodiumSHA256Bytes))
    let status = functions.table.sha256(&out, bytes, UInt64(bytes.count))
    precondition(status == 0, "crypto_hash_sha256 takes any input")
    return SHA256Digest(whole: out)
  }

  /// Hashes bytes piece by piece, for files that should not be held in memory.
  package struct SHA256Hasher: ~Copyable {
    private let functions: Functions
    private var state: [UInt64]

    fileprivate init(_ functions: Functions) {
      self.functions = functions
      state = [UInt64](repeating: 0, count: Int(HybridSodiumSHA256StateBytes) / 8)
      let status = functions.table.sha256Start(&state)
      precondition(status == 0, "crypto_hash_sha256_init always starts")
    }

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) {
      let status = functions.table.sha256Update(&state, bytes, UInt64(bytes.count))
      precondition(status == 0, "crypto_hash_sha256_update takes any input")
    }

    /// The digest of all added bytes.
    package consuming func finalize() -> SHA256Digest {
      var out = [UInt8](repeating: 0, count: Int(HybridSodiumSHA256Bytes))
      let status = functions.table.sha256End(&state, &out)
      precondition(status == 0, "crypto_hash_sha256_final always ends")
      return SHA256Digest(whole: out)
    }
  }

  /// Creates a hasher.
  package func sha256Hasher() -> SHA256Hasher { SHA256Hasher(functions) }
}
