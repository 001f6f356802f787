import HybridCompiler
import HybridReload
package import HybridSource

/// What became of the units that a start left to be built.
package struct FirstBuild: Sendable {
  /// How many units there are.
  package var unitCount: Int
  /// What there is to say about the project besides what the start told.
  package var diagnostics: [Diagnostic]
  /// Files that were saved meanwhile when no unit that was built used them. They are to be looked at once
  /// more: now it is known who uses them.
  package var unusedFiles: [String]

  /// The end of a first build.
  package init(unitCount: Int, diagnostics: [Diagnostic], unusedFiles: [String] = []) {
    self.unitCount = unitCount
    self.diagnostics = diagnostics
    self.unusedFiles = unusedFiles
  }
}

extension DevSession {
  /// How many units are built in one go: saves and requests wait no longer than these take.
  private static let portion = 4

  /// How many units nobody has built yet. One that somebody asks for is built then.
  package var pendingCount: Int { state.compiler.pendingCount }

  /// Builds the units that ``start()`` left, and tells clients of errors in them.
  ///
  /// It gives way to saves and requests every few milliseconds.
  /// - Returns: Nil when none was left, or when the task was cancelled.
  package func buildRest() async -> FirstBuild? {
    defer { firstBuildEnded() }
    guard state.compiler.hasPending else { return nil }
    while state.compiler.hasPending {
      if Task.isCancelled { return nil }
      _ = state.compiler.compilePending(atMost: Self.portion)
      await Task.yield()
    }
    let (build, hasNewErrors) = state.builds.finishFirst(
      state.compiler.check(), unitCount: unitNames.count)
    if !errors.isEmpty, hasNewErrors { tellAll(.failed(revision: revision, diagnostics: errors)) }
    return build
  }

  /// Lays out what nobody shows yet, so that the first save of a page can be told as a patch and not as a new
  /// tree.
  ///
  /// It gives way to saves between any two units, and leaves most pages of large projects alone.
  package func warmUp() async {
    for name in unitNames.prefix(StageTable.spare) {
      if Task.isCancelled { return }
      if !state.runs(name) { _ = tree(of: name, as: standard) }
      await Task.yield()
    }
  }
}
