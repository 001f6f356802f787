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
struct DistOutput {
  let packager: Packager
  let settings: PackageSettings
  let package: ProjectPackage
  let cache: PackageCache?
  var earlier: [PackageCache.Earlier] = []
  var deltas: [PackageCache.Pair: Int] = [:]
  var archive: [ArchivePlan.Entry] = []
  private var archiveStamp = DiskStamp.unknown
  var archives = PackageCache.Archives()
  private var templates = ""
  var rexxar = PackageCache.Rexxar()
  var earlierMaps: PackageCache.EarlierMaps = [:]
  var written = 0
  /// Whether DIST has exactly the files that the run which wrote the cache left. After a killed run it has
  /// others.
  private(set) var isAsLeft = false
  var report: PackageReport

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

  func place(_ path: String) -> String { "\(packager.dist)/\(path)" }

  /// The state of DIST for the next run.
  var nextCache: PackageCache {
    var next = PackageCache()
    next.deltas = deltas
    next.archive = archive
    next.archiveStamp = archiveStamp
    next.archives = archives
    next.templates = templates
    next.rexxar = rexxar
    next.mapsStamp = DiskStamp.of(place(DistPaths.maps))
    next.earlierMaps = earlierMaps
    next.earlier = earlier
    next.distFolders = distFolders()
    next.newest = PackageCache.Newest(
      number: report.release.number,
      statement: FileDigest(of: report.statement, sodium: packager.sodium),
      created: report.release.created, mandatory: report.release.mandatory)
    return next
  }

  /// The stamps of folders that are not listed in every run.
  private func distFolders() -> [String: DiskStamp] {
    let folders = [
      "releases", "files", "deltas", "rexxar", DistPaths.embedded, "\(DistPaths.embedded)/rexxar",
    ]
    return Dictionary(uniqueKeysWithValues: folders.map { ($0, DiskStamp.of(place($0))) })
  }

  mutating func write(_ clock: inout PartClock, _ signing: Packager.Signing?) throws(PackageFault) {
    isAsLeft = cache?.distFolders == distFolders()
    try number()
    clock.part("statement")
    try writeContents()
    try writeMaps()
    clock.part("files")
    try writeDeltas()
    clock.part("deltas")
    let hasNews = written > 0 || !report.isUnchanged
    if written > 32 { try Disk.sync(packager.dist) }
    clock.part("disk")
    try writeStatements(signing)
    try writeArchive()
    try writeArchiveDeltas()
    if !isAsLeft { try removeUnnamed() }
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

  // MARK: Files

  mutating func put(_ bytes: [UInt8], _ path: String, syncing: Bool = true) throws(PackageFault) {
    let place = place(path)
    if DiskStamp.of(place).size == UInt64(bytes.count), let there = try Disk.read(place), there == bytes {
      return
    }
    try Disk.makeFolder(ProjectPath.folder(of: place))
    try Disk.write(bytes, to: place, syncing: syncing)
    written += 1
  }

  /// Writes contents by digest; existing files are kept if they have the right bytes, else written again.
  private mutating func writeContents() throws(PackageFault) {
    try Disk.makeFolder(place("files"))
    let contents = package.made.sorted { $0.key < $1.key }
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
    for result in results where try result.get() { written += 1 }
    // Signatures are written before the key set that needs them.
    for (path, bytes) in package.keySets.sorted(by: { $0.key > $1.key }) { try put(bytes, path) }
    // A pending key set is removed from DIST, unless DIST has signatures that the project lacks.
    let waiting = package.waitingKeySet.sorted { $0.key < $1.key }
    for (path, bytes) in waiting where path.hasSuffix(".sig") {
      guard try (Disk.read(place(path)) ?? bytes) == bytes else { return }
    }
    for (path, _) in waiting where unlink(place(path)) == 0 { written += 1 }
  }

  /// Writes the numbered statement, its signatures first, then the copies for people.
  private mutating func writeStatements(_ signing: Packager.Signing?) throws(PackageFault) {
    let (number, path) = (report.release.number, DistPaths.statement(report.release.number))
    let signaturesPath = DistPaths.statementSignatures(number)
    var signatures = SignatureFile()
    // Signatures of a statement that was not completely written belong to other bytes.
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
          name: path, size: bytes.count, checksum: CRC32.checksum(bytes)))
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
      try ArchiveFile(path: path, before: isRelied ? cache?.archive ?? [] : [], content: content).write(plan)
      written += 1
    }
    // The preset is the same archive: a hard link, where the file system supports it.
    let preset = place("\(DistPaths.embedded)/release.hybrid")
    let stamp = DiskStamp.of(path)
    if DiskStamp.of(preset).number != stamp.number {
      try Disk.makeFolder(place(DistPaths.embedded))
      let draft = place("\(DistPaths.embedded)/.release.hybrid.draft")
      unlink(draft)
      if link(path, draft) != 0 {
        try ArchiveFile(path: preset, before: [], content: content).write(plan)
      } else if rename(draft, preset) != 0 {
        throw Disk.fault(preset, "could not be written to its end")
      }
      written += 1
    }
    archiveStamp = DiskStamp.of(path)
  }

  /// The bytes of a file of DIST; files built in this run are not read again.
  private func content(_ name: String) -> [UInt8]? {
    if name.hasPrefix("files/"), let digest = SHA256Digest(String(name.dropFirst(6))),
      let bytes = package.made[digest]
    {
      return bytes
    }
    return try? Disk.read(place(name))
  }

  private mutating func writeEmbedded() throws(PackageFault) {
    let units = package.units.filter { $0.kind == .template }
    let key = units.map { "\($0.name) \($0.digest.sha256)" }.joined(separator: "\n")
    templates = packager.sodium.sha256(Array(key.utf8)).description
    let path = "\(DistPaths.embedded)/templates.plist"
    if isAsLeft, cache?.templates == templates, DiskStamp.of(place(path)) != .missing { return }
    let plist = EmbeddedTemplates.plist(of: report.release) { digest in
      (try? Disk.read(place(DistPaths.file(digest.sha256)))).flatMap(\.self)
    }
    guard let plist else { throw Disk.fault(place("files"), "lack a template that was just written") }
    try put(plist, path, syncing: false)
  }
}
