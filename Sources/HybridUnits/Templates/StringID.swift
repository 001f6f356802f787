import HybridEncoding

/// A string's number in VirtualView: `h = 31 * h + unit` over its UTF-16 units, in signed 32-bit arithmetic
/// (`Documentation/template-format.md`, *String ids*).
package struct StringID: RawRepresentable, Hashable, Sendable {
  /// The number as stored in files.
  package var rawValue: Int32

  /// The number as stored in files.
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
  /// The number as listings show it when its text is unknown: `#0036452d`.
  package var description: String { "#" + UInt32(bitPattern: rawValue).lowerHex(digits: 8) }
}
