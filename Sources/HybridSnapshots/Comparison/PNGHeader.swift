/// The header of a PNG, read to avoid decoding a picture that cannot equal the one it is compared with.
package struct PNGHeader: Hashable, Sendable {
  /// In pixels.
  package var width: Int
  package var height: Int

  /// The signature (PNG, Third Edition, §5.2).
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Reads the header of a file; nil for anything but a PNG.
  package init?(_ file: [UInt8]) {
    guard file.count >= 33, file.starts(with: Self.signature), file[12..<16].elementsEqual("IHDR".utf8) else {
      return nil
    }
    func number(_ start: Int) -> Int { file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    width = number(16)  // §11.2.1
    height = number(20)
    guard width > 0, height > 0 else { return nil }
  }
}
