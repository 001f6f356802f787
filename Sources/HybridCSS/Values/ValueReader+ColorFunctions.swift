import HybridEncoding

// Functions of colors in other spaces than sRGB, of mixtures, and of colors made from others: CSS Color 4 §9
// to §12, CSS Color 5 §2 to §4. Their values are colors of sRGB, whose parts may lie outside of its gamut.
extension ValueReader {
  /// The color of one of these functions; nil for another function, and for a wrong value.
  ///
  /// - Parameter current: The value of `currentcolor`.
  static func otherColor(
    _ name: String, _ values: [ComponentValue], _ dialect: Dialect, current: SRGBColor
  ) -> SRGBColor? {
    var reader = ValueReader(values, dialect: dialect)
    let color: SRGBColor?
    switch name {
    case "color-mix": color = reader.mixture(current)
    case "light-dark":
      // Every page is light here, as with `color-scheme: normal`.
      guard let light = reader.takeOperand(current), reader.takeComma(), reader.takeOperand(current) != nil
      else { return nil }
      color = light
    case "contrast-color": color = reader.takeOperand(current)?.contrasting
    case "alpha":
      guard reader.take(ident: "from"), var found = reader.takeOperand(current) else { return nil }
      if reader.take(delim: "/") {
        let known = ComponentValue.number(found.alpha, at: 0..<0)
        let rest = reader.reader.rest.map { $0.replacing(["alpha": known]) }
        reader = ValueReader(Array(rest), dialect: dialect)
        guard let alpha = reader.takePart(of: 1, isHue: false) else { return nil }
        found.alpha = min(max(alpha, 0), 1)
      }
      color = found
    default:
      if reader.take(ident: "from") { return reader.relative(name, current) }
      color = reader.spaced(name)
    }
    return reader.isAtEnd ? color : nil
  }

  /// Whether a function takes other colors, which may be `currentcolor`.
  static func takesColors(_ name: String, _ values: [ComponentValue]) -> Bool {
    name == "color-mix" || name == "light-dark" || name == "contrast-color"
      || values.first { !$0.isWhitespace }?.ident?.isASCIIEqual(to: "from") == true
  }

  /// A color inside of a function.
  private mutating func takeOperand(_ current: SRGBColor) -> SRGBColor? {
    takeColor()?.resolved(current: current)
  }

  // MARK: Spaces

  /// The ranges of the parts: what 100 % is.
  private static func wholes(_ space: ColorSpace) -> [Double] {
    switch space {
    case .lab: [100, 125, 125]
    case .oklab: [1, 0.4, 0.4]
    case .lch: [100, 150, 1]
    case .oklch: [1, 0.4, 1]
    default: [1, 1, 1]
    }
  }

  /// `lab()`, `oklab()`, `lch()`, `oklch()` and `color()`. CSS Color 4 §9 and §10.
  private mutating func spaced(_ name: String) -> SRGBColor? {
    let space: ColorSpace
    if name == "color" {
      guard let found = peekIdent.flatMap(ColorSpace.init), found.isPredefined else { return nil }
      advance()
      space = found
    } else {
      guard let found = ColorSpace(rawValue: name), [.lab, .oklab, .lch, .oklch].contains(found) else {
        return nil
      }
      space = found
    }
    let wholes = Self.wholes(space)
    var parts: [Double] = []
    var missing: Set<Int> = []
    for index in 0..<3 {
      if peekIdent == "none" { missing.insert(index) }
      guard let part = takePart(of: wholes[index], isHue: space.hue == index) else { return nil }
      parts.append(part)
    }
    if wholes[0] != 1 || space == .oklab || space == .oklch { parts[0] = min(max(parts[0], 0), wholes[0]) }
    if space == .lch || space == .oklch { parts[1] = max(parts[1], 0) }
    var alpha = 1.0
    if take(delim: "/") {
      if peekIdent == "none" { missing.insert(3) }
      guard let found = takePart(of: 1, isHue: false) else { return nil }
      alpha = min(max(found, 0), 1)
    }
    return SRGBColor(SpacedColor(space: space, parts: parts, missing: missing), alpha: alpha)
  }

  /// A number, a percentage of `whole`, an angle of a hue, or `none`.
  private mutating func takePart(of whole: Double, isHue: Bool) -> Double? {
    if take(ident: "none") { return 0 }
    if let number = takeNumber() { return number }
    if isHue { return takeAngle(allowsZero: false) }
    return takePercentage().map { $0 / 100 * whole }
  }

  // MARK: Mixtures

  /// `in` and a space with a way for hues. CSS Color 4 §12.1.
  mutating func takeInterpolation() -> ColorInterpolation? {
    attempt { reader in
      guard reader.take(ident: "in"), let space = reader.peekIdent.flatMap(ColorSpace.init) else {
        return nil
      }
      reader.advance()
      var result = ColorInterpolation(space: space)
      if space.hue != nil, let way = reader.peekIdent.flatMap(HueInterpolation.init) {
        reader.advance()
        guard reader.take(ident: "hue") else { return nil }
        result.hue = way
      }
      return result
    }
  }

