import Glibc
import HybridCompression
import HybridConcurrency
import HybridCrypto
import HybridDist
import HybridRelease

/// The deltas in DIST: between files and statements, and between archives.
struct DistDeltas {
  private let context: DistContext
  /// The size of each delta; 0 for one that was not worth keeping.
  private(set) var sizes: [PackageCache.Pair: Int] = [:]
  /// The deltas between archives.
  private(set) var archives = PackageCache.Archives()

  init(in context: DistContext) { self.context = context }

  private enum Content: Sendable {
    /// A path below DIST.
    case file(String)
    case bytes([UInt8])

    func read(in dist: String) throws(PackageFault) -> [UInt8]? {
      switch self {
      case .file(let path): try Disk.read("\(dist)/\(path)")
      case .bytes(let bytes): bytes
      }
    }
  }

  /// A delta to create, or an existing one.
  private struct Job: Sendable {
    var pair: PackageCache.Pair
    var from: Content
    var to: Content
  }

  /// Writes deltas to every changed file and to the statement, from each of the last releases.
  mutating func write(to numbering: ReleaseNumbering, _ files: inout DistFiles) throws(PackageFault) {
    let (packager, settings, earlier) = (context.packager, context.settings, numbering.earlier)
    guard settings.deltas > 0, let zstd = try? Zstd.shared() else { return }
    let now = numbering.digests(of: earlier.reduce(into: []) { $0.formUnion($1.others.keys) })
    let statement = FileDigest(of: numbering.statement, sodium: packager.sodium)
    var jobs: [Job] = []
    var pairs = Set<PackageCache.Pair>()
    for release in earlier.prefix(settings.deltas) {
      let pair = PackageCache.Pair(from: release.statement.sha256, to: statement.sha256)
      if release.statement.sha256 != statement.sha256, pairs.insert(pair).inserted {
        jobs.append(
          Job(pair: pair, from: .file(DistPaths.statement(release.number)), to: .bytes(numbering.statement)))
      }
      for (path, old) in release.others.sorted(by: { $0.key < $1.key }) {
        guard let new = now[path], new != old else { continue }
        let pair = PackageCache.Pair(from: old.sha256, to: new.sha256)
        guard pairs.insert(pair).inserted else { continue }
        jobs.append(
          Job(pair: pair, from: .file(DistPaths.file(old.sha256)), to: .file(DistPaths.file(new.sha256))))
      }
    }
    // Existing deltas never change, and deltas that were not worthwhile are not retried.
    var wanted: [Job] = []
    for job in jobs {
      let place = context.place(DistPaths.delta(from: job.pair.from, to: job.pair.to))
      if let size = context.cache?.deltas[job.pair], size == 0 || DiskStamp.of(place).size == UInt64(size) {
        sizes[job.pair] = size
      } else {
        wanted.append(job)
      }
    }
    if !wanted.isEmpty {
      try Disk.makeFolder(context.place("deltas"))
      let results = concurrentMap(wanted.count, jobs: packager.options.jobs) {
        [packager, wanted] index -> Result<Int, PackageFault> in
        do throws(PackageFault) {
          return .success(try Self.make(wanted[index], in: packager.dist, zstd, packager.sodium))
        } catch { return .failure(error) }
      }
      for (job, result) in zip(wanted, results) {
        let size = try result.get()
        sizes[job.pair] = size
        if size > 0 { files.countOne() }
      }
    }
  }

