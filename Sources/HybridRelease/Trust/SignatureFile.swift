package import HybridCrypto
import HybridEncoding
import HybridJSON

/// `….sig`: the signatures over a statement, in canonical JSON, stored beside the statement.
///
///     {"signatures":[{"key":"3f…","signature":"9a…"}]}
///
/// Sorted by key, then by signature, without duplicates. `freshness.sig` may contain signatures over two
/// texts, so one key may occur twice: any signature that matches the given bytes counts.
package struct SignatureFile: Hashable, Sendable {
  /// A signature and the key that it claims.
  package struct Entry: Hashable, Sendable {
    /// The key's id: the SHA-256 of its 32 bytes, in hexadecimal digits.
    package var key: String
    /// The signature, 64 bytes.
    package var signature: [UInt8]
  }

  /// Sorted, without duplicates.
  package private(set) var entries: [Entry] = []

  /// Creates a file without signatures.
  package init() {}

  /// Reads a signature file. Its contents are not trusted until they are checked.
  ///
  /// - Throws: ``RefusalCode/signatureMissing`` for anything that ``encoded()`` does not write, and for a
  ///   file without signatures; ``RefusalCode/statementTooLarge``.
  package init(
    decoding bytes: [UInt8], as subject: String, limits: ReleaseLimits = ReleaseLimits()
  ) throws(Refusal) {
    guard bytes.count <= limits.statementBytes else {
      throw Refusal(
        .statementTooLarge, subject,
        "has \(bytes.count) bytes, and at most \(limits.statementBytes) are read")
    }
    func fault(_ detail: String) -> Refusal { Refusal(.signatureMissing, subject, detail) }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw fault("is not JSON: \(error)")
    }
    guard let list = value["signatures"]?.array else { throw fault("has no list 'signatures'") }
    for entry in list {
      guard let key = entry["key"]?.string, SHA256Digest(key) != nil,
        let text = entry["signature"]?.string, let signature = [UInt8](lowerHex: text),
        signature.count == Sodium.signatureSize
      else { throw fault("has an entry that is not a key id with a signature of 64 bytes") }
      entries.append(Entry(key: key, signature: signature))
    }
    guard !entries.isEmpty else { throw fault("has no signatures") }
    // Order, duplicates, unknown members and blanks: each list of signatures has exactly one valid text.
    guard Self(sorting: entries).encoded() == bytes else { throw fault("is not in canonical form") }
  }

  private init(sorting entries: [Entry]) {
    self.entries = Set(entries).sorted { one, other in
      one.key == other.key
        ? one.signature.lexicographicallyPrecedes(other.signature) : one.key < other.key
    }
  }

  /// The bytes of the file, ending with a line feed.
  package func encoded() -> [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.key("signatures")
      $0.array {
        for entry in entries {
          $0.object {
            $0.member("key", entry.key)
            $0.member("signature", entry.signature.lowerHex)
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Adds a signature, unless it is already there.
  package mutating func add(key: String, signature: [UInt8]) {
    self = Self(sorting: entries + [Entry(key: key, signature: signature)])
  }

  /// Adds all signatures of another file.
  package mutating func add(_ other: SignatureFile) {
    self = Self(sorting: entries + other.entries)
  }

  /// Only the signatures over `bytes` by a key of `keys`: those to keep when the statement has changed.
  package func valid(over bytes: [UInt8], by keys: KeySet, sodium: Sodium) -> SignatureFile {
    Self(
      sorting: entries.filter { entry in
        keys.keys[entry.key].map { sodium.isValid(entry.signature, over: bytes, by: $0) } ?? false
      })
  }
}
