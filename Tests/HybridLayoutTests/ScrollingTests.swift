import HybridGeometry
import HybridLayout
import Testing

/// Scrollable areas: CSS Overflow 3 §2.2.
struct ScrollingTests {
  /// The scrollable area of the first box of a tree, or of another one in tree order, as `w×h`.
  private func area(_ box: Box, of index: Int = 0) -> String {
    var tree = LayoutTree()
    let nodes = tree.add(box)
    tree.layout(root: nodes[0], available: Size(width: .definite(200), height: .maxContent))
    let size = tree.scrollSize(of: nodes[index])
    return String(describe(Rect(x: 0, y: 0, width: size.width, height: size.height)).dropFirst(4))
  }

  private func scroller(_ style: String, _ children: [Box], width: Int = 50, height: Int = 40) -> Box {
    Box(
      """
      overflow-x: hidden; overflow-y: hidden; position: relative; width: \(width)px; height: \(height)px; \
      \(style)
      """,
      children)
  }

  private let large = Box("width: 90px; height: 60px; flex-shrink: 0")

  @Test(arguments: [
    ("", "50×40"),
    ("border-left-width: 3px; border-top-width: 2px; padding-left: 5px", "55×40"),
    ("overflow-x: scroll; overflow-y: scroll", "50×40"),
  ])
  func anEmptyBoxScrollsItsPaddingBox(_ style: String, _ expected: String) {
    #expect(area(scroller(style, [])) == expected)
  }

  @Test(arguments: [
    ("", "90×60"),
    ("padding-right: 7px; padding-bottom: 5px", "97×65"),
    ("padding-right: 10%; padding-bottom: 10%", "110×80"),
    ("display: flex; padding-right: 7px; padding-bottom: 5px", "97×65"),
    ("display: grid; padding-right: 7px; padding-bottom: 5px", "97×65"),
  ])
  func contentInTheFlowKeepsThePaddingAtTheEnd(_ style: String, _ expected: String) {
    #expect(area(scroller(style, [large])) == expected)
  }

  @Test(arguments: ["overflow-x: clip; overflow-y: clip", "overflow-x: visible; overflow-y: visible"])
  func onlyScrollContainersKeepThePaddingAtTheEnd(_ overflow: String) {
    #expect(area(scroller("padding-right: 7px; padding-bottom: 5px; \(overflow)", [large])) == "90×60")
  }

  @Test(arguments: [
    ("margin-bottom: 9px; margin-right: 3px", "93×69"),
    ("margin-bottom: -20px", "90×60"),
    ("position: relative; left: 10px; top: 50%", "100×80"),
    ("position: relative; left: -20px; margin-right: 5px", "95×60"),
    ("position: absolute; margin-bottom: 9px; margin-right: 3px", "90×60"),
    ("position: fixed", "50×40"),
    ("float: left; margin-bottom: 9px", "90×69"),
  ])
  func marginsAreWhereTheBoxIsInTheFlow(_ style: String, _ expected: String) {
    #expect(area(scroller("", [Box("width: 90px; height: 60px; \(style)")])) == expected)
  }

  @Test func fixedBoxesThatContainmentHoldsScrollAlong() {
    let fixed = Box("position: fixed; left: 0px; top: 0px; width: 90px; height: 60px")
    #expect(area(scroller("contain: layout", [fixed])) == "90×60")
    #expect(area(scroller("", [Box("contain: paint", [fixed])])) == "50×40")
  }

  @Test func marginsThatCollapseCountOnce() {
    let inner = Box("margin-bottom: 30px; height: 50px")
    let last = Box("margin-bottom: 20px", [inner])
    #expect(area(scroller("", [last])) == "50×80")
    // An empty box comes after the margins above it, so only its additional margin counts.
    #expect(area(scroller("", [last, Box("margin-bottom: 45px")])) == "50×95")
  }

  @Test(arguments: [
    ("display: grid; grid-template-columns: 30px 70px; column-gap: 10px", "110×40"),
    ("display: grid; grid-template-rows: 25px 60px; padding-bottom: 4px", "50×89"),
    ("display: grid; grid-template-columns: 70px; direction: rtl; padding-left: 6px", "76×40"),
  ])
  func gridsScrollTheirTracks(_ style: String, _ expected: String) {
    #expect(area(scroller(style, [])) == expected)
  }

  @Test(arguments: [
    ("left: -70px", "", "50×40"),
    ("left: -70px", "direction: rtl", "120×40"),
    ("left: -70px", "display: flex; flex-direction: row-reverse", "120×40"),
    ("left: -70px", "display: flex; flex-direction: row-reverse; direction: rtl", "50×40"),
    ("left: -70px", "display: flex; flex-direction: column; flex-wrap: wrap-reverse", "120×40"),
    ("top: -30px", "", "50×40"),
    ("top: -30px", "display: flex; flex-direction: column-reverse", "50×70"),
    ("top: -30px", "display: flex; flex-wrap: wrap-reverse", "50×70"),
    ("left: 70px", "direction: rtl", "50×40"),
  ])
  func nothingScrollsBeforeTheStart(_ place: String, _ style: String, _ expected: String) {
    let child = Box("position: absolute; width: 10px; height: 10px; \(place)")
    #expect(area(scroller(style, [child])) == expected)
  }

