import HybridCompiler
import HybridCrypto
import HybridRelease
import HybridSource
import HybridUnits

/// The results of the last run of a project, so that the next one rebuilds only what changed:
/// `.hybrid/package.cache`.
///
/// Written last, to a draft that is renamed. A cache that fails any check counts as missing; so does one of
/// another version of this program, or of other settings that affect bytes.
struct PackageCache: Sendable {
  /// A file of a release other than a unit.
  struct Asset: Hashable, Sendable {
    var digest: FileDigest
    var checksum: UInt32
  }

  /// The base and the result of a delta, including deltas that were not worthwhile.
  struct Pair: Hashable, Sendable {
    var from: SHA256Digest
    var to: SHA256Digest
  }

  /// The newest statement of DIST, to which ``units`` and ``assets`` belong.
  struct Newest: Hashable, Sendable {
    var number: Int
    var statement: FileDigest
    var created: String
    var mandatory: Int
  }

  /// A release before the newest, described by its differences.
  struct Earlier: Hashable, Sendable {
    var number: Int
    var statement: FileDigest
    /// The digests of files that the newest release also has, with different bytes.
    var others: [String: FileDigest]
  }

  /// Source maps that the newest release no longer uses, with the last release that used them.
  typealias EarlierMaps = [SHA256Digest: Int]

  /// The deltas between archives.
  struct Archives: Hashable, Sendable {
    /// A hash of all their inputs.
    var key = ""
    /// The deltas by the number of the earlier release, including those that were not worth keeping.
    var pairs: [Int: Pair] = [:]
  }

  /// The files for Rexxar.
  struct Rexxar: Hashable, Sendable {
    /// The statement that they were made from, and the base address.
    var key = ""
    /// The size of each file, by path below DIST.
    var files: [String: Int] = [:]
    var warnings: [Diagnostic] = []
  }

  /// The program's version and the settings.
  var key = ""
  /// The stamps of all files that were read, taken before reading.
  var files: [String: DiskStamp] = [:]
  /// The hashes of files whose stamps prove nothing.
  var young: [String: ContentHash] = [:]
  var folders: [String: InputRecord.Folder] = [:]
  /// Units, sorted by name.
  var units: [PackagedUnit] = []
  var assets: [String: Asset] = [:]
  /// The files that the patterns matched.
  var listed: [String] = []
  /// Warnings about the project itself.
  var warnings: [Diagnostic] = []
  /// The size of each delta; 0 for one that was not worth keeping.
  var deltas: [Pair: Int] = [:]
  /// The files of the archive, and the archive's stamp.
  var archive: [ArchivePlan.Entry] = []
  var archiveStamp = DiskStamp.unknown
  var archives = Archives()
  var newest: Newest?
  /// Sorted by number, the highest first.
  var earlier: [Earlier] = []
  /// A hash of the inputs of `embedded/templates.plist`.
  var templates = ""
  var rexxar = Rexxar()
  /// The stamp of the folder of source maps after the run.
  var mapsStamp = DiskStamp.unknown
  var earlierMaps: EarlierMaps = [:]
  /// The stamps of DIST's folders after the run: adding or removing a file changes them.
  var distFolders: [String: DiskStamp] = [:]

  init() {}

  /// Records the inputs of a package and its units.
  ///
  /// - Parameter start: The start of the run: younger files may be written without a change of their stamps.
  init(inputsOf package: ProjectPackage, key: String, start: UInt64) {
    self.key = key
    files = package.inputFiles.mapValues { $0.isTooYoung(at: start) ? .unknown : $0 }
    young = package.inputHashes.filter { files[$0.key] == .unknown }
    folders = package.inputFolders.mapValues { folder in
      var folder = folder
      if folder.stamp.isTooYoung(at: start) { folder.stamp = .unknown }
      return folder
    }
    (units, assets, listed) = (package.units, package.assets, package.listed)
    warnings = package.projectWarnings
  }
}

extension PackageCache {
  private static let format = "hybrid package cache 4"

  /// Encodes the cache: the inputs, and the state of DIST after writing.
  ///
  /// - Parameter inputs: ``encodedInputs``, computed concurrently.
  func encoded(_ inputs: [UInt8]) -> [UInt8] {
    let bytes = inputs + encodedOutput
    return bytes + Array(ContentHash(bytes).description.utf8)
  }

