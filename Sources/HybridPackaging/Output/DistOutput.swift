import Glibc
import HybridCompression
import HybridConcurrency
import HybridCrypto
import HybridEncoding
import HybridRelease
import HybridRouting
import HybridSource
import HybridUnits

/// Writes a release into DIST.
///
/// The parts hold the state; their stored properties are private to them.
struct DistOutput {
  private let context: DistContext
  private(set) var report: PackageReport

  // MARK: The parts of DIST

  private var numbering: ReleaseNumbering
  private var files: DistFiles
  private var deltas: DistDeltas
  private var maps: DistMaps
  private var rexxar: DistRexxar
  private var archive: [ArchivePlan.Entry] = []
  private var archiveStamp = DiskStamp.unknown
  private var templates = ""

  init(
    packager: Packager, settings: PackageSettings, routes: [Route], package: ProjectPackage,
    cache: PackageCache?
  ) {
    context = DistContext(packager: packager, settings: settings, package: package, cache: cache)
    let release = Release(
      project: settings.project, channel: settings.channel, number: 1,
      created: packager.options.created.description, runtime: settings.runtime,
      requirements: .union(package.units.lazy.map(\.requirements)), routes: routes,
      units: package.units.map { ReleaseUnit(name: $0.name, kind: $0.kind, file: $0.file) }
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) },
      assets: package.assets.map { ReleaseFile(path: $0.key, digest: $0.value.digest) }
        .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) })
    report = PackageReport(release: release, statement: [])
    numbering = ReleaseNumbering(release, in: context)
    files = DistFiles(packager.dist)
    deltas = DistDeltas(in: context)
    maps = DistMaps(in: context)
    rexxar = DistRexxar(in: context)
  }

  /// Features that do not work in a web view, one line for each unit.
  var rexxarWarnings: [Diagnostic] { rexxar.state.warnings }

  /// The state of DIST for the next run.
  var nextCache: PackageCache {
    var next = PackageCache()
    next.deltas = deltas.sizes
    next.archive = archive
    next.archiveStamp = archiveStamp
    next.archives = deltas.archives
    next.templates = templates
    next.rexxar = rexxar.state
    next.mapsStamp = DiskStamp.of(context.place(DistPaths.maps))
    next.earlierMaps = maps.earlier
    next.earlier = numbering.earlier
    next.distFolders = context.folders
    next.newest = PackageCache.Newest(
      number: report.release.number,
      statement: FileDigest(of: report.statement, sodium: context.packager.sodium),
      created: report.release.created, mandatory: report.release.mandatory)
    return next
  }

  mutating func write(_ clock: inout PartClock, _ signing: Packager.Signing?) throws(PackageFault) {
    let packager = context.packager
    try numbering.determine()
    (report.release, report.statement) = (numbering.release, numbering.statement)
    report.isUnchanged = numbering.isUnchanged
    clock.part("statement")
    try writeContents()
    try maps.write(of: numbering, &files)
    clock.part("files")
    try deltas.write(to: numbering, &files)
    clock.part("deltas")
    let hasNews = files.written > 0 || !report.isUnchanged
    if files.written > 32 { try Disk.sync(packager.dist) }
    clock.part("disk")
    try writeStatements(signing)
    try writeArchive()
    try deltas.write(toArchive: report.archiveRefusal == nil ? archive : nil, of: numbering, &files)
    if !context.isAsLeft {
      let unnamed = try DistRetention(in: context).unnamedFiles(beside: numbering, deltas.archives)
      for path in unnamed { files.remove(path) }
    }
    try writeDeltaIndex()
    try writeEmbedded()
    try rexxar.write(of: numbering, &files)
    if hasNews { Disk.syncNames(packager.dist) }
    clock.part("archive")
    if let keep = packager.options.keep { try removeOld(keep: keep) }
    report.writtenFiles = files.written
    var seen = Set<SHA256Digest>()
    for file in report.release.files where seen.insert(file.digest.sha256).inserted {
      report.bytes += file.digest.size
    }
  }

  /// Writes the index of deltas, and reports their number.
  private mutating func writeDeltaIndex() throws(PackageFault) {
    report.deltas = try deltas.writeIndex(of: numbering, &files)
  }

  /// Removes all statements except the newest `keep`, and files that only those needed.
  private mutating func removeOld(keep: Int) throws(PackageFault) {
    let retention = DistRetention(in: context)
    guard let kept = try retention.newest(keep) else { return }
    retention.removeAll(but: kept)
    deltas.keep(kept.numbers, kept.contents.union(kept.statements))
    numbering.keepEarlier(kept.numbers)
    maps.remove(below: kept.numbers.min() ?? 0)
    try writeDeltaIndex()
  }

  // MARK: Files

  /// Writes contents by digest; existing files are kept if they have the right bytes, else written again.
  private mutating func writeContents() throws(PackageFault) {
    try Disk.makeFolder(context.place("files"))
    let packager = context.packager
    let contents = context.package.made.sorted { $0.key < $1.key }
    let syncs = contents.count <= 32
    let results = concurrentMap(contents.count, jobs: packager.options.jobs) {
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
    for result in results where try result.get() { files.countOne() }
    // Signatures are written before the key set that needs them.
    for (path, bytes) in context.package.keySets.sorted(by: { $0.key > $1.key }) {
      try files.put(bytes, path)
    }
    // A pending key set is removed from DIST, unless DIST has signatures that the project lacks.
    let waiting = context.package.waitingKeySet.sorted { $0.key < $1.key }
    for (path, bytes) in waiting where path.hasSuffix(".sig") {
      guard try (Disk.read(context.place(path)) ?? bytes) == bytes else { return }
    }
    for (path, _) in waiting { files.remove(path) }
  }

  /// Writes the numbered statement, its signatures first, then the copies for people.
  private mutating func writeStatements(_ signing: Packager.Signing?) throws(PackageFault) {
    let (number, path) = (report.release.number, DistPaths.statement(report.release.number))
    let signaturesPath = DistPaths.statementSignatures(number)
    var signatures = SignatureFile()
    // Signatures of a statement that was not completely written belong to other bytes.
    if let bytes = try Disk.read(context.place(signaturesPath)),
      try Disk.read(context.place(path)) == report.statement
    {
      signatures = try refusing { () throws(Refusal) in
        try SignatureFile(decoding: bytes, as: signaturesPath)
      }
    }
    if let signing { signatures = try signing(report.statement, path, signatures) }
    report.signatures = signatures
    if signatures.entries.isEmpty {
      for path in [signaturesPath, DistPaths.releaseSignatures] { files.remove(path) }
    } else {
      try files.put(signatures.encoded(), signaturesPath)
      try files.put(signatures.encoded(), DistPaths.releaseSignatures)
    }
    try files.put(report.statement, path)
    try files.put(report.statement, DistPaths.release)
  }

  // MARK: Archive and preset

  private mutating func writeArchive() throws(PackageFault) {
    var entries: [ArchivePlan.Entry] = []
    var small: [String] = [DistPaths.release, DistPaths.releaseSignatures]
    for name in Disk.names(in: context.place("keys"))
    where !name.isFolder && !name.isLink && !name.name.hasPrefix(".") {
      small.append("keys/\(name.name)")
    }
    for path in small {
      guard let bytes = try Disk.read(context.place(path)) else { continue }
      entries.append(
        ArchivePlan.Entry(
          name: path, size: bytes.count, checksum: CRC32.checksum(bytes)))
    }
    var seen = Set<SHA256Digest>()
    func add(_ digest: FileDigest, _ checksum: UInt32) {
      guard seen.insert(digest.sha256).inserted else { return }
      entries.append(
        ArchivePlan.Entry(name: DistPaths.file(digest.sha256), size: digest.size, checksum: checksum))
    }
    for unit in context.package.units { add(unit.digest, unit.checksum) }
    for asset in context.package.assets.values { add(asset.digest, asset.checksum) }
    let plan: ArchivePlan
    do throws(Refusal) {
      plan = try ArchivePlan(entries, as: DistPaths.archive)
    } catch {
      report.archiveRefusal = error
      unlink(context.place(DistPaths.archive))
      unlink(context.place("\(DistPaths.embedded)/release.hybrid"))
      return
    }
    archive = plan.entries
    let path = context.place(DistPaths.archive)
    let before = context.cache
    let isRelied = before?.archiveStamp == DiskStamp.of(path)
    if !isRelied || before?.archive != archive {
      try ArchiveFile(path: path, before: isRelied ? before?.archive ?? [] : [], content: content).write(plan)
      files.countOne()
    }
    // The preset is the same archive: a hard link, where the file system supports it.
    let preset = context.place("\(DistPaths.embedded)/release.hybrid")
    let stamp = DiskStamp.of(path)
    if DiskStamp.of(preset).number != stamp.number {
      try Disk.makeFolder(context.place(DistPaths.embedded))
      let draft = context.place("\(DistPaths.embedded)/.release.hybrid.draft")
      // An interruption waits for both steps; nil if the file system has no links.
      let isReplaced: Bool? = WritingGate.shared.pass {
        unlink(draft)
        guard link(path, draft) == 0 else { return nil }
        return rename(draft, preset) == 0
      }
      switch isReplaced {
      case true?: break
      case false?: throw Disk.fault(preset, "could not be written completely")
      case nil: try ArchiveFile(path: preset, before: [], content: content).write(plan)
      }
      files.countOne()
    }
    archiveStamp = DiskStamp.of(path)
  }

  /// The bytes of a file of DIST; files built in this run are not read again.
  private func content(_ name: String) -> [UInt8]? {
    if name.hasPrefix("files/"), let digest = SHA256Digest(String(name.dropFirst(6))),
      let bytes = context.package.made[digest]
    {
      return bytes
    }
    return try? Disk.read(context.place(name))
  }

  private mutating func writeEmbedded() throws(PackageFault) {
    let units = context.package.units.filter { $0.kind == .template }
    let key = units.map { "\($0.name) \($0.digest.sha256)" }.joined(separator: "\n")
    templates = context.packager.sodium.sha256(Array(key.utf8)).description
    let path = "\(DistPaths.embedded)/templates.plist"
    if context.isAsLeft, context.cache?.templates == templates,
      DiskStamp.of(context.place(path)) != .missing
    {
      return
    }
    let plist = EmbeddedTemplates.plist(of: report.release) { digest in
      (try? Disk.read(context.place(DistPaths.file(digest.sha256)))).flatMap(\.self)
    }
    guard let plist else { throw Disk.fault(context.place("files"), "lack a template that was just written") }
    try files.put(plist, path, syncing: false)
  }
}
