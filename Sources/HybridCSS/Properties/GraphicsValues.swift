// The values of properties that only elements of SVG have.

/// `fill` and `stroke`. SVG 2 §13.2, *Specifying paint*.
package enum GraphicsPaint: Hashable, Sendable {
  /// `none`
  case none
  /// One color.
  case color(ColorValue)
  /// A gradient or a pattern by its address, and what is painted without it; nil is `none`.
  case server(String, fallback: ColorValue?)
  /// The fill or the stroke of the element that refers to this one, as CSS names it.
  case context(ContextPaint)

  /// `context-fill` and `context-stroke`.
  package enum ContextPaint: String, KeywordValue {
    case contextFill = "context-fill"
    case contextStroke = "context-stroke"
  }
}

extension ValueType<GraphicsPaint> {
  /// SVG 2 §13.2.
  static var graphicsPaint: Self {
    Self(
      .special("a color, 'none', or the url of a gradient or a pattern", ["none", "currentcolor"]) {
        $0.takeGraphicsPaint()
      },
      { value, _ in
        switch value {
        case .color(let color): .color(color)
        case .text(let url?): .server(url, fallback: nil)
        case .list(let parts): .server(parts.first?.text ?? "", fallback: parts.last?.optionalColor)
        case .keyword: .context(value.keyword())
        default: .none
        }
      },
      { value, current in
        switch value {
        case .none: "none"
        case .color(let color): color.resolved(current: current).cssText
        case .server(let url, let fallback):
          "url(\(Token.string(url).cssText))"
            + (fallback.map { " " + $0.resolved(current: current).cssText } ?? "")
        case .context(let context): context.rawValue
        }
      })
  }
}

extension ValueType<LengthPercentage> {
  /// A length, a percentage or a number of units. SVG 2 §8.9.
  static func graphicsLength(nonNegative: Bool) -> Self {
    Self(
      .special("a length, a percentage or a number", [], hasLengths: true) { reader in
        reader.takeGraphicsLength(nonNegative: nonNegative).map { .length($0) }
      },
      { value, context in nonNegative ? context.nonNegative(value) : context.length(value) },
      { value, _ in value.cssText })
  }
}

extension ValueType<[LengthPercentage]> {
  /// `stroke-dasharray`; `none` is empty. SVG 2 §13.5.6.
  static var dashes: Self {
    Self(
      .special("lengths of dashes and gaps, or 'none'", ["none"], hasLengths: true) { reader in
        if reader.take(ident: "none") { return .list([]) }
        var dashes: [SpecifiedValue] = []
        repeat {
          guard let dash = reader.takeGraphicsLength(nonNegative: true) else { return nil }
          dashes.append(.length(dash))
        } while reader.takeComma() || !reader.isAtEnd
        return .list(dashes)
      }, { value, context in value.elements.map { context.nonNegative($0) } },
      { value, _ in value.isEmpty ? "none" : list(value, \.cssText) })
  }
}

extension ValueType<String?> {
  /// The address of an element, or `none`, which is nil.
  static var graphicsReference: Self {
    Self(
      .special("a url or 'none'", ["none"]) { reader in
        if reader.take(ident: "none") { return .text(nil) }
        return reader.takeAddress().map { .text($0) }
      }, { value, _ in value.text },
      { value, _ in value.map { "url(\(Token.string($0).cssText))" } ?? "none" })
  }
}

extension ValueType<[PaintLayer]> {
  /// `paint-order`; `normal` is empty. SVG 2 §13.8.
  static var paintOrder: Self {
    Self(
      .special("'normal', or 'fill', 'stroke' and 'markers' in another order", ["normal"]) { reader in
        if reader.take(ident: "normal") { return .list([]) }
        var layers: [PaintLayer] = []
        while let layer = reader.take(PaintLayer.self) {
          guard !layers.contains(layer) else { return nil }
          layers.append(layer)
        }
        return layers.isEmpty ? nil : .list(layers.map { .keyword($0) })
      }, { value, _ in value.keywords() },
      { value, _ in value.isEmpty ? "normal" : value.map(\.rawValue).joined(separator: " ") })
  }
}

extension ValueReader {
  fileprivate mutating func takeGraphicsPaint() -> SpecifiedValue? {
    if take(ident: "none") { return .text(nil) }
    if let context = take(GraphicsPaint.ContextPaint.self) { return .keyword(context) }
    guard let url = takeAddress() else { return takeColor().map { .color($0) } }
    if isAtEnd || take(ident: "none") { return .text(url) }
    return takeColor().map { .list([.text(url), .color($0)]) }
  }

  /// A number of units, or a `<length-percentage>`.
  fileprivate mutating func takeGraphicsLength(nonNegative: Bool) -> SpecifiedLength? {
    if let number = takeNumber(nonNegative: nonNegative) { return .length(number, .px) }
    return takeLength(nonNegative ? .percent : .any)
  }

  /// A `url()`.
  fileprivate mutating func takeAddress() -> String? {
    attempt { reader in
      guard case .url(let url)? = reader.takeImage(allowsNone: false) else { return nil }
      return url
    }
  }
}

extension AnimationType<GraphicsPaint> {
  /// Colors; anything else changes at once.
  static var paint: Self {
    Self(.color, { if case .color(let color) = $0 { .color(color) } else { nil } }) { value in
      if case .color(let color) = value { .color(color) } else { nil }
    }
  }
}
