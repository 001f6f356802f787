package import HybridSource

extension JSONNode {
  /// The bytes of the file for a part of a string: `\\d` takes three bytes, `\u0041` six.
  ///
  /// - Parameter part: UTF-8 bytes of the parsed string, at character boundaries.
  /// - Returns: The range of the whole node if it is not a string, or if the part exceeds the string.
  package func range(of part: Range<Int>, in source: Source) -> Range<Int> {
    guard value.string != nil, range.count >= 2, range.upperBound <= source.bytes.count else { return range }
    let bytes = source.bytes
    let end = range.upperBound - 1
    var (place, read) = (range.lowerBound + 1, 0)
    var (first, last): (Int?, Int?)
    while place < end {
      if first == nil, read >= part.lowerBound { first = place }
      if read >= part.upperBound {
        last = place
        break
      }
      guard bytes[place] == UInt8(ascii: "\\"), place + 1 < end else {
        (place, read) = (place + 1, read + 1)
        continue
      }
      guard bytes[place + 1] == UInt8(ascii: "u"), place + 6 <= end else {
        (place, read) = (place + 2, read + 1)
        continue
      }
      let unit = UInt32(String(decoding: bytes[(place + 2)..<(place + 6)], as: UTF8.self), radix: 16) ?? 0
      switch unit {
      case ..<0x80: read += 1
      case ..<0x800: read += 2
      // Each half of a surrogate pair counts two of its four bytes.
      case 0xD800..<0xE000: read += 2
      default: read += 3
      }
      place += 6
    }
    guard let first = first ?? (read >= part.lowerBound ? place : nil) else { return range }
    return first..<max(first, last ?? place)
  }
}
