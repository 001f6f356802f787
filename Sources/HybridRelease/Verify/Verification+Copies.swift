import HybridCompression
import HybridCrypto
import HybridEncoding
import HybridRexxar
import HybridRouting
import HybridSource

/// Checks the other forms of a release: archives, deltas, Rexxar's table.
extension Verification {
  /// Checks the archive, the embedded files, and Rexxar's tables.
  mutating func checkCopies() {
    let newest = report.release.flatMap { reached.releases[$0] }
    let archive = checkArchive(DistPaths.archive, isNeeded: newest.map { isArchivable($0.release) } ?? false)
    checkRexxar(below: "", of: report.newest, newest?.release)
    // A published DIST has no preset.
    let folder = DistPaths.embedded + "/"
    guard names?.contains(where: { $0.hasPrefix(folder) }) == true else { return }
    let path = folder + DistPaths.archive
    var preset = archive
    if let archive, let bytes = try? source.read(path, atMost: limits.totalBytes), bytes == archive.bytes {
      files.expect(path)
      files.beginReading(path)
    } else {
      preset = checkArchive(path, isNeeded: archive != nil)
      // A rollback does not change the preset.
      if preset != nil, archive != nil, report.release == report.newest {
        report.found(Refusal(.statementMismatch, path, "is another archive than '\(DistPaths.archive)'"))
      }
    }
    let release = preset?.release ?? newest?.release
    checkTemplates(of: release, as: folder + "templates.plist")
    checkRexxar(below: folder, of: release?.number, release)
  }

  /// Whether a release fits into one archive: zip's sizes are limited.
  private func isArchivable(_ release: Release) -> Bool {
    let files = Set(release.files.map(\.digest)).map {
      ArchivePlan.Entry(name: DistPaths.file($0.sha256), size: $0.size, checksum: 0)
    }
    do throws(Refusal) {
      _ = try ArchivePlan(files, as: DistPaths.archive)
      return true
    } catch { return false }
  }

  /// Checks the templates that VirtualView apps read at launch: those of the preset's release.
  private mutating func checkTemplates(of release: Release?, as path: String) {
    files.expect(path)
    guard let bytes = read(path, atMost: limits.releaseBytes), let release, let presetTemplates else {
      return
    }
    let expected = presetTemplates(release) { [source] digest in
      try? source.read(DistPaths.file(digest.sha256), atMost: digest.size)
    }
    if let expected, bytes != expected {
      report.found(
        Refusal(.fileMismatch, path, "does not have the templates of release \(release.number)"))
    }
  }

