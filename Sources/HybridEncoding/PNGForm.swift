/// The valid fields of the header of a PNG file (PNG, Third Edition, §11.2.1).
package enum PNGForm {
  private static let depths: [UInt8: [Int]] = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  /// Whether samples of so many bits are possible in a colour type.
  package static func allows(depth: Int, colorType: UInt8) -> Bool {
    depths[colorType]?.contains(depth) == true
  }
}
