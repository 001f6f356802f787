import HybridGeometry

/// The used widths of a box's edges, in points (CSS Box Model 4).
struct BoxModel {
  /// The widths between the border box and the content box: border, padding and scroll bars.
  var insets: Edges<Double>
  /// Border and padding: the widths that `box-sizing` includes or excludes.
  var borderPadding: AxisSums

  /// Limits vertical scroll bars to the width of the box.
  @inline(__always) mutating func limitScrollbars(of style: UsedStyle, toWidth width: Double) {
    guard style.traits.contains(.scrollbars) else { return }
    let room = max(0, width - borderPadding.horizontal)
    let bars = style.scrollbars
    insets.left += min(bars.left, room) - bars.left
    insets.right += min(bars.right, room) - bars.right
  }
}

/// The sum of two opposite edges, for each axis.
struct AxisSums: Sendable {
  /// Left and right.
  var horizontal: Double
  /// Top and bottom.
  var vertical: Double
}

extension LayoutStyle {
  /// The largest extent of a box, in points: far larger than any screen, and small enough to keep precision.
  static let limit = 33_554_432.0

  /// A used value in points from a length or percentage; nil for keywords and for percentages of an
  /// indefinite size.
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

  /// Like ``resolve(_:against:)``, but percentages of an indefinite size and keywords are 0.
  func resolveOrZero(_ length: Length, against whole: Double) -> Double {
    resolve(length, against: whole) ?? resolve(length, against: 0) ?? 0
  }

  /// The offset of relative positioning in a containing block of this size and direction (CSS Positioned
  /// Layout 3 §3.2, CSS 2.2 §9.4.3).
  func relativeOffset(in area: Size<Double>, _ direction: Direction) -> Size<Double> {
    let left = resolve(inset.left, against: area.width)
    let right = resolve(inset.right, against: area.width)
    let top = resolve(inset.top, against: area.height)
    let bottom = resolve(inset.bottom, against: area.height)
    let isFromRight = left == nil || right != nil && direction == .rightToLeft
    return Size(
      width: isFromRight ? -(right ?? 0) : left ?? 0, height: top ?? bottom.map { -$0 } ?? 0)
  }

  /// Whether the box is the containing block of fixed and absolute descendants whatever its `position` (CSS
  /// Containment 1 §3.1 and §3.3).
  var containsPositioned: Bool { !contain.isDisjoint(with: .positioned) }

  /// Excludes NaN and infinities from arithmetic.
  static func clamped(_ value: Double) -> Double {
    value.isNaN ? 0 : Swift.min(Swift.max(value, -limit), limit)
  }

  /// An extent of a box, clamped to ``limit``: sums over many boxes and products of ratios and fractions
  /// could otherwise overflow over many levels. ``indefinite`` stays unchanged; NaN becomes 0.
  @inline(__always) static func limited(_ extent: Double) -> Double {
    extent <= limit || extent == indefinite ? extent : extent.isNaN ? 0 : limit
  }

  /// Padding, border and scroll bars. Padding percentages refer to the containing block's width on all four
  /// sides.
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

  /// The room of scroll bars between border and padding.
  var scrollbars: Edges<Double> {
    var scrollbar = Edges(0.0)
    let bar = Swift.max(0, LayoutStyle.clamped(Double(scrollbarWidth)))
    if overflow.height == .scroll {
      if direction == .leftToRight { scrollbar.right = bar } else { scrollbar.left = bar }
    }
    if overflow.width == .scroll { scrollbar.bottom = bar }
    return scrollbar
  }

  /// Used margins; `auto` is 0.
  func margins(percentageWidth: Double) -> Edges<Double> {
    func used(_ value: Length) -> Double { resolveOrZero(value, against: percentageWidth) }
    return Edges(
      top: used(margin.top), right: used(margin.right), bottom: used(margin.bottom), left: used(margin.left))
  }
}
