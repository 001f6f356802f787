import HybridGeometry

/// Pixels as Cairo reads them: premultiplied colours of 32 bits with alpha in the high byte, or a mask of 8
/// bits.
struct Raster: Sendable {
  let width: Int
  let height: Int
  let isMask: Bool
  /// Whether it is scaled without smoothing.
  var isPixelated = false
  /// Bytes of a row, a multiple of four.
  let stride: Int
  var bytes: [UInt8]

  /// An empty mask.
  init(mask width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    isMask = true
    stride = (width + 3) & ~3
    bytes = [UInt8](repeating: 0, count: stride * height)
  }

  /// Colours, computed for each column and row.
  init(width: Int, height: Int, color: (Int, Int) -> RGBA) {
    (self.width, self.height) = (width, height)
    isMask = false
    stride = width * 4
    var bytes: [UInt8] = []
    bytes.reserveCapacity(stride * height)
    for row in 0..<height {
      for column in 0..<width {
        let color = color(column, row)
        let alpha = Int(color.alpha)
        func times(_ part: UInt8) -> UInt8 { UInt8((Int(part) * alpha + 127) / 255) }
        bytes.append(times(color.blue))
        bytes.append(times(color.green))
        bytes.append(times(color.red))
        bytes.append(color.alpha)
      }
    }
    self.bytes = bytes
  }

  /// Colours whose bytes are given for each place in a row, and each row.
  init(width: Int, height: Int, bytes: (Int, Int) -> UInt8) {
    (self.width, self.height) = (width, height)
    isMask = false
    stride = width * 4
    var all: [UInt8] = []
    all.reserveCapacity(stride * height)
    for row in 0..<height {
      for place in 0..<width * 4 { all.append(bytes(place, row)) }
    }
    self.bytes = all
  }

  /// Colours whose bytes are given.
  init(width: Int, height: Int, premultiplied bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4)
    (self.width, self.height, self.bytes) = (width, height, bytes)
    isMask = false
    stride = width * 4
  }

  /// A mask whose bytes are given, each row a multiple of four.
  init(mask width: Int, _ height: Int, stride: Int, bytes: [UInt8]) {
    precondition(bytes.count == stride * height && stride >= width && stride % 4 == 0)
    (self.width, self.height, self.stride, self.bytes) = (width, height, stride, bytes)
    isMask = true
  }

  /// A bitmap.
  init(_ bitmap: Bitmap) {
    self = bitmap.pixels.withUnsafeBufferPointer { pixels in
      Raster(width: bitmap.width, height: bitmap.height) { column, row in
        let place = (row * bitmap.width + column) * 4
        return RGBA(pixels[place], pixels[place + 1], pixels[place + 2], pixels[place + 3])
      }
    }
  }
}
