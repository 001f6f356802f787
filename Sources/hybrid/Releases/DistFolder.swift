import Glibc
import HybridCompiler
import HybridCrypto
import HybridDist
import HybridPackaging
import HybridRelease
import HybridSource
import HybridSystem

/// A DIST folder to which statements are added. `package` adds releases; this type adds statements that are
/// signed afterwards.
///
/// The folder is locked for the lifetime of this value, so that nothing changes between reading and writing.
struct DistFolder {
  let folder: String
  let keys: ProjectKeys
  let sodium: Sodium
  /// Delays Ctrl-C while files are written; nil lets it end the process at once.
  var interruption: WritingInterruption?
  var source: ReleaseFolder { ReleaseFolder(folder) }
  private let limits = ReleaseLimits()
  private let lock: FolderLock

  /// A stored statement, with its bytes.
  struct Found {
    var statement: Statement
    var bytes: [UInt8]
  }

  /// Waits for the lock of the folder.
  ///
  /// - Parameter keys: The project's key sets, which are copied to DIST; if the project has none, DIST's own
  ///   key sets apply.
  init(_ folder: String, keys: ProjectKeys, sodium: Sodium) throws(ReleaseFault) {
    (self.folder, self.sodium) = (folder, sodium)
    lock = try ReleaseFault.locking(folder)
    let own = try ProjectKeys(folder: "\(folder)/keys", sodium: sodium)
    guard keys.current != nil else {
      self.keys = own
      return
    }
    self.keys = keys
    for (one, other) in zip(keys.chain, own.chain) where one.bytes != other.bytes {
      throw ReleaseFault(
        Refusal(
          .statementMismatch, "\(folder)/keys/\(other.keySet.version).json",
          "is another key set than '\(keys.folder)/\(one.keySet.version).json'"))
    }
    guard own.chain.count <= keys.chain.count else {
      throw ReleaseFault(
        Refusal(
          .keysRolledBack, keys.folder,
          "has key set \(keys.chain.count) as its newest, and '\(folder)' has \(own.chain.count)"))
    }
    for stored in keys.chain.dropFirst(own.chain.count) {
      try ProjectKeys.write(stored, to: "\(folder)/keys")
    }
  }

