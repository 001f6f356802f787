import Glibc

/// The color spaces of color functions. CSS Color 4 §10, *Predefined color spaces*, and §12.
enum ColorSpace: String, Sendable {
  case srgb
  case srgbLinear = "srgb-linear"
  case displayP3 = "display-p3"
  case displayP3Linear = "display-p3-linear"
  case a98 = "a98-rgb"
  case proPhoto = "prophoto-rgb"
  case rec2020
  case xyzD50 = "xyz-d50"
  case xyz
  case xyzD65 = "xyz-d65"
  case lab, oklab, lch, oklch, hsl, hwb

  /// The index of the hue among the three parts; nil for a space with rectangular coordinates.
  var hue: Int? {
    switch self {
    case .hsl, .hwb: 0
    case .lch, .oklch: 2
    default: nil
    }
  }

  /// Whether a color of this space is without a hue, so that its hue takes part in no mixture (§12.2).
  func isGray(_ parts: [Double]) -> Bool {
    switch self {
    case .hsl: parts[1] <= 1e-3
    case .hwb: parts[1] + parts[2] >= 100 - 1e-3
    case .lch: parts[1] <= 0.0015
    case .oklch: parts[1] <= 0.000004
    default: false
    }
  }

  /// Whether it is a space of `color()`.
  var isPredefined: Bool {
    switch self {
    case .lab, .oklab, .lch, .oklch, .hsl, .hwb: false
    default: true
    }
  }

  /// The names of its parts in a relative color. CSS Color 5 §4.1.
  var channels: [String] {
    switch self {
    case .lab, .oklab: ["l", "a", "b"]
    case .lch, .oklch: ["l", "c", "h"]
    case .hsl: ["h", "s", "l"]
    case .hwb: ["h", "w", "b"]
    case .xyz, .xyzD50, .xyzD65: ["x", "y", "z"]
    default: ["r", "g", "b"]
    }
  }
}

// MARK: Conversions

/// A product of a matrix of three rows and a vector.
private func times(_ matrix: [Double], _ v: [Double]) -> [Double] {
  (0..<3).map { matrix[$0 * 3] * v[0] + matrix[$0 * 3 + 1] * v[1] + matrix[$0 * 3 + 2] * v[2] }
}

/// Applies a curve to each part; that of a negative number is the negative curve.
private func curved(_ parts: [Double], _ curve: (Double) -> Double) -> [Double] {
  parts.map { $0 < 0 ? -curve(-$0) : curve($0) }
}

/// The inverse of a matrix, by cofactors.
private func inverse(_ m: [Double]) -> [Double] {
  let cofactors = [
    m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
    m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
    m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
  ]
  let whole = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6]
  return cofactors.map { $0 / whole }
}

/// The matrix from linear light of three primaries to CIE XYZ: their chromaticities, and that of white.
private func primaries(_ points: [(x: Double, y: Double)], white: [Double]) -> [Double] {
  let tall = points.map { [$0.x / $0.y, 1, (1 - $0.x - $0.y) / $0.y] }
  let columns = [
    tall[0][0], tall[1][0], tall[2][0], tall[0][1], tall[1][1], tall[2][1], tall[0][2], tall[1][2],
    tall[2][2],
  ]
  let shares = times(inverse(columns), white)
  return columns.enumerated().map { $1 * shares[$0 % 3] }
}

