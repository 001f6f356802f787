import Glibc
import HybridCompiler
import HybridCrypto
import HybridDist
import HybridRelease
import HybridSystem

/// The private keys of this machine: encrypted files in one folder that only the owner can read.
///
/// The folder is `$HYBRID_KEYS`, default `~/.config/hybrid/keys`; a key is `NAME.key`. It is never inside a
/// project.
struct KeyRing {
  /// A key file that was read and is still encrypted.
  struct Entry {
    var name: String
    var file: PrivateKeyFile
  }

  /// The folder of the files.
  let folder: String
  private let sodium: Sodium

  init(folder: String, sodium: Sodium) { (self.folder, self.sodium) = (folder, sodium) }

  /// The current user's key ring.
  static func standard(_ sodium: Sodium) throws(ReleaseFault) -> KeyRing {
    if let folder = environment("HYBRID_KEYS"), !folder.isEmpty {
      return KeyRing(folder: folder.withoutSlashes, sodium: sodium)
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw ReleaseFault(
        environment: "no-home", "HOME is not set, so there is no folder for private keys",
        hint: "set HYBRID_KEYS to a folder")
    }
    return KeyRing(folder: home.withoutSlashes + "/.config/hybrid/keys", sodium: sodium)
  }

  /// Whether a key may have this name: it becomes a file name.
  static func isName(_ name: String) -> Bool { isReleaseIdentifier(name) && name.utf8.count <= 64 }

  func path(_ name: String) -> String { "\(folder)/\(name).key" }

  /// Every key, sorted by name.
  ///
  /// - Throws: For a folder to which others can write, a file that others can read, and a damaged file: the
  ///   owner of the key must know.
  func entries() throws(ReleaseFault) -> [Entry] {
    guard var listing = FolderStream(at: folder) else {
      if errno == ENOENT { return [] }
      throw ReleaseFault(
        environment: "unreadable-file", "'\(folder)' cannot be read: \(SystemError.last.message)")
    }
    try checkFolder()
    var names: [String] = []
    while let entry = listing.next() {
      if entry.name.hasSuffix(".key"), Self.isName(String(entry.name.dropLast(4))) {
        names.append(String(entry.name.dropLast(4)))
      }
    }
    var entries: [Entry] = []
    for name in names.sorted() { entries.append(try entry(name)) }
    return entries
  }

  private func checkFolder() throws(ReleaseFault) {
    guard let status = FileStatus(at: folder), status.owner == geteuid(), status.permissions & 0o022 == 0
    else {
      throw ReleaseFault(
        Refusal(.keyFileExposed, folder, "belongs to another user, or others may write to it"),
        hint: "chmod 700 '\(folder)'")
    }
  }

