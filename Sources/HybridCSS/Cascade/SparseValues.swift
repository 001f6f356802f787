/// The key of one sparse property: where its value is stored, and which one it has without.
@usableFromInline struct SparseKey<Value: Hashable & Sendable>: Sendable {
  let id: PropertyID
  @usableFromInline let initial: Value
  @usableFromInline let isInherited: Bool
}

/// The values of sparse properties that differ from the initial ones.
///
/// Without any it is as small as an empty array, which needs no storage; copies share theirs.
struct SparseValues: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let id: PropertyID
    let value: any SparseValue

    static func == (a: Entry, b: Entry) -> Bool { a.id == b.id && a.value.isEqual(to: b.value) }

    func hash(into hasher: inout Hasher) {
      hasher.combine(id)
      value.hash(into: &hasher)
    }
  }

  /// In the order of the properties, so that equal values are equal arrays.
  private var entries: [Entry] = []

  /// Whether all properties have their initial values.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether a property whose number is in a range differs from its initial value.
  func hasAny(in numbers: ClosedRange<UInt16>) -> Bool {
    entries.contains { numbers.contains($0.id.rawValue) }
  }

  /// The value of a property.
  subscript<Value>(key: SparseKey<Value>) -> Value {
    get {
      for entry in entries where entry.id == key.id {
        return (entry.value as? StoredSparseValue<Value>)?.value ?? key.initial
      }
      return key.initial
    }
    set {
      let place = entries.firstIndex { $0.id.rawValue >= key.id.rawValue } ?? entries.count
      let isKnown = place < entries.count && entries[place].id == key.id
      guard newValue != key.initial else {
        if isKnown, entries.count > 1 { entries.remove(at: place) } else if isKnown { entries = [] }
        return
      }
      let entry = Entry(id: key.id, value: StoredSparseValue(newValue))
      if isKnown { entries[place] = entry } else { entries.insert(entry, at: place) }
    }
  }

  /// The values without those of some properties.
  func removing(_ properties: Set<PropertyID>) -> SparseValues {
    var result = self
    result.entries.removeAll { properties.contains($0.id) }
    return result
  }

  /// Whether both share storage, which proves them equal without a comparison.
  func isSameBox(as other: SparseValues) -> Bool {
    isEmpty ? other.isEmpty : entries.span.isIdentical(to: other.entries.span)
  }

  static func == (a: SparseValues, b: SparseValues) -> Bool { a.isSameBox(as: b) || a.entries == b.entries }
}

/// A value of any type. Asking an object for its type is much faster than asking a value.
private protocol SparseValue: AnyObject, Sendable {
  func isEqual(to other: any SparseValue) -> Bool
  func hash(into hasher: inout Hasher)
}

private final class StoredSparseValue<Value: Hashable & Sendable>: SparseValue {
  let value: Value

  init(_ value: Value) { self.value = value }

  func isEqual(to other: any SparseValue) -> Bool {
    self === other || (other as? StoredSparseValue)?.value == value
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
