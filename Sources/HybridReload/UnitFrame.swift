package import HybridUnits

/// A compiled unit on the socket: the one binary message of the protocol. All numbers big-endian:
///
///     "HYBP"  version (1 byte: 1)  revision (4)  length of the name (2)  name (UTF-8)
///     the unit (`Unit.encoded()`)
package struct UnitFrame: Sendable {
  /// The revision that the unit belongs to.
  package let revision: UInt32
  /// The unit.
  package let unit: Unit
  private static let magic = Array("HYBP".utf8)
  private static let version: UInt8 = 1
  private static let headerSize = 11

  /// A unit at a revision; nil for one whose name is longer than 65,535 bytes.
  package init?(revision: Int, unit: Unit) {
    guard unit.name.utf8.count <= UInt16.max else { return nil }
    self.revision = UInt32(clamping: revision)
    self.unit = unit
  }

  /// The message.
  package var encoded: [UInt8] {
    let name = unit.name.utf8
    let numbers = (0..<4).map { UInt8(truncatingIfNeeded: revision >> (24 - 8 * $0)) }
    return Self.magic + [Self.version] + numbers + [UInt8(name.count >> 8), UInt8(name.count & 0xFF)] + name
      + unit.encoded()
  }

  /// Reads a message. Arbitrary bytes are safe: an invalid frame throws and never traps.
  package init(decoding bytes: [UInt8]) throws(UnitFrameError) {
    guard bytes.starts(with: Self.magic) else { throw .notAFrame }
    guard bytes.count >= Self.headerSize else { throw .truncated }
    guard bytes[4] == Self.version else { throw .version(bytes[4]) }
    revision = bytes[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
    let end = Self.headerSize + (Int(bytes[9]) << 8 | Int(bytes[10]))
    guard bytes.count >= end else { throw .truncated }
    guard let name = String(validating: bytes[Self.headerSize..<end], as: UTF8.self) else { throw .name }
    do throws(UnitCodingError) {
      unit = try Unit(decoding: Array(bytes[end...]))
    } catch { throw .unit(error) }
    guard unit.name == name else { throw .name }
  }
}

/// Why some bytes are not a ``UnitFrame``.
package enum UnitFrameError: Error, Hashable, Sendable {
  /// They do not begin with the magic number.
  case notAFrame
  /// A frame of a version that this program does not know.
  case version(UInt8)
  /// They end too early.
  case truncated
  /// The name is not UTF-8, or not the unit's.
  case name
  /// The bytes after the name are not a unit. Offsets in the error count from the unit's first byte.
  case unit(UnitCodingError)
}
