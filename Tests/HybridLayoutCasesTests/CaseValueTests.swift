import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// What declarations of layout cases mean, and which part of one is wrong.
@Suite struct CaseValueTests {
  private func style(
    _ declarations: [(String, String)], defaults: String = ""
  ) -> (LayoutStyle, [CaseFault]) {
    let list = declarations.map { CaseDeclaration(name: $0.0, value: $0.1) }
    var styles = CaseStyles(defaults: defaults)
    var faults: [CaseFault] = []
    let style = styles.style(of: list, in: list.indices, below: styles.initial, faults: &faults)
    return (style.layout, faults)
  }

  @Test(
    arguments: [
      ("0", Length.zero), ("12px", .points(12)), ("-.5px", .points(-0.5)), ("+1e2px", .points(100)),
      ("1E-1px", .points(0.1)), ("5%", .percent(5)), (" 5px ", .points(5)), ("auto", .auto),
      ("1in", .points(96)), ("calc(1px + 2px)", .points(3)), ("1e999px", .points(33_554_428)),
    ])
  func lengthsAreThoseOfCSS(_ value: String, _ expected: Length) {
    let (style, faults) = style([("margin-left", value)])
    #expect(style.margin.left == expected && faults.isEmpty)
  }

  @Test(
    arguments: [
      ("width", "12", 0..<2), ("width", "1e5", 0..<3), ("width", "px", 0..<2), ("width", "1px 2px", 4..<7),
      ("width", "--1px", 0..<5), ("width", "1 px", 0..<1), ("width", "1px !important", 4..<5),
      ("width", "1px; height: 1px", 3..<4), ("width", "var(--a)", nil), ("width", "calc(1px + 2em)", 11..<14),
      ("flex-grow", "1px", 0..<3), ("flex-grow", "nan", 0..<3), ("border-top-width", "5%", 0..<2),
      ("order", "1e1", 0..<3), ("order", "-1.5", 0..<4), ("display", "inline", nil),
      ("display", "table", nil), ("writing-mode", "sideways-rl", nil), ("flex-wrap", "balanced", 0..<8),
      ("contain", "size none", 5..<9), ("contain", "size size", 5..<9), ("contain", "", 0..<0),
      ("flex-line-count", "1.5", 0..<3), ("flex-line-count", "1 2", 0..<3),
      ("grid-template-rows", "1px [a] 2em 3px", 8..<11),
      ("grid-template-rows", "repeat(2, 1px 2qx)", 15..<17),
      ("grid-template-rows", "1fr repeat(auto-fill, 1px)", 0..<26),
      ("grid-auto-rows", "1px [a]", 4..<7), ("grid-auto-flow", "row column", 4..<10),
      ("grid-auto-flow", "row dence", 4..<9), ("grid-row-start", "a b", 2..<3),
    ] as [(String, String, Range<Int>?)])
  func faultsNameTheSmallestPart(_ name: String, _ value: String, _ range: Range<Int>?) {
    let (changed, faults) = style([(name, value)], defaults: "display: flex")
    #expect(faults.map(\.range) == [range])
    #expect(faults.allSatisfy { if case .outOfRange = $0.reason { false } else { true } })
    if name != "display", name != "writing-mode" {
      #expect(changed == style([], defaults: "display: flex").0)
    }
  }

