import HybridCrypto
import HybridDatabase
import HybridRelease

extension UpdateClient {
  /// Runs one update, from the check to the activation.
  func updated(retryingFailed: Bool) async throws(Refusal) -> UpdateOutcome {
    emit(.checking)
    let fetcher = Fetcher(
      transport: transport, settings: settings, files: files, folder: folder, sodium: sodium,
      end: settings.clock.elapsed() + settings.deadline, emit: { [weak self] in self?.emit($0) })
    let result: Result<UpdateOutcome, Refusal>
    do throws(Refusal) {
      result = .success(try await newest(retryingFailed: retryingFailed, fetcher))
    } catch { result = .failure(error) }
    // Damaged files are repaired after every check, even a failed one: their digests were signed when the
    // release was installed.
    switch result {
    case .success(.staged), .success(.activated): break
    case .success(.upToDate(let number)):
      try await heal(fetcher)
      emit(.upToDate(number: number))
    case .success(.outsideRollout(let number)):
      try await heal(fetcher)
      emit(.outsideRollout(number: number))
    case .failure(let refusal) where refusal.isOfNews:
      do throws(Refusal) { try await heal(fetcher) } catch { emit(.refused(error)) }
    case .failure: break
    }
    return try result.get()
  }

  /// Requests the newest statement and installs its release.
  ///
  /// - Parameter retryingFailed: Whether to install a release that failed here; the installing transaction
  ///   then deletes the record of the failure.
  private func newest(retryingFailed: Bool, _ fetcher: Fetcher) async throws(Refusal) -> UpdateOutcome {
    let news = try await freshness(fetcher)
    guard let pointer = try wanted(of: news.freshness) else {
      let number = news.freshness.newest.number
      try remember(news)
      return .outsideRollout(number: number)
    }
    let isHere: Bool
    do throws(Refusal) { isHere = try self.isHere(pointer, retryingFailed: retryingFailed) } catch {
      if error.code == .releaseFailedBefore { try remember(news) }
      throw error
    }
    if isHere {
      try remember(news, taking: pointer)
      // The release was installed, but a disk error prevented its activation.
      guard try isPendingApplied(), let release = try activate() else {
        return .upToDate(number: pointer.number)
      }
      return .activated(release)
    }

    let isMetered = settings.isMetered()
    // A rollback is small, and its target may be on this device.
    if isMetered, settings.metered == .nothing, pointer.digest.size > 4_096 {
      try remember(news)
      throw waits(for: pointer, "\(pointer.digest.size) bytes for the manifest")
    }
    let goal = try await goal(of: pointer, retryingFailed: retryingFailed, fetcher)
    if let refusal = goal.refusal {
      try remember(news, refusing: goal.signed)
      throw refusal
    }
    let release = goal.release?.content
    var plan: [Fetcher.Item] = []
    if let release { plan = try self.plan(store.missing(of: release, verifying: true), for: release) }
    let activeNumber = try active().map { $0.channel == settings.channel ? $0.number : 0 } ?? 0
    let offer = UpdateOffer(
      number: pointer.number, release: release?.number,
      isMandatory: goal.isRollback || (release?.mandatory ?? 0) > activeNumber,
      isRollback: goal.isRollback, files: plan.count, bytes: plan.reduce(0) { $0 + $1.file.digest.size })
    emit(.found(offer))
    if !plan.isEmpty, isMetered {
      guard settings.metered == .everything || (settings.metered == .mandatoryOnly && offer.isMandatory)
      else {
        try remember(news, refusing: goal.signed)
        throw waits(for: pointer, "\(offer.bytes) bytes")
      }
    }
    try await load(plan, fetcher)
    if Task.isCancelled { throw Refusal(.updateCancelled, "update", "was called off") }
    let stored = try place(plan.map(\.file.digest), fetcher)
    // During the download, a read may have found that a file to be shared is damaged.
    if let release, let gone = try store.missing(of: release).first(where: { !stored.contains($0.digest) }) {
      throw Refusal(.fileMissing, gone.path, "was damaged while the release was loaded")
    }
    try store.install(
      ReleaseStore.Installation(
        release: goal.release, number: pointer.number, channel: settings.channel,
        accepted: news.accepted(
          over: try store.accepted(settings.channel), taking: pointer, signers: goal.signed.signers),
        stored: stored))
    let outcome: UpdateOutcome
    if isApplied(isMandatory: offer.isMandatory), let release = try activate() {
      outcome = .activated(release)
    } else if let release = try pending() {
      emit(.staged(release))
      outcome = .staged(release)
    } else {
      // A rollback to the preset of an app without a preset: the active release stays.
      outcome = .upToDate(number: pointer.number)
    }
    let (files, bytes) = try store.cleanUp()
    if files > 0 { emit(.cleaned(files: files, bytes: bytes)) }
    return outcome
  }

  /// Whether a release is activated at once.
  private func isApplied(isMandatory: Bool) -> Bool {
    switch settings.application {
    case .nextStart: false
    case .mandatoryAtOnce: isMandatory
    case .atOnce: true
    }
  }

  /// Whether the pending release is to be activated at once.
  private func isPendingApplied() throws(Refusal) -> Bool {
    guard let slot = try store.slot(.pending), slot.channel == settings.channel else { return false }
    let release = try store.release(of: slot)
    let active = try active().map { $0.channel == settings.channel ? $0.number : 0 } ?? 0
    // A rollback's number differs from its release's.
    let isRollback = slot.release == nil || release?.number != slot.number
    return isApplied(isMandatory: isRollback || (release?.mandatory ?? 0) > active)
  }

  private func waits(for pointer: ReleasePointer, _ amount: String) -> Refusal {
    Refusal(
      .networkMetered, DistPaths.statement(pointer.number),
      "waits for a network that does not cost by the byte: \(amount)")
  }

  /// Stores verified statements, so that no older statement is accepted and the next check is one request.
  ///
  /// - Parameter refused: A statement that was refused because of this device. It is kept, since the reason
  ///   may go away.
  private func remember(
    _ news: FreshnessAnswer, taking pointer: ReleasePointer? = nil, refusing refused: Signed? = nil
  ) throws(Refusal) {
    let old = try store.accepted(settings.channel)
    let new = news.accepted(over: old, taking: pointer)
    let id = refused.map { sodium.sha256($0.bytes).description }
    let isKept = try id.map { id throws(Refusal) in try store.refused(id) != nil } ?? true
    // Usually nothing has changed, and nothing is written.
    guard new != old || !isKept else { return }
    try store.transaction { [store, settings] () throws(DatabaseError) in
      try store.set(new, for: settings.channel)
      if let id, let refused { try store.keepRefused(id, refused.bytes, refused.signers) }
    }
  }
}
