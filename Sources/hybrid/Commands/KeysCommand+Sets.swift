import HybridCompiler
import HybridCrypto
import HybridRelease
import HybridSource

extension KeysRun {
  private static let yearInSeconds = 365 * 86_400

  // MARK: new

  /// Creates a key. In a project without key sets, and without a name, creates the first key set as well.
  mutating func new() throws(ReleaseFault) {
    let given = try names(0...1, "one name, or none in a project that has no keys yet").first
    let stored = try storedKeys()
    let isFirst = given == nil && stored.chain.isEmpty && stored.pending == nil
    guard given != nil || isFirst else {
      throw ReleaseFault(
        usage: "missing-operand", "this project has keys: another one needs a name",
        hint: "hybrid keys new release-1")
    }
    let identifier = settings.project
    let name = given ?? identifier
    guard KeyRing.isName(name) else {
      throw ReleaseFault(
        usage: "wrong-value",
        "'\(name)' cannot be a key's name: letters, digits, '.', '-' and '_', at most 64")
    }
    // Checked before the user thinks of a passphrase.
    guard !(try ring.entries().contains { $0.name == name }) else {
      throw ReleaseFault(
        usage: "key-exists", "there is a key '\(name)' already, in '\(ring.path(name))'",
        hint: isFirst ? "hybrid keys set --root \(name)" : "choose another name")
    }
    let passphrase = try passphrases.new(for: name)
    guard let key = sodium.signingKey(seed: sodium.randomBytes(32)) else {
      throw ReleaseFault(environment: "no-key", "libsodium could not create a key")
    }
    var cost = PassphraseCost.moderate
    if let memory = arguments[KeysCommand.memory] { cost.memory = memory << 20 }
    let file = try refusing { () throws(Refusal) in
      try PrivateKeyFile(sealing: key, passphrase: passphrase, cost: cost, sodium: sodium)
    }
    try ring.add(file, named: name)
    var lines = ["made the key '\(name)' in \(ring.path(name))", "  public: \(file.publicKey.text)"]
    if isFirst {
      let rule = KeySet.Rule(keys: [file.id], threshold: 1)
      let set = KeySet(
        project: identifier, version: 1, created: now.description, expires: expiry,
        keys: [file.id: file.publicKey], rules: [.root: rule, .release: rule, .freshness: rule])
      let bytes = Statement.keys(set).encoded()
      let signatures = try refusing { () throws(Refusal) in
        try Signer([key], sodium: sodium).sign(bytes, as: .root, of: set, subject: "1.json")
      }
      try ProjectKeys.add(
        ProjectKeys.Stored(keySet: set, bytes: bytes, signatures: signatures), to: keysFolder)
      lines += [
        "made \(keysFolder)/1.json: '\(name)' signs everything of '\(identifier)', until \(set.expires)",
        "  keep it with the project: apps that embed it take releases that this key has signed",
        """
          later, a key of its own for releases: hybrid keys new release-1; \
        hybrid keys rotate --release release-1
        """,
      ]
    } else {
      lines.append(
        stored.chain.isEmpty
          ? "  it signs nothing yet: hybrid keys set --root \(name)"
          : "  it signs nothing yet: hybrid keys rotate --release \(name)")
    }
    say(lines) {
      $0.member("key", name)
      $0.member("id", file.id)
      $0.member("public", file.publicKey.text)
      $0.member("file", ring.path(name))
      if isFirst { $0.member("keySet", "\(keysFolder)/1.json") }
    }
  }

  // MARK: set, rotate, revoke

  /// Creates the first key set.
  mutating func set() throws(ReleaseFault) {
    _ = try names(0...0, "options only: --root A,B --release C --freshness D")
    let stored = try storedKeys()
    guard stored.chain.isEmpty, stored.pending == nil else {
      throw ReleaseFault(
        usage: "keys-exist", "there is a key set already, in '\(keysFolder)'",
        hint: "hybrid keys rotate makes the next one")
    }
    guard arguments.isGiven(KeysCommand.root) else {
      throw ReleaseFault(
        usage: "missing-value", "the first key set needs --root, the keys that sign key sets",
        hint: "hybrid keys new, for one key that signs everything")
    }
    var set = KeySet(
      project: settings.project, version: 1, created: now.description, expires: expiry,
      keys: [:], rules: [:])
    try apply(to: &set, removing: nil)
    try finish(set, after: stored)
  }

