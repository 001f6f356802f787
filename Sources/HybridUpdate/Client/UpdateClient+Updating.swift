import HybridCrypto
import HybridDatabase
import HybridRelease

extension UpdateClient {
  /// One update, from the question to the switch.
  func updated(retryingFailed: Bool) async throws(Refusal) -> UpdateOutcome {
    emit(.checking)
    let fetcher = Fetcher(
      transport: transport, settings: settings, files: files, folder: folder, sodium: sodium,
      end: settings.clock.elapsed() + settings.deadline, emit: { [weak self] in self?.emit($0) })
    let result: Result<UpdateOutcome, Refusal>
    do throws(Refusal) {
      result = .success(try await newest(retryingFailed: retryingFailed, fetcher))
    } catch { result = .failure(error) }
    // What is damaged is loaded again whatever was said of news: its digests were signed when it was taken.
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

  /// Asks for the newest statement and takes what it names.
  ///
  /// - Parameter retryingFailed: A release that failed here is taken; that it failed is forgotten by the
  ///   transaction that takes it.
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
      // It was taken, and then the disk failed before it was applied.
      guard try isPendingApplied(), let release = try activate() else {
        return .upToDate(number: pointer.number)
      }
      return .activated(release)
    }

    let isMetered = settings.isMetered()
    // A rollback is small, and what it names may be here.
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
    // While it was loaded, a read may have found that a file is damaged which was to be shared.
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
      // A rollback to the preset of an app that has none: nothing is what is active.
      outcome = .upToDate(number: pointer.number)
    }
    let (files, bytes) = try store.cleanUp()
    if files > 0 { emit(.cleaned(files: files, bytes: bytes)) }
    return outcome
  }

  /// Whether a release becomes active at once.
  private func isApplied(isMandatory: Bool) -> Bool {
    switch settings.application {
    case .nextStart: false
    case .mandatoryAtOnce: isMandatory
    case .atOnce: true
    }
  }

  /// Whether what waits is to become active at once.
  private func isPendingApplied() throws(Refusal) -> Bool {
    guard let slot = try store.slot(.pending), slot.channel == settings.channel else { return false }
    let release = try store.release(of: slot)
    let active = try active().map { $0.channel == settings.channel ? $0.number : 0 } ?? 0
    // A rollback has another number than its release.
    let isRollback = slot.release == nil || release?.number != slot.number
    return isApplied(isMandatory: isRollback || (release?.mandatory ?? 0) > active)
  }

  private func waits(for pointer: ReleasePointer, _ amount: String) -> Refusal {
    Refusal(
      .networkMetered, DistPaths.statement(pointer.number),
      "waits for a network that does not cost by the byte: \(amount)")
  }

  /// Keeps what was verified, so that nothing older is believed and the next check is one request.
  ///
  /// - Parameter refused: A statement that is not taken for a reason of this device: it is kept, since the
  ///   reason may end.
  private func remember(
    _ news: News, taking pointer: ReleasePointer? = nil, refusing refused: Signed? = nil
  ) throws(Refusal) {
    let old = try store.accepted(settings.channel)
    let new = news.accepted(over: old, taking: pointer)
    let id = refused.map { sodium.sha256($0.bytes).description }
    let isKept = try id.map { id throws(Refusal) in try store.refused(id) != nil } ?? true
    // Nothing is written when nothing has changed, which is the usual case.
    guard new != old || !isKept else { return }
    try store.transaction { [store, settings] () throws(DatabaseError) in
      try store.set(new, for: settings.channel)
      if let id, let refused { try store.keepRefused(id, refused.bytes, refused.signers) }
    }
  }
}
