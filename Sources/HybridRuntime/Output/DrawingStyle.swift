import HybridCSS
import HybridDrawing
import HybridGeometry

/// The declarations of one element in the markup of a drawing: what the cascade of the page says of it, where
/// that differs from what it inherits or has by itself.
struct DrawingStyle {
  /// A style without any declarations.
  static let initial = ComputedStyle(initial: .standard)

  /// The declarations, separated by semicolons.
  private(set) var text = ""
  /// The addresses of elements in them.
  private(set) var references: [String] = []
  /// Properties to write in any case, since the element has them as attributes.
  var required: Set<String> = []
  /// The element's own offset from the line of text, from its attribute `dy`, in points.
  var shift: Double?
  private let box: ViewBox

  init(box: ViewBox) { self.box = box }

  private mutating func add<Value: Equatable>(
    _ name: String, _ value: Value, over other: Value, _ text: (Value) -> String
  ) {
    if value != other || !required.isEmpty && required.contains(name) { add(name, text(value)) }
  }

  private mutating func add(_ name: String, _ value: String) {
    if !text.isEmpty { text += ";" }
    text += name + ":" + value
  }

  /// Takes the declarations of an element with the same style.
  mutating func take(_ other: DrawingStyle) { (text, references) = (other.text, other.references) }

  // MARK: Properties

  /// Adds what children inherit, except for the font.
  mutating func addInherited(_ style: ComputedStyle, over parent: ComputedStyle) {
    add("color", style.text.color, over: parent.text.color, \.srgbText)
    add("visibility", style.text.visibility, over: parent.text.visibility, \.rawValue)
    if style.hasSameSparseValues(as: parent), required.isEmpty { return }
    let length = { [box] in Self.text(of: $0, in: box) }
    addPaint("fill", style[\.fill], over: parent[\.fill], style)
    addPaint("stroke", style[\.stroke], over: parent[\.stroke], style)
    add("fill-opacity", style[\.fillOpacity], over: parent[\.fillOpacity], numberText)
    add("fill-rule", style[\.fillRule], over: parent[\.fillRule], \.rawValue)
    add("stroke-opacity", style[\.strokeOpacity], over: parent[\.strokeOpacity], numberText)
    add("stroke-width", style[\.strokeWidth], over: parent[\.strokeWidth], length)
    add("stroke-linecap", style[\.strokeLinecap], over: parent[\.strokeLinecap], \.rawValue)
    add("stroke-linejoin", style[\.strokeLinejoin], over: parent[\.strokeLinejoin], \.rawValue)
    add("stroke-miterlimit", style[\.strokeMiterlimit], over: parent[\.strokeMiterlimit], numberText)
    add("stroke-dasharray", style[\.strokeDasharray], over: parent[\.strokeDasharray]) { dashes in
      dashes.isEmpty ? "none" : dashes.map(length).joined(separator: " ")
    }
    add("stroke-dashoffset", style[\.strokeDashoffset], over: parent[\.strokeDashoffset], length)
    add("clip-rule", style[\.clipRule], over: parent[\.clipRule], \.rawValue)
    add("paint-order", style[\.paintOrder], over: parent[\.paintOrder]) { layers in
      layers.isEmpty ? "normal" : layers.map(\.rawValue).joined(separator: " ")
    }
    add("shape-rendering", style[\.shapeRendering], over: parent[\.shapeRendering], \.rawValue)
    addReference("marker-start", style[\.markerStart], over: parent[\.markerStart])
    addReference("marker-mid", style[\.markerMid], over: parent[\.markerMid])
    addReference("marker-end", style[\.markerEnd], over: parent[\.markerEnd])
    add("text-anchor", style[\.textAnchor], over: parent[\.textAnchor], \.rawValue)
  }

  /// Adds the font, and what else is only of text.
  mutating func addFont(_ style: ComputedStyle, over parent: ComputedStyle) {
    let (own, other) = (style.text, parent.text)
    add("font-size", own.fontSize, over: other.fontSize) { numberText($0) + "px" }
    add("font-family", own.fontFamily, over: other.fontFamily, Self.text(ofFamilies:))
    add("font-weight", own.fontWeight, over: other.fontWeight, numberText)
    add("font-style", own.fontStyle, over: other.fontStyle, \.rawValue)
    add("letter-spacing", own.letterSpacing, over: other.letterSpacing) { numberText($0) + "px" }
    add("word-spacing", own.wordSpacing, over: other.wordSpacing) { numberText($0) + "px" }
    add("direction", own.direction, over: other.direction, \.rawValue)
  }

