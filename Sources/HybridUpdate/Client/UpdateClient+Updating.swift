import HybridCrypto
import HybridDatabase
import HybridRelease
import Synchronization

extension UpdateClient {
  /// One update, from the question to the switch.
  func updated(retryingFailed: Bool) async throws(Refusal) -> UpdateOutcome {
    emit(.checking)
    let fetcher = Fetcher(
      transport: transport, settings: settings, files: files, folder: folder, sodium: sodium,
      end: settings.clock.elapsed() + settings.deadline, emit: { [weak self] in self?.emit($0) })
    if retryingFailed { try store.forgetFailures() }

    let news = try await freshness(fetcher)
    guard let pointer = try wanted(of: news.freshness) else {
      let number = news.freshness.newest.number
      try remember(news, highest: 0)
      emit(.outsideRollout(number: number))
      return .outsideRollout(number: number)
    }
    if try isHere(pointer) {
      try remember(news, highest: pointer.number)
      let healed = try await heal(fetcher)
      if healed > 0 { emit(.healed(files: healed)) }
      emit(.upToDate(number: pointer.number))
      return .upToDate(number: pointer.number)
    }

    var index: DeltaIndex?
    let goal = try await goal(of: pointer, fetcher, &index)
    let missing = try goal.release.map { release throws(Refusal) in
      try store.missing(of: release.content, verifying: true)
    }
    let plan = try await plan(missing ?? [], fetcher, &index)
    let release = goal.release?.content
    let activeNumber = try active().map { $0.channel == settings.channel ? $0.number : 0 } ?? 0
    let offer = UpdateOffer(
      number: pointer.number, release: release?.number,
      isMandatory: (release?.mandatory ?? 0) > activeNumber,
      isRollback: goal.isRollback, files: plan.count, bytes: plan.reduce(0) { $0 + $1.cost })
    emit(.found(offer))
    if !plan.isEmpty, settings.isMetered() {
      guard settings.metered == .everything || (settings.metered == .mandatoryOnly && offer.isMandatory)
      else {
        throw Refusal(
          .networkMetered, "releases/\(pointer.number).json",
          "waits for a network that does not cost by the byte: \(offer.bytes) bytes")
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
        accepted: news.accepted(over: try store.accepted(settings.channel), highest: pointer.number),
        stored: stored))
    let outcome: UpdateOutcome
    let applies =
      switch settings.application {
      case .nextStart: false
      case .mandatoryAtOnce: offer.isMandatory
      case .atOnce: true
      }
    if applies, let release = try activate() {
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

  // MARK: What is newest

  /// A freshness statement, and what is kept of it.
  private struct News {
    var freshness: Freshness
    var bytes: [UInt8]
    var etag: String?

    func accepted(over old: ReleaseStore.Accepted, highest: Int) -> ReleaseStore.Accepted {
      ReleaseStore.Accepted(highest: max(old.highest, highest), freshness: bytes, etag: etag)
    }
  }

  /// Asks for `freshness.json`: one small request when nothing has changed.
  private func freshness(_ fetcher: Fetcher) async throws(Refusal) -> News {
    let subject = DistPaths.freshness
    let old = try store.accepted(settings.channel)
    let limits = ReleaseLimits()
    let news: News
    switch try await fetcher.held(
      subject, etag: old.freshness == nil ? nil : old.etag, atMost: limits.statementBytes)
    {
    case .missing: throw Refusal(.fileMissing, subject, "is not at the host")
    case .notModified:
      guard let bytes = old.freshness else {
        throw Refusal(.networkStatus, subject, "304 although nothing was kept")
      }
      news = News(freshness: try decoded(bytes), bytes: bytes, etag: old.etag)
    case .held(let held):
      if held.bytes == old.freshness {
        news = News(freshness: try decoded(held.bytes), bytes: held.bytes, etag: held.etag)
      } else {
        let signatures = try await signatures(DistPaths.freshnessSignatures, fetcher)
        news = News(
          freshness: try await verified(held.bytes, signatures, fetcher), bytes: held.bytes,
          etag: held.etag)
      }
    }
    let freshness = news.freshness
    guard freshness.channel == settings.channel else {
      throw Refusal(
        .wrongChannel, subject, "is for the channel '\(freshness.channel)', not '\(settings.channel)'")
    }
    // Read again: keys that were followed on the way may have ended what was believed before.
    if let bytes = try store.accepted(settings.channel).freshness, bytes != news.bytes {
      let before = try decoded(bytes)
      guard let (was, made) = Optional((before.created, freshness.created)), was <= made else {
        throw Refusal(
          .freshnessRolledBack, subject,
          "was made at \(freshness.created), and one of \(before.created) was seen")
      }
      try Rollout.check(freshness, after: before, as: subject)
    }
    try await followKeys(to: freshness.keys, fetcher)
    let now = ReleaseTime(seconds: settings.clock.now())
    try trust.checkExpiry(now: now)
    if let expires = ReleaseTime(freshness.expires), expires <= now {
      // The app goes on, and takes what is signed; but somebody may be holding back what is newer.
      emit(
        .refused(
          Refusal(
            .freshnessExpired, subject, "has expired at \(freshness.expires): the host may hold back news")))
    }
    return news
  }

  private func decoded(_ bytes: [UInt8]) throws(Refusal) -> Freshness {
    guard
      case .freshness(let freshness) = try Statement(
        decoding: bytes, as: DistPaths.freshness, kinds: [.freshness])
    else { throw Refusal(.statementWrongKind, DistPaths.freshness, "is no freshness statement") }
    return freshness
  }

  /// Checks who signed. Newer keys may have: when those that are held do not do, the next key sets are asked for.
  private func verified(
    _ bytes: [UInt8], _ signatures: [UInt8], _ fetcher: Fetcher
  ) async throws(Refusal) -> Freshness {
    while true {
      do throws(Refusal) {
        guard
          case .freshness(let freshness) = try trust.statement(
            bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness])
        else { throw Refusal(.statementWrongKind, DistPaths.freshness, "is no freshness statement") }
        return freshness
      } catch {
        guard error.code == .signatureThreshold || error.code == .signatureInvalid else { throw error }
        guard try await followNextKeys(fetcher) else { throw error }
      }
    }
  }

  /// Goes on to the next key set; false when the host has none.
  private func followNextKeys(_ fetcher: Fetcher) async throws(Refusal) -> Bool {
    let version = trust.keys.version + 1
    let (path, limits) = (DistPaths.keys(version), ReleaseLimits())
    guard case .held(let held) = try await fetcher.held(path, atMost: limits.statementBytes) else {
      return false
    }
    let signatures = try await signatures(DistPaths.keysSignatures(version), fetcher)
    let before = trust.keys.rules
    try trust.advance(to: held.bytes, signatures: signatures, as: path)
    let after = trust.keys.rules
    try store.keepKeySet(
      version, held.bytes, signatures, forgetsFreshness: before[.freshness] != after[.freshness],
      forgetsNumbers: before[.release] != after[.release])
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
          "is missing, and without it nobody gets from version \(trust.keys.version) to \(version)")
      }
    }
  }

  private func signatures(_ path: String, _ fetcher: Fetcher) async throws(Refusal) -> [UInt8] {
    guard case .held(let held) = try await fetcher.held(path, atMost: ReleaseLimits().statementBytes) else {
      throw Refusal(.signatureMissing, path, "is missing")
    }
    return held.bytes
  }

  // MARK: Which statement counts

  /// The statement for this client: the newest when it is in the roll-out, else the steady one; nil when that is none, or older
  /// than what was accepted.
  private func wanted(of freshness: Freshness) throws(Refusal) -> ReleasePointer? {
    let highest = try store.accepted(settings.channel).highest
    let newest = freshness.newest
    guard newest.number >= highest else {
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

  /// Whether a statement is what is active or waits already.
  private func isHere(_ pointer: ReleasePointer) throws(Refusal) -> Bool {
    let failed = try store.failed().map(\.id)
    for slot in [try store.slot(.pending), try store.activeSlot()] {
      guard let slot, slot.channel == settings.channel else { continue }
      if slot.number == pointer.number {
        let release = try store.installed(slot)
        // A rollback has another manifest than the release that it makes active; a release must be the same to the last byte.
        guard let release, release.number != pointer.number || release.id == pointer.digest.sha256.description
        else {
          throw Refusal(
            .statementMismatch, DistPaths.statement(pointer.number),
            "is another statement than the one that was accepted with this number")
        }
        return true
      }
      // A preset that is newer than the host: the app was published first.
      if slot.release == nil, slot.number > pointer.number { return true }
    }
    if failed.contains(pointer.digest.sha256.description) { throw failedBefore(pointer) }
    return false
  }

  private func failedBefore(_ pointer: ReleasePointer) -> Refusal {
    Refusal(
      .releaseFailedBefore, DistPaths.statement(pointer.number),
      "failed on this device before and is not tried again unless the app asks for it")
  }

  /// What an update makes active.
  struct Goal {
    /// The release and its manifest; nil for the preset.
    var release: (id: String, statement: [UInt8], content: Release)?
    var isRollback = false
  }

  private func goal(
    of pointer: ReleasePointer, _ fetcher: Fetcher, _ index: inout DeltaIndex?
  ) async throws(Refusal) -> Goal {
    let (bytes, statement) = try await statement(pointer, kinds: [.release, .rollback], fetcher, &index)
    switch statement {
    case .release(let release):
      if let refusal = Self.incompatibility(release, settings) { throw refusal }
      return Goal(release: (pointer.digest.sha256.description, bytes, release))
    case .rollback(let rollback):
      guard let target = rollback.target else { return Goal(isRollback: true) }
      let id = target.digest.sha256.description
      if id == store.preset?.id { return Goal(isRollback: true) }
      if try store.failed().contains(where: { $0.id == id }) { throw failedBefore(target) }
      if let bytes = try store.statement(of: id),
        case .release(let release) = try Statement(
          decoding: bytes, as: DistPaths.statement(target.number), kinds: [.release])
      {
        if let refusal = Self.incompatibility(release, settings) { throw refusal }
        return Goal(release: (id, bytes, release), isRollback: true)
      }
      let (bytes, statement) = try await self.statement(target, kinds: [.release], fetcher, &index)
      guard case .release(let release) = statement else {
        throw Refusal(.statementWrongKind, DistPaths.statement(target.number), "is no release")
      }
      if let refusal = Self.incompatibility(release, settings) { throw refusal }
      return Goal(release: (id, bytes, release), isRollback: true)
    case .freshness, .keys:
      throw Refusal(.statementWrongKind, DistPaths.statement(pointer.number), "is no release")
    }
  }

  /// Fetches `releases/N.json` as a signed pointer names it, by a delta when there is one, and checks it.
  private func statement(
    _ pointer: ReleasePointer, kinds: Set<Statement.Kind>, _ fetcher: Fetcher, _ index: inout DeltaIndex?
  ) async throws(Refusal) -> ([UInt8], Statement) {
    let subject = DistPaths.statement(pointer.number)
    var bytes = try await patchedStatement(pointer, fetcher, &index)
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
    guard let (number, channel) = statement.place else {
      throw Refusal(.statementWrongKind, subject, "is no release")
    }
    guard number == pointer.number else {
      throw Refusal(.releaseWrongNumber, subject, "has the number \(number)")
    }
    guard channel == settings.channel else {
      throw Refusal(
        .wrongChannel, subject, "is for the channel '\(channel)', not '\(settings.channel)'")
    }
    return (bytes, statement)
  }

  /// The manifest made of the active one by a delta; nil when there is none, when it does not do, or when the manifest is so
  /// small that asking costs as much.
  private func patchedStatement(
    _ pointer: ReleasePointer, _ fetcher: Fetcher, _ index: inout DeltaIndex?
  ) async throws(Refusal) -> [UInt8]? {
    guard pointer.digest.size > 4_096, let slot = try store.activeSlot() else { return nil }
    let base = if let id = slot.release { try store.statement(of: id) } else { store.preset?.statement }
    guard let base else { return nil }
    let from = sodium.sha256(base)
    let deltas = await deltaIndex(fetcher, &index)
    guard let size = deltas.size(from: from, to: pointer.digest.sha256), size < pointer.digest.size else {
      return nil
    }
    do throws(Refusal) {
      return try await fetcher.patched(
        FileDigest(size: base.count, sha256: from), size: size, base: base, to: pointer.digest)
    } catch {
      guard !error.isFinal else { throw error }
      emit(.deltaFailed(error))
      return nil
    }
  }

  private func remember(_ news: News, highest: Int) throws(Refusal) {
    let old = try store.accepted(settings.channel)
    let new = news.accepted(over: old, highest: highest)
    // Nothing is written when nothing has changed, which is the usual case.
    guard new != old else { return }
    try store.transaction { [store, settings] () throws(DatabaseError) in
      try store.set(new, for: settings.channel)
    }
  }

  // MARK: What to load

  /// How what is not here comes cheapest.
  private func plan(
    _ missing: [ReleaseFile], _ fetcher: Fetcher, _ index: inout DeltaIndex?
  ) async throws(Refusal) -> [Fetcher.Item] {
    // Without anything here nothing can be relative to it.
    guard !missing.isEmpty, try store.activeSlot() != nil else {
      return missing.map { Fetcher.Item(file: $0, delta: nil) }
    }
    let index = await deltaIndex(fetcher, &index)
    var bases: [String: [FileDigest]] = [:]
    for slot in [try store.activeSlot(), try store.slot(.previous), try store.slot(.pending)] {
      guard !index.entries.isEmpty, let slot, let release = try store.release(of: slot) else { continue }
      for file in release.files { bases[file.path, default: []].append(file.digest) }
    }
    return missing.map { file in
      let deltas = (bases[file.path] ?? []).compactMap { base -> (base: FileDigest, size: Int)? in
        index.size(from: base.sha256, to: file.digest.sha256).map { (base, $0) }
      }
      let best = deltas.min { $0.size < $1.size }
      return Fetcher.Item(file: file, delta: best.flatMap { $0.size < file.digest.size ? $0 : nil })
    }
  }

  /// The index of deltas. It is a hint: without one everything comes in full.
  private func deltaIndex(_ fetcher: Fetcher, _ index: inout DeltaIndex?) async -> DeltaIndex {
    if let index { return index }
    var found = DeltaIndex()
    do throws(Refusal) {
      if case .held(let held) = try await fetcher.held(DistPaths.deltaIndex, atMost: DeltaIndex.mostBytes) {
        found = try DeltaIndex(decoding: held.bytes)
      }
    } catch { emit(.deltaFailed(error)) }
    index = found
    return found
  }

  /// Loads all of a plan, some files at a time. What is loaded stays in `staging` when another fails.
  private func load(_ plan: [Fetcher.Item], _ fetcher: Fetcher) async throws(Refusal) {
    guard !plan.isEmpty else { return }
    let progress = Progress(
      total: plan.reduce(0) { $0 + $1.cost }, elapsed: settings.clock.elapsed,
      emit: { [weak self] in self?.emit($0) })
    defer { progress.end() }
    var waiting = plan[...]
    let parallel = max(1, settings.parallelDownloads)
    let failure = await withTaskGroup(of: Refusal?.self) { group -> Refusal? in
      var running = 0
      var failure: Refusal?
      while failure == nil || running > 0 {
        while failure == nil, running < parallel, let item = waiting.popFirst() {
          // What the delta is relative to is read here, where the store is; one that is damaged means the full file.
          let base = item.delta.flatMap { delta in (try? store.content(delta.base)).flatMap { $0 } }
          group.addTask {
            do throws(Refusal) {
              try await fetcher.load(item, base: base, progress: progress)
              return nil
            } catch { return error }
          }
          running += 1
        }
        guard running > 0, let result = await group.next() else { break }
        running -= 1
        if let refusal = result, failure == nil {
          failure = refusal
          group.cancelAll()
        }
      }
      return failure
    }
    if let failure { throw failure }
  }

  /// Moves what was loaded into `files/`, and waits until it is there for good.
  private func place(_ digests: [FileDigest], _ fetcher: Fetcher) throws(Refusal) -> [FileDigest] {
    guard !digests.isEmpty else { return [] }
    try fetcher.storing { () throws(FileFault) in
      var groups: Set<String> = []
      for digest in digests {
        let target = store.path(of: digest.sha256.description)
        let group = String(target.dropLast(65))
        if groups.insert(group).inserted { try files.makeFolder(group) }
        // What an update that was cut off had put there already was verified in its place.
        if try files.size(of: fetcher.stagingPath(digest)) != nil {
          try files.rename(fetcher.stagingPath(digest), to: target)
        }
      }
      for group in groups.sorted() { try files.syncFolder(group) }
      try files.syncFolder(folder + "/files")
    }
    return digests
  }

  /// Loads what is damaged of the active release and of the one that waits.
  private func heal(_ fetcher: Fetcher) async throws(Refusal) -> Int {
    var missing: [ReleaseFile] = []
    for slot in [try store.activeSlot(), try store.slot(.pending)] {
      guard let slot, let id = slot.release, try store.missingFiles(of: id) > 0,
        let release = try store.release(of: slot)
      else { continue }
      missing += try store.missing(of: release).filter { !missing.contains($0) }
    }
    guard !missing.isEmpty else { return 0 }
    var index: DeltaIndex?
    let plan = try await plan(missing, fetcher, &index)
    try await load(plan, fetcher)
    let stored = try place(plan.map(\.file.digest), fetcher)
    try store.transaction { [store] () throws(DatabaseError) in try store.keep(stored) }
    return stored.count
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
