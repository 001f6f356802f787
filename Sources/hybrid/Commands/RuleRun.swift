import HybridCompiler
import HybridRuntime
import HybridSource
import HybridUnits
import Synchronization

/// The rules of `hybrid check` over a project that is compiled.
struct RuleRun {
  /// The only rules to run; all, when there are none.
  var only: [CheckRule]

  init(_ only: [CheckRule]) { self.only = only }

  /// What the rules find; a unit with errors is not looked at.
  func findings(
    in compiler: inout ProjectCompiler, _ files: FileReader, isWholeProject: Bool
  ) -> [Diagnostic] {
    var levels = compiler.config.ruleLevels
    if !only.isEmpty {
      for rule in CheckRule.allCases {
        // A rule that is asked for runs, whatever the project thinks of it.
        levels[rule] = !only.contains(rule) ? .off : levels[rule] == .error ? .error : .warning
      }
    }
    var units: [Unit] = []
    for name in compiler.unitNames where !compiler.isFailed(name) {
      if let unit = compiler.unit(named: name) { units.append(unit) }
    }
    let book = SourceBook(files)
    var checker = RuleChecker(screens: RuleScreen.all(for: devices(of: compiler.config)), levels: levels) {
      book.source($0)
    }
    checker.isWholeProject = isWholeProject
    var found = checker.check(units)
    if isWholeProject, levels[.unusedComponent] != .off {
      let severity: Severity = levels[.unusedComponent] == .error ? .error : .warning
      for path in compiler.unusedComponents {
        guard let source = book.source(path) else { continue }
        found.append(
          Diagnostic(
            severity, CheckRule.unusedComponent.rawValue, "no page uses this component", at: 0..<0, in: source
          ))
      }
    }
    return found
  }

  /// The project's own devices; the usual one without any.
  private func devices(of config: ProjectConfig) -> [Device] {
    var devices = config.devices.compactMap { device -> Device? in
      guard let width = device.width, let height = device.height else { return Device(named: device.name) }
      return Device(name: device.name, viewport: .init(width: width, height: height))
    }
    if devices.isEmpty {
      devices = [
        config.width.map { Device(width: $0, height: config.height ?? Device.standard.viewport.height) }
          ?? .standard
      ]
    }
    if config.colorScheme == "dark" { for index in devices.indices { devices[index].prefersDark = true } }
    return devices
  }
}

/// The files of a project, each read once however many findings quote it.
private final class SourceBook: Sendable {
  private let files: FileReader
  private let known = Mutex<[String: Source?]>([:])

  init(_ files: FileReader) { self.files = files }

  func source(_ path: String) -> Source? {
    if let source = known.withLock({ $0[path] }) { return source }
    let source = (try? files.read(path).get()).map { Source(path: path, bytes: $0) }
    known.withLock { $0[path] = .some(source) }
    return source
  }
}
