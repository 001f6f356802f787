import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridLayout

/// The explanation of the node at `index` in tree order, in 200 points of width.
private func explain(_ box: Box, _ index: Int) -> LayoutExplanation {
  var tree = LayoutTree()
  let nodes = tree.add(box)
  return tree.explain(
    nodes[index], root: nodes[0], available: Size(width: .definite(200), height: .maxContent))
}

private func node(_ index: Int32) -> LayoutNodeID { LayoutNodeID(index: index) }

private func facts<Fact>(_ steps: [LayoutExplanation.Step<Fact>]) -> [Fact] { steps.map(\.fact) }

private let normal = UsedAlignment(.alignItems, Alignment(.normal))

// MARK: Sizes

@Test(
  arguments: [
    // A share of what is missing, then a minimum.
    (
      Box("display: flex", [Box("width: 75%; height: 1px"), Box("width: 150px", [Box("width: 120px")])]), 2,
      [
        .flexBaseSize(.mainSize(UsedLength(.points(150)))),
        .flexed(
          .init(
            amount: -50, factor: 1, weight: 150, totalWeight: 300, freeSpace: -100, sharing: 2)),
        .clamped(.init(isMinimum: true, .automatic(content: 120, specified: 150))),
      ]
    ),
    (
      Box("display: flex", [Box("width: 150px"), Box("width: 50%; flex-shrink: 1.5")]), 2,
      [
        .flexBaseSize(.mainSize(UsedLength(.percent(50), of: 200))),
        .flexed(
          .init(amount: -25, factor: 1.5, weight: 150, totalWeight: 300, freeSpace: -50, sharing: 2)),
      ]
    ),
    // A share of what is free; another one took less than its own.
    (
      Box("display: flex", [Box("flex-grow: 1; max-width: 20px"), Box("flex-basis: 10px; flex-grow: 2")]), 2,
      [
        .flexBaseSize(.flexBasis(UsedLength(.points(10)))),
        .flexed(
          .init(amount: 170, factor: 2, weight: 2, totalWeight: 2, freeSpace: 170, sharing: 1, limited: 1)),
      ]
    ),
    (
      Box("display: flex", [Box("flex-grow: 1; max-width: 20px")]), 1,
      [
        .flexBaseSize(.content(.maxContent)),
        .flexed(.init(amount: 200, factor: 1, weight: 1, totalWeight: 1, freeSpace: 200, sharing: 1)),
        .clamped(.init(isMinimum: false, .property(UsedLength(.points(20))))),
      ]
    ),
    (
      Box("display: flex", [Box("flex-grow: 0.25; width: 100px")]), 1,
      [
        .flexBaseSize(.mainSize(UsedLength(.points(100)))),
        .flexed(
          .init(
            amount: 25, factor: 0.25, weight: 0.25, totalWeight: 0.25, freeSpace: 25, fraction: 0.25,
            sharing: 1)),
      ]
    ),
    // No share, and why.
    (
      Box("display: flex", [Box("width: 50px")]), 1,
      [.flexBaseSize(.mainSize(UsedLength(.points(50)))), .inflexible(.factorIsZero(freeSpace: 150))]
    ),
    (
      Box("display: flex", [Box("width: 250px; flex-shrink: 0")]), 1,
      [.flexBaseSize(.mainSize(UsedLength(.points(250)))), .inflexible(.factorIsZero(freeSpace: -50))]
    ),
    (
      Box("display: flex", [Box("width: 200px; flex-grow: 1")]), 1,
      [.flexBaseSize(.mainSize(UsedLength(.points(200)))), .inflexible(.noFreeSpace)]
    ),
    (
      Box("display: flex", [Box("width: 100px; max-width: 60px; flex-grow: 1")]), 1,
      [
        .flexBaseSize(.mainSize(UsedLength(.points(100)))),
        .hypotheticalMainSize(.init(isMinimum: false, .property(UsedLength(.points(60))))),
        .inflexible(.limited(freeSpace: 140)),
      ]
    ),
    // Blocks and boxes that shrink to fit.
    (Box("", [Box("margin-left: 10px")]), 1, [.filled(.init(.block, room: 200, margins: 10))]),
    (
      Box("", [Box("width: 50%; padding-left: 8px; min-width: 120px")]), 1,
      [
        .specified(UsedLength(.percent(50), of: 200, insets: 8)),
        .clamped(.init(isMinimum: true, .property(UsedLength(.points(120), insets: 8)))),
      ]
    ),
    (
      Box("", [Box("width: 4px; padding-left: 8px; box-sizing: border-box")]), 1,
      [.specified(UsedLength(.points(4))), .clamped(.init(isMinimum: true, .insets))]
    ),
    (Box("", [Box("float: left", text: "HH H")]), 1, [.fitContent(min: 20, max: 40, room: 200)]),
    (Box("", [Box("height: 30px; aspect-ratio: 2; float: left")]), 1, [.aspectRatio(2, from: 30)]),
    (
      Box("", [Box("position: absolute; left: 10px; right: 10%")]), 1,
      [
        .filled(
          .init(.insets(UsedLength(.points(10)), UsedLength(.percent(10), of: 200)), room: 170, margins: 0))
      ]
    ),
  ] as [(Box, Int, [SizeFact])])
