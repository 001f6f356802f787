/// A value that can be interpolated. CSS Values 4 §3, *Combining Values*.
package enum TransitionValue: Hashable, Sendable {
  case number(Double)
  case integer(Int)
  case length(LengthPercentage)
  case lengths([LengthPercentage])
  case color(ColorValue)
  case shadows([ShadowValue<Double>])
  case transform([TransformFunction<LengthPercentage>])
  case visibility(Visibility)
  /// The value of a registered custom property.
  case registered(RegisteredValue)
}

/// The animation types that properties have. Web Animations 1 §5.2, *Animating properties*.
package enum AnimationName: String, Sendable {
  case discrete = "no"
  case number, integer, length, color, shadows, transform, visibility
}

/// Converts a computed value to one that can be interpolated, and back.
struct AnimationType<Value>: Sendable {
  let name: AnimationName
  /// Nil for a value that cannot be interpolated, such as `auto`.
  let take: @Sendable (Value) -> TransitionValue?
  /// The computed value, clamped to what the property allows; nil for a value of another kind.
  let make: @Sendable (TransitionValue) -> Value?

  init(
    _ name: AnimationName, _ take: @escaping @Sendable (Value) -> TransitionValue?,
    _ make: @escaping @Sendable (TransitionValue) -> Value?
  ) {
    self.name = name
    self.take = take
    self.make = make
  }

  /// No interpolation: the value changes at once (CSS Transitions 1 §3, without `transition-behavior`).
  static var discrete: Self { Self(.discrete, { _ in nil }, { _ in nil }) }

  /// This animation type for the value that these functions read and write.
  func property(
    _ get: @escaping @Sendable (ComputedStyle) -> Value,
    _ set: @escaping @Sendable (Value, inout ComputedStyle) -> Void
  ) -> PropertyAnimation {
    PropertyAnimation(
      name: name, value: { style in take(get(style)) },
      set: { value, style in if let value = make(value) { set(value, &style) } })
  }
}

extension AnimationType<Double> {
  /// Numbers, and lengths in CSS px.
  static func number(_ range: ClosedRange<Double>) -> Self {
    Self(.number, { .number($0) }) { value in
      guard case .number(let number) = value else { return nil }
      return min(max(number, range.lowerBound), range.upperBound)
    }
  }

  static var number: Self { number(-LengthPercentage.limit...LengthPercentage.limit) }
  static var nonNegative: Self { number(0...LengthPercentage.limit) }
}

extension AnimationType<Int> {
  static var integer: Self {
    Self(.integer, { .integer($0) }) { if case .integer(let integer) = $0 { integer } else { nil } }
  }
}

extension AnimationType<Int?> {
  static var integer: Self {
    Self(.integer, { $0.map { .integer($0) } }) { value in
      guard case .integer(let integer) = value else { return nil }
      return .some(integer)
    }
  }
}

extension AnimationType<LengthPercentage> {
  static var length: Self {
    Self(.length, { .length($0) }) { if case .length(let length) = $0 { length } else { nil } }
  }

  static var nonNegative: Self {
    Self(.length, { .length($0) }) { value in
      if case .length(let length) = value { length.heldPositive } else { nil }
    }
  }
}

extension AnimationType<LengthOrAuto> {
  static var length: Self {
    Self(.length, { if case .length(let length) = $0 { .length(length) } else { nil } }) { value in
      if case .length(let length) = value { .length(length) } else { nil }
    }
  }

  static var nonNegative: Self {
    Self(.length, length.take) { value in
      if case .length(let length) = value { .length(length.heldPositive) } else { nil }
    }
  }
}

extension AnimationType<SizeValue> {
  static var length: Self {
    Self(.length, { if case .length(let length) = $0 { .length(length) } else { nil } }) { value in
      if case .length(let length) = value { .length(length.heldPositive) } else { nil }
    }
  }
}

extension AnimationType<LineHeight> {
  /// Factors, and lengths; a factor and a length do not interpolate.
  static var lineHeight: Self {
    Self(
      .length,
      { height in
        switch height {
        case .normal: nil
        case .number(let factor): .number(factor)
        case .points(let points): .length(.points(points))
        }
      },
      { value in
        switch value {
        case .number(let factor): .number(max(factor, 0))
        case .length(.points(let points)): .points(max(points, 0))
        default: nil
        }
      })
  }
}

extension AnimationType<CornerRadius> {
  static var lengths: Self {
    Self(.length, { .lengths([$0.horizontal, $0.vertical]) }) { value in
      guard case .lengths(let lengths) = value, lengths.count == 2 else { return nil }
      return CornerRadius(horizontal: lengths[0].heldPositive, vertical: lengths[1].heldPositive)
    }
  }
}

extension AnimationType<PositionValue<LengthPercentage>> {
  static var lengths: Self {
    Self(.length, { .lengths([$0.x, $0.y]) }) { value in
      guard case .lengths(let lengths) = value, lengths.count == 2 else { return nil }
      return PositionValue(x: lengths[0], y: lengths[1])
    }
  }
}

extension AnimationType<[LengthPercentage]> {
  static var lengths: Self {
    Self(.length, { .lengths($0) }) { if case .lengths(let lengths) = $0 { lengths } else { nil } }
  }
}

extension AnimationType<[BackgroundSize<LengthPercentage>]> {
  static var lengths: Self {
    Self(
      .length,
      { sizes in
        var lengths: [LengthPercentage] = []
        for size in sizes {
          guard case .size(let width?, let height?) = size else { return nil }
          lengths += [width, height]
        }
        return .lengths(lengths)
      },
      { value in
        guard case .lengths(let lengths) = value else { return nil }
        return stride(from: 0, to: lengths.count - 1, by: 2).map {
          .size(lengths[$0].heldPositive, lengths[$0 + 1].heldPositive)
        }
      })
  }
}

extension AnimationType<ColorValue> {
  static var color: Self {
    Self(.color, { .color($0) }) { if case .color(let color) = $0 { color } else { nil } }
  }
}

extension AnimationType<SRGBColor> {
  static var color: Self {
    Self(.color, { .color(.rgba($0)) }) { if case .color(.rgba(let color)) = $0 { color } else { nil } }
  }
}

extension AnimationType<[ShadowValue<Double>]> {
  static var shadows: Self {
    Self(.shadows, { .shadows($0) }) { if case .shadows(let shadows) = $0 { shadows } else { nil } }
  }
}

extension AnimationType<[TransformFunction<LengthPercentage>]> {
  static var transform: Self {
    Self(.transform, { .transform($0) }) { if case .transform(let functions) = $0 { functions } else { nil } }
  }
}

extension AnimationType<Visibility> {
  static var visibility: Self {
    Self(.visibility, { .visibility($0) }) { value in
      if case .visibility(let visibility) = value { visibility } else { nil }
    }
  }
}

extension LengthPercentage {
  /// Clamped to zero or above; a value with a percentage is clamped where it is used.
  fileprivate var heldPositive: LengthPercentage {
    switch self {
    case .points(let points): .points(Swift.max(points, 0))
    case .percent(let percent): .percent(Swift.max(percent, 0))
    case .max(let values) where values.first == .zero: self
    default: .max([.zero, self])
    }
  }
}
