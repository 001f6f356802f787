import HybridGeometry

/// The axes of a flex container (CSS Flexbox 1 §2, §5). Offsets in the algorithm are relative to main-start
/// and cross-start.
struct FlexAxes {
  /// Whether the main axis is horizontal.
  var isRow: Bool
  var isMultiLine: Bool
  /// `row-reverse` or `column-reverse`.
  var isReverse: Bool
  /// `wrap-reverse`.
  var isWrapReverse: Bool
  /// `balance`: lines of about the same length.
  var isBalanced: Bool
  var direction: Direction
  /// Whether main-start is the right or lower edge.
  var isMainFlipped: Bool
  /// Whether cross-start is the right or lower edge.
  var isCrossFlipped: Bool

  @inline(__always) init(_ style: UsedStyle) {
    isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    isReverse = style.flexDirection == .rowReverse || style.flexDirection == .columnReverse
    isMultiLine = style.flexWrap.isMultiLine
    isWrapReverse = style.flexWrap.isReverse
    isBalanced = style.flexWrap == .balance || style.flexWrap == .balanceReverse
    direction = style.direction
    let isRightToLeft = style.direction == .rightToLeft
    isMainFlipped = isRow ? isReverse != isRightToLeft : isReverse
    isCrossFlipped = isRow ? isWrapReverse : isWrapReverse != isRightToLeft
  }

  @inline(__always) func main<Value>(_ size: Size<Value>) -> Value { isRow ? size.width : size.height }
  @inline(__always) func cross<Value>(_ size: Size<Value>) -> Value { isRow ? size.height : size.width }
  @inline(__always) func main(_ sums: AxisSums) -> Double { isRow ? sums.horizontal : sums.vertical }
  @inline(__always) func cross(_ sums: AxisSums) -> Double { isRow ? sums.vertical : sums.horizontal }

  @inline(__always) func mainStart<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isMainFlipped ? edges.right : edges.left) : (isMainFlipped ? edges.bottom : edges.top)
  }
  @inline(__always) func mainEnd<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isMainFlipped ? edges.left : edges.right) : (isMainFlipped ? edges.top : edges.bottom)
  }
  @inline(__always) func crossStart<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isCrossFlipped ? edges.bottom : edges.top) : (isCrossFlipped ? edges.right : edges.left)
  }
  @inline(__always) func crossEnd<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isCrossFlipped ? edges.top : edges.bottom) : (isCrossFlipped ? edges.left : edges.right)
  }
}

/// A flex item in the algorithm. Sizes are border boxes; the outer size adds the margins.
struct FlexItem: BitwiseCopyable {
  /// Boolean states.
  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt16
    /// Automatic margins.
    static let mainStartAuto = Flags(rawValue: 1)
    static let mainEndAuto = Flags(rawValue: 2)
    static let crossStartAuto = Flags(rawValue: 4)
    static let crossEndAuto = Flags(rawValue: 8)
    /// `align-self: stretch` has an effect: the cross size is `auto` and neither cross margin is (§8.3).
    static let stretches = Flags(rawValue: 16)
    /// The cross size is determined by the container's definite one (§9.8 case 1).
    static let fillsContainer = Flags(rawValue: 32)
    /// The base size comes from a definite length.
    static let definiteBasis = Flags(rawValue: 64)
    /// The automatic minimum is not computed yet: it counts only if the item shrinks.
    static let openMinimum = Flags(rawValue: 128)
    /// The target main size is final (§9.7).
    static let frozen = Flags(rawValue: 256)
    /// Participates in baseline alignment; auto margins exclude it (§8.3).
    static let alignsBaseline = Flags(rawValue: 512)
    /// Nothing about the item has changed since it was last placed: see ``FlexList``.
    static let settled = Flags(rawValue: 1024)
    /// Both margins of an axis. Constants, since a literal of two flags takes memory in a debug build.
    static let mainAuto = Flags(rawValue: 1 + 2)
    static let crossAuto = Flags(rawValue: 4 + 8)
  }

  var node: Int
  private let growFactor: Float
  private let shrinkFactor: Float
  /// Position of its style in the style table.
  private let styleEntry: Int32
  var flags: Flags = []
  /// `align-self`, with `auto`, `normal` and the writing mode resolved.
  var alignment = Alignment.stretch
  var mainStartMargin = 0.0
  var crossStartMargin = 0.0
  /// The sum of start and end margin.
  var mainMargins = 0.0
  var crossMargins = 0.0
  /// Border and padding along the main axis, which cannot shrink.
  var mainInsets = 0.0
  /// The flex base size.
  var base = 0.0
  var minMain = 0.0
  var maxMain = indefinite
  /// The hypothetical main size, then the used one.
  var main = 0.0
  /// The main size before its limits, while lengths flex; then the offset from main-start.
  var mainOffset = 0.0
  /// The hypothetical cross size, then the used one.
  var cross = 0.0
  var crossOffset = 0.0
  /// The distance of the item's alignment baseline from the margin edge that it is aligned to.
  var baselineDistance = 0.0
  /// The border box as laid out, and its baselines; NaN for none.
  var size = Size.zero
  private var first = Double.nan
  private var last = Double.nan
  /// The hypothetical cross size, which ``cross`` replaces later.
  var hypotheticalCross = 0.0
  /// The main size and the corner when it was last placed.
  var settledMain = 0.0
  var settledX = 0.0
  var settledY = 0.0

  @inline(__always) init(node: Int, entry: Int32, style: UsedStyle) {
    self.node = node
    styleEntry = entry
    growFactor = Float(style.flexGrow)
    shrinkFactor = Float(style.flexShrink)
  }

  /// `flex-grow` and `flex-shrink`.
  @inline(__always) var grow: Double { Double(growFactor) }
  @inline(__always) var shrink: Double { Double(shrinkFactor) }

  @inline(__always) func style(_ styles: Table<StyleEntry>) -> UsedStyle {
    unsafe UsedStyle(styles.pointer(to: Int(styleEntry)))
  }

  /// Stores the result of laying the item out.
  @inline(__always) mutating func take(_ result: BoxResult) {
    size = result.size
    first = result.firstBaseline ?? .nan
    last = result.lastBaseline ?? .nan
  }

  var firstBaseline: Double? { first.isNaN ? nil : first }
  var lastBaseline: Double? { last.isNaN ? nil : last }
  @inline(__always) var outerMain: Double { main + mainMargins }
  @inline(__always) var outerCross: Double { cross + crossMargins }
  var mainEndMargin: Double { mainMargins - mainStartMargin }
  var crossEndMargin: Double { crossMargins - crossStartMargin }
  var hasAutoCrossMargin: Bool { !flags.isDisjoint(with: .crossAuto) }
  var alignsBaseline: Bool { flags.contains(.alignsBaseline) }
  @inline(__always) func clamped(_ size: Double) -> Double { max(minMain, min(size, maxMain)) }
}

/// A flex line: a range of the items, in order.
struct FlexLine: BitwiseCopyable {
  var start: Int
  var end: Int
  /// The outer hypothetical main sizes and the gaps.
  var hypotheticalMain = 0.0
  /// The inner main size that the items share.
  var mainSize = 0.0
  var cross = 0.0
  var crossOffset = 0.0
  /// The largest distance of a first baseline from the line's cross-start edge.
  var firstBaselineDistance = 0.0
  /// The largest distance of a last baseline from the line's cross-end edge.
  var lastBaselineDistance = 0.0
  var hasBaselines = false

  var items: Range<Int> { start..<end }
  var count: Int { end - start }

  init(_ items: Range<Int>) {
    start = items.lowerBound
    end = items.upperBound
  }
}
