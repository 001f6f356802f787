import HybridEncoding

/// Reads PNG files (PNG, Third Edition) of every colour type and depth, as straight RGBA of eight bits.
struct PNGReader {
  private var width = 0
  private var height = 0
  private var depth = 0
  private var colorType: UInt8 = 0
  private var isInterlaced = false
  private var palette: [UInt8] = []
  private var transparency: [UInt8] = []
  private var packed: [UInt8] = []

  /// The maximum number of pixels.
  private static let maximumPixels = 100_000_000

  /// Reads a file's chunks.
  init(_ file: [UInt8]) throws(DrawingError) {
    guard file.starts(with: pngSignature) else { throw .notPNG("it does not begin as one") }
    var place = pngSignature.count
    var hasEnd = false
    while !hasEnd {
      guard place + 12 <= file.count else { throw .notPNG("it ends too early") }
      let length = Int(Self.word(file, place))
      guard length <= file.count - place - 12 else { throw .notPNG("it ends too early") }
      let data = Array(file[place + 8..<place + 8 + length])
      switch String(decoding: file[place + 4..<place + 8], as: UTF8.self) {
      case "IHDR": try readHeader(data)
      case "PLTE": palette = data
      case "tRNS": transparency = data
      case "IDAT": packed += data
      case "IEND": hasEnd = true
      default: break
      }
      place += length + 12
    }
    guard width > 0 else { throw .notPNG("it has no header") }
  }

  private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
    bytes[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// §11.2.2.
  private mutating func readHeader(_ data: [UInt8]) throws(DrawingError) {
    guard data.count == 13 else { throw .notPNG("its header is of \(data.count) bytes") }
    (width, height) = (Int(Self.word(data, 0)), Int(Self.word(data, 4)))
    (depth, colorType, isInterlaced) = (Int(data[8]), data[9], data[12] == 1)
    guard PNGForm.allows(depth: depth, colorType: colorType), data[10] == 0, data[11] == 0, data[12] < 2
    else {
      throw .notPNG("its header names a form that there is not")
    }
    guard width > 0, height > 0, width <= Self.maximumPixels / height else {
      throw .notPNG("it is \(width)×\(height) pixels large")
    }
  }

  /// Samples of a pixel: §6.1.
  private var channels: Int {
    switch colorType {
    case 2: 3
    case 4: 2
    case 6: 4
    default: 1
    }
  }

  /// One of the images of a file: the whole image, or the pixels of one pass of Adam7 (§8.1).
  private struct Pass {
    var (x, y, stepX, stepY) = (0, 0, 1, 1)
    var (width, height) = (0, 0)
  }

  private var passes: [Pass] {
    let grid =
      isInterlaced
      ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      : [(0, 0, 1, 1)]
    return grid.compactMap { x, y, stepX, stepY in
      let (columns, rows) = ((width - x + stepX - 1) / stepX, (height - y + stepY - 1) / stepY)
      return columns > 0 && rows > 0
        ? Pass(x: x, y: y, stepX: stepX, stepY: stepY, width: columns, height: rows) : nil
    }
  }

  /// The picture.
  func bitmap() throws(DrawingError) -> Bitmap {
    let bits = channels * depth
    let passes = passes
    let size = passes.reduce(0) { $0 + $1.height * (1 + ($1.width * bits + 7) / 8) }
    guard var bytes = try Zlib.shared().unpacked(packed, count: size) else {
      throw .notPNG("its pixels are damaged")
    }
    var bitmap = Bitmap(width: width, height: height)
    var start = 0
    for pass in passes {
      let row = (pass.width * bits + 7) / 8
      for y in 0..<pass.height {
        let above = y == 0 ? nil : start - row
        guard unfilter(&bytes, start, row, above: above, step: max(1, bits / 8)) else {
          throw .notPNG("it names a filter that there is not")
        }
        for x in 0..<pass.width {
          let place = ((pass.y + y * pass.stepY) * width + pass.x + x * pass.stepX) * 4
          write(x, of: bytes, row: start + 1, into: &bitmap.pixels, at: place)
        }
        start += row + 1
      }
    }
    return bitmap
  }

  /// §9.2: a filter type precedes each row. `above` is the start of the bytes of the row above.
  private func unfilter(_ bytes: inout [UInt8], _ start: Int, _ count: Int, above: Int?, step: Int) -> Bool {
    let type = bytes[start]
    guard type < 5 else { return false }
    guard type > 0 else { return true }
    bytes.withUnsafeMutableBufferPointer { bytes in
      for index in 0..<count {
        let place = start + 1 + index
        let left = index >= step ? bytes[place - step] : 0
        let up = above.map { bytes[$0 + index] } ?? 0
        switch type {
        case 1: bytes[place] &+= left
        case 2: bytes[place] &+= up
        case 3: bytes[place] &+= UInt8((Int(left) + Int(up)) / 2)
        default:
          let corner = index >= step ? above.map { bytes[$0 + index - step] } ?? 0 : 0
          bytes[place] &+= Self.paeth(left, up, corner)
        }
      }
    }
    return true
  }

  /// §9.4.
  private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(up) - Int(corner)
    let (a, b, c) = (abs(estimate - Int(left)), abs(estimate - Int(up)), abs(estimate - Int(corner)))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }

  /// Writes one pixel of a row.
  private func write(_ x: Int, of bytes: [UInt8], row: Int, into pixels: inout [UInt8], at place: Int) {
    func sample(_ index: Int) -> Int {
      switch depth {
      case 8: return Int(bytes[row + index])
      case 16: return Int(bytes[row + index * 2]) << 8 | Int(bytes[row + index * 2 + 1])
      default:
        let bit = index * depth
        return Int(bytes[row + bit / 8]) >> (8 - depth - bit % 8) & ((1 << depth) - 1)
      }
    }
    func scaled(_ value: Int) -> UInt8 {
      depth == 16 ? UInt8(value >> 8) : UInt8(value * 255 / ((1 << depth) - 1))
    }
    /// The single transparent colour in tRNS: §11.3.1.1.
    func key(_ index: Int) -> Int { Int(transparency[index * 2]) << 8 | Int(transparency[index * 2 + 1]) }
    var color: (UInt8, UInt8, UInt8, UInt8)
    switch colorType {
    case 0, 4:
      let gray = sample(x * channels)
      color = (scaled(gray), scaled(gray), scaled(gray), colorType == 4 ? scaled(sample(x * 2 + 1)) : 255)
      if colorType == 0, transparency.count >= 2, gray == key(0) { color.3 = 0 }
    case 3:
      let index = sample(x)
      guard index * 3 + 2 < palette.count else { return }
      let alpha = index < transparency.count ? transparency[index] : 255
      color = (palette[index * 3], palette[index * 3 + 1], palette[index * 3 + 2], alpha)
    default:
      let (red, green, blue) = (sample(x * channels), sample(x * channels + 1), sample(x * channels + 2))
      color = (
        scaled(red), scaled(green), scaled(blue), colorType == 6 ? scaled(sample(x * channels + 3)) : 255
      )
      if colorType == 2, transparency.count >= 6, red == key(0), green == key(1), blue == key(2) {
        color.3 = 0
      }
    }
    (pixels[place], pixels[place + 1], pixels[place + 2], pixels[place + 3]) = color
  }
}