  /// `color-mix()`. CSS Color 5 §3: a missing share is the rest to 100 %. The shares are scaled to a sum of
  /// 100 %; a sum below that also scales the alpha of the result.
  private mutating func mixture(_ current: SRGBColor) -> SRGBColor? {
    var interpolation = ColorInterpolation(space: .oklab)
    if peekIdent == "in" {
      guard let found = takeInterpolation(), takeComma() else { return nil }
      interpolation = found
    }
    guard let (first, one) = takeShare(current), takeComma(), let (second, other) = takeShare(current)
    else { return nil }
    let shares: (Double, Double) =
      switch (one, other) {
      case (nil, nil): (50, 50)
      case (let share?, nil): (share, 100 - share)
      case (nil, let share?): (100 - share, share)
      case (let share?, let rest?): (share, rest)
      }
    let sum = shares.0 + shares.1
    guard sum > 0 else { return nil }
    var color = interpolation.writtenMixture(first, second, shares.1 / sum)
    color.alpha *= min(sum / 100, 1)
    return color
  }

  private mutating func takeShare(_ current: SRGBColor) -> (SRGBColor, Double?)? {
    var share = takePercentage()
    guard let color = takeOperand(current) else { return nil }
    share = share ?? takePercentage()
    if let share, !(0...100).contains(share) { return nil }
    return (color, share)
  }

  // MARK: Relative colors

  /// A function whose parts may be those of another color. CSS Color 5 §4.
  private mutating func relative(_ name: String, _ current: SRGBColor) -> SRGBColor? {
    guard let origin = takeOperand(current) else { return nil }
    let function = name == "rgba" ? "rgb" : name == "hsla" ? "hsl" : name
    let space: ColorSpace
    switch function {
    case "rgb": space = .srgb
    case "color":
      guard let found = peekIdent.flatMap(ColorSpace.init), found.isPredefined else { return nil }
      space = found
    default:
      guard let found = ColorSpace(rawValue: function), !found.isPredefined else { return nil }
      space = found
    }
    var parts = origin.parts(in: space)
    if function == "rgb" { parts = parts.map { $0 * 255 } }
    var known = ["alpha": ComponentValue.number(origin.alpha, at: 0..<0)]
    for (channel, part) in zip(space.channels, parts) { known[channel] = .number(part, at: 0..<0) }
    // The space of `color()` is no part.
    let rest = Array(reader.rest)
    let start = function == "color" ? rest.prefix(1) : []
    var values = Array(start) + rest.dropFirst(start.count).map { $0.replacing(known) }
    // Without an alpha of its own it has that of the other color.
    if !values.contains(where: { $0.isDelim("/") }) {
      let place = values.last?.range ?? 0..<0
      values.append(ComponentValue(.token(.delim("/")), range: place))
      values.append(ComponentValue.number(origin.alpha, at: place))
    }
    let color = Self.color(named: function, values, dialect, current: current)
    guard let color, function == "rgb" || !space.isPredefined, space != .lab, space != .oklab,
      space != .lch, space != .oklch
    else { return color }
    // CSS Color 5 §4.2: relative colors of the older functions are written as those of `color()`.
    return SRGBColor(
      SpacedColor(space: .srgb, parts: [color.red, color.green, color.blue]), alpha: color.alpha)
  }
}

extension SRGBColor {
  /// White or black, whichever has the greater contrast. CSS Color 5 §6, WCAG 2.1 *relative luminance*.
  fileprivate var contrasting: SRGBColor {
    let luminance = ColorSpace.srgb.toXYZ([red, green, blue])[1]
    return 1.05 / (luminance + 0.05) > (luminance + 0.05) / 0.05 ? .white : .black
  }
}

extension ComponentValue {
  fileprivate static func number(_ value: Double, at range: Range<Int>) -> ComponentValue {
    ComponentValue(
      .token(.number(.init(value: value, isInteger: false, hasSign: false, text: numberText(value)))),
      range: range)
  }

  /// The value with names replaced by numbers, also inside of functions.
  fileprivate func replacing(_ known: [String: ComponentValue]) -> ComponentValue {
    switch content {
    case .token(.ident(let name)): return known[name.asciiLowercased] ?? self
    case .function(let name, let values):
      return ComponentValue(.function(name: name, values.map { $0.replacing(known) }), range: range)
    case .block(let bracket, let values):
      return ComponentValue(.block(bracket, values.map { $0.replacing(known) }), range: range)
    default: return self
    }
  }

  /// Whether `currentcolor` is in it.
  var mentionsCurrentColor: Bool {
    switch content {
    case .token(.ident(let name)): name.isASCIIEqual(to: "currentcolor")
    case .function(_, let values), .block(_, let values): values.contains(where: \.mentionsCurrentColor)
    default: false
    }
  }
}
