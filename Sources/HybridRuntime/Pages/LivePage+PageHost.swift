import HybridDOM
package import HybridJSON
package import HybridScript

/// The page itself and what is around it, as scripts see and change them.
extension LivePage {
  package var address: String { environment.address }

  // MARK: Data

  package func setData(_ data: JSONValue, ofComponent name: String) {
    pageData.set(data, ofComponent: name)
  }

  package var data: JSONValue { sampleData }

  package func scopeData(of node: Int) -> (component: String?, data: JSONValue) {
    self.node(node).map { dom.scope(of: $0) } ?? (nil, .null)
  }

  // MARK: Time

  package var now: Double { schedule.now }

  package var wallClock: Double { environment.opened + now }

  package func setTimer(_ id: Int, after milliseconds: Double, repeats: Bool, nesting: Int) {
    schedule.setTimer(id, after: milliseconds, repeats: repeats, nesting: nesting)
  }

  package func clearTimer(_ id: Int) { schedule.clearTimer(id) }

  // MARK: Network and stores

  package func send(_ request: PageRequest, id: Int) {
    guard !requests.send(request, id: id) else { return }
    var refused = PageResponse()
    refused.failure = "too many requests at once"
    finish(id, with: refused)
  }

  package func cancelRequest(_ id: Int) { requests.cancel(id) }

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

  package func record(_ entry: PageLogEntry) { log.record(entry) }

  /// Goes to another page, which is its owner's affair.
  func follow(_ address: String) {
    record(.call(module: "document", method: "pushNavigatorWithURL", arguments: [.string(address)]))
    environment.device.navigate(.push(address, data: nil), from: environment.address)
  }
}
