import HybridDOM
package import HybridJSON
package import HybridScript

/// The page and its environment, as scripts read and change them.
extension LivePage {
  package var address: String { environment.address }

  // MARK: Data

  package var data: JSONValue { sampleData }

  package func scopeData(of node: Int) -> (component: String?, data: JSONValue) {
    self.node(node).map { dom.scope(of: $0) } ?? (nil, .null)
  }

  // MARK: Time

  package var wallClock: Double { environment.opened + now }

  // MARK: Stores

  package func stored(_ key: String, in area: PageStorageArea) -> String? {
    environment.device.stored(key, in: area, of: environment.address)
  }

  package func store(_ value: String?, for key: String, in area: PageStorageArea) throws {
    guard environment.device.store(value, for: key, in: area, of: environment.address) else {
      throw ScriptThrow("QuotaExceededError", "there is no room for '\(key.prefix(40))'")
    }
  }

  package func storedKeys(in area: PageStorageArea) -> [String] {
    environment.device.storedKeys(in: area, of: environment.address)
  }

  /// Requests navigation to another page; the owner performs it.
  func follow(_ address: String) {
    record(.call(module: "document", method: "pushNavigatorWithURL", arguments: [.string(address)]))
    environment.device.navigate(.push(address, data: nil), from: environment.address)
  }
}
