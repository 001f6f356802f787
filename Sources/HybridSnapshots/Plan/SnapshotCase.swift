package import HybridRuntime
package import HybridUnits

/// One run of one unit: on a device, with data, optionally by a scenario.
package struct SnapshotCase: Sendable {
  /// The unit's name in snapshot names.
  package var unitName: String
  /// The unit.
  package var unit: Unit
  /// The device.
  package var device: Device
  /// The data set that replaces the unit's own data; nil for that.
  package var data: DataSet?
  /// The scenario with the user's actions; nil for the unit as it opens.
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

  /// All snapshots, in order.
  package var names: [SnapshotName] { (scenario?.snapshotNames ?? []).map { name(step: $0) } + [name] }
}
