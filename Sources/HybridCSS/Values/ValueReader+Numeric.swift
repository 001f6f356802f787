import HybridEncoding

/// The numbers that a grammar accepts.
struct LengthRange: OptionSet, Sendable {
  let rawValue: UInt8
  /// Percentages, which resolve to lengths.
  static let percent = LengthRange(rawValue: 1)
  /// Values below zero.
  static let negative = LengthRange(rawValue: 2)
  /// A plain number, which counts as px in the native dialect only.
  static let unitless = LengthRange(rawValue: 4)

  static let any: LengthRange = [.percent, .negative]
}

extension ValueReader {
  /// A `<length-percentage>` within `range`. CSS Values 4 §5 and §6.
  mutating func takeLength(_ range: LengthRange) -> SpecifiedLength? {
    guard let next = reader.peek else { return nil }
    var length: SpecifiedLength
    switch next.content {
    case .token(.dimension(let number, let name)):
      guard let unit = LengthUnit(name: name) else { return nil }
      length = .length(number.value, unit)
    case .token(.percentage(let number)):
      // TokenHybrid's `%H` and `%V` are units of the viewport: one percent of its width and of its height.
      if dialect == .native, let unit = reader.peek(1)?.ident.flatMap(LengthUnit.init(viewportAlias:)) {
        guard number.value >= 0 || range.contains(.negative) else { return nil }
        advance()
        advance()
        return .length(clampLiteral(number.value), unit)
      }
      guard range.contains(.percent) else { return nil }
      length = .percent(number.value)
    case .token(.number(let number)):
      // §6: zero needs no unit. In TokenHybrid no number needs one.
      guard number.value == 0 || dialect == .native && range.contains(.unitless) else { return nil }
      length = .length(number.value, .px)
    case .function:
      guard
        let expression = takeMath(.length, percentIsLength: range.contains(.percent))
      else { return nil }
      return .math(expression)
    case .block: return nil
    default: return nil
    }
    if length.isNegativeLiteral && !range.contains(.negative) { return nil }
    if case .length(let value, let unit) = length { length = .length(clampLiteral(value), unit) }
    advance()
    return length
  }

  /// A `<number>` (CSS Values 4 §5.2), math functions included.
  mutating func takeNumber(nonNegative: Bool = false) -> Double? {
    if case .number(let number)? = reader.peekToken {
      guard !nonNegative || number.value >= 0 else { return nil }
      advance()
      return clampLiteral(number.value)
    }
    guard let value = takeMathValue(.number) else { return nil }
    return nonNegative ? max(value, 0) : value
  }

  /// An `<integer>` (CSS Values 4 §5.1); a math function is rounded, halves towards +∞ (§10.12).
  mutating func takeInteger(atLeast least: Int = .min) -> Int? {
    if case .number(let number)? = reader.peekToken {
      guard number.isInteger else { return nil }
      let value = Self.integer(number.value)
      guard value >= least else { return nil }
      advance()
      return value
    }
    guard let value = takeMathValue(.number) else { return nil }
    return max(Self.integer((value + 0.5).rounded(.down)), least)
  }

  /// A number clamped to 32 bits, as in browsers.
  private static func integer(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, Double(Int32.min)), Double(Int32.max)))
  }

  /// A `<percentage>` that stands for itself; `50` is 50%.
  mutating func takePercentage() -> Double? {
    if case .percentage(let number)? = reader.peekToken {
      advance()
      return number.value
    }
    return takeMathValue(.percent)
  }

  /// An `<angle>` in degrees. CSS Values 4 §7.1; `allowsZero`: whether a bare `0` counts.
  mutating func takeAngle(allowsZero: Bool = true) -> Double? {
    switch reader.peekToken {
    case .dimension(let number, let unit)?:
      guard let factor = Self.degrees(per: unit) else { return nil }
      advance()
      return number.value * factor
    case .number(let number)?:
      guard allowsZero, number.value == 0 else { return nil }
      advance()
      return 0
    default: return takeMathValue(.angle)
    }
  }

  /// A `<time>` in seconds. CSS Values 4 §7.2.
  mutating func takeTime(nonNegative: Bool) -> Double? {
    if case .dimension(let number, let unit)? = reader.peekToken {
      guard let factor = Self.seconds(per: unit), !nonNegative || number.value >= 0 else { return nil }
      advance()
      return number.value * factor
    }
    guard let value = takeMathValue(.time) else { return nil }
    return nonNegative ? max(value, 0) : value
  }

  static func degrees(per unit: String) -> Double? {
    switch unit.asciiLowercased {
    case "deg": 1
    case "grad": 0.9
    case "rad": 180 / Double.pi
    case "turn": 360
    default: nil
    }
  }

  static func seconds(per unit: String) -> Double? {
    switch unit.asciiLowercased {
    case "s": 1
    case "ms": 0.001
    default: nil
    }
  }

  /// A math function of a type without lengths, evaluated.
  private mutating func takeMathValue(_ type: MathType) -> Double? {
    guard let expression = takeMath(type, percentIsLength: false) else { return nil }
    // Typed arithmetic can leave lengths inside a number (`1em / 1px`); they are computed with initial fonts.
    switch expression.evaluated(in: LengthContext(viewportWidth: 0, viewportHeight: 0)) {
    case .points(let value), .percent(let value): return LengthPercentage.finite(value)
    default: return nil
    }
  }

  private func clampLiteral(_ value: Double) -> Double { min(max(value, -1e30), 1e30) }
}
