import HybridGeometry

/// A style as layout reads it: a position in the style table, not a copy. Valid during the layout.
@safe struct UsedStyle {
  private let entry: UnsafePointer<StyleEntry>

  init(_ entry: UnsafePointer<StyleEntry>) { unsafe self.entry = entry }

  @inline(__always) private var given: LayoutStyle {
    unsafeAddress { unsafe UnsafePointer(entry.pointer(to: \.given).unsafelyUnwrapped) }
  }

  @inline(__always) var traits: StyleTraits { unsafe entry.pointee.traits }
  @inline(__always) var flexGrow: Double { unsafe entry.pointee.flexGrow }
  @inline(__always) var flexShrink: Double { unsafe entry.pointee.flexShrink }
  @inline(__always) var display: Display { given.display }
  @inline(__always) var position: Position { given.position }
  @inline(__always) var direction: Direction { given.direction }
  @inline(__always) var writingMode: WritingMode { given.writingMode }
  @inline(__always) var boxSizing: BoxSizing { given.boxSizing }
  @inline(__always) var overflow: Size<Overflow> { given.overflow }
  @inline(__always) var contain: Containment { given.contain }
  /// Whether the box is as high as if it were empty (CSS Containment 1 §3.2).
  @inline(__always) var isHeightContained: Bool { given.contain.contains(.size) }
  /// Whether the box is as wide as if it were empty (CSS Containment 3 §3.3).
  @inline(__always) var isWidthContained: Bool { !given.contain.isDisjoint(with: .width) }
  /// The size of the content instead of that of no content, where one is given.
  var containedSize: Size<Double?> {
    let size = given.containedSize
    return Size(width: size.width.map { Double($0) }, height: size.height.map { Double($0) })
  }
  @inline(__always) var isLegend: Bool { traits.contains(.legend) }
  /// The height of the marker beside a list item.
  var markerHeight: Double { Double(given.markerHeight) }
  @inline(__always) var isInLine: Bool { traits.contains(.inLine) }
  @inline(__always) var float: FloatSide { given.float }
  @inline(__always) var clear: Clear { given.clear }
  @inline(__always) var blockAlignment: BlockAlignment { given.blockAlignment }
  @inline(__always) var flexDirection: FlexDirection { given.flexDirection }
  @inline(__always) var flexWrap: FlexWrap { given.flexWrap }
  @inline(__always) var justifyContent: Alignment { given.justifyContent }
  @inline(__always) var alignContent: Alignment { given.alignContent }
  @inline(__always) var justifyItems: Alignment { given.justifyItems }
  @inline(__always) var alignItems: Alignment { given.alignItems }
  @inline(__always) var justifySelf: Alignment { given.justifySelf }
  @inline(__always) var alignSelf: Alignment { given.alignSelf }
  @inline(__always) var flexBasis: Length { given.flexBasis }
  @inline(__always) var flexLineCount: UInt16 { given.flexLineCount }
  @inline(__always) var order: Int32 { given.order }
  @inline(__always) var size: Size<Length> { given.size }
  @inline(__always) var minSize: Size<Length> { given.minSize }
  @inline(__always) var maxSize: Size<Length> { given.maxSize }
  @inline(__always) var inset: Edges<Length> { given.inset }
  @inline(__always) var margin: Edges<Length> { given.margin }
  @inline(__always) var padding: Edges<Length> { given.padding }
  @inline(__always) var border: Edges<Float> { given.border }
  @inline(__always) var gap: Size<Length> { given.gap }
  @inline(__always) var grid: GridStyle { given.grid }
  @inline(__always) var table: TableStyle { given.table }
  var columns: ColumnStyle { given.columns }

  /// Whether nothing limits the width: neither `min-width` and `max-width` nor limits transferred by an
  /// aspect ratio.
  @inline(__always) var hasFreeWidth: Bool { traits.contains(.freeWidth) }
  /// Whether nothing limits the height.
  @inline(__always) var hasFreeHeight: Bool { traits.contains(.freeHeight) }

  /// Whether the box is a scroll container.
  @inline(__always) var isScrollContainer: Bool { traits.contains(.scrolls) }
  /// Whether the box is out of flow by `position`.
  @inline(__always) var isOutOfFlow: Bool { traits.contains(.outOfFlow) }
  /// Whether the box is an independent formatting context (CSS Display 3 §4.1), as far as the style
  /// determines it.
  @inline(__always) var isIndependent: Bool { traits.contains(.independent) }
  /// The preferred aspect ratio, if there is one.
  @inline(__always) var ratio: Double? { traits.contains(.ratio) ? unsafe entry.pointee.ratio : nil }

  /// A used value in points from a length or percentage; nil for keywords and for percentages of an
  /// indefinite size.
  @inline(__always) func resolve(_ length: Length, against whole: Double) -> Double? {
    switch length {
    case .points(let points): Double(points)
    case .percent(let percent): whole.isDefinite ? LayoutStyle.clamped(Double(percent) / 100 * whole) : nil
    case .calculation(let index): resolve(calculation: index, against: whole)
    default: nil
    }
  }

  /// Whether the box is the containing block of fixed and absolute descendants by containment.
  var containsPositioned: Bool { given.containsPositioned }

  /// The offset of relative positioning.
  func relativeOffset(in area: Size<Double>, _ direction: Direction) -> Size<Double> {
    given.relativeOffset(in: area, direction)
  }

  /// Like ``resolve(_:against:)``, for lengths that are not the style's own: grid tracks.
  func resolveAny(_ length: Length, against whole: Double) -> Double? {
    given.resolve(length, against: whole)
  }

  @inline(never) private func resolve(calculation index: UInt16, against whole: Double) -> Double? {
    given.resolve(.calculation(index), against: whole)
  }

  /// Like ``resolve(_:against:)``, but percentages of an indefinite size and keywords are 0.
  @inline(__always) func resolveOrZero(_ length: Length, against whole: Double) -> Double {
    if case .points(let points) = length { return Double(points) }
    if length.isAuto { return 0 }
    return resolve(length, against: whole) ?? resolve(length, against: 0) ?? 0
  }

  /// Padding, border and scroll bars. Padding percentages refer to the containing block's width on all four
  /// sides.
  @inline(__always) func boxModel(percentageWidth: Double) -> BoxModel {
    if traits.contains(.percentPadding) { return boxModelByWidth(percentageWidth) }
    return unsafe BoxModel(insets: entry.pointee.insets, borderPadding: entry.pointee.borderPadding)
  }

  /// Used margins; `auto` is 0.
  @inline(__always) func margins(percentageWidth: Double) -> Edges<Double> {
    if traits.contains(.percentMargins) { return marginsByWidth(percentageWidth) }
    return unsafe entry.pointee.margins
  }

  @inline(never) private func boxModelByWidth(_ width: Double) -> BoxModel {
    given.boxModel(percentageWidth: width)
  }

  @inline(never) private func marginsByWidth(_ width: Double) -> Edges<Double> {
    given.margins(percentageWidth: width)
  }

  /// The room of scroll bars between border and padding.
  var scrollbars: Edges<Double> { traits.contains(.scrollbars) ? given.scrollbars : .zero }

  /// Used border widths.
  var borders: Edges<Double> { given.borders }
}
