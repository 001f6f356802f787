/// Numbers by string id: open addressing in two arrays, since a template makes a hundred look-ups and a
/// `Dictionary` would hash ids, which are hashes already.
struct IDTable: Sendable {
  private var keys: [Int32]
  /// -1 marks a free slot.
  private var values: [Int32]
  private var shift: UInt32
  private(set) var count = 0

  /// An empty table for about `capacity` ids.
  init(capacity: Int = 16) {
    var bits: UInt32 = 5
    while 1 << bits < capacity * 2 { bits += 1 }
    keys = [Int32](repeating: 0, count: 1 << bits)
    values = [Int32](repeating: -1, count: 1 << bits)
    shift = 32 - bits
  }

  /// The number of an id.
  subscript(id: Int32) -> Int32? {
    var slot = Int((UInt32(bitPattern: id) &* 0x9E37_79B1) >> shift)
    while values[slot] >= 0 {
      if keys[slot] == id { return values[slot] }
      slot = (slot + 1) & (keys.count - 1)
    }
    return nil
  }

  /// Sets the number of an id, which is not negative.
  mutating func set(_ value: Int32, for id: Int32) {
    var slot = Int((UInt32(bitPattern: id) &* 0x9E37_79B1) >> shift)
    while values[slot] >= 0 {
      if keys[slot] == id {
        values[slot] = value
        return
      }
      slot = (slot + 1) & (keys.count - 1)
    }
    keys[slot] = id
    values[slot] = value
    count += 1
    guard count * 2 > keys.count else { return }
    let (oldKeys, oldValues) = (keys, values)
    self = IDTable(capacity: keys.count)
    for index in oldKeys.indices where oldValues[index] >= 0 { set(oldValues[index], for: oldKeys[index]) }
  }
}
