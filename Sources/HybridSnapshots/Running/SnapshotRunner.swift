import HybridDrawing
import HybridJSON
package import HybridRuntime
package import HybridScript
package import HybridSource
package import HybridUnits
package import HybridViewTree

/// The result of one run of a unit.
package struct CaseRun: Sendable {
  /// The content when a snapshot was taken.
  package struct Shot: Sendable {
    /// The snapshot's name.
    package var name: SnapshotName
    /// The content of the screen, including overlays over the page.
    package var tree: ViewTree
  }

  /// The snapshots, in order. Those after a failed step are missing.
  package var shots: [Shot] = []
  /// The faults: exceptions in scripts, steps that failed.
  package var diagnostics: [Diagnostic] = []
  /// The difference of native calls and console lines from the expected ones.
  package var calls: TextDifference?
  package var console: TextDifference?
}

/// Runs cases as `hybrid render` does, so that each run has the same result on every machine and on every
/// day.
package enum SnapshotRunner {
  /// The value of `Date.now()` when a page opens: noon of 1 January 2025, UTC, in milliseconds since 1970.
  package static let opened = 1_735_732_800_000.0
  /// The seed of `Math.random`.
  package static let seed: UInt32 = 1

  /// Runs one case to its end.
  ///
  /// - Parameters:
  ///   - sources: The project's files, for the source frames of script faults.
  ///   - files: The project's files, as scripts may read them.
  ///   - workerModules: Links a module of the project for a worker.
  package static func run(
    _ each: SnapshotCase, renderer: Renderer, sources: (String) -> Source?,
    files: @escaping @Sendable (String) -> PageFile = { _ in .missing },
    workerModules: @escaping @Sendable (String, String) -> PageModules? = { _, _ in nil }
  ) -> CaseRun {
    var setting = UnitSetting(each.device, renderer: renderer)
    setting.environment.data = each.data?.data
    setting.environment.seed = seed
    setting.environment.file = files
    setting.environment.workerModules = workerModules
    setting.environment.opened = opened
    if let scenario = each.scenario { setting.responses = scenario.responses }
    let first = each.scenario?.steps.first?.action
    var runtime = each.unit.showable.opened(in: setting, before: first)
    defer { runtime.close() }
    var run = CaseRun()
    let isDone = perform(each, on: &runtime, into: &run)
    run.diagnostics += runtime.faults(sources: sources)
    guard isDone, let scenario = each.scenario else { return run }
    run.calls = difference(scenario.calls, from: runtime.calls)
    run.console = difference(scenario.console, from: runtime.consoleLines)
    return run
  }

  // MARK: Steps

  /// Performs the steps of a case on its unit, until one of them fails.
  ///
  /// - Parameter run: Receives the snapshots and the faults.
  /// - Returns: Whether all steps succeeded. Otherwise the last snapshot is missing.
  private static func perform(
    _ each: SnapshotCase, on runtime: inout any UnitRuntime, into run: inout CaseRun
  ) -> Bool {
    let steps = each.scenario?.steps ?? []
    var isDone = true
    for (index, placed) in steps.enumerated() {
      switch placed.step {
      case .snapshot(let name):
        run.shots.append(CaseRun.Shot(name: each.name(step: name), tree: runtime.picture))
      case .action(let action):
        let next = steps[(index + 1)...].lazy.compactMap(\.action).first
        guard let failure = runtime.perform(action, before: next) else { continue }
        run.diagnostics.append(impossible(failure, placed, each))
        isDone = false
      }
      if !isDone { break }
    }
    if isDone { run.shots.append(CaseRun.Shot(name: each.name, tree: runtime.picture)) }
    run.diagnostics += runtime.diagnostics.filter { $0.severity == .error }
    return isDone
  }

  private static func impossible(
    _ fault: Diagnostic, _ step: Scenario.PlacedStep, _ each: SnapshotCase
  ) -> Diagnostic {
    let source = each.scenario?.source ?? Source(path: "", bytes: [])
    return .error(
      "scenario.impossible-step", "on \(each.device.name): \(fault.message)", at: step.range, in: source,
      hint: fault.hint)
  }

  // MARK: Expectations

  /// The difference of log entries from the expected ones: one line for each entry, as `--log` prints it.
  private static func difference(
    _ expected: [Scenario.ExpectedEntry]?, from log: [JSONValue]
  ) -> TextDifference? {
    guard let expected else { return nil }
    return TextDifference(expected.map { $0.value.text() }, log.map { $0.text() }) { wanted, found in
      expected[wanted].value.isPart(of: log[found])
    }
  }
}

extension JSONValue {
  /// Whether an entry has all members of this one, with equal values.
  fileprivate func isPart(of entry: JSONValue) -> Bool {
    guard let object, let other = entry.object else { return self == entry }
    return object.allSatisfy { other[$0.key] == $0.value }
  }
}
