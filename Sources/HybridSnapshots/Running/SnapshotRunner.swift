import HybridDrawing
import HybridJSON
package import HybridRuntime
package import HybridScript
package import HybridSource
import HybridTemplates
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
    switch each.unit {
    case .page(let page):
      run(
        page, each, renderer: renderer, sources: sources, files: files, workerModules: workerModules)
    case .template(let template): run(template, each)
    }
  }

  // MARK: Pages

  private static func run(
    _ page: PageUnit, _ each: SnapshotCase, renderer: Renderer, sources: (String) -> Source?,
    files: @escaping @Sendable (String) -> PageFile,
    workerModules: @escaping @Sendable (String, String) -> PageModules?
  ) -> CaseRun {
    var run = CaseRun()
    var environment = PageEnvironment(address: ProjectAddress.base + page.path, device: SimulatedDevice())
    environment.data = each.data?.data
    environment.seed = seed
    environment.file = files
    environment.workerModules = workerModules
    environment.opened = opened
    let living = LivePage(page, on: each.device, in: environment, renderer: renderer)
    var driver = PageDriver(living, responses: each.scenario?.responses ?? ResponseBook())
    defer { driver.page.close() }
    driver.open(before: each.scenario?.steps.first?.step.pageAction)
    let isDone = perform(each, on: &driver, into: &run) { $0.pageAction }
    for case .error(let fault) in driver.log {
      run.diagnostics.append(fault.diagnostic(in: sources(fault.path)))
    }
    guard isDone, let scenario = each.scenario else { return run }
    let log = driver.logLines
    run.calls = difference(scenario.calls, from: log.filter { $0["kind"] == "call" })
    run.console = difference(scenario.console, from: log.filter { $0["kind"] == "console" })
    return run
  }

  // MARK: Templates

  private static func run(_ template: TemplateUnit, _ each: SnapshotCase) -> CaseRun {
    var run = CaseRun()
    var scene = TemplateScene(template, on: each.device, data: each.data?.data)
    let isDone = perform(each, on: &scene, into: &run) { $0.templateAction }
    if isDone { run.calls = difference(each.scenario?.calls, from: scene.logLines) }
    return run
  }

  // MARK: Steps

  /// Performs the steps of a case on its unit, until one of them fails.
  ///
  /// - Parameters:
  ///   - run: Receives the snapshots and the faults.
  ///   - action: The user action of a step; nil for other steps.
  /// - Returns: Whether all steps succeeded. Otherwise the last snapshot is missing.
  private static func perform<Running: UnitRuntime>(
    _ each: SnapshotCase, on runtime: inout Running, into run: inout CaseRun,
    action: (Scenario.Step) -> Running.Action?
  ) -> Bool {
    let steps = each.scenario?.steps ?? []
    var isDone = true
    for (index, placed) in steps.enumerated() {
      if case .snapshot(let name) = placed.step {
        run.shots.append(CaseRun.Shot(name: each.name(step: name), tree: runtime.picture))
        continue
      }
      guard let now = action(placed.step) else { continue }
      let next = steps[(index + 1)...].first { !$0.isSnapshot }?.step
      do throws(Running.Failure) {
        try runtime.perform(now, before: next.flatMap(action))
      } catch {
        run.diagnostics.append(impossible(error.diagnostic, placed, each))
        isDone = false
        break
      }
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

extension Scenario.Step {
  fileprivate var pageAction: PageAction? { if case .page(let action) = self { action } else { nil } }
  fileprivate var templateAction: TemplateAction? {
    if case .template(let action) = self { action } else { nil }
  }
}

extension JSONValue {
  /// Whether an entry has all members of this one, with equal values.
  fileprivate func isPart(of entry: JSONValue) -> Bool {
    guard let object, let other = entry.object else { return self == entry }
    return object.allSatisfy { other[$0.key] == $0.value }
  }
}
