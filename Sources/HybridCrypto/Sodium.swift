internal import CSodium

/// Why a cryptographic operation failed.
package enum CryptoError: Error, Hashable, Sendable {
  /// The shared library, or a function in it, is missing; with the loader's message.
  case libraryMissing(String)
  /// The bytes were not sealed with this key.
  case forged
}

/// libsodium, loaded on first use: random bytes, hashes, signatures, authenticated encryption.
///
/// The value contains only functions; every member may be called from any thread.
///
///     let sodium = try Sodium.shared()
///     let key = sodium.randomBytes(32)
///     let sealed = sodium.seal(message, nonce: nonce, key: key)
package struct Sodium: Sendable {
  /// The file name of the library.
  package static let library = "libsodium.so.23"
  /// The size of a key and of a hash, in bytes.
  package static let keySize = Int(HybridSodiumKeyBytes)
  /// The size of a nonce, in bytes.
  package static let nonceSize = Int(HybridSodiumNonceBytes)
  /// The number of bytes that sealing adds.
  package static let tagSize = Int(HybridSodiumTagBytes)

  let functions: Functions

  /// The C functions. `@unchecked Sendable`: they are set once, and may be called from any thread.
  struct Functions: @unchecked Sendable {
    var table: HybridSodium
  }

  /// Loads the library.
  /// - Throws: ``CryptoError/libraryMissing(_:)``.
  package init(library: String = Self.library) throws(CryptoError) {
    var table = HybridSodium()
    if let message = hybrid_sodium_load(library, &table) {
      throw .libraryMissing(String(cString: message))
    }
    functions = Functions(table: table)
  }

  private static let loaded: Result<Sodium, CryptoError> = Result { () throws(CryptoError) in try Sodium() }

  /// The library of the process, loaded by the first call.
  package static func shared() throws(CryptoError) -> Sodium { try loaded.get() }

  /// Random bytes from the system's generator.
  package func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    functions.table.randomBytes(&bytes, bytes.count)
    return bytes
  }

  /// Whether two secrets are equal, in time that depends only on their lengths.
  package func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.count == other.count && functions.table.compare(one, other, one.count) == 0
  }

  /// BLAKE2b (RFC 7693) with 32 bytes of output, keyed with a secret of 16 to 64 bytes: a message
  /// authentication code, and, with a label in `bytes`, a key derivation function.
  package func hash(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    precondition((16...64).contains(key.count), "BLAKE2b takes keys of 16 to 64 bytes")
    var out = [UInt8](repeating: 0, count: Int(HybridSodiumHashBytes))
    let status = functions.table.hash(&out, out.count, bytes, UInt64(bytes.count), key, key.count)
    precondition(status == 0, "crypto_generichash takes any input")
    return out
  }

  /// Encrypts and authenticates `bytes` with XChaCha20-Poly1305; the result ends with a tag.
  ///
  /// - Parameters:
  ///   - context: Additional authenticated data, which is not sent; opening requires the same bytes.
  ///   - nonce: 24 bytes, never used twice with this key.
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

  /// Decrypts the result of ``seal(_:context:nonce:key:)``.
  /// - Throws: ``CryptoError/forged`` when the bytes, the context, the nonce or the key differ.
  package func open(
    _ sealed: [UInt8], context: [UInt8], nonce: [UInt8], key: [UInt8]
  ) throws(CryptoError) -> [UInt8] {
    precondition(nonce.count == Self.nonceSize && key.count == Self.keySize, "24 and 32 bytes")
    guard sealed.count >= Self.tagSize else { throw .forged }
    var status: Int32 = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: sealed.count - Self.tagSize) { buffer, count in
      var written: UInt64 = 0
      // Even for an empty message the C function needs a valid pointer.
      status = functions.table.decrypt(
        buffer.baseAddress, &written, nil, sealed, UInt64(sealed.count), context, UInt64(context.count),
        nonce, key)
      count = status == 0 ? Int(written) : 0
    }
    guard status == 0 else { throw .forged }
    return bytes
  }
}
