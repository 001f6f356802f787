import HybridGeometry

extension CanvasSurface {
  /// All pixels.
  func raster() -> Raster? {
    withBytes { data, stride in
      // A row of 32-bit pixels has no padding.
      Raster(
        width: width, height: height,
        premultiplied: Array(UnsafeBufferPointer(start: data, count: stride * height)))
    }
  }

  /// Some pixels with straight alpha, those outside transparent: red, green, blue, alpha.
  func pixels(x: Int, y: Int, width wide: Int, height high: Int, isOpaque: Bool) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: wide * high * 4)
    let columns = max(x, 0)..<max(min(x + wide, width), max(x, 0))
    let rows = max(y, 0)..<max(min(y + high, height), max(y, 0))
    _ = withBytes { data, stride in
      result.withUnsafeMutableBufferPointer { output in
        for row in rows {
          var (from, to) = (
            row * stride + columns.lowerBound * 4, ((row - y) * wide + columns.lowerBound - x) * 4
          )
          for _ in columns {
            let alpha = data[from + 3]
            if alpha == 255 {
              (output[to], output[to + 1], output[to + 2]) = (data[from + 2], data[from + 1], data[from])
            } else if alpha > 0 {
              let (half, most) = (Int(alpha) / 2, Int(alpha))
              output[to] = UInt8(min((Int(data[from + 2]) * 255 + half) / most, 255))
              output[to + 1] = UInt8(min((Int(data[from + 1]) * 255 + half) / most, 255))
              output[to + 2] = UInt8(min((Int(data[from]) * 255 + half) / most, 255))
            }
            output[to + 3] = isOpaque ? 255 : alpha
            from += 4
            to += 4
          }
        }
      }
    }
    return result
  }

  /// Replaces pixels by others, whatever the state is. HTML Standard §4.12.5.1.16, *Pixel manipulation*.
  ///
  /// - Parameters:
  ///   - pixels: With straight alpha, in rows of `wide`.
  ///   - dirty: Which of them.
  ///   - isOpaque: Whether the alpha stays 255.
  func setPixels(
    _ pixels: [UInt8], width wide: Int, x: Int, y: Int, dirty: (columns: Range<Int>, rows: Range<Int>),
    isOpaque: Bool
  ) {
    let columns = dirty.columns.clamped(to: 0..<wide).clamped(to: -x..<max(width - x, -x))
    let high = wide > 0 ? pixels.count / 4 / wide : 0
    let rows = dirty.rows.clamped(to: 0..<high).clamped(to: -y..<max(height - y, -y))
    _ = withBytes { data, stride in
      pixels.withUnsafeBufferPointer { input in
        for row in rows {
          var (from, to) = (
            (row * wide + columns.lowerBound) * 4, (row + y) * stride + (columns.lowerBound + x) * 4
          )
          for _ in columns {
            let alpha = Int(input[from + 3])
            func times(_ part: UInt8) -> UInt8 { UInt8((Int(part) * alpha + 127) / 255) }
            (data[to], data[to + 1], data[to + 2]) = (
              times(input[from + 2]), times(input[from + 1]), times(input[from])
            )
            data[to + 3] = isOpaque ? 255 : UInt8(alpha)
            from += 4
            to += 4
          }
        }
      }
    }
  }
}

extension Raster {
  /// A part of these colours.
  func part(_ columns: Range<Int>, _ rows: Range<Int>) -> Raster {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let start = row * stride
      bytes += self.bytes[start + columns.lowerBound * 4..<start + columns.upperBound * 4]
    }
    return Raster(width: columns.count, height: rows.count, premultiplied: bytes)
  }
}
