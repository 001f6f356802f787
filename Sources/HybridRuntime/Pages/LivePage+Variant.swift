import HybridJSON

/// What the page is shown on, and with which data, while it runs.
extension LivePage {
  /// What bindings begin with, and scripts ask for.
  var sampleData: JSONValue { environment.data ?? unit.data(of: environment.dataSet) }

  /// Shows the page otherwise: on a device that was turned, on another one, or with other data.
  package func move(to variant: Variant) {
    let data = sampleData
    environment.dataSet = variant.dataSet
    if sampleData != data {
      rebind(isSameTemplate: true)
      finishTurn()
    }
    move(to: variant.device)
  }

  /// Lays the page out for another device: turned, or another one.
  package func move(to device: Device) {
    guard device != self.device else { return }
    let isSameDirection = device.isRightToLeft == self.device.isRightToLeft
    self.device = device
    if !isSameDirection { rebind(isSameTemplate: true) }
    dom.noteEverything()
    world?.hook("resize")
    finishTurn()
  }
}
