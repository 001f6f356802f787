package import HybridCompression
package import HybridCrypto
import HybridJSON

/// Holds all of a distribution against its signatures, as a client would that wants to know everything.
///
/// The key sets are followed from the trusted one; then freshness, the newest statement and what it leads to, every content,
/// the archive, the preset, the deltas (by applying them), Rexxar's table; then what lies there that nobody names.
///
/// - Parameters:
///   - names: Every file of the source; nil for a host, which lists none. Then what nobody names is not found.
///   - trust: The key set that is believed; nil for the first one of the source itself, which is then only as good as where it
///     came from. A note says so.
///   - zstd: What applies deltas; nil to leave them.
package func verifyDistribution(
  _ source: some ReleaseSource, names: [String]?, trust: Trust?, now: ReleaseTime, zstd: Zstd?,
  sodium: Sodium,
  limits: ReleaseLimits = ReleaseLimits()
) -> VerificationReport {
  var verification = Verification(
    source: source, names: names, now: now, zstd: zstd, sodium: sodium, limits: limits)
  verification.verifyDistribution(from: trust)
  return verification.report
}

/// Holds a one-file archive against its signatures. As ``verifyDistribution(_:names:trust:now:zstd:sodium:limits:)``, without
/// what an archive has not: freshness, deltas, a history.
package func verifyArchive(
  _ bytes: [UInt8], as subject: String, trust: Trust?, now: ReleaseTime, sodium: Sodium,
  limits: ReleaseLimits = ReleaseLimits()
) -> VerificationReport {
  do throws(Refusal) {
    let archive = try Archive(bytes, as: subject, limits: limits)
    var verification = Verification(
      source: archive, names: archive.names, now: now, zstd: nil, sodium: sodium, limits: limits)
    verification.verifyArchive(from: trust)
    return verification.report
  } catch {
    var report = VerificationReport()
    report.found(error)
    return report
  }
}

/// One look at a source. Each method is a step; what it finds goes to the report, and the next step does what it still can.
struct Verification<Source: ReleaseSource> {
  let source: Source
  let names: [String]?
  /// ``names`` again; nil for a host.
  let there: Set<String>?
  let now: ReleaseTime
  let zstd: Zstd?
  let sodium: Sodium
  let limits: ReleaseLimits
  var report = VerificationReport()

  /// The newest key set that was reached.
  var trust: Trust?
  /// Every key set on the way, oldest first.
  var chain: [Trust] = []
  /// Releases by number, with the bytes of their statements.
  var releases: [Int: (release: Release, bytes: [UInt8])] = [:]
  /// Statements about releases, by the digest of their bytes: deltas lead from one to the next.
  var statements: [SHA256Digest: [UInt8]] = [:]
  /// Contents that some release names, and how long they are.
  var named: [SHA256Digest: Int] = [:]
  /// Contents that were checked.
  var verified: Set<SHA256Digest> = []
  /// Files that were read, and so looked through for private keys.
  var readNames: Set<String> = []
  /// Files that something names.
  var expectedNames: Set<String> = []

  init(
    source: Source, names: [String]?, now: ReleaseTime, zstd: Zstd?, sodium: Sodium, limits: ReleaseLimits
  ) {
    (self.source, self.names, self.now, self.zstd) = (source, names, now, zstd)
    there = names.map(Set.init)
    (self.sodium, self.limits) = (sodium, limits)
  }

  mutating func verifyDistribution(from given: Trust?) {
    guard followKeys(from: given) else { return }
    let freshness = checkFreshness()
    checkNewest(freshness)
    checkHistory()
    checkArchive(DistPaths.archive, isNeeded: false)
    checkArchive("\(DistPaths.embedded)/\(DistPaths.archive)", isNeeded: false)
    checkDeltas()
    checkRexxar(below: "")
    checkRexxar(below: "\(DistPaths.embedded)/")
    checkUnknown()
  }