/// The matrices of §17, *Sample code for color conversions*, from their definitions.
private enum Conversion {
  static let d65 = [0.3127 / 0.3290, 1, (1 - 0.3127 - 0.3290) / 0.3290]
  static let d50 = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]
  static let srgb = primaries([(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)], white: d65)
  static let p3 = primaries([(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)], white: d65)
  static let a98 = primaries([(0.64, 0.33), (0.21, 0.71), (0.15, 0.06)], white: d65)
  static let rec2020 = primaries([(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)], white: d65)
  static let proPhoto = primaries(
    [(0.734699, 0.265301), (0.159597, 0.840403), (0.036598, 0.000105)], white: d50)
  static let fromSRGB = inverse(srgb)
  static let fromP3 = inverse(p3)
  static let fromA98 = inverse(a98)
  static let fromRec2020 = inverse(rec2020)
  static let fromProPhoto = inverse(proPhoto)

  /// Cone responses, in which light is adapted to another white: the Bradford method.
  static let bradford = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]
  static let toD50 = adaptation(d65, d50)
  static let toD65 = adaptation(d50, d65)

  private static func adaptation(_ from: [Double], _ to: [Double]) -> [Double] {
    let (before, after) = (times(bradford, from), times(bradford, to))
    let scaled = bradford.enumerated().map { $1 * after[$0 / 3] / before[$0 / 3] }
    let back = inverse(bradford)
    return (0..<9).map { place in
      let (row, column) = (place / 3 * 3, place % 3)
      var sum = 0.0
      for index in 0..<3 { sum += back[row + index] * scaled[index * 3 + column] }
      return sum
    }
  }

  /// From XYZ to the cone responses of Oklab, and from those, cubic roots, to its coordinates.
  static let cones = [
    0.8190224379967030, 0.3619062600528904, -0.1288737815209879, 0.0329836539323885, 0.9292868615863434,
    0.0361446663506424, 0.0481771893596242, 0.2642395317527308, 0.6335478284694309,
  ]
  static let oklab = [
    0.2104542683093140, 0.7936177747023054, -0.0040720430116193, 1.9779985324311684, -2.4285922420485799,
    0.4505937096174110, 0.0259040424655478, 0.7827717124575296, -0.8086757549230774,
  ]
  static let fromCones = inverse(cones)
  static let fromOklab = inverse(oklab)
}

private func linear(_ value: Double) -> Double {
  value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
}

private func encoded(_ value: Double) -> Double {
  value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
}

extension ColorSpace {
  /// The color in XYZ with the white D65.
  func toXYZ(_ parts: [Double]) -> [Double] {
    switch self {
    case .srgb: times(Conversion.srgb, curved(parts, linear))
    case .srgbLinear: times(Conversion.srgb, parts)
    case .displayP3: times(Conversion.p3, curved(parts, linear))
    case .displayP3Linear: times(Conversion.p3, parts)
    case .a98: times(Conversion.a98, curved(parts) { pow($0, 563.0 / 256) })
    case .proPhoto:
      times(
        Conversion.toD65,
        times(Conversion.proPhoto, curved(parts) { $0 <= 16.0 / 512 ? $0 / 16 : pow($0, 1.8) }))
    case .rec2020:
      times(
        Conversion.rec2020,
        curved(parts) { $0 < 0.081243 ? $0 / 4.5 : pow(($0 + 0.0992968) / 1.0992968, 1 / 0.45) })
    case .xyz, .xyzD65: parts
    case .xyzD50: times(Conversion.toD65, parts)
    case .lab: times(Conversion.toD65, Self.xyzD50(ofLab: parts))
    case .oklab: times(Conversion.fromCones, times(Conversion.fromOklab, parts).map { $0 * $0 * $0 })
    case .lch: ColorSpace.lab.toXYZ(Self.rectangular(parts))
    case .oklch: ColorSpace.oklab.toXYZ(Self.rectangular(parts))
    case .hsl, .hwb: ColorSpace.srgb.toXYZ(toSRGB(parts))
    }
  }