  /// The freshness statement if apps accept it: the newest key set accepts it, it names that set, and it has
  /// not expired. Nil if it must be signed again.
  func acceptedFreshness() throws(ReleaseFault) -> Freshness? {
    let current = try current()
    guard let bytes = try? source.read(DistPaths.freshness, atMost: limits.statementBytes),
      let signatures = try? source.signatures(DistPaths.freshnessSignatures, limits: limits),
      case .freshness(let freshness)? = try? Trust(current, sodium: sodium)
        .statement(bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness]),
      freshness.keys == current.version, let end = ReleaseTime(freshness.expires), end > .now
    else { return nil }
    return freshness
  }

  /// The newest key set.
  func current() throws(ReleaseFault) -> KeySet {
    guard let current = keys.current else {
      throw ReleaseFault(
        Refusal(.keysMalformed, "\(folder)/keys", "has no key set"),
        hint: "'--project DIR' names the project that has them")
    }
    return current
  }

  /// A statement that the newest key set accepts.
  ///
  /// A statement that only an older set accepts, because keys have changed, is signed again: clients check
  /// with the newest set.
  func statement(
    _ path: String, kinds: Set<Statement.Kind>, ring: KeyRing, passphrases: inout Passphrases
  ) throws(ReleaseFault) -> Found {
    let current = try current()
    let signaturesFile = signaturesPath(of: path)
    let bytes = try refusing { () throws(Refusal) in try source.read(path, atMost: limits.releaseBytes) }
    let signatures = try refusing { () throws(Refusal) in
      try source.signatures(signaturesFile, limits: limits)
    }
    do throws(Refusal) {
      let statement = try Trust(current, sodium: sodium)
        .statement(bytes, signatures: signatures, as: path, kinds: kinds)
      return Found(statement: statement, bytes: bytes)
    } catch {
      for stored in keys.chain.dropLast().reversed() {
        guard
          let statement = try? Trust(stored.keySet, sodium: sodium)
            .statement(bytes, signatures: signatures, as: path, kinds: kinds)
        else { continue }
        let existing = try refusing { () throws(Refusal) in
          try SignatureFile(decoding: signatures, as: signaturesFile)
        }
        let signed = try ring.sign(
          bytes, as: statement.kind.role, of: current, subject: path, adding: existing, with: &passphrases)
        try write([(signaturesFile, signed.encoded())])
        return Found(statement: statement, bytes: bytes)
      }
      throw ReleaseFault(error)
    }
  }

  /// The release to which a statement leads, with every statement on the way accepted by the newest key set;
  /// nil for each app's preset.
  ///
  /// - Throws: ``RefusalCode/statementMismatch`` when the stored release is not the one that a rollback
  ///   names.
  func release(
    ledToBy pointer: ReleasePointer, ring: KeyRing, passphrases: inout Passphrases
  ) throws(ReleaseFault) -> Found? {
    let path = DistPaths.statement(pointer.number)
    let found = try statement(path, kinds: [.release, .rollback], ring: ring, passphrases: &passphrases)
    try refusing { () throws(Refusal) in try pointer.digest.check(found.bytes, as: path, sodium: sodium) }
    guard case .rollback(let rollback) = found.statement else { return found }
    guard let target = rollback.target else { return nil }
    return try release(ledToBy: target, ring: ring, passphrases: &passphrases)
  }

  /// Recreates the one-file form of a release if it exists with other signatures or key sets, and the
  /// identical preset.
  ///
  /// - Parameter archive: Creates the archive.
  func renewArchive(
    of release: Found, making archive: () throws(ReleaseFault) -> [UInt8]
  ) throws(ReleaseFault) {
    let preset = "\(DistPaths.embedded)/\(DistPaths.archive)"
    guard let old = held(DistPaths.archive), let there = try? Archive(old, as: DistPaths.archive),
      there.bytes(of: DistPaths.release) == release.bytes
    else { return }
    let signatures = DistPaths.statementSignatures(release.statement.number)
    let isSame =
      there.bytes(of: DistPaths.releaseSignatures) == held(signatures)
      && keys.chain.allSatisfy { there.bytes(of: DistPaths.keys($0.keySet.version)) == $0.bytes }
    // A machine that only signs freshness on a timer may lack the release's files.
    guard !isSame else { return }
    let new = try archive()
    guard new != old else { return }
    try write(held(preset) == old ? [(DistPaths.archive, new), (preset, new)] : [(DistPaths.archive, new)])
  }

  private func held(_ path: String) -> [UInt8]? { try? source.read(path, atMost: limits.totalBytes) }

  /// Writes files in this order, each flushed to disk before the next.
  func write(_ files: [(path: String, bytes: [UInt8])]) throws(ReleaseFault) {
    interruption?.resume()
    defer { interruption?.pause() }
    for (path, bytes) in files {
      let place = "\(folder)/\(path)"
      if let diagnostic = makeFolder(ProjectPath.folder(of: place)) {
        throw ReleaseFault(WritingFault(diagnostic: diagnostic))
      }
      let fault = WritingGate.shared.pass {
        writeFile(bytes, to: place, sparing: InputFiles(), syncing: true)
      }
      if let fault { throw ReleaseFault(fault) }
    }
  }

  /// Removes a file, if it exists.
  func remove(_ path: String) throws(ReleaseFault) {
    guard unlink("\(folder)/\(path)") == 0 || errno == ENOENT else {
      throw ReleaseFault(
        environment: "unwritable-file",
        "'\(folder)/\(path)' cannot be removed: \(SystemError.last.message)")
    }
  }

  /// Signs the newest statement: writes `freshness.json`, and `freshness.sig` with signatures over it and
  /// over its predecessor.
  ///
  ///     try dist.refresh(
  ///       newest: pointer, channel: "production", lifetime: 7 * 86_400, rollout: nil, now: .now, …)
  ///
  /// - Parameters:
  ///   - newest: A statement that the newest key set accepts, with everything it leads to; see
  ///     ``release(ledToBy:ring:passphrases:)``.
  ///   - rollout: The percentage; nil keeps it, or sets 100 for a new number.
  ///   - mending: Whether an existing statement without a known signature is replaced, provided that it does
  ///     not limit the roll-out to a part of all apps.
  @discardableResult
  func refresh(
    newest: ReleasePointer, channel: String, lifetime: Int, rollout: Int?, now: ReleaseTime,
    mending: Bool = false, ring: KeyRing, passphrases: inout Passphrases
  ) throws(ReleaseFault) -> Freshness {
    let current = try current()
    var previous: Freshness?
    var previousBytes: [UInt8] = []
    var kept = SignatureFile()
    do throws(Refusal) {
      previousBytes = try source.read(DistPaths.freshness, atMost: limits.statementBytes)
    } catch {
      guard error.code == .fileMissing else { throw ReleaseFault(error) }
    }
    if !previousBytes.isEmpty {
      do throws(ReleaseFault) {
        let found = try heldFreshness(previousBytes)
        previous = found.statement
        kept = found.signatures.valid(over: previousBytes, by: current, sodium: sodium)
      } catch {
        guard mending else { throw error }
        previous = try replaceable(previousBytes, rollout, error)
      }
    }
    let next = try refusing { () throws(Refusal) in
      try Freshness.next(
        after: previous, newest: newest, project: current.project, channel: channel, keys: current.version,
        now: now, lifetime: lifetime, rollout: rollout)
    }
    if let steady = next.steady {
      _ = try release(ledToBy: steady, ring: ring, passphrases: &passphrases)
    }
    let bytes = Statement.freshness(next).encoded()
    var signatures = try ring.sign(
      bytes, as: .freshness, of: current, subject: DistPaths.freshness, with: &passphrases)
    signatures.add(kept)
    // The signatures over both texts are written first, so that a client finds a signature for either file.
    try write([(DistPaths.freshnessSignatures, signatures.encoded()), (DistPaths.freshness, bytes)])
    return next
  }

  /// The content of a freshness statement without a known signature, if it can be used safely: it must name a
  /// release for all apps.
  private func replaceable(
    _ bytes: [UInt8], _ rollout: Int?, _ fault: ReleaseFault
  ) throws(ReleaseFault) -> Freshness? {
    if rollout != nil { return nil }
    guard
      case .freshness(let freshness)? = try? Statement(
        decoding: bytes, as: DistPaths.freshness, kinds: [.freshness]), freshness.rollout == 100
    else {
      var fault = fault
      fault.diagnostic.hint =
        "the rollout percentage is not trustworthy: check it, then 'hybrid package --rollout PERCENT'"
      throw fault
    }
    return freshness
  }

  /// The stored freshness statement, accepted by any of the key sets.
  private func heldFreshness(
    _ bytes: [UInt8]
  ) throws(ReleaseFault) -> (statement: Freshness, signatures: SignatureFile) {
    let signatures = try refusing { () throws(Refusal) in
      try source.signatures(DistPaths.freshnessSignatures, limits: limits)
    }
    var fault = ReleaseFault(
      Refusal(.signatureThreshold, DistPaths.freshness, "is not signed by a known key"))
    for stored in keys.chain.reversed() {
      do throws(Refusal) {
        let statement = try Trust(stored.keySet, sodium: sodium)
          .statement(bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness])
        let file = try SignatureFile(decoding: signatures, as: DistPaths.freshnessSignatures)
        guard case .freshness(let freshness) = statement else { continue }
        return (freshness, file)
      } catch {
        fault = ReleaseFault(
          error, hint: "its content is not trustworthy: check it, then delete freshness.json and .sig")
      }
    }
    throw fault
  }
}
