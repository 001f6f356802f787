import HybridGeometry
import HybridLayout
import Testing

/// Flex layout: CSS Flexbox 1. The container is 200 points wide.
struct FlexLayoutTests {
  private func row(_ style: String, _ children: [Box]) -> [String] {
    Array(frames(Box("display: flex; \(style)", children)).dropFirst())
  }

  /// §9.7: an item that meets a limit is frozen, and the others share again.
  @Test(arguments: [
    ("flex-grow: 1; max-width: 30px", "flex-grow: 1", ["0,0 30×0", "30,0 170×0"]),
    ("flex-grow: 1", "flex-grow: 3", ["0,0 50×0", "50,0 150×0"]),
    ("width: 180px; min-width: 150px", "width: 180px; min-width: 0px", ["0,0 150×0", "150,0 50×0"]),
    ("width: 180px; flex-shrink: 0", "width: 180px", ["0,0 180×0", "180,0 20×0"]),
    ("flex-grow: 0.25", "flex-grow: 0.25", ["0,0 50×0", "50,0 50×0"]),  // factors below 1 leave some
  ])
  func flexibleLengthsFreezeAtTheirLimits(_ first: String, _ second: String, _ expected: [String]) {
    #expect(row("", [Box(first), Box(second)]) == expected)
  }

  /// §4.5: an item does not shrink below its content, unless it scrolls.
  @Test func automaticMinimumIsTheContent() {
    #expect(row("width: 40px", [Box("", text: "HHHHHH")]) == ["0,0 60×10"])
    #expect(
      row("width: 40px", [Box("overflow-x: hidden; overflow-y: hidden", text: "HHHHHH")]) == ["0,0 40×10"])
    #expect(row("width: 40px", [Box("min-width: 0px", text: "HHHHHH")]) == ["0,0 40×10"])
  }

  @Test(arguments: [
    ("flex-start", [0, 20]), ("flex-end", [160, 180]), ("center", [80, 100]), ("space-between", [0, 180]),
    ("space-around", [40, 140]), ("space-evenly", [53, 127]),
  ])
  func justifyContentSharesFreeSpace(_ value: String, _ places: [Int]) {
    let items = row("justify-content: \(value)", [Box("width: 20px"), Box("width: 20px")])
    #expect(items.map { Int(Double($0.split(separator: ",")[0])!.rounded()) } == places)
  }

  @Test(arguments: [
    ("stretch", "0,0 20×50"), ("flex-start", "0,0 20×10"), ("flex-end", "0,40 20×10"),
    ("center", "0,20 20×10"),
  ])
  func itemsAlignInTheLine(_ value: String, _ frame: String) {
    let height = value == "stretch" ? "" : "height: 10px;"
    #expect(row("height: 50px; align-items: \(value)", [Box("width: 20px; \(height)")]) == [frame])
  }

  @Test func safeAlignmentDoesNotLoseTheStart() {
    let tall = Box("width: 20px; height: 30px")
    #expect(row("height: 10px; align-items: center", [tall]) == ["0,-10 20×30"])
    #expect(row("height: 10px; align-items: safe center", [tall]) == ["0,0 20×30"])
  }

  @Test func baselinesAlign() {
    let items = row(
      "align-items: baseline",
      [Box("padding-top: 12px", text: "H"), Box("", text: "H"), Box("width: 5px; height: 30px")])
    #expect(items == ["0,10 10×22", "10,22 10×10", "20,0 5×30"])
  }

  @Test func autoMarginsComeBeforeAlignment() {
    #expect(
      row(
        "height: 50px; justify-content: center; align-items: flex-end",
        [Box("width: 20px; height: 10px; margin-left: auto; margin-bottom: auto")])
        == ["180,0 20×10"])
  }

  @Test func linesWrapAndStretch() {
    let item = Box("width: 80px")
    #expect(
      row("height: 60px; flex-wrap: wrap; row-gap: 10px", [item, item, item]) == [
        "0,0 80×25", "80,0 80×25", "0,35 80×25",
      ])
    #expect(
      row("height: 60px; flex-wrap: wrap-reverse", [item, item, item]) == [
        "0,30 80×30", "80,30 80×30", "0,0 80×30",
      ])
  }

  @Test func orderAndReverseChangePlaces() {
    let items = [Box("width: 10px; order: 1"), Box("width: 20px"), Box("width: 30px; order: -1")]
    #expect(row("", items) == ["50,0 10×0", "30,0 20×0", "0,0 30×0"])
    #expect(row("flex-direction: row-reverse", items) == ["140,0 10×0", "150,0 20×0", "170,0 30×0"])
    #expect(row("direction: rtl", items) == ["140,0 10×0", "150,0 20×0", "170,0 30×0"])
  }

  @Test func aspectRatioGivesTheOtherSize() {
    #expect(row("align-items: flex-start", [Box("width: 40px; aspect-ratio: 2 / 1")]) == ["0,0 40×20"])
    #expect(row("", [Box("height: 40px; aspect-ratio: 2 / 1")]) == ["0,0 80×40"])
  }

  @Test func yogaInitialValuesStackWithoutShrinking() {
    var tree = LayoutTree()
    var style = LayoutStyle.yoga
    style.size = Size(width: .points(100), height: .points(50))
    let root = tree.makeNode(style)
    style.size.height = .points(40)
    let children = [tree.makeNode(style), tree.makeNode(style)]
    for child in children { tree.append(child, to: root) }
    tree.layout(root: root, available: Size(.maxContent))
    #expect(children.map { describe(tree.frame(of: $0)) } == ["0,0 100×40", "0,40 100×40"])
  }

  /// CSS Flexbox 2 §6: margins that eat an item make no room on a full line.
  @Test func balancedLinesCountNegativeSizesAsNothing() {
    let items = [
      Box("width: 60px; height: 10px"), Box("width: 20px; height: 10px; margin-left: -50px"),
      Box("width: 50px; height: 10px"), Box("width: 50px; height: 10px"),
    ]
    #expect(
      row("width: 100px; flex-wrap: balance", items) == [
        "0,0 60×10", "10,0 20×10", "0,10 50×10", "50,10 50×10",
      ])
  }

  /// CSS Sizing 4 §5.1: with a definite height the ratio answers for the content.
  @Test(arguments: ["width: max-content", "width: min-content", "width: fit-content", ""])
  func aspectRatioIsTheContentSize(_ width: String) {
    let item = Box("\(width); height: 50px; aspect-ratio: 3 / 5", text: "HH HH")
    #expect(row("align-items: flex-start", [item]) == ["0,0 30×50"])
    #expect(
      frames(Box("display: flex", [Box("display: flex", [item])]))[1...] == ["0,0 30×50", "0,0 30×50"])
  }

  /// CSS Sizing 4 §5: what a ratio makes of an item of a column.
  @Test func aspectRatioInAColumn() {
    let column = "flex-direction: column; align-items: flex-start"
    // A height by the ratio is definite.
    #expect(
      row(column, [Box("aspect-ratio: 2 / 1", [Box("width: 100px; height: 50%")])]) == [
        "0,0 100×50", "0,0 100×25",
      ])
    // A flexed height gives the width, whatever the content asks for.
    #expect(
      row(column, [Box("min-height: 9px; flex-basis: 50px; aspect-ratio: 1 / 1", [Box("width: 150px")])])
        == ["0,0 50×50", "0,0 150×0"])
  }
}
