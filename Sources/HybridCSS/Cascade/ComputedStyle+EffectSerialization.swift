// Computed values of what has no part in layout, as CSS writes them: CSSOM 1 §6.7.2, *serialize a CSS value*. An inspector
// and the scripts of a page read them.
extension ComputedStyle.Text {
  func effectText(of property: PropertyID) -> String? {
    switch property {
    case .fontStyle: fontStyle.rawValue
    case .fontStretch: numberText(fontStretch) + "%"
    case .fontVariantCaps: fontVariantCaps.rawValue
    case .wordSpacing: LengthPercentage.points(wordSpacing).cssText
    case .textAlignLast: textAlignLast.rawValue
    case .textTransform: textTransform.rawValue
    case .textShadow: textShadow.cssText(current: color, hasSpread: false)
    case .wordBreak: wordBreak.rawValue
    case .overflowWrap: overflowWrap.rawValue
    case .hyphens: hyphens.rawValue
    case .tabSize: numberText(tabSize)
    case .listStyleType:
      switch listStyleType {
      case .none: "none"
      case .name(let name): serializedIdent(name)
      case .string(let text): Token.string(text).cssText
      }
    case .listStylePosition: listStylePosition.rawValue
    case .listStyleImage: listStyleImage.cssText(current: color)
    case .cursor: cursor
    case .pointerEvents: pointerEvents.rawValue
    case .caretColor: caretColor?.resolved(current: color).cssText ?? "auto"
    case .accentColor: accentColor?.resolved(current: color).cssText ?? "auto"
    default: nil
    }
  }
}

extension ComputedStyle.Visual {
  func effectText(of property: PropertyID, current: RGBA) -> String? {
    switch property {
    case .backgroundImage: list(backgroundImage) { $0.cssText(current: current) }
    case .backgroundPositionX: list(backgroundPositionX, \.cssText)
    case .backgroundPositionY: list(backgroundPositionY, \.cssText)
    case .backgroundSize: list(backgroundSize, \.cssText)
    case .backgroundRepeat:
      list(stride(from: 0, to: backgroundRepeat.count - 1, by: 2)) { index in
        let (x, y) = (backgroundRepeat[index], backgroundRepeat[index + 1])
        return x == y ? x.rawValue : "\(x.rawValue) \(y.rawValue)"
      }
    case .backgroundAttachment: list(backgroundAttachment, \.rawValue)
    case .backgroundOrigin: list(backgroundOrigin, \.rawValue)
    case .backgroundClip: list(backgroundClip, \.rawValue)
    case .boxShadow: boxShadow.cssText(current: current)
    case .transform: transform.isEmpty ? "none" : transform.map(\.cssText).joined(separator: " ")
    case .transformOrigin: transformOrigin.cssText
    case .objectFit: objectFit.rawValue
    case .objectPosition: objectPosition.cssText
    case .textDecorationLine: textDecorationLine.cssText
    case .textDecorationStyle: textDecorationStyle.rawValue
    case .textDecorationThickness: textDecorationThickness?.cssText ?? "auto"
    case .textOverflow: textOverflow.rawValue
    case .lineClamp: lineClamp.map { "\($0)" } ?? "none"
    case .userSelect: userSelect.rawValue
    case .content:
      switch content {
      case .normal: "normal"
      case .none: "none"
      case .values(let values): values.cssText
      }
    case .unicodeBidi: unicodeBidi.rawValue
    default: nil
    }
  }
}

extension ComputedStyle.Motion {
  func cssText(of property: PropertyID) -> String? {
    func seconds(_ value: Double) -> String { numberText(value) + "s" }
    return switch property {
    case .transitionProperty: transitionProperty.isEmpty ? "none" : list(transitionProperty) { $0 }
    case .transitionDuration: list(transitionDuration, seconds)
    case .transitionTimingFunction: list(transitionTimingFunction, \.cssText)
    case .transitionDelay: list(transitionDelay, seconds)
    case .animationName: animationName.isEmpty ? "none" : list(animationName, serializedIdent)
    case .animationDuration: list(animationDuration, seconds)
    case .animationTimingFunction: list(animationTimingFunction, \.cssText)
    case .animationDelay: list(animationDelay, seconds)
    case .animationIterationCount:
      list(animationIterationCount) { $0.isInfinite ? "infinite" : numberText($0) }
    case .animationDirection: list(animationDirection, \.rawValue)
    case .animationFillMode: list(animationFillMode, \.rawValue)
    case .animationPlayState: list(animationPlayState, \.rawValue)
    default: nil
    }
  }
}

extension CustomProperties {
  /// The values as CSS writes them, by name, sorted.
  package var texts: [(name: String, text: String)] {
    values.map { (name: $0.key, text: $0.value.values.cssText) }.sorted { $0.name < $1.name }
  }
}

// MARK: - Values

private func list<Values: Sequence>(_ values: Values, _ text: (Values.Element) -> String) -> String {
  values.map(text).joined(separator: ", ")
}

extension [Shadow<Double>] {
  /// Shadows of text have no spread.
  fileprivate func cssText(current: RGBA, hasSpread: Bool = true) -> String {
    guard !isEmpty else { return "none" }
    return list(self) { shadow in
      let lengths = ([shadow.x, shadow.y, shadow.blur] + (hasSpread ? [shadow.spread] : [])).map {
        LengthPercentage.points($0).cssText
      }
      return ([shadow.color.resolved(current: current).cssText] + lengths + (shadow.isInset ? ["inset"] : []))
        .joined(separator: " ")
    }
  }
}

