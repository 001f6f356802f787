import HybridGeometry
import HybridLayout

/// A small random number generator, so that a failing seed can be run again.
struct Random: RandomNumberGenerator {
  private var state: UInt64
  /// Whether styles may be those of tables and their parts.
  let hasTables: Bool
  /// Whether they may be those of subgrids and of columns.
  let hasShares: Bool

  /// Equal seeds give equal numbers.
  init(seed: UInt64, hasTables: Bool = false, hasShares: Bool = false) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
    self.hasTables = hasTables
    self.hasShares = hasShares
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  /// True with a probability of 1 / `count`.
  mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// One of several values, all equally likely.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  /// A whole number of points.
  mutating func number(_ range: ClosedRange<Int>) -> Float { Float(Int.random(in: range, using: &self)) }
}

/// Styles of every kind of box, as far as the layout engine knows them.
extension Random {
  /// A style in which each property has its initial value more often than not.
  mutating func style() -> LayoutStyle {
    var style = oneIn(4) ? LayoutStyle.yoga : .css
    style.display = pick([.flex, .flex, .block, .block, .block, .grid, .grid, .contents, .none, .flowRoot])
    if hasTables, oneIn(3) { style.display = tablePart() }
    if hasShares, oneIn(3) { share(&style) }
    style.position = pick([.static, .static, .static, .relative, .relative, .absolute, .fixed, .sticky])
    for _ in 0..<Int.random(in: 2..<9, using: &self) { change(&style) }
    return style
  }

