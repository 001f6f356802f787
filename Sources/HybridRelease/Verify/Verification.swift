package import HybridCompression
package import HybridCrypto
import HybridJSON

/// Verifies a whole distribution as a client does, and reports all problems.
///
/// It follows the key sets from the trusted one, then checks freshness, the newest statement and everything
/// it leads to, all contents, the archive, the preset, the deltas (by applying them) and Rexxar's table;
/// finally it searches for unreferenced files.
///
/// - Parameters:
///   - names: Every file of the source; nil for a host, which has no listing. Unreferenced files are then not
///     found.
///   - trust: The trusted key set; nil for the first one of the source itself, which is then only as
///     trustworthy as the source. A note reports this.
///   - zstd: Applies deltas; nil to skip them.
///   - presetTemplates: Creates `embedded/templates.plist`; nil to skip that file.
package func verifyDistribution(
  _ source: some ReleaseSource, names: [String]?, trust: Trust?, now: ReleaseTime, zstd: Zstd?,
  sodium: Sodium,
  limits: ReleaseLimits = ReleaseLimits(), presetTemplates: PresetTemplates? = nil
) -> VerificationReport {
  var verification = Verification(
    source: source, names: names, now: now, zstd: zstd, sodium: sodium, limits: limits,
    presetTemplates: presetTemplates)
  verification.verifyDistribution(from: trust)
  return verification.report
}

/// Creates `embedded/templates.plist` from a release and its contents, as packaging does; nil when content is
/// missing.
package typealias PresetTemplates = (Release, _ content: (FileDigest) -> [UInt8]?) -> [UInt8]?

/// Verifies an archive like ``verifyDistribution(_:names:trust:now:zstd:sodium:limits:)``, without the parts
/// that an archive lacks: freshness, deltas, history.
package func verifyArchive(
  _ bytes: [UInt8], as subject: String, trust: Trust?, now: ReleaseTime, sodium: Sodium,
  limits: ReleaseLimits = ReleaseLimits()
) -> VerificationReport {
  do throws(Refusal) {
    let archive = try Archive(bytes, as: subject, limits: limits)
    var verification = Verification(
      source: archive, names: archive.names, now: now, zstd: nil, sodium: sodium, limits: limits,
      isArchive: true)
    verification.verifyArchive(from: trust)
    return verification.report
  } catch {
    var report = VerificationReport()
    report.found(error)
    return report
  }
}

/// One verification of a source. Each method is a step; it reports its findings, and the next step checks
/// what is still checkable.
struct Verification<Source: ReleaseSource> {
  let source: Source
  let names: [String]?
  /// ``names`` as a set; nil for a host.
  let there: Set<String>?
  let now: ReleaseTime
  let zstd: Zstd?
  let sodium: Sodium
  let limits: ReleaseLimits
  /// Whether the source is an archive: it has only the key sets that existed when it was created.
  let isArchive: Bool
  /// Creates `embedded/templates.plist`.
  let presetTemplates: PresetTemplates?
  /// Whether it is a published DIST, which has no preset. A publisher may be running or may have been killed,
  /// so statements newer than the one that freshness names are not a fault: no app accepts them.
  let isPublished: Bool
  var report = VerificationReport()

  /// The key sets on the way to the newest.
  var keys = FollowedKeys()
  /// Statements that no app accepts yet; see ``isPublished``.
  var pending = PendingStatements()
  /// The releases and contents that the statements lead to.
  var reached = ReachedContents()
  /// The files that were read, and those that are referenced.
  var files = FileRecord()

  init(
    source: Source, names: [String]?, now: ReleaseTime, zstd: Zstd?, sodium: Sodium, limits: ReleaseLimits,
    presetTemplates: PresetTemplates? = nil, isArchive: Bool = false
  ) {
    self.presetTemplates = presetTemplates
    (self.source, self.names, self.now, self.zstd) = (source, names, now, zstd)
    there = names.map(Set.init)
    isPublished = !isArchive && names?.contains { $0.hasPrefix("\(DistPaths.embedded)/") } != true
    (self.sodium, self.limits, self.isArchive) = (sodium, limits, isArchive)
  }

