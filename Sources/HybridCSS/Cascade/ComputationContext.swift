/// Turns specified values into computed ones for one element. CSS Cascade 5 §4.4.
struct ComputationContext {
  /// The bases of relative lengths.
  var lengths: LengthContext
  /// The factor by which the user enlarges text.
  var textZoom = 1.0
  /// The parent's `color`, which `currentcolor` stands for in `color`.
  var parentColor: SRGBColor
  /// The parent's `font-weight`, which `bolder` and `lighter` are relative to.
  var parentFontWeight: Double

  /// The context of an element without a parent, on a screen without a size.
  static let initial = ComputationContext(
    lengths: LengthContext(
      fontSize: ComputedStyle.initialFontSize, rootFontSize: ComputedStyle.initialFontSize, viewportWidth: 0,
      viewportHeight: 0),
    parentColor: ComputedStyle(initial: .standard).text.color, parentFontWeight: 400)

  /// The basis of lengths in `font-size` and `line-height`: absolute lengths grow with the text zoom.
  /// Font-relative lengths follow the font and must not grow twice; viewport-relative lengths stay. Browsers
  /// do the same: Gecko's `maybe_zoom_text` and WebKit's `zoomWithTextZoomFactor`, both in `font-size` and
  /// `line-height`.
  private var zoomed: LengthContext {
    var lengths = lengths
    lengths.absoluteScale *= textZoom
    return lengths
  }

  func length(_ value: SpecifiedValue) -> LengthPercentage {
    if case .length(let length) = value { length.computed(in: lengths) } else { .zero }
  }

  func nonNegative(_ value: SpecifiedValue) -> LengthPercentage { length(value).nonNegative }

  /// A length whose percentages are of the font size. CSS Text 4 §8.1 and §8.2.
  func fontRelative(_ value: SpecifiedValue) -> Double { length(value).resolved(against: lengths.fontSize) }

  /// A length without a percentage.
  func points(_ value: SpecifiedValue) -> Double { length(value).points ?? 0 }

  private func points(_ length: SpecifiedLength) -> Double { length.computed(in: lengths).points ?? 0 }

  /// A margin or inset; its only keyword is `auto`.
  func lengthOrAuto(_ value: SpecifiedValue) -> LengthOrAuto {
    if case .length(let length) = value { .length(length.computed(in: lengths)) } else { .auto }
  }

  /// A size; keywords are in the order of ``SizeKeyword``.
  func size(_ value: SpecifiedValue) -> SizeValue {
    if case .length(let length) = value { return .length(length.computed(in: lengths).nonNegative) }
    switch value.keyword() as SizeKeyword {
    case .auto: return .auto
    case .none: return .none
    case .content: return .content
    case .minContent, .webkitMinContent: return .minContent
    case .maxContent, .webkitMaxContent: return .maxContent
    case .fitContent, .webkitFitContent: return .fitContent
    case .stretch, .webkitFillAvailable: return .stretch
    }
  }

  /// The width of a line. CSS Backgrounds 3 §3.3; CSS Values 4 §6.2.1, *snap a length as a border width*.
  ///
  /// Differs from the latter: a width below 1 px stays, since devices have two or three pixels in a CSS px.
  func lineWidth(_ value: SpecifiedValue) -> Double {
    switch value {
    case .keyword(let index):
      let width = [1, 3, 5][min(Int(index), 2)] * lengths.zoom
      return width < 1 ? width : width.rounded(.down)
    default:
      let width = max(points(value), 0)
      return width < 1 ? width : width.rounded(.down)
    }
  }

  /// CSS Fonts 4 §2.5. While `font-size` is computed, ``lengths`` are relative to the parent's font size.
  func fontSize(_ value: SpecifiedValue) -> Double {
    let parent = lengths.fontSize
    switch value {
    case .length(let length): return max(length.computed(in: zoomed).resolved(against: parent), 0)
    case .keyword(let index):
      if index == 8 { return parent * 1.2 }
      if index == 9 { return parent / 1.2 }
      return fontSize(ofKeyword: Int(index), isMonospace: false)
    default: return parent
    }
  }

  /// The size of an absolute keyword. CSS Fonts 4 §2.5.1; in `monospace` those of a default size of 13 px, as
  /// in browsers.
  func fontSize(ofKeyword index: Int, isMonospace: Bool) -> Double {
    let sizes: [Double] =
      isMonospace ? [9, 10, 12, 13, 16, 20, 26, 39] : [9, 10, 13, 16, 18, 24, 32, 48]
    return sizes[min(max(index, 0), sizes.count - 1)] * textZoom * lengths.zoom
  }

  func lineHeight(_ value: SpecifiedValue) -> LineHeight {
    switch value {
    case .number(let factor): .number(max(factor, 0))
    case .length(let length):
      .points(max(length.computed(in: zoomed).resolved(against: lengths.fontSize), 0))
    default: .normal
    }
  }

  func radius(_ value: SpecifiedValue) -> CornerRadius {
    guard case .pair(let x, let y) = value else { return .zero }
    return CornerRadius(
      horizontal: x.computed(in: lengths).nonNegative, vertical: y.computed(in: lengths).nonNegative)
  }

  func position(_ value: SpecifiedValue) -> PositionValue<LengthPercentage> {
    guard case .pair(let x, let y) = value else { return PositionValue(x: .zero, y: .zero) }
    return PositionValue(x: x.computed(in: lengths), y: y.computed(in: lengths))
  }

