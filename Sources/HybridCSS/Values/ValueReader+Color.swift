import HybridEncoding

extension ValueReader {
  /// A `<color>`. CSS Color 4 §4, *Representing Colors: the `<color>` type*.
  mutating func takeColor() -> ColorValue? {
    guard let next = reader.peek else { return nil }
    let color: ColorValue?
    switch next.content {
    case .token(.hash(let digits, _)): color = SRGBColor(hexDigits: digits).map(ColorValue.rgba)
    case .token(.ident(let name)):
      guard let named = Self.namedColor(name) else { return nativeColor() }
      color = named
    case .function(let name, let arguments):
      let name = name.asciiLowercased
      color =
        Self.takesColors(name, arguments) && next.mentionsCurrentColor
        ? Self.color(named: name, arguments, dialect, current: .black).map { _ in ColorValue.computed(next) }
        : Self.color(named: name, arguments, dialect, current: .black).map(ColorValue.rgba)
    default:
      return nativeColor()
    }
    guard let color else { return nil }
    advance()
    return color
  }

  private static func namedColor(_ name: String) -> ColorValue? {
    let name = name.asciiLowercased
    if let hex = namedColors[name] ?? systemColors[name] { return .rgba(SRGBColor(hex: hex)) }
    return name == "transparent" ? .rgba(.transparent) : name == "currentcolor" ? .current : nil
  }

  /// TokenHybrid also accepts hexadecimal digits after `0x` or without a prefix; the tokens that they happen
  /// to form are joined again.
  private mutating func nativeColor() -> ColorValue? {
    guard dialect == .native else { return nil }
    if let color = takeChanceColor() { return color }
    var text = ""
    var count = 0
    loop: while let value = reader.peek(count) {
      switch value.content {
      case .token(.ident(let name)): text += name
      case .token(.number(let number)): text += number.text
      case .token(.dimension(let number, let unit)): text += number.text + unit
      default: break loop
      }
      count += 1
    }
    let digits = text.hasPrefix("0x") || text.hasPrefix("0X") ? String(text.dropFirst(2)) : text
    guard let color = SRGBColor(hexDigits: digits) else { return nil }
    reader.index += count
    reader.skipWhitespace()
    return .rgba(color)
  }

  /// `color.randomColor` and `color.randomThemColor` (sic). A render must be reproducible, so the position of
  /// the value in its file determines the colour.
  private mutating func takeChanceColor() -> ColorValue? {
    guard let first = reader.peek, first.ident == "color", reader.peek(1)?.isDelim(".") == true,
      let name = reader.peek(2)?.ident, name == "randomColor" || name == "randomThemColor"
    else { return nil }
    reader.index += 3
    reader.skipWhitespace()
    let place = UInt32(truncatingIfNeeded: first.range.lowerBound)
    if name == "randomColor" { return .rgba(SRGBColor(hex: (place &* 2_654_435_761) >> 8)) }
    let theme: [UInt32] = [0x45C8DC, 0xA7D59A, 0xFCAB53, 0x8C88FF, 0x50D2C2, 0xFF3366, 0x00B9FF, 0xF8E81C]
    return .rgba(SRGBColor(hex: theme[Int(place % 8)]))
  }

  /// The color of a function; nil if it is none, or wrong.
  ///
  /// - Parameter current: The value of `currentcolor`.
  static func color(
    named name: String, _ values: [ComponentValue], _ dialect: Dialect, current: SRGBColor
  ) -> SRGBColor? {
    if takesColors(name, values) { return otherColor(name, values, dialect, current: current) }
    var reader = ValueReader(values, dialect: dialect)
    let color: SRGBColor?
    switch name {
    case "rgb", "rgba": color = reader.rgb()
    case "hsl", "hsla": color = reader.hueFunction(isHWB: false)
    case "hwb": color = reader.hueFunction(isHWB: true)
    default: return otherColor(name, values, dialect, current: current)
    }
    return reader.isAtEnd ? color : nil
  }

  /// One argument of a colour function.
  private enum Component {
    case number(Double)
    case percent(Double)
    case none

    func scaled(to whole: Double) -> Double {
      switch self {
      case .number(let value): value
      case .percent(let value): value / 100 * whole
      case .none: 0
      }
    }
    var isPercent: Bool { if case .percent = self { true } else { false } }
    var isNone: Bool { if case .none = self { true } else { false } }
  }

