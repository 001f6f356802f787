/// One attribute list under construction, in the iteration order of a Java `HashMap<Integer, …>`
/// (`Documentation/template-format.md`, *UI code*).
///
/// Keys are never removed and growing keeps the order within a bucket, so the order of the map is: by bucket,
/// and within a bucket by insertion. In Java, a bucket of more than eight keys in a table of 64 or more
/// becomes a tree; that order is not reproduced, since no known attribute names reach it.
struct JavaMap {
  struct Entry {
    var key: Int32
    var bits: UInt32
  }

  private(set) var entries: [Entry] = []
  /// The number of buckets. It grows, and clearing the map keeps it.
  private(set) var capacity = 16

  var count: Int { entries.count }

  init() { entries.reserveCapacity(16) }

  private func bucket(_ key: Int32) -> UInt32 {
    let bits = UInt32(bitPattern: key)
    return (bits ^ bits >> 16) & UInt32(capacity - 1)
  }

  func contains(_ key: Int32) -> Bool {
    for entry in entries where entry.key == key { return true }
    return false
  }

  /// Sets the value of a key. Returns false if the key existed; it keeps its position.
  mutating func set(_ bits: UInt32, for key: Int32) -> Bool {
    var inBucket = 0
    let bucket = bucket(key)
    for index in entries.indices {
      if entries[index].key == key {
        entries[index].bits = bits
        return false
      }
      if self.bucket(entries[index].key) == bucket { inBucket += 1 }
    }
    entries.append(Entry(key: key, bits: bits))
    if inBucket >= 8, capacity < 64 { capacity *= 2 }
    if entries.count * 4 > capacity * 3 { capacity *= 2 }
    return true
  }

  /// Calls `body` for every entry in the map's order, and empties the map.
  mutating func drain(_ body: (Entry) -> Void) {
    guard !entries.isEmpty else { return }
    // Insertion sort: lists are short, and entries of equal buckets keep their order.
    for index in entries.indices.dropFirst() {
      let entry = entries[index]
      let bucket = bucket(entry.key)
      var place = index
      while place > 0, self.bucket(entries[place - 1].key) > bucket {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
    for entry in entries { body(entry) }
    entries.removeAll(keepingCapacity: true)
  }
}