extension PositionValue<LengthPercentage> {
  fileprivate var cssText: String { "\(x.cssText) \(y.cssText)" }
}

extension CornerRadius {
  var cssText: String {
    horizontal == vertical ? horizontal.cssText : "\(horizontal.cssText) \(vertical.cssText)"
  }
}

extension BackgroundSize<LengthPercentage> {
  fileprivate var cssText: String {
    switch self {
    case .cover: "cover"
    case .contain: "contain"
    case .size(nil, nil): "auto"
    case .size(let width, let height): "\(width?.cssText ?? "auto") \(height?.cssText ?? "auto")"
    }
  }
}

extension TransformFunction<LengthPercentage> {
  fileprivate var cssText: String {
    switch self {
    case .translate(let x, let y): "translate(\(x.cssText), \(y.cssText))"
    case .scale(let x, let y): "scale(\(numberText(x)), \(numberText(y)))"
    case .rotate(let angle): "rotate(\(numberText(angle))deg)"
    case .skew(let x, let y): "skew(\(numberText(x))deg, \(numberText(y))deg)"
    case .matrix(let numbers): "matrix(\(list(numbers, numberText)))"
    case .other(let name, let values): "\(name)(\(values.cssText))"
    }
  }
}

extension Image<LengthPercentage> {
  fileprivate func cssText(current: RGBA) -> String {
    switch self {
    case .none: "none"
    case .url(let url): "url(\(Token.string(url).cssText))"
    case .gradient(let gradient): gradient.cssText(current: current)
    case .other(let value): [value].cssText
    }
  }
}

extension Gradient<LengthPercentage> {
  fileprivate func cssText(current: RGBA) -> String {
    let (name, line) = lineText
    let stops = stops.map { stop in
      [stop.color?.resolved(current: current).cssText, stop.position?.cssText].compactMap(\.self)
        .joined(separator: " ")
    }
    return "\(isRepeating ? "repeating-" : "")\(name)(\(([line] + stops).joined(separator: ", ")))"
  }

  private var lineText: (name: String, line: String) {
    switch shape {
    case .linear(let angle): ("linear-gradient", numberText(angle) + "deg")
    case .corner(let right, let bottom):
      ("linear-gradient", "to \(bottom ? "bottom" : "top") \(right ? "right" : "left")")
    case .radial(let isCircle, let extent, let center):
      ("radial-gradient", "\(isCircle ? "circle" : "ellipse") \(extent.cssText) at \(center.cssText)")
    case .conic(let from, let center):
      ("conic-gradient", "from \(numberText(from))deg at \(center.cssText)")
    }
  }
}

extension Gradient<LengthPercentage>.RadialExtent {
  fileprivate var cssText: String {
    switch self {
    case .closestSide: "closest-side"
    case .closestCorner: "closest-corner"
    case .farthestSide: "farthest-side"
    case .farthestCorner: "farthest-corner"
    case .radii(let x, let y): x == y ? x.cssText : "\(x.cssText) \(y.cssText)"
    }
  }
}

extension TextDecorationLine {
  fileprivate var cssText: String {
    let words: [(TextDecorationLine, String)] = [
      (.underline, "underline"), (.overline, "overline"), (.lineThrough, "line-through"),
    ]
    let found = words.filter { contains($0.0) }.map(\.1)
    return found.isEmpty ? "none" : found.joined(separator: " ")
  }
}

extension TimingFunction {
  fileprivate var cssText: String {
    switch self {
    case .linear: "linear"
    case .ease: "ease"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      "cubic-bezier(\(list([x1, y1, x2, y2], numberText)))"
    case .steps(let count, let position):
      position == .jumpEnd ? "steps(\(count))" : "steps(\(count), \(position.rawValue))"
    case .linearStops(let values): "linear(\(values.cssText))"
    }
  }
}

extension [TrackListItem<LengthPercentage>] {
  var cssText: String { map(\.cssText).joined(separator: " ") }
}

extension TrackListItem<LengthPercentage> {
  fileprivate var cssText: String {
    switch self {
    case .names(let names): "[\(names.map(serializedIdent).joined(separator: " "))]"
    case .track(let size): size.cssText
    case .repetition(.count(let count), let items): "repeat(\(count), \(items.cssText))"
    case .repetition(.autoFill, let items): "repeat(auto-fill, \(items.cssText))"
    case .repetition(.autoFit, let items): "repeat(auto-fit, \(items.cssText))"
    }
  }
}

extension TrackSize<LengthPercentage> {
  fileprivate var cssText: String {
    switch self {
    case .breadth(let breadth): breadth.cssText
    case .minmax(let least, let most): "minmax(\(least.cssText), \(most.cssText))"
    case .fitContent(let length): "fit-content(\(length.cssText))"
    }
  }
}

extension TrackBreadth<LengthPercentage> {
  fileprivate var cssText: String {
    switch self {
    case .length(let length): length.cssText
    case .fraction(let share): numberText(share) + "fr"
    case .auto: "auto"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    }
  }
}