  mutating func verifyDistribution(from given: Trust?) {
    guard followKeys(from: given) else { return }
    keepToFollowedKeys()
    let freshness = checkFreshness()
    checkNewest(freshness)
    checkHistory()
    checkCopies()
    checkDeltas()
    checkUnknown()
    if names == nil {
      report.note(
        """
        a host does not list its files: files that no statement names, and the contents of releases before \
        the newest, were not checked
        """
      )
    }
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
    files.expect(DistPaths.release, DistPaths.releaseSignatures)
    checkUnknown()
  }

  // MARK: Reading

  /// Reads a file and searches it for private keys; a failure is reported.
  mutating func read(_ path: String, atMost limit: Int, isNeeded: Bool = true) -> [UInt8]? {
    do throws(Refusal) {
      let bytes = try source.read(path, atMost: limit)
      if files.beginReading(path), let kind = privateKeyKind(in: bytes) {
        report.found(Refusal(.filePrivateKey, path, "holds \(kind)"))
      }
      return bytes
    } catch {
      if isNeeded || error.code != .fileMissing { report.found(error) }
      return nil
    }
  }

  /// Reads a statement with enough signatures.
  ///
  /// - Parameter isCurrent: Whether the newest key set must accept it; otherwise any set of the chain may,
  ///   with a note.
  mutating func statement(
    _ path: String, _ signaturesPath: String, kinds: Set<Statement.Kind>, isCurrent: Bool = true,
    isNeeded: Bool = true, bytes known: [UInt8]? = nil
  ) -> (statement: Statement, bytes: [UInt8])? {
    files.expect(path, signaturesPath)
    let most = kinds.contains(.release) ? limits.releaseBytes : limits.statementBytes
    guard let trust = keys.newest, let bytes = known ?? read(path, atMost: most, isNeeded: isNeeded) else {
      return nil
    }
    do throws(Refusal) {
      let signatures = try source.signatures(signaturesPath, limits: limits)
      _ = read(signaturesPath, atMost: limits.statementBytes)
      do throws(Refusal) {
        return (try trust.statement(bytes, signatures: signatures, as: path, kinds: kinds), bytes)
      } catch {
        for older in keys.superseded where !isCurrent {
          guard
            let statement = try? older.statement(bytes, signatures: signatures, as: path, kinds: kinds)
          else { continue }
          report.note(
            "'\(path)' is signed by key set \(older.keys.version) only: apps do not go back to it before "
              + "'hybrid keys sign' signs it again")
          return (statement, bytes)
        }
        throw error
      }
    } catch {
      report.found(error)
      return nil
    }
  }

  // MARK: Freshness and the newest