  mutating func verifyArchive(from given: Trust?) {
    guard followKeys(from: given) else { return }
    if let found = statement(DistPaths.release, DistPaths.releaseSignatures, kinds: [.release]),
      case .release(let release) = found.statement
    {
      (report.project, report.channel) = (release.project, release.channel)
      (report.newest, report.release) = (release.number, release.number)
      checkFiles(of: release, areNeeded: true)
    }
    expectedNames.formUnion([DistPaths.release, DistPaths.releaseSignatures])
    checkUnknown()
  }

  // MARK: Reading

  /// A file, looked through for private keys; what keeps it from being read is found.
  mutating func read(_ path: String, atMost limit: Int, isNeeded: Bool = true) -> [UInt8]? {
    do throws(Refusal) {
      let bytes = try source.read(path, atMost: limit)
      if readNames.insert(path).inserted, let kind = privateKeyKind(in: bytes) {
        report.found(Refusal(.filePrivateKey, path, "holds \(kind)"))
      }
      return bytes
    } catch {
      if isNeeded || error.code != .fileMissing { report.found(error) }
      return nil
    }
  }

  /// A statement with enough signatures.
  ///
  /// - Parameter isCurrent: Whether the newest key set must take it; else any on the way may, with a note.
  mutating func statement(
    _ path: String, _ signaturesPath: String, kinds: Set<Statement.Kind>, isCurrent: Bool = true,
    isNeeded: Bool = true
  ) -> (statement: Statement, bytes: [UInt8])? {
    expectedNames.formUnion([path, signaturesPath])
    let most = kinds.contains(.release) ? limits.releaseBytes : limits.statementBytes
    guard let trust, let bytes = read(path, atMost: most, isNeeded: isNeeded) else { return nil }
    do throws(Refusal) {
      let signatures = try source.signatures(signaturesPath, limits: limits)
      _ = read(signaturesPath, atMost: limits.statementBytes)
      do throws(Refusal) {
        return (try trust.statement(bytes, signatures: signatures, as: path, kinds: kinds), bytes)
      } catch {
        for older in chain.dropLast().reversed() where !isCurrent {
          guard
            let statement = try? older.statement(bytes, signatures: signatures, as: path, kinds: kinds)
          else { continue }
          report.note(
            "'\(path)' is signed by key set \(older.keys.version) only: apps do not go back to it before "
              + "'hybrid keys sign' signs it anew")
          return (statement, bytes)
        }
        throw error
      }
    } catch {
      report.found(error)
      return nil
    }
  }

  // MARK: Keys

  /// From the trusted set to the newest; false when there is nothing to trust.
  private mutating func followKeys(from given: Trust?) -> Bool {
    let versions = (names ?? []).compactMap { name in number(of: name, in: "keys/", ending: ".json") }
      .sorted()
    if let given {
      trust = given
    } else {
      let first = versions.first ?? 1
      let path = DistPaths.keys(first)
      guard let bytes = read(path, atMost: limits.statementBytes) else { return false }
      do throws(Refusal) {
        let found = try Trust(embedded: bytes, as: path, sodium: sodium, limits: limits)
        let signatures = try source.signatures(DistPaths.keysSignatures(first), limits: limits)
        _ = try found.statement(bytes, signatures: signatures, as: path, kinds: [.keys])
        trust = found
      } catch {
        report.found(error)
        return false
      }
      report.note(
        "'\(path)' was taken as it is: '--keys FILE' holds all against the key set that your apps embed")
    }
    guard var trust else { return false }
    chain = [trust]
    let last = versions.last ?? .max
    while trust.keys.version < last {
      let next = trust.keys.version + 1
      if names == nil, !exists(DistPaths.keys(next)) { break }
      do throws(Refusal) {
        try trust.advance(to: next, from: source)
        chain.append(trust)
      } catch {
        report.found(error)
        break
      }
    }
    self.trust = trust
    for version in versions {
      expectedNames.formUnion([DistPaths.keys(version), DistPaths.keysSignatures(version)])
    }
    report.keys = trust.keys.version
    report.project = trust.keys.project
    do throws(Refusal) { try trust.checkExpiry(now: now) } catch { report.found(error) }
    return true
  }