  /// Adds what is of the element alone.
  mutating func addOwn(_ style: ComputedStyle) {
    let initial = Self.initial
    if style.box.display == .none { add("display", "none") }
    add("opacity", style.visual.opacity, over: 1, numberText)
    add("text-decoration", style.visual.textDecorationLine, over: initial.visual.textDecorationLine) { _ in
      style.cssText(named: "text-decoration-line") ?? "none"
    }
    if style.hasSameSparseValues(as: initial), required.isEmpty { return }
    addColor("stop-color", style[\.stopColor], over: initial[\.stopColor], style)
    add("stop-opacity", style[\.stopOpacity], over: 1, numberText)
    addColor("flood-color", style[\.floodColor], over: initial[\.floodColor], style)
    add("flood-opacity", style[\.floodOpacity], over: 1, numberText)
    addColor("lighting-color", style[\.lightingColor], over: initial[\.lightingColor], style)
    add("mix-blend-mode", style[\.mixBlendMode], over: .normal, \.rawValue)
    add("isolation", style[\.isolation], over: .auto, \.rawValue)
    if case .url(let url)? = style[\.maskImage].first, url.hasPrefix("#") {
      addReference("mask", url, over: nil)
    }
    add("filter", style[\.filter], over: []) { _ in style.cssText(named: "filter") ?? "none" }
  }

  private mutating func addPaint(
    _ name: String, _ paint: GraphicsPaint, over other: GraphicsPaint, _ style: ComputedStyle
  ) {
    if case .server(let url, _) = paint { references.append(url) }
    add(name, paint, over: other) { paint in
      switch paint {
      case .none: "none"
      case .color(let color): Self.text(of: color, style)
      case .server(let url, let fallback):
        Self.text(ofAddress: url) + (fallback.map { " " + Self.text(of: $0, style) } ?? "")
      case .context(let context): context.rawValue
      }
    }
  }

  private mutating func addColor(
    _ name: String, _ color: ColorValue, over other: ColorValue, _ style: ComputedStyle
  ) {
    add(name, color, over: other) { Self.text(of: $0, style) }
  }

  private mutating func addReference(_ name: String, _ url: String?, over other: String?) {
    if let url { references.append(url) }
    add(name, url, over: other) { url in
      url.map(Self.text(ofAddress:)) ?? "none"
    }
  }

  // MARK: Values

  /// The address of an element, which cannot end the `url()` around it.
  private static func text(ofAddress url: String) -> String {
    "url(\(url.filter { $0 != "(" && $0 != ")" && $0 != "\"" }))"
  }

  /// A color; the current one stays so, since what refers to the element may have another.
  private static func text(of color: ColorValue, _ style: ComputedStyle) -> String {
    color == .current ? "currentColor" : style.color(color).srgbText
  }

  /// A length; a calculation with percentages refers to the diagonal of the drawing (SVG 2 §8.9).
  private static func text(of length: LengthPercentage, in box: ViewBox) -> String {
    switch length {
    case .points(let points): return numberText(points)
    case .percent(let percent): return numberText(percent) + "%"
    default:
      let diagonal = ((box.width * box.width + box.height * box.height) / 2).squareRoot()
      return numberText(length.resolved(against: diagonal))
    }
  }

  /// The font that the rest of the page has, and the author's where it is missing.
  private static func text(ofFamilies names: [String]) -> String {
    ([PinnedFamily(names).name] + names).map { name in
      name.allSatisfy { $0.isLetter || $0 == "-" } ? name : "'\(name.filter { $0 != "'" && $0 != "\\" })'"
    }.joined(separator: ",")
  }

  // MARK: Lines of text

  /// The offset of a text below its position, in points; nil for 0. CSS Inline 3 §4.1, with the heights
  /// that browsers have.
  ///
  /// - Parameter isPlaced: Whether the element has a place of its own on the vertical axis.
  func baseline(_ style: ComputedStyle, isPlaced: Bool) -> Double? {
    guard isPlaced, style[\.dominantBaseline] != .auto else { return shift }
    let extents = TextMetrics.extents(of: style.font)
    let offset: Double =
      switch style[\.dominantBaseline] {
      case .auto, .alphabetic: 0
      case .middle: extents.xHeight / 2
      case .central: (extents.ascent - extents.descent) / 2
      case .hanging: extents.ascent * 0.8
      case .mathematical: extents.ascent / 2
      case .textTop, .textBeforeEdge: extents.ascent
      case .ideographic, .textBottom, .textAfterEdge: -extents.descent
      }
    return offset + (shift ?? 0)
  }
}
