package import HybridGeometry

/// The computed style of one node, limited to properties that affect frames. `LayoutStyle()` has CSS's
/// initial values.
///
/// Sides and axes are physical: the code that computes styles resolves logical properties and inheritance
/// first.
package struct LayoutStyle: Hashable, Sendable {
  /// `display`; the default is that of a `div` on the web.
  package var display = Display.block
  /// `position`.
  package var position = Position.static
  /// `direction`.
  package var direction = Direction.leftToRight
  /// `writing-mode`.
  package var writingMode = WritingMode.horizontal
  /// `box-sizing`.
  package var boxSizing = BoxSizing.contentBox
  /// `overflow-x` (width) and `overflow-y` (height). As in CSS, neither is visible when only one is given.
  package var overflow = Size(Overflow.visible)
  /// `contain`.
  package var contain: Containment = []
  /// `float`.
  package var float = FloatSide.none
  /// `clear`.
  package var clear = Clear.none
  /// The alignment of block-level children by HTML's `align`.
  package var blockAlignment = BlockAlignment.none

  /// `flex-direction`.
  package var flexDirection = FlexDirection.row
  /// `flex-wrap`.
  package var flexWrap = FlexWrap.nowrap
  /// `justify-content`.
  package var justifyContent = Alignment.normal
  /// `align-content`.
  package var alignContent = Alignment.normal
  /// `justify-items`, for grids.
  package var justifyItems = Alignment.normal
  /// `align-items`.
  package var alignItems = Alignment.normal
  /// `justify-self`, for grid items.
  package var justifySelf = Alignment.auto
  /// `align-self`.
  package var alignSelf = Alignment.auto

  /// `flex-grow`.
  package var flexGrow: Float = 0
  /// `flex-shrink`.
  package var flexShrink: Float = 1
  /// `flex-basis`.
  package var flexBasis = Length.auto
  /// `flex-line-count`, for `flex-wrap: balance`: the minimum number of lines.
  package var flexLineCount: UInt16 = 1
  /// `order`.
  package var order: Int32 = 0

  /// The room of a scroll bar, in points: 0 for overlay scroll bars.
  package var scrollbarWidth: Float = 0
  /// `aspect-ratio`, as width over height; nil for `auto`.
  package var aspectRatio: Float?
  /// `width` and `height`.
  package var size = Size(Length.auto)
  /// `min-width` and `min-height`.
  package var minSize = Size(Length.auto)
  /// `max-width` and `max-height`; ``Length/auto`` for `none`.
  package var maxSize = Size(Length.auto)
  /// `top`, `right`, `bottom` and `left`.
  package var inset = Edges(Length.auto)
  /// `margin-top` and so on.
  package var margin = Edges(Length.zero)
  /// `padding-top` and so on.
  package var padding = Edges(Length.zero)
  /// Used border widths: 0 where the border's style is `none`.
  package var border = Edges<Float>(0)
  /// `column-gap` (width) and `row-gap` (height); ``Length/auto`` for `normal`, which is 0.
  package var gap = Size(Length.zero)

  /// The grid properties, of containers and items.
  package var grid: GridStyle {
    get { rareStorage.first?.grid ?? GridStyle() }
    set { setRare { $0.grid = newValue } }
  }

  /// The table properties, of tables and of their parts.
  package var table: TableStyle {
    get { rareStorage.first?.table ?? TableStyle() }
    set { setRare { $0.table = newValue } }
  }

  /// The properties of columns and breaks.
  package var columns: ColumnStyle {
    get { rareStorage.first?.columns ?? ColumnStyle() }
    set { setRare { $0.columns = newValue } }
  }

  /// Whether the box is a legend on the upper border of its container (HTML Standard §15.3.13).
  package var isLegend: Bool {
    get { rareStorage.first?.isLegend ?? false }
    set { setRare { $0.isLegend = newValue } }
  }

  /// The height of the marker beside a list item: its height without a line (CSS Lists 3 §3.5); 0 for none.
  package var markerHeight: Float {
    get { rareStorage.first?.markerHeight ?? 0 }
    set { setRare { $0.markerHeight = newValue } }
  }

  /// The size of the content of a box that is sized as if it were empty (CSS Sizing 4 §4,
  /// `contain-intrinsic-size`); nil for that of no content.
  package var containedSize: Size<Float?> {
    get { rareStorage.first?.containedSize ?? Size(nil) }
    set { setRare { $0.containedSize = newValue } }
  }

  /// Whether the box is a float or out of the flow, and its place is in the lines of the leaf before it, as
  /// the leaf's measure function says.
  package var isInLine: Bool {
    get { rareStorage.first?.isInLine ?? false }
    set { setRare { $0.isInLine = newValue } }
  }

  /// The properties that few nodes have. They are stored apart, because each copy of a style costs by its
  /// size.
  struct RareStyle: Hashable, Sendable {
    var grid = GridStyle()
    var table = TableStyle()
    var columns = ColumnStyle()
    var isLegend = false
    var markerHeight: Float = 0
    var isInLine = false
    var containedSize = Size<Float?>(nil)
  }
  private(set) var rareStorage: [RareStyle] = []

  private mutating func setRare(_ change: (inout RareStyle) -> Void) {
    var rare = rareStorage.first ?? RareStyle()
    change(&rare)
    rareStorage = rare == RareStyle() ? [] : [rare]
  }

  /// The expressions that ``Length/calculation(_:)`` refers to.
  package private(set) var calculations: [LengthExpression] = []

  /// CSS's initial values.
  package init() {}

  /// CSS's initial values.
  package static let css = LayoutStyle()

  /// Yoga's initial values: a column of items that do not shrink, packed at the start, sized by their border
  /// boxes.
  package static let yoga: LayoutStyle = {
    var style = LayoutStyle()
    style.display = .flex
    style.position = .relative
    style.boxSizing = .borderBox
    style.flexDirection = .column
    style.alignItems = .stretch
    style.alignContent = .flexStart
    style.justifyContent = .flexStart
    style.flexShrink = 0
    return style
  }()

  /// A length with the value of `expression` for one of this style's properties, folded where possible.
  package mutating func length(_ expression: LengthExpression) -> Length {
    switch expression {
    case .points(let points): return .points(Float(points))
    case .percent(let percent): return .percent(Float(percent))
    default: break
    }
    if !expression.hasPercentage { return .points(Float(expression.resolved(against: 0))) }
    if let known = calculations.firstIndex(of: expression) { return .calculation(UInt16(known)) }
    guard calculations.count < Int(UInt16.max) else { return .auto }
    calculations.append(expression)
    return .calculation(UInt16(calculations.count - 1))
  }
}