  private static func make(
    _ job: Job, in dist: String, _ zstd: Zstd, _ sodium: Sodium
  ) throws(PackageFault) -> Int {
    guard let from = try job.from.read(in: dist), let to = try job.to.read(in: dist) else { return 0 }
    let place = "\(dist)/\(DistPaths.delta(from: job.pair.from, to: job.pair.to))"
    // Small deltas use the best compression; large ones limit the time. The level depends only on sizes, so
    // the same files give the same delta on every machine.
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

  // MARK: Deltas between archives

  /// Above this combined size no deltas between archives are created: apps load single files, and people who
  /// transfer such large archives have a fast connection.
  private static let mostArchiveBytes = 64 << 20

  /// Writes deltas to the archive from those of the last releases, which are rebuilt from their files.
  ///
  /// - Parameter archive: The files of the archive; nil when there is none.
  mutating func write(
    toArchive archive: [ArchivePlan.Entry]?, of numbering: ReleaseNumbering, _ files: inout DistFiles
  ) throws(PackageFault) {
    let (packager, settings, earlier) = (context.packager, context.settings, numbering.earlier)
    let before = context.cache?.archives
    if settings.deltas > 0, let archive, archive.reduce(0, { $0 + $1.bytes }) <= Self.mostArchiveBytes / 2 {
      var text = archive.map { "\($0.name) \($0.size) \($0.checksum)\n" }.joined()
      for release in earlier.prefix(settings.deltas) {
        let signatures = try Disk.read(context.place(DistPaths.statementSignatures(release.number))) ?? []
        text += "\(release.number) \(release.statement.sha256) \(packager.sodium.sha256(signatures))\n"
      }
      archives.key = packager.sodium.sha256(Array(text.utf8)).description
      if let before, before.key == archives.key, before.pairs.values.allSatisfy(isThere) {
        archives.pairs = before.pairs
        for pair in before.pairs.values { sizes[pair] = context.cache?.deltas[pair] }
        return
      }
      try makeArchiveDeltas(from: earlier, &files)
    }
    // DIST contains only the newest archive, so deltas to earlier archives are useless. Without a cache they
    // are not known, and all deltas without a result in DIST are removed.
    let now = Set(archives.pairs.values)
    for pair in (before?.pairs ?? [:]).values where !now.contains(pair) {
      unlink(context.place(DistPaths.delta(from: pair.from, to: pair.to)))
    }
  }

  private func isThere(_ pair: PackageCache.Pair) -> Bool {
    guard let size = context.cache?.deltas[pair] else { return false }
    return size == 0
      || DiskStamp.of(context.place(DistPaths.delta(from: pair.from, to: pair.to))).size == UInt64(size)
  }

  private mutating func makeArchiveDeltas(
    from earlier: [PackageCache.Earlier], _ files: inout DistFiles
  ) throws(PackageFault) {
    let packager = context.packager
    guard let zstd = try? Zstd.shared(), let new = try Disk.read(context.place(DistPaths.archive)) else {
      return
    }
    let to = packager.sodium.sha256(new)
    for earlier in earlier.prefix(context.settings.deltas) {
      guard let known = try context.known(earlier.number), case .release(let release) = known.statement,
        let old = rebuiltArchive(
          of: release, statement: known.bytes, from: ReleaseFolder(packager.dist)),
        old.count <= Self.mostArchiveBytes - new.count
      else { continue }
      let pair = PackageCache.Pair(from: packager.sodium.sha256(old), to: to)
      guard pair.from != to else { continue }
      archives.pairs[earlier.number] = pair
      if isThere(pair) {
        sizes[pair] = context.cache?.deltas[pair]
        continue
      }
      try Disk.makeFolder(context.place("deltas"))
      let job = Job(pair: pair, from: .bytes(old), to: .bytes(new))
      let size = try Self.make(job, in: packager.dist, zstd, packager.sodium)
      sizes[pair] = size
      if size > 0 { files.countOne() }
    }
  }

  /// Lists the existing deltas whose results belong to the newest release, whichever run created them.
  ///
  /// - Returns: Their number.
  func writeIndex(of numbering: ReleaseNumbering, _ files: inout DistFiles) throws(PackageFault) -> Int {
    var ends = Set(numbering.release.files.lazy.map(\.digest.sha256))
    ends.insert(context.packager.sodium.sha256(numbering.statement))
    ends.formUnion(archives.pairs.values.lazy.map(\.to))
    var entries: [DeltaIndex.Entry] = []
    for file in Disk.names(in: context.place("deltas")) where !file.isFolder && !file.isLink {
      guard let pair = PackageCache.Pair(deltaName: file.name), ends.contains(pair.to) else { continue }
      let size = sizes[pair] ?? Int(DiskStamp.of(context.place("deltas/\(file.name)")).size)
      if size > 0 { entries.append(DeltaIndex.Entry(from: pair.from, to: pair.to, size: size)) }
    }
    let index = DeltaIndex(entries).encoded()
    if index.count <= DeltaIndex.mostBytes,
      !entries.isEmpty || DiskStamp.of(context.place(DistPaths.deltaIndex)) != .missing
    {
      try files.put(index, DistPaths.deltaIndex, syncing: false)
    }
    return entries.count
  }

  /// Removes the deltas to and from archives of removed releases, and all deltas whose base or result no
  /// remaining statement references.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the remaining releases.
  ///   - contents: The hashes of their files and statements.
  mutating func keep(_ numbers: [Int], _ contents: Set<String>) {
    var ends = contents
    let pairs = archives.pairs.filter { numbers.contains($0.key) }
    // The key no longer matches, since it covers fewer releases now.
    if pairs != archives.pairs { archives.key = "" }
    archives.pairs = pairs
    for pair in archives.pairs.values { ends.formUnion([pair.from.description, pair.to.description]) }
    for file in Disk.names(in: context.place("deltas")) where file.name.hasSuffix(".zst") {
      let parts = file.name.dropLast(4).split(separator: "-").map(String.init)
      if !parts.allSatisfy(ends.contains) { unlink(context.place("deltas/\(file.name)")) }
    }
    sizes = sizes.filter { ends.contains($0.key.from.description) && ends.contains($0.key.to.description) }
  }
}

extension PackageCache.Pair {
  /// Parses the name of a delta, `FROM-TO.zst`; nil for anything else.
  init?(deltaName name: String) {
    guard name.hasSuffix(".zst") else { return nil }
    let parts = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let from = SHA256Digest(String(parts[0])), let to = SHA256Digest(String(parts[1]))
    else { return nil }
    self.init(from: from, to: to)
  }
}
