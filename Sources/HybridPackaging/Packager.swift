import Dispatch
import Glibc
package import HybridCompiler
import HybridConcurrency
package import HybridCrypto
package import HybridRelease
package import HybridSource

/// The options of a release besides the project's settings.
package struct PackageOptions: Sendable {
  /// The number of a changed release; nil for the newest one plus one.
  package var number: Int?
  /// The release time in the statement.
  package var created = ReleaseTime(seconds: 315_532_800)
  /// Whether apps below this release must update.
  package var isMandatory = false
  /// Overrides the project's channel.
  package var channel: String?
  /// The prefix of `remote_file` in Rexxar's table; empty for files beside the table.
  package var base = ""
  /// The number of releases to keep in DIST; nil for all.
  package var keep: Int?
  /// Whether style sheets and scripts are minified.
  package var minifies = true
  /// The number of units built concurrently.
  package var jobs = 1
  /// Whether the cache of the last run is used.
  package var usesCache = true
  /// Identifies this program: another version may produce different bytes.
  package var tool = ""

  /// The default options.
  package init() {}
}

/// The result of a run.
package struct PackageReport: Sendable {
  /// The release that is now in DIST.
  package var release: Release
  /// The bytes of its statement.
  package var statement: [UInt8]
  /// The signatures over the statement; empty for an unsigned release.
  package var signatures = SignatureFile()
  /// Whether the release has the same number as before the run.
  package var isUnchanged = false
  /// The number of units built; the others come from the cache.
  package var madeUnits = 0
  /// The number of files written to DIST.
  package var writtenFiles = 0
  /// The number of deltas to this release.
  package var deltas = 0
  /// The size of all files of the release, each counted once.
  package var bytes = 0
  /// Why there is no archive; nil when there is one.
  package var archiveRefusal: Refusal?
  /// Warnings about the project.
  package var warnings: [Diagnostic] = []
  /// The duration of each part, for statistics.
  package var times: [(part: String, time: Duration)] = []
}

/// Packages a project as a release in the folder DIST (`Documentation/releasing.md`).
///
/// Files are written first and statements last, each to a draft that is renamed: a killed run leaves the
/// previous release intact. A project with errors leaves DIST unchanged.
package struct Packager: Sendable {
  let files: DiskFiles
  /// The path as given, without a trailing slash.
  let dist: String
  let options: PackageOptions
  let sodium: Sodium
  /// Called after each unit, from any thread.
  let step: @Sendable (_ done: Int, _ total: Int) -> Void

  /// - Parameters:
  ///   - files: The project.
  ///   - dist: The folder of releases, created if missing.
  package init(
    files: DiskFiles, dist: String, options: PackageOptions, sodium: Sodium,
    step: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    (self.files, self.dist, self.options, self.sodium, self.step) = (files, dist, options, sodium, step)
  }

  /// Returns the signatures over a statement, including the existing ones.
  package typealias Signing = (
    _ statement: [UInt8], _ subject: String, _ existing: SignatureFile
  ) throws(PackageFault) -> SignatureFile

  /// Creates the release.
  ///
  /// - Parameter signing: Called once, when every file of the release is in DIST; nil for a release that is
  ///   signed later.
  package func run(signing: Signing? = nil) throws(PackageFault) -> PackageReport {
    var clock = PartClock()
    let start = DiskStamp.now
    try checkPlace()
    let cachePath = "\(files.root)/.hybrid/package.cache"
    let project = ProjectReleaseSettings(of: files, sodium: sodium)
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
    // The larger part of the cache is complete here, and is encoded while DIST is written.
    let inputs = ThreadAnswer<[UInt8]>()
    DispatchQueue.global().async { [build] in
      inputs.give(PackageCache(inputsOf: build, key: key, start: start).encodedInputs)
    }

    // From here on DIST is written to, by one process at a time.
    try Disk.makeFolder(dist)
    let lock = try FolderLock(dist)
    defer { withExtendedLifetime(lock) {} }
    Drafts.removeAbandoned(in: dist)
    var output = DistOutput(
      packager: self, settings: settings, routes: project.config.releaseRoutes, package: build, cache: cache)
    try output.write(&clock, signing)

    var next = output.nextCache
    if next.mapsStamp.isTooYoung(at: start) { next.mapsStamp = .unknown }
    let encoded = next.encoded(inputs.wait())
    var cacheWarnings: [Diagnostic] = []
    if encoded != cachedBytes, !options.tool.isEmpty {
      // The cache only helps the next run: the release is complete.
      do throws(PackageFault) {
        try Disk.makeFolder("\(files.root)/.hybrid")
        try Disk.write(encoded, to: cachePath, syncing: false)
      } catch {
        cacheWarnings = error.diagnostics.map {
          Diagnostic(
            .warning, "package.cache-unwritable", $0.message,
            hint: "the release is complete; the next run rebuilds every unit")
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

  /// The real path of DIST, or its future path.
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

  /// DIST may be inside the project; the project must not be inside DIST, nor be DIST.
  private func checkPlace() throws(PackageFault) {
    guard let place = DiskFiles.realPath(dist) else { return }
    guard !ProjectPath.isInside(files.root, place) else {
      throw PackageFault(
        .usage, "usage.output-is-project", "'\(dist)' is the project, or a folder around it",
        hint: "name a folder of its own: '-o \(dist)/dist'")
    }
    // A link would cause files to be written and removed elsewhere.
    for folder in ["", "/\(DistPaths.embedded)"] {
      guard let link = Disk.names(in: place + folder).first(where: { $0.isLink && !$0.name.hasPrefix(".") })
      else { continue }
      throw PackageFault(
        .usage, "usage.output-is-link", "'\(dist)\(folder)/\(link.name)' is a symbolic link",
        hint: "a release is written into its own folder only: put the folder or file itself there")
    }
    // A release among other files could become part of the next one, or the files be taken for a release's.
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

  /// The names at the top of DIST.
  private static let distNames: Set<String> = [
    DistPaths.release, DistPaths.releaseSignatures, DistPaths.freshness, DistPaths.freshnessSignatures,
    DistPaths.rexxarRoutes, DistPaths.archive, DistPaths.embedded, "releases", "keys", "files", "deltas",
    "rexxar", DistPaths.maps, "publish.lock",
  ]
}

/// Measures the parts of a run.
struct PartClock {
  private var last = ContinuousClock.now
  private(set) var parts: [(part: String, time: Duration)] = []

  mutating func part(_ name: String) {
    let now = ContinuousClock.now
    parts.append((name, now - last))
    last = now
  }
}
