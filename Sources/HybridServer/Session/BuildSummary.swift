package import HybridSource

/// What a build told, for those who pass it on in other words: React Native's and LiveReload's clients, and whoever waits
/// for the next build.
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

extension DevSession {
  /// Calls `follower` once for each build that told anything, in order, and once for each reload by hand.
  ///
  /// It is called inside the session, so it must be quick and must not wait.
  package func follow(_ follower: @escaping @Sendable (BuildSummary) -> Void) { followers.append(follower) }

  /// Tells a build that is over.
  func tellFollowers(_ report: SaveReport) {
    for unit in report.units { scriptFaults.forget(unit.unit) }
    for end in waiting.values { end.finish() }
    tellFollowers(
      BuildSummary(
        revision: report.revision, files: report.files, units: report.units, errors: report.errors,
        isReload: false))
  }

  /// Tells those who pass it on that a person asked everybody to begin anew.
  package func tellReload() {
    tellFollowers(BuildSummary(revision: revision, files: [], units: [], errors: errors, isReload: true))
  }

  private func tellFollowers(_ news: BuildSummary) {
    for follower in followers { follower(news) }
  }
}
