/// The computed value of a property that takes a length, a percentage or a sizing keyword (CSS Sizing 3 §3).
///
/// Small and without references, so that a style stays compact. A math function that cannot be folded into
/// one number is kept beside it, in ``LayoutStyle/calculations``, and named by its position there:
///
///     style.size.width = style.length(.sum([.percent(100), .points(-20)]))
package enum Length: Hashable, Sendable {
  /// `auto`: what that means is for the property to say. In `max-width` and `max-height` it stands for
  /// `none`.
  case auto
  /// An absolute length, in points.
  case points(Float)
  /// A percentage, 100 being the whole.
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
  /// A length of no points.
  package static let zero = Length.points(0)
}

extension Length {
  /// Whether this is `auto`.
  var isAuto: Bool {
    if case .auto = self { return true }
    return false
  }

  /// Whether the value is a percentage or has one in it.
  var hasPercentage: Bool {
    switch self {
    case .percent, .calculation: true
    default: false
    }
  }

  /// Whether the number in it, if there is one, is one that layout can count with.
  var isFinite: Bool {
    switch self {
    case .points(let value), .percent(let value): abs(value) <= Float(LayoutStyle.limit)
    default: true
    }
  }

  /// The nearest value that layout can count with; what is no number counts as nothing.
  var clamped: Length {
    switch self {
    case .points(let value): .points(Float(LayoutStyle.clamped(Double(value))))
    case .percent(let value): .percent(Float(LayoutStyle.clamped(Double(value))))
    default: self
    }
  }

  /// Kind and number in one word, for hashes.
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

/// A math function over points and percentages (CSS Values 4 §10), with everything else computed away.
package indirect enum LengthExpression: Hashable, Sendable {
  /// An absolute length, in points.
  case points(Double)
  /// A percentage, 100 being the whole.
  case percent(Double)
  /// All terms added.
  case sum([LengthExpression])
  /// A term times a number.
  case scale(LengthExpression, by: Double)
  /// The smallest of the terms.
  case min([LengthExpression])
  /// The largest of the terms.
  case max([LengthExpression])
  /// `value`, but at least `low`, and `low` wins over `high`.
  case clamp(low: LengthExpression, LengthExpression, high: LengthExpression)

  /// The value in points where 100 % is `whole` points.
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

  /// Whether the value hangs on what a percentage refers to.
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
