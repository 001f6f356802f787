import HybridGeometry

// `zoom`: CSS Viewport 1 §3, *The zoom property*. All lengths of an element and of what is in it are enlarged
// when they are computed; percentages and lengths relative to the font follow by themselves. Scripts see the
// lengths without it.

extension ValueType<Double> {
  /// A factor; 0 counts as 1, as in browsers.
  static var zoom: Self {
    Self(
      .special("a number or a percentage of at least zero, or 'normal'", ["normal"]) { reader in
        if reader.take(ident: "normal") { return .number(1) }
        if let number = reader.takeNumber(nonNegative: true) { return .number(number) }
        return reader.takePercentage().flatMap { $0 >= 0 ? .number($0 / 100) : nil }
      },
      { value, _ in
        let factor = value.number ?? 1
        return factor > 0 ? min(factor, Self.largestZoom) : 1
      }, { value, _ in numberText(value) })
  }

  /// The largest factor; of many in one another, of their product.
  static var largestZoom: Double { 1_000_000 }
}

extension ComputedStyle {
  /// Enlarges the inherited lengths by the zoom of the element itself.
  mutating func zoomInherited(by factor: Double) {
    for property in Self.zoomedInherited { scale(property, by: factor) }
    text.borderSpacing = Size(
      width: text.borderSpacing.width * factor, height: text.borderSpacing.height * factor)
  }

  private static let zoomedInherited = PropertyID.allCases.filter {
    $0.isInherited && isLength($0)
  }

  /// Whether the values of a property are lengths, or have lengths in them.
  private static func isLength(_ property: PropertyID) -> Bool {
    let row = PropertyRow.of(property)
    switch row.animation.name {
    case .length, .shadows, .transform: return true
    case .number: return row.grammar.takesLengths
    default: return false
    }
  }

  /// Enlarges the lengths in the value of a property.
  mutating func scale(_ property: PropertyID, by factor: Double) {
    guard Self.isLength(property) else { return }
    let animation = PropertyRow.of(property).animation
    switch animation.value(self) {
    case .number(let number) where PropertyRow.of(property).grammar.takesLengths:
      animation.set(.number(number * factor), &self)
    case .length(let length): animation.set(.length(length.scaled(by: factor)), &self)
    case .lengths(let lengths): animation.set(.lengths(lengths.map { $0.scaled(by: factor) }), &self)
    case .shadows(let shadows):
      animation.set(
        .shadows(
          shadows.map { shadow in
            var shadow = shadow
            (shadow.x, shadow.y) = (shadow.x * factor, shadow.y * factor)
            (shadow.blur, shadow.spread) = (shadow.blur * factor, shadow.spread * factor)
            return shadow
          }), &self)
    case .transform(let functions):
      animation.set(.transform(functions.map { $0.scaled(by: factor) }), &self)
    default: break
    }
  }

  /// The style with one property as if nothing were enlarged.
  func unzoomed(_ property: PropertyID) -> ComputedStyle {
    guard text.usedZoom != 1 else { return self }
    var style = self
    style.scale(property, by: 1 / text.usedZoom)
    return style
  }
}

extension TransformFunction<LengthPercentage> {
  /// Lengths enlarged, percentages kept.
  fileprivate func scaled(by factor: Double) -> Self {
    switch self {
    case .translate(let x, let y): .translate(x.scaled(by: factor), y.scaled(by: factor))
    case .translate3D(let x, let y, let z):
      .translate3D(x.scaled(by: factor), y.scaled(by: factor), z.scaled(by: factor))
    default: withTranslation(scaledBy: factor)
    }
  }
}

extension TransformFunction {
  /// A matrix with its translation enlarged; any other function as it is.
  func withTranslation(scaledBy factor: Double) -> Self {
    func scaled(_ numbers: [Double], _ places: Range<Int>) -> [Double] {
      numbers.enumerated().map { places.contains($0.offset) ? $0.element * factor : $0.element }
    }
    return switch self {
    case .matrix(let numbers): .matrix(scaled(numbers, 4..<6))
    case .matrix3D(let numbers): .matrix3D(scaled(numbers, 12..<15))
    default: self
    }
  }
}

extension LengthPercentage {
  /// Lengths enlarged, percentages kept.
  fileprivate func scaled(by factor: Double) -> LengthPercentage {
    switch self {
    case .points(let points): .points(Self.finite(points * factor))
    case .percent: self
    case .sum(let terms): .sum(terms.map { $0.scaled(by: factor) })
    case .scale(let value, let share): .scale(value.scaled(by: factor), by: share)
    case .min(let values): .min(values.map { $0.scaled(by: factor) })
    case .max(let values): .max(values.map { $0.scaled(by: factor) })
    case .clamp(let least, let value, let most):
      .clamp(
        least: least.scaled(by: factor), value: value.scaled(by: factor), most: most.scaled(by: factor))
    }
  }
}
