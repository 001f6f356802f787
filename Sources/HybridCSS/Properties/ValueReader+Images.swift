import HybridEncoding

extension ValueReader {
  /// An image or `none`. CSS Images 3 §2.
  mutating func takeImage(allowsNone: Bool = true) -> Image<SpecifiedLength>? {
    if allowsNone, take(ident: "none") { return Image.none }
    guard let next = peek else { return nil }
    switch next.content {
    case .token(.url(let url)):
      advance()
      return .url(url)
    case .function(let name, let values):
      let name = name.asciiLowercased
      var arguments = ValueReader(values, dialect: dialect)
      var image: Image<SpecifiedLength>?
      switch name {
      case "url", "src": image = arguments.takeString().map { .url($0) }
      case "linear-gradient", "repeating-linear-gradient", "radial-gradient", "repeating-radial-gradient",
        "conic-gradient", "repeating-conic-gradient":
        image = arguments.gradient(name).map { .gradient($0) }
      case "image-set", "-webkit-image-set", "cross-fade", "-webkit-cross-fade", "-webkit-linear-gradient",
        "-webkit-radial-gradient", "-webkit-repeating-linear-gradient", "-webkit-repeating-radial-gradient",
        "-webkit-gradient":
        image = .other(next)
      default: break
      }
      guard let image else { return nil }
      advance()
      return image
    default: return nil
    }
  }

  // MARK: Gradients, CSS Images 3 §3 and 4 §3.3

  private mutating func gradient(_ name: String) -> GradientValue<SpecifiedLength>? {
    let isConic = name.hasSuffix("conic-gradient")
    let interpolation = takeGradientSpace()
    guard let shape = name.hasSuffix("linear-gradient") ? line() : isConic ? turn() : circle(),
      let stops = stops(isConic: isConic), isAtEnd
    else { return nil }
    return GradientValue(
      shape: shape, stops: stops, isRepeating: name.hasPrefix("repeating"), interpolation: interpolation)
  }

  /// Takes `in` and a space out of what comes before the first comma: at its start or at its end (CSS Images
  /// 4 §3.1), with the comma if nothing else is there.
  private mutating func takeGradientSpace() -> ColorInterpolation? {
    let values = Array(reader.rest)
    let first = values.firstIndex { $0.content == .token(.comma) } ?? values.endIndex
    guard let start = values[..<first].firstIndex(where: { $0.ident?.isASCIIEqual(to: "in") == true }) else {
      return nil
    }
    var inner = ValueReader(values[start..<first], dialect: dialect)
    guard let interpolation = inner.takeInterpolation() else { return nil }
    let rest = values[..<start] + inner.reader.rest
    let isAlone = rest.allSatisfy(\.isWhitespace)
    self = ValueReader(
      Array(rest) + (isAlone ? values[first...].dropFirst() : values[first...]), dialect: dialect)
    return interpolation
  }

  /// §3.1: an angle, or `to` a side or corner; the default is downwards.
  private mutating func line() -> GradientValue<SpecifiedLength>.Shape? {
    if let angle = takeAngle() { return takeComma() ? .linear(angle: angle) : nil }
    guard take(ident: "to") else { return .linear(angle: 180) }
    var horizontal: Bool?
    var vertical: Bool?
    for _ in 0..<2 {
      if horizontal == nil, let right = takeSide("left", "right") {
        horizontal = right
      } else if vertical == nil, let bottom = takeSide("top", "bottom") {
        vertical = bottom
      }
    }
    guard takeComma() else { return nil }
    switch (horizontal, vertical) {
    case (let right?, let bottom?): return .corner(right: right, bottom: bottom)
    case (let right?, nil): return .linear(angle: right ? 90 : 270)
    case (nil, let bottom?): return .linear(angle: bottom ? 180 : 0)
    case (nil, nil): return nil
    }
  }

  private mutating func takeSide(_ near: String, _ far: String) -> Bool? {
    take(ident: near) ? false : take(ident: far) ? true : nil
  }

