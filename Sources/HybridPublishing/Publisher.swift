package import HybridCrypto
package import HybridDist
package import HybridRelease

/// Publishes a DIST to a destination, so that clients get either the old release or all of the new one.
///
/// Content is sent first, then files that no client follows yet, and `freshness.json` last. A killed
/// publisher leaves the old release intact; the next run sends what is missing.
///
///     let destination = FolderDestination("/srv/app")
///     let publisher = Publisher(dist: ReleaseFolder("dist"), destination: destination, sodium: sodium)
///     let plan = try publisher.publish(as: owner) { event in … }
package struct Publisher: Sendable {
  /// An event for a progress bar.
  package enum Event: Sendable {
    /// The files to send are known.
    case planned(PublishPlan)
    /// A file was stored. Sent from any thread.
    case sent(DistFile)
  }

  private let dist: ReleaseFolder
  private let destination: any Destination
  private let sodium: Sodium
  private let limits = ReleaseLimits()

  /// Creates a publisher without reading anything.
  package init(dist: ReleaseFolder, destination: any Destination, sodium: Sodium) {
    (self.dist, self.destination, self.sodium) = (dist, destination, sodium)
  }

  /// Publishes the release.
  ///
  /// - Parameters:
  ///   - breakingLock: Whether to take the destination's lock from its holder.
  ///   - dryRun: Whether only to plan, without taking the lock.
  ///   - now: The current time; expired statements are not published.
  /// - Returns: The files sent, or to be sent.
  /// - Throws: The fault. Clients then see nothing of this release, or, if only the last answer was lost, all
  ///   of it.
  package func publish(
    as owner: PublishOwner, breakingLock: Bool = false, dryRun: Bool = false, now: ReleaseTime,
    told: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(PublishFault) -> PublishPlan {
    let local = try LocalDist(dist, now: now, sodium: sodium, limits: limits)
    if dryRun { return try plan(local).plan }
    try destination.lock(owner, breaking: breakingLock)
    defer { destination.unlock(owner) }
    let (plan, host) = try plan(local)
    told(.planned(plan))
    let sent: @Sendable (DistFile) -> Void = { told(.sent($0)) }
    try destination.store(plan.sent.filter { $0.kind == .immutable }, sent: sent)
    try destination.store(plan.sent.filter { [.signatures, .mutable].contains($0.kind) }, sent: sent)
    guard plan.sent.contains(where: { $0.kind >= .freshnessSignatures }) else { return plan }
    try checkLock(owner)
    try destination.store(plan.sent.filter { $0.kind == .freshnessSignatures }, sent: sent)
    for file in plan.sent where file.kind == .freshness {
      try checkLock(owner)
      try destination.replace(file, version: host?.version)
      sent(file)
    }
    return plan
  }

  private func checkLock(_ owner: PublishOwner) throws(PublishFault) {
    guard try destination.isLocked(by: owner) else {
      throw PublishFault(
        .conflict, "another publisher has broken the lock at \(destination.name)",
        hint: "nothing that clients follow has changed: try again once the other one is done")
    }
  }

  // MARK: The plan

  /// Compares DIST with the destination.
  private func plan(_ local: LocalDist) throws(PublishFault) -> (plan: PublishPlan, host: StoredFile?) {
    let host = try destination.read(DistPaths.freshness, atMost: limits.statementBytes)
    let hostSignatures = host == nil ? nil : try read(DistPaths.freshnessSignatures)
    var plan = PublishPlan(number: local.freshness.newest.number, left: local.left)
    var isSame = false
    if let host {
      isSame = host.bytes == local.freshnessBytes
      if let there = try isSame ? local.freshness : freshness(host.bytes, hostSignatures ?? [], local) {
        plan.hostNumber = there.newest.number
        try check(local.freshness, after: there)
      }
    }
    let paths = local.files.filter { $0.kind < .freshnessSignatures }.map(\.path)
    let sizes = try destination.sizes(of: paths)
    for file in local.files {
      let size = sizes[file.path]
      var file = file
      let isThere: Bool
      switch file.kind {
      case .immutable:
        if let size, size != file.size, !isStatement(file) {
          // Its name determines its bytes and ours were checked, so the existing file is truncated.
          file.kind = .mutable
          isThere = false
        } else {
          if let size {
            guard size == file.size, try isEqualStatement(file, plan.hostNumber ?? 0) else {
              throw .appeared(file, at: destination.name)
            }
          }
          isThere = size != nil
        }
      case .signatures:
        let there = size == file.size ? try read(file.path) : nil
        isThere = try there == file.bytes()
      // The archive was sent before the existing freshness, so its size is enough to recognise it.
      case .mutable:
        if plan.hostNumber != plan.number || size != file.size {
          isThere = false
        } else if file.size > limits.statementBytes {
          isThere = true
        } else {
          let there = try read(file.path)
          isThere = try there == file.bytes()
        }
      case .freshnessSignatures:
        let merged = try mergedSignatures(local, hostSignatures, over: host?.bytes)
        (file.size, file.content) = (merged.count, .bytes(merged))
        isThere = merged == hostSignatures
      case .freshness: isThere = isSame
      }
      if isThere { plan.kept.append(file) } else { plan.sent.append(file) }
    }
    return (plan, host)
  }

  private func read(_ path: String) throws(PublishFault) -> [UInt8]? {
    try destination.read(path, atMost: limits.statementBytes)?.bytes
  }

  /// Whether the name is a number, which does not determine the bytes.
  private func isStatement(_ file: DistFile) -> Bool {
    file.path.hasPrefix("keys/") || file.path.hasPrefix("releases/")
  }

  /// Whether an existing statement equals ours. One above the number that clients follow was left by an
  /// unfinished publisher: its bytes are compared, not only its size.
  private func isEqualStatement(_ file: DistFile, _ hostNumber: Int) throws(PublishFault) -> Bool {
    let isKeys = file.path.hasPrefix("keys/")
    guard isStatement(file) else { return true }
    let number = Int(file.path.dropFirst("releases/".count).dropLast(".json".count)) ?? 0
    guard isKeys || number > hostNumber else { return true }
    let there = try destination.read(file.path, atMost: file.size)
    return try there?.bytes == file.bytes()
  }

  /// The freshness statement on the host, if any of our key sets accepts it.
  ///
  /// Two files cannot change at once, so a host may have a statement without matching signatures: a publisher
  /// was killed in between, or the files were mixed up. No client accepts that statement; it is used only to
  /// check whether ours is older.
  ///
  /// - Returns: Nil when the file is not a statement and the destination's key set is this project's.
  private func freshness(
    _ bytes: [UInt8], _ signatures: [UInt8], _ local: LocalDist
  ) throws(PublishFault) -> Freshness? {
    var last: Refusal?
    for trust in local.trusts.reversed() {
      do throws(Refusal) {
        if case .freshness(let freshness) = try trust.statement(
          bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness])
        {
          return freshness
        }
      } catch { last = last ?? error }
    }
    let there = try? Statement(decoding: bytes, as: DistPaths.freshness, kinds: [.freshness])
    if try isOurs() {
      guard case .freshness(let freshness)? = there else { return nil }
      if freshness.project == local.freshness.project { return freshness }
    }
    throw PublishFault(
      .conflict,
      "what is at \(destination.name) is not signed with this project's keys: \(last?.description ?? "")",
      hint: "it is another project's place, or this DIST lacks newer key sets")
  }

  /// Whether the destination has this project's first key set.
  private func isOurs() throws(PublishFault) -> Bool {
    guard let ours = try? dist.read(DistPaths.keys(1), atMost: limits.statementBytes) else { return false }
    return try read(DistPaths.keys(1)) == ours
  }

  /// Refuses to publish anything older than the published statement.
  private func check(_ next: Freshness, after there: Freshness) throws(PublishFault) {
    let name = destination.name
    guard next.channel == there.channel else {
      throw PublishFault(
        .conflict, "\(name) has the channel '\(there.channel)', and this is '\(next.channel)'",
        hint: "each channel has a place of its own")
    }
    guard next.newest.number >= there.newest.number else {
      throw PublishFault(
        .notNewer, "release \(next.newest.number) is not above \(there.newest.number), which is at \(name)",
        hint:
          """
          package again with a number above \(there.newest.number); \
          'hybrid keys rollback DIST --to N' takes one back
          """
      )
    }
    guard next.keys >= there.keys else {
      throw PublishFault(
        .notNewer, "\(name) has version \(there.keys) of the key set, and this DIST version \(next.keys)")
    }
    guard next.newest.number == there.newest.number else { return }
    guard next.newest == there.newest else {
      throw PublishFault(
        .conflict, "\(name) has another release with the number \(next.newest.number)",
        hint: "package again with the next number")
    }
    // Times of the same format compare as text.
    guard next.created >= there.created else {
      throw PublishFault(
        .notNewer, "freshness of \(next.created) is older than that of \(there.created) at \(name)")
    }
    do throws(Refusal) {
      try Rollout.check(next, after: there, as: DistPaths.freshness)
    } catch { throw PublishFault(.notNewer, error.description) }
  }

  /// Our signatures and those of the host over its current statement, so that the files may be replaced in
  /// either order.
  private func mergedSignatures(
    _ local: LocalDist, _ hostSignatures: [UInt8]?, over hostBytes: [UInt8]?
  ) throws(PublishFault) -> [UInt8] {
    var ours: SignatureFile
    do throws(Refusal) {
      let bytes = try dist.read(DistPaths.freshnessSignatures, atMost: limits.statementBytes)
      ours = try SignatureFile(decoding: bytes, as: DistPaths.freshnessSignatures)
    } catch { throw PublishFault(.invalid, error.description) }
    if let hostBytes, hostBytes != local.freshnessBytes, let hostSignatures,
      let theirs = try? SignatureFile(decoding: hostSignatures, as: DistPaths.freshnessSignatures)
    {
      for trust in local.trusts {
        let valid = theirs.valid(over: hostBytes, by: trust.keys, sodium: sodium)
        if !valid.entries.isEmpty { ours.add(valid) }
      }
    }
    return ours.encoded()
  }
}

