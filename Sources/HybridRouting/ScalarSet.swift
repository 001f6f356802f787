import HybridEncoding

/// A set of Unicode scalars, as sorted ranges that do not touch.
struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []

  /// The largest scalar.
  static let last: UInt32 = 0x10FFFF

  /// Creates the union of `ranges`, in any order.
  init(_ ranges: [ClosedRange<UInt32>] = []) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let before = self.ranges.last, range.lowerBound <= before.upperBound &+ 1 {
        self.ranges[self.ranges.count - 1] = before.lowerBound...max(before.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  /// Creates a set of one scalar.
  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  /// - Complexity: O(log *ranges*).
  func contains(_ scalar: UInt32) -> Bool {
    let index = ranges.partitioningIndex { $0.upperBound >= scalar }
    return index < ranges.count && ranges[index].lowerBound <= scalar
  }

  /// The only scalar of the set; nil for more or none.
  var single: UInt32? {
    ranges.count == 1 && ranges[0].lowerBound == ranges[0].upperBound ? ranges[0].lowerBound : nil
  }

  func intersects(_ other: ScalarSet) -> Bool {
    var (mine, theirs) = (0, 0)
    while mine < ranges.count, theirs < other.ranges.count {
      if ranges[mine].overlaps(other.ranges[theirs]) { return true }
      if ranges[mine].upperBound < other.ranges[theirs].upperBound { mine += 1 } else { theirs += 1 }
    }
    return false
  }

  /// The complement.
  var inverted: ScalarSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = range.upperBound &+ 1
    }
    if next <= Self.last { result.append(next...Self.last) }
    return ScalarSet(result)
  }

  // `\d`, `\w` and `\s` are ASCII only. Other characters in a URI are percent-encoded (RFC 3986 §2.1).
  static let digits = ScalarSet([0x30...0x39])
  static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let blanks = ScalarSet([0x09...0x0D, 0x20...0x20])
  /// The scalars that `.` excludes.
  static let lineEnds = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x85...0x85, 0x2028...0x2029])
  /// The scalars of URIs, including those not percent-encoded yet: no blanks, no control characters.
  static let inURIs = ScalarSet([0x00...0x20, 0x7F...0xA0, 0x2028...0x2029, 0xD800...0xDFFF]).inverted
}