  private mutating func takeComponent() -> Component? {
    if let number = takeNumber() { return .number(number) }
    if let percent = takePercentage() { return .percent(percent) }
    return take(ident: "none") ? Component.none : nil
  }

  /// §5.1, *The RGB functions*: legacy syntax has commas, one kind of number and no `none`.
  private mutating func rgb() -> SRGBColor? {
    guard let red = takeComponent() else { return nil }
    let isLegacy = takeComma()
    guard let green = takeComponent(), !isLegacy || takeComma(), let blue = takeComponent() else {
      return nil
    }
    let parts = [red, green, blue]
    if isLegacy {
      guard !parts.contains(where: \.isNone), Set(parts.map(\.isPercent)).count == 1 else { return nil }
    }
    guard let alpha = takeAlpha(isLegacy: isLegacy) else { return nil }
    func unit(_ part: Component) -> Double { part.scaled(to: 255) / 255 }
    return SRGBColor(red: unit(red), green: unit(green), blue: unit(blue), alpha: alpha)
  }

  /// §7, *HSL*, and §8, *HWB*; the latter has no legacy syntax.
  private mutating func hueFunction(isHWB: Bool) -> SRGBColor? {
    let hue: Double
    if take(ident: "none") {
      hue = 0
    } else if let number = takeNumber() {
      hue = number
    } else if let angle = takeAngle(allowsZero: false) {
      hue = angle
    } else {
      return nil
    }
    let isLegacy = !isHWB && takeComma()
    guard let first = takeComponent(), !isLegacy || takeComma(), let second = takeComponent() else {
      return nil
    }
    guard !isLegacy || first.isPercent && second.isPercent else { return nil }
    guard let alpha = takeAlpha(isLegacy: isLegacy) else { return nil }
    let a = first.scaled(to: 100) / 100
    let b = second.scaled(to: 100) / 100
    return isHWB
      ? SRGBColor(hue: hue, whiteness: a, blackness: b, alpha: alpha)
      : SRGBColor(hue: hue, saturation: max(a, 0), lightness: b, alpha: alpha)
  }

  /// The alpha of a colour function; 1 by default; clamped to 0…1.
  private mutating func takeAlpha(isLegacy: Bool) -> Double? {
    guard isLegacy ? takeComma() : take(delim: "/") else { return 1 }
    guard let alpha = takeComponent(), !isLegacy || !alpha.isNone else { return nil }
    return min(max(alpha.scaled(to: 1), 0), 1)
  }
}

extension SRGBColor {
  /// The digits of a hexadecimal colour: 3, 4, 6 or 8. CSS Color 4 §5.2.
  package init?(hexDigits text: String) {
    var digits: [UInt32] = []
    for byte in text.utf8 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digits.count < 8 else { return nil }
      digits.append(UInt32(digit))
    }
    switch digits.count {
    case 3, 4: digits = digits.flatMap { [$0, $0] }
    case 6, 8: break
    default: return nil
    }
    var parts: [Double] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      let byte: UInt32 = digits[index] << 4 | digits[index + 1]
      parts.append(Double(byte) / 255)
    }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
  }

  /// CSS Color 4 §7.1, *Converting HSL Colors to sRGB*. Hue in degrees, the rest from 0 to 1.
  init(hue: Double, saturation: Double, lightness: Double, alpha: Double) {
    var hue = hue.isFinite ? hue.truncatingRemainder(dividingBy: 360) : 0
    if hue < 0 { hue += 360 }
    func part(_ n: Double) -> Double {
      let k = (n + hue / 30).truncatingRemainder(dividingBy: 12)
      let a = saturation * min(lightness, 1 - lightness)
      return lightness - a * max(-1, min(k - 3, 9 - k, 1))
    }
    self.init(red: part(0), green: part(8), blue: part(4), alpha: alpha)
  }

  /// CSS Color 4 §8.1, *Converting HWB Colors to sRGB*.
  init(hue: Double, whiteness: Double, blackness: Double, alpha: Double) {
    let white = max(whiteness, 0)
    let black = max(blackness, 0)
    if white + black >= 1 {
      let gray = white / (white + black)
      self.init(red: gray, green: gray, blue: gray, alpha: alpha)
      return
    }
    let pure = SRGBColor(hue: hue, saturation: 1, lightness: 0.5, alpha: alpha)
    let rest = 1 - white - black
    self.init(
      red: pure.red * rest + white, green: pure.green * rest + white, blue: pure.blue * rest + white,
      alpha: alpha)
  }
}
