package import HybridRuntime
package import HybridUnits

/// One run of one unit: on a device, with data, as a scenario says.
package struct SnapshotCase: Sendable {
  /// The unit's name, as snapshots call it.
  package var unitName: String
  /// What is shown.
  package var unit: Unit
  /// What shows it.
  package var device: Device
  /// What takes the place of the unit's own data; nil for that.
  package var data: DataSet?
  /// What a person does; nil for the unit as it opens.
  package var scenario: Scenario?

  /// A case.
  package init(
    unitName: String, unit: Unit, device: Device, data: DataSet? = nil, scenario: Scenario? = nil
  ) {
    self.unitName = unitName
    self.unit = unit
    self.device = device
    self.data = data
    self.scenario = scenario
  }

  /// The snapshot at its end.
  package var name: SnapshotName { name(step: nil) }

  /// The snapshot at a step of the scenario.
  package func name(step: String?) -> SnapshotName {
    SnapshotName(unit: unitName, device: device.name, data: data?.name, scenario: scenario?.name, step: step)
  }

  /// All snapshots, in the order in which they are taken.
  package var names: [SnapshotName] { (scenario?.snapshotNames ?? []).map { name(step: $0) } + [name] }
}