  /// The program, settings, inputs, units and assets: by far the larger part.
  var encodedInputs: [UInt8] {
    var writer = CacheWriter()
    writer.text(Self.format)
    writer.text(key)
    // Sorted, so that equal runs write equal files; units refer to inputs by index.
    let paths = files.sorted { $0.key < $1.key }
    var numbers: [String: Int] = [:]
    numbers.reserveCapacity(paths.count)
    writer.number(paths.count)
    for (index, file) in paths.enumerated() {
      numbers[file.key] = index
      writer.text(file.key)
      writer.stamp(file.value)
    }
    writer.number(young.count)
    for (path, hash) in young.sorted(by: { $0.key < $1.key }) {
      writer.text(path)
      writer.text(hash.description)
    }
    writer.number(folders.count)
    for (path, folder) in folders.sorted(by: { $0.key < $1.key }) {
      writer.text(path)
      writer.stamp(folder.stamp)
      writer.text(folder.names.description)
    }
    var sets: [Requirements: Int] = [:]
    var ordered: [Requirements] = []
    for unit in units where sets[unit.requirements] == nil {
      sets[unit.requirements] = ordered.count
      ordered.append(unit.requirements)
    }
    writer.number(ordered.count)
    for set in ordered {
      writer.texts(set.elements)
      writer.texts(set.attributes)
      writer.texts(set.modules)
    }
    writer.number(units.count)
    for unit in units {
      writer.text(unit.name)
      writer.number(unit.kind.cacheNumber)
      writer.text(unit.source)
      writer.digest(unit.digest)
      writer.number(Int(unit.checksum))
      writer.number(sets[unit.requirements] ?? 0)
      writer.texts(unit.images)
      writer.number(unit.maps.count)
      for map in unit.maps { writer.raw(map.bytes) }
      writer.diagnostics(unit.warnings)
      writer.number(unit.inputs.count)
      for path in unit.inputs { writer.number(numbers[path] ?? 0) }
    }
    writer.number(assets.count)
    for (path, asset) in assets.sorted(by: { $0.key < $1.key }) {
      writer.text(path)
      writer.digest(asset.digest)
      writer.number(Int(asset.checksum))
    }
    writer.texts(listed)
    writer.diagnostics(warnings)
    return writer.bytes
  }

  /// Deltas, the archive, files for other systems, and the existing releases.
  private var encodedOutput: [UInt8] {
    var writer = CacheWriter()
    writer.number(deltas.count)
    for (pair, size) in deltas.sorted(by: { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }) {
      writer.raw(pair.from.bytes)
      writer.raw(pair.to.bytes)
      writer.number(size)
    }
    writer.number(archive.count)
    for entry in archive {
      writer.text(entry.name)
      writer.number(entry.size)
      writer.number(Int(entry.checksum))
    }
    writer.stamp(archiveStamp)
    writer.text(archives.key)
    writer.number(archives.pairs.count)
    for (number, pair) in archives.pairs.sorted(by: { $0.key < $1.key }) {
      writer.number(number)
      writer.raw(pair.from.bytes)
      writer.raw(pair.to.bytes)
    }
    writer.text(templates)
    writer.text(rexxar.key)
    writer.number(rexxar.files.count)
    for (path, size) in rexxar.files.sorted(by: { $0.key < $1.key }) {
      writer.text(path)
      writer.number(size)
    }
    writer.diagnostics(rexxar.warnings)
    writer.stamp(mapsStamp)
    writer.number(earlierMaps.count)
    for (map, number) in earlierMaps.sorted(by: { $0.key < $1.key }) {
      writer.raw(map.bytes)
      writer.number(number)
    }
    writer.number(distFolders.count)
    for (path, stamp) in distFolders.sorted(by: { $0.key < $1.key }) {
      writer.text(path)
      writer.stamp(stamp)
    }
    writer.number(newest == nil ? 0 : 1)
    if let newest {
      writer.number(newest.number)
      writer.digest(newest.statement)
      writer.text(newest.created)
      writer.number(newest.mandatory)
    }
    writer.number(earlier.count)
    for release in earlier {
      writer.number(release.number)
      writer.digest(release.statement)
      writer.number(release.others.count)
      for (path, digest) in release.others.sorted(by: { $0.key < $1.key }) {
        writer.text(path)
        writer.digest(digest)
      }
    }
    return writer.bytes
  }