  func shadows(_ value: SpecifiedValue) -> [ShadowValue<Double>] {
    value.elements.compactMap { value in
      guard case .shadow(let shadow) = value else { return nil }
      return ShadowValue(
        x: points(shadow.x), y: points(shadow.y), blur: max(points(shadow.blur), 0),
        spread: points(shadow.spread),
        color: shadow.color, isInset: shadow.isInset)
    }
  }

  func transform(_ value: SpecifiedValue) -> [TransformFunction<LengthPercentage>] {
    value.elements.compactMap { value in
      guard case .transform(let function) = value else { return nil }
      return switch function {
      case .translate(let x, let y): .translate(x.computed(in: lengths), y.computed(in: lengths))
      case .scale(let x, let y): .scale(x, y)
      case .rotate(let angle): .rotate(angle)
      case .skew(let x, let y): .skew(x, y)
      case .matrix(let numbers): TransformFunction.matrix(numbers).withTranslation(scaledBy: lengths.zoom)
      case .translate3D(let x, let y, let z):
        .translate3D(x.computed(in: lengths), y.computed(in: lengths), z.computed(in: lengths))
      case .scale3D(let x, let y, let z): .scale3D(x, y, z)
      case .rotate3D(let x, let y, let z, let angle): .rotate3D(x, y, z, angle)
      case .matrix3D(let numbers): TransformFunction.matrix3D(numbers).withTranslation(scaledBy: lengths.zoom)
      case .other(let name, let values): .other(name, values)
      }
    }
  }

  func backgroundSize(_ value: SpecifiedValue) -> BackgroundSize<LengthPercentage> {
    switch value {
    case .size(.cover): .cover
    case .size(.contain): .contain
    case .size(.size(let width, let height)):
      .size(width?.computed(in: lengths).nonNegative, height?.computed(in: lengths).nonNegative)
    default: .size(nil, nil)
    }
  }

  func image(_ value: SpecifiedValue) -> Image<LengthPercentage> {
    guard case .image(let image) = value else { return .none }
    switch image {
    case .none: return .none
    case .url(let url): return .url(url)
    case .other(let value): return .other(value)
    case .gradient(let gradient): return .gradient(self.gradient(gradient))
    }
  }

  private func gradient(_ gradient: GradientValue<SpecifiedLength>) -> GradientValue<LengthPercentage> {
    func point(_ value: PositionValue<SpecifiedLength>) -> PositionValue<LengthPercentage> {
      PositionValue(x: value.x.computed(in: lengths), y: value.y.computed(in: lengths))
    }
    let shape: GradientValue<LengthPercentage>.Shape =
      switch gradient.shape {
      case .linear(let angle): .linear(angle: angle)
      case .corner(let right, let bottom): .corner(right: right, bottom: bottom)
      case .conic(let from, let center): .conic(from: from, center: point(center))
      case .radial(let isCircle, let extent, let center):
        .radial(isCircle: isCircle, extent: radialExtent(extent), center: point(center))
      }
    let stops = gradient.stops.map {
      GradientValue<LengthPercentage>.Stop(color: $0.color, position: $0.position?.computed(in: lengths))
    }
    return GradientValue(
      shape: shape, stops: stops, isRepeating: gradient.isRepeating, interpolation: gradient.interpolation)
  }

  private func radialExtent(
    _ extent: GradientValue<SpecifiedLength>.RadialExtent
  ) -> GradientValue<LengthPercentage>.RadialExtent {
    switch extent {
    case .closestSide: .closestSide
    case .closestCorner: .closestCorner
    case .farthestSide: .farthestSide
    case .farthestCorner: .farthestCorner
    case .radii(let x, let y):
      .radii(x.computed(in: lengths).nonNegative, y.computed(in: lengths).nonNegative)
    }
  }

  func tracks(_ value: SpecifiedValue) -> [TrackListItem<LengthPercentage>] {
    guard case .tracks(let items) = value else { return [] }
    return items.map(track)
  }

  private func track(_ item: TrackListItem<SpecifiedLength>) -> TrackListItem<LengthPercentage> {
    switch item {
    case .names(let names): .names(names)
    case .subgrid: .subgrid
    case .repetition(let count, let items): .repetition(count, items.map(track))
    case .track(.breadth(let size)): .track(.breadth(breadth(size)))
    case .track(.minmax(let least, let most)): .track(.minmax(breadth(least), breadth(most)))
    case .track(.fitContent(let limit)): .track(.fitContent(limit.computed(in: lengths).nonNegative))
    }
  }

  private func breadth(_ breadth: TrackBreadth<SpecifiedLength>) -> TrackBreadth<LengthPercentage> {
    switch breadth {
    case .length(let length): .length(length.computed(in: lengths).nonNegative)
    case .fraction(let share): .fraction(share)
    case .auto: .auto
    case .minContent: .minContent
    case .maxContent: .maxContent
    }
  }
}

/// The keywords of sizes; each property takes some of them. CSS Sizing 3 §3.1 and 4 §3.
enum SizeKeyword: String, KeywordValue {
  case auto, none, content, stretch
  case minContent = "min-content"
  case maxContent = "max-content"
  case fitContent = "fit-content"
  case webkitMinContent = "-webkit-min-content"
  case webkitMaxContent = "-webkit-max-content"
  case webkitFitContent = "-webkit-fit-content"
  case webkitFillAvailable = "-webkit-fill-available"
}
