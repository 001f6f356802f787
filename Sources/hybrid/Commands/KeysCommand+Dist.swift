import HybridCompiler
import HybridCrypto
import HybridDist
import HybridJSON
import HybridRelease
import HybridRexxar
import HybridSource

extension KeysRun {
  private static let weekInSeconds = 7 * 86_400

  private func dist(_ what: String) throws(ReleaseFault) -> DistFolder {
    let folder = try names(1...1, what)[0].withoutSlashes
    return try DistFolder(folder, keys: try storedKeys(), sodium: sodium)
  }

  // MARK: fresh

  /// Signs the newest statement, valid for the duration of `--expires`.
  mutating func fresh() throws(ReleaseFault) {
    let dist = try dist("DIST")
    let newest = try dist.statement(
      DistPaths.release, kinds: [.release, .rollback], ring: ring, passphrases: &passphrases)
    // Clients fetch the copy below releases/, and everything it references.
    let release = try dist.release(ledToBy: pointer(to: newest), ring: ring, passphrases: &passphrases)
    let freshness = try refresh(dist, newest)
    if let release, case .release(let statement) = release.statement {
      try dist.renewArchive(of: release) { () throws(ReleaseFault) in
        try archive(of: statement, release.bytes, in: dist)
      }
    }
    say(inWords(freshness)) { write(freshness, to: &$0) }
  }

  private mutating func refresh(_ dist: DistFolder, _ newest: DistFolder.Found) throws(ReleaseFault)
    -> Freshness
  {
    try dist.refresh(
      newest: pointer(to: newest),
      channel: newest.statement.channel, lifetime: arguments[KeysCommand.expires] ?? Self.weekInSeconds,
      rollout: arguments[KeysCommand.rollout], now: now, ring: ring, passphrases: &passphrases)
  }

  private func pointer(to found: DistFolder.Found) -> ReleasePointer {
    ReleasePointer(
      number: found.statement.number, digest: FileDigest(of: found.bytes, sodium: sodium))
  }

  private func inWords(_ freshness: Freshness) -> [String] {
    var line = "newest is \(freshness.newest.number) of '\(freshness.channel)', until \(freshness.expires)"
    if freshness.rollout < 100 {
      line += ", for \(freshness.rollout) % of all"
      if let steady = freshness.steady { line += "; all others get \(steady.number)" }
    }
    return [line]
  }

  private func write(_ freshness: Freshness, to json: inout JSONWriter) {
    json.member("newest", freshness.newest.number)
    json.member("channel", freshness.channel)
    json.member("expires", freshness.expires)
    json.member("rollout", freshness.rollout)
    if let steady = freshness.steady { json.member("steady", steady.number) }
    json.member("keys", freshness.keys)
  }

  // MARK: rollback

