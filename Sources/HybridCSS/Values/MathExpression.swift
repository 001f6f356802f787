import Glibc

/// A math function's calculation tree. CSS Values 4 §10.10, *Internal Representation*.
package indirect enum MathExpression: Hashable, Sendable {
  /// A plain number.
  case number(Double)
  /// A length in its own unit.
  case length(Double, LengthUnit)
  /// A percentage; `50` is 50%.
  case percent(Double)
  /// An angle in degrees or a time in seconds.
  case canonical(Double)
  /// The sum of terms.
  case sum([MathExpression])
  /// The product of factors.
  case product([MathExpression])
  /// The reciprocal of a value without percentages.
  case inverse(MathExpression)
  /// `min()`
  case min([MathExpression])
  /// `max()`
  case max([MathExpression])
  /// `clamp()`
  case clamp(least: MathExpression, value: MathExpression, most: MathExpression)
  /// A function whose result does not depend on what percentages are of.
  case function(MathFunction, [MathExpression])
}

/// Math functions, `round()` with each of its strategies, other than `calc() min() max() clamp()`. CSS Values
/// 4 §10.3 to §10.8.
package enum MathFunction: String, CaseIterable, Hashable, Sendable {
  case round, mod, rem, abs, sign, sqrt, hypot, pow, log, exp
  case sin, cos, tan, asin, acos, atan, atan2
  case progress
  case roundUp = "round up"
  case roundDown = "round down"
  case roundToZero = "round to-zero"
}

/// The type of a calculation: the power of each base type. CSS Values 4 §10.9, *Type Checking*.
struct MathType: Hashable {
  var length: Int = 0
  var percent: Int = 0
  var angle: Int = 0
  var time: Int = 0

  static let number = MathType()
  static let length = MathType(length: 1)
  static let percent = MathType(percent: 1)
  static let angle = MathType(angle: 1)
  static let time = MathType(time: 1)

  /// The type of the product of two values.
  static func * (a: MathType, b: MathType) -> MathType {
    MathType(
      length: a.length + b.length, percent: a.percent + b.percent, angle: a.angle + b.angle,
      time: a.time + b.time)
  }

  /// The type of the reciprocal.
  var inverse: MathType { MathType(length: -length, percent: -percent, angle: -angle, time: -time) }
}

extension MathExpression {
  /// Whether the expression contains a percentage.
  var hasPercentage: Bool {
    switch self {
    case .percent: true
    case .number, .length, .canonical, .function: false
    case .sum(let values), .product(let values), .min(let values), .max(let values):
      values.contains(where: \.hasPercentage)
    case .inverse(let value): value.hasPercentage
    case .clamp(let least, let value, let most):
      least.hasPercentage || value.hasPercentage || most.hasPercentage
    }
  }

  /// The value with relative lengths made absolute. Whatever the type, a value without a percentage is
  /// `.points`: a number, px, degrees or seconds. CSS Values 4 §10.11, *Computed Value*.
  func evaluated(in context: LengthContext) -> LengthPercentage {
    switch self {
    case .number(let value), .canonical(let value): return .points(value)
    case .length(let value, let unit): return .points(value * context.points(per: unit))
    case .percent(let value): return .percent(value)
    case .sum(let terms):
      return terms.dropFirst().reduce(terms[0].evaluated(in: context)) { $0 + $1.evaluated(in: context) }
    case .product(let factors):
      // The parser allows a percentage in at most one factor.
      var scale = 1.0
      var mixed: LengthPercentage?
      for factor in factors {
        let value = factor.evaluated(in: context)
        if let points = value.points { scale *= points } else { mixed = value }
      }
      return mixed.map { $0 * scale } ?? .points(scale)
    case .inverse(let value): return .points(1 / (value.evaluated(in: context).points ?? 0))
    case .min(let values): return Self.extreme(values.map { $0.evaluated(in: context) }, isMax: false)
    case .max(let values): return Self.extreme(values.map { $0.evaluated(in: context) }, isMax: true)
    case .clamp(let least, let value, let most):
      let (a, b, c) = (
        least.evaluated(in: context), value.evaluated(in: context), most.evaluated(in: context)
      )
      if case (.points(let a), .points(let b), .points(let c)) = (a, b, c) {
        return .points(Self.greater(a, Self.lesser(b, c)))
      }
      return .clamp(least: a, value: b, most: c)
    case .function(let function, let values):
      let numbers = values.map { value in
        // Only `progress()` takes percentages, and then nothing else.
        if case .percent(let number) = value { number } else { value.evaluated(in: context).points ?? 0 }
      }
      return .points(function.applied(to: numbers))
    }
  }

