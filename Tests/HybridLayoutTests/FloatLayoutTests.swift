import HybridLayout
import Testing

/// Floats: CSS 2.2 §9.5. The formatting context is 200 points wide.
struct FloatLayoutTests {
  private func flow(_ children: [Box]) -> [String] { frames(Box("display: flow-root", children)) }

  @Test func floatsGoToTheirSidesAndBelowWhenFull() {
    let all = flow([
      Box("float: left; width: 80px; height: 10px"), Box("float: right; width: 50px; height: 30px"),
      Box("float: left; width: 90px; height: 5px"),
    ])
    #expect(all == ["0,0 200×30", "0,0 80×10", "150,0 50×30", "0,10 90×5"])
  }

  @Test func linesAreShortenedBesideFloats() {
    let all = flow([Box("float: left; width: 170px; height: 15px"), Box("", text: "HHH HHH HH")])
    #expect(all == ["0,0 200×30", "0,0 170×15", "0,0 200×30"])
  }

  @Test func formattingContextsLieBesideFloats() {
    let all = flow([
      Box("float: left; width: 50px; height: 15px"), Box("display: flow-root; height: 10px"),
      Box("display: flow-root; width: 180px; height: 10px"),
    ])
    #expect(all == ["0,0 200×25", "0,0 50×15", "50,0 150×10", "0,15 180×10"])
  }

  @Test(arguments: [
    ("none", "0,5 200×5"), ("left", "0,20 200×5"), ("right", "0,10 200×5"), ("both", "0,20 200×5"),
  ])
  func clearanceMovesBelowFloats(_ clear: String, _ frame: String) {
    let all = flow([
      Box("float: left; width: 50px; height: 20px"), Box("float: right; width: 50px; height: 10px"),
      Box("height: 5px"),
      Box("height: 5px; clear: \(clear)"),
    ])
    #expect(all[4] == frame)
  }

  @Test func plainBlocksDoNotContainFloats() {
    let all = flow([Box("", [Box("float: left; width: 10px; height: 30px")]), Box("height: 5px")])
    #expect(all == ["0,0 200×30", "0,0 200×0", "0,0 10×30", "0,0 200×5"])
  }

  @Test func floatsWithoutWidthTakeNoRoom() {
    let all = flow([
      Box("float: left; width: 50px; height: 10px"), Box("float: left; width: 0px; height: 30px"),
      Box("height: 10px"), Box("display: flow-root; height: 5px"),
    ])
    #expect(all == ["0,0 200×30", "0,0 50×10", "50,0 0×30", "0,0 200×10", "0,10 200×5"])
  }

  /// §9.5.1 leaves open where a float without width lies once another reaches past its edge.
  @Test func overlappingFloatsPlaceWhatHasNoWidth() {
    let all = flow([
      Box("float: left; width: 250px; height: 9px"), Box("float: right; width: 0px; height: 5px"),
    ])
    #expect(all == ["0,0 200×9", "0,0 250×9", "250,0 0×5"])
  }

  @Test func whatFloatsPushDownLosesItsMargin() {
    let all = flow([
      Box("float: left; width: 50px; margin-top: 30px"),
      Box("margin-top: 10px", [Box("display: flow-root; width: 200px; height: 5px; margin-top: 25px")]),
    ])
    #expect(all == ["0,0 200×35", "0,30 50×0", "0,10 200×25", "0,20 200×5"])
  }

  /// What lies beside a float at the line's start may leave its container; over a float at the end it must not lie.
  @Test(arguments: [
    ("float: left", "direction: ltr", "30,0 65×10"), ("float: right", "direction: ltr", "30,50 65×10"),
    ("float: right", "direction: rtl", "-1,0 65×10"), ("float: left", "direction: rtl", "-1,50 65×10"),
  ])
  func startMarginsDoNotMoveBoxesBelowFloatsAtTheStart(
    _ side: String, _ direction: String, _ frame: String
  ) {
    let float = Box("width: 20px; height: 50px; \(side)")
    let beside = Box("display: flow-root; width: 65px; height: 10px; margin-left: 30px; margin-right: 30px")
    #expect(frames(Box("width: 94px; \(direction)", [float, beside]))[2] == frame)
  }
}
