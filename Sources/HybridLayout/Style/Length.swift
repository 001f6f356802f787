/// The computed value of a property that takes a length, a percentage or a sizing keyword (CSS Sizing 3 §3).
///
/// It is small and has no references, so that a style stays compact. A math function that cannot be folded
/// into one number is stored in ``LayoutStyle/calculations``, and identified by its position there:
///
///     style.size.width = style.length(.sum([.percent(100), .points(-20)]))
package enum Length: Hashable, Sendable {
  /// `auto`, whose meaning depends on the property. In `max-width` and `max-height` it stands for `none`.
  case auto
  /// An absolute length, in points.
  case points(Float)
  /// A percentage; 100 is the whole.
  case percent(Float)
  /// The expression at this position of the style's ``LayoutStyle/calculations``.
  case calculation(UInt16)
  /// `min-content`.
  case minContent
  /// `max-content`.
  case maxContent
  /// `fit-content`.
  case fitContent
  /// `stretch`: the margin box fills the containing block.
  case stretch
  /// `content`, for `flex-basis` only.
  case content

  /// No limit: the initial value of `max-width` and `max-height`.
  package static let none = Length.auto
  /// The length 0.
  package static let zero = Length.points(0)
}

extension Length {
  /// Whether this is `auto`.
  var isAuto: Bool {
    if case .auto = self { return true }
    return false
  }

  /// Whether the value contains a percentage.
  var hasPercentage: Bool {
    switch self {
    case .percent, .calculation: true
    default: false
    }
  }

  /// Whether its number, if there is one, is finite.
  var isFinite: Bool {
    switch self {
    case .points(let value), .percent(let value): abs(value) <= Float(LayoutStyle.limit)
    default: true
    }
  }

  /// The nearest value that layout can use; NaN becomes 0.
  var clamped: Length {
    switch self {
    case .points(let value): .points(Float(LayoutStyle.clamped(Double(value))))
    case .percent(let value): .percent(Float(LayoutStyle.clamped(Double(value))))
    default: self
    }
  }

  /// Kind and number in one word, for hashing.
  var bits: UInt64 {
    switch self {
    case .auto: 1 << 32
    case .points(let value): UInt64(value.bitPattern) | 2 << 32
    case .percent(let value): UInt64(value.bitPattern) | 3 << 32
    case .calculation(let index): UInt64(index) | 4 << 32
    case .minContent: 5 << 32
    case .maxContent: 6 << 32
    case .fitContent: 7 << 32
    case .stretch: 8 << 32
    case .content: 9 << 32
    }
  }
}

/// A math function of points and percentages (CSS Values 4 §10), with everything else resolved.
package indirect enum LengthExpression: Hashable, Sendable {
  /// An absolute length, in points.
  case points(Double)
  /// A percentage; 100 is the whole.
  case percent(Double)
  /// The sum of the terms.
  case sum([LengthExpression])
  /// A term times a number.
  case scale(LengthExpression, by: Double)
  /// The smallest of the terms.
  case min([LengthExpression])
  /// The largest of the terms.
  case max([LengthExpression])
  /// `value`, at most `high` and at least `low`; `low` wins.
  case clamp(low: LengthExpression, LengthExpression, high: LengthExpression)

  /// The value in points if 100 % is `whole` points.
  package func resolved(against whole: Double) -> Double {
    switch self {
    case .points(let points): points
    case .percent(let percent): percent / 100 * whole
    case .sum(let terms): terms.reduce(0) { $0 + $1.resolved(against: whole) }
    case .scale(let term, let factor): term.resolved(against: whole) * factor
    case .min(let terms): terms.map { $0.resolved(against: whole) }.min() ?? 0
    case .max(let terms): terms.map { $0.resolved(against: whole) }.max() ?? 0
    case .clamp(let low, let value, let high):
      Swift.max(
        low.resolved(against: whole), Swift.min(value.resolved(against: whole), high.resolved(against: whole))
      )
    }
  }

  /// Whether the value depends on a percentage's basis.
  package var hasPercentage: Bool {
    switch self {
    case .points: false
    case .percent: true
    case .sum(let terms), .min(let terms), .max(let terms): terms.contains(where: \.hasPercentage)
    case .scale(let term, _): term.hasPercentage
    case .clamp(let low, let value, let high): low.hasPercentage || value.hasPercentage || high.hasPercentage
    }
  }
}