func widthsAreExplained(_ box: Box, _ index: Int, _ expected: [SizeFact]) {
  let found = facts(explain(box, index).width)
  #expect(Array(found.dropFirst()) == expected)
}

@Test(
  arguments: [
    (
      Box("display: flex; height: 40px", [Box("width: 9px; margin-top: 4px")]), 1,
      [.available(40, .contentBox), .filled(.init(.flexLine(normal), room: 40, margins: 4))]
    ),
    (
      Box(
        "display: flex; align-items: center", [Box("width: 9px", [Box("height: 7px"), Box("height: 8px")])]),
      1,
      [.available(nil, .contentBox), .lineCrossSize(.init(extent: 15)), .content(.blocks(2))]
    ),
    (
      Box("", [Box("height: 50%", text: "HH HH")]), 1,
      [
        .available(nil, .contentBox), .percentageOfIndefinite(.percent(50)), .content(.measured(width: 200)),
      ]
    ),
    (
      Box("display: grid; height: 50px", [Box("width: 9px")]), 1,
      [
        .gridArea(
          GridSpan(
            startLine: 1, tracks: [50], gap: 0, isAutomatic: true,
            stretch: .init(UsedAlignment(.alignContent, Alignment(.normal)), each: 50))),
        .available(50, .gridArea),
        .filled(.init(.gridArea(normal), room: 50, margins: 0)),
      ]
    ),
  ] as [(Box, Int, [SizeFact])])
func heightsAreExplained(_ box: Box, _ index: Int, _ expected: [SizeFact]) {
  #expect(facts(explain(box, index).height) == expected)
}

// MARK: Places

