import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Synchronization
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

  /// Widths in sheets are rounded: columns that are wider than the room by less than browsers see fit into
  /// it.
  @Test(arguments: [(16.666667, 6, 6), (33.335, 3, 3), (20.1, 5, 4)])
  func columnsOfRoundedPercentagesFit(_ width: Double, _ count: Int, _ first: Int) {
    let column = "width: \(width)%; height: 10px"
    let floats = flow((0..<count).map { _ in Box("float: left; \(column)") })
    let items = frames(
      Box("display: flex; flex-wrap: wrap", (0..<count).map { _ in Box("flex-shrink: 0; \(column)") }))
    for all in [floats, items] {
      let onFirstLine = all.dropFirst().filter { $0.contains(",0 ") }
      #expect(onFirstLine.count == first)
    }
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

  /// §9.5.1 does not define the position of a float without width after another float has passed its edge.
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

  /// Content beside a float at the line's start may overflow its container; it must not overlap a float at
  /// the end.
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

  /// Four floats fit in each row; checking all floats for each would take minutes.
  @Test func manyFloatsFillRows() {
    let count = 20_000
    let all = flow(
      (0..<count).map { Box("float: \($0 % 2 == 0 ? "left" : "right"); width: 50px; height: 10px") })
    #expect(all[0] == "0,0 200×\(count / 4 * 10)")
    #expect(all[count - 3] == "0,\(count / 4 * 10 - 10) 50×10")
    #expect(all[count] == "100,\(count / 4 * 10 - 10) 50×10")
  }

  /// §9.5.1 rule 8: the last one goes just below those that leave it no room.
  @Test func floatsOfFallingHeightsLeaveRoomFromBelow() {
    let steps = (0..<1000).map { Box("float: left; width: 0.125px; height: \(1000 - $0)px") }
    let all = flow(steps + [Box("float: left; width: 100px; height: 10px")])
    #expect(all[1001] == "100,200 100×10")
  }

  /// A text receives the floats beside it, not all earlier or lower ones.
  @Test(arguments: [true, false]) func textIsToldOfTheFloatsBesideIt(_ isInterleaved: Bool) {
    let bands = Counter()
    var tree = LayoutTree()
    let root = tree.makeNode()
    func addFloat() {
      var style = LayoutStyle()
      style.float = .left
      style.size = Size(width: .points(150), height: .points(10))
      tree.append(tree.makeNode(style), to: root)
    }
    func addText() {
      let text = tree.makeNode()
      let measure = AhemText.measure("HHH HHH", isVertical: false)
      tree.setMeasure(
        { input in
          bands.add(input.floats.bands.count)
          return measure(input)
        }, of: text)
      tree.append(text, to: root)
    }
    let count = 2000
    if isInterleaved {
      for _ in 0..<count {
        addFloat()
        addText()
      }
    } else {
      for _ in 0..<count { addFloat() }
      for _ in 0..<count { addText() }
    }
    tree.layout(root: root, available: Size(width: .definite(200), height: .maxContent))
    #expect(bands.total >= count / 2)
    #expect(bands.total <= count * 100)
  }
}

/// Adds up numbers from measure functions.
private final class Counter: Sendable {
  private let sum = Mutex(0)
  var total: Int { sum.withLock { $0 } }
  func add(_ number: Int) { sum.withLock { $0 += number } }
}
