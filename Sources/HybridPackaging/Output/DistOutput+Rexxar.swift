import Glibc
import HybridCrypto
import HybridRelease
import HybridRexxar
import HybridSource

extension DistOutput {
  /// Features that do not work in a web view, one line for each unit.
  var rexxarWarnings: [Diagnostic] { rexxar.warnings }

  /// Writes Rexxar's table and pages for containers, for a host and, in `embedded/`, for an app; nothing
  /// without routes.
  mutating func writeRexxar() throws(PackageFault) {
    let release = report.release
    let statement = FileDigest(of: report.statement, sodium: packager.sodium)
    rexxar.key = "\(statement.sha256) \(packager.options.base)"
    let folders = ["", "\(DistPaths.embedded)/"]
    if isAsLeft, let before = cache?.rexxar, before.key == rexxar.key,
      before.files.allSatisfy({ file in
        folders.allSatisfy { DiskStamp.of(place($0 + file.key)).size == UInt64(file.value) }
      })
    {
      rexxar = before
      return
    }
    if !release.routes.isEmpty {
      let export = RexxarExport(
        of: release, base: packager.options.base, number: release.number, created: release.created
      ) { digest in (try? Disk.read(place(DistPaths.file(digest.sha256)))).flatMap(\.self) }
      // Pages are written first, so that the table never references missing files.
      for folder in folders {
        for file in export.files where file.path != DistPaths.rexxarRoutes {
          try put(file.bytes, folder + file.path, syncing: false)
        }
        for file in export.files where file.path == DistPaths.rexxarRoutes {
          try put(file.bytes, folder + file.path)
        }
      }
      rexxar.files = Dictionary(export.files.map { ($0.path, $0.bytes.count) }) { first, _ in first }
      let templates = Set(release.units.lazy.filter { $0.kind == .template }.map(\.name))
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

  /// Removes pages that the table no longer names. Hosts keep them as long as they like, but `verify` would
  /// report them here.
  private mutating func removeRexxar(in folder: String) {
    var stale = Disk.names(in: place("\(folder)rexxar")).filter { !$0.isFolder }.map { "rexxar/\($0.name)" }
    stale.append(DistPaths.rexxarRoutes)
    for path in stale where rexxar.files[path] == nil && unlink(place(folder + path)) == 0 { written += 1 }
  }
}
