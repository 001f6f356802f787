import HybridCompiler
import HybridReload
import HybridSource

/// The state of builds: their number, the revisions sent to clients, and the current errors.
struct BuildState {
  /// A build with at least one change.
  struct Build {
    var result: BuildResult
    /// The report of the save, with the members that the build determines.
    var report: SaveReport
    /// Whether the errors changed.
    var hasNewErrors: Bool
  }

  /// The build number. The first build is number 1.
  private(set) var revision = 0
  /// The errors of the last build; empty if it succeeded.
  private(set) var errors: [Diagnostic] = []
  /// The revision that fixed the last errors.
  private(set) var fixedIn = 0
  /// The revision of the last update: builds that change no unit have none.
  private var announced = 1
  /// The diagnostics reported by the start.
  private var reportedAtStart: [Diagnostic] = []
  /// See ``FirstBuild/unusedFiles``.
  private var unusedFiles: [String] = []

  /// Records the diagnostics of the units built by the start.
  mutating func begin(with diagnostics: [Diagnostic]) {
    revision = 1
    reportedAtStart = diagnostics
    errors = diagnostics.filter { $0.severity == .error }
  }

  /// Builds the units that saved, new and removed files and folders affect; nil if no content changed.
  mutating func apply(_ paths: [String], by compiler: inout ProjectCompiler, reading files: FileReader)
    -> Build?
  {
    var result = compiler.apply(paths)
    let before = errors
    errors = Self.errors(of: result, compiler)
    if compiler.hasPending {
      // A unit that is still to be built may use them.
      unusedFiles += result.unusedFiles
      result.unusedFiles = []
    }
    guard !result.isEmpty || errors != before || !result.unusedFiles.isEmpty || !result.changedFiles.isEmpty
    else { return nil }
    revision += 1
    var report = SaveReport(revision: revision, files: Self.files(of: result, among: paths, compiler))
    report.readsSettings = result.configChanged
    report.unusedFiles = result.unusedFiles
    // The reasons are skipped for a checkout of thousands of files.
    for file in result.unusedFiles.prefix(20) {
      report.unusedReasons[file] = UnusedFile(compiler: compiler, files: files).reason(for: file)
    }
    report.keptUnits = result.failed.filter { compiler.hash(of: $0) != nil }
    report.neverValidUnits = result.failed.filter { compiler.hash(of: $0) == nil }
    report.fixedUnits = result.fixed
    report.warnings = result.diagnostics.filter { $0.severity != .error }
    report.errors = errors
    report.isFixed = errors.isEmpty && !before.isEmpty
    if report.isFixed { fixedIn = revision }
    return Build(result: result, report: report, hasNewErrors: errors != before)
  }

  /// The message with the errors of the last build.
  var failed: ServerMessage { .failed(revision: revision, diagnostics: errors) }

  /// The message that the last build has no errors.
  var fixed: ServerMessage { .fixed(revision: revision) }

  /// All current errors, including those of units that this build did not touch.
  private static func errors(of result: BuildResult, _ compiler: ProjectCompiler) -> [Diagnostic] {
    guard !result.failed.isEmpty || compiler.hasErrorsBesideUnits else { return [] }
    return compiler.check().filter { $0.severity == .error }
  }

  /// The files to name of a save.
  private static func files(
    of result: BuildResult, among paths: [String], _ compiler: ProjectCompiler
  ) -> [String] {
    // A file that created a unit did not exist before.
    let new = result.added.isEmpty ? [] : Set(paths).subtracting(result.changedFiles)
    let made = result.added.compactMap { compiler.entry(of: $0.name)?.path }.filter(new.contains)
    let named = result.changedFiles + made + result.unusedFiles
    return named.isEmpty ? paths : named
  }

  /// Records that this revision is sent as an update; returns the revision of the previous update.
  mutating func announce() -> Int {
    defer { announced = revision }
    return announced
  }

  /// Records the diagnostics of all units, after each was built once.
  /// - Returns: The result of the first build, and whether the errors changed.
  mutating func finishFirst(_ diagnostics: [Diagnostic], unitCount: Int) -> (FirstBuild, hasNewErrors: Bool) {
    let before = errors
    errors = diagnostics.filter { $0.severity == .error }
    let reported = Set(reportedAtStart)
    let build = FirstBuild(
      unitCount: unitCount, diagnostics: diagnostics.filter { !reported.contains($0) },
      unusedFiles: unusedFiles)
    (reportedAtStart, unusedFiles) = ([], [])
    return (build, errors != before)
  }
}
