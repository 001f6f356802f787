package import HybridCrypto
import HybridEncoding
import HybridJSON

/// A private key file: encrypted with a passphrase, in canonical JSON.
///
///     {"format":1,"id":"3f…","kind":"hybrid-private-key","memory":268435456,"nonce":"…",
///      "operations":3,"public":"…","salt":"…","sealed":"…"}
///
/// Argon2id (RFC 9106) derives a key from the passphrase and the salt; that key encrypts the 32 bytes of the
/// seed (XChaCha20-Poly1305). All other members are authenticated as additional data: a file in which any of
/// them was changed does not open.
package struct PrivateKeyFile: Hashable, Sendable {
  /// The `kind` member, by which such files are found where they must not be. See ``privateKeyKind(in:)``.
  package static let kind = "hybrid-private-key"
  /// The maximum size of a file in bytes; ours have about 600.
  package static let mostBytes = 4_096

  /// The public key, which is not secret.
  package let publicKey: PublicKey
  /// The id of ``publicKey``.
  package let id: String
  /// The cost of trying a passphrase.
  package let cost: PassphraseCost
  private let salt: [UInt8]
  private let nonce: [UInt8]
  private var sealed: [UInt8] = []

  /// Encrypts a key. `cost` determines the time and the memory.
  ///
  /// - Throws: ``RefusalCode/keyFileTooDear`` when there is not enough memory.
  package init(
    sealing key: SigningKey, passphrase: [UInt8], cost: PassphraseCost = .moderate, sodium: Sodium
  ) throws(Refusal) {
    publicKey = key.publicKey
    id = key.publicKey.id(sodium)
    self.cost = cost
    salt = sodium.randomBytes(Sodium.saltSize)
    nonce = sodium.randomBytes(Sodium.nonceSize)
    var secret = try Self.secret(passphrase, salt, cost, as: id, sodium)
    sealed = sodium.seal(key.seed, context: context, nonce: nonce, key: secret)
    sodium.forget(&secret)
  }

  /// Reads a file without decrypting it.
  ///
  /// - Throws: ``RefusalCode/keyFileMalformed``; ``RefusalCode/keyFileTooDear`` for a cost that would
  ///   overload this machine.
  package init(decoding bytes: [UInt8], as subject: String, sodium: Sodium) throws(Refusal) {
    func fault(_ detail: String) -> Refusal { Refusal(.keyFileMalformed, subject, detail) }
    guard bytes.count <= Self.mostBytes else { throw fault("is too long for a private key") }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw fault("is not JSON: \(error)")
    }
    guard value["kind"]?.string == Self.kind, value["format"]?.int == Statement.format else {
      throw fault("is not a private key of this program")
    }
    func member(_ name: String, _ count: Int) throws(Refusal) -> [UInt8] {
      guard let text = value[name]?.string, let bytes = [UInt8](lowerHex: text), bytes.count == count else {
        throw fault("has no '\(name)' of \(count) bytes")
      }
      return bytes
    }
    guard let publicKey = PublicKey(bytes: try member("public", 32)) else {
      throw fault("has no public key")
    }
    self.publicKey = publicKey
    id = publicKey.id(sodium)
    guard value["id"]?.string == id else { throw fault("has an id that is not its public key's") }
    salt = try member("salt", Sodium.saltSize)
    nonce = try member("nonce", Sodium.nonceSize)
    sealed = try member("sealed", 32 + Sodium.tagSize)
    guard let operations = value["operations"]?.int, let memory = value["memory"]?.int, operations >= 0 else {
      throw fault("does not say how its passphrase is used")
    }
    cost = PassphraseCost(operations: UInt64(operations), memory: memory)
    guard cost.isBearable else {
      throw Refusal(
        .keyFileTooDear, subject,
        "asks for \(operations) passes over \(memory) bytes; at most 16 over 1 GiB are made")
    }
    guard encoded() == bytes else { throw fault("is not in canonical form") }
  }

  /// The bytes of the file, ending with a line feed.
  package func encoded() -> [UInt8] {
    var json = JSONWriter()
    json.object {
      writeOpen(to: &$0)
      $0.member("sealed", sealed.lowerHex)
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Decrypts the key with the passphrase.
  ///
  /// - Throws: ``RefusalCode/keyFilePassphrase`` for a wrong passphrase and for a modified file, which cannot
  ///   be distinguished. ``RefusalCode/keyFileTooDear`` when there is not enough memory.
  package func unlock(_ passphrase: [UInt8], as subject: String, sodium: Sodium) throws(Refusal) -> SigningKey
  {
    var secret = try Self.secret(passphrase, salt, cost, as: subject, sodium)
    defer { sodium.forget(&secret) }
    var seed: [UInt8]
    do throws(CryptoError) {
      seed = try sodium.open(sealed, context: context, nonce: nonce, key: secret)
    } catch {
      throw Refusal(
        .keyFilePassphrase, subject, "does not open: the passphrase is another one, or the file was changed")
    }
    defer { sodium.forget(&seed) }
    guard let key = sodium.signingKey(seed: seed), key.publicKey == publicKey else {
      throw Refusal(.keyFileMalformed, subject, "contains a different key from the one it names")
    }
    return key
  }

  /// The additional data: all members except the secret.
  private var context: [UInt8] {
    var json = JSONWriter()
    json.object { writeOpen(to: &$0) }
    return json.bytes
  }

  private func writeOpen(to json: inout JSONWriter) {
    json.member("format", Statement.format)
    json.member("id", id)
    json.member("kind", Self.kind)
    json.member("memory", cost.memory)
    json.member("nonce", nonce.lowerHex)
    json.member("operations", Int(cost.operations))
    json.member("public", publicKey.bytes.lowerHex)
    json.member("salt", salt.lowerHex)
  }

  private static func secret(
    _ passphrase: [UInt8], _ salt: [UInt8], _ cost: PassphraseCost, as subject: String, _ sodium: Sodium
  ) throws(Refusal) -> [UInt8] {
    guard let secret = sodium.key(of: passphrase, salt: salt, cost: cost) else {
      throw Refusal(.keyFileTooDear, subject, "needs \(cost.memory >> 20) MiB of memory, which are not there")
    }
    return secret
  }
}
