import HybridCompiler
package import HybridSource
import HybridViewTree

/// The result of building the units that a start postponed.
package struct FirstBuild: Sendable {
  /// The number of units.
  package var unitCount: Int
  /// The diagnostics of the project besides those of the start.
  package var diagnostics: [Diagnostic]
  /// Files saved meanwhile that no built unit used then. They have to be checked again, since now all uses
  /// are known.
  package var unusedFiles: [String]

  /// The end of a first build.
  package init(unitCount: Int, diagnostics: [Diagnostic], unusedFiles: [String] = []) {
    self.unitCount = unitCount
    self.diagnostics = diagnostics
    self.unusedFiles = unusedFiles
  }
}

extension DevSession {
  /// The number of units built at a time: saves and requests wait no longer than that.
  private static let portion = 4

  /// The number of units not built yet. A requested unit is built on demand.
  package var pendingCount: Int { state.compiler.pendingCount }

  /// Builds the units that ``start()`` postponed, and reports their errors to clients.
  ///
  /// It yields to saves and requests every few milliseconds.
  /// - Returns: Nil when no unit was postponed, or when the task was cancelled.
  package func buildRest() async -> FirstBuild? {
    defer { firstBuildEnded() }
    guard state.compiler.hasPending else { return nil }
    while state.compiler.hasPending {
      if Task.isCancelled { return nil }
      state.buildPending(atMost: Self.portion)
      await Task.yield()
    }
    let (build, message) = state.finishFirstBuild()
    if let message { tellAll(message) }
    return build
  }

  /// Lays out units that no client shows yet, so that the first save of a page can be sent as a patch instead
  /// of a new tree.
  ///
  /// It yields to saves between any two units, and skips most pages of large projects.
  package func warmUp() async {
    for name in unitNames.prefix(StageTable.spare) {
      if Task.isCancelled { return }
      if !state.runs(name) { _ = tree(of: name, as: standard) }
      await Task.yield()
    }
  }
}
