import HybridTestSupport
import Testing

@testable import HybridLayout
@testable import HybridRuntime

private let nowhere = LayoutNodeID(index: 0)

private func context(_ axis: Wording.Axis, before: Double? = nil) -> Wording.Context {
  var context = Wording.Context(axis: axis, container: "div.bar", label: { _ in "h1" })
  context.before = before
  return context
}

private let center = UsedAlignment(.alignItems, Alignment(.center))

@Test(
  arguments: [
    (.available(240, .contentBox), "available: 240, the content box of div.bar"),
    (.available(nil, .viewport), "available: no limit, in the screen"),
    (.available(100, .gridArea), "available: 100, its grid area in div.bar"),
    (.available(90.5, .besideFloats), "available: 90.5, what floats and its margins leave in div.bar"),
    (.available(300, .paddingBox), "available: 300, the padding box of div.bar"),
    (.specified(UsedLength(.points(120))), "width: "),
    (.specified(UsedLength(.points(120), insets: 18)), "width: 120 + 18 padding and border"),
    (.specified(UsedLength(.percent(50), of: 240)), "width: 50% of 240"),
    (.specified(UsedLength(.calculation(0), of: 240)), "width: with 100% = 240"),
    (
      .percentageOfIndefinite(.percent(50)),
      "width: 50% counts as auto: the width of div.bar depends on its content"
    ),
    (.filled(.init(.block, room: 240, margins: 0)), "fills: the room: 240"),
    (.filled(.init(.block, room: 240, margins: 16)), "fills: the room: 240 less margins of 16"),
    (.filled(.init(.flexLine(center), room: 44, margins: 0)), "stretched: to its line: 44"),
    (
      .filled(.init(.gridArea(center), room: 44, margins: -4)),
      "stretched: to its grid area: 44 less margins of −4"
    ),
    (
      .filled(.init(.insets(UsedLength(.points(1)), UsedLength(.points(2))), room: 97, margins: 0)),
      "fills: between left and right: 97"
    ),
    (
      .fitContent(min: 61, max: 240, room: 200),
      "fits content: content takes 61 to 240, room is 200"
    ),
    (.content(.maxContent), "content: its max-content size"),
    (.content(.measured(width: 90)), "content: what it shows, 90 wide"),
    (.content(.blocks(1)), "content: 1 block"),
    (.content(.blocks(3)), "content: 3 blocks below one another"),
    (.content(.blocks(0, floats: 2)), "content: 2 floats"),
    (.content(.blocks(1, floats: 2)), "content: 1 block and 2 floats"),
    (.content(.blocks(0)), "content: no content"),
    (.content(.flexItems(2)), "content: 2 items"),
    (.aspectRatio(1.6, from: 50), "aspect ratio: height 50 × 1.6"),
    (
      .aspectRatio(1.6, from: 50, insets: 8),
      "aspect ratio: content height 50 × 1.6 + 8 padding and border"
    ),
    (.gridLines(.init(2, nil)), "grid area: from column line 2 to the end of the padding box"),
    (.lineCrossSize(.init(extent: 44)), "line: 44, as its items need"),
    (.lineCrossSize(.init(extent: 44, stretch: 12)), "line: 44, 12 of it by align-content"),
    (.flexBaseSize(.flexBasis(UsedLength(.percent(0), of: 240))), "base size: 0% of 240"),
    (.flexBaseSize(.content(.maxContent)), "base size: its max-content size"),
    (
      .hypotheticalMainSize(.init(isMinimum: true, .property(UsedLength(.points(100))))),
      "at least: min-width, before flexing"
    ),
    (
      .flexed(.init(amount: 36, factor: 1, weight: 1, totalWeight: 3, freeSpace: 108, sharing: 2)),
      "grown: +36: 1 of 3 parts of 108 free"
    ),
    (
      .flexed(.init(amount: 36, factor: 1, weight: 1, totalWeight: 1, freeSpace: 36, sharing: 1)),
      "grown: +36: all that is free"
    ),
    (
      .flexed(
        .init(amount: -36, factor: 1, weight: 120, totalWeight: 240, freeSpace: -72, sharing: 2, limited: 1)),
      "shrunk: −36: 120 of 240 parts of 72 missing; another at a limit"
    ),
    (
      .flexed(
        .init(
          amount: 50, factor: 0.5, weight: 0.5, totalWeight: 0.5, freeSpace: 50, fraction: 0.5, sharing: 1)),
      "grown: +50: 0.5 of 100 free, as the factors add up to less than 1"
    ),
    (.inflexible(.factorIsZero(freeSpace: 10)), "not grown: 10 of the line are free"),
    (.inflexible(.factorIsZero(freeSpace: -10)), "not shrunk: the line lacks 10"),
    (.inflexible(.noFreeSpace), "not flexed: the items fill the line as they are"),
    (.inflexible(.limited(freeSpace: 10)), "not grown: its maximum holds it back"),
    (
      .clamped(.init(isMinimum: false, .property(UsedLength(.percent(50), of: 100)))),
      "at most: max-width, 50% of 100"
    ),
    (
      .clamped(.init(isMinimum: true, .automatic(content: 90, specified: nil))),
      "at least: its content, 90"
    ),
    (
      .clamped(.init(isMinimum: true, .automatic(content: 90, specified: 85))),
      "at least: its own width, less than the 90 of its content"
    ),
    (
      .clamped(.init(isMinimum: true, .aspectRatio(2, from: 45))),
      "at least: by the aspect ratio, height 45 × 2"
    ),
    (.clamped(.init(isMinimum: true, .insets)), "at least: its padding and border"),
    (
      .gridArea(GridSpan(startLine: 2, tracks: [100, 92], gap: 8, isAutomatic: true)),
      "grid area: columns 2 to 3: 100 + 92, gaps of 8, placed automatically"
    ),
    (
      .gridArea(GridSpan(startLine: 1, tracks: [100], gap: 8, isAutomatic: false)),
      "grid area: column 1: 100"
    ),
    (
      .gridArea(
        GridSpan(
          startLine: 1, tracks: [60, 40], gap: 0, between: 20, isAutomatic: false,
          stretch: .init(UsedAlignment(.justifyContent, Alignment(.normal)), each: 10))),
      "grid area: columns 1 to 2: 60 + 40, 20 more between by justify-content, auto tracks stretched by 10"
    ),
    (
      .gridArea(GridSpan(startLine: 0, tracks: [30], gap: 0, isAutomatic: false)),
      "grid area: an implicit column before the first: 30"
    ),
    (.inflexible(.nothingToShrink), "not shrunk: without padding and border its base size is 0"),
    (
      .clamped(.init(isMinimum: true, .automaticByRatio)),
      "at least: its automatic minimum, with the aspect ratio"
    ),
    (.rounded(84), "rounded: 84 in whole points"),
  ] as [(SizeFact, String)])
