import HybridJSON

/// The data of a page: binding data from scripts, and data from the previous page.
struct PageData {
  /// Data from scripts for components, or with an empty name for the page.
  private var components: [String: JSONValue] = [:]
  private var isChanged = false
  /// The value of `window.extension`.
  private(set) var handedOver: JSONValue?

  /// Only the data from the previous page.
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

  /// The data for bindings: the sample data, merged with that of scripts.
  func bindings(over sample: JSONValue) -> JSONValue {
    var data = sample
    guard !components.isEmpty else { return data }
    if let page = components[""] { data = data.merging(page) }
    var object = data.object ?? JSONObject()
    for (name, value) in components where !name.isEmpty { object[name] = value }
    return .object(object)
  }

  /// Merges data into the data from the previous page. Returns the result.
  mutating func extend(with data: JSONValue) -> JSONValue {
    let merged = handedOver.map { $0.merging(data) } ?? data
    handedOver = merged
    return merged
  }
}

extension JSONValue {
  /// This object merged with the members of another one; a value that is not an object is replaced.
  fileprivate func merging(_ other: JSONValue) -> JSONValue {
    guard var object, let members = other.object else { return other }
    for (key, value) in zip(members.keys, members.values) { object[key] = value }
    return .object(object)
  }
}
