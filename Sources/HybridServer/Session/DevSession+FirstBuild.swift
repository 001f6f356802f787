import HybridCompiler
import HybridReload
package import HybridSource

/// What became of the units that a start left to be built.
package struct FirstBuild: Sendable {
  /// How many units there are.
  package var unitCount: Int
  /// What there is to say about the project besides what the start told.
  package var diagnostics: [Diagnostic]
  /// Files that were saved meanwhile when no unit that was built used them. They are to be looked at once more: now it is
  /// known who uses them.
  package var unusedFiles: [String]

  /// The end of a first build.
  package init(unitCount: Int, diagnostics: [Diagnostic], unusedFiles: [String] = []) {
    self.unitCount = unitCount
    self.diagnostics = diagnostics
    self.unusedFiles = unusedFiles
  }
}

/// The first build while it goes on.
struct FirstBuildProgress {
  var isDone = false
  var waiting: [CheckedContinuation<Void, Never>] = []
  /// See ``FirstBuild/unusedFiles``.
  var unusedFiles: [String] = []
  /// What the start told.
  var told: [Diagnostic] = []

  /// It is over, be it done or given up.
  mutating func end() {
    isDone = true
    for one in waiting { one.resume() }
    waiting = []
  }
}

extension DevSession {
  /// How many units are built in one go: saves and requests wait no longer than these take.
  private static let portion = 4

  /// How many units nobody has built yet. One that somebody asks for is built then.
  package var pendingCount: Int { compiler.pendingCount }

  /// Builds the units that ``start()`` left, and tells clients of errors in them.
  ///
  /// It gives way to saves and requests every few milliseconds.
  /// - Returns: Nil when none was left, or when the task was cancelled.
  package func buildRest() async -> FirstBuild? {
    defer { firstBuild.end() }
    guard compiler.hasPending else { return nil }
    while compiler.hasPending {
      if Task.isCancelled { return nil }
      _ = compiler.compilePending(atMost: Self.portion)
      await Task.yield()
    }
    let diagnostics = compiler.check()
    let before = errors
    errors = diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty, errors != before {
      tellAll(.failed(revision: revision, diagnostics: errors))
    }
    let told = Set(firstBuild.told)
    let files = firstBuild.unusedFiles
    (firstBuild.told, firstBuild.unusedFiles) = ([], [])
    return FirstBuild(
      unitCount: compiler.unitNames.count, diagnostics: diagnostics.filter { !told.contains($0) },
      unusedFiles: files)
  }

  /// Returns once every unit was built, or the server was stopped.
  package func wholeProject() async {
    guard !firstBuild.isDone else { return }
    await withCheckedContinuation { firstBuild.waiting.append($0) }
  }

  /// Lays out what nobody shows yet, so that the first save of a page can be told as a patch and not as a new tree.
  ///
  /// It gives way to saves between any two units, and leaves most pages of large projects alone.
  package func warmUp() async {
    for name in compiler.unitNames.prefix(StageTable.spare) {
      if Task.isCancelled { return }
      if !runs(name) { _ = tree(of: name, as: standard) }
      await Task.yield()
    }
  }
}
