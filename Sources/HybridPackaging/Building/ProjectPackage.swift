import Glibc
import HybridCompiler
import HybridConcurrency
import HybridCrypto
import HybridEncoding
import HybridMinification
import HybridRelease
import HybridSource
import HybridUnits
import Synchronization

/// The content of a release: the current units and assets of a project. Only changed ones are rebuilt.
struct ProjectPackage {
  let packager: Packager
  let settings: PackageSettings
  let cache: PackageCache?
  let record: InputRecord

  /// Units, sorted by name.
  private(set) var units: [PackagedUnit] = []
  /// The bytes of units and assets built in this run, by digest.
  private(set) var made: [SHA256Digest: [UInt8]] = [:]
  /// The source maps of those, by name.
  private(set) var madeMaps: [SHA256Digest: [UInt8]] = [:]
  /// The number of units built in this run.
  private(set) var madeUnits = 0
  /// The assets, by path.
  private(set) var assets: [String: PackageCache.Asset] = [:]
  /// The files that the patterns matched.
  private(set) var listed: [String] = []
  private(set) var warnings: [Diagnostic] = []
  private(set) var projectWarnings: [Diagnostic] = []
  /// Public key sets and their signatures, by path in DIST.
  private(set) var keySets: [String: [UInt8]] = [:]
  /// The files of a key set that still lacks signatures, by path in DIST.
  private(set) var waitingKeySet: [String: [UInt8]] = [:]
  /// Cached inputs that have not changed.
  private var keptFiles: [String: DiskStamp] = [:]
  private var keptYoung: [String: ContentHash] = [:]
  private var keptFolders: [String: InputRecord.Folder] = [:]
  private var changedFiles: Set<String> = []
  private var isSameTree = false

  init(packager: Packager, settings: PackageSettings, cache: PackageCache?) {
    (self.packager, self.settings, self.cache) = (packager, settings, cache)
    let root = packager.files.root
    let dist = packager.distPlace
    record = InputRecord(
      root: root,
      ours: Set([".hybrid"]).union(dist.hasPrefix(root + "/") ? [String(dist.dropFirst(root.count + 1))] : [])
    )
  }

  /// All files that were read, in this run or in the run that built a reused unit.
  var inputFiles: [String: DiskStamp] { keptFiles.merging(record.files) { _, new in new } }
  var inputHashes: [String: ContentHash] { keptYoung.merging(record.young) { _, new in new } }
  var inputFolders: [String: InputRecord.Folder] { keptFolders.merging(record.folders) { _, new in new } }

  // MARK: Units

  /// Builds the units that have changed since the cache was written; without a cache, all units.
  mutating func makeUnits() throws(PackageFault) {
    guard let cache else { return try makeAll() }
    findChanges(cache)
    // An added or removed file may change any unit, and so may project settings.
    let isShared = changedFiles.contains { $0 == ProjectConfig.path || $0.hasSuffix(".properties") }
    guard isSameTree, !isShared else {
      (keptFiles, keptYoung, keptFolders, isSameTree) = ([:], [:], [:], false)
      return try makeAll()
    }
    let gone = missing(cache)
    let stale = cache.units.filter { unit in
      gone.contains(unit.name)
        || (!changedFiles.isEmpty && unit.inputs.contains(where: changedFiles.contains))
    }
    (units, projectWarnings) = (cache.units, cache.warnings)
    if !stale.isEmpty { try remake(stale) }
    warnings = projectWarnings + units.flatMap(\.warnings)
  }

  /// Checks every file and folder of the last run.
  private mutating func findChanges(_ cache: PackageCache) {
    let root = packager.files.root
    (keptFiles, keptYoung, keptFolders) = (cache.files, [:], cache.folders)
    let files = Array(cache.files)
    let stamps = Self.stamps(files.map(\.key), in: root, jobs: packager.options.jobs)
    for (file, stamp) in zip(files, stamps) {
      if stamp == file.value { continue }
      if let hash = cache.young[file.key],
        case .success(let bytes) = packager.files.reader.read(file.key),
        ContentHash(bytes) == hash
      {
        (keptFiles[file.key], keptYoung[file.key]) = (stamp, hash)
      } else {
        changedFiles.insert(file.key)
        keptFiles[file.key] = nil
      }
    }
    let folders = Array(cache.folders)
    let folderStamps = Self.stamps(folders.map(\.key), in: root, jobs: packager.options.jobs)
    isSameTree = true
    for (folder, stamp) in zip(folders, folderStamps) {
      if stamp != folder.value.stamp {
        // The folder was written to, but its names may be the same.
        let names = record.hash(record.reader(of: packager.files).list(folder.key), of: folder.key)
        guard names == folder.value.names else {
          isSameTree = false
          return
        }
      }
      keptFolders[folder.key]?.stamp = stamp
    }
  }

