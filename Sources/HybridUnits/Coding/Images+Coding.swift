import HybridGeometry

extension ByteWriter {
  /// Each font as path and hash.
  mutating func fonts(_ fonts: [FontData]) {
    count(fonts.count)
    for font in fonts {
      text(font.path)
      text(font.hash)
    }
  }

  /// Each image as source, path, kind, hash, flags for width, height and ratio, and those that are present.
  mutating func images(_ images: [ImageFile]) {
    count(images.count)
    for image in images {
      text(image.source)
      text(image.path)
      byte(image.kind.rawValue)
      for byte in image.hash.bytes { self.byte(byte) }
      for number in [image.width, image.height, image.ratio] { optionalNumber(number) }
    }
  }

  private mutating func optionalNumber(_ value: Double?) {
    byte(value == nil ? 0 : 1)
    guard let value else { return }
    for shift in 0..<8 { byte(UInt8(truncatingIfNeeded: value.bitPattern >> (56 - 8 * shift))) }
  }
}

extension ByteReader {
  mutating func fonts() throws(UnitCodingError) -> [FontData] {
    var fonts: [FontData] = []
    for _ in 0..<(try count(of: 2)) {
      let path = try text()
      fonts.append(FontData(hash: try text(), path: path, bytes: []))
    }
    return fonts
  }

  mutating func images() throws(UnitCodingError) -> [ImageFile] {
    var images: [ImageFile] = []
    for _ in 0..<(try count(of: 22)) {
      let source = try text()
      let path = try text()
      guard let kind = ImageFile.Kind(rawValue: try byte()) else { throw error(.malformed("image kind")) }
      let hash = try hash()
      let width = try optionalNumber()
      let height = try optionalNumber()
      var image = ImageFile(source: source, path: path, width: width, height: height, hash: hash, kind: kind)
      image.ratio = try optionalNumber()
      images.append(image)
    }
    return images
  }

  mutating func hash() throws(UnitCodingError) -> ContentHash {
    ContentHash(high: try word(), low: try word())
  }

  /// A side or a ratio: a positive number that is valid in layout.
  private mutating func optionalNumber() throws(UnitCodingError) -> Double? {
    guard try flag() else { return nil }
    let value = Double(bitPattern: try word())
    guard value > 0, value <= 1e9 else { throw error(.malformed("image size")) }
    return value
  }

  private mutating func word() throws(UnitCodingError) -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(try byte()) }
    return word
  }
}
