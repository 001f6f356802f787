import HybridGeometry
import HybridLayout
import HybridLayoutCases
import Testing

/// What declarations of layout cases mean, and which part of one is wrong.
@Suite struct CaseValueTests {
  private func style(_ declarations: [(String, String)]) -> (LayoutStyle, [CaseFault]) {
    let list = declarations.map { CaseDeclaration(name: $0.0, value: $0.1) }
    var style = LayoutStyle()
    var faults: [CaseFault] = []
    style.apply(list, in: list.indices, faults: &faults)
    return (style, faults)
  }

  @Test(
    arguments: [
      ("0", Length.zero), ("12px", .points(12)), ("-.5px", .points(-0.5)), ("+1e2px", .points(100)),
      ("1E-1px", .points(0.1)), ("5%", .percent(5)), (" 5px ", .points(5)), ("auto", .auto),
      ("1e999px", .points(.greatestFiniteMagnitude)),
    ])
  func lengthsAreThoseOfCSS(_ value: String, _ expected: Length) {
    let (style, faults) = style([("margin-left", value)])
    #expect(style.margin.left == expected && faults.isEmpty)
  }

  @Test(
    arguments: [
      ("width", "12", 0..<2), ("width", "1e5", 0..<3), ("width", "px", 0..<2), ("width", "1px 2px", 0..<7),
      ("width", "--1px", 0..<5), ("width", "1 px", 0..<4), ("flex-grow", "1px", 0..<3),
      ("flex-grow", "nan", 0..<3),
      ("border-top-width", "5%", 0..<2), ("order", "1e1", 0..<3),
      ("grid-template-rows", "1px [a] 2em 3px", 8..<11),
      ("grid-template-rows", "repeat(2, 1px 2qx)", 14..<17), ("grid-template-rows", "repeat(0, 1px)", 7..<8),
      ("grid-template-rows", "repeat(2 1px)", 0..<13), ("grid-template-rows", "minmax(1px, )", 0..<13),
      ("grid-template-rows", "fit-content(1fr)", 12..<15), ("grid-template-rows", "[a]", 0..<3),
      ("grid-template-rows", "[a 1b] 1px", 3..<5), ("grid-template-rows", "subgrid", 0..<7),
      ("grid-auto-rows", "1px [a]", 4..<7), ("grid-auto-flow", "row column", 0..<10),
      ("grid-auto-flow", "row dence", 4..<9), ("grid-row-start", "span 0", 5..<6),
      ("grid-row-start", "a b", 0..<3),
      ("grid-row-start", "1.5", 0..<3), ("grid-template-areas", "\"a b\" \"a\"", 6..<9),
      ("grid-template-areas", "\"a 1\"", 3..<4),
    ])
  func faultsNameTheSmallestPart(_ name: String, _ value: String, _ range: Range<Int>) {
    let (changed, faults) = style([(name, value)])
    #expect(changed == LayoutStyle())
    #expect(faults.map { $0.range ?? 0..<value.utf8.count } == [range])
    #expect(faults.first?.expected.isEmpty == false)
  }

  @Test func aGridIsReadWhole() {
    let (style, faults) = style([
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
