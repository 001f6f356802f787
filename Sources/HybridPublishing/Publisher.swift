package import HybridCrypto
import HybridRelease

/// Carries a DIST to a destination, so that clients follow either what was there or all of the new release.
///
/// Content first, then what nobody follows yet, and `freshness.json` as the last file. A publisher that is killed leaves the old
/// release whole; the next run sends what is missing.
///
///     let publisher = Publisher(dist: DistContents("dist"), destination: FolderDestination("/srv/app"), sodium: sodium)
///     let plan = try publisher.publish(as: owner) { event in … }
package struct Publisher: Sendable {
  /// What is done, for a progress bar.
  package enum Event: Sendable {
    /// What will be sent is known.
    case planned(PublishPlan)
    /// A file is there. From any thread.
    case sent(DistFile)
  }

  private let dist: DistContents
  private let destination: any Destination
  private let sodium: Sodium
  private let limits = ReleaseLimits()

  /// Nothing is read yet.
  package init(dist: DistContents, destination: any Destination, sodium: Sodium) {
    (self.dist, self.destination, self.sodium) = (dist, destination, sodium)
  }

  /// Publishes.
  ///
  /// - Parameters:
  ///   - breakingLock: Whether to take the destination's lock from somebody who has it.
  ///   - dryRun: Whether only to look, without the lock.
  /// - Returns: What was sent, or would be.
  /// - Throws: What is wrong; then clients see nothing of this release, or, when only the last answer was lost, all of it.
  package func publish(
    as owner: PublishOwner, breakingLock: Bool = false, dryRun: Bool = false,
    told: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws(PublishFault) -> PublishPlan {
    let local = try LocalDist(dist, sodium: sodium, limits: limits)
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
        .conflict, "somebody has broken the lock at \(destination.name)",
        hint: "nothing that clients follow has changed: try again once the other one is done")
    }
  }

  // MARK: What to send

  /// Compares with what is there.
  private func plan(_ local: LocalDist) throws(PublishFault) -> (plan: PublishPlan, host: StoredFile?) {
    let host = try destination.read(DistPaths.freshness, atMost: limits.statementBytes)
    let hostSignatures = host == nil ? nil : try read(DistPaths.freshnessSignatures)
    var plan = PublishPlan(number: local.freshness.newest.number, left: local.left)
    var isSame = false
    if let host {
      let there = try freshness(host.bytes, hostSignatures ?? [], local)
      plan.hostNumber = there.newest.number
      try check(local.freshness, after: there)
      isSame = host.bytes == local.freshnessBytes
    }
    let paths = local.files.filter { $0.kind < .freshnessSignatures }.map(\.path)
    let sizes = try destination.sizes(of: paths)
    for file in local.files {
      let size = sizes[file.path]
      var file = file
      let isThere: Bool
      switch file.kind {
      case .immutable:
        if let size {
          guard size == file.size, try isEqualStatement(file, plan.hostNumber ?? 0) else {
            throw .appeared(file, at: destination.name)
          }
        }
        isThere = size != nil
      case .signatures:
        let there = size == file.size ? try read(file.path) : nil
        isThere = try there == file.bytes()
      // All of them came before the freshness that is there, so that an archive is known by its size.
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

  /// A statement above what clients follow was left by a publisher that never ended: its bytes are compared, not its size only.
  private func isEqualStatement(_ file: DistFile, _ hostNumber: Int) throws(PublishFault) -> Bool {
    let isKeys = file.path.hasPrefix("keys/")
    guard isKeys || file.path.hasPrefix("releases/") else { return true }
    let number = Int(file.path.dropFirst("releases/".count).dropLast(".json".count)) ?? 0
    guard isKeys || number > hostNumber else { return true }
    let there = try destination.read(file.path, atMost: file.size)
    return try there?.bytes == file.bytes()
  }

  /// The freshness statement of the host, if any of our key sets believes it.
  private func freshness(
    _ bytes: [UInt8], _ signatures: [UInt8], _ local: LocalDist
  ) throws(PublishFault) -> Freshness {
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
    throw PublishFault(
      .conflict,
      "what is at \(destination.name) is not signed with this project's keys: \(last?.description ?? "")",
      hint: "it is another project's place, or this DIST lacks newer key sets")
  }

  /// Refuses to go back.
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
          "package again with a number above \(there.newest.number); 'hybrid keys rollback DIST --to N' takes one back"
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
    // Times of one form compare as texts.
    guard next.created >= there.created else {
      throw PublishFault(
        .notNewer, "freshness of \(next.created) is older than that of \(there.created) at \(name)")
    }
    do throws(Refusal) {
      try Rollout.check(next, after: there, as: DistPaths.freshness)
    } catch { throw PublishFault(.notNewer, error.description) }
  }

  /// Ours, and those of the host that are over what is there until ours is: neither order of the two files breaks it.
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

/// What is sent and what is not.
package struct PublishPlan: Hashable, Sendable {
  /// The newest statement of DIST.
  package var number: Int
  /// The newest statement that was at the destination; nil for none.
  package var hostNumber: Int?
  /// In the order of sending.
  package var sent: [DistFile] = []
  /// What is there already.
  package var kept: [DistFile] = []
  /// What of DIST is never published: `embedded/` and `maps/`.
  package var left: [String]

  init(number: Int, left: [String]) { (self.number, self.left) = (number, left) }

  /// The bytes of ``sent``.
  package var sentBytes: Int { sent.reduce(0) { $0 + $1.size } }
}

/// A DIST that was checked: signed by its keys, and whole.
struct LocalDist {
  let files: [DistFile]
  let left: [String]
  let freshness: Freshness
  let freshnessBytes: [UInt8]
  /// After each key set, the oldest first.
  let trusts: [Trust]

  init(_ dist: DistContents, sodium: Sodium, limits: ReleaseLimits) throws(PublishFault) {
    (files, left) = try dist.files()
    do throws(Refusal) {
      var trusts = [
        try Trust(
          embedded: dist.read(DistPaths.keys(1), atMost: limits.statementBytes), as: DistPaths.keys(1),
          sodium: sodium)
      ]
      let paths = Set(files.map(\.path))
      while paths.contains(DistPaths.keys(trusts.count + 1)) {
        var next = trusts[trusts.count - 1]
        try next.advance(to: trusts.count + 1, from: dist)
        trusts.append(next)
      }
      self.trusts = trusts
      let trust = trusts[trusts.count - 1]
      freshnessBytes = try dist.read(DistPaths.freshness, atMost: limits.statementBytes)
      let signatures = try dist.signatures(DistPaths.freshnessSignatures, limits: limits)
      guard
        case .freshness(let freshness) = try trust.statement(
          freshnessBytes, signatures: signatures, as: DistPaths.freshness, kinds: [.freshness])
      else { preconditionFailure("only freshness was asked for") }
      self.freshness = freshness
      guard freshness.keys == trusts.count else {
        throw Refusal(
          .keysSkipped, DistPaths.freshness, "names key set \(freshness.keys), and \(trusts.count) are there")
      }
      for pointer in [freshness.newest, freshness.steady].compactMap(\.self) {
        try Self.check(pointer, of: dist, trust, freshness.channel, sodium, limits)
      }
    } catch { throw PublishFault(.invalid, error.description, hint: "'hybrid verify' tells more") }
  }

  /// Checks a statement and everything that it names.
  private static func check(
    _ pointer: ReleasePointer, of dist: DistContents, _ trust: Trust, _ channel: String, _ sodium: Sodium,
    _ limits: ReleaseLimits
  ) throws(Refusal) {
    let name = DistPaths.statement(pointer.number)
    let bytes = try dist.read(name, atMost: limits.releaseBytes)
    try pointer.digest.check(bytes, as: name, sodium: sodium)
    let signatures = try dist.signatures(DistPaths.statementSignatures(pointer.number), limits: limits)
    let statement = try trust.statement(
      bytes, signatures: signatures, as: name, kinds: [.release, .rollback])
    func check(_ number: Int, _ its: String) throws(Refusal) {
      guard number == pointer.number else {
        throw Refusal(.releaseWrongNumber, name, "has the number \(number)")
      }
      guard its == channel else { throw Refusal(.wrongChannel, name, "is of the channel '\(its)'") }
    }
    switch statement {
    case .release(let release):
      try check(release.number, release.channel)
      for file in release.files {
        let path = DistPaths.file(file.digest.sha256)
        try file.digest.check(dist.read(path, atMost: limits.fileBytes), as: path, sodium: sodium)
      }
    case .rollback(let rollback):
      try check(rollback.number, rollback.channel)
      if let target = rollback.target {
        guard target.number < rollback.number else {
          throw Refusal(.releaseWrongNumber, name, "goes back to \(target.number)")
        }
        try self.check(target, of: dist, trust, channel, sodium, limits)
      }
    default: preconditionFailure("only releases and rollbacks were asked for")
    }
  }
}
