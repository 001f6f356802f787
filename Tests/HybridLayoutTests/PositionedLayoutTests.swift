import HybridLayout
import Testing

/// Positioned boxes: CSS Positioned Layout 3. The root is 200 by 100 points.
struct PositionedLayoutTests {
  private func place(_ style: String, in container: String = "", before: [Box] = []) -> String {
    frames(
      Box(
        "width: 200px; height: 100px; position: relative; \(container)",
        before + [Box("position: absolute; \(style)")])
    ).last ?? ""
  }

  @Test(arguments: [
    ("left: 10px; top: 5px; width: 20px; height: 30px", "10,5 20×30"),
    ("right: 10px; bottom: 5px; width: 20px; height: 30px", "170,65 20×30"),
    ("left: 10px; right: 30px; top: 0px; bottom: 50%", "10,0 160×50"),
    ("left: 0px; right: 0px; width: 50px; margin-left: auto; margin-right: auto; top: 0px", "75,0 50×0"),
    ("top: 0px; bottom: 0px; height: 20px; align-self: center; left: 0px", "0,40 0×20"),
  ])
  func insetsSettleTheFrame(_ style: String, _ frame: String) {
    #expect(place(style) == frame)
  }

  @Test func insetsCountFromThePaddingBox() {
    #expect(
      place("left: 0px; top: 0px", in: "border-left-width: 3px; border-top-width: 4px; padding-left: 9px")
        == "3,4 0×0")
  }

  @Test func staticPositionIsWhereTheBoxWouldHaveBeen() {
    #expect(place("", before: [Box("height: 30px; margin-bottom: 5px")]) == "0,35 0×0")
    #expect(
      place("width: 20px; height: 10px", in: "display: flex; justify-content: center; align-items: flex-end")
        == "90,90 20×10")
  }

  @Test func containingBlockIsTheNearestPositionedAncestor() {
    let all = frames(
      Box(
        "position: relative; height: 100px",
        [Box("margin-top: 20px; margin-left: 10px", [Box("position: absolute; top: 1px; left: 2px")])]))
    // The frame counts from the parent, which is not the containing block.
    #expect(all[2] == "-8,-19 0×0")
  }

  @Test func fixedBoxesBelongToTheRoot() {
    let all = frames(
      Box(
        "height: 100px",
        [
          Box(
            "position: relative; height: 50px; margin-left: 30px",
            [Box("position: fixed; right: 0px; top: 0px; width: 10px; height: 10px")])
        ]))
    #expect(all[2] == "160,0 10×10")
  }

  @Test func relativeOffsetsDoNotMoveOthers() {
    let all = frames(
      Box("", [Box("height: 10px; position: relative; left: 5px; top: 7px"), Box("height: 10px")]))
    #expect(all == ["0,0 200×20", "5,7 200×10", "0,10 200×10"])
  }

  /// CSS 2.2 §9.4.3: the direction is that of the containing block, not the box's own.
  @Test(
    arguments: ["block", "flex", "grid"],
    [("direction: rtl", "direction: ltr", "179,0 10×10"), ("direction: ltr", "direction: rtl", "5,0 10×10")])
  func ofTwoRelativeOffsetsTheContainersStartWins(
    _ display: String, _ row: (container: String, box: String, frame: String)
  ) {
    let child = Box("width: 10px; height: 10px; position: relative; left: 5px; right: 11px; \(row.box)")
    #expect(frames(Box("display: \(display); \(row.container)", [child]))[1] == row.frame)
  }

  /// CSS Box Alignment 3 §4.4: at a static position only what the box itself says is safe.
  @Test(arguments: ["flex", "grid"], [("", "0,-15 10×50"), ("align-self: safe center", "0,0 10×50")])
  func staticPositionsAreSafeByTheBoxAlone(_ display: String, _ own: (style: String, frame: String)) {
    let child = Box("position: absolute; width: 10px; height: 50px; \(own.style)")
    let all = frames(Box("display: \(display); height: 20px; align-items: safe center", [child]))
    #expect(all[1] == own.frame)
  }

  /// CSS Sizing 4 §5.2: content that is wider than the ratio has it.
  @Test(arguments: [
    ("width: 10px; height: 40px", "0,0 100×40"), ("top: 50px; bottom: 50px", "0,50 100×100"),
    ("top: 50px; bottom: 50px; align-self: stretch", "0,50 100×40"),
  ])
  func contentWidensABoxWithARatio(_ style: String, _ frame: String) {
    let child = Box("position: absolute; aspect-ratio: 1 / 1; \(style)", [Box("width: 100px")])
    #expect(frames(Box("height: 140px", [child]))[1] == frame)
  }
}
