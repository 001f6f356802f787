import HybridDrawing
import HybridGeometry
import HybridUnits

/// The position of content in its box, as bits (`Documentation/template-format.md`, *Values*).
struct Gravity: OptionSet, Hashable, Sendable {
  var rawValue: Int
  static let left = Gravity(rawValue: 1)
  static let right = Gravity(rawValue: 2)
  static let horizontalCenter = Gravity(rawValue: 4)
  static let top = Gravity(rawValue: 8)
  static let bottom = Gravity(rawValue: 16)
  static let verticalCenter = Gravity(rawValue: 32)
  /// The default of components.
  static let initial: Gravity = [.left, .top]
}

/// How a width or a height is computed.
enum SizeRule<Length: Hashable & Sendable>: Hashable, Sendable {
  case matchParent
  case wrapContent
  case length(Length)
}

/// One side follows from the other (`Documentation/template-components.md`, *Attributes of every component*).
struct AspectRule: Hashable, Sendable {
  enum Direction: Sendable { case heightFromWidth, widthFromHeight }
  var direction: Direction
  var x: Double
  var y: Double

  func height(width: Double) -> Double { TemplateUnits.bounded(width * y / x) }
  func width(height: Double) -> Double { TemplateUnits.bounded(height * x / y) }
}

/// The layout inputs of a component (`Documentation/template-components.md`), in pixels or points.
struct ComponentBox<Length: SignedNumeric & Comparable & Hashable & Sendable>: Sendable {
  var width = SizeRule<Length>.length(0)
  var height = SizeRule<Length>.length(0)
  var margin = Edges<Length>(0)
  var padding = Edges<Length>(0)
  /// The width that a border takes from the content on each side: 0 on iOS.
  var border: Length = 0
  var minWidth: Length = 0
  var minHeight: Length = 0
  var gravity = Gravity.initial
  /// Empty for none.
  var layoutGravity: Gravity = []
  /// Whether layout skips it: gone, or too deep in the tree.
  var isGone = false
  var aspect: AspectRule?
  /// `orientation`, if set.
  var isHorizontal: Bool?
  /// Its share of the free space of a RatioLayout; 0 for a child of fixed size.
  var ratio = 0.0

  var marginWidth: Length { margin.left + margin.right }
  var marginHeight: Length { margin.top + margin.bottom }
  var paddingWidth: Length { padding.left + padding.right }
  var paddingHeight: Length { padding.top + padding.bottom }
}

extension Component {
  fileprivate var gravity: Gravity { choice(AttributeKey.gravity).map(Gravity.init) ?? .initial }

  fileprivate func sides<Length>(
    _ keys: Edges<StringID>, all: StringID?, read: (AttributeValue) -> Length
  ) -> Edges<Length> where Length: ExpressibleByIntegerLiteral {
    let rest = all.flatMap { attributes[$0].map(read) } ?? 0
    func side(_ key: StringID) -> Length { attributes[key].map(read) ?? rest }
    return Edges(
      top: side(keys.top), right: side(keys.right), bottom: side(keys.bottom), left: side(keys.left))
  }

  fileprivate func aspect(platform: TemplatePlatform) -> AspectRule? {
    guard let direction = choice(AttributeKey.autoDimDirection), direction == 1 || direction == 2 else {
      return nil
    }
    let rest = platform == .android ? 1.0 : 0
    let x = factor(AttributeKey.autoDimX) ?? rest
    let y = factor(AttributeKey.autoDimY) ?? rest
    guard x > 0, y > 0 else { return nil }
    return AspectRule(direction: direction == 1 ? .heightFromWidth : .widthFromHeight, x: x, y: y)
  }

  fileprivate var ratio: Double { max(factor(AttributeKey.layoutRatio) ?? 0, 0) }

  fileprivate var isGone: Bool { choice(AttributeKey.visibility) == 2 }
}

private let marginKeys = Edges(
  top: AttributeKey.layoutMarginTop, right: AttributeKey.layoutMarginRight,
  bottom: AttributeKey.layoutMarginBottom, left: AttributeKey.layoutMarginLeft)
private let paddingKeys = Edges(
  top: AttributeKey.paddingTop, right: AttributeKey.paddingRight, bottom: AttributeKey.paddingBottom,
  left: AttributeKey.paddingLeft)

extension ComponentBox<Int> {
  /// The layout inputs for Android, in pixels.
  init(pixelsOf component: Component, units: TemplateUnits, isRightToLeft: Bool) {
    let read = { units.pixels($0) }
    width = Self.rule(AttributeKey.layoutWidth, of: component, units: units)
    height = Self.rule(AttributeKey.layoutHeight, of: component, units: units)
    margin = component.sides(marginKeys, all: AttributeKey.layoutMargin, read: read)
    padding = component.sides(paddingKeys, all: AttributeKey.padding, read: read)
    if isRightToLeft { swap(&padding.left, &padding.right) }
    border = max(0, component.attributes[AttributeKey.borderWidth].map(read) ?? 0)
    minWidth = component.attributes[AttributeKey.minWidth].map(read) ?? 0
    minHeight = component.attributes[AttributeKey.minHeight].map(read) ?? 0
    gravity = component.gravity
    layoutGravity = component.choice(AttributeKey.layoutGravity).map(Gravity.init) ?? []
    isGone = component.isGone
    aspect = component.aspect(platform: .android)
    isHorizontal = component.isHorizontal
    ratio = component.ratio
  }

  /// Numbers above -1 are lengths; -1 and -2 are keywords; other numbers are passed on unchanged.
  private static func rule(_ key: StringID, of component: Component, units: TemplateUnits) -> SizeRule<Int> {
    guard let value = component.attributes[key], let number = value.number else {
      return component.bound.contains(key) ? .wrapContent : .length(0)
    }
    let pixels = number.value > -1 ? units.pixels(value) : Int(TemplateUnits.bounded(number.value))
    return pixels == -1 ? .matchParent : pixels == -2 ? .wrapContent : .length(pixels)
  }

  /// Padding plus border: the distance between a layout's edge and its children.
  var insets: Edges<Int> {
    Edges(
      top: padding.top + border, right: padding.right + border, bottom: padding.bottom + border,
      left: padding.left + border)
  }
}

extension ComponentBox<Double> {
  /// The layout inputs for iOS, in points. There are no shorthands, and borders take no space.
  init(pointsOf component: Component, units: TemplateUnits) {
    let read = { units.points($0) }
    width = Self.rule(AttributeKey.layoutWidth, of: component, units: units)
    height = Self.rule(AttributeKey.layoutHeight, of: component, units: units)
    margin = component.sides(marginKeys, all: nil, read: read)
    padding = component.sides(paddingKeys, all: nil, read: read)
    gravity = component.gravity
    layoutGravity = component.choice(AttributeKey.layoutGravity).map(Gravity.init) ?? []
    isGone = component.isGone
    aspect = component.aspect(platform: .ios)
    isHorizontal = component.isHorizontal
    ratio = component.ratio
  }

  private static func rule(
    _ key: StringID, of component: Component, units: TemplateUnits
  ) -> SizeRule<Double> {
    guard let value = component.attributes[key] else { return .length(0) }
    let points = units.points(value)
    return points == -1 ? .matchParent : points == -2 ? .wrapContent : .length(max(points, 0))
  }
}

extension Edges where Value: AdditiveArithmetic {
  /// The sum of left and right.
  var width: Value { left + right }
  /// The sum of top and bottom.
  var height: Value { top + bottom }
}
