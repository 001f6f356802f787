/// What is left of a text that lost what nobody reads, and where in the text each part of it was.
package struct MinifiedText: Hashable, Sendable {
  /// Where a part begins, which goes on byte for byte up to the next one, or to what was inserted before
  /// that.
  package struct Mark: Hashable, Sendable {
    /// Its first byte in ``MinifiedText/bytes``.
    package let offset: Int
    /// The same byte in the text that was there before.
    package let origin: Int
  }

  /// What is left.
  package private(set) var bytes: [UInt8] = []
  /// The parts in order: one for each token.
  package private(set) var marks: [Mark] = []

  /// Nothing yet.
  package init() {}

  /// Makes room for so many bytes.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  /// Takes in a part of the text that was there before.
  package mutating func take(_ range: Range<Int>, of text: [UInt8]) {
    marks.append(Mark(offset: bytes.count, origin: range.lowerBound))
    bytes += text[range]
  }

  /// Puts in what keeps two parts from becoming one.
  package mutating func insert(_ text: String) { bytes += text.utf8 }
}