  /// Creates the next key set, with a new expiry time and any given changes of keys.
  mutating func rotate() throws(ReleaseFault) {
    _ = try names(0...0, "options only: --root, --release, --freshness, --threshold, --expires")
    try next(removing: nil)
  }

  /// Creates the next key set without a given key.
  mutating func revoke() throws(ReleaseFault) {
    try next(removing: try names(1...1, "the key to revoke")[0])
  }

  private mutating func next(removing name: String?) throws(ReleaseFault) {
    let stored = try storedKeys()
    guard let current = stored.current else { throw noKeySet }
    if let pending = stored.pending {
      throw ReleaseFault(
        Refusal(
          .signatureThreshold, "\(keysFolder)/\(pending.keySet.version).json",
          "is not fully signed: sign it before you create the next key set"),
        hint: "'hybrid keys sign' it, or delete it")
    }
    var set = current
    set.version += 1
    (set.created, set.expires) = (now.description, expiry)
    let removed = try name.map { name throws(ReleaseFault) in try keyID(name, in: current) }
    if let removed, current.keys[removed] == nil {
      throw ReleaseFault(usage: "wrong-value", "key set \(current.version) has no key '\(name ?? "")'")
    }
    try apply(to: &set, removing: removed)
    try finish(set, after: stored)
  }

  /// Assigns the keys and thresholds of the options to roles.
  private func apply(to set: inout KeySet, removing removed: String?) throws(ReleaseFault) {
    var thresholds: [KeySet.Role: Int] = [:]
    for text in arguments[KeysCommand.threshold] {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let role = KeySet.Role(rawValue: parts[0]), let number = Int(parts[1]),
        (1...100).contains(number)
      else {
        throw ReleaseFault(
          usage: "wrong-value", "'--threshold' needs a role and a number such as root=2, not '\(text)'")
      }
      thresholds[role] = number
    }
    let given: [(KeySet.Role, String?)] = [
      (.root, arguments[KeysCommand.root]), (.release, arguments[KeysCommand.release]),
      (.freshness, arguments[KeysCommand.freshness]),
    ]
    var keys = set.keys
    for (role, names) in given {
      var rule = set.rules[role] ?? KeySet.Rule(keys: set.rules[.root]?.keys ?? [], threshold: 1)
      if let names {
        var ids: [String] = []
        for name in names.split(separator: ",").map(String.init) {
          let key = try publicKey(name, in: set)
          let id = key.id(sodium)
          guard id != removed else {
            throw ReleaseFault(
              usage: "wrong-value", "'\(name)' cannot be revoked and be a \(role.rawValue) key at once")
          }
          keys[id] = key
          ids.append(id)
        }
        rule.keys = Set(ids).sorted()
      }
      rule.keys.removeAll { $0 == removed }
      rule.threshold = thresholds[role] ?? rule.threshold
      guard rule.threshold <= rule.keys.count else {
        throw ReleaseFault(
          Refusal(
            .keysMalformed, "\(keysFolder)/\(set.version).json",
            "would have \(counted(rule.keys.count, "\(role.rawValue) key")), "
              + "and \(rule.threshold) must sign"),
          hint: "name others: --\(role.rawValue) KEYS, or ask for fewer: --threshold \(role.rawValue)=N")
      }
      set.rules[role] = rule
    }
    // Removes keys without a role.
    let used = Set(set.rules.values.flatMap(\.keys))
    set.keys = keys.filter { used.contains($0.key) }
  }

