package import HybridCSS
import HybridGeometry
package import HybridLayout

extension LayoutStyle {
  /// The part of a computed style that affects frames, as a layout style.
  package init(_ style: ComputedStyle) {
    self.init()
    display = HybridLayout.Display(style.box.display)
    position =
      switch style.box.position {
      case .static: .static
      case .relative: .relative
      case .absolute: .absolute
      case .fixed: .fixed
      case .sticky: .sticky
      }
    direction = style.text.direction == .rtl ? .rightToLeft : .leftToRight
    boxSizing = style.box.boxSizing == .borderBox ? .borderBox : .contentBox
    overflow = Size(width: .init(style.box.overflowX), height: .init(style.box.overflowY))
    setFloat(style)
    setSizes(style)
    setFlex(style)
    setGrid(style.grid)
    setTable(style)
    setContainment(style)
    setColumns(style)
  }

  /// CSS Multi-column 1, CSS Fragmentation 3 §3. Nothing is stored for the many boxes without it.
  private mutating func setColumns(_ style: ComputedStyle) {
    guard style.hasSparseValues(isInherited: false) || style.hasSparseValues(isInherited: true) else {
      return
    }
    var own = ColumnStyle()
    own.count = Int32(clamping: style[\.columnCount] ?? 0)
    own.width = style[\.columnWidth].map { Swift.Float($0) }
    own.fontSize = own.isContainer ? Swift.Float(style.text.fontSize) : 0
    own.fillsInOrder = style[\.columnFill] == .auto
    own.spansAll = style[\.columnSpan] == .all
    own.before = .init(style[\.breakBefore])
    own.after = .init(style[\.breakAfter])
    own.avoidsInside = style[\.breakInside] == .avoid || style[\.breakInside] == .avoidColumn
    own.orphans = UInt16(clamping: style[\.orphans])
    own.widows = UInt16(clamping: style[\.widows])
    if own != ColumnStyle() { columns = own }
  }

  private mutating func setContainment(_ style: ComputedStyle) {
    if style.holdsPositioned { contain.insert(.holder) }
    let parts = style.containment
    if parts.isEmpty { return }
    // CSS Containment 1 §3: it applies to cells, and not to the other parts of tables; size containment
    // applies to no table.
    let isPart = display.isInsideTable && display != .tableCell
    if parts.contains(.layout), !isPart { contain.insert(.layout) }
    if parts.contains(.paint), !isPart { contain.insert(.paint) }
    // CSS Conditional 5 §5.1
    if style[\.containerType] != .normal { contain.insert(.independent) }
    guard display != .table, !display.isInsideTable else { return }
    if parts.contains(.size) { contain.insert(.size) }
    if parts.contains(.inlineSize) { contain.insert(.inlineSize) }
    guard !parts.isDisjoint(with: [.size, .inlineSize]) else { return }
    containedSize = Size(
      width: style[\.containIntrinsicWidth].length.map { Swift.Float($0) },
      height: style[\.containIntrinsicHeight].length.map { Swift.Float($0) })
  }

  private mutating func setFloat(_ style: ComputedStyle) {
    let rightToLeft = style.text.direction == .rtl
    float =
      switch style.box.float {
      case .none: .none
      case .left: .left
      case .right: .right
      case .inlineStart: rightToLeft ? .right : .left
      case .inlineEnd: rightToLeft ? .left : .right
      }
    clear =
      switch style.box.clear {
      case .none: .none
      case .left: .left
      case .right: .right
      case .both: .both
      case .inlineStart: rightToLeft ? .right : .left
      case .inlineEnd: rightToLeft ? .left : .right
      }
    blockAlignment =
      switch style.text.textAlign {
      case .webkitLeft: .left
      case .webkitRight: .right
      case .webkitCenter: .center
      default: .none
      }
  }

  private mutating func setSizes(_ style: ComputedStyle) {
    size = Size(width: length(style.box.width), height: length(style.box.height))
    minSize = Size(width: length(style.box.minWidth), height: length(style.box.minHeight))
    maxSize = Size(width: length(style.box.maxWidth), height: length(style.box.maxHeight))
    if let ratio = style.box.aspectRatio.ratio { aspectRatio = Swift.Float(ratio) }
    inset = Edges(
      top: length(style.box.inset.top), right: length(style.box.inset.right),
      bottom: length(style.box.inset.bottom),
      left: length(style.box.inset.left))
    margin = Edges(
      top: length(style.box.margin.top), right: length(style.box.margin.right),
      bottom: length(style.box.margin.bottom),
      left: length(style.box.margin.left))
    padding = Edges(
      top: length(style.box.padding.top), right: length(style.box.padding.right),
      bottom: length(style.box.padding.bottom),
      left: length(style.box.padding.left))
    border = Edges(
      top: Swift.Float(style.border.widths.top), right: Swift.Float(style.border.widths.right),
      bottom: Swift.Float(style.border.widths.bottom), left: Swift.Float(style.border.widths.left))
  }

