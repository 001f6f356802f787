internal import CSodium
import Synchronization

/// Why something cannot be sealed or opened.
package enum CryptoError: Error, Hashable, Sendable {
  /// The shared library, or a function in it, is missing: what the loader said.
  case libraryMissing(String)
  /// The bytes are not what somebody with this key sealed.
  case forged
}

/// libsodium, opened when first used: random bytes, hashes, signatures, authenticated encryption.
///
/// A value that holds functions only; every member may be used from any thread.
///
///     let sodium = try Sodium.shared()
///     let key = sodium.randomBytes(32)
///     let sealed = sodium.seal(message, nonce: nonce, key: key)
package struct Sodium: Sendable {
  /// Where the functions come from.
  package static let library = "libsodium.so.23"
  /// The bytes of a key, and of a hash.
  package static let keySize = Int(HybridSodiumKeyBytes)
  /// The bytes of a nonce.
  package static let nonceSize = Int(HybridSodiumNonceBytes)
  /// The bytes that sealing adds.
  package static let tagSize = Int(HybridSodiumTagBytes)

  let functions: Functions

  /// The functions as C has them. `@unchecked Sendable`: they are set once, and may be called from any
  /// thread.
  struct Functions: @unchecked Sendable {
    var table: HybridSodium
  }

  /// Opens the library.
  /// - Throws: ``CryptoError/libraryMissing(_:)``.
  package init(library: String = Self.library) throws(CryptoError) {
    var table = HybridSodium()
    if let message = hybrid_sodium_load(library, &table) {
      throw .libraryMissing(String(cString: message))
    }
    functions = Functions(table: table)
  }

  private static let opened = Mutex<Result<Sodium, CryptoError>?>(nil)

  /// The library of the process, opened by the first call.
  package static func shared() throws(CryptoError) -> Sodium {
    try opened.withLock { opened in
      if let opened { return opened }
      let result: Result<Sodium, CryptoError>
      do throws(CryptoError) { result = .success(try Sodium()) } catch { result = .failure(error) }
      opened = result
      return result
    }.get()
  }

  /// Random bytes from the system's generator.
  package func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    functions.table.randomBytes(&bytes, bytes.count)
    return bytes
  }

  /// Whether two secrets are the same, in a time that depends on their lengths only.
  package func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && functions.table.compare(one, other, one.count) == 0
  }

  /// BLAKE2b (RFC 7693) with 32 bytes of output, keyed with a secret of 16 to 64 bytes: a message
  /// authentication code, and by way of a label in `bytes` a way to derive keys.
  package func hash(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition((16...64).contains(key.count), "BLAKE2b takes keys of 16 to 64 bytes")
    var out = [UInt8](repeating: 0, count: Int(HybridSodiumHashBytes))
    let status = functions.table.hash(&out, out.count, bytes, UInt64(bytes.count), key, key.count)
    precondition(status == 0, "crypto_generichash takes any input")
    return out
  }

  /// XChaCha20-Poly1305: `bytes` that only who has `key` can read or change, and a tag behind.
  ///
  /// - Parameters:
  ///   - context: Bytes that are not sent, but must be the same where it is opened.
  ///   - nonce: 24 bytes that this key never sees again.
  package func seal(_ bytes: [UInt8], context: [UInt8], nonce: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition(nonce.count == Self.nonceSize && key.count == Self.keySize, "24 and 32 bytes")
    return [UInt8](unsafeUninitializedCapacity: bytes.count + Self.tagSize) { buffer, count in
      var written: UInt64 = 0
      let status = functions.table.encrypt(
        buffer.baseAddress, &written, bytes, UInt64(bytes.count), context, UInt64(context.count), nil, nonce,
        key)
      precondition(status == 0, "any message below 2^38 bytes can be sealed")
      count = Int(written)
    }
  }

  /// What ``seal(_:context:nonce:key:)`` sealed.
  /// - Throws: ``CryptoError/forged`` when a byte of it, the context, the nonce or the key is another.
  package func open(
    _ sealed: [UInt8], context: [UInt8], nonce: [UInt8], key: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    precondition(nonce.count == Self.nonceSize && key.count == Self.keySize, "24 and 32 bytes")
    guard sealed.count >= Self.tagSize else { throw .forged }
    var status: Int32 = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: sealed.count - Self.tagSize) { buffer, count in
      var written: UInt64 = 0
      // An empty message still needs a place that is none.
      status = functions.table.decrypt(
        buffer.baseAddress, &written, nil, sealed, UInt64(sealed.count), context, UInt64(context.count),
        nonce, key)
      count = status == 0 ? Int(written) : 0
    }
    guard status == 0 else { throw .forged }
    return bytes
  }
}
