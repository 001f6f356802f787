import HybridCSS

/// How a property that can be on its way is read from a style and put into one, with the range that its values have.
///
/// What is absent here changes at once (CSS Transitions 1 §3, *discrete* values without `transition-behavior`).
enum TransitionProperty: Sendable {
  typealias Path<Value> = WritableKeyPath<ComputedStyle, Value> & Sendable

  case number(Path<Double>, ClosedRange<Double>)
  case integer(Path<Int>)
  case zIndex
  case length(Path<LengthPercentage>, isNonNegative: Bool)
  case lengthOrAuto(Path<LengthOrAuto>)
  case size(Path<SizeValue>)
  case color(Path<ColorValue>)
  case textColor
  case radius(Path<CornerRadius>)
  case position(Path<PositionValue<LengthPercentage>>)
  case lengths(Path<[LengthPercentage]>)
  case backgroundSize
  case lineHeight
  case shadows(Path<[Shadow<Double>]>)
  case transform
  case visibility

  private static let any = -LengthPercentage.limit...LengthPercentage.limit
  private static let positive = 0...LengthPercentage.limit

  /// All of them; the order is that of ``PropertyID``.
  static let all: [(property: PropertyID, access: TransitionProperty)] =
    byProperty
    .sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }

  static let byProperty: [PropertyID: TransitionProperty] = [
    .fontSize: .number(\.text.fontSize, positive), .lineHeight: .lineHeight, .color: .textColor,
    .fontWeight: .number(\.text.fontWeight, 1...1000), .letterSpacing: .number(\.text.letterSpacing, any),
    .fontStretch: .number(\.text.fontStretch, positive),
    .wordSpacing: .number(\.text.wordSpacing, any),
    .textIndent: .length(\.text.textIndent, isNonNegative: false),
    .textShadow: .shadows(\.text.textShadow), .visibility: .visibility,

    .width: .size(\.box.width), .height: .size(\.box.height), .minWidth: .size(\.box.minWidth),
    .minHeight: .size(\.box.minHeight), .maxWidth: .size(\.box.maxWidth), .maxHeight: .size(\.box.maxHeight),
    .marginTop: .lengthOrAuto(\.box.margin.top), .marginRight: .lengthOrAuto(\.box.margin.right),
    .marginBottom: .lengthOrAuto(\.box.margin.bottom), .marginLeft: .lengthOrAuto(\.box.margin.left),
    .paddingTop: .length(\.box.padding.top, isNonNegative: true),
    .paddingRight: .length(\.box.padding.right, isNonNegative: true),
    .paddingBottom: .length(\.box.padding.bottom, isNonNegative: true),
    .paddingLeft: .length(\.box.padding.left, isNonNegative: true),
    .top: .lengthOrAuto(\.box.inset.top), .right: .lengthOrAuto(\.box.inset.right),
    .bottom: .lengthOrAuto(\.box.inset.bottom), .left: .lengthOrAuto(\.box.inset.left), .zIndex: .zIndex,

    .flexGrow: .number(\.flex.grow, positive), .flexShrink: .number(\.flex.shrink, positive),
    .flexBasis: .size(\.flex.basis), .order: .integer(\.flex.order),
    .rowGap: .length(\.flex.rowGap, isNonNegative: true),
    .columnGap: .length(\.flex.columnGap, isNonNegative: true),

    .borderTopWidth: .number(\.border.widths.top, positive),
    .borderRightWidth: .number(\.border.widths.right, positive),
    .borderBottomWidth: .number(\.border.widths.bottom, positive),
    .borderLeftWidth: .number(\.border.widths.left, positive),
    .borderTopColor: .color(\.border.colors.top), .borderRightColor: .color(\.border.colors.right),
    .borderBottomColor: .color(\.border.colors.bottom), .borderLeftColor: .color(\.border.colors.left),
    .borderTopLeftRadius: .radius(\.border.radii.topLeft),
    .borderTopRightRadius: .radius(\.border.radii.topRight),
    .borderBottomRightRadius: .radius(\.border.radii.bottomRight),
    .borderBottomLeftRadius: .radius(\.border.radii.bottomLeft),
    .outlineWidth: .number(\.border.outlineWidth, positive), .outlineColor: .color(\.border.outlineColor),
    .outlineOffset: .number(\.border.outlineOffset, any),

    .backgroundColor: .color(\.visual.backgroundColor), .opacity: .number(\.visual.opacity, 0...1),
    .backgroundPositionX: .lengths(\.visual.backgroundPositionX),
    .backgroundPositionY: .lengths(\.visual.backgroundPositionY), .backgroundSize: .backgroundSize,
    .boxShadow: .shadows(\.visual.boxShadow), .transform: .transform,
    .transformOrigin: .position(\.visual.transformOrigin),
    .objectPosition: .position(\.visual.objectPosition),
    .textDecorationColor: .color(\.visual.textDecorationColor),
  ]

  /// The value in a style; nil for one that nothing lies between, such as `auto`.
  func value(in style: ComputedStyle) -> TransitionValue? {
    switch self {
    case .number(let path, _): return .number(style[keyPath: path])
    case .integer(let path): return .integer(style[keyPath: path])
    case .zIndex: return style.box.zIndex.map { .integer($0) }
    case .length(let path, _): return .length(style[keyPath: path])
    case .lengthOrAuto(let path):
      if case .length(let length) = style[keyPath: path] { return .length(length) }
      return nil
    case .size(let path):
      if case .length(let length) = style[keyPath: path] { return .length(length) }
      return nil
    case .color(let path): return .color(style[keyPath: path])
    case .textColor: return .color(.rgba(style.text.color))
    case .radius(let path):
      return .lengths([style[keyPath: path].horizontal, style[keyPath: path].vertical])
    case .position(let path): return .lengths([style[keyPath: path].x, style[keyPath: path].y])
    case .lengths(let path): return .lengths(style[keyPath: path])
    case .backgroundSize:
      var lengths: [LengthPercentage] = []
      for size in style.visual.backgroundSize {
        guard case .size(let width?, let height?) = size else { return nil }
        lengths += [width, height]
      }
      return .lengths(lengths)
    case .lineHeight:
      switch style.text.lineHeight {
      case .normal: return nil
      case .number(let factor): return .number(factor)
      case .points(let points): return .length(.points(points))
      }
    case .shadows(let path): return .shadows(style[keyPath: path])
    case .transform: return .transform(style.visual.transform)
    case .visibility: return .visibility(style.text.visibility)
    }
  }

  /// Puts a value into a style, held within what the property allows.
  func set(_ value: TransitionValue, in style: inout ComputedStyle) {
    switch (self, value) {
    case (.number(let path, let range), .number(let number)):
      style[keyPath: path] = min(max(number, range.lowerBound), range.upperBound)
    case (.integer(let path), .integer(let integer)): style[keyPath: path] = integer
    case (.zIndex, .integer(let integer)): style.box.zIndex = integer
    case (.length(let path, let isNonNegative), .length(let length)):
      style[keyPath: path] = isNonNegative ? length.heldPositive : length
    case (.lengthOrAuto(let path), .length(let length)): style[keyPath: path] = .length(length)
    case (.size(let path), .length(let length)): style[keyPath: path] = .length(length.heldPositive)
    case (.color(let path), .color(let color)): style[keyPath: path] = color
    case (.textColor, .color(.rgba(let color))): style.text.color = color
    case (.radius(let path), .lengths(let lengths)) where lengths.count == 2:
      style[keyPath: path].horizontal = lengths[0].heldPositive
      style[keyPath: path].vertical = lengths[1].heldPositive
    case (.position(let path), .lengths(let lengths)) where lengths.count == 2:
      style[keyPath: path].x = lengths[0]
      style[keyPath: path].y = lengths[1]
    case (.lengths(let path), .lengths(let lengths)): style[keyPath: path] = lengths
    case (.backgroundSize, .lengths(let lengths)):
      style.visual.backgroundSize = stride(from: 0, to: lengths.count - 1, by: 2).map {
        .size(lengths[$0].heldPositive, lengths[$0 + 1].heldPositive)
      }
    case (.lineHeight, .number(let factor)): style.text.lineHeight = .number(max(factor, 0))
    case (.lineHeight, .length(.points(let points))): style.text.lineHeight = .points(max(points, 0))
    case (.shadows(let path), .shadows(let shadows)): style[keyPath: path] = shadows
    case (.transform, .transform(let functions)): style.visual.transform = functions
    case (.visibility, .visibility(let visibility)): style.text.visibility = visibility
    default: break  // a value of another kind was never made for this property
    }
  }
}

extension LengthPercentage {
  /// Held at zero or above; what has a percentage, where it is used.
  fileprivate var heldPositive: LengthPercentage {
    switch self {
    case .points(let points): .points(Swift.max(points, 0))
    case .percent(let percent): .percent(Swift.max(percent, 0))
    case .max(let values) where values.first == .zero: self
    default: .max([.zero, self])
    }
  }
}
