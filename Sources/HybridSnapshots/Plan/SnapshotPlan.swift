package import HybridJSON
package import HybridRuntime
package import HybridSource
package import HybridUnits

/// What is to be looked at: units × devices × data sets, and the scenarios.
package struct SnapshotPlan: Sendable {
  /// A unit, its data sets and its scenarios.
  package struct Subject: Sendable {
    /// As snapshots call it.
    package var name: String
    package var unit: Unit
    /// Data besides the unit's own.
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

  /// What is run, by name.
  package private(set) var cases: [SnapshotCase] = []
  /// Why something is not.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Plans the runs of units.
  ///
  /// - Parameters:
  ///   - devices: Where everything is looked at; nil for what is sensible, see ``devices(for:)``.
  ///   - resolve: The device that a scenario asks for, or why there is none.
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
          hint: nearest(to: wanted, in: known).map { "did you mean '\($0)'?" }
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

  /// Two names may differ in what a file's name has no place for.
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

  /// Without a word of `hybrid.json` a unit is looked at on the standard phone, and in the dark as well when
  /// its sheets or scripts ask for the colour scheme: elsewhere that would keep the same picture twice. One
  /// width finds what a change of code or styles did; those who lay out for several name them.
  package static func devices(for unit: Unit) -> [Device] {
    guard case .page(let page) = unit, page.asksForColorScheme else { return [.standard] }
    var dark = Device.standard
    dark.prefersDark = true
    return [.standard, dark]
  }
}

extension Unit {
  fileprivate var dataSets: [DataSet] {
    switch self {
    case .page(let page): page.dataSets
    case .template(let template): template.dataSets
    }
  }
}

extension PageUnit {
  /// Whether a sheet or a script has the words by which it could look different in the dark.
  fileprivate var asksForColorScheme: Bool {
    sheets.contains { ($0.media ?? "").contains("color-scheme") || $0.source.asksForColorScheme }
      || scripts.contains { $0.text.contains("color-scheme") }
  }
}

extension SheetSource {
  fileprivate var asksForColorScheme: Bool {
    let words = source.bytes[range ?? 0..<source.bytes.count]
    return words.contains("color-scheme") || words.contains("light-dark(")
      || imports.contains { $0?.asksForColorScheme ?? false }
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes of a text, which has no letter twice in a row at its start, are somewhere among these.
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count, let first = wanted.first else { return false }
    return (startIndex...(endIndex - wanted.count)).contains { start in
      self[start] == first && self[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