  /// Whether a host has a file.
  private func exists(_ path: String) -> Bool {
    do throws(Refusal) {
      _ = try source.read(path, atMost: limits.statementBytes)
      return true
    } catch {
      return error.code != .fileMissing
    }
  }

  // MARK: Freshness and the newest

  private mutating func checkFreshness() -> Freshness? {
    guard
      let found = statement(DistPaths.freshness, DistPaths.freshnessSignatures, kinds: [.freshness]),
      case .freshness(let freshness) = found.statement, let trust
    else { return nil }
    report.channel = freshness.channel
    if let expires = ReleaseTime(freshness.expires), expires <= now {
      report.found(Refusal(.freshnessExpired, DistPaths.freshness, "has expired at \(freshness.expires)"))
    }
    if freshness.keys > trust.keys.version {
      report.found(
        Refusal(
          .keysSkipped, DistPaths.freshness,
          "names key set \(freshness.keys), and \(trust.keys.version) is the newest that can be reached"))
    } else if freshness.keys < trust.keys.version {
      report.found(
        Refusal(
          .keysRolledBack, DistPaths.freshness,
          "names key set \(freshness.keys), and \(trust.keys.version) is there: sign it anew"))
    }
    return freshness
  }

  /// What freshness names, the copy at the top, and all that the two lead to.
  private mutating func checkNewest(_ freshness: Freshness?) {
    let copy = statement(
      DistPaths.release, DistPaths.releaseSignatures, kinds: [.release, .rollback], isNeeded: freshness != nil
    )
    var newest = copy?.statement
    if let freshness {
      if let found = pointed(freshness.newest, from: DistPaths.freshness) {
        newest = found.statement
        if let copy, copy.bytes != found.bytes {
          report.found(
            Refusal(
              .statementMismatch, DistPaths.release,
              "has other bytes than '\(DistPaths.statement(freshness.newest.number))', the newest"))
        }
      }
      if let steady = freshness.steady, let found = pointed(steady, from: DistPaths.freshness) {
        follow(found.statement)
      }
    }
    guard let newest else { return }
    switch newest {
    case .release(let release): (report.newest, report.release) = (release.number, release.number)
    case .rollback(let rollback): (report.newest, report.release) = (rollback.number, rollback.target?.number)
    case .freshness, .keys: break
    }
    follow(newest)
  }

  /// The statement that a pointer names, with the number and the digest that it names.
  private mutating func pointed(
    _ pointer: ReleasePointer, from subject: String
  ) -> (statement: Statement, bytes: [UInt8])? {
    let path = DistPaths.statement(pointer.number)
    guard
      let found = statement(
        path, DistPaths.statementSignatures(pointer.number), kinds: [.release, .rollback])
    else { return nil }
    do throws(Refusal) {
      try pointer.digest.check(found.bytes, as: path, sodium: sodium)
    } catch {
      report.found(Refusal(.statementMismatch, path, "\(error.detail) by '\(subject)'"))
    }
    check(found.statement, bytes: found.bytes, number: pointer.number, as: path)
    return found
  }

  private mutating func check(_ statement: Statement, bytes: [UInt8], number: Int, as path: String) {
    statements[sodium.sha256(bytes)] = bytes
    let (channel, own): (String, Int)
    switch statement {
    case .release(let release):
      (channel, own) = (release.channel, release.number)
      releases[own] = (release, bytes)
    case .rollback(let rollback): (channel, own) = (rollback.channel, rollback.number)
    case .freshness, .keys: return
    }
    if own != number {
      report.found(Refusal(.releaseWrongNumber, path, "is number \(own)"))
    }
    if let expected = report.channel, channel != expected {
      report.found(
        Refusal(
          .wrongChannel, path, "is signed for the channel '\(channel)', and this one is '\(expected)'"))
    } else {
      report.channel = channel
    }
  }

