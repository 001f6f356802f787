/// The used widths of a box's edges, in points (CSS Box Model 4).
struct BoxModel {
  var border: Edges<Double>
  var padding: Edges<Double>
  /// Room that scroll bars take between border and padding.
  var scrollbar: Edges<Double>

  /// Border and padding: what `box-sizing` counts in or out.
  var borderPadding: Edges<Double> { border + padding }
  /// All that lies between the border box and the content box.
  var insets: Edges<Double> { border + padding + scrollbar }

  /// Keeps vertical bars inside a box that is narrower than they are.
  mutating func limitScrollbars(toWidth width: Double) {
    let room = max(0, width - borderPadding.horizontal)
    scrollbar.left = min(scrollbar.left, room)
    scrollbar.right = min(scrollbar.right, room)
  }
}

extension LayoutStyle {
  /// The largest extent that anything has, in points: far more than any screen, far less than what loses precision.
  static let limit = 33_554_432.0

  /// A used value in points from a length or percentage; nil for keywords and for percentages of what is indefinite.
  func resolve(_ length: Length, against whole: Double) -> Double? {
    switch length {
    case .points(let points): return LayoutStyle.clamped(Double(points))
    case .percent(let percent):
      return whole.isDefinite ? LayoutStyle.clamped(Double(percent) / 100 * whole) : nil
    case .calculation(let index):
      guard whole.isDefinite, Int(index) < calculations.count else { return nil }
      return LayoutStyle.clamped(calculations[Int(index)].resolved(against: whole))
    default: return nil
    }
  }

  /// As ``resolve(_:against:)``, with percentages of what is indefinite and keywords counting as nothing.
  func resolveOrZero(_ length: Length, against whole: Double) -> Double {
    resolve(length, against: whole) ?? resolve(length, against: 0) ?? 0
  }

  /// Keeps not-a-number and infinities out of all arithmetic.
  static func clamped(_ value: Double) -> Double {
    value.isNaN ? 0 : Swift.min(Swift.max(value, -limit), limit)
  }

  /// Whether a value is a percentage or has one in it.
  func hasPercentage(_ length: Length) -> Bool {
    switch length {
    case .percent, .calculation: true
    default: false
    }
  }

  /// Padding, border and scroll bars. Percentages of padding refer to the containing block's width on all four sides.
  func boxModel(percentageWidth: Double) -> BoxModel {
    func positive(_ value: Float) -> Double { Swift.max(0, LayoutStyle.clamped(Double(value))) }
    func used(_ value: Length) -> Double { Swift.max(0, resolveOrZero(value, against: percentageWidth)) }
    var scrollbar = Edges(0.0)
    let bar = positive(scrollbarWidth)
    if overflow.height == .scroll {
      if direction == .leftToRight { scrollbar.right = bar } else { scrollbar.left = bar }
    }
    if overflow.width == .scroll { scrollbar.bottom = bar }
    return BoxModel(
      border: Edges(
        top: positive(border.top), right: positive(border.right), bottom: positive(border.bottom),
        left: positive(border.left)),
      padding: Edges(
        top: used(padding.top), right: used(padding.right), bottom: used(padding.bottom),
        left: used(padding.left)),
      scrollbar: scrollbar)
  }

  /// Whether padding hangs on the containing block's width.
  var hasPercentPadding: Bool {
    hasPercentage(padding.left) || hasPercentage(padding.right) || hasPercentage(padding.top)
      || hasPercentage(padding.bottom)
  }

  /// Used margins, `auto` counting as nothing.
  func margins(percentageWidth: Double) -> Edges<Double> {
    func used(_ value: Length) -> Double { resolveOrZero(value, against: percentageWidth) }
    return Edges(
      top: used(margin.top), right: used(margin.right), bottom: used(margin.bottom), left: used(margin.left))
  }

  /// Whether the box is a scroll container.
  var isScrollContainer: Bool { overflow.width.isScrollContainer || overflow.height.isScrollContainer }

  /// Whether the box is taken out of the flow by `position`.
  var isOutOfFlow: Bool { position == .absolute || position == .fixed }

  /// Whether floats and margins inside stay inside (CSS Display 3 §4.1), as far as the style says.
  var isIndependent: Bool {
    display == .flex || display == .grid || display == .flowRoot || isScrollContainer || isOutOfFlow
      || float != .none
      || !contain.isDisjoint(with: [.layout, .paint]) || alignContent.keyword != .normal
  }

  /// The preferred aspect ratio, if it is one.
  var ratio: Double? {
    guard let aspectRatio, aspectRatio > 0, aspectRatio < .infinity else { return nil }
    return Double(aspectRatio)
  }
}
