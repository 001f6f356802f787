/// CSS Flexbox 1 §9.1, *Initial Setup*.
extension LayoutTree {
  /// Collects the items in `order`, and returns the children that are out of the flow.
  mutating func collectFlexItems(of node: Int, into flow: inout FlexFlow) -> [Int] {
    var outOfFlow: [Int] = []
    var isOrdered = true
    let children = boxChildren(of: node)
    flow.items.reserveCapacity(children.count)
    for child in children {
      if nodes[child].style.isOutOfFlow {
        outOfFlow.append(child)
        continue
      }
      if nodes[child].style.order != 0 { isOrdered = false }
      flow.items.append(makeFlexItem(child, flow))
    }
    if !isOrdered {
      let order = flow.items.enumerated().sorted {
        (nodes[$0.element.node].style.order, $0.offset) < (nodes[$1.element.node].style.order, $1.offset)
      }
      flow.items = order.map(\.element)
    }
    return outOfFlow
  }

  private func makeFlexItem(_ child: Int, _ flow: FlexFlow) -> FlexItem {
    let style = nodes[child].style
    let axes = flow.axes
    var item = FlexItem(node: child)
    let margins = style.margins(percentageWidth: flow.content.content.width)
    item.mainStartMargin = axes.mainStart(margins)
    item.mainEndMargin = axes.mainEnd(margins)
    item.crossStartMargin = axes.crossStart(margins)
    item.crossEndMargin = axes.crossEnd(margins)
    item.isMainStartAuto = axes.mainStart(style.margin) == .auto
    item.isMainEndAuto = axes.mainEnd(style.margin) == .auto
    item.isCrossStartAuto = axes.crossStart(style.margin) == .auto
    item.isCrossEndAuto = axes.crossEnd(style.margin) == .auto
    item.grow = max(0, LayoutStyle.clamped(Double(style.flexGrow)))
    item.shrink = max(0, LayoutStyle.clamped(Double(style.flexShrink)))
    item.alignment = itemAlignment(style, in: flow)
    item.fillsContainer = flow.hasDefiniteSingleLine && stretches(item, style, axes)
    return item
  }

  /// Whether `align-self: stretch` does anything: the cross size is `auto` and so is neither cross margin (§8.3).
  func stretches(_ item: FlexItem, _ style: LayoutStyle, _ axes: FlexAxes) -> Bool {
    item.alignment.keyword == .stretch && !item.hasAutoCrossMargin && axes.cross(style.size) == .auto
  }

  /// `align-self` in terms of cross-start and cross-end (§8.3, CSS Box Alignment 3 §6.2).
  func itemAlignment(_ style: LayoutStyle, in flow: FlexFlow) -> Alignment {
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
