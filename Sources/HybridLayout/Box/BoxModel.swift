import HybridGeometry

/// The used widths of a box's edges, in points (CSS Box Model 4).
struct BoxModel {
  /// All that lies between the border box and the content box: border, padding and scroll bars.
  var insets: Edges<Double>
  /// Border and padding: what `box-sizing` counts in or out.
  var borderPadding: AxisSums

  /// Keeps vertical bars inside a box that is narrower than they are.
  @inline(__always) mutating func limitScrollbars(of style: UsedStyle, toWidth width: Double) {
    guard style.traits.contains(.scrollbars) else { return }
    let room = max(0, width - borderPadding.horizontal)
    let bars = style.scrollbars
    insets.left += min(bars.left, room) - bars.left
    insets.right += min(bars.right, room) - bars.right
  }
}

/// What two opposite edges have together, for each axis.
struct AxisSums: Sendable {
  /// Left and right.
  var horizontal: Double
  /// Top and bottom.
  var vertical: Double
}

extension LayoutStyle {
  /// The largest extent that anything has, in points: far more than any screen, far less than what loses
  /// precision.
  static let limit = 33_554_432.0

  /// A used value in points from a length or percentage; nil for keywords and for percentages of what is
  /// indefinite.
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

  /// How far relative positioning moves the box in a containing block of this size and direction (CSS
  /// Positioned Layout 3 §3.2, CSS 2.2 §9.4.3).
  func relativeOffset(in area: Size<Double>, _ direction: Direction) -> Size<Double> {
    let left = resolve(inset.left, against: area.width)
    let right = resolve(inset.right, against: area.width)
    let top = resolve(inset.top, against: area.height)
    let bottom = resolve(inset.bottom, against: area.height)
    let isFromRight = left == nil || right != nil && direction == .rightToLeft
    return Size(
      width: isFromRight ? -(right ?? 0) : left ?? 0, height: top ?? bottom.map { -$0 } ?? 0)
  }

  /// Whether fixed and absolute boxes inside refer to the box whatever its `position` (CSS Containment 1 §3.1
  /// and §3.3).
  var containsPositioned: Bool { !contain.isDisjoint(with: [.layout, .paint]) }

  /// Keeps not-a-number and infinities out of all arithmetic.
  static func clamped(_ value: Double) -> Double {
    value.isNaN ? 0 : Swift.min(Swift.max(value, -limit), limit)
  }

  /// An extent of a box, which is at most ``limit``: sums over many boxes and products of ratios and
  /// fractions would otherwise grow past all numbers, level by level. What is ``indefinite`` stays so; what
  /// is no number is nothing.
  @inline(__always) static func limited(_ extent: Double) -> Double {
    extent <= limit || extent == indefinite ? extent : extent.isNaN ? 0 : limit
  }

  /// Padding, border and scroll bars. Percentages of padding refer to the containing block's width on all
  /// four sides.
  func boxModel(percentageWidth: Double) -> BoxModel {
    func used(_ value: Length) -> Double { Swift.max(0, resolveOrZero(value, against: percentageWidth)) }
    let padding = Edges(
      top: used(padding.top), right: used(padding.right), bottom: used(padding.bottom),
      left: used(padding.left))
    let borderPadding = borders + padding
    return BoxModel(
      insets: borderPadding + scrollbars,
      borderPadding: AxisSums(horizontal: borderPadding.horizontal, vertical: borderPadding.vertical))
  }

  /// Used border widths.
  var borders: Edges<Double> {
    func positive(_ value: Float) -> Double { Swift.max(0, LayoutStyle.clamped(Double(value))) }
    return Edges(
      top: positive(border.top), right: positive(border.right), bottom: positive(border.bottom),
      left: positive(border.left))
  }

  /// Room that scroll bars take between border and padding.
  var scrollbars: Edges<Double> {
    var scrollbar = Edges(0.0)
    let bar = Swift.max(0, LayoutStyle.clamped(Double(scrollbarWidth)))
    if overflow.height == .scroll {
      if direction == .leftToRight { scrollbar.right = bar } else { scrollbar.left = bar }
    }
    if overflow.width == .scroll { scrollbar.bottom = bar }
    return scrollbar
  }

  /// Used margins, `auto` counting as nothing.
  func margins(percentageWidth: Double) -> Edges<Double> {
    func used(_ value: Length) -> Double { resolveOrZero(value, against: percentageWidth) }
    return Edges(
      top: used(margin.top), right: used(margin.right), bottom: used(margin.bottom), left: used(margin.left))
  }
}
