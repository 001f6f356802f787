import Glibc
import HybridCompression
import HybridCrypto
import HybridRelease
import HybridSource
import HybridUnits

/// Writes a release into DIST.
struct DistOutput {
  private let packager: Packager
  private let settings: PackageSettings
  private let package: ProjectPackage
  private let cache: PackageCache?
  private var earlier: [PackageCache.Earlier] = []
  private var deltas: [PackageCache.Pair: Int] = [:]
  private var archive: [ArchivePlan.Entry] = []
  private var archiveStamp = DiskStamp.unknown
  private var archives = PackageCache.Archives()
  private var templates = ""
  private var rexxar = PackageCache.Rexxar()
  private var written = 0
  private(set) var report: PackageReport

  init(
    packager: Packager, settings: PackageSettings, routes: [Route], package: ProjectPackage,
    cache: PackageCache?
  ) {
    (self.packager, self.settings, self.package, self.cache) = (packager, settings, package, cache)
    let release = Release(
      project: settings.project, channel: settings.channel, number: 1,
      created: packager.options.created.description, runtime: settings.runtime,
      requirements: .union(package.units.lazy.map(\.requirements)), routes: routes,
      units: package.units.map { ReleaseUnit(name: $0.name, kind: $0.kind, file: $0.file) }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) },
      assets: package.assets.map { ReleaseFile(path: $0.key, digest: $0.value.digest) }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) })
    report = PackageReport(release: release, statement: [])
  }

  private func place(_ path: String) -> String { "\(packager.dist)/\(path)" }

  /// What the next run needs to know.
  var nextCache: PackageCache {
    var next = PackageCache()
    next.units = package.units
    next.assets = package.assets
    next.listed = package.listed
    next.warnings = package.projectWarnings
    next.deltas = deltas
    next.archive = archive
    next.archiveStamp = archiveStamp
    next.archives = archives
    next.templates = templates
    next.rexxar = rexxar
    next.earlier = earlier
    next.newest = PackageCache.Newest(
      number: report.release.number,
      statement: FileDigest(of: report.statement, sodium: packager.sodium),
      created: report.release.created, mandatory: report.release.mandatory)
    return next
  }

  mutating func write(_ clock: inout PartClock, _ signing: Packager.Signing?) throws(PackageFault) {
    try number()
    clock.part("statement")
    try writeContents()
    clock.part("files")
    try writeDeltas()
    clock.part("deltas")
    let hasNews = written > 0 || !report.isUnchanged
    if written > 32 { try Disk.sync(packager.dist) }
    clock.part("disk")
    try writeStatements(signing)
    try writeArchive()
    try writeArchiveDeltas()
    try writeDeltaIndex()
    try writeEmbedded()
    try writeRexxar()
    if hasNews { Disk.syncNames(packager.dist) }
    clock.part("archive")
    if let keep = packager.options.keep { try removeOld(keep: keep) }
    report.writtenFiles = written
    var seen = Set<SHA256Digest>()
    for file in report.release.files where seen.insert(file.digest.sha256).inserted {
      report.bytes += file.digest.size
    }
  }

  // MARK: Number

  /// A statement of DIST, of what was in it before.
  private struct Known {
    var number: Int
    var bytes: [UInt8]
    var statement: Statement
  }

  private func numbers() -> [Int] {
    Disk.names(in: place("releases")).compactMap { name, isFolder, _ in
      isFolder || !name.hasSuffix(".json") ? nil : Int(name.dropLast(5))
    }.filter { $0 > 0 }.sorted(by: >)
  }

  private func known(_ number: Int) throws(PackageFault) -> Known? {
    let path = DistPaths.statement(number)
    guard let bytes = try Disk.read(place(path)) else { return nil }
    let statement = try refusing { () throws(Refusal) in
      try Statement(decoding: bytes, as: path, kinds: [.release, .rollback])
    }
    let (project, channel) =
      switch statement {
      case .release(let release): (release.project, release.channel)
      case .rollback(let rollback): (rollback.project, rollback.channel)
      default: ("", "")
      }
    guard project == settings.project, channel == settings.channel else {
      throw PackageFault(
        .project, "package.other-project",
        "'\(packager.dist)' holds releases of '\(project)' for '\(channel)', and this is '\(settings.project)' for '\(settings.channel)'",
        hint: "give each project and channel a folder of its own")
    }
    return Known(number: number, bytes: bytes, statement: statement)
  }

  /// Finds out which number the release has: that of the newest one when it is the same, else one more.
  private mutating func number() throws(PackageFault) {
    let options = packager.options
    let numbers = numbers()
    var newest: PackageCache.Newest?
    var isRollback = false
    var newestFiles: [String: FileDigest] = [:]
    let changed: Bool
    if let last = cache?.newest, numbers.first == last.number, let cache,
      let bytes = try Disk.read(place(DistPaths.statement(last.number))),
      FileDigest(of: bytes, sodium: packager.sodium) == last.statement
    {
      newest = last
      var same = report.release
      (same.number, same.created, same.mandatory) = (last.number, last.created, last.mandatory)
      let encoded = Statement.release(same).encoded()
      changed = encoded != bytes
      if changed {
        for unit in cache.units { newestFiles[unit.file.path] = unit.digest }
        for (path, asset) in cache.assets { newestFiles[path] = asset.digest }
      } else {
        report.statement = bytes
      }
      earlier = cache.earlier
    } else {
      var isSame = false
      for number in numbers {
        guard let known = try known(number) else { continue }
        guard case .release(let release) = known.statement else {
          if newest == nil { isRollback = true }
          continue
        }
        let digest = FileDigest(of: known.bytes, sodium: packager.sodium)
        if newest == nil {
          newest = PackageCache.Newest(
            number: numbers[0], statement: digest, created: release.created, mandatory: release.mandatory)
          for file in release.files { newestFiles[file.path] = file.digest }
          var same = report.release
          (same.number, same.created, same.mandatory) = (number, release.created, release.mandatory)
          isSame = !isRollback && Statement.release(same).encoded() == known.bytes
          if isSame { report.statement = known.bytes }
        } else {
          var others: [String: FileDigest] = [:]
          for file in release.files {
            if let other = newestFiles[file.path], other != file.digest { others[file.path] = file.digest }
          }
          earlier.append(PackageCache.Earlier(number: number, statement: digest, others: others))
        }
        if earlier.count >= max(settings.deltas, 1) { break }
      }
      changed = !isSame
    }
    let isNew = changed || (options.isMandatory && newest?.mandatory != newest?.number)
    guard isNew, let last = newest ?? nil else {
      return try keepOrStart(newest, numbers, isNew)
    }
    report.release.number = try next(after: numbers.first ?? last.number)
    report.release.mandatory = options.isMandatory ? report.release.number : last.mandatory
    report.statement = Statement.release(report.release).encoded()
    // What was newest is an earlier one from now on; of all earlier ones that is told which the new one has otherwise.
    var now: [String: FileDigest] = [:]
    for file in report.release.files { now[file.path] = file.digest }
    var differing: [String: FileDigest] = [:]
    for (path, digest) in newestFiles {
      if let new = now[path], new != digest { differing[path] = digest }
    }
    for index in earlier.indices {
      var others = differing.merging(earlier[index].others) { _, older in older }
      others = others.filter { now[$0.key] != nil && now[$0.key] != $0.value }
      earlier[index].others = others
    }
    if !isRollback || newest != nil {
      earlier.insert(
        PackageCache.Earlier(number: last.number, statement: last.statement, others: differing), at: 0)
    }
    earlier = Array(earlier.prefix(settings.deltas))
  }

  private mutating func keepOrStart(
    _ newest: PackageCache.Newest?, _ numbers: [Int], _ isNew: Bool
  ) throws(PackageFault) {
    if let newest {
      if let number = packager.options.number, number != newest.number {
        throw PackageFault(
          .usage, "usage.nothing-new",
          "nothing changed since release \(newest.number), so that there is no release \(number)")
      }
      report.isUnchanged = true
      report.release.number = newest.number
      report.release.created = newest.created
      report.release.mandatory = newest.mandatory
      return
    }
    report.release.number = try next(after: numbers.first ?? 0)
    report.release.mandatory = packager.options.isMandatory ? report.release.number : 0
    report.statement = Statement.release(report.release).encoded()
  }

  private func next(after newest: Int) throws(PackageFault) -> Int {
    guard let number = packager.options.number else { return newest + 1 }
    guard number > newest else {
      throw PackageFault(
        .usage, "usage.number-too-low",
        "\(number) is not above the newest number in DIST, which is \(newest)",
        hint: "leave '--number' out for \(newest + 1)")
    }
    return number
  }

  // MARK: Files

  private mutating func put(_ bytes: [UInt8], _ path: String, syncing: Bool = true) throws(PackageFault) {
    let place = place(path)
    if DiskStamp.of(place).size == UInt64(bytes.count), let there = try Disk.read(place), there == bytes {
      return
    }
    try Disk.makeFolder(ProjectPath.folder(of: place))
    try Disk.write(bytes, to: place, syncing: syncing)
    written += 1
  }

  /// Contents by their digests: what is there already has these bytes, or is written again.
  private mutating func writeContents() throws(PackageFault) {
    try Disk.makeFolder(place("files"))
    let contents = package.made.sorted { $0.key < $1.key }
    let syncs = contents.count <= 32
    let results = inParallel(contents.count, jobs: packager.options.jobs) {
      [packager] index -> Result<Bool, PackageFault> in
      let (digest, bytes) = contents[index]
      let place = "\(packager.dist)/\(DistPaths.file(digest))"
      do throws(PackageFault) {
        if DiskStamp.of(place).size == UInt64(bytes.count), try Disk.read(place) == bytes {
          return .success(false)
        }
        try Disk.write(bytes, to: place, syncing: syncs)
        return .success(true)
      } catch { return .failure(error) }
    }
    for result in results where try result.get() { written += 1 }
    for (path, bytes) in package.keySets.sorted(by: { $0.key < $1.key }) { try put(bytes, path) }
  }

  /// The statement by its number, its signatures first, then the copies that people read.
  private mutating func writeStatements(_ signing: Packager.Signing?) throws(PackageFault) {
    let (number, path) = (report.release.number, DistPaths.statement(report.release.number))
    let signaturesPath = DistPaths.statementSignatures(number)
    var signatures = SignatureFile()
    // Those of a statement that was never written to its end are over other bytes.
    if let bytes = try Disk.read(place(signaturesPath)), try Disk.read(place(path)) == report.statement {
      signatures = try refusing { () throws(Refusal) in
        try SignatureFile(decoding: bytes, as: signaturesPath)
      }
    }
    if let signing { signatures = try signing(report.statement, path, signatures) }
    report.signatures = signatures
    if signatures.entries.isEmpty {
      for path in [signaturesPath, DistPaths.releaseSignatures] where unlink(place(path)) == 0 {
        written += 1
      }
    } else {
      try put(signatures.encoded(), signaturesPath)
      try put(signatures.encoded(), DistPaths.releaseSignatures)
    }
    try put(report.statement, path)
    try put(report.statement, DistPaths.release)
  }

  // MARK: Archive and preset

  private mutating func writeArchive() throws(PackageFault) {
    var entries: [ArchivePlan.Entry] = []
    var small: [String] = [DistPaths.release, DistPaths.releaseSignatures]
    for name in Disk.names(in: place("keys"))
    where !name.isFolder && !name.isLink && !name.name.hasPrefix(".") {
      small.append("keys/\(name.name)")
    }
    for path in small {
      guard let bytes = try Disk.read(place(path)) else { continue }
      entries.append(
        ArchivePlan.Entry(
          name: path, size: bytes.count, checksum: CRC32.checksum(bytes, in: bytes.indices)))
    }
    var seen = Set<SHA256Digest>()
    func add(_ digest: FileDigest, _ checksum: UInt32) {
      guard seen.insert(digest.sha256).inserted else { return }
      entries.append(
        ArchivePlan.Entry(name: DistPaths.file(digest.sha256), size: digest.size, checksum: checksum))
    }
    for unit in package.units { add(unit.digest, unit.checksum) }
    for asset in package.assets.values { add(asset.digest, asset.checksum) }
    let plan: ArchivePlan
    do throws(Refusal) {
      plan = try ArchivePlan(entries, as: DistPaths.archive)
    } catch {
      report.archiveRefusal = error
      unlink(place(DistPaths.archive))
      unlink(place("\(DistPaths.embedded)/release.hybrid"))
      return
    }
    archive = plan.entries
    let path = place(DistPaths.archive)
    let isRelied = cache?.archiveStamp == DiskStamp.of(path)
    if !isRelied || cache?.archive != archive {
      let file = ArchiveFile(path: path, before: isRelied ? cache?.archive ?? [] : []) { [packager] name in
        "\(packager.dist)/\(name)"
      }
      try file.write(plan)
      written += 1
    }
    // The preset is the same archive: a second name of one file, where the file system has such.
    let preset = place("\(DistPaths.embedded)/release.hybrid")
    let stamp = DiskStamp.of(path)
    if DiskStamp.of(preset).number != stamp.number {
      try Disk.makeFolder(place(DistPaths.embedded))
      let draft = place("\(DistPaths.embedded)/.release.hybrid.draft")
      unlink(draft)
      if link(path, draft) != 0 {
        try ArchiveFile(path: preset, before: []) { [packager] name in "\(packager.dist)/\(name)" }.write(
          plan)
      } else if rename(draft, preset) != 0 {
        throw Disk.fault(preset, "could not be written to its end")
      }
      written += 1
    }
    archiveStamp = DiskStamp.of(path)
  }

  private mutating func writeEmbedded() throws(PackageFault) {
    let units = package.units.filter { $0.kind == .template }
    let key = units.map { "\($0.name) \($0.digest.sha256)" }.joined(separator: "\n")
    templates = packager.sodium.sha256(Array(key.utf8)).description
    let path = "\(DistPaths.embedded)/templates.plist"
    if cache?.templates == templates, DiskStamp.of(place(path)) != .missing { return }
    var entries: [(element: String, type: String, fileName: String, bytes: [UInt8])] = []
    for unit in units.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
      guard let bytes = try Disk.read(place(DistPaths.file(unit.digest.sha256))) else { continue }
      let type = (try? Template(decoding: bytes))?.name ?? unit.name
      entries.append((unit.name, type, ProjectPath.name(of: unit.file.path), bytes))
    }
    try put(EmbeddedTemplates.plist(entries), path, syncing: false)
  }

  // MARK: Rexxar

  /// What is not the same in a web view, a line for each unit.
  var rexxarWarnings: [Diagnostic] { rexxar.warnings }

  /// Rexxar's table and pages, for its containers on a host and, in `embedded/`, in an app; none without routes.
  private mutating func writeRexxar() throws(PackageFault) {
    let release = report.release
    let statement = FileDigest(of: report.statement, sodium: packager.sodium)
    rexxar.key = "\(statement.sha256) \(packager.options.base)"
    let folders = ["", "\(DistPaths.embedded)/"]
    if let before = cache?.rexxar, before.key == rexxar.key,
      before.files.allSatisfy({ file in
        folders.allSatisfy { DiskStamp.of(place($0 + file.key)).size == UInt64(file.value) }
      })
    {
      rexxar = before
      return
    }
    if !release.routes.isEmpty {
      let units = Dictionary(release.units.map { ($0.name, $0.file.digest.sha256) }) { first, _ in first }
      func content(_ digest: SHA256Digest?) -> [UInt8]? {
        digest.flatMap { try? Disk.read(place(DistPaths.file($0))) }
      }
      let templates = Set(release.units.lazy.filter { $0.kind == .template }.map(\.name))
      let export = RexxarExport(
        routes: release.routes.filter { !templates.contains($0.unit) }, base: packager.options.base,
        number: release.number,
        created: release.created, unit: { name in content(units[name]).flatMap { try? Unit(decoding: $0) } },
        read: { path in content(package.assets[path]?.digest.sha256) })
      // Pages first: a table never names what is not there.
      for folder in folders {
        for file in export.files where file.path != DistPaths.rexxarRoutes {
          try put(file.bytes, folder + file.path, syncing: false)
        }
        for file in export.files where file.path == DistPaths.rexxarRoutes {
          try put(file.bytes, folder + file.path)
        }
      }
      rexxar.files = Dictionary(export.files.map { ($0.path, $0.bytes.count) }) { first, _ in first }
      let left = Set(release.routes.map(\.unit)).intersection(templates).map {
        (unit: $0, text: "is a template, which a web view cannot show: it is not in routes.json")
      }
      let texts = Dictionary(grouping: export.warnings + left, by: \.unit)
      rexxar.warnings = texts.sorted { $0.key < $1.key }.map { unit, warnings in
        Diagnostic(
          .warning, "rexxar.not-the-same",
          "'\(unit)' for Rexxar: " + warnings.map(\.text).joined(separator: "; "))
      }
    }
    for folder in folders { removeRexxar(in: folder) }
  }

  /// Removes what the table does not name any more: hosts keep it for as long as they like, and 'verify' would ask what it is.
  private mutating func removeRexxar(in folder: String) {
    var stale = Disk.names(in: place("\(folder)rexxar")).filter { !$0.isFolder }.map { "rexxar/\($0.name)" }
    stale.append(DistPaths.rexxarRoutes)
    for path in stale where rexxar.files[path] == nil && unlink(place(folder + path)) == 0 { written += 1 }
  }

  // MARK: Deltas

  private enum Content: Sendable {
    /// Below DIST.
    case file(String)
    case bytes([UInt8])

    func read(in dist: String) throws(PackageFault) -> [UInt8]? {
      switch self {
      case .file(let path): try Disk.read("\(dist)/\(path)")
      case .bytes(let bytes): bytes
      }
    }
  }

  /// A delta to make, or one that is there.
  private struct Job: Sendable {
    var pair: PackageCache.Pair
    var from: Content
    var to: Content
  }

  /// Deltas to every changed file and to the statement, from each of the last releases.
  private mutating func writeDeltas() throws(PackageFault) {
    guard settings.deltas > 0, let zstd = try? Zstd.shared() else { return }
    var now: [String: FileDigest] = [:]
    for file in report.release.files { now[file.path] = file.digest }
    let statement = FileDigest(of: report.statement, sodium: packager.sodium)
    var jobs: [Job] = []
    var pairs = Set<PackageCache.Pair>()
    for release in earlier.prefix(settings.deltas) {
      let pair = PackageCache.Pair(from: release.statement.sha256, to: statement.sha256)
      if release.statement.sha256 != statement.sha256, pairs.insert(pair).inserted {
        jobs.append(
          Job(pair: pair, from: .file(DistPaths.statement(release.number)), to: .bytes(report.statement)))
      }
      for (path, old) in release.others.sorted(by: { $0.key < $1.key }) {
        guard let new = now[path], new != old else { continue }
        let pair = PackageCache.Pair(from: old.sha256, to: new.sha256)
        guard pairs.insert(pair).inserted else { continue }
        jobs.append(
          Job(pair: pair, from: .file(DistPaths.file(old.sha256)), to: .file(DistPaths.file(new.sha256))))
      }
    }
    // What is there never changes, and what was not worth it is not worth it now.
    var wanted: [Job] = []
    for job in jobs {
      let place = place(DistPaths.delta(from: job.pair.from, to: job.pair.to))
      if let size = cache?.deltas[job.pair], size == 0 || DiskStamp.of(place).size == UInt64(size) {
        deltas[job.pair] = size
      } else {
        wanted.append(job)
      }
    }
    if !wanted.isEmpty {
      try Disk.makeFolder(place("deltas"))
      let results = inParallel(wanted.count, jobs: packager.options.jobs) {
        [packager, wanted] index -> Result<Int, PackageFault> in
        do throws(PackageFault) {
          return .success(try Self.make(wanted[index], in: packager.dist, zstd, packager.sodium))
        } catch { return .failure(error) }
      }
      for (job, result) in zip(wanted, results) {
        let size = try result.get()
        deltas[job.pair] = size
        if size > 0 { written += 1 }
      }
    }
  }

  // MARK: Deltas between archives

  /// Archives of more bytes together have none: apps load files, and whoever carries an archive that large has a line for it.
  private static let mostArchiveBytes = 64 << 20

  /// Deltas to the archive from those of the last releases, which are made again of their files.
  private mutating func writeArchiveDeltas() throws(PackageFault) {
    let before = cache?.archives
    let size = archive.reduce(0) { $0 + $1.bytes }
    if settings.deltas > 0, report.archiveRefusal == nil, size <= Self.mostArchiveBytes / 2 {
      var text = archive.map { "\($0.name) \($0.size) \($0.checksum)\n" }.joined()
      for release in earlier.prefix(settings.deltas) {
        let signatures = try Disk.read(place(DistPaths.statementSignatures(release.number))) ?? []
        text += "\(release.number) \(release.statement.sha256) \(packager.sodium.sha256(signatures))\n"
      }
      archives.key = packager.sodium.sha256(Array(text.utf8)).description
      if let before, before.key == archives.key, before.pairs.values.allSatisfy(isThere) {
        archives.pairs = before.pairs
        for pair in before.pairs.values { deltas[pair] = cache?.deltas[pair] }
        return
      }
      try makeArchiveDeltas()
    }
    // Only the newest archive is in DIST, so that nobody asks for a delta to another.
    if let before {
      let now = Set(archives.pairs.values)
      for pair in before.pairs.values where !now.contains(pair) {
        unlink(place(DistPaths.delta(from: pair.from, to: pair.to)))
      }
    } else {
      try removeUnknownDeltas()
    }
  }

  private func isThere(_ pair: PackageCache.Pair) -> Bool {
    guard let size = cache?.deltas[pair] else { return false }
    return size == 0
      || DiskStamp.of(place(DistPaths.delta(from: pair.from, to: pair.to))).size == UInt64(size)
  }

  private mutating func makeArchiveDeltas() throws(PackageFault) {
    guard let zstd = try? Zstd.shared(), let new = try Disk.read(place(DistPaths.archive)) else { return }
    let to = packager.sodium.sha256(new)
    for earlier in earlier.prefix(settings.deltas) {
      guard let known = try known(earlier.number), case .release(let release) = known.statement,
        let old = rebuiltArchive(
          of: release, statement: known.bytes, from: DistSource(folder: packager.dist)),
        old.count <= Self.mostArchiveBytes - new.count
      else { continue }
      let pair = PackageCache.Pair(from: packager.sodium.sha256(old), to: to)
      guard pair.from != to else { continue }
      archives.pairs[earlier.number] = pair
      if isThere(pair) {
        deltas[pair] = cache?.deltas[pair]
        continue
      }
      try Disk.makeFolder(place("deltas"))
      let job = Job(pair: pair, from: .bytes(old), to: .bytes(new))
      let size = try Self.make(job, in: packager.dist, zstd, packager.sodium)
      deltas[pair] = size
      if size > 0 { written += 1 }
    }
  }

  /// Without a cache nobody knows which deltas were to archives of the past: those to nothing that is here.
  private func removeUnknownDeltas() throws(PackageFault) {
    let names = Disk.names(in: place("deltas")).map(\.name).filter { name in
      guard name.hasSuffix(".zst"), let to = name.dropLast(4).split(separator: "-").last else { return false }
      return DiskStamp.of(place("files/\(to)")) == .missing
    }
    guard !names.isEmpty else { return }
    var ends = Set(archives.pairs.values.map(\.to.description))
    for number in numbers() {
      guard let bytes = try Disk.read(place(DistPaths.statement(number))) else { continue }
      ends.insert(packager.sodium.sha256(bytes).description)
    }
    for name in names where !ends.contains(String(name.dropLast(4).split(separator: "-").last ?? "")) {
      unlink(place("deltas/\(name)"))
    }
  }

  private mutating func writeDeltaIndex() throws(PackageFault) {
    let entries = deltas.filter { $0.value > 0 }.map {
      DeltaIndex.Entry(from: $0.key.from, to: $0.key.to, size: $0.value)
    }
    report.deltas = entries.count
    let index = DeltaIndex(entries).encoded()
    if index.count <= DeltaIndex.mostBytes,
      !entries.isEmpty || DiskStamp.of(place(DistPaths.deltaIndex)) != .missing
    {
      try put(index, DistPaths.deltaIndex, syncing: false)
    }
  }

  /// Makes a delta and takes it back for a look; its bytes, 0 when the file itself is hardly more.
  private static func make(
    _ job: Job, in dist: String, _ zstd: Zstd, _ sodium: Sodium
  ) throws(PackageFault) -> Int {
    guard let from = try job.from.read(in: dist), let to = try job.to.read(in: dist) else { return 0 }
    let place = "\(dist)/\(DistPaths.delta(from: job.pair.from, to: job.pair.to))"
    // A small one as small as can be; a large one in a time that nobody minds. It follows from sizes alone: the same files give
    // the same delta on every machine.
    let level: Int32 = from.count + to.count <= 64 << 10 ? 19 : from.count + to.count <= 1 << 20 ? 9 : 1
    guard from.count + to.count <= Delta.mostBytes,
      let delta = try? zstd.compress(to, prefix: from, level: level),
      delta.count * 10 < to.count * 9
    else { return 0 }
    let digest = FileDigest(size: to.count, sha256: job.pair.to)
    guard
      (try? Delta.apply(delta, to: from, expecting: digest, as: place, zstd: zstd, sodium: sodium)) == to
    else { return 0 }
    try Disk.write(delta, to: place, syncing: false)
    return delta.count
  }

  // MARK: Old releases

  /// Removes statements but the newest so many, and files that only those needed.
  private mutating func removeOld(keep: Int) throws(PackageFault) {
    let numbers = numbers()
    guard numbers.count > keep else { return }
    var needed = Set<String>()
    var statements = Set<SHA256Digest>()
    var kept = Array(numbers.prefix(keep))
    // What a rollback leads to has to stay as well.
    var index = 0
    while index < kept.count {
      guard let known = try known(kept[index]) else { break }
      index += 1
      statements.insert(packager.sodium.sha256(known.bytes))
      switch known.statement {
      case .release(let release):
        for file in release.files { needed.insert(file.digest.sha256.description) }
      case .rollback(let rollback):
        if let target = rollback.target, !kept.contains(target.number) { kept.append(target.number) }
      default: break
      }
    }
    for number in numbers where !kept.contains(number) {
      unlink(place(DistPaths.statement(number)))
      unlink(place(DistPaths.statementSignatures(number)))
    }
    for file in Disk.names(in: place("files")) where !needed.contains(file.name) {
      unlink(place("files/\(file.name)"))
    }
    var ends = needed.union(statements.map(\.description))
    archives.pairs = archives.pairs.filter { kept.contains($0.key) }
    for pair in archives.pairs.values { ends.formUnion([pair.from.description, pair.to.description]) }
    for file in Disk.names(in: place("deltas")) where file.name.hasSuffix(".zst") {
      let parts = file.name.dropLast(4).split(separator: "-").map(String.init)
      if !parts.allSatisfy(ends.contains) { unlink(place("deltas/\(file.name)")) }
    }
    deltas = deltas.filter { ends.contains($0.key.from.description) && ends.contains($0.key.to.description) }
    earlier = earlier.filter { kept.contains($0.number) }
    try writeDeltaIndex()
  }
}
