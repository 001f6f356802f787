// Inlinable: tokenizers and selector matching call these for every byte.

extension UInt8 {
  /// Whether the byte is an ASCII letter.
  @inlinable public var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// Whether the byte is an ASCII decimal digit.
  @inlinable public var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is an ASCII letter or digit.
  @inlinable public var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// Whether the byte is a lower-case ASCII letter.
  @inlinable public var isASCIILowercaseLetter: Bool { (0x61...0x7A).contains(self) }

  /// Whether the byte is ASCII white space: a blank, tab, line feed, form feed or carriage return (Infra
  /// Standard §4.6).
  @inlinable public var isASCIIWhitespace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D || self == 0x0C
  }

  /// Whether the byte is ASCII white space or a vertical tab, as for C's `isspace` and JavaScript.
  @inlinable public var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// The lower case of an ASCII letter; any other byte unchanged.
  @inlinable public var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension StringProtocol {
  /// The text with A to Z in lower case (Infra Standard §4.6, *ASCII lowercase*).
  @inlinable public var asciiLowercased: String {
    guard utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return String(self) }
    return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
  }

  /// Whether both texts are equal if the case of ASCII letters is ignored.
  @inlinable public func isASCIIEqual(to other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// The text without ASCII white space at either end (Infra Standard §4.6).
  package var trimmingASCIIWhitespace: Substring {
    Substring(Substring(self).utf8.trimming(while: \.isASCIIWhitespace))
  }

  /// The text without ASCII white space at either end, and with one blank for each run of it inside (Infra
  /// Standard §4.6).
  package var collapsingASCIIWhitespace: String {
    let words = utf8.split(whereSeparator: \.isASCIIWhitespace)
    return String(decoding: Array(words.joined(separator: CollectionOfOne(0x20))), as: UTF8.self)
  }
}

extension String {
  /// The text without white space at either end, and with one blank for each run of it inside. Unlike
  /// ``collapsingASCIIWhitespace`` it counts all white space of Unicode.
  package var collapsingWhitespace: String {
    if utf8.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) { return self }
    return split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension BidirectionalCollection {
  /// Without the elements at either end that `isTrimmed` accepts.
  @inlinable public func trimming(while isTrimmed: (Element) throws -> Bool) rethrows -> SubSequence {
    var (start, end) = (startIndex, endIndex)
    while start < end, try isTrimmed(self[start]) { formIndex(after: &start) }
    while start < end {
      let last = index(before: end)
      guard try isTrimmed(self[last]) else { break }
      end = last
    }
    return self[start..<end]
  }
}