  /// The color with these coordinates of XYZ.
  func parts(ofXYZ xyz: [Double]) -> [Double] {
    switch self {
    case .srgb: curved(times(Conversion.fromSRGB, xyz), encoded)
    case .srgbLinear: times(Conversion.fromSRGB, xyz)
    case .displayP3: curved(times(Conversion.fromP3, xyz), encoded)
    case .displayP3Linear: times(Conversion.fromP3, xyz)
    case .a98: curved(times(Conversion.fromA98, xyz)) { pow($0, 256.0 / 563) }
    case .proPhoto:
      curved(times(Conversion.fromProPhoto, times(Conversion.toD50, xyz))) {
        $0 <= 1.0 / 512 ? $0 * 16 : pow($0, 1 / 1.8)
      }
    case .rec2020:
      curved(times(Conversion.fromRec2020, xyz)) {
        $0 < 0.0180540 ? $0 * 4.5 : 1.0992968 * pow($0, 0.45) - 0.0992968
      }
    case .xyz, .xyzD65: xyz
    case .xyzD50: times(Conversion.toD50, xyz)
    case .lab: Self.labParts(ofXYZ: times(Conversion.toD50, xyz))
    case .oklab: times(Conversion.oklab, times(Conversion.cones, xyz).map { cbrt($0) })
    case .lch: Self.polar(ColorSpace.lab.parts(ofXYZ: xyz))
    case .oklch: Self.polar(ColorSpace.oklab.parts(ofXYZ: xyz))
    case .hsl: Self.hslParts(ColorSpace.srgb.parts(ofXYZ: xyz))
    case .hwb: Self.hwbParts(ColorSpace.srgb.parts(ofXYZ: xyz))
    }
  }

  /// A color of this space as red, green and blue of sRGB.
  func toSRGB(_ parts: [Double]) -> [Double] {
    switch self {
    case .srgb: return parts
    case .hsl, .hwb:
      let color =
        self == .hsl
        ? SRGBColor(hue: parts[0], saturation: parts[1] / 100, lightness: parts[2] / 100, alpha: 1)
        : SRGBColor(hue: parts[0], whiteness: parts[1] / 100, blackness: parts[2] / 100, alpha: 1)
      return [color.red, color.green, color.blue]
    default: return ColorSpace.srgb.parts(ofXYZ: toXYZ(parts))
    }
  }

  /// A color of sRGB in this space.
  func parts(ofSRGB parts: [Double]) -> [Double] {
    switch self {
    case .srgb: parts
    case .hsl: Self.hslParts(parts)
    case .hwb: Self.hwbParts(parts)
    default: self.parts(ofXYZ: ColorSpace.srgb.toXYZ(parts))
    }
  }

  // MARK: Coordinates

  private static func rectangular(_ polar: [Double]) -> [Double] {
    let angle = polar[2].isFinite ? polar[2].truncatingRemainder(dividingBy: 360) * .pi / 180 : 0
    return [polar[0], polar[1] * cos(angle), polar[1] * sin(angle)]
  }

  private static func polar(_ lab: [Double]) -> [Double] {
    let hue = atan2(lab[2], lab[1]) * 180 / .pi
    return [lab[0], (lab[1] * lab[1] + lab[2] * lab[2]).squareRoot(), hue < 0 ? hue + 360 : hue]
  }

  private static let kappa = 24389.0 / 27
  private static let epsilon = 216.0 / 24389

  private static func xyzD50(ofLab lab: [Double]) -> [Double] {
    let y = (lab[0] + 16) / 116
    let (x, z) = (lab[1] / 500 + y, y - lab[2] / 200)
    let shares = [
      x * x * x > epsilon ? x * x * x : (116 * x - 16) / kappa, lab[0] > 8 ? y * y * y : lab[0] / kappa,
      z * z * z > epsilon ? z * z * z : (116 * z - 16) / kappa,
    ]
    return zip(shares, Conversion.d50).map { $0 * $1 }
  }

