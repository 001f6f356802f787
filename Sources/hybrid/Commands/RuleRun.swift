import HybridCompiler
import HybridRuntime
import HybridServer
import HybridSource
import HybridUnits
import Synchronization

/// Runs the rules of `hybrid check` on a compiled project.
struct RuleRun {
  /// The only rules to run; empty for all rules.
  var only: [CheckRule]

  init(_ only: [CheckRule]) { self.only = only }

  /// The findings of the rules; units with errors are skipped.
  func findings(
    in compiler: inout ProjectCompiler, _ files: FileReader, isWholeProject: Bool
  ) -> [Diagnostic] {
    var levels = compiler.config.ruleLevels
    if !only.isEmpty {
      for rule in CheckRule.allCases {
        // A rule that is requested explicitly runs even if the project turns it off.
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

  /// The project's own devices; the default device when it has none.
  private func devices(of config: ProjectConfig) -> [Device] {
    let list = DeviceList(config)
    let usual = Device(defaultsOf: config)
    let devices = list.own.compactMap { own -> Device? in
      var request = own
      // Settings that a device leaves out have the project's defaults.
      request.prefersDark = own.prefersDark ?? usual.prefersDark
      return try? list.device(request)
    }
    return devices.isEmpty ? [usual] : devices
  }
}

/// The files of a project, each read only once however many findings quote it.
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
