import HybridGeometry

/// A blurred rectangle with round corners as a mask, for shadows.
///
/// Between its corners such a mask is constant, so only the smallest one is blurred, once for all boxes with
/// the same corners, and stretched to the size of each.
struct ShadowMask: Sendable {
  /// The values that determine the smallest mask, in pixels.
  struct Key: Hashable, Sendable {
    var width: Int
    var height: Int
    var corners: RoundedCorners
    var window: Int
  }

  private let small: Raster
  /// The reach of the blur to either side, in pixels.
  private let reach: Int
  /// The size of the rectangle that was blurred.
  private let width: Int
  private let height: Int

  /// The widest blur that is drawn, in pixels; a wider one looks the same.
  private static let widest = 1_200.0

  /// The width of a blur's box filters: three of them approximate a Gaussian (Filter Effects 1 §9.3,
  /// *feGaussianBlur*).
  ///
  /// - Parameter deviation: The standard deviation in pixels.
  static func window(deviation: Double) -> Int {
    Int(min(deviation, widest) * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5)
  }

  /// The key for a rectangle of a size.
  static func key(width: Int, height: Int, corners: RoundedCorners, window: Int) -> Key {
    // Beyond the corners and the reach of the blur from either side, the middle is constant.
    let least = 2 * (Int(corners.greatest.rounded(.up)) + 2 * reach(window)) + 1
    return Key(width: min(width, least), height: min(height, least), corners: corners, window: window)
  }

  private static func reach(_ window: Int) -> Int { window * 3 / 2 + 2 }

  init(_ key: Key) {
    reach = Self.reach(key.window)
    (width, height) = (key.width, key.height)
    let bounds = Rect(
      x: Double(reach), y: Double(reach), width: Double(key.width), height: Double(key.height))
    var mask = Coverage.mask(
      of: Path(bounds, key.corners), width: key.width + 2 * reach, height: key.height + 2 * reach)
    mask.blur(window: key.window)
    small = mask
  }

  /// A part of the mask of a rectangle.
  ///
  /// - Parameters:
  ///   - columns: Pixels from the rectangle's left edge, and `rows` from its upper one.
  ///   - size: The size of the rectangle.
  ///   - isInverted: Whether the mask covers everything around the rectangle instead.
  func raster(
    columns: Range<Int>, rows: Range<Int>, width fullWidth: Int, height fullHeight: Int, isInverted: Bool
  ) -> Raster {
    var result = Raster(mask: columns.count, rows.count)
    let places = columns.map { place($0, of: fullWidth, in: width, limit: small.width) }
    let flip: UInt8 = isInverted ? 255 : 0
    var last: (source: Int?, row: Int)?
    result.bytes.withUnsafeMutableBufferPointer { output in
      small.bytes.withUnsafeBufferPointer { input in
        for (row, y) in rows.enumerated() {
          let source = place(y, of: fullHeight, in: height, limit: small.height)
          let start = row * result.stride
          if let last, last.source == source {
            // A copy of the row above, as most rows are.
            for column in places.indices { output[start + column] = output[last.row + column] }
          } else {
            for (column, place) in places.enumerated() {
              let value = source.flatMap { source in place.map { input[source * small.stride + $0] } } ?? 0
              output[start + column] = value ^ flip
            }
          }
          last = (source, start)
        }
      }
    }
    return result
  }

  /// The position in the smallest mask for a position in the whole one; nil beyond the blur.
  private func place(_ place: Int, of full: Int, in least: Int, limit: Int) -> Int? {
    let half = least / 2
    let inner = place < half ? place : place >= full - (least - half) ? place - full + least : half
    let result = inner + reach
    return result >= 0 && result < limit ? result : nil
  }
}

extension Raster {
  /// Blurs a mask with three box filters in each direction.
  mutating func blur(window: Int) {
    guard window > 1 else { return }
    // A filter of even width has no centre: two of them, shifted to either side, and an odd one.
    let half = window / 2
    let passes =
      window % 2 == 1
      ? [(half, half), (half, half), (half, half)] : [(half, half - 1), (half - 1, half), (half, half)]
    for (before, after) in passes {
      bytes = boxed(count: width, lines: height, step: 1, line: stride, before: before, after: after)
      bytes = boxed(count: height, lines: width, step: stride, line: 1, before: before, after: after)
    }
  }

  /// The mean of each byte with a number of bytes before and after it, along lines.
  private func boxed(count: Int, lines: Int, step: Int, line: Int, before: Int, after: Int) -> [UInt8] {
    var result = bytes
    let size = before + after + 1
    bytes.withUnsafeBufferPointer { input in
      result.withUnsafeMutableBufferPointer { output in
        for index in 0..<lines {
          let start = index * line
          var sum = 0
          for place in 0..<min(after, count) { sum += Int(input[start + place * step]) }
          for place in 0..<count {
            if place + after < count { sum += Int(input[start + (place + after) * step]) }
            output[start + place * step] = UInt8((sum + size / 2) / size)
            if place >= before { sum -= Int(input[start + (place - before) * step]) }
          }
        }
      }
    }
    return result
  }
}

/// The masks of a picture's shadows. Each is made once.
struct ShadowMasks {
  private var masks: [ShadowMask.Key: ShadowMask] = [:]

  mutating func mask(_ key: ShadowMask.Key) -> ShadowMask {
    if let known = masks[key] { return known }
    let mask = ShadowMask(key)
    masks[key] = mask
    return mask
  }
}
