import HybridCompression
import HybridCrypto
import HybridJSON

/// What says the same again in another form: archives, deltas, Rexxar's table.
extension Verification {
  /// An archive: the release that is newest, whole, and nothing else.
  mutating func checkArchive(_ path: String, isNeeded: Bool) {
    expectedNames.insert(path)
    guard let bytes = read(path, atMost: limits.totalBytes, isNeeded: isNeeded), let trust else { return }
    let archive: Archive
    do throws(Refusal) {
      archive = try Archive(bytes, as: path, limits: limits)
    } catch {
      report.found(error)
      return
    }
    func within(_ refusal: Refusal) -> Refusal {
      Refusal(refusal.code, path, "'\(refusal.subject)' \(refusal.detail)")
    }
    var known: Set<String> = [DistPaths.release, DistPaths.releaseSignatures]
    for held in chain {
      known.formUnion([DistPaths.keys(held.keys.version), DistPaths.keysSignatures(held.keys.version)])
      guard let keys = archive.bytes(of: DistPaths.keys(held.keys.version)) else { continue }
      if keys != Statement.keys(held.keys).encoded() {
        report.found(
          Refusal(.statementMismatch, path, "has another key set \(held.keys.version) than the one followed"))
      }
    }
    do throws(Refusal) {
      let statement = try archive.read(DistPaths.release, atMost: limits.releaseBytes)
      let signatures = try archive.signatures(DistPaths.releaseSignatures, limits: limits)
      guard
        case .release(let release) = try trust.statement(
          statement, signatures: signatures, as: DistPaths.release, kinds: [.release])
      else { return }
      if let held = releases[release.number], held.bytes != statement {
        report.found(
          Refusal(
            .statementMismatch, path, "has another release.json than '\(DistPaths.statement(release.number))'"
          ))
      }
      // The preset of an app stays what it was when a rollback names another release.
      let isPreset = path != DistPaths.archive
      if let expected = report.release, expected != release.number, !(isPreset && expected != report.newest) {
        report.found(
          Refusal(
            .statementMismatch, path, "is release \(release.number), and \(expected) is the one to have"))
      }
      for file in release.files {
        let name = DistPaths.file(file.digest.sha256)
        guard known.insert(name).inserted else { continue }
        do throws(Refusal) {
          try file.digest.check(
            try archive.read(name, atMost: file.digest.size), as: name, sodium: sodium)
        } catch {
          report.found(within(error))
        }
      }
      for name in archive.names where !known.contains(name) {
        report.found(Refusal(.fileUnknown, path, "has '\(name)', which its release does not name"))
      }
    } catch {
      report.found(within(error))
    }
  }

  // MARK: Deltas

  /// Every delta, by applying it: what it makes is what its name says.
  mutating func checkDeltas() {
    expectedNames.insert(DistPaths.deltaIndex)
    var index = DeltaIndex()
    if let bytes = read(DistPaths.deltaIndex, atMost: DeltaIndex.mostBytes, isNeeded: false) {
      do throws(Refusal) {
        index = try DeltaIndex(decoding: bytes)
      } catch {
        report.found(error)
      }
    }
    var pairs = index.entries.map { ($0.from, $0.to) }
    for name in names ?? [] {
      guard let (from, to) = Self.digests(ofDelta: name) else { continue }
      guard index.size(from: from, to: to) == nil else { continue }
      report.note("'\(name)' is not in '\(DistPaths.deltaIndex)': no app asks for it")
      pairs.append((from, to))
    }
    var contents = DeltaContents()
    if let archive = try? source.read(DistPaths.archive, atMost: limits.totalBytes), !named.isEmpty {
      contents.archives[sodium.sha256(archive)] = archive
    }
    for (from, to) in pairs {
      let path = DistPaths.delta(from: from, to: to)
      let isListed = index.size(from: from, to: to) != nil
      guard let size = size(of: to, &contents) else {
        // A host has deltas to releases of the past, whose statements were not read.
        guard there?.contains(path) == true else { continue }
        expectedNames.insert(path)
        if isListed, self.size(of: from, &contents) == nil {
          report.note(
            "'\(path)' leads from and to what no release names: archives that were signed anew since then?")
        } else {
          report.found(Refusal(.fileUnknown, path, "makes a file that no release names"))
        }
        continue
      }
      expectedNames.insert(path)
      guard let delta = read(path, atMost: limits.fileBytes) else { continue }
      if let listed = index.size(from: from, to: to), listed != delta.count {
        report.found(
          Refusal(
            .fileWrongSize, path, "has \(delta.count) bytes, and '\(DistPaths.deltaIndex)' says \(listed)"))
      }
      guard let zstd else { continue }
      do throws(Refusal) {
        let base = try bytes(of: from, &contents)
        guard sodium.sha256(base) == from else { continue }  // found with the files
        _ = try Delta.apply(
          delta, to: base, expecting: FileDigest(size: size, sha256: to), as: path, zstd: zstd, sodium: sodium
        )
        report.deltas += 1
      } catch {
        if error.code == .fileMissing {
          report.note("'\(path)' could not be applied: what it starts from is not here")
        } else {
          report.found(error)
        }
      }
    }
  }