  /// Signs a set with the root keys of this machine, writes it, and reports which signatures are missing.
  private mutating func finish(_ set: KeySet, after stored: ProjectKeys) throws(ReleaseFault) {
    let bytes = Statement.keys(set).encoded()
    let previous = stored.current
    let signatures = try signatures(over: bytes, of: set, after: previous, adding: SignatureFile())
    let path = "\(keysFolder)/\(set.version).json"
    try ProjectKeys.add(
      ProjectKeys.Stored(keySet: set, bytes: bytes, signatures: signatures), to: keysFolder)
    let missing = missingSignatures(over: bytes, in: signatures, of: set, after: previous)
    var lines = ["made \(path): key set \(set.version) of '\(set.project)', until \(set.expires)"]
    lines += rulesInWords(set)
    lines.append(
      missing == 0
        ? "  it has all required signatures"
        : "  it counts when \(counted(missing, "root signature")) more are there: hybrid keys sign \(path)")
    say(lines) {
      $0.member("keySet", path)
      $0.member("version", set.version)
      $0.member("expires", set.expires)
      $0.member("missingSignatures", missing)
    }
  }

  /// The signatures of the root keys on this machine: keys of the previous set and of the new set.
  mutating func signatures(
    over bytes: [UInt8], of set: KeySet, after previous: KeySet?, adding existing: SignatureFile
  ) throws(ReleaseFault) -> SignatureFile {
    let sets = [previous, set].compactMap(\.self)
    let needs = sets.map { set in
      KeyRing.RequiredRole(
        role: .root, keySet: set,
        signed: Set(Trust(set, sodium: sodium).signers(of: bytes, in: existing, role: .root)))
    }
    let signer = try ring.unlock(needs, with: &passphrases)
    var file = existing
    for set in sets {
      file = try refusing { () throws(Refusal) in
        try signer.sign(
          bytes, as: .root, of: set, subject: DistPaths.keys(set.version), adding: file, isPartial: true)
      }
    }
    guard !file.entries.isEmpty else {
      throw ReleaseFault(
        Refusal(
          .keyFileMissing, "\(keysFolder)/\(set.version).json",
          "needs a root key, and none is in '\(ring.folder)'"))
    }
    return file
  }

  /// The number of signatures that a key set still needs from the old and the new root together.
  func missingSignatures(
    over bytes: [UInt8], in file: SignatureFile, of set: KeySet, after previous: KeySet?
  ) -> Int {
    // A key in both roots counts for both, so the larger gap is the minimum.
    [previous, set].compactMap(\.self).map { set in
      (set.rules[.root]?.threshold ?? 1)
        - Trust(set, sodium: sodium).signers(of: bytes, in: file, role: .root).count
    }.reduce(0, max)
  }

  // MARK: Names

  var expiry: String {
    ReleaseTime(seconds: now.seconds + (arguments[KeysCommand.expires] ?? Self.yearInSeconds)).description
  }

  var noKeySet: ReleaseFault {
    ReleaseFault(
      Refusal(.keysMalformed, keysFolder, "has no key set"),
      hint: "'hybrid keys new' makes a key and the first set")
  }

  /// The key that a word names: a name on this machine, `ed25519:…`, or a prefix of a key id in the key set.
  private func publicKey(_ word: String, in set: KeySet) throws(ReleaseFault) -> PublicKey {
    if let key = PublicKey(text: word) { return key }
    let entries = try ring.entries()
    if let entry = entries.first(where: { $0.name == word }) { return entry.file.publicKey }
    let matches = word.count >= 8 ? set.keys.filter { $0.key.hasPrefix(word) } : [:]
    if matches.count == 1, let key = matches.values.first { return key }
    throw ReleaseFault(
      Refusal(.keyFileMissing, word, "is neither a key on this machine nor one of the key set"),
      hint: nearestHint(to: word, in: entries.map(\.name))
        ?? "write another person's key as 'hybrid keys list' shows it on their machine: ed25519:…")
  }

  private func keyID(_ word: String, in set: KeySet) throws(ReleaseFault) -> String {
    try publicKey(word, in: set).id(sodium)
  }

  /// A line for each role.
  func rulesInWords(_ set: KeySet) -> [String] {
    let here = Dictionary(
      ((try? ring.entries()) ?? []).map { ($0.file.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    return KeySet.Role.allCases.map { role in
      let rule = set.rules[role] ?? KeySet.Rule(keys: [], threshold: 1)
      let names = rule.keys.map { here[$0] ?? "\($0.prefix(16))…" }
      return "  \(role.rawValue): \(rule.threshold) of \(names.joined(separator: ", "))"
    }
  }
}
