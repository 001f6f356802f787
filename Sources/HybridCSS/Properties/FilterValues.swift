package import HybridGeometry

// Filters, clips and images around boxes. Their values are kept as they were written until they are computed.

/// One function of `filter`. Filter Effects 1 §5.
package enum FilterValue: Hashable, Sendable {
  /// All functions but shadows.
  case function(Filter)
  /// `drop-shadow()`, whose blur is the standard deviation.
  case shadow(ShadowValue<Double>)
}

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

/// `border-image-slice`. CSS Backgrounds 3 §5.2: top, right, bottom, left.
package struct FrameSlice: Hashable, Sendable {
  /// A distance from an edge of the image, in pixels of it, or a share of its size.
  package struct Side: Hashable, Sendable {
    package var value: Double
    package var isShare: Bool
  }

  package var sides: [Side]
  /// Whether the middle is painted.
  package var fills = false

  /// The initial value.
  package static let whole = FrameSlice(sides: Array(repeating: Side(value: 1, isShare: true), count: 4))
}

/// `border-image-width` and `border-image-outset`: top, right, bottom, left.
package struct FrameSides: Hashable, Sendable {
  package enum Side: Hashable, Sendable {
    case auto
    /// A factor of the border's width.
    case factor(Double)
    case length(LengthPercentage)
  }

  package var sides: [Side]

  package static let one = FrameSides(sides: Array(repeating: .factor(1), count: 4))
  package static let zero = FrameSides(sides: Array(repeating: .factor(0), count: 4))
}

/// `border-image-repeat`.
package struct FrameRepeat: Hashable, Sendable {
  package var x: FrameRepetition
  package var y: FrameRepetition
}

extension ValueReader {
  /// What `read` reads from all that is left, kept as it was written.
  fileprivate mutating func takeWritten<Value>(
    _ read: (inout ValueReader, ComputationContext) -> Value?
  ) -> SpecifiedValue? {
    let before = Array(reader.rest)
    guard read(&self, .initial) != nil else { return nil }
    return .components(Array(before.prefix(before.count - reader.rest.count)))
  }
}

extension SpecifiedValue {
  /// A value that was kept as written, read again.
  fileprivate func read<Value>(
    _ context: ComputationContext, _ read: (inout ValueReader, ComputationContext) -> Value?
  ) -> Value? {
    guard case .components(let values) = self else { return nil }
    var reader = ValueReader(values, dialect: .standard)
    return read(&reader, context)
  }
}

// MARK: Filters

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

