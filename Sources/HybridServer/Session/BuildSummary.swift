package import HybridSource

/// The summary of a build, for other protocols (React Native, LiveReload) and for requests that wait for the
/// next build.
package struct BuildSummary: Hashable, Sendable {
  /// The number of the build; a reload by hand has that of the last one.
  package var revision: Int
  /// The files that were saved, relative to the project; none for a reload by hand.
  package var files: [String]
  /// The changes of the units that depend on them.
  package var units: [SaveReport.UnitReport]
  /// The current errors.
  package var errors: [Diagnostic]
  /// Whether it is a manual reload without a build.
  package var isReload: Bool
}

extension BuildSummary {
  /// A finished build.
  init(_ report: SaveReport) {
    self.init(
      revision: report.revision, files: report.files, units: report.units, errors: report.errors,
      isReload: false)
  }

  /// A manual reload.
  init(reloadAt revision: Int, errors: [Diagnostic]) {
    self.init(revision: revision, files: [], units: [], errors: errors, isReload: true)
  }
}
