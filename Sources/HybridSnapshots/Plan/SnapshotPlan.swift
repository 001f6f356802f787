package import HybridJSON
package import HybridRuntime
package import HybridSource
package import HybridUnits

/// The planned runs: units × devices × data sets, and the scenarios.
package struct SnapshotPlan: Sendable {
  /// A unit, its data sets and its scenarios.
  package struct Subject: Sendable {
    /// The name in snapshots.
    package var name: String
    package var unit: Unit
    /// The additional data sets of the unit.
    fileprivate var dataSets: [DataSet] { unit.dataSets }
    package var scenarios: [Scenario]

    /// A subject.
    package init(
      name: String, unit: Unit, scenarios: [Scenario] = []
    ) {
      self.name = name
      self.unit = unit
      self.scenarios = scenarios
    }
  }

  /// The planned cases, by name.
  package private(set) var cases: [SnapshotCase] = []
  /// The reasons why cases are left out.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Plans the runs of units.
  ///
  /// - Parameters:
  ///   - devices: The devices for all units; nil for the defaults, see ``devices(for:)``.
  ///   - resolve: Returns the device of a scenario, or the reason why there is none.
  package init(
    _ subjects: [Subject], devices: [Device]?,
    resolve: (JSONNode, inout DiagnosticCollector) -> Device?
  ) {
    for subject in subjects {
      let screens = devices ?? Self.devices(for: subject.unit)
      for device in screens {
        cases.append(SnapshotCase(unitName: subject.name, unit: subject.unit, device: device))
        for data in subject.dataSets {
          cases.append(
            SnapshotCase(unitName: subject.name, unit: subject.unit, device: device, data: data))
        }
      }
      for scenario in subject.scenarios { plan(scenario, of: subject, on: screens, resolve) }
    }
    cases.sort { $0.name < $1.name }
    dropClashes()
  }

  private mutating func plan(
    _ scenario: Scenario, of subject: Subject, on screens: [Device],
    _ resolve: (JSONNode, inout DiagnosticCollector) -> Device?
  ) {
    var report = DiagnosticCollector(scenario.source)
    defer { diagnostics += report.diagnostics }
    var screens = screens
    if let written = scenario.device {
      guard let device = resolve(written, &report) else { return }
      screens = [device]
    }
    var data: DataSet?
    if let wanted = scenario.data, wanted != DataSet.ownName {
      data = subject.dataSets.first { $0.name == wanted }
      if data == nil {
        let known = [DataSet.ownName] + subject.dataSets.map(\.name)
        report.error(
          "scenario.unknown-data", "'\(subject.name)' has no data set '\(wanted)'", at: scenario.dataRange,
          hint: nearestHint(to: wanted, in: known)
            ?? "it has \(known.joined(separator: ", "))")
        return
      }
    }
    for device in screens {
      cases.append(
        SnapshotCase(
          unitName: subject.name, unit: subject.unit, device: device, data: data, scenario: scenario))
    }
  }

  /// Drops cases whose names differ only in characters that file names cannot contain.
  private mutating func dropClashes() {
    var owners: [String: SnapshotName] = [:]
    cases.removeAll { each in
      for name in each.names {
        let key = name.description.lowercased()
        guard owners.updateValue(name, forKey: key) != nil else { continue }
        diagnostics.append(
          Diagnostic(
            .error, "test.name-clash", "two snapshots would be '\(name.layoutPath)'",
            hint: "give devices, data and scenarios names that differ in letters or digits"))
        return true
      }
      return false
    }
  }

  /// Without a setting in `hybrid.json` a unit is run on the standard phone, and also in dark mode if its
  /// sheets or scripts query the colour scheme: otherwise both pictures would be the same. One width detects
  /// changes of code or styles; projects that support several widths name them.
  package static func devices(for unit: Unit) -> [Device] {
    guard unit.showable.asksForColorScheme else { return [.standard] }
    var dark = Device.standard
    dark.prefersDark = true
    return [.standard, dark]
  }
}
