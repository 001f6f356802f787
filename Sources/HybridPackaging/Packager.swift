import Glibc
package import HybridCompiler
package import HybridCrypto
package import HybridRelease
package import HybridSource

/// What a release is made with, besides what the project says.
package struct PackageOptions: Sendable {
  /// The number of a release that has something new; nil for one more than the newest.
  package var number: Int?
  /// When it was made, as the statement tells.
  package var created = ReleaseTime(seconds: 315_532_800)
  /// Whether apps below it have to update.
  package var isMandatory = false
  /// Instead of the project's.
  package var channel: String?
  /// What `remote_file` in Rexxar's table begins with; empty for files beside the table.
  package var base = ""
  /// How many releases stay in DIST; nil for all.
  package var keep: Int?
  /// Whether sheets lose what nobody needs.
  package var minifies = true
  /// How many units are made at once.
  package var jobs = 1
  /// Whether what the last run left is used.
  package var usesCache = true
  /// What stands for this program: another one may write other bytes.
  package var tool = ""

  /// The usual.
  package init() {}
}

/// What a run did.
package struct PackageReport: Sendable {
  /// The release in DIST now.
  package var release: Release
  /// Its statement's bytes.
  package var statement: [UInt8]
  /// Over the statement; none while nobody has signed it.
  package var signatures = SignatureFile()
  /// Whether it has the number that it had before the run.
  package var isUnchanged = false
  /// How many units were made; the others come from the cache.
  package var madeUnits = 0
  /// Files that were written into DIST.
  package var writtenFiles = 0
  /// Deltas to this release.
  package var deltas = 0
  /// Bytes of all files of the release, each once.
  package var bytes = 0
  /// Why there is no archive, where there is none.
  package var archiveRefusal: Refusal?
  /// Warnings about the project.
  package var warnings: [Diagnostic] = []
  /// What each part took, for figures.
  package var times: [(part: String, time: Duration)] = []
}