  /// Creates and signs the statement that rolls the newest release back, and the freshness statement that
  /// names it.
  mutating func rollback() throws(ReleaseFault) {
    let dist = try dist("DIST")
    guard let to = arguments[KeysCommand.target], to == "preset" || Int(to).map({ $0 > 0 }) == true else {
      throw ReleaseFault(
        usage: "missing-value", "a rollback needs '--to N', the number of a release, or '--to preset'")
    }
    guard let reason = arguments[KeysCommand.reason], (1...1_000).contains(reason.utf8.count) else {
      throw ReleaseFault(
        usage: "missing-value", "a rollback needs '--reason TEXT', 1 to 1000 bytes: apps and people see it")
    }
    guard !reason.unicodeScalars.contains(where: \.drivesTerminal) else {
      throw ReleaseFault(
        usage: "wrong-value",
        "the reason '\(reason)' has invisible characters, or characters that change how others are shown",
        hint: "use one line of visible text: it is signed and cannot be changed later")
    }
    let newest = try dist.statement(
      DistPaths.release, kinds: [.release, .rollback], ring: ring, passphrases: &passphrases)
    let current = try dist.current()
    var files: [(path: String, bytes: [UInt8])] = []
    var pointer: ReleasePointer?
    var target: Release?
    if let number = Int(to) {
      guard number < newest.statement.number else {
        throw ReleaseFault(
          usage: "wrong-value",
          "release \(number) is not below the newest, \(newest.statement.number): "
            + "there is nothing to roll back"
        )
      }
      let found = try dist.statement(
        DistPaths.statement(number), kinds: [.release, .rollback], ring: ring, passphrases: &passphrases)
      guard case .release(let release) = found.statement else {
        throw ReleaseFault(
          usage: "wrong-value", "\(number) is a rollback itself: name the release that it went back to")
      }
      pointer = ReleasePointer(number: number, digest: FileDigest(of: found.bytes, sodium: sodium))
      target = release
      files.append((DistPaths.archive, try archive(of: release, found.bytes, in: dist)))
    }
    let rollback = Rollback(
      project: current.project, channel: newest.statement.channel, number: newest.statement.number + 1,
      created: now.description, target: pointer, reason: reason)
    if let target { files += try rexxarFiles(of: target, for: rollback, in: dist) }
    let bytes = Statement.rollback(rollback).encoded()
    let path = DistPaths.statement(rollback.number)
    let signatures = try ring.sign(
      bytes, as: .release, of: current, subject: path, with: &passphrases
    ).encoded()
    try dist.write(
      files + [
        (DistPaths.statementSignatures(rollback.number), signatures), (path, bytes),
        (DistPaths.releaseSignatures, signatures), (DistPaths.release, bytes),
      ])
    let freshness = try refresh(dist, DistFolder.Found(statement: .rollback(rollback), bytes: bytes))
    let goal = pointer.map { "release \($0.number)" } ?? "each app's preset"
    say(["made \(path): back to \(goal)"] + inWords(freshness)) {
      $0.member("statement", path)
      $0.member("number", rollback.number)
      if let pointer { $0.member("to", pointer.number) } else { $0.member("to", "preset") }
      write(freshness, to: &$0)
    }
  }

  /// The files for a rollback of Rexxar containers: the pages of the target, in a table with the rollback's
  /// number, since containers ignore a table with a lower number than their own.
  private func rexxarFiles(
    of target: Release, for rollback: Rollback, in dist: DistFolder
  ) throws(ReleaseFault) -> [(path: String, bytes: [UInt8])] {
    guard !target.routes.isEmpty else {
      try dist.remove(DistPaths.rexxarRoutes)
      return []
    }
    let table = (try? dist.source.read(DistPaths.rexxarRoutes, atMost: RexxarTable.longest)).flatMap {
      RexxarTable.read(Source(path: DistPaths.rexxarRoutes, bytes: $0)).table
    }
    let export = RexxarExport(
      of: target, base: table.map(RexxarExport.base) ?? "", number: rollback.number, created: rollback.created
    ) { digest in try? dist.source.read(DistPaths.file(digest.sha256), atMost: digest.size) }
    // The table is written last, so that it never references missing files.
    return export.files.filter { $0.path != DistPaths.rexxarRoutes }
      + export.files.filter { $0.path == DistPaths.rexxarRoutes }
  }

  /// The one-file form of a release whose files are all present and checked.
  private func archive(
    of release: Release, _ bytes: [UInt8], in dist: DistFolder
  ) throws(ReleaseFault) -> [UInt8] {
    let limits = ReleaseLimits()
    return try refusing { () throws(Refusal) in
      var archive = ArchiveWriter()
      archive.add(DistPaths.release, bytes)
      archive.add(
        DistPaths.releaseSignatures,
        try dist.source.signatures(DistPaths.statementSignatures(release.number), limits: limits))
      for stored in dist.keys.chain {
        archive.add(DistPaths.keys(stored.keySet.version), stored.bytes)
        archive.add(DistPaths.keysSignatures(stored.keySet.version), stored.signatures.encoded())
      }
      var added: Set<String> = []
      for file in release.files {
        let path = DistPaths.file(file.digest.sha256)
        guard added.insert(path).inserted else { continue }
        let content = try dist.source.read(path, atMost: limits.fileBytes)
        try file.digest.check(content, as: path, sodium: sodium)
        archive.add(path, content)
      }
      return try archive.finish()
    }
  }

  // MARK: sign

