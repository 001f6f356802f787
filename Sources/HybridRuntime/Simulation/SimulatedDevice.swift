package import HybridJSON
package import HybridScript

/// Simulates a device for the pages of one owner: stores, location, photos, calls.
///
/// It is deterministic: nothing is read from the machine it runs on. The page holds its own dialogs and HUD.
/// A device belongs to one executor at a time, with all its pages.
package final class SimulatedDevice {
  /// A place on the earth, in degrees.
  package struct Location: Hashable, Sendable {
    package var longitude: Double
    package var latitude: Double

    package init(longitude: Double, latitude: Double) {
      self.longitude = longitude
      self.latitude = latitude
    }

    /// The default location of simulated phones: Cupertino.
    package static let standard = Location(longitude: -122.0090, latitude: 37.3349)
  }

  /// The stores of pages; ``DeviceStores/json`` is a form to persist.
  package var stores: DeviceStores
  /// Databases (`indexedDB`).
  package let databases = DeviceDatabases()
  /// The location; nil if unavailable.
  package var location: Location? = .standard
  /// Native modules of the app, in addition to those of the device or replacing them; used by pages opened
  /// later.
  package var extraModules: [any NativeModule] = []
  /// Addresses of the pictures that pages saved, and numbers that they called, in order; the last thousand.
  package private(set) var savedPhotos: [String] = []
  package private(set) var phoneCalls: [String] = []
  /// The lines that pages wrote to the native log, in order; the last thousand.
  package private(set) var logLines: [String] = []
  private var navigations: [(navigation: PageNavigation, address: String)] = []

  private static let historyLimit = 1000

  /// A device with these stores.
  package init(stores: DeviceStores = DeviceStores()) { self.stores = stores }

  // MARK: Stores

  /// The value of a key in a store; `address` is the page's.
  package func stored(_ key: String, in area: PageStorageArea, of address: String) -> String? {
    stores.stored(key, in: area, of: address)
  }

  /// Sets a value, or removes it with nil. False if the store has no room for it (``DeviceStores/quota``).
  package func store(_ value: String?, for key: String, in area: PageStorageArea, of address: String) -> Bool
  {
    stores.store(value, for: key, in: area, of: address)
  }

  /// The keys of a store, in the order in which they were first set.
  package func storedKeys(in area: PageStorageArea, of address: String) -> [String] {
    stores.keys(in: area, of: address)
  }

  // MARK: Effects of pages

  func savePhoto(_ address: String) { Self.append(address.cut(to: 2000), to: &savedPhotos) }

  func call(_ number: String) { Self.append(number.cut(to: 100), to: &phoneCalls) }

  func log(_ text: String) { Self.append(text.cut(to: 10_000), to: &logLines) }

  /// The navigations requested since the last call, in order, each with the address of the requesting page.
  /// The owner decides which page is on top.
  package func takeNavigations() -> [(navigation: PageNavigation, address: String)] {
    defer { navigations = [] }
    return navigations
  }

  /// Whether the page at an address asked to be reloaded since the last call. Other navigations stay.
  package func takeReload(of address: String) -> Bool {
    let count = navigations.count
    navigations.removeAll { $0.navigation == .reload && $0.address == address }
    return navigations.count < count
  }

  func navigate(_ navigation: PageNavigation, from address: String) {
    if navigations.count < Self.historyLimit { navigations.append((navigation, address)) }
  }

  private static func append(_ text: String, to history: inout [String]) {
    if history.count == historyLimit { history.removeFirst() }
    history.append(text)
  }
}

/// A navigation between pages.
package enum PageNavigation: Hashable, Sendable {
  /// Opens a page over this one; an address may be relative. The data is its `window.extension`.
  case push(String, data: JSONValue?)
  /// Goes back to the page before.
  case pop
  /// Goes back to the first page.
  case popToRoot
  /// Reloads this page.
  case reload
  /// Leaves the app.
  case exit
  /// Merges data into the previous page's `window.extension` for when it appears again.
  case extendPrevious(JSONValue)
}