  private func entry(_ name: String) throws(ReleaseFault) -> Entry {
    let path = path(name)
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      throw ReleaseFault(
        environment: "unreadable-file", "'\(path)' cannot be read: \(SystemError.last.message)")
    }
    defer { close(file) }
    guard let status = FileStatus(of: file), status.kind == .file else {
      throw ReleaseFault(Refusal(.keyFileMalformed, path, "is not a file"))
    }
    guard status.owner == geteuid(), status.permissions & 0o077 == 0 else {
      throw ReleaseFault(
        Refusal(.keyFileExposed, path, "can be read by others, or belongs to another user"),
        hint: "chmod 600 '\(path)'; if others may have read it, 'hybrid keys revoke \(name)'")
    }
    guard let bytes = try? readToEnd(file, atMost: PrivateKeyFile.mostBytes) else {
      throw ReleaseFault(Refusal(.keyFileMalformed, path, "is too long for a private key"))
    }
    return Entry(
      name: name,
      file: try refusing { () throws(Refusal) in
        try PrivateKeyFile(decoding: bytes, as: path, sodium: sodium)
      })
  }

  /// Adds a key file to the folder, which is created if missing. An existing key is never overwritten.
  func add(_ file: PrivateKeyFile, named name: String) throws(ReleaseFault) {
    let isNew = access(folder, F_OK) != 0
    if let diagnostic = makeFolder(folder) {
      throw ReleaseFault(WritingFault(diagnostic: diagnostic))
    }
    if isNew { chmod(folder, 0o700) }
    try checkFolder()
    let path = path(name)
    func fault(_ action: String) -> ReleaseFault {
      ReleaseFault(
        environment: "unwritable-file", "'\(path)' \(action): \(SystemError.last.message)")
    }
    // The key is private at any time: the draft is created with its final mode, and gets the key's name only
    // when it is complete.
    guard var draft = FileDraft(at: "\(folder)/.\(name).\(getpid()).draft", mode: 0o600) else {
      throw fault("cannot be written")
    }
    guard fchmod(draft.descriptor, 0o600) == 0, writeAll(file.encoded(), to: draft.descriptor),
      draft.close(syncing: true)
    else { throw fault("could not be written completely") }
    // A link, unlike a rename, fails if the name exists.
    guard draft.link(to: path) else {
      guard errno != EEXIST else {
        throw ReleaseFault(
          usage: "key-exists", "there is a key '\(name)' already, in '\(path)'", hint: "choose another name")
      }
      throw fault("cannot be written")
    }
  }

  /// A role whose keys must sign.
  struct RequiredRole {
    var role: KeySet.Role
    var keySet: KeySet
    /// The ids of keys that have already signed.
    var signed: Set<String> = []
  }

  /// Decrypts as few keys as the roles require; fewer if this machine lacks some. Each passphrase is asked
  /// for once.
  func unlock(_ needs: [RequiredRole], with passphrases: inout Passphrases) throws(ReleaseFault) -> Signer {
    let entries = try entries()
    var chosen: [Entry] = []
    for need in needs {
      guard let rule = need.keySet.rules[need.role] else { continue }
      let members = Set(rule.keys)
      var count = need.signed.intersection(members).union(chosen.map(\.file.id).filter(members.contains))
        .count
      for entry in entries where count < rule.threshold {
        let id = entry.file.id
        guard members.contains(id), !need.signed.contains(id), !chosen.contains(where: { $0.file.id == id })
        else { continue }
        chosen.append(entry)
        count += 1
      }
    }
    var keys: [SigningKey] = []
    for entry in chosen { keys.append(try passphrases.unlock(entry, as: path(entry.name), sodium: sodium)) }
    return Signer(keys, sodium: sodium)
  }

  /// Signs a statement with the keys of this machine and adds the signatures to the existing ones.
  ///
  ///     let signatures = try ring.sign(
  ///       bytes, as: .release, of: keys.current, subject: "releases/12.json", with: &passphrases)
  ///
  /// - Throws: `key-file.missing` when this machine has no key of the role, `signature.threshold` when it has
  ///   too few.
  func sign(
    _ bytes: [UInt8], as role: KeySet.Role, of keySet: KeySet, subject: String,
    adding existing: SignatureFile = SignatureFile(), with passphrases: inout Passphrases
  ) throws(ReleaseFault) -> SignatureFile {
    let signed = Set(Trust(keySet, sodium: sodium).signers(of: bytes, in: existing, role: role))
    let members = Set(keySet.rules[role]?.keys ?? [])
    let isHere = try entries().contains { members.contains($0.file.id) }
    guard isHere || !signed.isEmpty else {
      throw ReleaseFault(
        Refusal(
          .keyFileMissing, subject,
          "needs a \(role.rawValue) key of key set \(keySet.version), and none is in '\(folder)'"))
    }
    let signer = try unlock([RequiredRole(role: role, keySet: keySet, signed: signed)], with: &passphrases)
    return try refusing { () throws(Refusal) in
      try signer.sign(bytes, as: role, of: keySet, subject: subject, adding: existing)
    }
  }
}
