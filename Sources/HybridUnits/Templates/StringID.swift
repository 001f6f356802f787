import HybridEncoding

/// A string's number in VirtualView: `h = 31 * h + unit` over its UTF-16 units, in 32 bits with sign
/// (`Documentation/template-format.md`, *String ids*).
package struct StringID: RawRepresentable, Hashable, Sendable {
  /// The number as files have it.
  package var rawValue: Int32

  /// The number as files have it.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The number of a string.
  package init(_ text: some StringProtocol) {
    var hash: UInt32 = 0
    for unit in text.utf16 { hash = hash &* 31 &+ UInt32(unit) }
    rawValue = Int32(bitPattern: hash)
  }

  /// The number of the empty string, and of the few others whose hash is 0.
  package static let none = StringID(rawValue: 0)
}

extension StringID: CustomStringConvertible {
  /// The number as listings show it where no text is known: `#0036452d`.
  package var description: String { "#" + UInt32(bitPattern: rawValue).lowerHex(digits: 8) }
}
