/// CSS Flexbox 1 §9.1, *Initial Setup*.
extension LayoutPass {
  /// Collects the items in `order`, and records whether there are out-of-flow children.
  mutating func collectFlexItems(into flow: inout FlexFlow) {
    let start = flexItems.count
    var isOrdered = true
    for child in boxChildren(of: flow.content.node) {
      let style = usedStyle(child)
      if style.isOutOfFlow {
        flow.hasOutOfFlow = true
        continue
      }
      if style.traits.contains(.ordered) { isOrdered = false }
      flexItems.push(makeFlexItem(child, style, flow))
    }
    flow.items = start..<flexItems.count
    if !isOrdered { sortFlexItems(flow.items) }
  }

  /// Sorts items by `order`; items with equal `order` stay in tree order (§5.4).
  private mutating func sortFlexItems(_ items: Range<Int>) {
    let sorted = items.map { flexItems[$0] }.enumerated().sorted {
      (usedStyle($0.element.node).order, $0.offset) < (usedStyle($1.element.node).order, $1.offset)
    }
    for (index, item) in zip(items, sorted) { flexItems[index] = item.element }
  }

  @inline(__always) func makeFlexItem(_ child: Int, _ style: UsedStyle, _ flow: FlexFlow) -> FlexItem {
    let axes = flow.axes
    var item = FlexItem(node: child, entry: nodes[child].style, style: style)
    let margins = style.margins(percentageWidth: flow.content.content.width)
    item.mainStartMargin = axes.mainStart(margins)
    item.mainMargins = item.mainStartMargin + axes.mainEnd(margins)
    item.crossStartMargin = axes.crossStart(margins)
    item.crossMargins = item.crossStartMargin + axes.crossEnd(margins)
    if style.traits.contains(.autoMargins) {
      if axes.mainStart(style.margin).isAuto { item.flags.insert(.mainStartAuto) }
      if axes.mainEnd(style.margin).isAuto { item.flags.insert(.mainEndAuto) }
      if axes.crossStart(style.margin).isAuto { item.flags.insert(.crossStartAuto) }
      if axes.crossEnd(style.margin).isAuto { item.flags.insert(.crossEndAuto) }
    }
    item.alignment = itemAlignment(style, in: flow)
    switch item.alignment.keyword {
    case .stretch where axes.cross(style.size).isAuto && !item.hasAutoCrossMargin:
      item.flags.insert(.stretches)
      if flow.hasDefiniteSingleLine { item.flags.insert(.fillsContainer) }
    case .baseline where !item.hasAutoCrossMargin, .lastBaseline where !item.hasAutoCrossMargin:
      item.flags.insert(.alignsBaseline)
    default: break
    }
    return item
  }

  /// `align-self` in terms of cross-start and cross-end (§8.3, CSS Box Alignment 3 §6.2).
  @inline(__always) func itemAlignment(_ style: UsedStyle, in flow: FlexFlow) -> Alignment {
    let own = style.alignSelf.keyword == .auto ? flow.content.style.alignItems : style.alignSelf
    let isFlipped = flow.axes.isWrapReverse
    var alignment = own
    switch own.keyword {
    case .auto, .normal: alignment.keyword = .stretch
    case .start: alignment.keyword = isFlipped ? .flexEnd : .flexStart
    case .end: alignment.keyword = isFlipped ? .flexStart : .flexEnd
    case .selfStart, .selfEnd:
      let isOpposite = !flow.axes.isRow && style.direction != flow.axes.direction
      let isEnd = (own.keyword == .selfEnd) != (isOpposite != isFlipped)
      alignment.keyword = isEnd ? .flexEnd : .flexStart
    default: break
    }
    return alignment
  }
}
