import HybridCompiler
import HybridSource

/// How far the builds are: their number, what clients were told of them, and the errors there are now.
struct BuildState {
  /// One build that changed anything.
  struct Build {
    var result: BuildResult
    /// What the build alone knows of the save.
    var report: SaveReport
    /// Whether the errors are others than before.
    var hasNewErrors: Bool
  }

  /// The build number. The first build is number 1.
  private(set) var revision = 0
  /// The errors of the last build; empty when it was good.
  private(set) var errors: [Diagnostic] = []
  /// The revision in which the last errors went away.
  private(set) var fixedIn = 0
  /// The revision of the last update: builds that change no unit have none.
  private var announced = 1
  /// What the start told.
  private var toldAtStart: [Diagnostic] = []
  /// See ``FirstBuild/unusedFiles``.
  private var unusedFiles: [String] = []

  /// Takes what was found in the units that the start built.
  mutating func begin(with diagnostics: [Diagnostic]) {
    revision = 1
    toldAtStart = diagnostics
    errors = diagnostics.filter { $0.severity == .error }
  }

  /// Builds what saved, new and vanished files and folders change; nil when they were touched and nothing
  /// else.
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
    // Of a checkout that brings thousands nobody reads the reasons.
    for file in result.unusedFiles.prefix(20) {
      report.unusedReasons[file] = UnusedFile(compiler: compiler, files: files).reason(for: file)
    }
    report.keptUnits = result.failed.filter { compiler.hash(of: $0) != nil }
    report.neverGoodUnits = result.failed.filter { compiler.hash(of: $0) == nil }
    report.fixedUnits = result.fixed
    report.warnings = result.diagnostics.filter { $0.severity != .error }
    report.errors = errors
    report.isFixed = errors.isEmpty && !before.isEmpty
    if report.isFixed { fixedIn = revision }
    return Build(result: result, report: report, hasNewErrors: errors != before)
  }

  /// All errors there are now: those of units that this build did not look at as well.
  private static func errors(of result: BuildResult, _ compiler: ProjectCompiler) -> [Diagnostic] {
    guard !result.failed.isEmpty || compiler.hasErrorsBesideUnits else { return [] }
    return compiler.check().filter { $0.severity == .error }
  }

  /// The files to name of a save.
  private static func files(
    of result: BuildResult, among paths: [String], _ compiler: ProjectCompiler
  ) -> [String] {
    // A file that made a unit was not there to change.
    let new = result.added.isEmpty ? [] : Set(paths).subtracting(result.changedFiles)
    let made = result.added.compactMap { compiler.entry(of: $0.name)?.path }.filter(new.contains)
    let named = result.changedFiles + made + result.unusedFiles
    return named.isEmpty ? paths : named
  }

  /// Notes that this revision is told as an update; returns the revision of the update before it.
  mutating func announce() -> Int {
    defer { announced = revision }
    return announced
  }

  /// Takes what all units of the project have, now that each was built once.
  /// - Returns: What became of the first build, and whether the errors are others than before.
  mutating func finishFirst(_ diagnostics: [Diagnostic], unitCount: Int) -> (FirstBuild, hasNewErrors: Bool) {
    let before = errors
    errors = diagnostics.filter { $0.severity == .error }
    let told = Set(toldAtStart)
    let build = FirstBuild(
      unitCount: unitCount, diagnostics: diagnostics.filter { !told.contains($0) }, unusedFiles: unusedFiles)
    (toldAtStart, unusedFiles) = ([], [])
    return (build, errors != before)
  }
}
