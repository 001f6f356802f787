/// A text without its insignificant parts, with the original position of each remaining part.
package struct MinifiedText: Hashable, Sendable {
  /// The start of a part, which continues unchanged up to the next part, or to inserted text before that.
  package struct Mark: Hashable, Sendable {
    /// Its first byte in ``MinifiedText/bytes``.
    package let offset: Int
    /// The same byte in the original text.
    package let origin: Int
  }

  /// The minified text.
  package private(set) var bytes: [UInt8] = []
  /// The parts in order: one for each token.
  package private(set) var marks: [Mark] = []

  /// An empty text.
  package init() {}

  /// Reserves room for `count` bytes.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Appends a part of the original text.
  package mutating func take(_ range: Range<Int>, of text: [UInt8]) {
    marks.append(Mark(offset: bytes.count, origin: range.lowerBound))
    bytes += text[range]
  }

  /// Inserts text that keeps two parts separate.
  package mutating func insert(_ text: String) { bytes += text.utf8 }
}
