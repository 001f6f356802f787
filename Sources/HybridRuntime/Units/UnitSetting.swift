/// The surroundings of a unit that is driven on a virtual clock.
package struct UnitSetting {
  /// The device that it is shown on.
  package var device: Device
  /// Its data, the files and the settings of its scripts. The address is that of the unit.
  package var environment = PageEnvironment(address: "", device: SimulatedDevice())
  /// The responses to the requests of its scripts.
  package var responses = ResponseBook()
  package var renderer: Renderer

  /// The surroundings of a unit without a network.
  package init(_ device: Device, renderer: Renderer) {
    (self.device, self.renderer) = (device, renderer)
  }
}
