package import HybridGeometry

/// `clip-path`. CSS Masking 1 §3.5.
package enum ClipPath: Hashable, Sendable {
  /// `none`
  case none
  /// A shape in a box of the element.
  case shape(Shape, FrameBox)

  /// A basic shape. CSS Shapes 1 §3.
  package enum Shape: Hashable, Sendable {
    /// The box itself.
    case box
    /// Insets from the sides of the box, with round corners.
    case inset(Edges<LengthPercentage>, [CornerRadius])
    /// A position, and a radius for each axis; nil radii are those to the closest side.
    case ellipse(PositionValue<LengthPercentage>, ShapeRadius, ShapeRadius, isCircle: Bool)
    /// Corners, and whether overlaps are holes.
    case polygon([PositionValue<LengthPercentage>], evenOdd: Bool)
    /// Path data of SVG, and whether overlaps are holes.
    case path(String, evenOdd: Bool)
  }

  /// A radius of a circle or an ellipse.
  package enum ShapeRadius: Hashable, Sendable {
    case closestSide, farthestSide
    case length(LengthPercentage)
  }

  /// The boxes that a shape can refer to; those of margins and of SVG are the border box here.
  package enum FrameBox: String, KeywordValue {
    case borderBox = "border-box"
    case paddingBox = "padding-box"
    case contentBox = "content-box"
    case marginBox = "margin-box"
    case fillBox = "fill-box"
    case strokeBox = "stroke-box"
    case viewBox = "view-box"
  }
}

extension ValueType<ClipPath> {
  /// CSS Masking 1 §3.5.
  static var clipPath: Self {
    Self(
      .special("a shape, a box or 'none'", ["none"]) { reader in
        if reader.take(ident: "none") { return .components([]) }
        return reader.takeWritten { $0.takeClipPath($1) }
      }, { value, context in value.read(context) { $0.takeClipPath($1) } ?? .none },
      { value, _ in value.cssText })
  }
}

extension ValueReader {
  mutating func takeClipPath(_ context: ComputationContext) -> ClipPath? {
    var box = take(ClipPath.FrameBox.self)
    guard let (name, inner) = attempt({ $0.takeFunction() }) else { return box.map { .shape(.box, $0) } }
    var arguments = inner
    guard let shape = arguments.shape(name, context), arguments.isAtEnd else { return nil }
    if box == nil { box = take(ClipPath.FrameBox.self) }
    return .shape(shape, box ?? .borderBox)
  }

  private mutating func shape(_ name: String, _ context: ComputationContext) -> ClipPath.Shape? {
    func computed(_ length: SpecifiedLength) -> LengthPercentage { length.computed(in: context.lengths) }
    func point(_ position: PositionValue<SpecifiedLength>) -> PositionValue<LengthPercentage> {
      PositionValue(x: computed(position.x), y: computed(position.y))
    }
    switch name {
    case "inset", "rect", "xywh":
      var sides: [SpecifiedLength] = []
      while sides.count < 4, let side = takeLength([.any, .unitless]) { sides.append(side) }
      guard let top = sides.first, name == "inset" || sides.count == 4 else { return nil }
      let right = sides.count > 1 ? sides[1] : top
      var corners: [CornerRadius] = []
      if take(ident: "round") {
        let names: [PropertyID] = [
          .borderTopLeftRadius, .borderTopRightRadius,
          .borderBottomRightRadius, .borderBottomLeftRadius,
        ]
        guard let radii = takeRadii(names) else { return nil }
        corners = names.map { context.radius(radii[$0] ?? .pair(.zero, .zero)) }
      }
      // Distances from the right and the lower edge, where `rect()` and `xywh()` have others.
      func rest(_ length: LengthPercentage) -> LengthPercentage {
        .sum([.percent(100), .scale(length, by: -1)])
      }
      let all = sides.map(computed)
      let edges: Edges<LengthPercentage> =
        switch name {
        case "rect": Edges(top: all[0], right: rest(all[1]), bottom: rest(all[2]), left: all[3])
        case "xywh":
          Edges(
            top: all[1], right: rest(.sum([all[0], all[2]])), bottom: rest(.sum([all[1], all[3]])),
            left: all[0])
        default:
          Edges(
            top: all[0], right: computed(right), bottom: sides.count > 2 ? all[2] : all[0],
            left: sides.count > 3 ? all[3] : computed(right))
        }
      return .inset(edges, corners)
    case "circle", "ellipse":
      var radii: [ClipPath.ShapeRadius] = []
      while radii.count < (name == "circle" ? 1 : 2), let radius = shapeRadius(context) {
        radii.append(radius)
      }
      guard name == "circle" || radii.count != 1 else { return nil }
      var center = PositionValue<LengthPercentage>(x: .percent(50), y: .percent(50))
      if take(ident: "at") {
        guard let position = takePosition(allowsThreeValues: false) else { return nil }
        center = point(position)
      }
      return .ellipse(
        center, radii.first ?? .closestSide, radii.last ?? .closestSide, isCircle: name == "circle")
    case "polygon":
      guard let evenOdd = takeFillRule() else { return nil }
      let corners = takeCommaList { reader -> PositionValue<LengthPercentage>? in
        guard let x = reader.takeLength([.any, .unitless]), let y = reader.takeLength([.any, .unitless])
        else { return nil }
        return PositionValue(x: computed(x), y: computed(y))
      }
      return corners.map { .polygon($0, evenOdd: evenOdd) }
    case "path":
      guard let evenOdd = takeFillRule() else { return nil }
      return takeString().map { .path($0, evenOdd: evenOdd) }
    default: return nil
    }
  }

