import HybridCSS
import HybridGeometry
import HybridViewTree

extension TransitionValue {
  /// The value with `currentcolor` resolved in a style.
  func resolved(in style: ComputedStyle) -> TransitionValue {
    switch self {
    case .color(let color): return .color(.rgba(style.color(color)))
    case .shadows(let shadows):
      return .shadows(
        shadows.map { shadow in
          var shadow = shadow
          shadow.color = .rgba(style.color(shadow.color))
          return shadow
        })
    case .registered(var value):
      for (index, item) in value.items.enumerated() {
        if case .color(let color) = item { value.items[index] = .color(.rgba(style.color(color))) }
      }
      return .registered(value)
    default: return self
    }
  }

  /// The interpolated value between this one and another; nil if not possible.
  ///
  /// - Parameters:
  ///   - progress: 0 is this value, 1 the other; values outside extrapolate.
  ///   - size: The border box, for transforms interpolated as matrices.
  func mixed(with other: TransitionValue, at progress: Double, size: Size<Double>) -> TransitionValue? {
    switch (self, other) {
    case (.number(let a), .number(let b)): return .number(Self.mixed(a, b, progress))
    case (.integer(let a), .integer(let b)):
      let mixed = (Self.mixed(Double(a), Double(b), progress) + 0.5).rounded(.down)
      return .integer(Int(exactly: min(max(mixed, -1e9), 1e9)) ?? b)
    case (.length(let a), .length(let b)): return a.mixed(with: b, at: progress).map { .length($0) }
    case (.lengths(let a), .lengths(let b)):
      guard a.count == b.count else { return nil }
      var lengths: [LengthPercentage] = []
      for (a, b) in zip(a, b) {
        guard let mixed = a.mixed(with: b, at: progress) else { return nil }
        lengths.append(mixed)
      }
      return .lengths(lengths)
    case (.color(.rgba(let a)), .color(.rgba(let b))): return .color(.rgba(a.mixed(with: b, at: progress)))
    case (.shadows(let a), .shadows(let b)): return Self.mixed(a, b, progress).map { .shadows($0) }
    case (.transform(let a), .transform(let b)):
      return TransformFunction.mixed(a, b, at: progress, size: size).map { .transform($0) }
    case (.visibility(let a), .visibility(let b)):
      // CSS Display 4 §4: an element visible at either end is visible throughout.
      guard a == .visible || b == .visible else { return nil }
      if progress <= 0 { return .visibility(a) }
      return .visibility(progress >= 1 ? b : .visible)
    case (.registered(let a), .registered(let b)):
      return a.mixed(with: b, at: progress, size: size).map { .registered($0) }
    default: return nil
    }
  }

  /// A number between two; always finite when both are.
  static func mixed(_ a: Double, _ b: Double, _ progress: Double) -> Double {
    if progress == 0 { return a }
    if progress == 1 { return b }
    let result = a + (b - a) * progress
    return result.isFinite ? result : progress < 0.5 ? a : b
  }

  /// CSS Backgrounds 3 §6.1.1: the shorter list is padded with transparent shadows.
  private static func mixed(
    _ a: [ShadowValue<Double>], _ b: [ShadowValue<Double>], _ progress: Double
  ) -> [ShadowValue<Double>]? {
    guard max(a.count, b.count) <= 64 else { return nil }
    var result: [ShadowValue<Double>] = []
    for index in 0..<max(a.count, b.count) {
      func none(like other: ShadowValue<Double>) -> ShadowValue<Double> {
        var none = other
        (none.x, none.y, none.blur, none.spread, none.color) = (0, 0, 0, 0, .rgba(.transparent))
        return none
      }
      let from = index < a.count ? a[index] : none(like: b[index])
      let to = index < b.count ? b[index] : none(like: a[index])
      guard from.isInset == to.isInset, case .rgba(let first) = from.color, case .rgba(let second) = to.color
      else {
        return nil
      }
      var shadow = from
      shadow.x = mixed(from.x, to.x, progress)
      shadow.y = mixed(from.y, to.y, progress)
      shadow.blur = max(mixed(from.blur, to.blur, progress), 0)
      shadow.spread = mixed(from.spread, to.spread, progress)
      shadow.color = .rgba(first.mixed(with: second, at: progress))
      result.append(shadow)
    }
    return result
  }
}

