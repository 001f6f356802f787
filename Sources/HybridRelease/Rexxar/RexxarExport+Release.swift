package import HybridRexxar
import HybridRouting
import HybridUnits

extension RexxarExport {
  /// Exports a release, with its pages as they were packaged. Templates are omitted, since a web view cannot
  /// show them.
  ///
  /// - Parameters:
  ///   - number: The number of the statement that leads to the release: the release's own, or a rollback's,
  ///     so that containers accept the table.
  ///   - created: The time of that statement.
  ///   - content: Returns the content of a digest; nil when it is missing.
  package init(
    of release: Release, base: String, number: Int, created: String, content: (FileDigest) -> [UInt8]?
  ) {
    let units = Dictionary(release.units.map { ($0.name, $0) }) { first, _ in first }
    let assets = Dictionary(release.assets.map { ($0.path, $0.digest) }) { first, _ in first }
    self.init(
      routes: release.routes.filter { units[$0.unit]?.kind != .template }, base: base, number: number,
      deployTime: ReleaseTime(created)?.httpDate,
      unit: { name in units[name].flatMap { content($0.file.digest) }.flatMap { try? Unit(decoding: $0) } },
      read: { path in assets[path].flatMap(content) })
  }
}
