import HybridGeometry
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

  /// The frame of a box of 20 by 10 points in the root element of a document, in a viewport of 200 by 100
  /// points.
  private func placeInDocument(_ style: String, root: String) -> String {
    var tree = LayoutTree()
    let page = Box(
      root, [Box("height: 30px", [Box("width: 20px; height: 10px; \(style)")]), Box("height: 300px")])
    let nodes = tree.add(page)
    tree.layout(
      root: nodes[0], available: Size(width: .definite(200), height: .definite(100)), as: .element)
    return describe(tree.frame(of: nodes[2]))
  }

  /// CSS 2.2 §10.1: the initial containing block coincides with the viewport, whatever the position and
  /// height of the root.
  @Test(arguments: [
    ("", "right: 0px; bottom: 0px", "180,90 20×10"),
    ("height: 20px", "right: 0px; bottom: 0px", "180,90 20×10"),
    ("", "left: 0px; top: 0px; width: 50%; height: 100%", "0,0 100×100"),
    ("margin-left: 9px; margin-top: 7px; padding-left: 3px", "left: 0px; top: 0px", "-12,-7 20×10"),
    ("margin-left: 9px; padding-left: 3px", "", "0,0 20×10"),
    ("width: 50px; margin-left: auto; margin-right: auto", "left: 0px; top: 0px", "-75,0 20×10"),
    ("display: grid; grid-template-columns: 40px 60px", "right: 0px; bottom: 0px", "180,90 20×10"),
    ("direction: rtl", "right: 0px; left: 0px", "180,0 20×10"),
  ])
  func documentsHaveAnInitialContainingBlock(_ root: String, _ style: String, _ frame: String) {
    #expect(placeInDocument("position: fixed; \(style)", root: root) == frame)
    #expect(placeInDocument("position: absolute; \(style)", root: root) == frame)
  }

  @Test func positionedRootsContainAbsoluteBoxesOnly() {
    let root = "position: relative; height: 40px; margin-top: 5px"
    #expect(placeInDocument("position: absolute; bottom: 0px; left: 0px", root: root) == "0,30 20×10")
    #expect(placeInDocument("position: fixed; bottom: 0px; left: 0px", root: root) == "0,85 20×10")
  }

  @Test func fixedBoxesInsidePositionedOnesReferToTheViewport() {
    for outer in ["absolute", "fixed"] {
      var tree = LayoutTree()
      let nodes = tree.add(
        Box(
          "",
          [
            Box(
              "position: \(outer); left: 20px; top: 30px",
              [Box("position: fixed; right: 0px; bottom: 0px; width: 10px; height: 10px")])
          ]))
      tree.layout(
        root: nodes[0], available: Size(width: .definite(200), height: .definite(100)), as: .element)
      #expect(describe(tree.frame(of: nodes[2])) == "170,60 10×10")
    }
  }

  /// CSS Containment 1 §3.1 and §3.3: layout and paint containment contain both kinds; the others neither.
  @Test(
    arguments: ["layout", "paint", "strict", "content"], ["absolute", "fixed"])
  func containmentContainsPositionedBoxes(_ contain: String, _ position: String) {
    func place(_ contain: String) -> String {
      let inner = Box("position: \(position); right: 0px; bottom: 0px; width: 10px; height: 10px")
      let card = Box(
        "contain: \(contain); width: 80px; height: 50px; border-left-width: 4px",
        [Box("margin-top: 3px; height: 3px", [inner])])
      return frames(Box("height: 100px", [card])).last ?? ""
    }
    #expect(place(contain) == "70,37 10×10")
    // Without it, the box refers to the root, which is 200 by 100 points; the margin leaves the card.
    #expect(place("size") == "186,87 10×10")
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

  /// CSS Box Alignment 3 §4.4: at a static position, only the box's own `safe` keyword applies.
  @Test(arguments: ["flex", "grid"], [("", "0,-15 10×50"), ("align-self: safe center", "0,0 10×50")])
  func staticPositionsAreSafeByTheBoxAlone(_ display: String, _ own: (style: String, frame: String)) {
    let child = Box("position: absolute; width: 10px; height: 50px; \(own.style)")
    let all = frames(Box("display: \(display); height: 20px; align-items: safe center", [child]))
    #expect(all[1] == own.frame)
  }

  /// CSS Sizing 4 §5.2: content may exceed the width given by the ratio.
  @Test(arguments: [
    ("width: 10px; height: 40px", "0,0 100×40"), ("top: 50px; bottom: 50px", "0,50 100×100"),
    ("top: 50px; bottom: 50px; align-self: stretch", "0,50 100×40"),
  ])
  func contentWidensABoxWithARatio(_ style: String, _ frame: String) {
    let child = Box("position: absolute; aspect-ratio: 1 / 1; \(style)", [Box("width: 100px")])
    #expect(frames(Box("height: 140px", [child]))[1] == frame)
  }
}
