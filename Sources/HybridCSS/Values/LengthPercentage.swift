/// A computed `<length-percentage>`: absolute lengths are in CSS px, percentages stay until layout knows
/// their basis.
///
/// CSS Values 4 §5.1, *Mixing Percentages and Dimensions*. An expression without percentages is always
/// `.points`, a single percentage is always `.percent`; only a mixture is a tree.
package enum LengthPercentage: Hashable, Sendable {
  /// CSS px.
  case points(Double)
  /// `50` is 50%.
  case percent(Double)
  /// The sum of the terms.
  case sum([LengthPercentage])
  /// A value times a number.
  indirect case scale(LengthPercentage, by: Double)
  /// The minimum of the values.
  case min([LengthPercentage])
  /// The maximum of the values.
  case max([LengthPercentage])
  /// `value`, at most `most` and at least `least`; `least` wins.
  indirect case clamp(least: LengthPercentage, value: LengthPercentage, most: LengthPercentage)

  /// The length 0.
  package static let zero = LengthPercentage.points(0)

  /// The length in CSS px when 100% is `basis`.
  package func resolved(against basis: Double) -> Double {
    switch self {
    case .points(let points): points
    case .percent(let percent): percent / 100 * basis
    case .sum(let terms): terms.reduce(0) { $0 + $1.resolved(against: basis) }
    case .scale(let value, let factor): value.resolved(against: basis) * factor
    case .min(let values): values.lazy.map { $0.resolved(against: basis) }.min() ?? 0
    case .max(let values): values.lazy.map { $0.resolved(against: basis) }.max() ?? 0
    case .clamp(let least, let value, let most):
      Swift.max(
        least.resolved(against: basis),
        Swift.min(value.resolved(against: basis), most.resolved(against: basis)))
    }
  }

  /// Whether the value contains a percentage, so that it needs a basis.
  package var hasPercentage: Bool {
    switch self {
    case .points: false
    case .percent: true
    case .sum(let terms), .min(let terms), .max(let terms): terms.contains(where: \.hasPercentage)
    case .scale(let value, _): value.hasPercentage
    case .clamp(let least, let value, let most):
      least.hasPercentage || value.hasPercentage || most.hasPercentage
    }
  }

  /// The length, when the value contains no percentage.
  package var points: Double? { if case .points(let points) = self { points } else { nil } }
}

// MARK: - Arithmetic, which keeps the tree minimal

extension LengthPercentage {
  /// The greatest length in Chromium: 2²⁵ px, less its last 1/64. Infinite results become this.
  package static let limit = 33_554_428.0

  /// A finite length: NaN becomes 0, other values are clamped to ``limit`` (CSS Values 4 §10.12, *Range
  /// Checking*).
  static func finite(_ points: Double) -> Double {
    points.isNaN ? 0 : Swift.min(Swift.max(points, -limit), limit)
  }

  /// The value with every part made finite.
  var finite: LengthPercentage {
    switch self {
    case .points(let points): .points(Self.finite(points))
    case .percent(let percent): .percent(Self.finite(percent))
    case .sum(let terms): .sum(terms.map(\.finite))
    case .scale(let value, let factor): .scale(value.finite, by: Self.finite(factor))
    case .min(let values): .min(values.map(\.finite))
    case .max(let values): .max(values.map(\.finite))
    case .clamp(let least, let value, let most):
      .clamp(least: least.finite, value: value.finite, most: most.finite)
    }
  }

  static func + (a: LengthPercentage, b: LengthPercentage) -> LengthPercentage {
    switch (a, b) {
    case (.points(let a), .points(let b)): .points(a + b)
    case (.percent(let a), .percent(let b)): .percent(a + b)
    default: sum(merging: a.terms + b.terms)
    }
  }

  static func * (value: LengthPercentage, factor: Double) -> LengthPercentage {
    switch value {
    case .points(let points): .points(points * factor)
    case .percent(let percent): .percent(percent * factor)
    case .sum(let terms): .sum(terms.map { $0 * factor })
    case .scale(let inner, let other): .scale(inner, by: other * factor)
    case .min, .max, .clamp: factor == 1 ? value : .scale(value, by: factor)
    }
  }

  /// Clamped to zero or above. A value with a percentage is clamped where it is used.
  var nonNegative: LengthPercentage {
    switch self {
    case .points(let points): .points(Swift.max(points, 0))
    case .percent(let percent): percent < 0 ? .percent(0) : self
    case .max(let values) where values.contains(.points(0)): self
    default: .max([.points(0), self])
    }
  }

  private var terms: [LengthPercentage] { if case .sum(let terms) = self { terms } else { [self] } }

  private static func sum(merging terms: [LengthPercentage]) -> LengthPercentage {
    var points = 0.0
    var percent = 0.0
    var others: [LengthPercentage] = []
    for term in terms {
      switch term {
      case .points(let value): points += value
      case .percent(let value): percent += value
      default: others.append(term)
      }
    }
    // A percentage of zero still makes the value depend on its basis, so it stays.
    if terms.contains(where: { if case .percent = $0 { true } else { false } }) {
      others.insert(.percent(percent), at: 0)
    }
    if points != 0 || others.isEmpty { others.append(.points(points)) }
    return others.count == 1 ? others[0] : .sum(others)
  }
}
