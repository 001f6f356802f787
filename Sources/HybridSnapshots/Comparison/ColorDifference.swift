/// The perceived difference of two colours.
///
/// The distance in YIQ, weighted by human sensitivity to brightness, to orange against blue and to purple
/// against green: Y. Kotsarenko and F. Ramos, *Measuring perceived color difference using YIQ NTSC
/// transmission color space in mobile applications* (2010), §4. It is cheaper than CIEDE2000 and accurate
/// enough for similar shades, which decide a comparison.
enum ColorDifference {
  /// The squared distance of black and white, the maximum.
  static let most = 35_215.0

  /// The brightness and two hue axes of a pixel on white; components 0 to 255.
  struct YIQ {
    var y: Double
    var i: Double
    var q: Double

    init(_ pixels: [UInt8], at place: Int) {
      let alpha = Double(pixels[place + 3]) / 255
      let red = 255 + (Double(pixels[place]) - 255) * alpha
      let green = 255 + (Double(pixels[place + 1]) - 255) * alpha
      let blue = 255 + (Double(pixels[place + 2]) - 255) * alpha
      y = red * 0.29889531 + green * 0.58662247 + blue * 0.11448223
      i = red * 0.59597799 - green * 0.27417610 - blue * 0.32180189
      q = red * 0.21147017 - green * 0.52261711 + blue * 0.31114694
    }
  }

  /// The squared distance of the pixels at one position of two pictures, 0 to ``most``.
  static func squared(_ a: [UInt8], _ b: [UInt8], at place: Int) -> Double {
    if a[place] == b[place], a[place + 1] == b[place + 1], a[place + 2] == b[place + 2],
      a[place + 3] == b[place + 3]
    {
      return 0
    }
    let (a, b) = (YIQ(a, at: place), YIQ(b, at: place))
    let (y, i, q) = (a.y - b.y, a.i - b.i, a.q - b.q)
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }
}