  /// Adds signatures by this machine's keys to a statement that needs the signatures of several people.
  mutating func sign() throws(ReleaseFault) {
    let path = try names(1...1, "the statement to sign, such as keys/2.json")[0]
    guard path.hasSuffix(".json") else {
      throw ReleaseFault(usage: "wrong-value", "'\(path)' is not a statement: statements end in .json")
    }
    let parent = ProjectPath.folder(of: path)
    let folder = parent.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : parent
    let source = ReleaseFolder(folder)
    let limits = ReleaseLimits()
    let name = ProjectPath.name(of: path)
    // A key set's own folder is locked; a DIST is locked as a whole, as `package` does.
    let isTop = name == DistPaths.release || name == DistPaths.freshness
    let isNumber = name.dropLast(5).allSatisfy(\.isNumber)
    let outer = try isTop || !isNumber ? nil : ReleaseFault.locking("\(folder)/..")
    let inner = try ReleaseFault.locking(folder)
    defer { withExtendedLifetime((outer, inner)) {} }
    let bytes = try refusing { () throws(Refusal) in try source.read(name, atMost: limits.releaseBytes) }
    let statement = try refusing { () throws(Refusal) in
      try Statement(decoding: bytes, as: path, kinds: Set(Statement.Kind.allCases))
    }
    let signaturesName = signaturesPath(of: name)
    var existing = SignatureFile()
    do throws(Refusal) {
      existing = try SignatureFile(
        decoding: try source.read(signaturesName, atMost: limits.statementBytes), as: signaturesName)
    } catch {
      guard error.code == .fileMissing else { throw ReleaseFault(error) }
    }

    let signatures: SignatureFile
    let missing: Int
    if case .keys(let set) = statement {
      let stored = try ProjectKeys(folder: folder, sodium: sodium)
      let previous = stored.chain.first { $0.keySet.version == set.version - 1 }?.keySet
      guard previous != nil || set.version == (stored.chain.first?.keySet.version ?? set.version) else {
        throw ReleaseFault(Refusal(.keysSkipped, path, "has no key set before it in '\(folder)'"))
      }
      signatures = try self.signatures(over: bytes, of: set, after: previous, adding: existing)
      missing = missingSignatures(over: bytes, in: signatures, of: set, after: previous)
    } else {
      let role = statement.kind.role
      var keys = try storedKeys()
      if keys.current == nil {
        let dist = isTop ? folder : folder + "/.."
        keys = try ProjectKeys(folder: dist + "/keys", sodium: sodium)
      }
      guard let current = keys.current else { throw noKeySet }
      guard statement.project == current.project else {
        throw ReleaseFault(
          Refusal(
            .wrongProject, path,
            "is of the project '\(statement.project)', and the keys are those of '\(current.project)'"))
      }
      let trust = Trust(current, sodium: sodium)
      let before = Set(trust.signers(of: bytes, in: existing, role: role))
      let signer = try ring.unlock([.init(role: role, keySet: current, signed: before)], with: &passphrases)
      signatures = try refusing { () throws(Refusal) in
        try signer.sign(bytes, as: role, of: current, subject: path, adding: existing, isPartial: true)
      }
      missing =
        (current.rules[role]?.threshold ?? 1) - trust.signers(of: bytes, in: signatures, role: role).count
    }
    guard signatures != existing || missing <= 0 else {
      throw ReleaseFault(
        Refusal(
          .keyFileMissing, path, "needs \(statement.kind.role.rawValue) keys that are not on this machine"))
    }
    let place = "\(folder)/\(signaturesName)"
    if signatures != existing,
      let fault = writeFile(signatures.encoded(), to: place, sparing: InputFiles(), syncing: true)
    {
      throw ReleaseFault(fault)
    }
    let added = signatures.entries.count - existing.entries.count
    say([
      "\(path): \(added == 0 ? "nothing to add" : "added \(counted(added, "signature"))")"
        + (missing > 0
          ? "; it becomes valid with \(counted(missing, "more signature"))" : ", enough for it to be valid")
    ]) {
      $0.member("file", path)
      $0.member("kind", statement.kind.rawValue)
      $0.member("added", added)
      $0.member("missingSignatures", max(0, missing))
    }
  }
}

extension Statement {
  /// The number of a release or rollback; for freshness, the newest number; for a key set, its version.
  var number: Int {
    switch self {
    case .release(let release): release.number
    case .rollback(let rollback): rollback.number
    case .freshness(let freshness): freshness.newest.number
    case .keys(let keys): keys.version
    }
  }

  /// The channel; empty for key sets, which apply to all channels.
  var channel: String {
    switch self {
    case .release(let release): release.channel
    case .rollback(let rollback): rollback.channel
    case .freshness(let freshness): freshness.channel
    case .keys: ""
    }
  }
}
