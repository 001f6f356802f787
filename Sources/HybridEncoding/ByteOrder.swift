extension FixedWidthInteger {
  /// The bytes of the number, the most significant first.
  ///
  ///     UInt32(0x0102_0304).bigEndianBytes  // [1, 2, 3, 4]
  package var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> Self($0)) }
  }
}
