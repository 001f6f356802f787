/// The reason why bytes cannot be decoded as a unit.
package struct UnitCodingError: Error, Hashable, Sendable {
  /// The alternatives.
  package enum Reason: Hashable, Sendable {
    /// The bytes do not start with a unit's signature.
    case notAUnit
    /// An unsupported version of the format.
    case version(UInt8)
    /// They end too early.
    case truncated
    /// There are more bytes after the unit.
    case trailingBytes
    /// An invalid number or reference, or text that is not UTF-8.
    case malformed(String)
    /// A limit of a unit is exceeded.
    case tooLarge(String)
  }

  /// The kind of error.
  package var reason: Reason
  /// The offset in the bytes.
  package var offset: Int

  /// An error at an offset.
  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
