import HybridGeometry

/// Draws display lists as pictures with Cairo.
///
/// Where a list has no background of its own, the background is white, as in browsers. The same list gives
/// the same bytes wherever the same fonts are installed: letters are unhinted outlines of pinned fonts, and
/// no configuration of the machine is read.
///
/// All functions may be called from any thread.
package enum Picture {
  /// The maximum number of pixels in a row or a column: Cairo's limit.
  package static let maximumSide = 32_767
  /// The maximum number of pixels of a picture.
  package static let maximumPixels = 100_000_000
  /// Pixels for each point.
  package static let scales = 0.5...4.0

  /// The list as pixels.
  ///
  /// - Parameter scale: Pixels for each point, 0.5 to 4.
  /// - Throws: ``DrawingError`` when a library is missing, or the picture would be too large.
  package static func bitmap(
    _ list: DisplayList, scale: Double = 1, images: any ImageSource = NoImages()
  ) throws(DrawingError) -> Bitmap {
    let (width, height) = try size(of: list, scale: scale)
    let painter = try painted(list, scale: scale, width, height, images)
    return try painter.canvas.withPixels { (data, stride) throws(DrawingError) in
      var bitmap = Bitmap(width: width, height: height)
      bitmap.pixels.withUnsafeMutableBufferPointer { pixels in
        // The background is opaque, so that no pixel has to be divided by its alpha.
        for row in 0..<height {
          var (from, to) = (row * stride, row * width * 4)
          for _ in 0..<width {
            pixels[to] = data[from + 2]
            pixels[to + 1] = data[from + 1]
            pixels[to + 2] = data[from]
            pixels[to + 3] = 255
            from += 4
            to += 4
          }
        }
      }
      return bitmap
    }
  }

  /// The list as a PNG file.
  ///
  /// - Parameter scale: Pixels for each point, 0.5 to 4.
  /// - Throws: ``DrawingError`` when a library is missing, or the picture would be too large.
  package static func png(
    _ list: DisplayList, scale: Double = 1, images: any ImageSource = NoImages()
  ) throws(DrawingError) -> [UInt8] {
    let (width, height) = try size(of: list, scale: scale)
    let painter = try painted(list, scale: scale, width, height, images)
    return try painter.canvas.withPixels { (data, stride) throws(DrawingError) in
      // Only read during this call.
      nonisolated(unsafe) let data = data
      return try PNGWriter(width: width, height: height, channels: 3).file { row, output in
        var (from, to) = (row * stride, 0)
        for _ in 0..<width {
          output[to] = data[from + 2]
          output[to + 1] = data[from + 1]
          output[to + 2] = data[from]
          from += 4
          to += 3
        }
      }
    }
  }

  /// The list as an SVG 1.1 file. Areas, lines and letters are paths, so that it looks the same without the
  /// fonts. Blurred shadows and images are pixels in it.
  ///
  /// - Throws: ``DrawingError`` when a library is missing, or the picture would be too large.
  package static func svg(
    _ list: DisplayList, images: any ImageSource = NoImages()
  ) throws(DrawingError) -> [UInt8] {
    _ = try size(of: list, scale: 1)
    var painter = PicturePainter(
      canvas: try Canvas(svg: list.size), base: .identity, isVector: true,
      extent: Rect(x: 0, y: 0, width: list.size.width, height: list.size.height), images: images)
    try painter.paint(list)
    return try painter.canvas.svg()
  }

  private static func painted(
    _ list: DisplayList, scale: Double, _ width: Int, _ height: Int, _ images: any ImageSource
  ) throws(DrawingError) -> PicturePainter {
    var painter = PicturePainter(
      canvas: try Canvas(width: width, height: height), base: .scale(scale), isVector: false,
      extent: Rect(x: 0, y: 0, width: Double(width), height: Double(height)), images: images)
    try painter.paint(list)
    return painter
  }

  /// The size of a picture in pixels.
  private static func size(
    of list: DisplayList, scale: Double
  ) throws(DrawingError) -> (width: Int, height: Int) {
    guard scales.contains(scale) else { throw .wrongScale(scale) }
    func pixels(_ length: Double) -> Int {
      // Sums of layout values may exceed a whole pixel by a rounding error.
      length.isFinite ? Int(min(max((length * scale - 1e-3).rounded(.up), 0), 1e9)) : 0
    }
    let (width, height) = (pixels(list.size.width), pixels(list.size.height))
    guard width > 0, height > 0, width <= maximumSide, height <= maximumSide,
      width * height <= maximumPixels
    else { throw .wrongSize(width: width, height: height) }
    return (width, height)
  }
}
