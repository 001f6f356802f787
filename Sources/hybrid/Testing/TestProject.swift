import HybridCompiler
import HybridJSON
import HybridRuntime
import HybridSnapshots
import HybridSource
import HybridUnits

/// A project compiled for its snapshots: what there is to look at, and what is wrong with it.
struct TestProject {
  /// What the project is called.
  private(set) var title: String
  let settings: ProjectConfig.Testing
  private(set) var plan: SnapshotPlan
  /// Everything that is wrong with the project and its scenarios.
  private(set) var diagnostics: [Diagnostic]
  /// Units of which something is not looked at, since it has errors: what is kept of them belongs to
  /// something.
  private(set) var unsettled: Set<String> = []
  /// The names of all units, as snapshots call them.
  private(set) var units: [String] = []

  /// Compiles a project.
  ///
  /// - Parameters:
  ///   - inputs: Notes the files that are read.
  ///   - devices: Instead of those of `hybrid.json`; empty for those.
  init(
    _ disk: DiskFiles, noting inputs: InputFiles, files: SnapshotFiles, devices: [String]
  ) throws(ReportedFault) {
    let name = ProjectPath.name(of: disk.root)
    let reader = inputs.noting(disk)
    var compiler = ProjectCompiler(files: reader, name: name)
    diagnostics = compiler.build().diagnostics
    settings = compiler.config.testing
    title = compiler.config.title ?? name

    let entries = compiler.unitNames.compactMap { compiler.entry(of: $0) }
    let paths = files.scenarios(around: entries.map(\.path))
    let (scenarios, homeless) = ScenarioFile.assign(paths, to: entries.map { ($0.name, $0.path) })
    diagnostics += homeless
    let byUnit = Dictionary(grouping: scenarios, by: \.unit)

    var subjects: [SnapshotPlan.Subject] = []
    for entry in entries {
      // A folder that is one page is named after the folder, which anybody may call otherwise.
      let shown = entry.path == "index.html" || entry.path == "index.htm" ? "index" : entry.name
      units.append(shown)
      guard !compiler.isFailed(entry.name), let unit = compiler.unit(named: entry.name) else {
        unsettled.insert(shown)
        continue
      }
      var subject = SnapshotPlan.Subject(name: shown, unit: unit)
      for file in byUnit[entry.name] ?? [] {
        let (scenario, faults) = Self.read(file, unit, reader)
        diagnostics += faults
        if let scenario { subject.scenarios.append(scenario) } else { unsettled.insert(shown) }
      }
      subjects.append(subject)
    }
    let known = TestDevices(compiler.config)
    let screens =
      devices.isEmpty
      ? Self.devices(settings, known, reader, &diagnostics) : try Self.devices(named: devices, known)
    plan = SnapshotPlan(subjects, devices: screens, resolve: known.device)
    if plan.diagnostics.hasErrors { unsettled.formUnion(units) }
    diagnostics += plan.diagnostics
    Self.checkPatterns(settings, units, reader, &diagnostics)
  }

  private static func read(
    _ file: ScenarioFile, _ unit: Unit, _ reader: FileReader
  ) -> (Scenario?, [Diagnostic]) {
    let kind: Scenario.Kind = if case .page = unit { .page } else { .template }
    switch reader.read(file.path) {
    case .success(let bytes):
      return Scenario.read(Source(path: file.path, bytes: bytes), name: file.name, of: kind)
    case .failure(let failure):
      return (nil, [Diagnostic(.error, failure.diagnosticCode, "'\(file.path)': \(failure.message)")])
    }
  }

  /// The devices that `hybrid.json` names for tests; nil without a word about them.
  private static func devices(
    _ settings: ProjectConfig.Testing, _ known: TestDevices, _ reader: FileReader,
    _ diagnostics: inout [Diagnostic]
  ) -> [Device]? {
    guard let written = settings.devices, let source = configSource(reader) else { return nil }
    var report = DiagnosticCollector(source)
    var names = Set<String>()
    let devices = written.compactMap { known.device($0, &report) }
      .filter { names.insert($0.name).inserted }
    diagnostics += report.diagnostics
    return devices.isEmpty ? nil : devices
  }

  /// The devices of the command line.
  private static func devices(
    named names: [String], _ known: TestDevices
  ) throws(ReportedFault) -> [Device] {
    var devices: [Device] = []
    for name in names {
      do throws(DeviceFault) {
        devices.append(try known.device(named: name))
      } catch {
        throw ReportedFault(diagnostic: known.diagnostic(of: error))
      }
    }
    return devices
  }

  /// A pattern that fits nothing is a mistake, since nobody would miss what it does not look at.
  private static func checkPatterns(
    _ settings: ProjectConfig.Testing, _ units: [String], _ reader: FileReader,
    _ diagnostics: inout [Diagnostic]
  ) {
    guard let patterns = settings.units, let source = configSource(reader) else { return }
    var report = DiagnosticCollector(source)
    for pattern in patterns where !units.contains(where: NamePattern(pattern.text).fits) {
      report.error(
        "test.unknown-unit", "no unit is called '\(pattern.text)'", at: pattern.range,
        hint: nearest(to: pattern.text, in: units).map { "did you mean '\($0)'?" })
    }
    diagnostics += report.diagnostics
  }

  private static func configSource(_ reader: FileReader) -> Source? {
    (try? reader.read(ProjectConfig.path).get()).map { Source(path: ProjectConfig.path, bytes: $0) }
  }

  /// What is to be run: units that `hybrid.json` names, and of these what fits a filter.
  func cases(_ filters: [String]) -> [SnapshotCase] {
    let units = settings.units?.map { NamePattern($0.text) }
    let filters = filters.map { NamePattern($0) }
    return plan.cases.filter { each in
      guard units?.contains(where: { $0.fits(each.unitName) }) ?? true else { return false }
      return filters.isEmpty
        || filters.contains { $0.fits(each.unitName) || $0.fits(each.name.description) }
    }
  }
}
