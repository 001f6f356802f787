import HybridDrawing

/// Distinguishes antialiased edge pixels from pixels of a shape.
///
/// After V. Vyšniauskas, *Anti-aliased Pixel and Intensity Slope Detector* (Electronics and Electrical
/// Engineering 95, 2009): an antialiased pixel is on a slope of brightness, between a darker and a lighter
/// neighbour, and at least one of these two is part of a plain area. The area must exist in both pictures: a
/// thin line that moved does not count.
struct EdgePixels {
  let before: Bitmap
  let after: Bitmap

  /// The number of equal neighbours from which a pixel is part of a plain area.
  private static let plain = 3

  /// Whether the pixel is antialiased in one of the pictures.
  func contain(_ x: Int, _ y: Int) -> Bool {
    smooths(x, y, in: before, beside: after) || smooths(x, y, in: after, beside: before)
  }

  private func smooths(_ x: Int, _ y: Int, in picture: Bitmap, beside other: Bitmap) -> Bool {
    let own = brightness(x, y, picture)
    var equal = isAtRim(x, y, picture) ? 1 : 0
    var darkest = (difference: 0.0, x: x, y: y)
    var lightest = darkest
    for (nearX, nearY) in neighbours(x, y, picture) {
      let difference = brightness(nearX, nearY, picture) - own
      if difference == 0 {
        equal += 1
        // A pixel equal to most of its neighbours is itself part of an area.
        if equal >= Self.plain { return false }
      } else if difference < darkest.difference {
        darkest = (difference, nearX, nearY)
      } else if difference > lightest.difference {
        lightest = (difference, nearX, nearY)
      }
    }
    guard darkest.difference < 0, lightest.difference > 0 else { return false }
    return [darkest, lightest].contains {
      isPlain($0.x, $0.y, in: picture) && isPlain($0.x, $0.y, in: other)
    }
  }

  /// Whether the pixel has the colour of several neighbours.
  private func isPlain(_ x: Int, _ y: Int, in picture: Bitmap) -> Bool {
    let place = (y * picture.width + x) * 4
    var equal = isAtRim(x, y, picture) ? 1 : 0
    for (nearX, nearY) in neighbours(x, y, picture) {
      let near = (nearY * picture.width + nearX) * 4
      if (0..<4).allSatisfy({ picture.pixels[place + $0] == picture.pixels[near + $0] }) {
        equal += 1
        if equal >= Self.plain { return true }
      }
    }
    return false
  }

  private func brightness(_ x: Int, _ y: Int, _ picture: Bitmap) -> Double {
    ColorDifference.YIQ(picture.pixels, at: (y * picture.width + x) * 4).y
  }

  private func isAtRim(_ x: Int, _ y: Int, _ picture: Bitmap) -> Bool {
    x == 0 || y == 0 || x == picture.width - 1 || y == picture.height - 1
  }

  private func neighbours(_ x: Int, _ y: Int, _ picture: Bitmap) -> [(Int, Int)] {
    var result: [(Int, Int)] = []
    result.reserveCapacity(8)
    for nearY in max(0, y - 1)...min(picture.height - 1, y + 1) {
      for nearX in max(0, x - 1)...min(picture.width - 1, x + 1) where nearX != x || nearY != y {
        result.append((nearX, nearY))
      }
    }
    return result
  }
}