  private mutating func setFlex(_ style: ComputedStyle) {
    flexDirection =
      switch style.flex.direction {
      case .row: .row
      case .rowReverse: .rowReverse
      case .column: .column
      case .columnReverse: .columnReverse
      }
    flexWrap =
      switch style.flex.wrap {
      case .nowrap: .nowrap
      case .wrap: .wrap
      case .wrapReverse: .wrapReverse
      }
    flexGrow = Swift.Float(style.flex.grow)
    flexShrink = Swift.Float(style.flex.shrink)
    flexBasis = length(style.flex.basis)
    order = Int32(clamping: style.flex.order)
    justifyContent = .init(style.flex.justifyContent)
    alignContent = .init(style.flex.alignContent)
    justifyItems = .init(style.flex.justifyItems)
    alignItems = .init(style.flex.alignItems)
    justifySelf = .init(style.flex.justifySelf)
    alignSelf = .init(style.flex.alignSelf)
    gap = Size(width: length(style.flex.columnGap), height: length(style.flex.rowGap))
  }

  private mutating func length(_ value: SizeValue) -> Length {
    switch value {
    case .auto, .none: .auto
    case .content: .content
    case .minContent: .minContent
    case .maxContent: .maxContent
    case .fitContent: .fitContent
    case .stretch: .stretch
    case .length(let length): self.length(length)
    }
  }

  private mutating func length(_ value: LengthOrAuto) -> Length {
    switch value {
    case .auto: .auto
    case .length(let length): self.length(length)
    }
  }

  /// A computed length as a layout length; a calculation is stored in this style.
  mutating func length(_ value: LengthPercentage) -> Length {
    switch value {
    case .points(let points): .points(Swift.Float(points))
    case .percent(let percent): .percent(Swift.Float(percent))
    default: length(LengthExpression(value))
    }
  }
}

extension ColumnBreak {
  fileprivate init(_ value: BreakBetween) {
    switch value {
    case .column: self = .forced
    case .avoid, .avoidColumn: self = .avoided
    case .auto, .page, .left, .right, .recto, .verso, .avoidPage: self = .allowed
    }
  }
}

extension LengthExpression {
  fileprivate init(_ value: LengthPercentage) {
    switch value {
    case .points(let points): self = .points(points)
    case .percent(let percent): self = .percent(percent)
    case .sum(let terms): self = .sum(terms.map { LengthExpression($0) })
    case .scale(let value, let factor): self = .scale(LengthExpression(value), by: factor)
    case .min(let values): self = .min(values.map { LengthExpression($0) })
    case .max(let values): self = .max(values.map { LengthExpression($0) })
    case .clamp(let least, let value, let most):
      self = .clamp(low: LengthExpression(least), LengthExpression(value), high: LengthExpression(most))
    }
  }
}

extension HybridLayout.Display {
  /// The inner display type. `inline-flex` and so on have the same inner type as their block-level forms.
  package init(_ display: HybridCSS.Display) {
    switch display {
    case .none: self = .none
    case .contents: self = .contents
    case .flex, .inlineFlex: self = .flex
    case .grid, .inlineGrid: self = .grid
    case .flowRoot, .inlineBlock: self = .flowRoot
    case .table, .inlineTable: self = .table
    case .tableCaption: self = .tableCaption
    case .tableColumnGroup: self = .tableColumnGroup
    case .tableColumn: self = .tableColumn
    case .tableHeaderGroup: self = .tableHeaderGroup
    case .tableRowGroup: self = .tableRowGroup
    case .tableFooterGroup: self = .tableFooterGroup
    case .tableRow: self = .tableRow
    case .tableCell: self = .tableCell
    default: self = .block
    }
  }
}

extension HybridLayout.Overflow {
  fileprivate init(_ overflow: HybridCSS.Overflow) {
    switch overflow {
    case .visible: self = .visible
    case .hidden: self = .hidden
    case .clip: self = .clip
    case .scroll: self = .scroll
    case .auto: self = .auto
    }
  }
}

extension HybridLayout.Alignment {
  fileprivate init(_ alignment: HybridCSS.Alignment) {
    let keyword: Keyword =
      switch alignment.keyword {
      case .auto: .auto
      case .normal, .legacy: .normal
      case .stretch: .stretch
      case .baseline: .baseline
      case .lastBaseline: .lastBaseline
      case .center: .center
      case .start: .start
      case .end: .end
      case .selfStart: .selfStart
      case .selfEnd: .selfEnd
      case .flexStart: .flexStart
      case .flexEnd: .flexEnd
      case .left: .left
      case .right: .right
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      case .spaceEvenly: .spaceEvenly
      }
    let safety: Safety =
      switch alignment.safety {
      case .unspecified: .normal
      case .safe: .safe
      case .unsafe: .unsafe
      }
    self.init(keyword, safety: safety)
  }
}