func factsAboutSizesReadLikeThis(_ fact: SizeFact, _ words: String) {
  let wording = fact.wording(context(.horizontal))
  #expect("\(wording.label): \(wording.detail)" == words)
}

@Test(
  arguments: [
    (.aspectRatio(1.6, from: 80), "aspect ratio: width 80 ÷ 1.6"),
    (.content(.gridItems(2)), "content: 2 items"),
    (.specified(UsedLength(.percent(50), of: 240)), "height: 50% of 240"),
  ] as [(SizeFact, String)])
func factsAboutHeightsNameTheirAxis(_ fact: SizeFact, _ words: String) {
  let wording = fact.wording(context(.vertical))
  #expect("\(wording.label): \(wording.detail)" == words)
}

@Test(
  arguments: [
    (.origin, nil, 0, "starts: at the corner of the screen"),
    (.contentEdge(.left), nil, 8, "starts: at the left of the content of div.bar"),
    (.contentEdge(.top), nil, 0, "starts: at the top of the content of div.bar"),
    (.contentEdge(.right), nil, 0, "starts: at the right of the content of div.bar"),
    (.paddingEdge(.top), nil, 1, "starts: at the top of div.bar, inside its border"),
    (
      .preceding(.init(count: 1, nearest: nowhere, extent: 112, gaps: 8)), 8, 128,
      "behind: h1: 112 and a gap of 8"
    ),
    (
      .preceding(.init(count: 3, nearest: nowhere, extent: 112, gaps: 16)), 8, 136,
      "behind: 3 boxes up to h1: 112 and gaps of 16"
    ),
    (.preceding(.init(count: 1, nearest: nowhere, extent: 20)), 0, 20, "behind: h1: 20"),
    (.margin(.left), 8, 4, "margin: left −4"),
    (
      .collapsedMargins(
        .init([.init(nowhere, .bottom, 20), .init(nowhere, .top, 30)], sum: 30)), 20, 50,
      "margin: 30: bottom of h1 20, top of h1 30, collapsed"
    ),
    (
      .collapsedMargins(.init([.init(nowhere, .top, 30)], sum: 30, leavesContainer: true)), 0, 0,
      "margin: top of h1 30; moves div.bar instead, through its top"
    ),
    (
      .autoMargins([.left, .right], freeSpace: 100), 0, 50, "margin: +50: auto on left and right, 100 free"
    ),
    (
      .autoMargins([.left], freeSpace: 100, others: 1), 0, 50,
      "margin: +50: auto on left, 100 free, shared with 1 more on the line"
    ),
    (
      .precedingTracks(.init(count: 2, extent: 192, gaps: 16)), 0, 208,
      "behind: 2 columns: 192 and gaps of 16"
    ),
    (
      .gridAreaEdge(.left, .init(2, 4)), nil, 208,
      "starts: at the left of its grid area in div.bar, from column line 2 to column line 4"
    ),
    (.rowBaseline(center), 0, 6, "aligned: +6: the baselines in its row meet"),
    (.notAboveFloats, 0, 6, "moved: +6: not above a float before it"),
    (.belowFloats, 0, 6, "moved: +6: below floats that leave no room beside them"),
    (
      .distributed(
        .init(UsedAlignment(.justifyContent, Alignment(.spaceBetween)), freeSpace: 90, before: 0, between: 45)
      ),
      10, 55, "spread: +45: space-between, 90 free, 0 before and 45 between"
    ),
    (.flexLine(1, of: 3, extent: 34, gaps: 6), 0, 40, "line: 2 of 3, behind 34 and a gap of 6"),
    (.aligned(center, freeSpace: 20), 0, 10, "aligned: +10: center, 20 free"),
    (
      .baseline(center, own: 14, shared: 20, from: .top), 0, 6,
      "aligned: +6: its baseline is 14 from the top of its margin box, the line's 20 from the top of the line"
    ),
    (.clearance(.left), 10, 60, "cleared: +50: below the floats before it"),
    (.floated(.right), 0, 60, "floats: to the right"),
    (.besideFloats, 0, 60, "moved: +60: beside floats before it"),
    (.inset(.right, UsedLength(.percent(10), of: 50)), nil, 60, "right: 10% of 50"),
    (.staticPosition(.flow), nil, 60, "in place: left and right are auto: where it would be in the flow"),
    (.relative(.left, UsedLength(.points(-4))), 60, 56, "moved: −4 by left"),
    (.parent(nowhere, at: 20), 60, 40, "counted: from h1, which is at 20"),
    (.rounded(60), 59.67, nil, "rounded: 60 in whole points"),
  ] as [(PlaceFact, Double?, Double?, String)])
func factsAboutPlacesReadLikeThis(_ fact: PlaceFact, _ before: Double?, _ value: Double?, _ words: String) {
  let wording = fact.wording(context(.horizontal, before: before), value: value)
  #expect("\(wording.label): \(wording.detail)" == words)
}
