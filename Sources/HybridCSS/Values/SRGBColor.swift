import HybridEncoding

/// A colour in sRGB, gamma-encoded, each part from 0 to 1; alpha is not premultiplied.
///
/// Components are stored as written, so they can lie outside 0…1; ``bytes`` is the displayable colour.
package struct SRGBColor: Hashable, Sendable {
  /// Red.
  package var red: Double
  /// Green.
  package var green: Double
  /// Blue.
  package var blue: Double
  /// Opacity: 0 is transparent.
  package var alpha: Double
  /// The same color in the space that CSS writes it in; nil for sRGB in bytes.
  private(set) var written: Shared<SpacedColor>?

  /// A colour from its parts, 0 to 1.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A color of another space.
  init(_ color: SpacedColor, alpha: Double) {
    let rgb = color.space.toSRGB(color.parts)
    self.init(red: rgb[0], green: rgb[1], blue: rgb[2], alpha: alpha)
    written = Shared(color)
  }

  /// An opaque colour from `0xRRGGBB`.
  package init(hex: UInt32) {
    self.init(
      red: Double(hex >> 16 & 0xFF) / 255, green: Double(hex >> 8 & 0xFF) / 255,
      blue: Double(hex & 0xFF) / 255)
  }

  /// `transparent`.
  package static let transparent = SRGBColor(red: 0, green: 0, blue: 0, alpha: 0)
  /// `black`.
  package static let black = SRGBColor(red: 0, green: 0, blue: 0)
  /// `white`.
  package static let white = SRGBColor(red: 1, green: 1, blue: 1)

  /// The components clamped to the gamut and rounded to eight bits.
  package var bytes: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    // NaN is 0.
    func byte(_ part: Double) -> UInt8 { part > 0 ? UInt8((min(part, 1) * 255).rounded()) : 0 }
    return (byte(red), byte(green), byte(blue), byte(alpha))
  }
}

/// The parts of a color in its space. CSS Color 4 §15, *Serializing `<color>` Values*.
struct SpacedColor: Hashable, Sendable {
  /// Not `hsl` or `hwb`, which are written as `srgb`.
  var space: ColorSpace
  /// Three numbers; what is missing is 0.
  var parts: [Double]
  /// Which of the parts, and as the fourth the alpha, are `none`.
  var missing: Set<Int> = []

  /// As CSS writes it.
  func cssText(alpha: Double) -> String {
    var texts = parts.indices.map { index in
      if missing.contains(index) { return "none" }
      var part = parts[index]
      if space.hue == index { part -= (part / 360).rounded(.down) * 360 }
      return significantText(part)
    }
    if missing.contains(3) {
      texts += ["/", "none"]
    } else if alpha < 1 {
      texts += ["/", significantText(alpha)]
    }
    let text = texts.joined(separator: " ")
    return space.isPredefined
      ? "color(\(space == .xyz ? "xyz-d65" : space.rawValue) \(text))" : "\(space.rawValue)(\(text))"
  }
}

/// A number with six significant digits, as browsers write the parts of colors.
private func significantText(_ value: Double) -> String {
  guard value.isFinite, abs(value) >= 1e-7 else { return value.isFinite ? "0" : numberText(value) }
  var digits = 0
  var size = abs(value)
  while size < 1e5, digits < 12 { (size, digits) = (size * 10, digits + 1) }
  var text = "\(Int64(size.rounded()))"
  text = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
  let whole = text.dropLast(digits)
  var rest = text.suffix(digits)
  while rest.last == "0" { rest.removeLast() }
  return (value < 0 ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest)
}

/// A `<color>` in a style. CSS Color 4 §10, *Resolving `<color>` Values*.
package enum ColorValue: Hashable, Sendable {
  /// `currentcolor`: the value of `color` where it is used.
  case current
  /// An absolute colour.
  case rgba(SRGBColor)
  /// A function of `currentcolor`, such as a mixture with it: computed where it is used.
  indirect case computed(ComponentValue)

  /// The colour when the value of `color` is `current`.
  package func resolved(current: SRGBColor) -> SRGBColor {
    switch self {
    case .current: current
    case .rgba(let color): color
    case .computed(let value):
      if case .function(let name, let values) = value.content {
        ValueReader.color(named: name.asciiLowercased, values, .standard, current: current) ?? current
      } else {
        current
      }
    }
  }
}