@Test(
  arguments: [
    (
      Box(
        "display: flex; column-gap: 8px; padding-left: 5px",
        [Box("width: 20px"), Box("width: 30px"), Box("margin-left: 3px")]),
      3,
      [
        .contentEdge(.left), .preceding(.init(count: 2, nearest: node(2), extent: 50, gaps: 16)),
        .margin(.left),
      ]
    ),
    (
      Box("display: flex; justify-content: space-between", [Box("width: 20px"), Box("width: 30px")]), 2,
      [
        .contentEdge(.left), .preceding(.init(count: 1, nearest: node(1), extent: 20)),
        .distributed(
          .init(UsedAlignment(.justifyContent, .spaceBetween), freeSpace: 150, before: 0, between: 150)),
      ]
    ),
    (
      Box("display: flex", [Box("width: 20px"), Box("width: 30px; margin-left: auto")]), 2,
      [
        .contentEdge(.left), .preceding(.init(count: 1, nearest: node(1), extent: 20)),
        .autoMargins([.left], freeSpace: 150),
      ]
    ),
    (
      Box("display: flex; flex-direction: row-reverse", [Box("width: 20px"), Box("width: 30px")]), 2,
      [.contentEdge(.right), .preceding(.init(count: 1, nearest: node(1), extent: 20))]
    ),
    (
      Box("", [Box("width: 20px; margin-left: auto; margin-right: auto")]), 1,
      [.contentEdge(.left), .autoMargins([.left, .right], freeSpace: 180)]
    ),
    (
      Box("", [Box("width: 20px; position: relative; left: 10%")]), 1,
      [.contentEdge(.left), .relative(.left, UsedLength(.percent(10), of: 200))]
    ),
    (
      Box("", [Box("width: 20px; position: absolute; right: 10px; margin-right: 2px")]), 1,
      [.paddingEdge(.right), .inset(.right, UsedLength(.points(10))), .margin(.right)]
    ),
    (
      Box("", [Box("padding-left: 9px", [Box("width: 20px; position: absolute; left: 4px")])]), 2,
      [.paddingEdge(.left), .inset(.left, UsedLength(.points(4))), .parent(node(1), at: 0)]
    ),
    (Box("padding-left: 9px", [Box("width: 20px; position: absolute")]), 1, [.staticPosition(.flow)]),
    (
      Box("", [Box("float: left; width: 20px"), Box("float: left; width: 190px; height: 1px")]), 2,
      [.contentEdge(.left), .floated(.left)]
    ),
    (Box("margin-left: 7px"), 0, [.origin, .margin(.left)]),
  ] as [(Box, Int, [PlaceFact])])
func horizontalPlacesAreExplained(_ box: Box, _ index: Int, _ expected: [PlaceFact]) {
  #expect(facts(explain(box, index).x) == expected)
}

@Test(
  arguments: [
    (
      Box("", [Box("height: 5px; margin-bottom: 20px"), Box("height: 5px; margin-top: 30px")]), 2,
      [
        .contentEdge(.top), .preceding(.init(count: 1, nearest: node(1), extent: 5)),
        .collapsedMargins(.init([.init(node(1), .bottom, 20), .init(node(2), .top, 30)], sum: 30)),
      ]
    ),
    (
      Box("", [Box("", [Box("height: 5px; margin-top: 30px")])]), 2,
      [
        .contentEdge(.top),
        .collapsedMargins(.init([.init(node(2), .top, 30)], sum: 30, leavesContainer: true)),
      ]
    ),
    (
      Box("", [Box("float: left; width: 20px; height: 30px"), Box("clear: left; height: 5px")]), 2,
      [.contentEdge(.top), .clearance(.left)]
    ),
    (
      Box("display: flex; height: 40px; align-items: flex-end", [Box("height: 10px")]), 1,
      [.contentEdge(.top), .aligned(UsedAlignment(.alignItems, .flexEnd), freeSpace: 30)]
    ),
    (
      Box("display: flex; align-items: baseline", [Box("", text: "H"), Box("padding-top: 10px", text: "H")]),
      1,
      [.contentEdge(.top), .baseline(UsedAlignment(.alignItems, .baseline), own: 8, shared: 18, from: .top)]
    ),
    (
      Box(
        "display: flex; flex-wrap: wrap; row-gap: 6px; height: 50px; align-content: flex-start",
        [Box("width: 150px; height: 10px"), Box("width: 150px; height: 10px; align-self: center")]), 2,
      [.contentEdge(.top), .flexLine(1, of: 2, extent: 10, gaps: 6)]
    ),
  ] as [(Box, Int, [PlaceFact])])
func verticalPlacesAreExplained(_ box: Box, _ index: Int, _ expected: [PlaceFact]) {
  #expect(facts(explain(box, index).y) == expected)
}

@Test func aBoxSaysWhatItIsToWhom() {
  let page = Box(
    "display: flex",
    [Box("display: contents", [Box("width: 5px")]), Box("display: none"), Box("position: fixed")])
  #expect(explain(page, 0).role == .root(.block))
  #expect(explain(page, 1).role == .none)
  #expect(
    explain(page, 2).role == .flexItem(.row, line: 0, lines: 1) && explain(page, 2).container == node(0))
  #expect(explain(page, 3).role == .none && explain(page, 3).container == nil)
  #expect(explain(page, 4).role == .positioned(.fixed))
}