  /// Checks an archive: it must contain the newest release, complete, and nothing else.
  ///
  /// - Returns: Its bytes and its release; nil when it contains no release of the project.
  private mutating func checkArchive(
    _ path: String, isNeeded: Bool
  ) -> (bytes: [UInt8], release: Release)? {
    files.expect(path)
    guard let bytes = read(path, atMost: limits.totalBytes, isNeeded: isNeeded), let trust = keys.newest
    else { return nil }
    let archive: Archive
    do throws(Refusal) {
      archive = try Archive(bytes, as: path, limits: limits)
    } catch {
      report.found(error)
      return nil
    }
    func within(_ refusal: Refusal) -> Refusal {
      Refusal(refusal.code, path, "'\(refusal.subject)' \(refusal.detail)")
    }
    var known: Set<String> = [DistPaths.release, DistPaths.releaseSignatures]
    for held in keys.allWithLater {
      known.formUnion([DistPaths.keys(held.keys.version), DistPaths.keysSignatures(held.keys.version)])
      guard let keys = archive.bytes(of: DistPaths.keys(held.keys.version)) else { continue }
      if keys != Statement.keys(held.keys).encoded() {
        report.found(
          Refusal(.statementMismatch, path, "has another key set \(held.keys.version) than the one followed"))
      }
    }
    do throws(Refusal) {
      let statement = try archive.read(DistPaths.release, atMost: limits.releaseBytes)
      if pending.hasStatement(statement) {
        report.note("'\(path)' already belongs to a statement that apps do not accept yet")
        return nil
      }
      let signatures = try archive.signatures(DistPaths.releaseSignatures, limits: limits)
      // A rollback does not change the preset of an app.
      let isPreset = path != DistPaths.archive
      let isPast = isPreset && report.release != report.newest
      let release: Release
      do throws(Refusal) {
        guard
          case .release(let current) = try trust.statement(
            statement, signatures: signatures, as: DistPaths.release, kinds: [.release])
        else { return nil }
        release = current
      } catch {
        guard isPast,
          let older = keys.superseded.compactMap({ older -> (Int, Release)? in
            guard
              case .release(let past)? = try? older.statement(
                statement, signatures: signatures, as: DistPaths.release, kinds: [.release])
            else { return nil }
            return (older.keys.version, past)
          }).first
        else { throw error }
        release = older.1
        report.note(
          "'\(path)' is signed by key set \(older.0) only: package again before it goes into an app")
      }
      if let held = reached.releases[release.number], held.bytes != statement {
        report.found(
          Refusal(
            .statementMismatch, path, "has another release.json than '\(DistPaths.statement(release.number))'"
          ))
      }
      if let expected = report.release, expected != release.number, !isPast {
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
      return (bytes, release)
    } catch {
      report.found(within(error))
      return nil
    }
  }

  // MARK: Deltas

  /// Checks every delta by applying it: the result must match its name.
  mutating func checkDeltas() {
    files.expect(DistPaths.deltaIndex)
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
      pairs.append((from, to))
    }
    var contents = DeltaContents()
    if let archive = try? source.read(DistPaths.archive, atMost: limits.totalBytes), !reached.isEmpty {
      contents.archives[sodium.sha256(archive)] = archive
    }
    var next = 0
    for (from, to) in pairs {
      let path = DistPaths.delta(from: from, to: to)
      let isListed = index.size(from: from, to: to) != nil
      // A host also has deltas to earlier releases; those without a known result are skipped.
      if there == nil, reached.size(to) == nil, !reached.isFollowed(to), contents.archives[to] == nil {
        continue
      }
      guard let size = size(of: to, &contents) else {
        guard there?.contains(path) == true else { continue }
        files.expect(path)
        if isPublished, pending.names(to) || !isListed || !pending.isEmpty {
          next += 1
        } else if isListed, self.size(of: from, &contents) == nil || contents.archives[from] != nil {
          report.note(
            "'\(path)' leads from and to what no release names: archives that were signed again since then?")
        } else {
          report.found(Refusal(.fileUnknown, path, "makes a file that no release names"))
        }
        continue
      }
      files.expect(path)
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
          // A host has only the newest archive.
          guard there != nil || contents.archives[to] == nil else { continue }
          report.note("'\(path)' could not be applied: its base file is missing")
        } else {
          report.found(error)
        }
      }
    }
    if next > 0 {
      report.note("\(next) deltas make files that no current release names: deltas of the next release?")
    }
  }

  /// Sources and results of deltas other than the files of releases.
  private struct DeltaContents {
    /// Archives: the stored one, and, once rebuilt, those of other releases.
    var archives: [SHA256Digest: [UInt8]] = [:]
    /// Whether the archives of other releases were rebuilt.
    var hasAllArchives = false
  }

  /// The size of content that a signed statement names: a file of a release, a statement, or an archive; nil
  /// for other content.
  private mutating func size(of content: SHA256Digest, _ contents: inout DeltaContents) -> Int? {
    if let size = reached.size(content) ?? reached.statement(content)?.count
      ?? contents.archives[content]?.count
    {
      return size
    }
    makeArchives(&contents)
    return contents.archives[content]?.count
  }

  /// The base of a delta.
  private mutating func bytes(
    of content: SHA256Digest, _ contents: inout DeltaContents
  ) throws(Refusal) -> [UInt8] {
    if let statement = reached.statement(content) { return statement }
    if reached.size(content) == nil {
      makeArchives(&contents)
      if let archive = contents.archives[content] { return archive }
    }
    return try source.read(DistPaths.file(content), atMost: limits.fileBytes)
  }

  /// Archives of earlier releases are not stored: they are rebuilt from their contents as `package` built
  /// them, with the number of key sets at that time.
  private mutating func makeArchives(_ contents: inout DeltaContents) {
    guard there != nil, !contents.hasAllArchives else { return }
    contents.hasAllArchives = true
    for (release, statement) in reached.releases.values {
      for trust in keys.all {
        guard
          let archive = rebuiltArchive(
            of: release, statement: statement, from: source, keySets: trust.keys.version, limits: limits)
        else { continue }
        contents.archives[sodium.sha256(archive)] = archive
      }
    }
  }

  static func digests(ofDelta name: String) -> (SHA256Digest, SHA256Digest)? {
    guard name.hasPrefix("deltas/"), name.hasSuffix(".zst") else { return nil }
    let parts = name.dropFirst(7).dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = SHA256Digest(String(parts[0])), let to = SHA256Digest(String(parts[1]))
    else { return nil }
    return (from, to)
  }

  // MARK: Rexxar

  /// Checks Rexxar's table against a statement, and that every file with a relative path exists.
  ///
  /// - Parameters:
  ///   - number: The statement's number, which is the version of its table; nil for any.
  ///   - release: The release to which the statement leads.
  private mutating func checkRexxar(below folder: String, of number: Int?, _ release: Release?) {
    let path = folder + DistPaths.rexxarRoutes
    files.expect(path)
    let hasRoutes = release.map { !$0.routes.isEmpty }
    guard let bytes = read(path, atMost: limits.releaseBytes, isNeeded: hasRoutes == true) else { return }
    let (table, diagnostics) = RexxarTable.read(HybridSource.Source(path: path, bytes: bytes))
    for diagnostic in diagnostics where diagnostic.severity == .error {
      report.found(Refusal(.statementMalformed, path, "is not a table of routes: \(diagnostic.message)"))
    }
    guard let table else { return }
    if let number, let release {
      let version = table.version?.description
      if isPublished, let version, let other = Int(version), pending.has(other) {
        report.note("'\(path)' is already that of \(other), which freshness does not name yet")
      } else if hasRoutes == false, isPublished {
        // Nothing is ever removed from a host.
        report.note("'\(path)' is of an earlier release: \(release.number) has no routes")
      } else if hasRoutes == false {
        report.found(Refusal(.fileUnknown, path, "is there, and release \(release.number) has no routes"))
      } else if version != String(number) {
        report.found(
          Refusal(
            .statementMismatch, path,
            """
            is the table of \(version.map { "number \($0)" } ?? "no number"), and \(number) is the one to have
            """
          ))
      } else {
        checkRoutes(table, of: release, as: path)
      }
    }
    for item in table.items + table.partialItems {
      let remote = item.remoteFile
      // An absolute address belongs to a host; the local file still ends in the address's last two components
      // (Rexxar's preset rule).
      let parts = remote.split(separator: "/").suffix(2).map(String.init)
      let file = folder + (remote.contains("://") ? parts.joined(separator: "/") : remote)
      guard faultOfFileName(file) == nil else {
        report.found(Refusal(.nameUnsafe, path, "names '\(remote)'"))
        continue
      }
      guard files.expect(file) else { continue }
      if let there, !there.contains(file) {
        report.found(Refusal(.fileMissing, file, "is missing, and '\(path)' names it"))
      } else {
        checkPage(file)
      }
    }
  }

  /// Checks that a page's bytes match its name, as containers do.
  mutating func checkPage(_ path: String) {
    guard let bytes = read(path, atMost: limits.fileBytes) else { return }
    if let fault = RexxarFileCheck.fault(of: bytes, named: path) {
      report.found(Refusal(.fileMismatch, path, "is not a page that containers accept: \(fault)"))
    }
  }

  /// Compares the table with the routes of a release, in order, and their units. The contents of pages are
  /// not compared, since they depend on the version of the program.
  private mutating func checkRoutes(_ table: RexxarTable, of release: Release, as path: String) {
    let units = Dictionary(release.units.map { ($0.name, $0.kind) }) { first, _ in first }
    var expected = RexxarTable()
    for route in release.routes {
      guard let kind = units[route.unit], kind != .template else { continue }
      expected.append(route, remoteFile: route.unit)
    }
    for kind in Route.Kind.allCases {
      let (has, wanted) = (table.items(kind), expected.items(kind))
      let number = zip(has, wanted).prefix {
        $0.uri == $1.uri && Self.unit(ofPage: $0.remoteFile) == $1.remoteFile
      }
      .count
      guard number < max(has.count, wanted.count) else { continue }
      func shown(_ items: [RexxarTable.Item]) -> String {
        number < items.count ? "'\(items[number].uri.shown)' → '\(items[number].remoteFile.shown)'" : "none"
      }
      report.found(
        Refusal(
          .statementMismatch, path,
          """
          has other routes than release \(release.number): \(kind.rawValue) \(number + 1) is \(shown(has)), \
          and \(shown(wanted)) is the one to have
          """))
    }
  }

  /// `home` of `https://host/app/rexxar/home-0123456789.html`.
  private static func unit(ofPage remoteFile: String) -> String? {
    let name = remoteFile.lastPathComponent ?? ""
    guard isRexxarPage("rexxar/" + name) else { return nil }
    return String(name.dropLast("-0123456789.html".utf8.count))
  }
}