  /// What deltas lead from and to beside the files of releases.
  private struct DeltaContents {
    /// Archives: the one that is there, and once they are looked for, those of other releases.
    var archives: [SHA256Digest: [UInt8]] = [:]
    /// Whether the archives of other releases were made.
    var hasAllArchives = false
    /// Whether a host was asked for the statements below the newest.
    var hasPastStatements = false
  }

  /// How long a content is that something signed names: a file of a release, a statement, or an archive; nil for any other.
  private mutating func size(of content: SHA256Digest, _ contents: inout DeltaContents) -> Int? {
    if let size = named[content] ?? statements[content]?.count ?? contents.archives[content]?.count {
      return size
    }
    makeArchives(&contents)
    return contents.archives[content]?.count
  }

  /// The bytes that a delta starts from.
  private mutating func bytes(
    of content: SHA256Digest, _ contents: inout DeltaContents
  ) throws(Refusal) -> [UInt8] {
    if named[content] == nil, statements[content] == nil { readPastStatements(&contents) }
    if let statement = statements[content] { return statement }
    if named[content] == nil {
      makeArchives(&contents)
      if let archive = contents.archives[content] { return archive }
    }
    return try source.read(DistPaths.file(content), atMost: limits.fileBytes)
  }

  /// The archives of releases that are not the newest lie nowhere: they are made of what was in them, as `package` made them, with
  /// as many key sets as there were then.
  private mutating func makeArchives(_ contents: inout DeltaContents) {
    guard there != nil, !contents.hasAllArchives else { return }
    contents.hasAllArchives = true
    for (release, statement) in releases.values {
      for last in chain.indices {
        guard let archive = try? archive(of: release, statement, keySets: chain[...last]) else { continue }
        contents.archives[sodium.sha256(archive)] = archive
      }
    }
  }

  private func archive(
    of release: Release, _ statement: [UInt8], keySets: ArraySlice<Trust>
  ) throws(Refusal) -> [UInt8] {
    let size = release.files.reduce(0) { $0 + $1.digest.size }
    guard size <= Delta.mostBytes else {
      throw Refusal(.deltaTooLarge, DistPaths.archive, "has too many bytes for a delta")
    }
    var archive = ArchiveWriter()
    archive.add(DistPaths.release, statement)
    archive.add(
      DistPaths.releaseSignatures,
      try source.read(DistPaths.statementSignatures(release.number), atMost: limits.statementBytes))
    for trust in keySets {
      for path in [DistPaths.keys(trust.keys.version), DistPaths.keysSignatures(trust.keys.version)] {
        archive.add(path, try source.read(path, atMost: limits.statementBytes))
      }
    }
    for digest in Set(release.files.map(\.digest)) {
      archive.add(
        DistPaths.file(digest.sha256),
        try source.read(DistPaths.file(digest.sha256), atMost: digest.size))
    }
    return try archive.finish()
  }

  /// A host lists nothing, so the few statements are asked for that deltas to the newest one start from.
  private mutating func readPastStatements(_ contents: inout DeltaContents) {
    guard there == nil, !contents.hasPastStatements, let newest = report.newest else { return }
    contents.hasPastStatements = true
    for number in (max(newest - 8, 1)..<max(newest, 1)).reversed() {
      guard let bytes = try? source.read(DistPaths.statement(number), atMost: limits.releaseBytes) else {
        continue
      }
      statements[sodium.sha256(bytes)] = bytes
    }
  }

  private static func digests(ofDelta name: String) -> (SHA256Digest, SHA256Digest)? {
    guard name.hasPrefix("deltas/"), name.hasSuffix(".zst") else { return nil }
    let parts = name.dropFirst(7).dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = SHA256Digest(String(parts[0])), let to = SHA256Digest(String(parts[1]))
    else { return nil }
    return (from, to)
  }

  // MARK: Rexxar

  /// Rexxar's table: every file that it names relative to itself is there.
  mutating func checkRexxar(below folder: String) {
    let path = folder + DistPaths.rexxarRoutes
    expectedNames.insert(path)
    guard let bytes = read(path, atMost: limits.releaseBytes, isNeeded: false) else { return }
    guard let table = try? JSONValue(parsing: bytes), table.object != nil else {
      report.found(Refusal(.statementMalformed, path, "is no JSON object"))
      return
    }
    for list in ["items", "partial_items"] {
      for item in table[list]?.array ?? [] {
        guard let remote = item["remote_file"]?.string else {
          report.found(Refusal(.statementMalformed, path, "has an entry in '\(list)' without 'remote_file'"))
          continue
        }
        // A whole address is of a host; the file that belongs to it still ends in its last two parts (Rexxar's preset rule).
        let parts = remote.split(separator: "/").suffix(2).map(String.init)
        let file = folder + (remote.contains("://") ? parts.joined(separator: "/") : remote)
        guard faultOfFileName(file) == nil else {
          report.found(Refusal(.nameUnsafe, path, "names '\(remote)'"))
          continue
        }
        expectedNames.insert(file)
        if let there {
          if !there.contains(file) {
            report.found(Refusal(.fileMissing, file, "is missing, and '\(path)' names it"))
          }
        } else {
          _ = read(file, atMost: limits.fileBytes)
        }
      }
    }
  }
}
