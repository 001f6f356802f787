import HybridDrawing
import HybridTestSupport
import HybridViewTree
import Testing

/// Grids in pages: CSS Grid 1, from the sheet to the frames.
struct GridRenderingTests {
  /// A grid 300 points wide with items `a`, `b`, `c`, each 10 points high unless its style says more.
  private func frames(_ grid: String, _ items: [String] = ["", "", ""]) throws -> [String?] {
    let names = ["a", "b", "c"]
    let html = zip(names, items).map { "<p id=\($0) style='\($1)'></p>" }.joined()
    let tree = try render(
      "<div id=g>\(html)</div>",
      css: "body, p { margin: 0 } p { height: 10px } #g { display: grid; width: 300px; \(grid) }")
    return names.prefix(items.count).map { tree.frame($0) }
  }

  @Test(arguments: [
    ("grid-template-columns: 100px 1fr", ["0,0 100×10", "100,0 200×10", "0,10 100×10"]),
    ("grid-template-columns: repeat(3, 1fr)", ["0,0 100×10", "100,0 100×10", "200,0 100×10"]),
    (
      "grid-template-columns: repeat(auto-fill, minmax(90px, 1fr)); gap: 15px",
      ["0,0 90×10", "105,0 90×10", "210,0 90×10"]
    ),
    ("grid-template-columns: calc(50% - 10px) 25% auto", ["0,0 140×10", "140,0 75×10", "215,0 85×10"]),
    (
      "grid-template-columns: fit-content(40%) minmax(min-content, 2fr) 1fr",
      ["0,0 0×10", "0,0 200×10", "200,0 100×10"]
    ),
    (
      "grid-template-columns: 1fr; grid-template-rows: 20px 30px",
      ["0,0 300×10", "0,20 300×10", "0,50 300×10"]
    ),
    ("grid-auto-rows: 40px", ["0,0 300×10", "0,40 300×10", "0,80 300×10"]),
    (
      "grid-auto-flow: column; grid-auto-columns: 50px; grid-template-rows: 20px 20px",
      ["0,0 50×10", "0,20 50×10", "50,0 50×10"]
    ),
    (
      """
      grid-template-columns: repeat(3, 100px); justify-items: end; align-items: center; grid-auto-rows: 30px
      """,
      ["100,10 0×10", "200,10 0×10", "300,10 0×10"]
    ),
    (
      "grid-template-columns: 50px 50px; justify-content: space-between",
      ["0,0 50×10", "250,0 50×10", "0,10 50×10"]
    ),
  ])
  func tracksAreSized(_ grid: String, _ expected: [String]) throws {
    #expect(try frames(grid) == expected)
  }

  @Test(arguments: [
    ("grid-column: 2", "grid-area: 2 / 1 / 3 / -1", ["100,0 100×10", "0,10 300×10"]),
    ("grid-column: 2 / span 2", "grid-row: 1", ["100,0 200×10", "0,0 100×10"]),
    ("grid-column: wide", "grid-column-start: last", ["100,0 200×10", "200,10 100×10"]),
    (
      "justify-self: end; width: 20px", "align-self: end; height: 4px", ["80,0 20×10", "100,6 100×4"]
    ),
    ("order: 1", "", ["100,0 100×10", "0,0 100×10"]),
  ])
  func itemsFindTheirLines(_ first: String, _ second: String, _ expected: [String]) throws {
    let columns = "grid-template-columns: 100px [wide-start] 100px [last] 100px [wide-end]"
    #expect(try frames(columns, [first, second]) == expected)
  }

  @Test func denseFlowFillsGaps() throws {
    let items = ["", "grid-column: span 2", ""]
    let columns = "grid-template-columns: 150px 150px"
    #expect(try frames(columns, items)[2] == "0,20 150×10")
    #expect(try frames("\(columns); grid-auto-flow: row dense", items)[2] == "150,0 150×10")
  }

  @Test func outOfFlowItemsBelongToTheirArea() throws {
    let frame = try frames(
      "position: relative; grid-template-columns: 100px 200px; grid-template-rows: 50px",
      ["position: absolute; grid-column: 2; inset: 5px 5px auto auto; width: 20px"])
    #expect(frame == ["275,5 20×10"])
  }

  @Test func textInAGridIsAnItem() throws {
    let tree = try render(
      "<div id=g>one<p id=a>two</p></div>",
      css: "body, p { margin: 0 } #g { display: grid; grid-template-columns: 120px 1fr }")
    #expect(try #require(tree.node("a")).frame.x == 120)
  }

  @Test func aPageOfNamedAreasIsDrawn() throws {
    let tree = try render(
      """
      <header>Tea shop</header><nav>Green Black</nav><main>Sencha, steamed</main>\
      <footer>Open till six</footer>
      """,
      css: """
        body { margin: 0; display: grid; gap: 16px 8px; \
        grid: "head head" 48px "side body" 80px "foot foot" 48px / 96px 1fr;
          font-size: 16px; line-height: 16px }
        body > * { border: 1px solid #888; padding: 15px 7px }
        header { grid-area: head } nav { grid-area: side } main { grid-area: body } footer { grid-area: foot }
        """, width: 304)
    try expectGolden(TerminalDrawing().text(tree.displayList), "Golden/grid.txt", in: folderOfTests())
  }
}