  /// Decodes a cache; nil when it is damaged, or was written with another key.
  init?(decoding bytes: [UInt8], key: String) {
    guard bytes.count >= 32 else { return nil }
    let body = Array(bytes.dropLast(32))
    guard bytes.suffix(32).elementsEqual(ContentHash(body).description.utf8) else { return nil }
    var reader = CacheReader(body)
    do {
      guard try reader.text() == Self.format, try reader.text() == key else { return nil }
      try self.init(&reader)
    } catch { return nil }
    guard reader.isAtEnd else { return nil }
    self.key = key
  }

  private init(_ reader: inout CacheReader) throws(CacheReader.Damaged) {
    let paths = try reader.list { reader throws(CacheReader.Damaged) in
      (try reader.text(), try reader.stamp())
    }
    files = Dictionary(paths) { first, _ in first }
    for _ in 0..<(try reader.number()) {
      let path = try reader.text()
      guard let hash = ContentHash(try reader.text()) else { throw CacheReader.Damaged() }
      young[path] = hash
    }
    for _ in 0..<(try reader.number()) {
      let path = try reader.text()
      let stamp = try reader.stamp()
      guard let names = ContentHash(try reader.text()) else { throw CacheReader.Damaged() }
      folders[path] = InputRecord.Folder(stamp: stamp, names: names)
    }
    let sets = try reader.list { reader throws(CacheReader.Damaged) in
      var set = Requirements()
      set.elements = try reader.texts()
      set.attributes = try reader.texts()
      set.modules = try reader.texts()
      return set
    }
    units = try reader.list { reader throws(CacheReader.Damaged) in
      let name = try reader.text()
      let number = try reader.number()
      guard let kind = ReleaseUnit.Kind.allCases.first(where: { $0.cacheNumber == number }) else {
        throw CacheReader.Damaged()
      }
      let source = try reader.text()
      let digest = try reader.digest()
      let checksum = UInt32(truncatingIfNeeded: try reader.number())
      let set = try reader.number()
      guard set < sets.count else { throw CacheReader.Damaged() }
      let images = try reader.texts()
      let maps = try reader.list { reader throws(CacheReader.Damaged) in try reader.sha256() }
      let warnings = try reader.diagnostics()
      let inputs = try reader.list { reader throws(CacheReader.Damaged) in
        let number = try reader.number()
        guard number < paths.count else { throw CacheReader.Damaged() }
        return paths[number].0
      }
      return PackagedUnit(
        name: name, kind: kind, source: source, digest: digest, checksum: checksum, requirements: sets[set],
        images: images, maps: maps, warnings: warnings, inputs: inputs)
    }
    for _ in 0..<(try reader.number()) {
      let path = try reader.text()
      assets[path] = Asset(
        digest: try reader.digest(), checksum: UInt32(truncatingIfNeeded: try reader.number()))
    }
    listed = try reader.texts()
    warnings = try reader.diagnostics()
    for _ in 0..<(try reader.number()) {
      let pair = Pair(from: try reader.sha256(), to: try reader.sha256())
      deltas[pair] = try reader.number()
    }
    archive = try reader.list { reader throws(CacheReader.Damaged) in
      ArchivePlan.Entry(
        name: try reader.text(), size: try reader.number(),
        checksum: UInt32(truncatingIfNeeded: try reader.number()))
    }
    archiveStamp = try reader.stamp()
    archives.key = try reader.text()
    for _ in 0..<(try reader.number()) {
      let number = try reader.number()
      archives.pairs[number] = Pair(from: try reader.sha256(), to: try reader.sha256())
    }
    templates = try reader.text()
    rexxar.key = try reader.text()
    for _ in 0..<(try reader.number()) {
      let path = try reader.text()
      rexxar.files[path] = try reader.number()
    }
    rexxar.warnings = try reader.diagnostics()
    mapsStamp = try reader.stamp()
    for _ in 0..<(try reader.number()) {
      let map = try reader.sha256()
      earlierMaps[map] = try reader.number()
    }
    for _ in 0..<(try reader.number()) {
      let path = try reader.text()
      distFolders[path] = try reader.stamp()
    }
    if try reader.number() == 1 {
      newest = Newest(
        number: try reader.number(), statement: try reader.digest(), created: try reader.text(),
        mandatory: try reader.number())
    }
    earlier = try reader.list { reader throws(CacheReader.Damaged) in
      var release = Earlier(number: try reader.number(), statement: try reader.digest(), others: [:])
      for _ in 0..<(try reader.number()) {
        let path = try reader.text()
        release.others[path] = try reader.digest()
      }
      return release
    }
  }
}
