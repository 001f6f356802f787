import Glibc
import HybridGeometry

// The filter functions on pixels. Filter Effects 1 §5 and §9.
extension Raster {
  /// Applies one filter.
  ///
  /// - Parameter matrix: From points to these pixels.
  mutating func apply(_ filter: Filter, _ matrix: Transform) {
    let scale = abs(matrix.a * matrix.d - matrix.b * matrix.c).squareRoot()
    switch filter {
    case .blur(let deviation): blurColors(window: ShadowMask.window(deviation: deviation * scale))
    case .color(.opacity, let amount):
      let share = min(max(amount, 0), 1)
      for index in bytes.indices { bytes[index] = UInt8(Double(bytes[index]) * share + 0.5) }
    case .color(let kind, let amount): transform(ColorMatrix(kind, amount))
    case .shadow(let shadow):
      let offset = Point(
        x: matrix.a * shadow.offset.x + matrix.c * shadow.offset.y,
        y: matrix.b * shadow.offset.x + matrix.d * shadow.offset.y)
      dropShadow(shadow.color, offset, window: ShadowMask.window(deviation: shadow.blur * scale))
    }
  }

  /// Multiplies everything by the opacity of images; several are painted over each other first.
  mutating func mask(with masks: [Gradient], _ matrix: Transform) {
    guard !masks.isEmpty, let inverse = matrix.inverse else { return }
    for row in 0..<height {
      for column in 0..<width {
        let place = row * stride + column * 4
        guard bytes[place + 3] > 0 else { continue }
        let spot = inverse.apply(to: Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        let alpha = masks.reduce(0.0) { $0 + (1 - $0) * Double($1.color(at: spot).alpha) / 255 }
        for part in place..<place + 4 { bytes[part] = UInt8(Double(bytes[part]) * alpha + 0.5) }
      }
    }
  }

  /// Blurs colours: three box filters in each direction, for each of the four parts.
  private mutating func blurColors(window: Int) {
    guard window > 1 else { return }
    for part in 0..<4 {
      var own = Raster(mask: width, height)
      for row in 0..<height {
        for column in 0..<width {
          own.bytes[row * own.stride + column] = bytes[row * stride + column * 4 + part]
        }
      }
      own.blur(window: window)
      for row in 0..<height {
        for column in 0..<width {
          bytes[row * stride + column * 4 + part] = own.bytes[row * own.stride + column]
        }
      }
    }
    // Rounding must not make a part greater than the alpha.
    for place in Swift.stride(from: 0, to: bytes.count - 3, by: 4) {
      for part in place..<place + 3 { bytes[part] = min(bytes[part], bytes[place + 3]) }
    }
  }

  private mutating func transform(_ matrix: ColorMatrix) {
    for place in Swift.stride(from: 0, to: bytes.count - 3, by: 4) where bytes[place + 3] > 0 {
      let alpha = Double(bytes[place + 3])
      let color = matrix.apply(
        Double(bytes[place + 2]) / alpha, Double(bytes[place + 1]) / alpha, Double(bytes[place]) / alpha)
      bytes[place + 2] = UInt8(color.0 * alpha + 0.5)
      bytes[place + 1] = UInt8(color.1 * alpha + 0.5)
      bytes[place] = UInt8(color.2 * alpha + 0.5)
    }
  }

  /// Paints a shadow of everything below it.
  private mutating func dropShadow(_ color: RGBA, _ offset: Point, window: Int) {
    var shadow = Raster(mask: width, height)
    let (dx, dy) = (Int(offset.x.rounded()), Int(offset.y.rounded()))
    for row in 0..<height where (0..<height).contains(row - dy) {
      for column in 0..<width where (0..<width).contains(column - dx) {
        shadow.bytes[row * shadow.stride + column] = bytes[(row - dy) * stride + (column - dx) * 4 + 3]
      }
    }
    shadow.blur(window: window)
    let parts = [color.blue, color.green, color.red].map { Double($0) / 255 }
    for row in 0..<height {
      for column in 0..<width {
        let place = row * stride + column * 4
        let room = 1 - Double(bytes[place + 3]) / 255
        guard room > 0 else { continue }
        let alpha = Double(shadow.bytes[row * shadow.stride + column]) * Double(color.alpha) / 255 * room
        for part in 0..<3 {
          bytes[place + part] = UInt8(min(Double(bytes[place + part]) + alpha * parts[part], 255))
        }
        bytes[place + 3] = UInt8(min(Double(bytes[place + 3]) + alpha + 0.5, 255))
        for part in 0..<3 { bytes[place + part] = min(bytes[place + part], bytes[place + 3]) }
      }
    }
  }

  /// A part of these colours.
  func cropped(_ left: Int, _ top: Int, _ wide: Int, _ high: Int) -> Raster {
    var part = Raster(width: wide, height: high) { _, _ in .transparent }
    part.isPixelated = isPixelated
    for row in 0..<high {
      let (from, to) = ((row + top) * stride + left * 4, row * part.stride)
      for byte in 0..<wide * 4 { part.bytes[to + byte] = bytes[from + byte] }
    }
    return part
  }
}

/// A function of the three parts of a colour: a matrix and a constant. Filter Effects 1 §9.6.
private struct ColorMatrix {
  private var rows: [Double]
  private var constant = 0.0

  init(_ kind: Filter.Kind, _ amount: Double) {
    let share = min(max(amount, 0), 1)
    let most = max(amount, 0)
    func mixed(_ other: [Double], _ share: Double) -> [Double] {
      let identity: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
      return zip(identity, other).map { $0 + ($1 - $0) * share }
    }
    let gray: [Double] = [0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722]
    switch kind {
    case .brightness: rows = [most, 0, 0, 0, most, 0, 0, 0, most]
    case .contrast:
      rows = [most, 0, 0, 0, most, 0, 0, 0, most]
      constant = 0.5 - 0.5 * most
    case .invert:
      let slope = 1 - 2 * share
      rows = [slope, 0, 0, 0, slope, 0, 0, 0, slope]
      constant = share
    case .grayscale: rows = mixed(gray, share)
    case .saturate: rows = mixed(gray, 1 - most)
    case .sepia:
      rows = mixed([0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131], share)
    case .hueRotate:
      let angle = amount.isFinite ? amount.truncatingRemainder(dividingBy: 360) * .pi / 180 : 0
      let (c, s) = (cos(angle), sin(angle))
      rows = [
        0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928,
        0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283,
        0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072,
      ]
    case .opacity: rows = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    }
  }

  func apply(_ red: Double, _ green: Double, _ blue: Double) -> (Double, Double, Double) {
    func part(_ row: Int) -> Double {
      let sum = rows[row] * red + rows[row + 1] * green + rows[row + 2] * blue + constant
      return sum > 0 ? min(sum, 1) : 0
    }
    return (part(0), part(3), part(6))
  }
}
