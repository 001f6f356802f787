package import HybridJSON
package import HybridScript

/// The data that pages store on one device: two stores shared by all pages, and two for each page's address.
///
/// Web Storage (HTML Standard §12.2), and TokenHybrid's stores (`Documentation/javascript.md`). A store holds
/// ``quota`` bytes; a value that does not fit is refused and leaves the store unchanged.
package struct DeviceStores: Sendable {
  /// The size of one store: the UTF-8 bytes of its keys and values.
  package static let quota = 5 << 20

  private var shared: [PageStorageArea: Store] = [:]
  private var own: [Place: Store] = [:]

  private struct Place: Hashable {
    var area: PageStorageArea
    var address: String
  }

  /// Empty stores.
  package init() {}

  /// The value of a key; nil without one.
  package func stored(_ key: String, in area: PageStorageArea, of address: String) -> String? {
    store(area, address)?.entries[key]?.value
  }

  /// Sets a value, or removes it with nil. False if there is no room for it.
  package mutating func store(
    _ value: String?, for key: String, in area: PageStorageArea, of address: String
  ) -> Bool {
    if value == nil, store(area, address) == nil { return true }
    if area.isShared { return shared[area, default: Store()].set(value, for: key) }
    return own[Place(area: area, address: address), default: Store()].set(value, for: key)
  }

  /// The keys of a store, in the order in which they were first set.
  package mutating func keys(in area: PageStorageArea, of address: String) -> [String] {
    guard store(area, address) != nil else { return [] }
    if area.isShared { return shared[area, default: Store()].keys() }
    return own[Place(area: area, address: address), default: Store()].keys()
  }

  private func store(_ area: PageStorageArea, _ address: String) -> Store? {
    area.isShared ? shared[area] : own[Place(area: area, address: address)]
  }
}

/// One store.
private struct Store: Sendable {
  struct Entry {
    var value: String
    /// The insertion number of the key.
    var order: Int
  }

  private(set) var entries: [String: Entry] = [:]
  private var size = 0
  private var order = 0
  /// The keys in order; nil after one was added or removed.
  private var sorted: [String]? = []

  mutating func set(_ value: String?, for key: String) -> Bool {
    let before = entries[key]
    let freed = before.map { key.utf8.count + $0.value.utf8.count } ?? 0
    guard let value else {
      if entries.removeValue(forKey: key) != nil { sorted = nil }
      size -= freed
      return true
    }
    let needed = key.utf8.count + value.utf8.count
    guard size - freed + needed <= DeviceStores.quota else { return false }
    size += needed - freed
    if let before {
      entries[key] = Entry(value: value, order: before.order)
    } else {
      order += 1
      entries[key] = Entry(value: value, order: order)
      sorted = nil
    }
    return true
  }

  mutating func keys() -> [String] {
    if let sorted { return sorted }
    let keys = inOrder.map(\.key)
    sorted = keys
    return keys
  }

  var inOrder: [(key: String, value: Entry)] { entries.sorted { $0.value.order < $1.value.order } }
}

extension PageStorageArea {
  /// Whether all pages of a device share it.
  fileprivate var isShared: Bool { self == .local || self == .global || self == .device }

  /// The name in ``DeviceStores/json``.
  fileprivate var name: String {
    switch self {
    case .local: "local"
    case .global: "global"
    case .session: "session"
    case .page: "page"
    case .device: "device"
    }
  }
}

// MARK: As a value

extension DeviceStores {
  /// All stores: `{"local": {key: value}, "global": …, "session": {address: {key: value}},
  /// "page": …}`.
  package var json: JSONValue {
    var result = JSONObject()
    for area in [PageStorageArea.local, .global, .device] {
      if let store = shared[area], !store.entries.isEmpty { result[area.name] = store.json }
    }
    for area in [PageStorageArea.session, .page] {
      let places = own.filter { $0.key.area == area && !$0.value.entries.isEmpty }
      guard !places.isEmpty else { continue }
      result[area.name] = .object(
        JSONObject(places.sorted { $0.key.address < $1.key.address }.map { ($0.key.address, $0.value.json) }))
    }
    return .object(result)
  }

  /// Reads the form of ``json``. Invalid entries and those over the quota are left out.
  package init(_ json: JSONValue) {
    for area in [PageStorageArea.local, .global, .device] {
      take(json[area.name], area, address: "")
    }
    for area in [PageStorageArea.session, .page] {
      guard let places = json[area.name]?.object else { continue }
      for (address, store) in zip(places.keys, places.values) { take(store, area, address: address) }
    }
  }

  private mutating func take(_ json: JSONValue?, _ area: PageStorageArea, address: String) {
    guard let entries = json?.object else { return }
    for (key, value) in zip(entries.keys, entries.values) {
      if let text = value.string { _ = store(text, for: key, in: area, of: address) }
    }
  }
}

extension Store {
  fileprivate var json: JSONValue { .object(JSONObject(inOrder.map { ($0.key, .string($0.value.value)) })) }
}
