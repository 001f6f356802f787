package import HybridSource

/// What a build told, for those who pass it on in other words: React Native's and LiveReload's clients, and
/// whoever waits for the next build.
package struct BuildSummary: Hashable, Sendable {
  /// The number of the build; a reload by hand has that of the last one.
  package var revision: Int
  /// The files that were saved, relative to the project; none for a reload by hand.
  package var files: [String]
  /// What became of the units that hang on them.
  package var units: [SaveReport.UnitReport]
  /// The errors there are now.
  package var errors: [Diagnostic]
  /// Whether nothing was built: a person asked that everybody begin anew.
  package var isReload: Bool
}

extension BuildSummary {
  /// A build that is over.
  init(_ report: SaveReport) {
    self.init(
      revision: report.revision, files: report.files, units: report.units, errors: report.errors,
      isReload: false)
  }

  /// A person asked everybody to begin anew.
  init(reloadAt revision: Int, errors: [Diagnostic]) {
    self.init(revision: revision, files: [], units: [], errors: errors, isReload: true)
  }
}
