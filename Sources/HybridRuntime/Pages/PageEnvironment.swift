package import HybridJSON
package import HybridScript
package import HybridUnits

/// The environment of a page: its address, initial data and access to the outside.
package struct PageEnvironment {
  /// The page's address.
  package var address: String
  /// Replaces the unit's own sample data.
  package var data: JSONValue?
  /// The unit's data set that is bound; nil for its own data.
  package var dataSet: String?
  /// Data from the previous page: `window.extension`.
  package var extensionData: JSONValue?
  /// Whether `getElementsBy…` lists have TokenHybrid's reversed order.
  package var usesLegacyLists = false
  /// The limits of scripts.
  package var limits = ScriptLimits()
  /// The seed that makes `Math.random` reproducible; nil for a random one.
  package var seed: UInt32?
  /// Makes the bytes of `crypto.getRandomValues`; the system's, unless a driver fixes them.
  package var randomBytes: @Sendable (Int) -> [UInt8] = { count in
    var source = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &source) }
  }
  /// Milliseconds since 1970 at which the page is opened.
  package var opened = 0.0
  /// Called from any thread when a native module has an answer for the page.
  package var wake: @Sendable () -> Void = {}
  /// Reads a file of the project, by its path in it; safe for any path.
  package var file: @Sendable (_ path: String) -> PageFile = { _ in .missing }
  /// Links a module of the project for a worker, by its path and what follows it in the URL.
  package var workerModules: @Sendable (_ path: String, _ suffix: String) -> PageModules? = { _, _ in nil }
  /// Whether the client plays animations of CSS by itself, as far as it can do so exactly.
  package var isPlayed = false
  /// The device it runs on, with its dialogs and stores.
  package var device: SimulatedDevice

  /// The surroundings of a page on a device.
  package init(address: String, device: SimulatedDevice) {
    self.address = address
    self.device = device
  }
}