/// The files that are sent and those that are not.
package struct PublishPlan: Hashable, Sendable {
  /// The newest statement of DIST.
  package var number: Int
  /// The newest statement at the destination before; nil for none.
  package var hostNumber: Int?
  /// In the order of sending.
  package var sent: [DistFile] = []
  /// Files that already exist.
  package var kept: [DistFile] = []
  /// Files that are never published: `embedded/` and `maps/`.
  package var left: [String]

  init(number: Int, left: [String]) { (self.number, self.left) = (number, left) }

  /// The size of ``sent``, in bytes.
  package var sentBytes: Int { sent.reduce(0) { $0 + $1.size } }
}

/// A verified DIST, and its files to publish.
struct LocalDist {
  /// In the order of sending.
  let files: [DistFile]
  /// The files below `embedded/` and `maps/`.
  let left: [String]
  let freshness: Freshness
  let freshnessBytes: [UInt8]
  /// The trust after each key set, the oldest first.
  let trusts: [Trust]

  /// - Throws: ``PublishFault/Code/invalid`` for anything that does not belong to a release, such as a link
  ///   or an unknown name, and for every fault that `hybrid verify` reports for published files.
  init(_ dist: ReleaseFolder, now: ReleaseTime, sodium: Sodium, limits: ReleaseLimits) throws(PublishFault) {
    let entries = try Self.checking { () throws(Refusal) in try dist.entries() }
    (files, left) = try Self.files(of: dist, entries)
    (trusts, freshness, freshnessBytes) = try Self.checking { () throws(Refusal) in
      let report = verifyDistribution(
        dist, names: entries.map(\.name), trust: nil, now: now, zstd: nil, sodium: sodium,
        limits: limits)
      if let first = report.findings.first {
        let others = report.findings.count - 1
        throw Refusal(
          first.code, first.subject, first.detail + (others > 0 ? "; and \(others) more faults" : ""))
      }
      let trusts = try Self.trusts(of: dist, sodium, limits)
      let bytes = try dist.read(DistPaths.freshness, atMost: limits.statementBytes)
      let signatures = try dist.signatures(DistPaths.freshnessSignatures, limits: limits)
      guard
        case .freshness(let freshness)? = try trusts.last?.statement(
          bytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness])
      else { throw Refusal(.fileMissing, DistPaths.keys(1), "is missing") }
      guard freshness.keys == trusts.count else {
        throw Refusal(
          .keysRolledBack, DistPaths.freshness,
          "names key set \(freshness.keys), and \(trusts.count) is there")
      }
      return (trusts, freshness, bytes)
    }
  }

  private static func checking<T>(_ body: () throws(Refusal) -> T) throws(PublishFault) -> T {
    do throws(Refusal) { return try body() } catch {
      throw PublishFault(.invalid, error.description, hint: "'hybrid verify' has the details")
    }
  }

  private static func trusts(
    of dist: ReleaseFolder, _ sodium: Sodium, _ limits: ReleaseLimits
  ) throws(Refusal) -> [Trust] {
    var trust = try Trust(
      embedded: dist.read(DistPaths.keys(1), atMost: limits.statementBytes), as: DistPaths.keys(1),
      sodium: sodium)
    var trusts = [trust]
    while (try? dist.read(DistPaths.keys(trust.keys.version + 1), atMost: limits.statementBytes)) != nil {
      try trust.advance(to: trust.keys.version + 1, from: dist)
      trusts.append(trust)
    }
    return trusts
  }

  /// The files to publish, in the order of sending, and those that are not published.
  private static func files(
    of dist: ReleaseFolder, _ entries: [ReleaseFolder.Entry]
  ) throws(PublishFault) -> (published: [DistFile], left: [String]) {
    var (published, left): ([DistFile], [String]) = ([], [])
    for entry in entries {
      let place = "\(dist.path)/\(entry.name)"
      guard entry.isFile else { throw PublishFault(.invalid, "'\(place)' is neither a file nor a folder") }
      if entry.name.hasPrefix(DistPaths.embedded + "/") || entry.name.hasPrefix("maps/") {
        left.append(entry.name)
        continue
      }
      guard let kind = DistFile.kind(of: entry.name) else {
        throw PublishFault(
          .invalid, "'\(place)' is not part of a release",
          hint: "only files that 'hybrid package' wrote are published: move it away")
      }
      published.append(DistFile(path: entry.name, size: entry.size, kind: kind, content: .file(place)))
    }
    let order = [DistPaths.release: 2, DistPaths.releaseSignatures: 1]
    published.sort {
      ($0.kind, order[$0.path] ?? 0, $0.path) < ($1.kind, order[$1.path] ?? 0, $1.path)
    }
    return (published, left)
  }
}
