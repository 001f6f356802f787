package import HybridCrypto

/// The trusted key set: the one that came with the app, advanced to newer sets by their signatures.
///
/// A statement is accepted when enough keys of the role for its kind have signed exactly its bytes. It is
/// parsed only after that. Rules for counting signatures:
///
/// - each key of the role counts once, however many signatures it has;
/// - keys of other roles and unknown keys do not count: anybody may add their signatures to a file;
/// - a signature by a key of the role over other bytes does not count either. When the others suffice, the
///   statement is valid, since a host could otherwise invalidate any file by adding a signature; else the
///   refusal is `signature.invalid` and names the key.
package struct Trust: Sendable {
  /// The newest trusted key set.
  package private(set) var keys: KeySet
  private let sodium: Sodium
  private let limits: ReleaseLimits

  /// Trusts a key set that came with the app or that was reached before.
  package init(_ embedded: KeySet, sodium: Sodium, limits: ReleaseLimits = ReleaseLimits()) {
    (keys, self.sodium, self.limits) = (embedded, sodium, limits)
  }

  /// Trusts a key set because of its location: in the app, or in the project. Its form is checked, its
  /// signatures are not.
  package init(
    embedded bytes: [UInt8], as subject: String, sodium: Sodium, limits: ReleaseLimits = ReleaseLimits()
  ) throws(Refusal) {
    self.init(
      try KeySet(decoding: bytes, as: subject, sodium: sodium, limits: limits), sodium: sodium,
      limits: limits)
  }

  /// Advances to the next key set, which must be signed by the root keys of this set **and** its own.
  ///
  /// - Parameters:
  ///   - bytes: The exact bytes of `keys/V.json`.
  ///   - signatures: The bytes of `keys/V.sig`.
  /// - Throws: `signature.…`; ``RefusalCode/keysSkipped``, ``RefusalCode/keysRolledBack`` for any version but
  ///   the next; ``RefusalCode/keysMalformed``, ``RefusalCode/wrongProject``, `statement.…`. On error nothing
  ///   has changed. nothing has changed.
  package mutating func advance(
    to bytes: [UInt8], signatures: [UInt8], as subject: String
  ) throws(Refusal) {
    let file = try SignatureFile(decoding: signatures, as: signaturesPath(of: subject), limits: limits)
    try check(file, over: bytes, role: .root, of: keys, as: subject)
    let next = try KeySet(decoding: bytes, as: subject, sodium: sodium, limits: limits)
    try checkProject(next.project, as: subject)
    guard next.version > keys.version else {
      throw Refusal(
        .keysRolledBack, subject,
        "is version \(next.version) of the key set, and version \(keys.version) is held")
    }
    guard next.version == keys.version + 1 else {
      throw Refusal(
        .keysSkipped, subject,
        "is version \(next.version) of the key set, and the next one is \(keys.version + 1)")
    }
    try check(file, over: bytes, role: .root, of: next, as: subject)
    keys = next
  }

  /// Advances to version `version` through all versions in between, read from `source`. Does nothing if that
  /// version is already reached.
  ///
  /// - Throws: As ``advance(to:signatures:as:)``; ``RefusalCode/keysSkipped`` when one of them is missing,
  ///   ``RefusalCode/keysRolledBack`` when `version` is below the current one. Key sets reached before the
  ///   error are kept.
  package mutating func advance(to version: Int, from source: some ReleaseSource) throws(Refusal) {
    guard version >= keys.version else {
      throw Refusal(
        .keysRolledBack, DistPaths.keys(version),
        "is named as the newest key set, and version \(keys.version) is held")
    }
    while keys.version < version {
      let next = keys.version + 1
      let bytes: [UInt8]
      do throws(Refusal) {
        bytes = try source.read(DistPaths.keys(next), atMost: limits.statementBytes)
      } catch  where error.code == .fileMissing {
        throw Refusal(
          .keysSkipped, DistPaths.keys(next),
          "is missing; version \(version) cannot be reached from version \(keys.version) without it")
      }
      let signatures = try source.signatures(DistPaths.keysSignatures(next), limits: limits)
      try advance(to: bytes, signatures: signatures, as: DistPaths.keys(next))
    }
  }

  /// Decodes a statement of this project that enough keys of the role for `kinds` have signed.
  ///
  /// - Parameters:
  ///   - bytes: The exact bytes of the file. They are parsed after their signatures are checked.
  ///   - subject: The file: `releases/12.json`.
  ///   - kinds: The allowed kinds; all of one role.
  /// - Throws: `signature.…`, `statement.…`, `name.…`.
  package func statement(
    _ bytes: [UInt8], signatures: [UInt8], as subject: String, kinds: Set<Statement.Kind>
  ) throws(Refusal) -> Statement {
    let roles = Set(kinds.map(\.role))
    guard roles.count == 1, let role = roles.first else { preconditionFailure("kinds of one role") }
    let most = kinds.contains(.release) ? limits.releaseBytes : limits.statementBytes
    guard bytes.count <= most else {
      throw Refusal(.statementTooLarge, subject, "has \(bytes.count) bytes, and at most \(most) are read")
    }
    let file = try SignatureFile(decoding: signatures, as: signaturesPath(of: subject), limits: limits)
    try check(file, over: bytes, role: role, of: keys, as: subject)
    let statement = try Statement(decoding: bytes, as: subject, kinds: kinds, limits: limits)
    try checkProject(statement.project, as: subject)
    return statement
  }

  /// - Throws: ``RefusalCode/keysExpired``. A client first advances to the newest set, and then checks.
  package func checkExpiry(now: ReleaseTime) throws(Refusal) {
    guard let expires = ReleaseTime(keys.expires), now < expires else {
      throw Refusal(.keysExpired, DistPaths.keys(keys.version), "has expired at \(keys.expires)")
    }
  }

  /// The keys of a role that have signed `bytes`, sorted, without duplicates.
  package func signers(
    of bytes: [UInt8], in file: SignatureFile, role: KeySet.Role
  ) -> [String] {
    Self.count(file, over: bytes, role: role, of: keys, sodium: sodium).valid.sorted()
  }

  // MARK: Counting

  private struct Count {
    /// Keys of the role with a signature over the bytes.
    var valid: Set<String> = []
    /// Keys of the role with signatures, none of them over the bytes.
    var invalid: Set<String> = []
    /// Keys of the set that are not in the role.
    var otherRole: Set<String> = []
    /// Keys that are not in the set.
    var unknown: Set<String> = []
  }

  private static func count(
    _ file: SignatureFile, over bytes: [UInt8], role: KeySet.Role, of keys: KeySet, sodium: Sodium
  ) -> Count {
    let members = Set(keys.rules[role]?.keys ?? [])
    var count = Count()
    for entry in file.entries {
      guard let key = keys.keys[entry.key] else {
        count.unknown.insert(entry.key)
        continue
      }
      guard members.contains(entry.key) else {
        count.otherRole.insert(entry.key)
        continue
      }
      guard !count.valid.contains(entry.key) else { continue }
      if sodium.isValid(entry.signature, over: bytes, by: key) {
        count.valid.insert(entry.key)
      } else {
        count.invalid.insert(entry.key)
      }
    }
    count.invalid.subtract(count.valid)
    return count
  }

  private func check(
    _ file: SignatureFile, over bytes: [UInt8], role: KeySet.Role, of keys: KeySet, as subject: String
  ) throws(Refusal) {
    let count = Self.count(file, over: bytes, role: role, of: keys, sodium: sodium)
    // A threshold of 0 would accept anything; the reader refuses it, and so does this check.
    let threshold = max(1, keys.rules[role]?.threshold ?? 1)
    guard count.valid.count < threshold else { return }
    let held = "\(count.valid.count) of \(threshold) \(role.rawValue) keys of set \(keys.version)"
    if let key = count.invalid.min() {
      throw Refusal(
        .signatureInvalid, subject,
        "the signature of the key \(key.prefix(16)) is not over these bytes; \(held) have signed them")
    }
    var detail = "\(held) have signed"
    if !count.otherRole.isEmpty {
      detail += ", and \(count.otherRole.count) without that role"
    }
    if !count.unknown.isEmpty {
      detail += ", and \(count.unknown.count) that the set does not know"
    }
    throw Refusal(.signatureThreshold, subject, detail)
  }

  private func checkProject(_ project: String, as subject: String) throws(Refusal) {
    guard project == keys.project else {
      throw Refusal(
        .wrongProject, subject, "is signed for the project '\(project)', and this one is '\(keys.project)'")
    }
  }
}

