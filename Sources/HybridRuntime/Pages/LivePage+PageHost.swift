import HybridDOM
package import HybridJSON
package import HybridScript

/// The page itself and what is around it, as scripts see and change them.
extension LivePage {
  package var title: String {
    get { pageTitle ?? bound.title ?? unit.title }
    set { pageTitle = newValue }
  }

  package var address: String { environment.address }

  // MARK: Data

  package func setData(_ data: JSONValue, ofComponent name: String) {
    guard componentData[name] != data else { return }
    componentData[name] = data
    needsBinding = true
  }

  package var data: JSONValue { sampleData }

  package func scopeData(of node: Int) -> (component: String?, data: JSONValue) {
    guard let node = self.node(node) else { return (nil, .null) }
    for above in ancestors(of: node) {
      if let index = boundNode(of: above) { return (bound.component(of: index), bound.scopeData(of: index)) }
    }
    return (nil, .null)
  }

  /// The node of the last binding that a living one comes from.
  private func boundNode(of node: NodeID) -> NodeID? {
    if boundNodes.isEmpty {
      for (index, living) in live.enumerated() { boundNodes[living] = NodeID(index) }
    }
    return boundNodes[node]
  }

  // MARK: Time

  package var now: Double { clock.now }

  package var wallClock: Double { environment.opened + clock.now }

  package func setTimer(_ id: Int, after milliseconds: Double, repeats: Bool, nesting: Int) {
    clock.set(id, after: milliseconds, repeats: repeats, nesting: nesting)
  }

  package func clearTimer(_ id: Int) { clock.clear(id) }

  // MARK: Network and stores

  package func send(_ request: PageRequest, id: Int) {
    guard openRequests.count < 1000 else {
      var refused = PageResponse()
      refused.failure = "too many requests at once"
      openRequests.insert(id)
      return finish(id, with: refused)
    }
    openRequests.insert(id)
    requests.append((id, request))
  }

  package func cancelRequest(_ id: Int) {
    openRequests.remove(id)
    requests.removeAll { $0.id == id }
  }

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

  package func record(_ entry: PageLogEntry) {
    var entry = entry
    if case .error(var fault) = entry, fault.path.isEmpty, let place = runningPlace {
      // A handler in an attribute, or something thrown that is no error: at least where it is written.
      (fault.path, fault.line, fault.column) = (place.path, place.line, place.column)
      entry = .error(fault)
    }
    // A page that only talks does not fill the memory of who listens.
    if entries.count < Self.entryLimit { entries.append(entry) }
  }

  private static let entryLimit = 20_000

  /// Goes to another page, which is its owner's affair.
  func follow(_ address: String) {
    record(.call(module: "document", method: "pushNavigatorWithURL", arguments: [.string(address)]))
    environment.device.navigate(.push(address, data: nil), from: environment.address)
  }
}
