import HybridLayout
import Testing

/// Block layout: CSS 2.2 §8.3.1, §10.3.3 and §10.6.3. The container is 200 points wide.
struct BlockLayoutTests {
  @Test func blocksStackAndFillTheWidth() {
    #expect(
      frames(Box("", [Box("height: 10px"), Box("height: 20px; width: 50px")]))
        == ["0,0 200×30", "0,0 200×10", "0,10 50×20"])
  }

  /// Two boxes of 10 points each; where the second one starts.
  @Test(arguments: [
    ("margin-bottom: 10px", "margin-top: 30px", "0,40 200×10"),  // the larger margin wins
    ("margin-bottom: 10px", "margin-top: -5px", "0,15 200×10"),  // a negative one is subtracted
    ("margin-bottom: -4px", "margin-top: -6px", "0,4 200×10"),  // the most negative one applies
  ])
  func siblingMarginsCollapse(_ first: String, _ second: String, _ place: String) {
    let all = frames(
      Box("display: flow-root", [Box("height: 10px; \(first)"), Box("height: 10px; \(second)")]))
    #expect(all[2] == place)
  }

  /// A parent around one child of 10 points with margins of 20: the parent's frame in a formatting context.
  @Test(arguments: [
    ("", "0,20 200×10"),  // both margins collapse through
    ("padding-top: 1px", "0,0 200×31"),  // the top is closed, the bottom open
    ("border-bottom-width: 1px", "0,20 200×31"),
    ("overflow-x: hidden; overflow-y: hidden", "0,0 200×50"),  // a formatting context keeps them in
    ("height: 40px", "0,20 200×40"),  // only with an automatic height does the bottom margin collapse
  ])
  func parentAndChildMarginsCollapse(_ parent: String, _ frame: String) {
    let child = Box("height: 10px; margin-top: 20px; margin-bottom: 20px")
    #expect(frames(Box("display: flow-root", [Box(parent, [child])]))[1] == frame)
  }

  @Test func marginsCollapseThroughEmptyBoxes() {
    let all = frames(
      Box(
        "display: flow-root",
        [
          Box("height: 10px"), Box("margin-top: 15px; margin-bottom: 25px"),
          Box("height: 10px; margin-top: 5px"),
        ]))
    #expect(all == ["0,0 200×45", "0,0 200×10", "0,25 200×0", "0,35 200×10"])
  }

  /// CSS 2.2 §8.3.1: a line separates margins, however low its box is.
  @Test func marginsDoNotCollapseThroughLines() {
    let boxes = [
      Box("height: 10px; margin-bottom: 20px"), Box("height: 0px", text: "HH"), Box("margin-top: 5px"),
    ]
    #expect(
      frames(Box("display: flow-root", boxes)) == ["0,0 200×35", "0,0 200×10", "0,30 200×0", "0,35 200×0"])
  }

  @Test(arguments: [
    ("margin-left: auto; margin-right: auto", "75,0 50×5"),
    ("margin-left: auto", "150,0 50×5"),
    ("margin-right: auto; margin-left: 20px", "20,0 50×5"),
    ("margin-left: 20px", "20,0 50×5"),
  ])
  func autoMarginsTakeTheFreeWidth(_ margins: String, _ frame: String) {
    #expect(frames(Box("", [Box("width: 50px; height: 5px; \(margins)")]))[1] == frame)
  }

  @Test(arguments: [
    ("width: max-content", "0,0 60×10"), ("width: min-content", "0,0 30×20"), ("width: 50%", "0,0 100×10"),
    ("width: 45px", "0,0 45×20"), ("", "0,0 200×10"),
  ])
  func textIsMeasuredInItsWidth(_ style: String, _ frame: String) {
    #expect(frames(Box("", [Box(style, text: "HHH HH")]))[1] == frame)
  }

  @Test func percentageOfIndefiniteHeightIsAutomatic() {
    #expect(frames(Box("", [Box("", [Box("height: 50%", [Box("height: 8px")])])]))[2] == "0,0 200×8")
    #expect(
      frames(Box("", [Box("height: 40px", [Box("height: 50%", [Box("height: 8px")])])]))[2] == "0,0 200×20")
  }

  @Test func contentsIsReplacedByItsChildrenAndNoneByNothing() {
    let all = frames(
      Box("", [Box("display: contents", [Box("height: 10px")]), Box("display: none", [Box("height: 9px")])]))
    #expect(all == ["0,0 200×10", "0,0 0×0", "0,0 200×10", "0,0 0×0", "0,0 0×0"])
  }

  /// CSS Sizing 4 §5.1.2: a border box is as high as its padding, and the ratio tells the width.
  @Test func paddingIsTransferredThroughTheAspectRatio() {
    let child = Box("box-sizing: border-box; padding-bottom: 40px; aspect-ratio: 1 / 2")
    #expect(frames(Box("", [Box("width: 10px", [child])]))[2] == "0,0 20×40")
  }

  @Test func alignedContentTakesStaticPositionsAlong() {
    let all = frames(
      Box("height: 50px; align-content: end", [Box("position: absolute"), Box("height: 10px")]))
    #expect(all == ["0,0 200×50", "0,40 0×0", "0,40 200×10"])
  }
}
