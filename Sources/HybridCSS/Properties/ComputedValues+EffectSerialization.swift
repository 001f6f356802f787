// Computed values of effects, grids and motion as CSS writes them: CSSOM 1 §6.7.2, *serialize a CSS value*.

extension CustomProperties {
  /// The values as CSS writes them, by name, sorted.
  package var texts: [(name: String, text: String)] {
    values.map { (name: $0.key, text: $0.value.values.cssText) }.sorted { $0.name < $1.name }
  }
}

extension [ShadowValue<Double>] {
  /// Text shadows have no spread.
  func cssText(current: SRGBColor, hasSpread: Bool) -> String {
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
  var cssText: String { "\(x.cssText) \(y.cssText)" }
}

extension CornerRadius {
  var cssText: String {
    horizontal == vertical ? horizontal.cssText : "\(horizontal.cssText) \(vertical.cssText)"
  }
}

extension BackgroundSize<LengthPercentage> {
  var cssText: String {
    switch self {
    case .cover: "cover"
    case .contain: "contain"
    case .size(nil, nil): "auto"
    case .size(let width, let height): "\(width?.cssText ?? "auto") \(height?.cssText ?? "auto")"
    }
  }
}

extension TransformFunction<LengthPercentage> {
  var cssText: String {
    switch self {
    case .translate(let x, let y): "translate(\(x.cssText), \(y.cssText))"
    case .scale(let x, let y): "scale(\(numberText(x)), \(numberText(y)))"
    case .rotate(let angle): "rotate(\(numberText(angle))deg)"
    case .skew(let x, let y): "skew(\(numberText(x))deg, \(numberText(y))deg)"
    case .matrix(let numbers): "matrix(\(list(numbers, numberText)))"
    case .translate3D(let x, let y, let z): "translate3d(\(x.cssText), \(y.cssText), \(z.cssText))"
    case .scale3D(let x, let y, let z): "scale3d(\(list([x, y, z], numberText)))"
    case .rotate3D(let x, let y, let z, let angle):
      "rotate3d(\(list([x, y, z], numberText)), \(numberText(angle))deg)"
    case .matrix3D(let numbers): "matrix3d(\(list(numbers, numberText)))"
    case .other(let name, let values): "\(name)(\(values.cssText))"
    }
  }
}

extension Image<LengthPercentage> {
  func cssText(current: SRGBColor) -> String {
    switch self {
    case .none: "none"
    case .url(let url): "url(\(Token.string(url).cssText))"
    case .gradient(let gradient): gradient.cssText(current: current)
    case .other(let value): [value].cssText
    }
  }
}

extension GradientValue<LengthPercentage> {
  func cssText(current: SRGBColor) -> String {
    let (name, line) = lineText
    let stops = stops.map { stop in
      [stop.color?.resolved(current: current).cssText, stop.position?.cssText].compactMap(\.self)
        .joined(separator: " ")
    }
    let first = line + (interpolation.map { " " + $0.cssText } ?? "")
    return "\(isRepeating ? "repeating-" : "")\(name)(\(([first] + stops).joined(separator: ", ")))"
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

extension GradientValue<LengthPercentage>.RadialExtent {
  var cssText: String {
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
  var cssText: String {
    let words: [(TextDecorationLine, String)] = [
      (.underline, "underline"), (.overline, "overline"), (.lineThrough, "line-through"),
    ]
    let found = words.filter { contains($0.0) }.map(\.1)
    return found.isEmpty ? "none" : found.joined(separator: " ")
  }
}

extension TimingFunction {
  /// The function as CSS writes it.
  package var cssText: String {
    switch self {
    case .linear: "linear"
    case .ease: "ease"
    case .cubicBezier(0.42, 0, 1, 1): "ease-in"
    case .cubicBezier(0, 0, 0.58, 1): "ease-out"
    case .cubicBezier(0.42, 0, 0.58, 1): "ease-in-out"
    case .cubicBezier(let x1, let y1, let x2, let y2):
      "cubic-bezier(\(list([x1, y1, x2, y2], numberText)))"
    case .steps(let count, let position):
      position == .jumpEnd ? "steps(\(count))" : "steps(\(count), \(position.rawValue))"
    case .linearStops(let stops):
      "linear(\(list(stops) { "\(numberText($0.output)) \(numberText($0.input * 100))%" }))"
    }
  }
}

extension [TrackListItem<LengthPercentage>] {
  var cssText: String { map(\.cssText).joined(separator: " ") }
}

extension TrackListItem<LengthPercentage> {
  var cssText: String {
    switch self {
    case .names(let names): "[\(names.map(serializedIdent).joined(separator: " "))]"
    case .track(let size): size.cssText
    case .subgrid: "subgrid"
    case .repetition(.count(let count), let items): "repeat(\(count), \(items.cssText))"
    case .repetition(.autoFill, let items): "repeat(auto-fill, \(items.cssText))"
    case .repetition(.autoFit, let items): "repeat(auto-fit, \(items.cssText))"
    }
  }
}

extension TrackSize<LengthPercentage> {
  var cssText: String {
    switch self {
    case .breadth(let breadth): breadth.cssText
    case .minmax(let least, let most): "minmax(\(least.cssText), \(most.cssText))"
    case .fitContent(let length): "fit-content(\(length.cssText))"
    }
  }
}

extension TrackBreadth<LengthPercentage> {
  var cssText: String {
    switch self {
    case .length(let length): length.cssText
    case .fraction(let share): numberText(share) + "fr"
    case .auto: "auto"
    case .minContent: "min-content"
    case .maxContent: "max-content"
    }
  }
}