  private static func stamps(_ paths: [String], in root: String, jobs: Int) -> [DiskStamp] {
    let part = max(64, (paths.count + jobs - 1) / max(jobs, 1))
    let starts = Array(stride(from: 0, to: paths.count, by: part))
    return concurrentMap(starts.count, jobs: jobs) { index in
      let folder = open(root.isEmpty ? "/" : root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { close(folder) }
      return paths[starts[index]..<min(starts[index] + part, paths.count)].map {
        DiskStamp.of($0, in: folder)
      }
    }.flatMap(\.self)
  }

  /// Cached units whose bytes or source maps are missing from DIST.
  private func missing(_ cache: PackageCache) -> Set<String> {
    let (units, place) = (cache.units, packager.dist)
    var withoutMap: [String] = []
    if cache.mapsStamp != DiskStamp.of("\(place)/\(DistPaths.maps)") {
      let there = Set(Disk.names(in: "\(place)/\(DistPaths.maps)").map { "\(DistPaths.maps)/\($0.name)" })
      withoutMap = units.filter { !$0.maps.allSatisfy { there.contains(DistPaths.map($0)) } }.map(\.name)
    }
    let part = max(64, (units.count + packager.options.jobs - 1) / max(packager.options.jobs, 1))
    let starts = Array(stride(from: 0, to: units.count, by: part))
    return Set(
      concurrentMap(starts.count, jobs: packager.options.jobs) { index in
        let folder = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        return units[starts[index]..<min(starts[index] + part, units.count)].filter { unit in
          DiskStamp.of(DistPaths.file(unit.digest.sha256), in: folder).size != UInt64(unit.digest.size)
        }.map(\.name)
      }.flatMap(\.self) + withoutMap)
  }

  private mutating func makeAll() throws(PackageFault) {
    var compiler = ProjectCompiler(
      files: record.noting(packager.files), name: ProjectPath.name(of: packager.files.root))
    compiler.start()
    let diagnostics = compiler.projectDiagnostics
    if diagnostics.hasErrors { throw PackageFault(.project, diagnostics) }
    let names = compiler.unitNames
    guard !names.isEmpty else {
      throw PackageFault(
        .project, "package.nothing", "there is nothing to package: no template and no page",
        hint: "templates are components/NAME.xml, pages are pages/NAME.html")
    }
    projectWarnings = diagnostics
    units = try make(names) { [compiler] in compiler }
    // Some errors, such as a broken data set, do not prevent a unit but prevent a release.
    warnings = projectWarnings + units.flatMap(\.warnings)
  }

  private mutating func remake(_ stale: [PackagedUnit]) throws(PackageFault) {
    let reader = record.noting(packager.files)
    let name = ProjectPath.name(of: packager.files.root)
    var remade: [PackagedUnit]
    if stale.count <= 64, stale.allSatisfy({ $0.kind == .page }) {
      // A page depends only on its own files and those they name, so the other units are not searched for.
      let sources = Dictionary(stale.map { ($0.name, $0.source) }) { first, _ in first }
      remade = try make(stale.map(\.name), oneByOne: true) { unit in
        var compiler = ProjectCompiler(files: reader, name: name, only: sources[unit] ?? "")
        compiler.start()
        return compiler
      }
    } else {
      var compiler = ProjectCompiler(files: reader, name: name)
      compiler.start()
      if compiler.projectDiagnostics.hasErrors { throw PackageFault(.project, compiler.projectDiagnostics) }
      remade = try make(stale.map(\.name)) { [compiler] in compiler }
    }
    remade.sort { $0.name < $1.name }
    var index = 0
    for place in units.indices where index < remade.count && units[place].name == remade[index].name {
      units[place] = remade[index]
      index += 1
    }
  }

  private mutating func make(
    _ names: [String], _ compiler: @escaping @Sendable () -> ProjectCompiler
  ) throws(PackageFault) -> [PackagedUnit] {
    try make(names, oneByOne: false) { _ in compiler() }
  }

  /// Builds units on all cores. Each part has its own compiler, so that neighbouring units share style
  /// sheets.
  private mutating func make(
    _ names: [String], oneByOne: Bool, _ compiler: @escaping @Sendable (String) -> ProjectCompiler
  ) throws(PackageFault) -> [PackagedUnit] {
    let jobs = packager.options.jobs
    let size = oneByOne ? 1 : max(1, (names.count + jobs - 1) / max(jobs, 1))
    let starts = Array(stride(from: 0, to: names.count, by: size))
    let maker = UnitMaker(sodium: packager.sodium, minifies: packager.options.minifies)
    let done = Atomic(0)
    let step = packager.step
    let outcomes = concurrentMap(starts.count, jobs: jobs) { index in
      var own = compiler(names[starts[index]])
      return names[starts[index]..<min(starts[index] + size, names.count)].map { name in
        defer { step(done.add(1, ordering: .relaxed).newValue, names.count) }
        return maker.make(name, &own)
      }
    }.flatMap(\.self)
    var units: [PackagedUnit] = []
    units.reserveCapacity(names.count)
    var faults: [Diagnostic] = []
    for outcome in outcomes {
      switch outcome {
      case .made(let unit, let bytes, let maps):
        units.append(unit)
        made[unit.digest.sha256] = bytes
        madeMaps.merge(maps) { _, new in new }
      case .failed(let diagnostics): faults += diagnostics
      }
    }
    madeUnits += units.count
    guard units.count == names.count else { throw PackageFault(.project, faults.sortedAndUnique()) }
    return units
  }

  // MARK: Assets

  /// Collects the assets: the images and fonts that units name, and the files that match the project's
  /// patterns.
  mutating func collectAssets() throws(PackageFault) {
    listed = isSameTree ? cache?.listed ?? [] : try listPatterns()
    var paths = Set(listed)
    for unit in units { paths.formUnion(unit.images) }
    var faults: [Diagnostic] = []
    for path in paths.sorted() {
      if let asset = cache?.assets[path], keptFiles[path] != nil,
        DiskStamp.of("\(packager.dist)/\(DistPaths.file(asset.digest.sha256))").size
          == UInt64(asset.digest.size)
      {
        assets[path] = asset
        continue
      }
      switch read(path) {
      case .success(let read):
        let isJSON = packager.options.minifies && path.lowercased().hasSuffix(".json")
        let bytes = (isJSON ? minifiedJSON(read) : nil) ?? read
        let digest = FileDigest(of: bytes, sodium: packager.sodium)
        assets[path] = PackageCache.Asset(
          digest: digest, checksum: CRC32.checksum(bytes))
        made[digest.sha256] = bytes
      case .failure(let fault): faults += fault.diagnostics
      }
    }
    faults += unnamedFaults()
    if !faults.isEmpty { throw PackageFault(.project, faults) }
    // The same names were checked in the last run.
    if isSameTree, let cache, cache.assets.keys == assets.keys { return }
    try refusing { () throws(Refusal) in
      try checkFileNames(units.map(\.file.path) + assets.keys.sorted(), of: "the release")
    }
  }

  /// Files that would be read or included, but whose names are not valid paths of a release.
  private func unnamedFaults() -> [Diagnostic] {
    record.unnamed.compactMap { path in
      let isSource =
        ["html", "xml", "css", "js", "json"].contains(path.split(separator: ".").last ?? "")
        || ["pages", "components", "cards"].contains(path.split(separator: "/").first ?? "")
      guard isSource || settings.files.contains(where: { $0.matches(path) }) else { return nil }
      return Diagnostic(
        .error, "package.name-not-utf8", "'\(path)' has a name that is not UTF-8", hint: "rename it")
    }
  }

  /// Reads an asset, if it is allowed in a release.
  private func read(_ path: String) -> Result<[UInt8], PackageFault> {
    func fault(_ code: String, _ message: String, hint: String? = nil) -> Result<[UInt8], PackageFault> {
      .failure(PackageFault(.project, code, "'\(path)' \(message)", hint: hint))
    }
    if let reason = Self.exclusion(of: path) {
      return fault("package.excluded", "never goes into a release: \(reason)")
    }
    let place = "\(packager.files.root)/\(path)"
    guard DiskFiles.realPath(place) == place else {
      return fault(
        "package.symbolic-link", "is a symbolic link, or in a folder that is one",
        hint: "replace the link with the file")
    }
    switch record.noting(packager.files).read(path) {
    case .failure(let failure): return fault(failure.diagnosticCode, "cannot be packaged: \(failure.message)")
    case .success(let bytes):
      if let what = privateKey(in: bytes) {
        return fault(
          RefusalCode.filePrivateKey.rawValue, "is \(what), or has one in it",
          hint: "remove it, and treat the key as public")
      }
      return .success(bytes)
    }
  }

  /// Why a file is excluded from every release; nil when it is allowed.
  static func exclusion(of path: String) -> String? {
    if let rule = DeniedFiles.rule(for: path) { return "it may hold secrets ('\(rule.pattern)')" }
    let parts = path.split(separator: "/")
    if parts.contains(where: { $0.hasPrefix(".") }) { return "its name begins with a dot" }
    if parts.contains("node_modules") { return "it is in 'node_modules'" }
    if parts.first == "snapshots" { return "snapshots are of tests" }
    return nil
  }

  /// Links and excluded files are skipped.
  private func listPatterns() throws(PackageFault) -> [String] {
    var found = Set<String>()
    let dist = DiskFiles.realPath(packager.dist)
    let reader = record.noting(packager.files)
    for pattern in settings.files {
      var waiting = [pattern.base]
      while let folder = waiting.popLast() {
        guard dist != "\(packager.files.root)/\(folder)", case .success(let entries) = reader.list(folder)
        else {
          continue
        }
        for entry in entries {
          let path = ProjectPath.join(folder, entry.name)
          guard Self.exclusion(of: path) == nil else { continue }
          switch entry.kind {
          case .folder: waiting.append(path)
          case .file where pattern.matches(path): found.insert(path)
          default: break
          }
        }
      }
    }
    return found.sorted()
  }

  /// Reads the project's public key sets. Valid ones are included verbatim; one that still lacks signatures
  /// is not.
  mutating func readKeySets() throws(PackageFault) {
    let folder = "\(packager.files.root)/\(settings.keys)"
    var files: [String: [UInt8]] = [:]
    for (name, isFolder, isLink) in Disk.names(in: folder) {
      let isOurs = name.hasSuffix(".json") || name.hasSuffix(".sig")
      guard !isFolder, !isLink, isOurs, let version = Int(name.prefix { $0 != "." }), version > 0,
        name == "\(version).json" || name == "\(version).sig",
        let bytes = try Disk.read("\(folder)/\(name)")
      else { continue }
      if let what = privateKey(in: bytes) {
        throw PackageFault(
          .project, RefusalCode.filePrivateKey.rawValue, "'\(settings.keys)/\(name)' is \(what)",
          hint: "private keys lie outside of projects: 'hybrid keys list' shows where")
      }
      files[name] = bytes
    }
    let versions = files.keys.compactMap { $0.hasSuffix(".json") ? Int($0.dropLast(5)) : nil }.sorted()
    var trust: Trust?
    for version in versions {
      let path = "\(settings.keys)/\(version).json"
      guard let bytes = files["\(version).json"] else { continue }
      let signatures = files["\(version).sig"] ?? []
      do throws(Refusal) {
        guard !signatures.isEmpty else {
          throw Refusal(.signatureMissing, path, "has no signatures beside it")
        }
        if trust == nil {
          // The first set is trusted because of its location, and is signed by its own keys.
          let keySet = try KeySet(decoding: bytes, as: path, sodium: packager.sodium)
          let first = Trust(keySet, sodium: packager.sodium)
          _ = try first.statement(bytes, signatures: signatures, as: path, kinds: [.keys])
          trust = first
        } else {
          try trust?.advance(to: bytes, signatures: signatures, as: path)
        }
      } catch {
        let lacksSignatures = error.code == .signatureThreshold || error.code == .signatureMissing
        guard lacksSignatures, version == versions.last else { throw PackageFault(error) }
        waitingKeySet = ["keys/\(version).json": bytes, "keys/\(version).sig": signatures]
        continue
      }
      keySets[DistPaths.keys(version)] = bytes
      keySets[DistPaths.keysSignatures(version)] = signatures
    }
  }
}