  private static func extreme(_ values: [LengthPercentage], isMax: Bool) -> LengthPercentage {
    var points: [Double] = []
    for value in values {
      guard case .points(let value) = value else {
        return values.count == 1 ? values[0] : isMax ? .max(values) : .min(values)
      }
      points.append(value)
    }
    return .points(points.dropFirst().reduce(points[0]) { isMax ? greater($0, $1) : lesser($0, $1) })
  }

  // NaN wins over everything: CSS Values 4 §10.7.
  private static func greater(_ a: Double, _ b: Double) -> Double {
    a.isNaN || b.isNaN ? .nan : Swift.max(a, b)
  }
  private static func lesser(_ a: Double, _ b: Double) -> Double {
    a.isNaN || b.isNaN ? .nan : Swift.min(a, b)
  }
}

extension MathFunction {
  /// The value for arguments in canonical units.
  func applied(to values: [Double]) -> Double {
    let a = values[0]
    let b = values.count > 1 ? values[1] : 1
    switch self {
    case .round: return b == 0 ? .nan : (a / b + 0.5).rounded(.down) * b
    case .roundUp: return b == 0 ? .nan : (a / b).rounded(.up) * b
    case .roundDown: return b == 0 ? .nan : (a / b).rounded(.down) * b
    case .roundToZero: return b == 0 ? .nan : (a / b).rounded(.towardZero) * b
    case .rem: return a.truncatingRemainder(dividingBy: b)
    case .mod:
      if b.isInfinite { return a.sign == b.sign || a == 0 ? a : .nan }
      let rest = a.truncatingRemainder(dividingBy: b)
      return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
    case .abs: return Swift.abs(a)
    case .sign: return a > 0 ? 1 : a < 0 ? -1 : a
    case .sqrt: return a.squareRoot()
    case .hypot: return values.reduce(0) { $0 + $1 * $1 }.squareRoot()
    case .pow: return Glibc.pow(a, b)
    case .log: return values.count > 1 ? Glibc.log(a) / Glibc.log(b) : Glibc.log(a)
    case .exp: return Glibc.exp(a)
    case .sin: return Self.sine(ofDegrees: a)
    case .cos: return Self.sine(ofDegrees: a + 90)
    case .tan:
      let cosine = Self.sine(ofDegrees: a + 90)
      return cosine == 0 ? Self.sine(ofDegrees: a) * .infinity : Glibc.tan(a * .pi / 180)
    case .asin: return Glibc.asin(a) * 180 / .pi
    case .acos: return Glibc.acos(a) * 180 / .pi
    case .atan: return Glibc.atan(a) * 180 / .pi
    case .atan2: return Glibc.atan2(a, b) * 180 / .pi
    case .progress:
      let end = values.count > 2 ? values[2] : 1
      return end == b ? (a < b ? 0 : 1) : Swift.min(Swift.max((a - b) / (end - b), 0), 1)
    }
  }

  /// The sine, which is exact at multiples of a right angle.
  private static func sine(ofDegrees angle: Double) -> Double {
    let rest = angle.truncatingRemainder(dividingBy: 360)
    switch rest {
    case 0, 180, -180: return 0
    case 90, -270: return 1
    case -90, 270: return -1
    default: return Glibc.sin(rest * .pi / 180)
    }
  }
}
