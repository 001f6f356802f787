import HybridCrypto
import HybridRelease
import HybridRexxar
import HybridSource

/// Rexxar's table and pages in DIST.
struct DistRexxar {
  private let context: DistContext
  /// The record of the files written, for the cache, with the key of their inputs.
  private(set) var state = PackageCache.Rexxar()

  init(in context: DistContext) { self.context = context }

  /// Writes Rexxar's table and pages for containers, for a host and, in `embedded/`, for an app; nothing
  /// without routes.
  mutating func write(of numbering: ReleaseNumbering, _ files: inout DistFiles) throws(PackageFault) {
    let packager = context.packager
    let release = numbering.release
    let statement = FileDigest(of: numbering.statement, sodium: packager.sodium)
    state.key = "\(statement.sha256) \(packager.options.base)"
    let folders = ["", "\(DistPaths.embedded)/"]
    if context.isAsLeft, let before = context.cache?.rexxar, before.key == state.key,
      before.files.allSatisfy({ file in
        folders.allSatisfy { DiskStamp.of(context.place($0 + file.key)).size == UInt64(file.value) }
      })
    {
      state = before
      return
    }
    if !release.routes.isEmpty {
      let export = RexxarExport(
        of: release, base: packager.options.base, number: release.number, created: release.created
      ) { [context] digest in (try? Disk.read(context.place(DistPaths.file(digest.sha256)))).flatMap(\.self) }
      // Pages are written first, so that the table never references missing files.
      for folder in folders {
        for file in export.files where file.path != DistPaths.rexxarRoutes {
          try files.put(file.bytes, folder + file.path, syncing: false)
        }
        for file in export.files where file.path == DistPaths.rexxarRoutes {
          try files.put(file.bytes, folder + file.path)
        }
      }
      state.files = Dictionary(export.files.map { ($0.path, $0.bytes.count) }) { first, _ in first }
      let routed = Set(release.routes.map(\.unit))
      let left = release.units.filter { $0.kind != .page && routed.contains($0.name) }.map {
        (unit: $0.name, text: RexxarExport.notShown($0.kind.rawValue))
      }
      let texts = Dictionary(grouping: export.warnings + left, by: \.unit)
      state.warnings = texts.sorted { $0.key < $1.key }.map { unit, warnings in
        Diagnostic(
          .warning, "rexxar.not-the-same",
          "'\(unit)' for Rexxar: " + warnings.map(\.text).joined(separator: "; "))
      }
    }
    for folder in folders { removeStale(in: folder, &files) }
  }

  /// Removes pages that the table no longer names. Hosts keep them as long as they like, but `verify` would
  /// report them here.
  private func removeStale(in folder: String, _ files: inout DistFiles) {
    var stale = Disk.names(in: context.place("\(folder)rexxar")).filter { !$0.isFolder }.map {
      "rexxar/\($0.name)"
    }
    stale.append(DistPaths.rexxarRoutes)
    for path in stale where state.files[path] == nil { files.remove(folder + path) }
  }
}
