/// A `<length-percentage>`, or a number, angle or time from a math function, as written.
package enum SpecifiedLength: Hashable, Sendable {
  /// A length in its unit.
  case length(Double, LengthUnit)
  /// A percentage; `50` is 50%.
  case percent(Double)
  /// A math function.
  case math(MathExpression)
  /// The basis minus this value: an offset from the far side, as in `right 10px`.
  indirect case fromEnd(SpecifiedLength)

  /// `0`
  package static let zero = SpecifiedLength.length(0, .px)

  /// Relative lengths made absolute; NaN and infinity made finite.
  package func computed(in context: LengthContext) -> LengthPercentage {
    switch self {
    case .length(let value, .px): return .points(LengthPercentage.finite(value * context.absoluteScale))
    case .length(let value, let unit):
      return .points(LengthPercentage.finite(value * context.points(per: unit)))
    case .percent(let value): return .percent(value)
    case .math(let expression):
      return expression.evaluated(in: context).finite
    case .fromEnd(let length): return .percent(100) + length.computed(in: context) * -1
    }
  }

  /// Whether it is a percentage, or relative to the font of the element: `font-size` then follows that of the
  /// parent.
  var isFontRelative: Bool {
    switch self {
    case .percent: true
    case .length(_, let unit):
      switch unit {
      case .em, .ex, .ch, .cap, .ic, .lh: true
      default: false
      }
    case .math, .fromEnd: false
    }
  }

  /// Whether it is a negative literal; math functions are clamped instead (CSS Values 4 §10.12).
  var isNegativeLiteral: Bool {
    switch self {
    case .length(let value, _), .percent(let value): value < 0
    case .math, .fromEnd: false
    }
  }
}