  /// A fill rule with its comma; whether it is `evenodd`.
  private mutating func takeFillRule() -> Bool? {
    if take(ident: "evenodd") { return takeComma() ? true : nil }
    if take(ident: "nonzero") { return takeComma() ? false : nil }
    return false
  }

  private mutating func shapeRadius(_ context: ComputationContext) -> ClipPath.ShapeRadius? {
    if take(ident: "closest-side") { return .closestSide }
    if take(ident: "farthest-side") { return .farthestSide }
    return takeLength([.percent, .unitless]).map { .length($0.computed(in: context.lengths)) }
  }
}

extension ClipPath {
  var cssText: String {
    guard case .shape(let shape, let box) = self else { return "none" }
    if case .box = shape { return box.rawValue }
    return shape.cssText + (box == .borderBox ? "" : " " + box.rawValue)
  }
}

extension ClipPath.Shape {
  fileprivate var cssText: String {
    switch self {
    case .box: return ""
    case .inset(let edges, let corners):
      let sides = [edges.top, edges.right, edges.bottom, edges.left].map(\.cssText).joined(separator: " ")
      let horizontal = corners.map(\.horizontal.cssText).joined(separator: " ")
      let vertical = corners.map(\.vertical.cssText).joined(separator: " ")
      let round = corners.isEmpty ? "" : " round " + horizontal
      return "inset(\(sides)\(round)\(horizontal == vertical ? "" : " / " + vertical))"
    case .ellipse(let center, let x, let y, let isCircle):
      let radii = isCircle ? [x] : [x, y]
      let words = radii == Array(repeating: .closestSide, count: radii.count) ? [] : radii.map(\.cssText)
      return (isCircle ? "circle(" : "ellipse(")
        + (words + ["at " + center.cssText]).joined(separator: " ") + ")"
    case .polygon(let corners, let evenOdd):
      return "polygon(\(evenOdd ? "evenodd, " : "")\(list(corners, \.cssText)))"
    case .path(let data, let evenOdd):
      return "path(\(evenOdd ? "evenodd, " : "")\(Token.string(data.spacedPathData).cssText))"
    }
  }
}

extension ClipPath.ShapeRadius {
  fileprivate var cssText: String {
    switch self {
    case .closestSide: "closest-side"
    case .farthestSide: "farthest-side"
    case .length(let length): length.cssText
    }
  }
}

extension String {
  /// Path data with one space between its commands and numbers, as CSSOM writes it.
  fileprivate var spacedPathData: String {
    var words: [String] = []
    var isInNumber = false
    for character in self {
      switch character {
      case "0"..."9":
        if isInNumber { words[words.count - 1].append(character) } else { words.append(String(character)) }
        isInNumber = true
      case "-", "+":
        if isInNumber, let last = words.last?.last, last == "e" || last == "E" {
          words[words.count - 1].append(character)
        } else {
          words.append(String(character))
        }
        isInNumber = true
      case ".":
        let continues = isInNumber && words.last?.contains(".") == false
        if continues { words[words.count - 1].append(character) } else { words.append("0.") }
        isInNumber = true
      case "e" where isInNumber, "E" where isInNumber: words[words.count - 1].append(character)
      case _ where character.isLetter:
        words.append(String(character))
        isInNumber = false
      default: isInNumber = false
      }
    }
    return words.map { $0.hasPrefix("-.") ? "-0" + $0.dropFirst() : $0 }.joined(separator: " ")
  }
}
