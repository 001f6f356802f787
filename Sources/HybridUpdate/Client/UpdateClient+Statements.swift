import HybridCrypto
import HybridRelease

extension UpdateClient {
  // MARK: The newest release

  /// A freshness statement with its bytes and ETag.
  struct FreshnessAnswer {
    var freshness: Freshness
    var bytes: [UInt8]
    var etag: String?

    /// - Parameters:
    ///   - pointer: The accepted statement; nil for none.
    ///   - signers: The keys that signed it; nil when signatures were not checked again.
    func accepted(
      over old: ReleaseStore.Accepted, taking pointer: ReleasePointer?, signers: [String]? = nil
    ) -> ReleaseStore.Accepted {
      var accepted = old
      if let pointer { accepted.take(pointer.number, pointer.digest.sha256.description, signers) }
      (accepted.freshness, accepted.etag) = (bytes, etag)
      return accepted
    }
  }

  /// Requests `freshness.json`: one small request when nothing has changed.
  ///
  /// - Throws: Also ``RefusalCode/freshnessExpired``, even for a stored statement that is not modified (304).
  ///   The key sets that it names have been followed by then.
  func freshness(_ fetcher: Fetcher) async throws(Refusal) -> FreshnessAnswer {
    let subject = DistPaths.freshness
    let old = try store.accepted(settings.channel)
    let held: Fetcher.FetchedFile
    var isKnown = true
    switch try await fetcher.held(
      subject, etag: old.freshness == nil ? nil : old.etag, atMost: ReleaseLimits().statementBytes)
    {
    case .missing: throw Refusal(.fileMissing, subject, "is not at the host")
    case .notModified:
      guard let bytes = old.freshness else {
        throw Refusal(.networkStatus, subject, "304 although nothing was kept")
      }
      held = Fetcher.FetchedFile(bytes: bytes, etag: old.etag)
    case .held(let fetched):
      held = fetched
      isKnown = fetched.bytes == old.freshness
    }
    let freshness: Freshness
    // The stored statement was verified with the key set that it names. If that is not the newest one any
    // more, the signatures are checked again.
    if isKnown, case let known = try decoded(held.bytes), known.keys == trust.keys.version {
      freshness = known
    } else {
      let signatures = try await signatures(DistPaths.freshnessSignatures, fetcher)
      freshness = try await verified(held.bytes, signatures, fetcher)
    }
    let news = FreshnessAnswer(freshness: freshness, bytes: held.bytes, etag: held.etag)
    guard freshness.channel == settings.channel else {
      throw Refusal(
        .wrongChannel, subject, "is for the channel '\(freshness.channel)', not '\(settings.channel)'")
    }
    // Read again: key sets followed in the meantime may have invalidated the stored statement.
    if let bytes = try store.accepted(settings.channel).freshness, bytes != news.bytes {
      let before = try decoded(bytes)
      guard let (was, made) = Optional((before.created, freshness.created)), was <= made else {
        throw Refusal(
          .freshnessRolledBack, subject,
          "was made at \(freshness.created), and one of \(before.created) was seen")
      }
      try Rollout.check(freshness, after: before, as: subject)
    }
    let now = ReleaseTime(seconds: settings.clock.now())
    try trust.checkExpiry(now: now)
    guard let expires = ReleaseTime(freshness.expires), now < expires else {
      throw Refusal(
        .freshnessExpired, subject, "has expired at \(freshness.expires): the host may hold back news")
    }
    return news
  }

  private func decoded(_ bytes: [UInt8]) throws(Refusal) -> Freshness {
    guard
      case .freshness(let freshness) = try Statement(
        decoding: bytes, as: DistPaths.freshness, kinds: [.freshness])
    else { throw Refusal(.statementWrongKind, DistPaths.freshness, "is not a freshness statement") }
    return freshness
  }