  /// §3.2: a shape and an extent in any order, then `at` a position.
  private mutating func circle() -> GradientValue<SpecifiedLength>.Shape? {
    var isCircle: Bool?
    var extent: GradientValue<SpecifiedLength>.RadialExtent?
    var isAnything = false
    loop: while let name = peekIdent {
      switch name {
      case "circle" where isCircle == nil: isCircle = true
      case "ellipse" where isCircle == nil: isCircle = false
      case "closest-side" where extent == nil: extent = .closestSide
      case "closest-corner" where extent == nil: extent = .closestCorner
      case "farthest-side" where extent == nil: extent = .farthestSide
      case "farthest-corner" where extent == nil: extent = .farthestCorner
      default: break loop
      }
      isAnything = true
      advance()
      if extent == nil, let found = radii(isCircle: isCircle) { extent = found }
    }
    if extent == nil, isCircle == nil, let found = radii() {
      extent = found
      isAnything = true
      if isCircle == nil { isCircle = take(ident: "circle") ? true : take(ident: "ellipse") ? false : nil }
    }
    if isCircle == nil, case .radii(let x, let y) = extent { isCircle = x == y }
    guard let center = takeCenter(&isAnything) else { return nil }
    guard !isAnything || takeComma() else { return nil }
    return .radial(isCircle: isCircle ?? false, extent: extent ?? .farthestCorner, center: center)
  }

  /// One radius without a percentage for a circle, two for an ellipse, either while the shape is
  /// undetermined.
  private mutating func radii(isCircle: Bool? = nil) -> GradientValue<SpecifiedLength>.RadialExtent? {
    attempt { reader in
      guard let x = reader.takeLength(isCircle == true ? [] : .percent) else { return nil }
      if isCircle == true { return .radii(x, x) }
      guard let y = reader.takeLength(.percent) else { return isCircle == nil ? .radii(x, x) : nil }
      return .radii(x, y)
    }
  }

  /// `at` and a position; the default is the centre. Nil when no position follows `at`.
  private mutating func takeCenter(_ isAnything: inout Bool) -> PositionValue<SpecifiedLength>? {
    guard take(ident: "at") else { return PositionValue(x: .percent(50), y: .percent(50)) }
    isAnything = true
    return takePosition(allowsThreeValues: false)
  }

  /// CSS Images 4 §3.3: `from` an angle, `at` a position.
  private mutating func turn() -> GradientValue<SpecifiedLength>.Shape? {
    var angle = 0.0
    var isAnything = false
    if take(ident: "from") {
      guard let found = takeAngle() else { return nil }
      angle = found
      isAnything = true
    }
    guard let center = takeCenter(&isAnything) else { return nil }
    guard !isAnything || takeComma() else { return nil }
    return .conic(from: angle, center: center)
  }

  /// Colours with up to two positions each, and hints between them.
  private mutating func stops(isConic: Bool) -> [GradientValue<SpecifiedLength>.Stop]? {
    var stops: [GradientValue<SpecifiedLength>.Stop] = []
    var colors = 0
    repeat {
      let first = stopPosition(isConic)
      if let color = takeColor() {
        let position = first ?? stopPosition(isConic)
        stops.append(.init(color: color, position: position))
        if position != nil, let second = stopPosition(isConic) {
          stops.append(.init(color: color, position: second))
        }
        colors += 1
      } else {
        // A hint is between two colours.
        guard let first, stops.last?.color != nil else { return nil }
        stops.append(.init(color: nil, position: first))
      }
    } while takeComma()
    return stops.last?.color != nil && colors >= 1 ? stops : nil
  }

  private mutating func stopPosition(_ isConic: Bool) -> SpecifiedLength? {
    if isConic {
      if let angle = takeAngle() { return .percent(angle / 3.6) }
      return takePercentage().map { .percent($0) }
    }
    return takeLength(.any)
  }
}