  /// The declaration would be valid with a larger number.
  @Test(
    arguments: [
      ("width", "-1px", 0..<4), ("flex-grow", "-.5", 0..<3), ("flex-line-count", "0", 0..<1),
      ("grid-row-start", "span -2", 5..<7), ("grid-row-start", "0 a", 0..<1),
      ("grid-template-rows", "repeat(0, 0px)", 7..<8),
      ("grid-template-rows", "0px minmax(-1px, 1px)", 11..<15),
    ])
  func numbersBelowTheRangeAreFound(_ name: String, _ value: String, _ range: Range<Int>) {
    let (changed, faults) = style([(name, value)])
    #expect(changed == style([]).0 && faults.count == 1)
    #expect(
      faults.first?.reason == .outOfRange(String(value.utf8.dropFirst(range.lowerBound).prefix(range.count))!)
    )
    #expect(faults.first?.range == range)
  }

  /// Each property that a case can declare changes the style of a box.
  @Test(arguments: CaseDeclaration.names)
  func everyPropertyChangesABox(_ name: String) {
    let values = [
      "7px", "2", "center", "left", "rtl", "vertical-lr", "-webkit-center", "absolute", "border-box",
      "scroll",
      "none", "row-reverse", "column", "wrap", "\"a\"", "layout", "auto", "avoid", "all",
    ]
    let before = "display: grid; border: 3px solid; overflow: hidden; contain: size"
    let initial = style([], defaults: before).0
    #expect(values.contains { style([(name, $0)], defaults: before).0 != initial })
  }

  @Test(
    arguments: [
      ("balance", FlexWrap.balance), ("wrap balance", .balance), ("wrap-reverse balance", .balanceReverse),
      ("wrap-reverse", .wrapReverse),
    ])
  func linesAreBalanced(_ value: String, _ expected: FlexWrap) {
    let (style, faults) = style([("flex-wrap", value), ("flex-line-count", "70000")])
    #expect(style.flexWrap == expected && style.flexLineCount == .max && faults.isEmpty)
  }

  @Test(
    arguments: [
      ("none", Containment()), ("style", []), ("content", [.layout, .paint]),
      ("strict", [.layout, .paint, .size]), ("size paint", [.size, .paint]),
    ] as [(String, Containment)])
  func containmentIsRead(_ value: String, _ expected: Containment) {
    let (style, faults) = style([("contain", value)])
    #expect(style.contain == expected && faults.isEmpty)
  }

  @Test func basesHaveTheirInitialValues() {
    // `normal` is the initial value of gaps: none between items.
    var web = LayoutStyle.css
    (web.display, web.position, web.gap) = (.flex, .relative, Size(.auto))
    #expect(style([], defaults: LayoutCase.Base.web.declarations).0 == web)
    let yoga = LayoutCase.Base.yoga.declarations + "; box-sizing: border-box"
    var expected = LayoutStyle.yoga
    expected.gap = Size(.auto)
    #expect(style([], defaults: yoga).0 == expected)
  }

  @Test func aGridIsReadWhole() {
    let (style, faults) = style([
      ("display", "grid"),
      ("grid-template-columns", "[a b] 10px repeat(2, minmax(0px, 1fr) [c]) fit-content(5%)"),
      ("grid-template-areas", "\"x x .\" \"x x y\""), ("grid-column-start", "c 2"),
      ("grid-column-end", "span a"),
    ])
    #expect(faults.isEmpty)
    let track = TrackListPart.track(TrackSize(min: .length(.zero), max: .flex(1)))
    #expect(
      style.grid.templateColumns == [
        .names(["a", "b"]), .track(TrackSize(.length(.points(10)))),
        .repeat(.count(2), [track, .names(["c"])]),
        .track(TrackSize(min: .auto, max: .maxContent, fitContent: .percent(5))),
      ])
    #expect(style.grid.templateAreas == [["x", "x", nil], ["x", "x", "y"]])
    #expect(style.grid.columnStart == .line(2, "c") && style.grid.columnEnd == .span(1, "a"))
  }

  /// CSS Logical 1 §4: sides depend on the node's own direction and writing mode, wherever those are
  /// declared.
  @Test(
    arguments: [
      (
        "horizontal-tb", "ltr", "inline-start",
        Edges<Length>(top: .zero, right: .zero, bottom: .zero, left: .points(1))
      ),
      (
        "horizontal-tb", "rtl", "inline-start",
        Edges(top: .zero, right: .points(1), bottom: .zero, left: .zero)
      ),
      (
        "vertical-lr", "ltr", "inline-start", Edges(top: .points(1), right: .zero, bottom: .zero, left: .zero)
      ),
      (
        "vertical-lr", "rtl", "inline-start", Edges(top: .zero, right: .zero, bottom: .points(1), left: .zero)
      ),
      ("vertical-lr", "ltr", "block-start", Edges(top: .zero, right: .zero, bottom: .zero, left: .points(1))),
      ("vertical-rl", "ltr", "block-start", Edges(top: .zero, right: .points(1), bottom: .zero, left: .zero)),
      ("vertical-rl", "ltr", "block-end", Edges(top: .zero, right: .zero, bottom: .zero, left: .points(1))),
    ])
  func logicalSidesArePhysicalOnes(
    _ mode: String, _ direction: String, _ side: String, _ expected: Edges<Length>
  ) {
    let (style, faults) = style([
      ("padding-\(side)", "1px"), ("direction", direction), ("writing-mode", mode),
    ])
    #expect(style.padding == expected && faults.isEmpty)
  }

  @Test func ofASideGivenTwiceTheLogicalCounts() {
    let (style, _) = style([("margin-inline-start", "1px"), ("margin-left", "2px")])
    #expect(style.margin.left == .points(1))
  }
}
