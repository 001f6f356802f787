// Inlinable: readers and writers of units call these for every number.

extension [UInt8] {
  /// Appends a number in groups of 7 bits, the least significant first; each but the last has the top bit set
  /// (LEB128).
  @inlinable public mutating func appendLEB128(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

/// Reads a number that ``Swift/Array/appendLEB128(_:)`` wrote; nil for one of more groups.
///
/// - Parameter next: Reads one byte.
@inlinable public func readLEB128<Failure: Error>(
  atMost groups: Int, _ next: () throws(Failure) -> UInt8
) throws(Failure) -> UInt64? {
  var value: UInt64 = 0
  for group in 0..<groups {
    let byte = try next()
    value |= UInt64(byte & 0x7F) << UInt64(7 * group)
    if byte < 0x80 { return value }
  }
  return nil
}