extension RegisteredValue {
  /// The value between two, item by item; nil if the lists are not alike.
  fileprivate func mixed(
    with other: RegisteredValue, at progress: Double, size: Size<Double>
  ) -> RegisteredValue? {
    guard items.count == other.items.count, isCommaList == other.isCommaList else { return nil }
    var result = self
    for (index, pair) in zip(items, other.items).enumerated() {
      guard let item = Self.mixed(pair.0, pair.1, progress, size) else { return nil }
      result.items[index] = item
    }
    return result
  }

  private static func mixed(_ a: Item, _ b: Item, _ progress: Double, _ size: Size<Double>) -> Item? {
    func mixed(_ a: TransitionValue, _ b: TransitionValue) -> TransitionValue? {
      a.mixed(with: b, at: progress, size: size)
    }
    switch (a, b) {
    case (.number(let a, let unit), .number(let b, let other)):
      return unit == other ? .number(TransitionValue.mixed(a, b, progress), unit: unit) : nil
    case (.integer(let a), .integer(let b)):
      guard case .integer(let value)? = mixed(.integer(a), .integer(b)) else { return nil }
      return .integer(value)
    case (.length(let a), .length(let b)): return a.mixed(with: b, at: progress).map { .length($0) }
    case (.color(let a), .color(let b)):
      guard case .color(let value)? = mixed(.color(a), .color(b)) else { return nil }
      return .color(value)
    case (.transform(let a), .transform(let b)):
      guard case .transform(let value)? = mixed(.transform(a), .transform(b)) else { return nil }
      return .transform(value)
    case (.other(let a), .other(let b)): return a == b ? .other(a) : nil
    default: return nil
    }
  }
}

extension SRGBColor {
  /// The colour between two in premultiplied sRGB. CSS Color 4 §12.3, *Interpolating with Alpha*.
  func mixed(with other: SRGBColor, at progress: Double) -> SRGBColor {
    func held(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1) : 0 }
    let alpha = held(TransitionValue.mixed(alpha, other.alpha, progress))
    guard alpha > 0 else { return .transparent }
    func part(_ a: Double, _ b: Double) -> Double {
      held(TransitionValue.mixed(a * self.alpha, b * other.alpha, progress) / alpha)
    }
    return SRGBColor(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue), alpha: alpha)
  }
}

extension LengthPercentage {
  /// The length between two, as a `calc()` if only one is a percentage; nil for expressions too deep to nest.
  func mixed(with other: LengthPercentage, at progress: Double) -> LengthPercentage? {
    if progress == 0 { return self }
    if progress == 1 { return other }
    if let a = linear, let b = other.linear {
      let points = Self.held(TransitionValue.mixed(a.points, b.points, progress))
      if a.percent == nil, b.percent == nil { return .points(points) }
      let percent = Self.held(TransitionValue.mixed(a.percent ?? 0, b.percent ?? 0, progress))
      return points == 0 ? .percent(percent) : .sum([.percent(percent), .points(points)])
    }
    guard Swift.max(depth, other.depth) < 12 else { return nil }
    return .sum([.scale(self, by: 1 - progress), .scale(other, by: progress)])
  }

  private static func held(_ value: Double) -> Double { Swift.min(Swift.max(value, -limit), limit) }

  /// The sum of a px part and a percentage part; nil if the length is not such a sum.
  private var linear: (points: Double, percent: Double?)? {
    switch self {
    case .points(let points): return (points, nil)
    case .percent(let percent): return (0, percent)
    case .sum(let terms):
      var points = 0.0
      var percent: Double?
      for term in terms {
        switch term {
        case .points(let value): points += value
        case .percent(let value): percent = (percent ?? 0) + value
        default: return nil
        }
      }
      return (points, percent)
    // A length that must not be negative is clamped at use, but interpolated as written (CSS Values 4
    // §10.12).
    case .max(let values) where values.count == 2 && values[0] == .zero: return values[1].linear
    case .scale, .min, .max, .clamp: return nil
    }
  }

  private var depth: Int {
    switch self {
    case .points, .percent: 0
    case .sum(let terms), .min(let terms), .max(let terms): 1 + (terms.map(\.depth).max() ?? 0)
    case .scale(let value, _): 1 + value.depth
    case .clamp(let least, let value, let most):
      1 + Swift.max(least.depth, Swift.max(value.depth, most.depth))
    }
  }
}
