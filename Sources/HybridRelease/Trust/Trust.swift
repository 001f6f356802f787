package import HybridCrypto

/// What is believed, and why: a key set that came with the app, followed to newer ones by their signatures.
///
/// A statement counts when as many keys of the role for its kind have signed exactly its bytes as the role
/// asks for. Only then is it parsed. How a signature file is counted:
///
/// - each key of the role counts once, however often it stands there;
/// - keys of other roles and unknown keys count nothing: anybody may add their signatures to a file;
/// - a signature by a key of the role over other bytes counts nothing either. When the others suffice the
///   statement is good, since a host could spoil any file by adding one; else the refusal is
///   `signature.invalid` and names the key.
package struct Trust: Sendable {
  /// The newest key set that was followed.
  package private(set) var keys: KeySet
  private let sodium: Sodium
  private let limits: ReleaseLimits

  /// Trusts a key set that came with the app or that was followed before.
  package init(_ embedded: KeySet, sodium: Sodium, limits: ReleaseLimits = ReleaseLimits()) {
    (keys, self.sodium, self.limits) = (embedded, sodium, limits)
  }

  /// Trusts a key set because of where its bytes lie: in the app, or in the project. Its form is checked, its
  /// signatures are not.
  package init(
    embedded bytes: [UInt8], as subject: String, sodium: Sodium, limits: ReleaseLimits = ReleaseLimits()
  ) throws(Refusal) {
    self.init(
      try KeySet(decoding: bytes, as: subject, sodium: sodium, limits: limits), sodium: sodium,
      limits: limits)
  }

  /// Goes on to the next key set, which the root keys of this one **and** its own have signed.
  ///
  /// - Parameters:
  ///   - bytes: Exactly those of `keys/V.json`.
  ///   - signatures: Those of `keys/V.sig`.
  /// - Throws: `signature.…`; ``RefusalCode/keysSkipped``, ``RefusalCode/keysRolledBack`` for any version but
  ///   the next; ``RefusalCode/keysMalformed``, ``RefusalCode/wrongProject``, `statement.…`. After a throw
  ///   nothing has changed.
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

  /// Goes on to version `version` over all that lie between, read from `source`. A version that is held
  /// already is fine.
  ///
  /// - Throws: As ``advance(to:signatures:as:)``; ``RefusalCode/keysSkipped`` when one of them is missing,
  ///   ``RefusalCode/keysRolledBack`` when `version` is below the one that is held. What was followed until
  ///   then stays.
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
          "is missing, and without it nobody gets from version \(keys.version) to \(version)")
      }
      let signatures = try source.signatures(DistPaths.keysSignatures(next), limits: limits)
      try advance(to: bytes, signatures: signatures, as: DistPaths.keys(next))
    }
  }

  /// A statement that enough keys of the role for `kinds` have signed, of this project.
  ///
  /// - Parameters:
  ///   - bytes: Exactly those of the file. They are parsed after their signatures were checked.
  ///   - subject: The file: `releases/12.json`.
  ///   - kinds: What may stand there; all of one role.
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

  /// - Throws: ``RefusalCode/keysExpired``. A client goes on to the newest set first, and asks then.
  package func checkExpiry(now: ReleaseTime) throws(Refusal) {
    guard let expires = ReleaseTime(keys.expires), now < expires else {
      throw Refusal(.keysExpired, DistPaths.keys(keys.version), "has expired at \(keys.expires)")
    }
  }

  /// Which keys of a role have signed `bytes`, each once, sorted.
  package func signers(
    of bytes: [UInt8], in file: SignatureFile, role: KeySet.Role
  ) -> [String] {
    Self.count(file, over: bytes, role: role, of: keys, sodium: sodium).valid.sorted()
  }

  // MARK: Counting

  private struct Count {
    /// Keys of the role with a signature over the bytes.
    var valid: Set<String> = []
    /// Keys of the role that have signatures, none of them over the bytes.
    var invalid: Set<String> = []
    /// Keys of the set that the role does not have.
    var otherRole: Set<String> = []
    /// Keys that the set does not have.
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
    // A rule of 0 would let anything pass; the reader refuses it, and so does this.
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

/// Where the signatures over a statement are: `keys/2.sig` for `keys/2.json`.
package func signaturesPath(of statement: String) -> String {
  (statement.hasSuffix(".json") ? String(statement.dropLast(5)) : statement) + ".sig"
}

extension ReleaseSource {
  /// The bytes of a signature file.
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
  /// Whose keys sign it.
  package var role: KeySet.Role {
    switch self {
    case .release, .rollback: .release
    case .freshness: .freshness
    case .keys: .root
    }
  }
}

extension Statement {
  /// Whose app it is for.
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
  /// Reads a key set and checks that every id is its key's. Who signed it is not asked.
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
  /// What a key is called in key sets and signature files: SHA-256 of its bytes, in hexadecimal digits.
  package func id(_ sodium: Sodium) -> String { sodium.sha256(bytes).description }
}