  /// Verifies the signatures with the newest known key set: the key set that a statement names may exclude
  /// the statement's own signers.
  ///
  /// Newer keys may have signed the statement: if the known keys are not enough, the next key sets are
  /// requested.
  private func verified(
    _ bytes: [UInt8], _ signatures: [UInt8], _ fetcher: Fetcher
  ) async throws(Refusal) -> Freshness {
    while true {
      let version = trust.keys.version
      let freshness: Freshness
      do throws(Refusal) {
        guard
          case .freshness(let signed) = try trust.statement(
            bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness])
        else { throw Refusal(.statementWrongKind, DistPaths.freshness, "is not a freshness statement") }
        freshness = signed
      } catch {
        guard error.code == .signatureThreshold || error.code == .signatureInvalid else { throw error }
        guard try await followNextKeys(fetcher) else { throw error }
        continue
      }
      try await followKeys(to: freshness.keys, fetcher)
      if trust.keys.version == version { return freshness }
    }
  }

  /// Advances to the next key set; false when the host has none.
  private func followNextKeys(_ fetcher: Fetcher) async throws(Refusal) -> Bool {
    let version = trust.keys.version + 1
    let (path, limits) = (DistPaths.keys(version), ReleaseLimits())
    guard case .held(let held) = try await fetcher.held(path, atMost: limits.statementBytes) else {
      return false
    }
    let signatures = try await signatures(DistPaths.keysSignatures(version), fetcher)
    try trust.advance(to: held.bytes, signatures: signatures, as: path)
    try store.keepKeySet(trust.keys, held.bytes, signatures)
    return true
  }

  private func followKeys(to version: Int, _ fetcher: Fetcher) async throws(Refusal) {
    guard version >= trust.keys.version else {
      throw Refusal(
        .keysRolledBack, DistPaths.freshness,
        "names key set \(version), and version \(trust.keys.version) is held")
    }
    while trust.keys.version < version {
      guard try await followNextKeys(fetcher) else {
        throw Refusal(
          .keysSkipped, DistPaths.keys(trust.keys.version + 1),
          "is missing; version \(version) cannot be reached from version \(trust.keys.version) without it")
      }
    }
  }

  func signatures(_ path: String, _ fetcher: Fetcher) async throws(Refusal) -> [UInt8] {
    guard case .held(let held) = try await fetcher.held(path, atMost: ReleaseLimits().statementBytes) else {
      throw Refusal(.signatureMissing, path, "is missing")
    }
    return held.bytes
  }

  // MARK: Which statement counts

  /// The statement for this client: the newest one if the client is in the roll-out, else the steady one; nil
  /// when there is none, or when it is older than an accepted one.
  func wanted(of freshness: Freshness) throws(Refusal) -> ReleasePointer? {
    let accepted = try store.accepted(settings.channel)
    let (highest, newest) = (accepted.highest, freshness.newest)
    // This holds for every active release: an accepted number always stands for the same bytes.
    for pointer in [newest, freshness.steady].compactMap({ $0 }) where pointer.number == highest {
      guard accepted.statement ?? pointer.digest.sha256.description == pointer.digest.sha256.description
      else { throw otherStatement(pointer) }
    }
    guard newest.number >= highest else {
      // The app was published before its host: nothing on this device came from the host.
      if try isPresetNewest(accepted) { return newest }
      throw Refusal(
        .releaseRolledBack, DistPaths.statement(newest.number),
        "is named as the newest, and \(highest) was accepted before")
    }
    let isIn = Rollout.isIn(
      project: freshness.project, channel: freshness.channel, number: newest.number,
      client: settings.client, percent: freshness.rollout, sodium: sodium)
    if isIn { return newest }
    guard let steady = freshness.steady, steady.number >= highest else { return nil }
    return steady
  }

  /// Whether the preset is active, and nothing newer was ever accepted.
  private func isPresetNewest(_ accepted: ReleaseStore.Accepted) throws(Refusal) -> Bool {
    guard let preset = store.preset, preset.channel == settings.channel else { return false }
    let active = try store.activeSlot()
    return accepted.highest == preset.number && accepted.statement == preset.id && active?.release == nil
  }

  /// Whether a statement is already active or pending.
  /// - Throws: Also ``RefusalCode/releaseFailedBefore``, unless failed releases are retried.
  func isHere(_ pointer: ReleasePointer, retryingFailed: Bool) throws(Refusal) -> Bool {
    let failed = retryingFailed ? [] : try store.failed().map(\.id)
    let highest = try store.accepted(settings.channel).highest
    for slot in [try store.slot(.pending), try store.activeSlot()] {
      guard let slot, slot.channel == settings.channel else { continue }
      if slot.number == pointer.number {
        let release = try store.installed(slot)
        if release?.id == pointer.digest.sha256.description { return true }
        // A number above the accepted ones was signed by keys that are no longer trusted.
        if slot.number <= highest {
          // A rollback has a different manifest from the release that it activates; a release must be
          // identical to the last byte.
          guard release?.number != pointer.number else { throw otherStatement(pointer) }
          return true
        }
      }
      // The preset is newer than the host: the app was published first.
      if slot.release == nil, let preset = store.preset, preset.channel == settings.channel,
        preset.number > pointer.number
      {
        return true
      }
    }
    if failed.contains(pointer.digest.sha256.description) { throw failedBefore(pointer) }
    return false
  }

  private func otherStatement(_ pointer: ReleasePointer) -> Refusal {
    Refusal(
      .statementMismatch, DistPaths.statement(pointer.number),
      "is another statement than the one that was accepted with this number")
  }

  private func failedBefore(_ pointer: ReleasePointer) -> Refusal {
    Refusal(
      .releaseFailedBefore, DistPaths.statement(pointer.number),
      "failed on this device before and is not tried again unless the app asks for it")
  }

  /// The target of an update: the release, or the preset, that it activates.
  struct UpdateTarget {
    /// The release and its manifest; nil for the preset.
    var release: (id: String, statement: [UInt8], content: Release)?
    var isRollback = false
    /// Why this app cannot run it; nil when it can.
    var refusal: Refusal?
    /// The statement that names it.
    var signed: Signed
  }

  /// A verified statement of the host.
  struct Signed {
    var bytes: [UInt8]
    var statement: Statement
    /// The authorised keys that signed it.
    var signers: [String]
  }

  func goal(
    of pointer: ReleasePointer, retryingFailed: Bool, _ fetcher: Fetcher
  ) async throws(Refusal) -> UpdateTarget {
    let signed = try await statement(pointer, kinds: [.release, .rollback], fetcher)
    switch signed.statement {
    case .release(let release):
      return UpdateTarget(
        release: (pointer.digest.sha256.description, signed.bytes, release),
        refusal: Self.incompatibility(release, settings), signed: signed)
    case .rollback(let rollback):
      guard let target = rollback.target, target.digest.sha256.description != store.preset?.id else {
        return UpdateTarget(isRollback: true, signed: signed)
      }
      if !retryingFailed, try store.failed().contains(where: { $0.id == target.digest.sha256.description }) {
        return try standIn(for: target, of: signed, because: failedBefore(target))
      }
      let (bytes, release) = try await self.target(target, fetcher)
      if let refusal = Self.incompatibility(release, settings) {
        return try standIn(for: target, of: signed, because: refusal)
      }
      return UpdateTarget(
        release: (target.digest.sha256.description, bytes, release), isRollback: true, signed: signed)
    case .freshness, .keys:
      throw Refusal(.statementWrongKind, DistPaths.statement(pointer.number), "is not a release")
    }
  }

  /// The release that a rollback names, from the store if it is there.
  private func target(
    _ target: ReleasePointer, _ fetcher: Fetcher
  ) async throws(Refusal) -> ([UInt8], Release) {
    let subject = DistPaths.statement(target.number)
    if let bytes = try store.statement(of: target.digest.sha256.description),
      case .release(let release) = try Statement(decoding: bytes, as: subject, kinds: [.release])
    {
      return (bytes, release)
    }
    let signed = try await statement(target, kinds: [.release], fetcher)
    guard case .release(let release) = signed.statement else {
      throw Refusal(.statementWrongKind, subject, "is not a release")
    }
    return (signed.bytes, release)
  }

  /// The replacement for a rollback's target that this device cannot start, since the release that the
  /// operator rolled back must not stay active.
  ///
  /// All releases after the target were rolled back, so only older ones qualify: the active or the previous
  /// release if it was confirmed on this device, else the preset. The event names the replacement.
  /// - Throws: `reason`, for an app with neither.
  private func standIn(
    for target: ReleasePointer, of signed: Signed, because reason: Refusal
  ) throws(Refusal) -> UpdateTarget {
    let failed = try store.failed().map(\.id)
    let preset = store.preset
    var floor = 0
    if let preset, preset.channel == settings.channel, preset.number < target.number { floor = preset.number }
    var goal = UpdateTarget(isRollback: true, signed: signed)
    for slot in [try store.slot(.active), try store.slot(.previous)] {
      guard let slot, slot.channel == settings.channel, let id = slot.release, !failed.contains(id),
        let stored = try store.storedRelease(id), stored.isConfirmed,
        stored.number > floor, stored.number < target.number, let bytes = try store.statement(of: id),
        let release = try store.release(of: slot), Self.incompatibility(release, settings) == nil
      else { continue }
      goal.release = (id, bytes, release)
      break
    }
    guard goal.release != nil || preset != nil else { throw reason }
    let name = goal.release.map { "release \($0.content.number)" } ?? "the preset"
    emit(.refused(Refusal(reason.code, reason.subject, "\(reason.detail): \(name) takes its place")))
    return goal
  }

  /// `releases/N.json` for a signed pointer, verified: the copy kept when it was refused, else from the host,
  /// as a delta if possible.
  private func statement(
    _ pointer: ReleasePointer, kinds: Set<Statement.Kind>, _ fetcher: Fetcher
  ) async throws(Refusal) -> Signed {
    let subject = DistPaths.statement(pointer.number)
    let signed: Signed
    if let (bytes, signers) = try store.refused(pointer.digest.sha256.description),
      sodium.sha256(bytes) == pointer.digest.sha256
    {
      signed = Signed(
        bytes: bytes, statement: try Statement(decoding: bytes, as: subject, kinds: kinds), signers: signers)
    } else {
      signed = try await fetchedStatement(pointer, kinds: kinds, fetcher)
    }
    guard let (number, channel) = signed.statement.place else {
      throw Refusal(.statementWrongKind, subject, "is not a release")
    }
    guard number == pointer.number else {
      throw Refusal(.releaseWrongNumber, subject, "has the number \(number)")
    }
    guard channel == settings.channel else {
      throw Refusal(
        .wrongChannel, subject, "is for the channel '\(channel)', not '\(settings.channel)'")
    }
    return signed
  }

  private func fetchedStatement(
    _ pointer: ReleasePointer, kinds: Set<Statement.Kind>, _ fetcher: Fetcher
  ) async throws(Refusal) -> Signed {
    let subject = DistPaths.statement(pointer.number)
    var bytes = try await patchedStatement(pointer, fetcher)
    if bytes == nil {
      guard case .held(let held) = try await fetcher.held(subject, atMost: pointer.digest.size) else {
        throw Refusal(.fileMissing, subject, "is named as the newest and not at the host")
      }
      bytes = held.bytes
    }
    guard let bytes, bytes.count == pointer.digest.size, sodium.sha256(bytes) == pointer.digest.sha256 else {
      throw Refusal(
        .statementMismatch, subject, "has other bytes than those that the statement naming it says")
    }
    let signatures = try await signatures(DistPaths.statementSignatures(pointer.number), fetcher)
    let statement = try trust.statement(bytes, signatures: signatures, as: subject, kinds: kinds)
    let file = try SignatureFile(
      decoding: signatures, as: DistPaths.statementSignatures(pointer.number), limits: ReleaseLimits())
    return Signed(
      bytes: bytes, statement: statement, signers: trust.signers(of: bytes, in: file, role: .release))
  }

  /// The manifest, created by a delta from the newest earlier manifest on this device; nil when there is no
  /// usable delta, or when the manifest is so small that the request would cost as much.
  private func patchedStatement(
    _ pointer: ReleasePointer, _ fetcher: Fetcher
  ) async throws(Refusal) -> [UInt8]? {
    guard pointer.digest.size >= Delta.leastBytes,
      let slot = try store.bases(before: pointer.number, in: settings.channel).first,
      let base = try slot.release.map({ id throws(Refusal) in try store.statement(of: id) })
        ?? store.preset?.statement
    else { return nil }
    let digest = FileDigest(of: base, sodium: sodium)
    do throws(Refusal) {
      return try await fetcher.patched(digest, base: base, to: pointer.digest)?.bytes
    } catch {
      guard !fetcher.ends(error) else { throw error }
      emit(.deltaFailed(error))
      return nil
    }
  }
}

extension Statement {
  /// The number and channel of a release or rollback.
  fileprivate var place: (number: Int, channel: String)? {
    switch self {
    case .release(let release): (release.number, release.channel)
    case .rollback(let rollback): (rollback.number, rollback.channel)
    case .freshness, .keys: nil
    }
  }
}
