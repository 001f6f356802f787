/// The key of one sparse property: where its value is stored, and which one it has without.
struct SparseKey<Value: Hashable & Sendable>: Sendable {
  let id: PropertyID
  let initial: Value
  let isInherited: Bool
}

/// The values of sparse properties that differ from the initial ones.
///
/// Without any it is as small as an empty array, which needs no storage; copies share theirs.
struct SparseValues: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let id: PropertyID
    let value: any Hashable & Sendable

    static func == (a: Entry, b: Entry) -> Bool {
      func isEqual<Value: Equatable>(_ value: Value) -> Bool { b.value as? Value == value }
      return a.id == b.id && isEqual(a.value)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      hasher.combine(value)
    }
  }

  /// In the order of the properties, so that equal values are equal arrays.
  private var entries: [Entry] = []

  /// Whether all properties have their initial values.
  var isEmpty: Bool { entries.isEmpty }

  /// The value of a property.
  subscript<Value>(key: SparseKey<Value>) -> Value {
    get {
      for entry in entries where entry.id == key.id { return entry.value as? Value ?? key.initial }
      return key.initial
    }
    set {
      let place = entries.firstIndex { $0.id.rawValue >= key.id.rawValue } ?? entries.count
      let isKnown = place < entries.count && entries[place].id == key.id
      guard newValue != key.initial else {
        if isKnown, entries.count > 1 { entries.remove(at: place) } else if isKnown { entries = [] }
        return
      }
      let entry = Entry(id: key.id, value: newValue)
      if isKnown { entries[place] = entry } else { entries.insert(entry, at: place) }
    }
  }

  /// Whether both share storage, which proves them equal without a comparison.
  func isSameBox(as other: SparseValues) -> Bool {
    isEmpty ? other.isEmpty : entries.span.isIdentical(to: other.entries.span)
  }

  static func == (a: SparseValues, b: SparseValues) -> Bool { a.isSameBox(as: b) || a.entries == b.entries }
}