  @Test(arguments: [
    ("", "90×30", "90×30"),
    ("direction: rtl", "90×30", "90×30"),
    ("padding-left: 4px; padding-right: 6px", "100×30", "94×30"),
  ])
  func textOverflows(_ style: String, ofItsOwn own: String, ofABoxInside inside: String) {
    let text = "HHHHHHHHH HH HHH"
    let leaf = Box("overflow-x: hidden; overflow-y: hidden; width: 50px; height: 20px; \(style)", text: text)
    #expect(area(leaf) == own)
    let direction = style.hasPrefix("direction") ? style : ""
    #expect(area(scroller(style, [Box("height: 5px; \(direction)", text: text)], height: 20)) == inside)
  }

  @Test func replacedContentFitsItsBox() {
    var tree = LayoutTree()
    let nodes = tree.add(scroller("", [Box("width: 20px; height: 10px")]))
    for (isReplaced, width) in [(false, 300.0), (true, 50.0)] {
      tree.setMeasure(
        { _ in MeasureOutput(size: Size(width: 300, height: 10), isReplaced: isReplaced) }, of: nodes[1])
      tree.layout(root: nodes[0], available: Size(width: .definite(200), height: .maxContent))
      #expect(tree.scrollSize(of: nodes[0]).width == width)
    }
  }

  @Test(arguments: [
    ("overflow-x: hidden; overflow-y: hidden", "50×40"),
    ("overflow-x: clip; overflow-y: clip", "50×40"),
    ("overflow-x: clip", "50×60"),
    ("overflow-y: clip", "90×40"),
    ("contain: paint", "50×40"),
    ("contain: layout", "50×40"),
    ("", "90×60"),
  ])
  func clippedOverflowDoesNotCount(_ overflow: String, _ expected: String) {
    #expect(area(scroller("", [Box("width: 20px; height: 10px; \(overflow)", [large])])) == expected)
  }

  @Test func aClipHoldsOnlyWhatItIsAContainingBlockOf() {
    let child = Box("position: absolute; width: 90px; height: 60px")
    let clip = "overflow-x: hidden; overflow-y: hidden; width: 20px; height: 10px"
    #expect(area(scroller("", [Box(clip, [child])])) == "90×60")
    #expect(area(scroller("", [Box("\(clip); position: relative", [child])])) == "50×40")
    // The box with the clip does not scroll its descendants that belong to an outer box.
    #expect(area(scroller("", [Box(clip, [child])]), of: 1) == "20×10")
  }

  @Test func boxesWithoutAreaCountInTheFlowOnly() {
    #expect(area(scroller("", [Box("width: 90px")])) == "90×40")
    #expect(area(scroller("", [Box("position: absolute; width: 90px")])) == "50×40")
    #expect(area(scroller("", [Box("", [Box("width: 90px")])])) == "50×40")
    #expect(area(scroller("", [large], width: 0, height: 70)) == "90×70")
    #expect(area(scroller("", [Box("height: 60px")], width: 0)) == "0×40")
  }

  @Test(arguments: ["display: none", "display: contents"])
  func whatHasNoBoxHasNoArea(_ display: String) {
    #expect(area(scroller("", [Box(display, [large])]), of: 1) == "0×0")
  }

  @Test func whatIsInsideAHiddenBoxHasNoArea() {
    #expect(area(scroller("", [Box("display: none", [Box("", text: "HH")])]), of: 2) == "0×0")
  }

  @Test func deepTreesAreMeasuredToo() {
    var tree = LayoutTree()
    let root = tree.makeNode()
    var node = root
    for _ in 0..<10_000 {
      let child = tree.makeNode()
      tree.append(child, to: node)
      node = child
    }
    tree.setStyle(LayoutStyle("width: 300px; height: 10px"), of: node)
    tree.layout(root: root, available: Size(width: .definite(200), height: .maxContent))
    #expect(tree.scrollSize(of: root) == Size(width: 300, height: 10))
  }

  @Test func percentPaddingRefersToTheContainingBlock() {
    var tree = LayoutTree()
    let nodes = tree.add(
      Box(
        "position: relative; width: 100px; padding-left: 20px",
        [
          Box("display: contents", [Box("padding-left: 10%", text: "H")]),
          Box("position: absolute; width: 50px; padding-left: 10%", text: "H"),
        ]))
    tree.layout(root: nodes[0], available: Size(width: .definite(200), height: .maxContent))
    #expect(tree.contentInsets(of: nodes[2]).left == 10)
    #expect(tree.contentInsets(of: nodes[3]).left == 12)
  }
}
