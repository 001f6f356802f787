import HybridJSON

/// The data of a page: what scripts gave its bindings, and what the page before it handed over.
struct PageData {
  /// Data that scripts gave for components, or with an empty name for the page.
  private var components: [String: JSONValue] = [:]
  private var isChanged = false
  /// What `window.extension` is.
  private(set) var handedOver: JSONValue?

  /// Nothing but what the page before handed over.
  init(handedOver: JSONValue?) { self.handedOver = handedOver }

  /// Gives a component, or with an empty name the page, other data.
  mutating func set(_ data: JSONValue, ofComponent name: String) {
    guard components[name] != data else { return }
    components[name] = data
    isChanged = true
  }

  /// Whether data has changed since the last call.
  mutating func takeChange() -> Bool {
    defer { isChanged = false }
    return isChanged
  }

  /// What bindings see: the sample data, with that of scripts merged into it.
  func bindings(over sample: JSONValue) -> JSONValue {
    var data = sample
    guard !components.isEmpty else { return data }
    if let page = components[""] { data = data.merging(page) }
    var object = data.object ?? JSONObject()
    for (name, value) in components where !name.isEmpty { object[name] = value }
    return .object(object)
  }

  /// Merges data into what was handed over. Returns all of it.
  mutating func extend(with data: JSONValue) -> JSONValue {
    let merged = handedOver.map { $0.merging(data) } ?? data
    handedOver = merged
    return merged
  }
}

extension JSONValue {
  /// This object with the members of another one; a value that is no object is replaced by the other.
  fileprivate func merging(_ other: JSONValue) -> JSONValue {
    guard var object, let members = other.object else { return other }
    for (key, value) in zip(members.keys, members.values) { object[key] = value }
    return .object(object)
  }
}