/// The path of the signatures over a statement: `keys/2.sig` for `keys/2.json`.
package func signaturesPath(of statement: String) -> String {
  (statement.hasSuffix(".json") ? String(statement.dropLast(5)) : statement) + ".sig"
}

extension ReleaseSource {
  /// Reads a signature file.
  /// - Throws: ``RefusalCode/signatureMissing`` when there is none, else as ``read(_:atMost:)``.
  package func signatures(_ path: String, limits: ReleaseLimits) throws(Refusal) -> [UInt8] {
    do throws(Refusal) {
      return try read(path, atMost: limits.statementBytes)
    } catch  where error.code == .fileMissing {
      throw Refusal(.signatureMissing, path, "is missing")
    }
  }
}

extension Statement.Kind {
  /// The role whose keys sign it.
  package var role: KeySet.Role {
    switch self {
    case .release, .rollback: .release
    case .freshness: .freshness
    case .keys: .root
    }
  }
}

extension Statement {
  /// The project that it is for.
  package var project: String {
    switch self {
    case .release(let release): release.project
    case .rollback(let rollback): rollback.project
    case .freshness(let freshness): freshness.project
    case .keys(let keys): keys.project
    }
  }
}

extension KeySet {
  /// Reads a key set and checks that every id matches its key. Signatures are not checked.
  package init(
    decoding bytes: [UInt8], as subject: String, sodium: Sodium, limits: ReleaseLimits = ReleaseLimits()
  ) throws(Refusal) {
    guard case .keys(let keys) = try Statement(decoding: bytes, as: subject, kinds: [.keys], limits: limits)
    else { preconditionFailure("only key sets were asked for") }
    for (id, key) in keys.keys.sorted(by: { $0.key < $1.key }) where key.id(sodium) != id {
      throw Refusal(
        .keysMalformed, subject, "the id \(id.prefix(16)) is not the SHA-256 of its key")
    }
    self = keys
  }
}

extension PublicKey {
  /// The id of the key in key sets and signature files: the SHA-256 of its bytes, in hexadecimal digits.
  package func id(_ sodium: Sodium) -> String { sodium.sha256(bytes).description }
}
