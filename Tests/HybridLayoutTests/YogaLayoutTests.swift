import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// Trees whose styles start with Yoga's initial values instead of CSS's. The root is 100 points wide.
struct YogaLayoutTests {
  /// The frames of a root's children, all styles from ``LayoutStyle/yoga`` with declarations added.
  private func frames(_ root: String, _ children: [Box]) -> [String] {
    let box = Box("width: 100px; \(root)", children).withYogaStyles
    var tree = LayoutTree()
    let nodes = tree.add(box)
    tree.layout(root: nodes[0], available: Size(.maxContent))
    return nodes.dropFirst().map { describe(tree.frame(of: $0)) }
  }

  @Test(arguments: [
    // A column whose items are stretched.
    ("", ["height: 10px", "height: 20px"], ["0,0 100×10", "0,10 100×20"]),
    // Packed at the start, whatever the free space.
    ("height: 90px", ["height: 10px", "width: 30px"], ["0,0 100×10", "0,10 30×0"]),
    // Items shrink only if they say so.
    ("height: 50px", ["height: 40px", "height: 40px"], ["0,0 100×40", "0,40 100×40"]),
    ("height: 50px", ["height: 40px; flex-shrink: 1", "height: 40px"], ["0,0 100×10", "0,10 100×40"]),
    (
      "flex-direction: row", ["width: 80px; height: 5px", "width: 80px; height: 5px"],
      ["0,0 80×5", "80,0 80×5"]
    ),
    // The free space goes to growing items.
    (
      "height: 90px", ["height: 10px", "flex-grow: 1", "flex-grow: 3"],
      ["0,0 100×10", "0,10 100×20", "0,30 100×60"]
    ),
    // Margins of siblings do not collapse: there are no blocks.
    (
      "", ["height: 10px; margin-bottom: 8px", "height: 10px; margin-top: 5px"],
      ["0,0 100×10", "0,23 100×10"]
    ),
    // Sizes refer to the border box.
    ("padding-left: 10px; padding-right: 20px", ["height: 10px; padding-top: 4px"], ["10,0 70×10"]),
    ("", ["height: 10px; padding-top: 14px"], ["0,0 100×14"]),
    // Insets move a box even without `position`.
    ("", ["height: 10px; left: 5px; top: 3px", "height: 10px"], ["5,3 100×10", "0,10 100×10"]),
    // All boxes are containing blocks for absolute descendants.
    (
      "height: 60px", ["height: 20px; position: absolute; bottom: 5px; right: 10px; width: 30px"],
      ["60,35 30×20"]
    ),
    ("height: 80px", ["height: 25%; width: 50%"], ["0,0 50×20"]),
  ])
  func childrenAreLaidOut(_ root: String, _ children: [String], _ expected: [String]) {
    #expect(frames(root, children.map { Box($0) }) == expected)
  }

  /// In CSS, the lines of a wrapping container stretch to its height; here they are as high as their
  /// contents.
  @Test func linesAreAtTheStart() {
    let items = [Box("width: 60px; height: 10px"), Box("width: 60px; height: 10px")]
    let style = "flex-direction: row; flex-wrap: wrap; height: 100px"
    #expect(frames(style, items) == ["0,0 60×10", "0,10 60×10"])
    #expect(frames("\(style); align-content: stretch", items) == ["0,0 60×10", "0,50 60×10"])
  }

  @Test func absoluteBoxesBelongToTheirParent() {
    let inner = Box("width: 10px; height: 10px; position: absolute; right: 0px; bottom: 0px")
    #expect(
      frames("height: 90px", [Box("margin-left: 20px; height: 30px; width: 50px", [inner])]) == [
        "20,0 50×30", "40,20 10×10",
      ])
  }

  @Test func textsAreMeasuredInTheirParent() {
    #expect(frames("", [Box("", text: "HHHH HHHH HH")]) == ["0,0 100×20"])
    #expect(frames("align-items: flex-start", [Box("", text: "HHHH HH")]) == ["0,0 70×10"])
    // A row gives a text its preferred width, and does not shrink it.
    #expect(frames("flex-direction: row", [Box("", text: "HHHH HHHH HHHH")]) == ["0,0 140×10"])
  }

  /// One tree may contain both sets of initial values: each node has its own.
  @Test func oneTreeMayHaveBoth() {
    var tree = LayoutTree()
    let nodes = tree.add(Box("width: 100px", [Box("margin-bottom: 8px; height: 10px")]))
    let yoga = tree.add(
      Box("margin-top: 5px", [Box("height: 10px"), Box("height: 10px")]).withYogaStyles, to: nodes[0])
    tree.layout(root: nodes[0], available: Size(.maxContent))
    // Between blocks margins collapse, in the flex container items stack.
    #expect(
      (nodes + yoga).map { describe(tree.frame(of: $0)) } == [
        "0,0 100×38", "0,0 100×10", "0,18 100×20", "0,0 100×10", "0,10 100×10",
      ])
  }

  @Test func initialValuesAreYogas() {
    let style = LayoutStyle.yoga
    #expect(style.display == .flex && style.flexDirection == .column && style.flexWrap == .nowrap)
    #expect(style.position == .relative && style.boxSizing == .borderBox)
    #expect(style.flexGrow == 0 && style.flexShrink == 0 && style.flexBasis == .auto)
    #expect(
      style.alignItems == .stretch && style.alignContent == .flexStart && style.justifyContent == .flexStart)
    #expect(style.alignSelf == .auto && style.overflow == Size(.visible) && style.gap == Size(.zero))
  }
}

extension Box {
  /// The same declarations on top of Yoga's initial values.
  fileprivate var withYogaStyles: Box {
    var box = self
    box.style = LayoutStyle(
      declarations, defaults: "\(LayoutCase.Base.yoga.declarations); box-sizing: border-box")
    box.children = children.map(\.withYogaStyles)
    return box
  }
}
