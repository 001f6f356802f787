package import HybridDrawing

/// The visible difference between a picture and the stored one.
package struct PictureDifference: Hashable, Sendable {
  /// The allowed difference of two pixels, 0 to 1, where 1 is black against white.
  ///
  /// 0.03 is about eight levels of grey: rounding differences between processors or versions of Cairo are
  /// below it, and a hairline of `#eee` on white that moves by one pixel is above it. Antialiased edge pixels
  /// are not counted.
  package static let standardThreshold = 0.03

  /// The size of the stored picture, in pixels, and of the new one.
  package var sizes: (before: (width: Int, height: Int), after: (width: Int, height: Int)) {
    ((widths.before, heights.before), (widths.after, heights.after))
  }
  private var widths: Pair
  private var heights: Pair
  /// The number of differing pixels, and of all pixels in the new picture.
  package var differing: Int
  package var total: Int
  /// The rectangle around all differing pixels: left, top, width, height; nil when the sizes differ.
  package var bounds: [Int]?

  private struct Pair: Hashable, Sendable {
    var before: Int
    var after: Int
  }

  /// Whether the sizes differ, so that the pictures cannot be compared pixel by pixel.
  package var hasOtherSize: Bool { widths.before != widths.after || heights.before != heights.after }

  /// The difference as a message: `38 of 250125 pixels differ, in 19×2 at 12,40`.
  package var words: String {
    guard !hasOtherSize, let bounds else {
      return
        "the picture is \(widths.after)×\(heights.after) pixels, and was \(widths.before)×\(heights.before)"
    }
    let verb = differing == 1 ? "differs" : "differ"
    return
      "\(differing) of \(total) pixels \(verb), in \(bounds[2])×\(bounds[3]) at \(bounds[0]),\(bounds[1])"
  }

  /// A difference in size.
  package init(before: (width: Int, height: Int), after: (width: Int, height: Int)) {
    widths = Pair(before: before.width, after: after.width)
    heights = Pair(before: before.height, after: after.height)
    total = after.width * after.height
    differing = total
  }

  private init(_ picture: Bitmap, differing: Int, bounds: [Int]) {
    self.init(before: (picture.width, picture.height), after: (picture.width, picture.height))
    self.differing = differing
    self.bounds = bounds
  }

  /// Compares two pictures; nil when there is no visible difference.
  ///
  /// - Parameter threshold: See ``standardThreshold``; 0 allows no difference except antialiased edges.
  /// - Returns: The difference, and a picture of it: differing pixels in red, antialiased edges in yellow,
  ///   the rest pale.
  package static func between(
    _ before: Bitmap, _ after: Bitmap, threshold: Double = standardThreshold
  ) -> (difference: PictureDifference, picture: Bitmap)? {
    if before == after { return nil }
    let size = (width: max(before.width, after.width), height: max(before.height, after.height))
    guard before.width == after.width, before.height == after.height else {
      let sizes = ((before.width, before.height), (after.width, after.height))
      var picture = compared(before.grown(to: size), after.grown(to: size), threshold: threshold).picture
      let both = (width: min(before.width, after.width), height: min(before.height, after.height))
      for y in 0..<size.height {
        for x in (y < both.height ? both.width : 0)..<size.width { picture.mark(x, y, differs) }
      }
      return (PictureDifference(before: sizes.0, after: sizes.1), picture)
    }
    let (found, picture) = compared(before, after, threshold: threshold)
    return found.bounds.map { (PictureDifference(after, differing: found.differing, bounds: $0), picture) }
  }

  /// The colours in the picture of a difference.
  private static let differs: [UInt8] = [225, 0, 50, 255]
  private static let smooths: [UInt8] = [255, 200, 0, 255]

  /// Compares pictures of one size: the number of differing pixels, and the rectangle around them.
  private static func compared(
    _ before: Bitmap, _ after: Bitmap, threshold: Double
  ) -> (found: (differing: Int, bounds: [Int]?), picture: Bitmap) {
    let limit = ColorDifference.most * threshold * threshold
    let edges = EdgePixels(before: before, after: after)
    var picture = pale(after)
    var differing = 0
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for y in 0..<after.height {
      let row = y * after.width * 4
      // Most rows are unchanged, and comparing slices is far faster than comparing pixels.
      if before.pixels[row..<row + after.width * 4] == after.pixels[row..<row + after.width * 4] { continue }
      for x in 0..<after.width {
        let place = row + x * 4
        guard ColorDifference.squared(before.pixels, after.pixels, at: place) > limit else { continue }
        if edges.contain(x, y) {
          picture.mark(x, y, smooths)
          continue
        }
        picture.mark(x, y, differs)
        differing += 1
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
    }
    let bounds = differing > 0 ? [left, top, right - left + 1, bottom - top + 1] : nil
    return ((differing, bounds), picture)
  }

  /// The picture in light greys.
  private static func pale(_ picture: Bitmap) -> Bitmap {
    var result = picture
    for place in stride(from: 0, to: picture.pixels.count, by: 4) {
      let grey = UInt8(255 - (255 - ColorDifference.YIQ(picture.pixels, at: place).y) * 0.15)
      result.pixels[place] = grey
      result.pixels[place + 1] = grey
      result.pixels[place + 2] = grey
      result.pixels[place + 3] = 255
    }
    return result
  }
}

extension Bitmap {
  fileprivate mutating func mark(_ x: Int, _ y: Int, _ color: [UInt8]) {
    let place = (y * width + x) * 4
    for offset in 0..<4 { pixels[place + offset] = color[offset] }
  }

  /// The picture in the upper left corner of a white background.
  fileprivate func grown(to size: (width: Int, height: Int)) -> Bitmap {
    var result = Bitmap(
      width: size.width, height: size.height,
      pixels: [UInt8](repeating: 255, count: size.width * size.height * 4))
    for y in 0..<height {
      let place = y * size.width * 4
      result.pixels.replaceSubrange(
        place..<place + width * 4, with: pixels[y * width * 4..<(y + 1) * width * 4])
    }
    return result
  }
}
