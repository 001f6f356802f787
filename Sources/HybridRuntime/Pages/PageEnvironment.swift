package import HybridJSON
package import HybridScript

/// What surrounds a page: where it is, what it starts with and what it can reach.
package struct PageEnvironment {
  /// The page's address.
  package var address: String
  /// Takes the place of the unit's own sample data.
  package var data: JSONValue?
  /// Which of the unit's data sets is bound; nil for its own data.
  package var dataSet: String?
  /// Data that the page before it handed over: `window.extension`.
  package var extensionData: JSONValue?
  /// Whether `getElementsBy…` lists have TokenHybrid's reversed order.
  package var usesLegacyLists = false
  /// What scripts may use.
  package var limits = ScriptLimits()
  /// Makes `Math.random` the same in each run; nil leaves it to chance.
  package var seed: UInt32?
  /// Milliseconds since 1970 at which the page is opened.
  package var opened = 0.0
  /// Called from any thread when a native module has an answer for the page.
  package var wake: @Sendable () -> Void = {}
  /// The device it runs on, with its dialogs and stores.
  package var device: SimulatedDevice

  /// The surroundings of a page on a device.
  package init(address: String, device: SimulatedDevice) {
    self.address = address
    self.device = device
  }
}
