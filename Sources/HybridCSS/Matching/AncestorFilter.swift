/// A set of names that answers "certainly not" or "perhaps": 256 bits, one for each name.
///
/// A Bloom filter. A selector lists the names required above its subject; if the filter of an element's
/// ancestors lacks one of those bits, the selector cannot match.
struct AncestorFilter: Hashable, Sendable {
  /// The kind of a name: `p` as a type differs from `p` as a class.
  enum Kind: UInt32 { case type = 0, id = 0x9E37_79B9, `class` = 0x85EB_CA6B }

  private var bits = SIMD4<UInt64>(repeating: 0)

  var isEmpty: Bool { bits == SIMD4<UInt64>(repeating: 0) }

  mutating func insert(_ hash: UInt32, _ kind: Kind) {
    // Multiplying spreads the kind over all bits; the highest eight choose the place.
    let mixed = (hash ^ kind.rawValue) &* 0x9E37_79B1
    let place = Int(mixed >> 24)
    bits[place >> 6] |= 1 << UInt64(place & 63)
  }

  func union(_ other: AncestorFilter) -> AncestorFilter {
    var result = self
    result.bits |= other.bits
    return result
  }

  @inline(__always)
  func contains(_ other: AncestorFilter) -> Bool { bits & other.bits == other.bits }
}

/// A name as a key. CSS compares code points (CSS Syntax 3 §4), whereas `String` treats canonically
/// equivalent texts as equal.
struct AtomName: Hashable, Sendable {
  let text: String
  /// FNV-1a over the bytes.
  let hash: UInt32

  init(_ text: String) {
    self.text = text
    self.hash = text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  static func == (a: AtomName, b: AtomName) -> Bool {
    a.hash == b.hash && a.text.utf8.elementsEqual(b.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
