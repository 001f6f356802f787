import HybridGeometry

/// The exact coverage of each pixel by an outline: every edge adds, as a difference, the area to its right in
/// each pixel of a row; a running sum over the row gives the coverage.
///
/// Areas enclosed by several outlines of the same direction count once, as with the nonzero rule.
struct Coverage {
  private let width: Int
  private let height: Int
  private var areas: [Float]

  /// The maximum distance of a curve from the lines that approximate it, in pixels.
  private static let flatness = 0.05

  /// An empty area of pixels.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    // The last pixel of a row may carry over to one beyond it.
    areas = [Float](repeating: 0, count: (width + 2) * height)
  }

  /// The mask of a path in pixels.
  static func mask(of path: Path, width: Int, height: Int) -> Raster {
    var coverage = Coverage(width: width, height: height)
    coverage.add(path)
    return coverage.mask
  }

  /// Adds a path in pixels. Points outside the area are moved to its edge.
  mutating func add(_ path: Path) {
    var start = Point(x: 0, y: 0)
    var last = start
    for step in path.steps {
      switch step {
      case .move(let spot):
        line(last, start)
        start = spot
        last = spot
      case .line(let spot):
        line(last, spot)
        last = spot
      case .curve(let first, let second, let end):
        curve(last, first, second, end)
        last = end
      case .close:
        line(last, start)
        last = start
      }
    }
    line(last, start)
  }

  private mutating func curve(_ from: Point, _ first: Point, _ second: Point, _ to: Point) {
    // The distance of a cubic from n lines decreases with n²: Wang's formula.
    let bend = max(
      abs(from.x - 2 * first.x + second.x) + abs(from.y - 2 * first.y + second.y),
      abs(first.x - 2 * second.x + to.x) + abs(first.y - 2 * second.y + to.y))
    let count = min(max(Int((0.75 * bend / Self.flatness).squareRoot().rounded(.up)), 1), 200)
    var last = from
    for index in 1...count {
      let t = Double(index) / Double(count)
      let s = 1 - t
      let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      let next = Point(
        x: a * from.x + b * first.x + c * second.x + d * to.x,
        y: a * from.y + b * first.y + c * second.y + d * to.y)
      line(last, next)
      last = next
    }
  }

  private mutating func line(_ first: Point, _ second: Point) {
    guard first.y != second.y else { return }
    let (sign, top, bottom): (Float, Point, Point) =
      first.y < second.y ? (1, first, second) : (-1, second, first)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let start = max(top.y, 0)
    let end = min(bottom.y, Double(height))
    guard start < end else { return }
    var row = Int(start)
    var y = start
    var x = top.x + (start - top.y) * slope
    areas.withUnsafeMutableBufferPointer { areas in
      while y < end, row < height {
        let below = min(Double(row + 1), end)
        let next = x + (below - y) * slope
        Self.add(
          sign * Float(below - y), min(max(x, 0), Double(width)), min(max(next, 0), Double(width)),
          to: areas, at: row * (width + 2))
        (x, y) = (next, below)
        row += 1
      }
    }
  }

  /// Adds an edge within one row: `tall` is its height with the sign of its direction.
  private static func add(
    _ tall: Float, _ from: Double, _ to: Double, to areas: UnsafeMutableBufferPointer<Float>, at row: Int
  ) {
    let (left, right) = from < to ? (from, to) : (to, from)
    let first = Int(left)
    let last = Int(right)
    if first == last {
      // The part of the pixel to the right of the edge's middle.
      let share = Float(1 - ((left + right) / 2 - Double(first)))
      areas[row + first] += tall * share
      areas[row + first + 1] += tall * (1 - share)
      return
    }
    let step = tall / Float(right - left)
    var covered: Float = 0
    var before: Float = 0
    for pixel in first...last {
      let begin = Float(max(left, Double(pixel)) - Double(pixel))
      let end = Float(min(right, Double(pixel + 1)) - Double(pixel))
      // The part of the edge in this pixel covers the rest of the row fully, and its own pixel partly.
      let part = step * (end - begin)
      let own = covered + part * (1 - (begin + end) / 2)
      areas[row + pixel] += own - before
      before = own
      covered += part
    }
    areas[row + last + 1] += tall - before
  }

  /// The coverage in 8 bits.
  private var mask: Raster {
    var result = Raster(mask: width, height)
    for row in 0..<height {
      var sum: Float = 0
      for column in 0..<width {
        sum += areas[row * (width + 2) + column]
        result.bytes[row * result.stride + column] = UInt8(min(abs(sum), 1) * 255 + 0.5)
      }
    }
    return result
  }
}