// MARK: Clips

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
  fileprivate mutating func takeClipPath(_ context: ComputationContext) -> ClipPath? {
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
  fileprivate var cssText: String {
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
      return "path(\(evenOdd ? "evenodd, " : "")\(Token.string(data).cssText))"
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

// MARK: Masks

extension ValueType<[PositionValue<LengthPercentage>]> {
  /// Positions of layers.
  static var positions: Self {
    Self(
      .special("positions separated by commas", ["left", "center", "right", "top", "bottom"]) { reader in
        reader.takeCommaList { reader -> SpecifiedValue? in
          reader.takePosition(allowsThreeValues: false).map { .pair($0.x, $0.y) }
        }.map { .list($0) }
      }, { value, context in value.elements.map { context.position($0) } },
      { value, _ in list(value, \.cssText) })
  }
}

extension ValueReader {
  /// `mask`. CSS Masking 1 §4.10, without composition, modes and boxes.
  mutating func takeMask() -> [PropertyID: SpecifiedValue]? {
    let layers = takeCommaList { reader -> [PropertyID: SpecifiedValue]? in
      var values: [PropertyID: SpecifiedValue] = [:]
      while !reader.isAtEnd, reader.reader.peekToken != .comma {
        if values[.maskImage] == nil, let image = reader.takeImage() {
          values[.maskImage] = .image(image)
        } else if values[.maskPosition] == nil,
          let position = reader.takePosition(allowsThreeValues: false)
        {
          values[.maskPosition] = .pair(position.x, position.y)
          if reader.take(delim: "/") {
            guard let size = reader.takeBackgroundSize() else { return nil }
            values[.maskSize] = .size(size)
          }
        } else if values[.maskRepeat] == nil, let repeats = reader.takeBackgroundRepeat() {
          values[.maskRepeat] = .list(repeats)
        } else if !(reader.take(ident: "border-box") || reader.take(ident: "alpha")
          || reader.take(ident: "match-source") || reader.take(ident: "add"))
        {
          return nil
        }
      }
      return values.isEmpty ? nil : values
    }
    guard let layers else { return nil }
    func each(_ path: PropertyID, _ other: SpecifiedValue) -> SpecifiedValue {
      .list(layers.map { $0[path] ?? other })
    }
    let repeats: [SpecifiedValue] = [.keyword(BackgroundRepeat.repeat), .keyword(BackgroundRepeat.repeat)]
    return [
      .maskImage: each(.maskImage, .image(.none)),
      .maskPosition: each(.maskPosition, .pair(.percent(0), .percent(0))),
      .maskSize: each(.maskSize, .size(.size(nil, nil))),
      .maskRepeat: .list(layers.flatMap { $0[.maskRepeat]?.elements ?? repeats }),
    ]
  }
}

// MARK: Images around boxes

extension ValueType<FrameSlice> {
  /// CSS Backgrounds 3 §5.2.
  static var frameSlice: Self {
    Self(
      .special("one to four numbers or percentages, and 'fill'", ["fill"]) { reader in
        reader.takeWritten { reader, _ in reader.takeFrameSlice() }
      }, { value, context in value.read(context) { reader, _ in reader.takeFrameSlice() } ?? .whole },
      { value, _ in
        value.sides.map { $0.isShare ? numberText($0.value * 100) + "%" : numberText($0.value) }
          .joined(separator: " ") + (value.fills ? " fill" : "")
      })
  }
}

extension ValueType<FrameSides> {
  /// CSS Backgrounds 3 §5.3 and §5.4.
  static func frameSides(isWidth: Bool) -> Self {
    Self(
      .special(
        isWidth ? "one to four lengths, percentages, factors or 'auto'" : "one to four lengths or factors",
        isWidth ? ["auto"] : []
      ) { reader in reader.takeWritten { $0.takeFrameSides(isWidth: isWidth, $1) } },
      { value, context in
        value.read(context) { $0.takeFrameSides(isWidth: isWidth, $1) } ?? (isWidth ? .one : .zero)
      },
      { value, _ in
        value.sides.map { side in
          switch side {
          case .auto: "auto"
          case .factor(let factor): numberText(factor)
          case .length(let length): length.cssText
          }
        }.joined(separator: " ")
      })
  }
}

extension ValueType<FrameRepeat> {
  /// CSS Backgrounds 3 §5.5.
  static var frameRepeat: Self {
    Self(
      .special("one or two ways to repeat", FrameRepetition.allCases.map(\.rawValue)) { reader in
        guard let x = reader.take(FrameRepetition.self) else { return nil }
        return .list([.keyword(x), .keyword(reader.take(FrameRepetition.self) ?? x)])
      },
      { value, _ in
        let both: [FrameRepetition] = value.keywords()
        return FrameRepeat(x: both.first ?? .stretch, y: both.last ?? .stretch)
      }, { value, _ in value.x == value.y ? value.x.rawValue : "\(value.x.rawValue) \(value.y.rawValue)" })
  }
}

extension ValueReader {
  fileprivate mutating func takeFrameSlice() -> FrameSlice? {
    var fills = take(ident: "fill")
    var sides: [FrameSlice.Side] = []
    while sides.count < 4 {
      if let number = takeNumber() {
        guard number >= 0 else { return nil }
        sides.append(.init(value: number, isShare: false))
      } else if let percent = takePercentage() {
        guard percent >= 0 else { return nil }
        sides.append(.init(value: percent / 100, isShare: true))
      } else {
        break
      }
    }
    guard let all = Self.four(sides) else { return nil }
    if !fills { fills = take(ident: "fill") }
    return FrameSlice(sides: all, fills: fills)
  }

  fileprivate mutating func takeFrameSides(isWidth: Bool, _ context: ComputationContext) -> FrameSides? {
    var sides: [FrameSides.Side] = []
    while sides.count < 4 {
      if isWidth, take(ident: "auto") {
        sides.append(.auto)
      } else if let number = attempt({ $0.takeNumber() }) {
        guard number >= 0 else { return nil }
        sides.append(.factor(number))
      } else if let length = takeLength(isWidth ? .percent : []) {
        sides.append(.length(length.computed(in: context.lengths)))
      } else {
        break
      }
    }
    return Self.four(sides).map { FrameSides(sides: $0) }
  }

  /// One to four values as those of four sides.
  private static func four<Value>(_ values: [Value]) -> [Value]? {
    guard let top = values.first else { return nil }
    let right = values.count > 1 ? values[1] : top
    return [top, right, values.count > 2 ? values[2] : top, values.count > 3 ? values[3] : right]
  }

  /// `border-image`. CSS Backgrounds 3 §5.6.
  mutating func takeBorderImage() -> [PropertyID: SpecifiedValue]? {
    var values: [PropertyID: SpecifiedValue] = [:]
    while !isAtEnd {
      if values[.borderImageSource] == nil,
        let source = takeValue(of: .borderImageSource)
      {
        values[.borderImageSource] = source
      } else if values[.borderImageSlice] == nil,
        let slice = takeValue(of: .borderImageSlice)
      {
        values[.borderImageSlice] = slice
        guard take(delim: "/") else { continue }
        values[.borderImageWidth] = takeValue(of: .borderImageWidth)
        guard take(delim: "/") else { continue }
        guard let outset = takeValue(of: .borderImageOutset) else { return nil }
        values[.borderImageOutset] = outset
      } else if values[.borderImageRepeat] == nil,
        let repetition = takeValue(of: .borderImageRepeat)
      {
        values[.borderImageRepeat] = repetition
      } else {
        return nil
      }
    }
    return values.isEmpty ? nil : values
  }
}
