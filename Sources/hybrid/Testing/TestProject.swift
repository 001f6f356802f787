import HybridCompiler
import HybridJSON
import HybridRuntime
import HybridSnapshots
import HybridSource
import HybridUnits

/// A project compiled for its snapshots: its cases and its diagnostics.
struct TestProject {
  /// The project's title.
  private(set) var title: String
  let settings: ProjectConfig.Testing
  private(set) var plan: SnapshotPlan
  /// The diagnostics of the project and its scenarios.
  private(set) var diagnostics: [Diagnostic]
  /// Units that are partly skipped because of errors: their snapshots are not orphans.
  private(set) var unsettled: Set<String> = []
  /// The names of all units, as used in snapshot names.
  private(set) var units: [String] = []

  /// Compiles a project.
  ///
  /// - Parameters:
  ///   - inputs: Records each file read.
  ///   - devices: Replaces the devices of `hybrid.json`; empty for those.
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
      // A project of a single page is named after its folder, and the folder's name varies between machines.
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
    switch reader.read(file.path) {
    case .success(let bytes):
      return Scenario.read(Source(path: file.path, bytes: bytes), name: file.name, of: unit.kind)
    case .failure(let failure):
      return (nil, [Diagnostic(.error, failure.diagnosticCode, "'\(file.path)': \(failure.message)")])
    }
  }

  /// The devices that `hybrid.json` names for tests; nil when it names none.
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

  /// A pattern without a match is an error, since the skipped units would go unnoticed.
  private static func checkPatterns(
    _ settings: ProjectConfig.Testing, _ units: [String], _ reader: FileReader,
    _ diagnostics: inout [Diagnostic]
  ) {
    guard let patterns = settings.units, let source = configSource(reader) else { return }
    var report = DiagnosticCollector(source)
    for pattern in patterns where !units.contains(where: NamePattern(pattern.text).fits) {
      report.error(
        "test.unknown-unit", "no unit is called '\(pattern.text)'", at: pattern.range,
        hint: nearestHint(to: pattern.text, in: units))
    }
    diagnostics += report.diagnostics
  }

  private static func configSource(_ reader: FileReader) -> Source? {
    (try? reader.read(ProjectConfig.path).get()).map { Source(path: ProjectConfig.path, bytes: $0) }
  }

  /// The cases to run: units that `hybrid.json` selects, restricted by the filters.
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