  private static func labParts(ofXYZ xyz: [Double]) -> [Double] {
    let f = zip(xyz, Conversion.d50).map { part, white -> Double in
      let share = part / white
      return share > epsilon ? cbrt(share) : (kappa * share + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// CSS Color 4 §7.2.
  private static func hslParts(_ rgb: [Double]) -> [Double] {
    let (most, least) = (max(rgb[0], rgb[1], rgb[2]), min(rgb[0], rgb[1], rgb[2]))
    let (range, lightness) = (most - least, (most + least) / 2)
    guard range > 1e-9 else { return [0, 0, lightness * 100] }
    let saturation =
      lightness == 0 || lightness == 1 ? 0 : (most - lightness) / min(lightness, 1 - lightness)
    let hue =
      most == rgb[0]
      ? (rgb[1] - rgb[2]) / range + (rgb[1] < rgb[2] ? 6 : 0)
      : most == rgb[1] ? (rgb[2] - rgb[0]) / range + 2 : (rgb[0] - rgb[1]) / range + 4
    return [hue * 60, saturation * 100, lightness * 100]
  }

  /// CSS Color 4 §8.2.
  private static func hwbParts(_ rgb: [Double]) -> [Double] {
    [hslParts(rgb)[0], min(rgb[0], rgb[1], rgb[2]) * 100, (1 - max(rgb[0], rgb[1], rgb[2])) * 100]
  }
}

/// The way from one hue to another. CSS Color 4 §12.4.
enum HueInterpolation: String, Sendable {
  case shorter, longer, increasing, decreasing

  /// The second hue plus whole turns, so that linear interpolation from the first hue goes this way.
  func end(from first: Double, to second: Double) -> Double {
    let way = second - first - ((second - first) / 360).rounded(.down) * 360  // 0 to 360
    return switch self {
    case .increasing: first + way
    case .decreasing: first + (way == 0 ? 0 : way - 360)
    case .shorter: first + (way > 180 ? way - 360 : way)
    case .longer: first + (way > 0 && way <= 180 ? way - 360 : way == 0 ? 360 : way)
    }
  }
}

/// A space, and a way for hues, in which colors are mixed. CSS Color 4 §12.1.
package struct ColorInterpolation: Hashable, Sendable {
  var space: ColorSpace
  var hue: HueInterpolation = .shorter

  /// As CSS writes it.
  var cssText: String {
    "in \(space.rawValue)" + (hue == .shorter ? "" : " \(hue.rawValue) hue")
  }

  /// A color between two: 0 is the first. Their parts are premultiplied by their alpha (§12.3).
  package func mixed(_ first: SRGBColor, _ second: SRGBColor, _ share: Double) -> SRGBColor {
    let (parts, alpha) = mixedParts(first, second, share)
    let rgb = space.toSRGB(parts)
    return SRGBColor(red: rgb[0], green: rgb[1], blue: rgb[2], alpha: alpha)
  }

  /// The same, which is written in the space. Mixtures in `hsl` and `hwb` are written in `srgb`.
  func writtenMixture(_ first: SRGBColor, _ second: SRGBColor, _ share: Double) -> SRGBColor {
    let (parts, alpha) = mixedParts(first, second, share)
    let isOfSRGB = space == .hsl || space == .hwb
    return SRGBColor(
      SpacedColor(space: isOfSRGB ? .srgb : space, parts: isOfSRGB ? space.toSRGB(parts) : parts),
      alpha: alpha)
  }

  private func mixedParts(
    _ first: SRGBColor, _ second: SRGBColor, _ share: Double
  ) -> (parts: [Double], alpha: Double) {
    var one = first.parts(in: space)
    var other = second.parts(in: space)
    // §12.2: what is missing in one color is as in the other.
    for index in 0..<3 {
      if first.isMissing(index, in: space) {
        one[index] = other[index]
      } else if second.isMissing(index, in: space) {
        other[index] = one[index]
      }
    }
    let alpha = first.alpha + (second.alpha - first.alpha) * share
    // A transparent color has no part of its own.
    if first.alpha == 0 { one = other } else if second.alpha == 0 { other = one }
    if let hue = space.hue {
      if space.isGray(one) { one[hue] = other[hue] } else if space.isGray(other) { other[hue] = one[hue] }
      other[hue] = self.hue.end(from: one[hue], to: other[hue])
    }
    guard alpha > 0 else { return ([0, 0, 0], 0) }
    let parts = (0..<3).map { index in
      index == space.hue
        ? one[index] + (other[index] - one[index]) * share
        : (one[index] * first.alpha * (1 - share) + other[index] * second.alpha * share) / alpha
    }
    return (parts, alpha)
  }
}

extension SRGBColor {
  /// The color in another space.
  func parts(in space: ColorSpace) -> [Double] {
    if let written, written.value.space == space { return written.value.parts }
    return space.parts(ofSRGB: [red, green, blue])
  }

  fileprivate func isMissing(_ index: Int, in space: ColorSpace) -> Bool {
    written.map { $0.value.space == space && $0.value.missing.contains(index) } ?? false
  }
}