  /// Gives one property, or one group of properties, another value.
  mutating func change(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<(hasTables ? 13 : 12), using: &self) {
    case 12: changeTable(&style)
    case 0, 1: changeSize(&style)
    case 2: changeEdges(&style)
    case 3, 4: changeFlex(&style)
    case 5: changeAlignment(&style)
    case 6, 7: changeGrid(&style)
    case 8: changeFlow(&style)
    case 9:
      let plain: [Display] = [.flex, .block, .grid, .contents, .none, .flowRoot]
      style.display = hasTables && oneIn(3) ? tablePart() : pick(plain)
    case 10:
      style.position = pick([.static, .relative, .absolute, .fixed, .sticky])
      style.inset = Edges(top: length(), right: length(), bottom: length(), left: length())
    default: style.order = Int32.random(in: -2...2, using: &self)
    }
  }

  private mutating func changeSize(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<8, using: &self) {
    case 0, 1: style.size.width = length(&style)
    case 2, 3: style.size.height = length(&style)
    case 4: style.minSize = Size(width: length(), height: length())
    case 5: style.maxSize = Size(width: length(), height: length())
    case 6: style.aspectRatio = pick([nil, 1.5, 0.5])
    default: style.boxSizing = pick([.contentBox, .borderBox])
    }
  }

  private mutating func changeEdges(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: style.padding = Edges(top: length(), right: .zero, bottom: .zero, left: length())
    case 1:
      style.margin = Edges(top: length(), right: pick([.zero, .auto]), bottom: length(), left: length())
    case 2: style.border = Edges(top: number(0...5), right: 0, bottom: number(0...2), left: 1)
    default:
      style.overflow = Size(pick([.visible, .hidden, .scroll, .auto, .clip]))
      style.scrollbarWidth = pick([0, 15])
    }
  }

  private mutating func changeFlex(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: style.flexDirection = pick([.row, .rowReverse, .column, .columnReverse])
    case 1: style.flexWrap = pick([.nowrap, .wrap, .wrapReverse, .balance])
    case 2: style.flexGrow = pick([0, 0.25, 1, 2])
    case 3: style.flexShrink = pick([0, 0.5, 1, 3])
    case 4: style.flexBasis = pick([.auto, .zero, .content, .points(30), .percent(40)])
    default:
      style.gap = Size(width: pick([.zero, .points(4), .percent(5)]), height: pick([.auto, .points(3)]))
    }
  }

  private mutating func changeAlignment(_ style: inout LayoutStyle) {
    let content: [Alignment] = [.normal, .start, .center, .flexEnd, .spaceBetween, .spaceAround, .stretch]
    let items: [Alignment] = [
      .normal, .stretch, .start, .end, .center, .flexEnd, .baseline, .lastBaseline,
      Alignment(.center, safety: .safe),
    ]
    switch Int.random(in: 0..<6, using: &self) {
    case 0: style.justifyContent = pick(content)
    case 1: style.alignContent = pick(content)
    case 2: style.justifyItems = pick(items)
    case 3: style.alignItems = pick(items)
    case 4: style.justifySelf = pick(items + [.auto])
    default: style.alignSelf = pick(items + [.auto])
    }
  }

  private mutating func changeGrid(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<6, using: &self) {
    case 0: style.grid.templateColumns = trackList()
    case 1: style.grid.templateRows = trackList()
    case 2: style.grid.templateAreas = pick([[], [["a", "a"], ["b", nil]]])
    case 3:
      style.grid.flowsInColumns = oneIn(2)
      style.grid.isDense = oneIn(2)
    case 4: style.grid.autoRows = [pick([.auto, TrackSize(.flex(1)), TrackSize(.length(.points(12)))])]
    default:
      style.grid.columnStart = line()
      style.grid.columnEnd = line()
      style.grid.rowStart = line()
      style.grid.rowEnd = line()
    }
  }

  /// Makes a box share tracks or break between columns.
  private mutating func share(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<6, using: &self) {
    case 0, 1:
      style.display = .grid
      if oneIn(2) { style.grid.templateColumns = [.subgrid, .names(["x"])] }
      if oneIn(2) { style.grid.templateRows = [.subgrid, .repeat(.autoFill, [.names(["y"])])] }
      style.gap = Size(pick([.auto, .points(3)]))
    case 2:
      style.display = .grid
      style.grid.templateColumns = trackList()
    case 3, 4:
      style.display = .block
      style.columns.count = pick([1, 2, 3])
      style.columns.fillsInOrder = oneIn(3)
      if oneIn(3) { style.columns.width = 40 }
    default:
      style.columns.spansAll = oneIn(3)
      style.columns.avoidsInside = oneIn(3)
      style.columns.before = pick([.allowed, .avoided, .forced])
    }
  }

  private mutating func tablePart() -> Display {
    pick([
      .table, .table, .tableCaption, .tableColumnGroup, .tableColumn, .tableHeaderGroup, .tableRowGroup,
      .tableFooterGroup, .tableRow, .tableRow, .tableCell, .tableCell,
    ])
  }

  private mutating func changeTable(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<7, using: &self) {
    case 0: style.table.spacing = Size(number(0...5))
    case 1: style.table.isFixed = oneIn(2)
    case 2: style.table.columnSpan = pick([1, 2, 3, 1000])
    case 3: style.table.rowSpan = pick([0, 1, 2, 3, 65534])
    case 4: style.table.isCollapsed = oneIn(2)
    case 5: style.table.collapsesBorders = oneIn(2)
    default:
      style.table.isCaptionBelow = oneIn(2)
      let line: TableLine.Style = pick([.none, .solid, .double, .hidden])
      style.table.lines = Edges(TableLine(width: number(0...9), style: line))
    }
  }

  private mutating func changeFlow(_ style: inout LayoutStyle) {
    switch Int.random(in: 0..<6, using: &self) {
    case 0, 1: style.float = pick([.none, .left, .right])
    case 2: style.clear = pick([.none, .left, .right, .both])
    case 3: style.contain = pick([[], .layout, .paint, .size, [.layout, .size], .inlineSize, .independent])
    case 4: style.direction = pick([.leftToRight, .rightToLeft])
    default: style.blockAlignment = pick([.none, .center, .right])
    }
  }

  /// A length that needs no table: `auto` half of the time.
  mutating func length() -> Length {
    switch Int.random(in: 0..<10, using: &self) {
    case 0, 1, 2: .points(number(-5...60))
    case 3, 4: .percent(number(0...120))
    case 5: pick([.minContent, .maxContent, .fitContent, .stretch])
    default: .auto
    }
  }

  /// A length, sometimes a calculation.
  private mutating func length(_ style: inout LayoutStyle) -> Length {
    oneIn(6) ? style.length(.sum([.percent(50), .points(Double(number(-20...20)))])) : length()
  }

  private mutating func trackList() -> [TrackListPart] {
    let tracks: [TrackSize] = [
      .auto, TrackSize(.flex(1)), TrackSize(.flex(2)), TrackSize(.length(.points(20))),
      TrackSize(.length(.percent(30))), TrackSize(min: .minContent, max: .flex(1)),
      TrackSize(min: .auto, max: .maxContent, fitContent: .points(35)), TrackSize(.maxContent),
    ]
    switch Int.random(in: 0..<5, using: &self) {
    case 0: return []
    case 1: return [.repeat(pick([.autoFill, .autoFit]), [.track(TrackSize(.length(.points(30))))])]
    case 2: return [.names(["x"]), .track(pick(tracks)), .names(["y"]), .track(pick(tracks))]
    default: return [.track(pick(tracks)), .repeat(.count(2), [.track(pick(tracks))])]
    }
  }

  private mutating func line() -> GridLine {
    pick([
      .auto, .auto, .auto, .line(1, nil), .line(2, nil), .line(-1, nil), .span(2, nil), .named("a"),
      .line(1, "y"),
    ])
  }

  /// The available space of a root on one axis.
  mutating func space() -> AvailableSpace {
    pick([.definite(300), .definite(120), .definite(33.5), .maxContent, .minContent])
  }
}