  private mutating func checkFreshness() -> Freshness? {
    guard
      let found = statement(DistPaths.freshness, DistPaths.freshnessSignatures, kinds: [.freshness]),
      case .freshness(let freshness) = found.statement, let trust = keys.newest
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
          "names key set \(freshness.keys), and \(trust.keys.version) is there: sign it again"))
    }
    return freshness
  }

  /// Checks the statement that freshness names, the copy at the top, and everything they lead to.
  private mutating func checkNewest(_ freshness: Freshness?) {
    let found = freshness.flatMap { pointed($0.newest, from: DistPaths.freshness) }
    if let freshness { findPending(above: freshness.newest.number) }
    let copy = checkCopy(of: found?.bytes, isNeeded: freshness != nil)
    if let steady = freshness?.steady, let found = pointed(steady, from: DistPaths.freshness) {
      follow(found.statement)
    }
    guard let newest = found?.statement ?? copy else { return }
    switch newest {
    case .release(let release): (report.newest, report.release) = (release.number, release.number)
    case .rollback(let rollback): (report.newest, report.release) = (rollback.number, rollback.target?.number)
    case .freshness, .keys: break
    }
    follow(newest)
  }

  /// Checks the copy at the top, which is for people: it must equal the newest statement.
  private mutating func checkCopy(of newest: [UInt8]?, isNeeded: Bool) -> Statement? {
    let (path, signaturesPath) = (DistPaths.release, DistPaths.releaseSignatures)
    if !pending.isEmpty, let newest,
      let bytes = try? source.read(path, atMost: limits.releaseBytes),
      bytes == newest || pending.hasStatement(bytes)
    {
      // The two files of the copy are uploaded one after the other.
      let signatures = try? source.read(signaturesPath, atMost: limits.statementBytes)
      if bytes != newest
        || (try? keys.newest?.statement(
          bytes, signatures: signatures ?? [], as: path, kinds: [.release, .rollback])) == nil
      {
        _ = read(path, atMost: limits.releaseBytes)
        _ = read(signaturesPath, atMost: limits.statementBytes)
        files.expect(path, signaturesPath)
        report.note("'\(path)' or its signatures are already those of a statement that no app takes yet")
        return nil
      }
    }
    guard let copy = statement(path, signaturesPath, kinds: [.release, .rollback], isNeeded: isNeeded)
    else { return nil }
    if let newest, copy.bytes != newest {
      report.found(
        Refusal(.statementMismatch, path, "has other bytes than the statement that freshness names"))
    }
    return copy.statement
  }

  /// Finds statements that freshness does not name yet.
  private mutating func findPending(above newest: Int) {
    guard isPublished else { return }
    var numbers = (names ?? []).compactMap { number(of: $0, in: "releases/", ending: ".json") }
      .filter { $0 > newest }
    if names == nil, newest < .max { numbers = [newest + 1] }
    while let number = numbers.popLast() {
      let path = DistPaths.statement(number)
      guard let bytes = read(path, atMost: limits.releaseBytes, isNeeded: names != nil) else { continue }
      if names == nil, number < .max { numbers.append(number + 1) }
      files.expect(path, DistPaths.statementSignatures(number))
      pending.add(number, bytes, digest: sodium.sha256(bytes))
      if case .release(let release)? = try? Statement(
        decoding: bytes, as: path, kinds: [.release, .rollback])
      {
        for file in release.files {
          pending.addContent(file.digest.sha256)
          files.expect(DistPaths.file(file.digest.sha256))
        }
      }
      report.note("'\(path)' is newer than what freshness names: no app takes it yet")
    }
  }

  /// Reads the statement that a pointer names; its number and digest must match.
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
    reached.follow(sodium.sha256(found.bytes))
    return found
  }

  private mutating func check(_ statement: Statement, bytes: [UInt8], number: Int, as path: String) {
    reached.add(bytes, digest: sodium.sha256(bytes))
    let (channel, own): (String, Int)
    switch statement {
    case .release(let release):
      (channel, own) = (release.channel, release.number)
      reached.add(release, bytes: bytes)
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

  /// Collects the contents that an app needs for a statement.
  private mutating func follow(_ statement: Statement) {
    switch statement {
    case .release(let release): checkFiles(of: release, areNeeded: true)
    case .rollback(let rollback):
      guard let target = rollback.target,
        let found = pointed(target, from: DistPaths.statement(rollback.number))
      else { return }
      guard case .release(let release) = found.statement else {
        report.found(
          Refusal(.statementWrongKind, DistPaths.statement(target.number), "is not a release to go back to"))
        return
      }
      checkFiles(of: release, areNeeded: true)
    case .freshness, .keys: break
    }
  }

  // MARK: Contents

  /// Checks the contents of a release; unless `areNeeded`, only those that exist.
  mutating func checkFiles(of release: Release, areNeeded: Bool) {
    var gone = 0
    for file in release.files {
      let digest = file.digest
      reached.name(digest)
      let path = DistPaths.file(digest.sha256)
      files.expect(path)
      guard !reached.isVerified(digest.sha256) else { continue }
      if !areNeeded, there?.contains(path) != true {
        gone += 1
        continue
      }
      guard let bytes = read(path, atMost: digest.size) else { continue }
      do throws(Refusal) {
        try digest.check(bytes, as: path, sodium: sodium)
        reached.verify(digest.sha256)
        report.files += 1
        report.bytes += digest.size
      } catch {
        report.found(Refusal(error.code, path, "\(error.detail); it is '\(file.path)'"))
      }
    }
    if gone > 0 {
      report.note(
        "release \(release.number) cannot be restored: \(gone) of its files are missing")
    }
  }

  /// Checks earlier statements: each must be signed by keys of its time, and its number must match its file
  /// name.
  private mutating func checkHistory() {
    guard let names else { return checkHistoryOfHost() }
    for name in names {
      guard let number = number(of: name, in: "releases/", ending: ".json"), reached.releases[number] == nil,
        !pending.has(number), let statement = checkPast(number, as: name, nil)
      else { continue }
      if let newest = report.newest, number > newest {
        report.note("'\(name)' is newer than what freshness names: no app takes it yet")
      }
      if case .release(let release) = statement { checkFiles(of: release, areNeeded: false) }
    }
  }

  /// A host has no listing: earlier statements are requested in descending order until one is missing.
  private mutating func checkHistoryOfHost() {
    for number in (1..<max(report.newest ?? 1, 1)).reversed() where reached.releases[number] == nil {
      let name = DistPaths.statement(number)
      guard let bytes = read(name, atMost: limits.releaseBytes, isNeeded: false) else { return }
      _ = checkPast(number, as: name, bytes)
    }
  }

  private mutating func checkPast(_ number: Int, as name: String, _ bytes: [UInt8]?) -> Statement? {
    guard
      let found = statement(
        name, DistPaths.statementSignatures(number), kinds: [.release, .rollback], isCurrent: false,
        bytes: bytes)
    else { return nil }
    check(found.statement, bytes: found.bytes, number: number, as: name)
    return found.statement
  }

  // MARK: Unknown files

  /// Reports files that nothing names, and private keys in files that were not read yet.
  private mutating func checkUnknown() {
    var (pages, contents, leftovers) = (0, 0, 0)
    for name in names ?? [] {
      if files.isExpected(name) || name.hasPrefix("maps/") && name.hasSuffix(".map") {
        // This file is referenced.
      } else if Self.isRexxarPage(name) {
        // Containers with an earlier table still request its pages, so a host keeps them.
        pages += 1
        checkPage(name)
      } else if isPublished, let digest = Self.digest(ofContent: name) {
        contents += 1
        if let bytes = read(name, atMost: limits.fileBytes), sodium.sha256(bytes) != digest {
          report.found(Refusal(.fileMismatch, name, "has other bytes than its name says"))
        }
      } else if isPublished, isLeftover(name) {
        leftovers += 1
      } else {
        report.found(Refusal(.fileUnknown, name, "is named by nothing"))
      }
      if !files.wasRead(name) { _ = read(name, atMost: limits.fileBytes) }
    }
    if pages > 0 {
      report.note(
        """
        \(pages) of the pages in 'rexxar' are not in '\(DistPaths.rexxarRoutes)': of earlier releases, \
        or of the next
        """
      )
    }
    if contents > 0 {
      report.note(
        "\(contents) of the files in 'files' belong to no listed release: they are old, or for the next")
    }
    if leftovers > 0 {
      report.note("\(leftovers) files are drafts or a lock: a publisher is at work, or was killed")
    }
  }

  /// `files/` and a SHA-256.
  private static func digest(ofContent name: String) -> SHA256Digest? {
    name.hasPrefix("files/") ? SHA256Digest(String(name.dropFirst("files/".count))) : nil
  }

  /// Temporary files of a publisher: its lock, and files that do not have their final names yet. Ours end in
  /// `.draft`; rsync's are `.NAME.` followed by six letters.
  private func isLeftover(_ name: String) -> Bool {
    if name == "publish.lock" || name.hasPrefix("publish.lock/") { return true }
    if name.hasSuffix(".draft") { return isNameOfRelease(String(name.dropLast(".draft".count))) }
    var parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard let last = parts.popLast(), last.hasPrefix("."), last.utf8.suffix(7).first == UInt8(ascii: ".")
    else { return false }
    parts.append(last.dropFirst().dropLast(7))
    return isNameOfRelease(parts.joined(separator: "/"))
  }

  /// Whether a file of this or of another release may have the name.
  private func isNameOfRelease(_ name: String) -> Bool {
    if files.isExpected(name) || Self.isRexxarPage(name) || Self.digest(ofContent: name) != nil
      || Self.digests(ofDelta: name) != nil
    {
      return true
    }
    for folder in ["releases/", "keys/"] {
      for ending in [".json", ".sig"] where number(of: name, in: folder, ending: ending) != nil {
        return true
      }
    }
    return false
  }

  /// `rexxar/NAME-0123456789.html`, with ten digits of the MD5 of its bytes.
  static func isRexxarPage(_ name: String) -> Bool {
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
