import HybridCSS
import HybridDOM
import HybridLayout
import HybridUnits

// The rules of HTML and TokenHybrid for the boxes of some elements.
extension BoxBuilder {
  /// Whether an element lays its children out as flex or grid items.
  func hasItems(_ node: NodeID?) -> Bool {
    guard let node else { return false }
    switch styles[node].box.display {
    case .flex, .inlineFlex, .grid, .inlineGrid: return true
    default: return false
    }
  }

  /// A field set is a formatting context; its first legend is on its upper border (HTML Standard §15.3.13).
  func setFieldSet(_ style: inout LayoutStyle, _ element: Element, _ node: NodeID) {
    if element.elementName == .fieldset, style.display == .block || legendBesideItems(of: node) != nil {
      style.display = .flowRoot
    }
    guard element.elementName == .legend, let parent = document[node].parent,
      legendOnBorder(of: parent) == node
    else { return }
    style.isLegend = true
    if style.size.width == .auto { style.size.width = .fitContent }
    if style.display == .block { style.display = .flowRoot }
  }

  /// The legend on the upper border of a field set: its first one, if that is in the flow.
  private func legendOnBorder(of node: NodeID) -> NodeID? {
    guard document[node].elementName == .fieldset, let first = document.legend(of: node),
      styles[first].isInFlow, styles[first].box.float == .none, styles[first].box.display != .none
    else { return nil }
    return first
  }

  /// The legend of a field set that is a flex or grid container; nil for other elements.
  func legendBesideItems(of node: NodeID) -> NodeID? {
    guard dialect == .standard, hasItems(node) else { return nil }
    return legendOnBorder(of: node)
  }

  /// The style of the box around all that is beside the legend of such a field set (HTML Standard §15.3.13,
  /// *anonymous fieldset content box*).
  func styleAroundItems(of node: NodeID) -> LayoutStyle {
    let own = LayoutStyle(styles[node])
    var style = LayoutStyle(anonymous: own.display, in: styles[node])
    style.flexDirection = own.flexDirection
    style.flexWrap = own.flexWrap
    style.justifyContent = own.justifyContent
    style.alignContent = own.alignContent
    style.justifyItems = own.justifyItems
    style.alignItems = own.alignItems
    style.gap = own.gap
    style.grid = own.grid
    return style
  }

  /// Whether a button centres its content vertically (HTML Standard §15.5.5).
  func isCenteringButton(_ element: Element, _ style: @autoclosure () -> LayoutStyle) -> Bool {
    guard dialect == .standard, element.elementName == .button else { return false }
    let display = style().display
    return display == .flowRoot || display == .block
  }

  /// The height that a table gives its rows and the titles of its sections, in points; nil when they measure
  /// themselves.
  func rowHeight(of node: NodeID, _ element: Element) -> Double? {
    guard let name = element.elementName, name.isNativeRow,
      let table = document.ancestor(of: node, named: .table).flatMap({ document[$0].element })
    else { return nil }
    let attribute =
      switch name {
      case .tablerow: "rowheight"
      default: element["t:footer"] == nil ? "rowsectionheight" : "sectionmargin"
      }
    return Control.number(table[attribute]).flatMap { $0 > 0 ? $0 : nil }
  }
}
