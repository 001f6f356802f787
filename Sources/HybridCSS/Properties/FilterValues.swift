package import HybridGeometry

/// One function of `filter`. Filter Effects 1 §5.
package enum FilterValue: Hashable, Sendable {
  /// All functions but shadows.
  case function(Filter)
  /// `drop-shadow()`, whose blur is the standard deviation.
  case shadow(ShadowValue<Double>)
}

extension ValueType<[FilterValue]> {
  /// Filter Effects 1 §5.
  static var filters: Self {
    Self(
      .special("filter functions or 'none'", ["none"]) { reader in
        if reader.take(ident: "none") { return .components([]) }
        return reader.takeWritten { $0.takeFilters($1) }
      }, { value, context in value.read(context) { $0.takeFilters($1) } ?? [] },
      { value, current in
        value.isEmpty ? "none" : value.map { $0.cssText(current: current) }.joined(separator: " ")
      })
  }
}

extension ValueReader {
  fileprivate mutating func takeFilters(_ context: ComputationContext) -> [FilterValue]? {
    var filters: [FilterValue] = []
    while let (name, inner) = attempt({ $0.takeFunction() }) {
      var arguments = inner
      guard let filter = arguments.filter(name, context), arguments.isAtEnd else { return nil }
      filters.append(filter)
    }
    return filters.isEmpty ? nil : filters
  }

  private mutating func filter(_ name: String, _ context: ComputationContext) -> FilterValue? {
    func points(_ length: SpecifiedLength) -> Double { length.computed(in: context.lengths).points ?? 0 }
    switch name {
    case "blur":
      if isAtEnd { return .function(.blur(0)) }
      return takeLength([]).map { .function(.blur(max(points($0), 0))) }
    case "drop-shadow":
      guard case .list(let shadows)? = takeShadows(isBox: false), shadows.count == 1,
        case .shadow(let shadow) = shadows[0]
      else { return nil }
      return .shadow(
        ShadowValue(
          x: points(shadow.x), y: points(shadow.y), blur: max(points(shadow.blur), 0), spread: 0,
          color: shadow.color, isInset: false))
    default:
      guard let kind = Filter.Kind(rawValue: name) else { return nil }
      if kind == .hueRotate {
        return isAtEnd ? .function(.color(kind, 0)) : takeAngle().map { .function(.color(kind, $0)) }
      }
      if isAtEnd { return .function(.color(kind, 1)) }
      guard let amount = takeNumber() ?? takePercentage().map({ $0 / 100 }), amount >= 0 else { return nil }
      let isShare = kind == .grayscale || kind == .invert || kind == .opacity || kind == .sepia
      return .function(.color(kind, isShare ? min(amount, 1) : amount))
    }
  }
}

extension FilterValue {
  fileprivate func cssText(current: SRGBColor) -> String {
    switch self {
    case .function(.blur(let deviation)): "blur(\(pixelText(deviation)))"
    case .function(.color(.hueRotate, let angle)): "hue-rotate(\(numberText(angle))deg)"
    case .function(.color(let kind, let amount)): "\(kind.rawValue)(\(numberText(amount)))"
    case .function(.shadow): "none"
    case .shadow(let shadow): "drop-shadow(\([shadow].cssText(current: current, hasSpread: false)))"
    }
  }
}
