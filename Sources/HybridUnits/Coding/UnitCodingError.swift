/// Why some bytes are no unit.
package struct UnitCodingError: Error, Hashable, Sendable {
  /// The alternatives.
  package enum Reason: Hashable, Sendable {
    /// The bytes do not begin as a unit does.
    case notAUnit
    /// A unit of a version that this program does not know.
    case version(UInt8)
    /// They end too early.
    case truncated
    /// There are more than belong to the unit.
    case trailingBytes
    /// A number that stands for nothing, a text that is not UTF-8, a link to nowhere.
    case malformed(String)
    /// More than a unit may have of something.
    case tooLarge(String)
  }

  /// What is wrong.
  package var reason: Reason
  /// Where in the bytes.
  package var offset: Int

  /// An error at an offset.
  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
