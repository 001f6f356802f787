import HybridCompiler
import HybridCrypto
import HybridRelease
import HybridSource

/// A DIST folder that statements are added to. Releases come from `package`; this is for what is signed afterwards.
struct DistFolder {
  let folder: String
  let keys: ProjectKeys
  let sodium: Sodium
  var source: FolderSource { FolderSource(path: folder) }
  private let limits = ReleaseLimits()

  /// A statement that is there, with its bytes.
  struct Found {
    var statement: Statement
    var bytes: [UInt8]
  }

  /// - Parameter keys: The project's key sets, which are brought into DIST; where the project has none, DIST's own count.
  init(_ folder: String, keys: ProjectKeys, sodium: Sodium) throws(ReleaseFault) {
    (self.folder, self.sodium) = (folder, sodium)
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

  /// The newest key set.
  func current() throws(ReleaseFault) -> KeySet {
    guard let current = keys.current else {
      throw ReleaseFault(
        Refusal(.keysMalformed, "\(folder)/keys", "has no key set"),
        hint: "'--project DIR' names the project that has them")
    }
    return current
  }

  /// A statement that the newest key set takes.
  ///
  /// One that only an older set takes, since its keys were changed, is signed anew: clients check with the newest set.
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

  /// Writes files in this order, each on the disk before the next.
  func write(_ files: [(path: String, bytes: [UInt8])]) throws(ReleaseFault) {
    for (path, bytes) in files {
      let place = "\(folder)/\(path)"
      if let diagnostic = makeFolder(ProjectPath.folder(of: place)) {
        throw ReleaseFault(WritingFault(diagnostic: diagnostic))
      }
      if let fault = writeFile(bytes, to: place, sparing: InputFiles(), syncing: true) {
        throw ReleaseFault(fault)
      }
    }
  }

  /// Signs what is newest now: `freshness.json`, with `freshness.sig` over it and over the one before.
  ///
  ///     try dist.refresh(newest: pointer, channel: "production", lifetime: 7 * 86_400, rollout: nil, now: .now, …)
  ///
  /// - Parameter rollout: The percentage; nil to leave it, or 100 for a new number.
  @discardableResult
  func refresh(
    newest: ReleasePointer, channel: String, lifetime: Int, rollout: Int?, now: ReleaseTime, ring: KeyRing,
    passphrases: inout Passphrases
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
      let found = try heldFreshness(previousBytes)
      previous = found.statement
      kept = found.signatures.valid(over: previousBytes, by: current, sodium: sodium)
    }
    let next = try refusing { () throws(Refusal) in
      try Freshness.next(
        after: previous, newest: newest, project: current.project, channel: channel, keys: current.version,
        now: now, lifetime: lifetime, rollout: rollout)
    }
    if let steady = next.steady {
      _ = try statement(
        DistPaths.statement(steady.number), kinds: [.release, .rollback], ring: ring,
        passphrases: &passphrases)
    }
    let bytes = Statement.freshness(next).encoded()
    var signatures = try ring.sign(
      bytes, as: .freshness, of: current, subject: DistPaths.freshness, with: &passphrases)
    signatures.add(kept)
    // The signatures over both texts first: whichever of the two files a client has, it finds them.
    try write([(DistPaths.freshnessSignatures, signatures.encoded()), (DistPaths.freshness, bytes)])
    return next
  }

  /// The freshness statement that is there, as any of the key sets takes it.
  private func heldFreshness(
    _ bytes: [UInt8]
  ) throws(ReleaseFault) -> (statement: Freshness, signatures: SignatureFile) {
    let signatures = try refusing { () throws(Refusal) in
      try source.signatures(DistPaths.freshnessSignatures, limits: limits)
    }
    var fault = ReleaseFault(Refusal(.signatureThreshold, DistPaths.freshness, "is signed by nobody known"))
    for stored in keys.chain.reversed() {
      do throws(Refusal) {
        let statement = try Trust(stored.keySet, sodium: sodium)
          .statement(bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness])
        let file = try SignatureFile(decoding: signatures, as: DistPaths.freshnessSignatures)
        guard case .freshness(let freshness) = statement else { continue }
        return (freshness, file)
      } catch {
        fault = ReleaseFault(
          error, hint: "what it says cannot be relied on: look into it, then delete freshness.json and .sig")
      }
    }
    throw fault
  }
}
