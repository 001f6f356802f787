import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// Grid layout: CSS Grid 1. The container is 200 points wide.
struct GridLayoutTests {
  private func grid(_ style: String, _ children: [Box]) -> [String] {
    Array(frames(Box("display: grid; \(style)", children)).dropFirst())
  }

  /// §11: the positions and widths of the columns, shown by empty items.
  @Test(arguments: [
    ("50px 1fr", ["0,0 50×0", "50,0 150×0"]),
    ("1fr 3fr", ["0,0 50×0", "50,0 150×0"]),
    ("auto auto", ["0,0 100×0", "100,0 100×0"]),  // §11.8: the rest is shared
    ("minmax(30px, 60px) minmax(150px, 1fr)", ["0,0 50×0", "50,0 150×0"]),
    ("25% 25%", ["0,0 50×0", "50,0 50×0"]),
    ("repeat(auto-fill, 60px)", ["0,0 60×0", "60,0 60×0"]),
  ])
  func columnsAreSized(_ template: String, _ expected: [String]) {
    #expect(grid("grid-template-columns: \(template)", [Box(), Box()]) == expected)
  }

  @Test func contentSizesTracks() {
    let items = [Box("", text: "HH HHH"), Box("", text: "H")]
    #expect(grid("grid-template-columns: min-content max-content", items) == ["0,0 30×20", "30,0 10×20"])
    #expect(
      grid("grid-template-columns: fit-content(40px) 1fr", items) == ["0,0 40×20", "40,0 160×20"])
  }

  /// §8.5: three items in two columns, the second one over both; where the last one goes. A definite row
  /// comes first.
  @Test(arguments: [
    ("", "grid-column-start: 1", "0,20 100×10"),
    ("grid-auto-flow: dense", "grid-column-start: auto", "100,0 100×10"),
    ("", "grid-row-start: 1", "0,0 100×10"),
    ("", "grid-column-end: span 2", "0,20 200×10"),
  ])
  func itemsFindTheirPlace(_ flow: String, _ last: String, _ frame: String) {
    let items = grid(
      "grid-template-columns: 1fr 1fr; \(flow)",
      [Box("height: 10px"), Box("height: 10px; grid-column-end: span 2"), Box("height: 10px; \(last)")])
    #expect(items[2] == frame)
  }

  @Test func areasAndNamedLinesPlaceItems() {
    let items = grid(
      "grid-template-columns: [first] 50px [second] 50px; grid-template-areas: \"a b\" \"c c\"",
      [
        Box("grid-column-start: c; grid-column-end: c; grid-row-start: c; grid-row-end: c; height: 5px"),
        Box("grid-column-start: second; height: 8px"),
      ])
    #expect(items == ["0,8 100×5", "50,0 50×8"])
  }

  @Test func itemsAlignInTheirAreas() {
    let item = Box("width: 20px; height: 10px; justify-self: end; align-self: center")
    #expect(grid("grid-template-columns: 100px; grid-template-rows: 50px", [item]) == ["80,20 20×10"])
  }

  @Test func numbersFarOutsideTakeNoMemory() {
    let items = grid(
      "",
      [
        Box("grid-column-start: 2000000000"),
        Box("grid-row-start: -2000000000; grid-row-end: span 2000000000"),
      ])
    #expect(items.count == 2)
  }

  /// §11.5 step 4: an item that spans a flexible track contributes no minimum, so a flex item may shrink to
  /// its fixed columns.
  @Test func spanningAFlexibleTrackAsksForNoMinimum() {
    let wide = Box("grid-column-end: span 2", text: "HHHHHHHHHHHH")
    let inner = Box("display: grid; grid-template-columns: 1fr 80px", [wide])
    #expect(
      frames(Box("display: flex; width: 100px", [inner])) == ["0,0 100×10", "0,0 100×10", "0,0 100×10"])
  }

  /// §7.2.3.2: an empty `auto-fit` track is collapsed, though its first line comes after a gutter.
  @Test func collapsedTracksTakeNothing() {
    #expect(
      grid("grid-template-columns: repeat(auto-fit, minmax(40px, 1fr))", [Box(), Box()]) == [
        "0,0 100×0", "100,0 100×0",
      ])
    let all = grid(
      "grid-template-columns: repeat(auto-fit, 60px); column-gap: 10px",
      [Box(), Box("position: absolute; left: 0px; grid-column-start: 2")])
    #expect(all == ["0,0 60×0", "70,0 0×0"])
  }

  /// §7.2.3.2: as many columns as fit the width, although the content needs only one of them.
  @Test func automaticRepetitionsDoNotKeepAnItemWide() {
    let inner = Box("width: 100px; display: grid; grid-template-columns: repeat(auto-fill, 40px)")
    let all = frames(Box("display: flex; width: 100px", [inner, Box("width: 100px")]))
    #expect(all == ["0,0 100×0", "0,0 50×0", "50,0 50×0"])
  }

  /// §9: between a line outside the grid and the edge there is no space; the area has no width at that line.
  @Test(arguments: [("ltr", "240,0 10×0"), ("rtl", "-50,0 10×0")])
  func aLineOutsideLeavesNoRoom(_ direction: String, _ frame: String) {
    let side = direction == "ltr" ? "left" : "right"
    let child = Box("position: absolute; \(side): 0px; width: 10px; grid-column-start: 4")
    let columns = "grid-template-columns: 80px 80px 80px; direction: \(direction)"
    #expect(grid(columns, [child]) == [frame])
  }

  /// §11.5 step 1: which item shares the text's baseline, depending on its height.
  @Test(arguments: [
    ("", "height: 50%", ["0,0 50×5", "50,0 50×10"]),  // its lower edge depends on the row
    ("", "height: 5px", ["0,3 50×5", "50,0 50×10"]),
    ("", "height: 5px; margin-top: auto", ["0,5 50×5", "50,0 50×10"]),
    ("grid-template-rows: 40px", "height: 50%", ["0,0 50×20", "50,12 50×10"]),  // the row's height is known
    ("", "height: 50%; align-self: last baseline; margin-bottom: 10px", ["0,0 50×5", "50,0 50×10"]),
  ])
  func baselinesAreLevel(_ rows: String, _ item: String, _ expected: [String]) {
    let columns = "grid-template-columns: 50px 50px; align-items: baseline"
    #expect(grid("\(columns); \(rows)", [Box(item), Box("", text: "HH")]) == expected)
  }

  /// §6.6: a scroll container has no automatic minimum, even if baselines are aligned.
  @Test func levellingIsNoMinimum() {
    let items = grid(
      "height: 26px; grid-template-columns: 46px 20px; align-items: baseline",
      [
        Box("grid-row-end: span 2; margin-top: 20px"), Box("overflow-x: hidden; overflow-y: hidden"),
        Box("", text: "HH"),
      ])
    #expect(items[2] == "46,16 20×10")
  }

  @Test func contentRowsOverflowMaxHeight() {
    let scroller = Box("overflow-x: hidden; overflow-y: hidden", [Box("height: 90px")])
    let all = frames(Box("display: grid; max-height: 50px", [scroller]))
    #expect(all == ["0,0 200×50", "0,0 200×90", "0,0 200×90"])
  }

  /// §11.1: vertical text is as wide as it is at the height of its row.
  @Test func verticalTextSizesItsColumn() {
    var tree = LayoutTree()
    let nodes = tree.add(
      Box("display: grid; grid-template-columns: min-content; grid-template-rows: 40px", [Box()]))
    let text = Array(repeating: "HH", count: 7).joined(separator: "\u{200B}")
    tree.setMeasure(AhemText.measure(text, isVertical: true), of: nodes[1])
    tree.layout(root: nodes[0], available: Size(width: .definite(200), height: .maxContent))
    #expect(describe(tree.frame(of: nodes[1])) == "0,0 40×40")
  }
}
