/// Which way a flex container runs (CSS Flexbox 1 §2, §5). Offsets in the algorithm count from main-start and cross-start.
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

  init(_ style: LayoutStyle) {
    isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    isReverse = style.flexDirection == .rowReverse || style.flexDirection == .columnReverse
    isMultiLine = style.flexWrap.isMultiLine
    isWrapReverse = style.flexWrap.isReverse
    isBalanced = style.flexWrap == .balance || style.flexWrap == .balanceReverse
    direction = style.direction
  }

  /// Whether main-start is the right or lower edge.
  var isMainFlipped: Bool { isRow ? isReverse != (direction == .rightToLeft) : isReverse }

  /// Whether cross-start is the right or lower edge.
  var isCrossFlipped: Bool { isRow ? isWrapReverse : isWrapReverse != (direction == .rightToLeft) }

  func main<Value>(_ size: Size<Value>) -> Value { isRow ? size.width : size.height }
  func cross<Value>(_ size: Size<Value>) -> Value { isRow ? size.height : size.width }

  func mainStart<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isMainFlipped ? edges.right : edges.left) : (isMainFlipped ? edges.bottom : edges.top)
  }
  func mainEnd<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isMainFlipped ? edges.left : edges.right) : (isMainFlipped ? edges.top : edges.bottom)
  }
  func crossStart<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isCrossFlipped ? edges.bottom : edges.top) : (isCrossFlipped ? edges.right : edges.left)
  }
  func crossEnd<Value>(_ edges: Edges<Value>) -> Value {
    isRow ? (isCrossFlipped ? edges.top : edges.bottom) : (isCrossFlipped ? edges.left : edges.right)
  }
}

/// A flex item on its way through the algorithm. Sizes are border boxes; the outer size adds the margins.
struct FlexItem {
  var node: Int
  /// `align-self`, with `auto`, `normal` and the writing mode worked in.
  var alignment = Alignment.stretch
  var mainStartMargin = 0.0
  var mainEndMargin = 0.0
  var crossStartMargin = 0.0
  var crossEndMargin = 0.0
  var isMainStartAuto = false
  var isMainEndAuto = false
  var isCrossStartAuto = false
  var isCrossEndAuto = false
  var grow = 0.0
  var shrink = 1.0
  /// Border and padding along the main axis: what cannot shrink.
  var mainInsets = 0.0
  /// The flex base size.
  var base = 0.0
  /// Whether the base size comes from a definite length.
  var isBasisDefinite = false
  var minMain = 0.0
  var maxMain = indefinite
  /// The hypothetical main size, then the used one.
  var main = 0.0
  /// The hypothetical cross size, then the used one.
  var cross = 0.0
  /// Whether the cross size is settled by the container's definite one (§9.8 case 1).
  var fillsContainer = false
  var isFrozen = false
  /// Distances of the baseline that takes part in alignment from the margin edge it is aligned near.
  var baselineDistance = 0.0
  var mainOffset = 0.0
  var crossOffset = 0.0
  /// The border box as laid out, and its baselines.
  var size = Size.zero
  var firstBaseline: Double?
  var lastBaseline: Double?

  init(node: Int) { self.node = node }

  /// Takes over what laying the item out gave.
  mutating func take(_ result: BoxResult) {
    size = result.size
    firstBaseline = result.firstBaseline
    lastBaseline = result.lastBaseline
  }

  var mainMargins: Double { mainStartMargin + mainEndMargin }
  var crossMargins: Double { crossStartMargin + crossEndMargin }
  var outerMain: Double { main + mainMargins }
  var outerCross: Double { cross + crossMargins }
  var hasAutoCrossMargin: Bool { isCrossStartAuto || isCrossEndAuto }
  /// Whether the item takes part in baseline alignment: auto margins take it out (§8.3).
  var alignsBaseline: Bool {
    (alignment.keyword == .baseline || alignment.keyword == .lastBaseline) && !hasAutoCrossMargin
  }

  func clamped(_ size: Double) -> Double { max(minMain, min(size, maxMain)) }
}

/// A flex line: a range of the items, in order.
struct FlexLine {
  var items: Range<Int>
  /// The inner main size that the items share.
  var mainSize = 0.0
  var cross = 0.0
  var crossOffset = 0.0
  /// The largest distance of a first baseline from the line's cross-start edge.
  var firstBaselineDistance = 0.0
  /// The largest distance of a last baseline from the line's cross-end edge.
  var lastBaselineDistance = 0.0
}
