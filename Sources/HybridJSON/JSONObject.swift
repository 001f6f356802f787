/// The members of a JSON object in the order they were written (RFC 8259 §4).
///
/// Two objects are equal when they have the same members in the same order. Looking up a key is fast at any
/// size.
package struct JSONObject: Sendable {
  /// The keys, in order, each once.
  package private(set) var keys: [String] = []
  /// The values, in the order of ``keys``.
  package private(set) var values: [JSONValue] = []
  /// The position of each key, once there are too many for a linear search.
  private var index: [String: Int] = [:]

  /// The number of members up to which a linear search is faster than hashing.
  private static let scanLimit = 8

  /// An empty object.
  package init() {}

  /// An object with the given members; a duplicate key keeps its first position and its last value.
  package init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// The number of members.
  package var count: Int { keys.count }
  /// Whether there are no members.
  package var isEmpty: Bool { keys.isEmpty }

  /// The value of a key. Setting appends a new key at the end; setting nil removes the member.
  package subscript(key: String) -> JSONValue? {
    get { position(of: key).map { values[$0] } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): values[position] = value
      case (nil, let value?): append(key, value)
      case (let position?, nil): remove(at: position)
      case (nil, nil): break
      }
    }
  }

  /// The position of `key` in ``keys``.
  package func position(of key: String) -> Int? {
    keys.count <= Self.scanLimit ? keys.firstIndex(of: key) : index[key]
  }

  /// Appends a member whose key is known to be new.
  mutating func append(_ key: String, _ value: JSONValue) {
    keys.append(key)
    values.append(value)
    if keys.count == Self.scanLimit + 1 {
      for (position, key) in keys.enumerated() { index[key] = position }
    } else if keys.count > Self.scanLimit {
      index[key] = keys.count - 1
    }
  }

  /// - Complexity: O(*n*).
  private mutating func remove(at position: Int) {
    keys.remove(at: position)
    values.remove(at: position)
    index = [:]
    guard keys.count > Self.scanLimit else { return }
    for (position, key) in keys.enumerated() { index[key] = position }
  }
}

extension JSONObject: Hashable {
  /// Same members in the same order.
  package static func == (a: JSONObject, b: JSONObject) -> Bool { a.keys == b.keys && a.values == b.values }

  /// Hashes all members.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(keys)
    hasher.combine(values)
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first position.
  package var startIndex: Int { 0 }
  /// The position after the last one.
  package var endIndex: Int { keys.count }
  /// The member at a position.
  package subscript(position: Int) -> (key: String, value: JSONValue) { (keys[position], values[position]) }
}
