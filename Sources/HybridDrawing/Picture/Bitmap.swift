package import HybridGeometry

/// Pixels in sRGB with straight (not premultiplied) alpha.
package struct Bitmap: Hashable, Sendable {
  /// Pixels in a row.
  package var width: Int
  /// Rows.
  package var height: Int
  /// Red, green, blue and alpha of every pixel, rows from the top.
  package var pixels: [UInt8]

  /// A transparent picture, or one with the given pixels.
  ///
  /// - Parameter pixels: Four bytes for each pixel.
  package init(width: Int, height: Int, pixels: [UInt8]? = nil) {
    precondition(width >= 0 && height >= 0 && pixels.map { $0.count == width * height * 4 } ?? true)
    self.width = width
    self.height = height
    self.pixels = pixels ?? [UInt8](repeating: 0, count: width * height * 4)
  }

  /// Reads a PNG file of any kind.
  ///
  /// - Throws: ``DrawingError/notPNG(_:)`` for anything else; ``DrawingError/libraryMissing(_:)`` without
  ///   zlib.
  package init(png file: [UInt8]) throws(DrawingError) { self = try PNGReader(file).bitmap() }

  /// The picture as a PNG file. The same pixels give the same bytes: the file contains no time and no program
  /// name.
  package func png() throws(DrawingError) -> [UInt8] {
    guard width > 0, height > 0 else { throw .wrongSize(width: width, height: height) }
    let isOpaque = pixels.withUnsafeBufferPointer { pixels in
      stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
    }
    let pixels = pixels
    let width = width
    return try PNGWriter(width: width, height: height, channels: isOpaque ? 3 : 4).file { row, output in
      pixels.withUnsafeBufferPointer { pixels in
        var (from, to) = (row * width * 4, 0)
        for _ in 0..<width {
          (output[to], output[to + 1], output[to + 2]) = (pixels[from], pixels[from + 1], pixels[from + 2])
          if !isOpaque { output[to + 3] = pixels[from + 3] }
          from += 4
          to += isOpaque ? 3 : 4
        }
      }
    }
  }

  /// The colour of a pixel; transparent outside.
  package subscript(x: Int, y: Int) -> RGBA {
    guard x >= 0, y >= 0, x < width, y < height else { return .transparent }
    let place = (y * width + x) * 4
    return RGBA(pixels[place], pixels[place + 1], pixels[place + 2], pixels[place + 3])
  }
}