/// Makes a release of a project in the folder DIST (`Documentation/releasing.md`).
///
/// Files come first, statements last, each written beside its name and renamed: a run that is killed leaves
/// the release before whole. A project with errors leaves DIST untouched.
package struct Packager: Sendable {
  let files: DiskFiles
  /// As it was named, without a slash at its end.
  let dist: String
  let options: PackageOptions
  let sodium: Sodium
  /// Called when a unit is made; from any thread.
  let step: @Sendable (_ done: Int, _ total: Int) -> Void

  /// - Parameters:
  ///   - files: The project.
  ///   - dist: The folder of releases; it is made when there is none.
  package init(
    files: DiskFiles, dist: String, options: PackageOptions, sodium: Sodium,
    step: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    (self.files, self.dist, self.options, self.sodium, self.step) = (files, dist, options, sodium, step)
  }

  /// Gives the signatures over a statement: those that are there, and more.
  package typealias Signing = (
    _ statement: [UInt8], _ subject: String, _ existing: SignatureFile
  ) throws(PackageFault) -> SignatureFile

  /// Makes the release.
  ///
  /// - Parameter signing: Called once, when every file of the release is in DIST; nil for a release that is
  ///   signed later.
  package func run(signing: Signing? = nil) throws(PackageFault) -> PackageReport {
    var clock = PartClock()
    let start = DiskStamp.now
    try checkPlace()
    let cachePath = "\(files.root)/.hybrid/package.cache"
    let project = ProjectSettings(of: files, sodium: sodium)
    if project.diagnostics.hasErrors { throw PackageFault(.project, project.diagnostics) }
    var settings = project.release
    if let channel = options.channel { settings.channel = channel }
    let key = [
      settings.project, settings.channel,
      options.tool, options.minifies ? "minified" : "plain", distPlace,
    ].joined(separator: "\n")
    let cachedBytes = options.usesCache ? (try? Disk.read(cachePath)) ?? [] : []
    let cache = PackageCache(decoding: cachedBytes, key: key)
    clock.part("cache")

    var build = ProjectPackage(packager: self, settings: settings, cache: cache)
    try build.makeUnits()
    let routeFindings = project.config.checkedRoutes(in: project.source, units: build.units.map(\.name))
    if routeFindings.hasErrors { throw PackageFault(.project, routeFindings) }
    clock.part("units")
    try build.collectAssets()
    try build.readKeySets()
    if let path = build.record.firstChange(jobs: options.jobs) {
      throw PackageFault(
        .project, "package.changed-meanwhile", "'\(path)' was changed while the release was made",
        hint: "run the command again")
    }
    clock.part("assets")
    // The larger part of what the next run needs to know is known, and worked out while DIST is written.
    let inputs = Future { [build] in PackageCache(inputsOf: build, key: key, start: start).encodedInputs }

    // From here on DIST is written to, by one at a time.
    try Disk.makeFolder(dist)
    let lock = try FolderLock(dist)
    defer { withExtendedLifetime(lock) {} }
    Drafts.removeAbandoned(in: dist)
    var output = DistOutput(
      packager: self, settings: settings, routes: project.config.releaseRoutes, package: build, cache: cache)
    try output.write(&clock, signing)

    var next = output.nextCache
    if next.mapsStamp.isTooYoung(at: start) { next.mapsStamp = .unknown }
    let encoded = next.encoded(inputs.value() ?? [])
    var cacheWarnings: [Diagnostic] = []
    if encoded != cachedBytes, !options.tool.isEmpty {
      // It only helps the next run: the release is there.
      do throws(PackageFault) {
        try Disk.makeFolder("\(files.root)/.hybrid")
        try Disk.write(encoded, to: cachePath, syncing: false)
      } catch {
        cacheWarnings = error.diagnostics.map {
          Diagnostic(
            .warning, "package.cache-unwritable", $0.message,
            hint: "the release is whole; the next run makes every unit again")
        }
      }
    }
    clock.part("cache")
    var report = output.report
    report.warnings =
      (project.diagnostics + routeFindings + build.warnings + output.rexxarWarnings + cacheWarnings)
      .sortedAndUnique()
    report.madeUnits = build.madeUnits
    report.times = clock.parts
    return report
  }

  /// Where DIST is, or will be.
  var distPlace: String {
    var (place, rest) = (dist, "")
    while true {
      if let real = DiskFiles.realPath(place.isEmpty ? dist.hasPrefix("/") ? "/" : "." : place) {
        return (real == "/" ? "" : real) + rest
      }
      rest = "/\(ProjectPath.name(of: place))\(rest)"
      guard !place.isEmpty, place != ProjectPath.folder(of: place) else { return dist }
      place = ProjectPath.folder(of: place)
    }
  }

  /// DIST in the project is fine; the project in DIST, or as DIST, is not.
  private func checkPlace() throws(PackageFault) {
    guard let place = DiskFiles.realPath(dist) else { return }
    guard !ProjectPath.isInside(files.root, place) else {
      throw PackageFault(
        .usage, "usage.output-is-project", "'\(dist)' is the project, or a folder around it",
        hint: "name a folder of its own: '-o \(dist)/dist'")
    }
    // Through a link a release would be written, and files of others removed, somewhere else.
    for folder in ["", "/\(DistPaths.embedded)"] {
      guard let link = Disk.names(in: place + folder).first(where: { $0.isLink && !$0.name.hasPrefix(".") })
      else { continue }
      throw PackageFault(
        .usage, "usage.output-is-link", "'\(dist)\(folder)/\(link.name)' is a symbolic link",
        hint: "a release is written into its own folder only: put the folder or file itself there")
    }
    // A release between other files would become a part of the next one, or be taken for them.
    let names = Disk.names(in: place).map(\.name).filter { !$0.hasPrefix(".") }.sorted()
    guard let first = names.first else { return }
    guard names.contains(where: { ["releases", "files", DistPaths.release].contains($0) }),
      names.allSatisfy(Self.distNames.contains)
    else {
      let other = names.first { !Self.distNames.contains($0) } ?? first
      throw PackageFault(
        .usage, "usage.output-has-other-files",
        "'\(dist)' has something else in it, such as '\(other)'", hint: "name a folder of its own")
    }
  }

  /// What lies at the top of DIST.
  private static let distNames: Set<String> = [
    DistPaths.release, DistPaths.releaseSignatures, DistPaths.freshness, DistPaths.freshnessSignatures,
    DistPaths.rexxarRoutes, DistPaths.archive, DistPaths.embedded, "releases", "keys", "files", "deltas",
    "rexxar", DistPaths.maps, "publish.lock",
  ]
}

/// What the parts of a run take.
struct PartClock {
  private var last = ContinuousClock.now
  private(set) var parts: [(part: String, time: Duration)] = []

  mutating func part(_ name: String) {
    let now = ContinuousClock.now
    parts.append((name, now - last))
    last = now
  }
}