  /// The contents that an app needs for a statement.
  private mutating func follow(_ statement: Statement) {
    switch statement {
    case .release(let release): checkFiles(of: release, areNeeded: true)
    case .rollback(let rollback):
      guard let target = rollback.target,
        let found = pointed(target, from: DistPaths.statement(rollback.number))
      else { return }
      guard case .release(let release) = found.statement else {
        report.found(
          Refusal(.statementWrongKind, DistPaths.statement(target.number), "is no release to go back to"))
        return
      }
      checkFiles(of: release, areNeeded: true)
    case .freshness, .keys: break
    }
  }

  // MARK: Contents

  /// Every content of a release; of one that is not `areNeeded`, those that are there.
  mutating func checkFiles(of release: Release, areNeeded: Bool) {
    var gone = 0
    for file in release.files {
      let digest = file.digest
      named[digest.sha256] = digest.size
      let path = DistPaths.file(digest.sha256)
      expectedNames.insert(path)
      guard !verified.contains(digest.sha256) else { continue }
      if !areNeeded, there?.contains(path) != true {
        gone += 1
        continue
      }
      guard let bytes = read(path, atMost: digest.size) else { continue }
      do throws(Refusal) {
        try digest.check(bytes, as: path, sodium: sodium)
        verified.insert(digest.sha256)
        report.files += 1
        report.bytes += digest.size
      } catch {
        report.found(Refusal(error.code, path, "\(error.detail); it is '\(file.path)'"))
      }
    }
    if gone > 0 {
      report.note(
        "release \(release.number) cannot be gone back to any more: \(gone) of its files are gone")
    }
  }

  /// Statements of the past: each signed by keys of its time, and as numbered as its file.
  private mutating func checkHistory() {
    for name in names ?? [] {
      guard let number = number(of: name, in: "releases/", ending: ".json"), releases[number] == nil,
        let found = statement(
          name, DistPaths.statementSignatures(number), kinds: [.release, .rollback], isCurrent: false)
      else { continue }
      check(found.statement, bytes: found.bytes, number: number, as: name)
      if let newest = report.newest, number > newest {
        report.note("'\(name)' is newer than what freshness names: no app takes it yet")
      }
      if case .release(let release) = found.statement { checkFiles(of: release, areNeeded: false) }
    }
  }

  // MARK: What nobody names

  /// Files that nothing names, and private keys in those that were not read yet.
  private mutating func checkUnknown() {
    var earlier = 0
    for name in names ?? [] {
      let isKnown =
        expectedNames.contains(name) || name.hasPrefix("maps/") || name.hasPrefix("\(DistPaths.embedded)/")
      // Containers that hold an earlier table ask for its pages yet: a host keeps them.
      let isEarlierPage = !isKnown && Self.isRexxarPage(name)
      if isEarlierPage { earlier += 1 }
      if !isKnown, !isEarlierPage { report.found(Refusal(.fileUnknown, name, "is named by nothing")) }
      if !readNames.contains(name) { _ = read(name, atMost: limits.fileBytes) }
    }
    if earlier > 0 {
      report.note(
        "\(earlier) of the pages in 'rexxar' are not in '\(DistPaths.rexxarRoutes)': of earlier releases")
    }
  }

  /// `rexxar/NAME-0123456789.html`, ten digits of the MD5 of its bytes.
  private static func isRexxarPage(_ name: String) -> Bool {
    guard name.hasPrefix("rexxar/"), name.hasSuffix(".html") else { return false }
    let stem = name.dropLast(5).utf8.suffix(11)
    return stem.first == UInt8(ascii: "-")
      && stem.dropFirst().allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  /// 12 for `releases/12.json`.
  func number(of name: String, in folder: String, ending: String) -> Int? {
    guard name.hasPrefix(folder), name.hasSuffix(ending) else { return nil }
    let text = name.dropFirst(folder.count).dropLast(ending.count)
    guard let number = Int(text), number > 0, String(number) == text else { return nil }
    return number
  }
}
