import HybridDrawing
import HybridTestSupport
import HybridViewTree
import Testing

/// Tables in pages: CSS 2.2 §17, from the markup to the frames. The expectations are what Chromium gives.
struct TableRenderingTests {
  private static let sheet =
    "body { margin: 0; font: 16px/20px monospace } i { display: block; height: 10px }"

  /// The frames of the elements `a`, `b`, `c` … of a page, as far as it has them.
  private func frames(_ body: String, css: String = "") throws -> [String] {
    let tree = try render(body, css: Self.sheet + css)
    return ["a", "b", "c", "d", "e"].compactMap { tree.frame($0) }
  }

  /// HTML's attributes (HTML Standard §15.3.9 and §15.3.10).
  @Test(arguments: [
    ("", ["0,0 30×16", "0,0 12×12", "14,0 12×12"]),
    ("cellspacing=5 cellpadding=0", ["0,0 35×20", "0,0 10×10", "15,0 10×10"]),
    ("cellpadding=4", ["0,0 42×22", "0,0 18×18", "20,0 18×18"]),
    ("border", ["0,0 36×20", "0,0 14×14", "16,0 14×14"]),
    ("border=3 cellspacing=0", ["0,0 34×20", "0,0 14×14", "14,0 14×14"]),
    ("border=0", ["0,0 30×16", "0,0 12×12", "14,0 12×12"]),
    ("width=100 cellspacing=0", ["0,0 100×12", "0,0 50×12", "50,0 50×12"]),
    ("align=center cellspacing=0", ["150,0 24×12", "0,0 12×12", "12,0 12×12"]),
    ("rules=all cellpadding=0", ["0,0 21×10", "0,0 10.5×10", "10.5,0 10.5×10"]),
  ])
  func attributesOfTablesCount(_ attributes: String, _ expected: [String]) throws {
    let cell = "<i style='width: 10px'></i>"
    let body = """
      <div style='width: 324px'><table id=a \(attributes)><tr><td id=b>\(cell)<td id=c>\(cell)</table></div>
      """
    #expect(try frames(body) == expected)
  }

  @Test(arguments: [
    (
      "<tr><td id=a colspan=2><i></i><tr><td id=b width=30><td id=c width=50>",
      ["0,0 80×10", "0,0 30×0", "30,0 50×0"]
    ),
    (
      "<tr><td id=a rowspan=2 width=30><td id=b height=20><tr><td id=c height=30>",
      ["0,0 30×50", "30,0 0×20", "30,0 0×30"]
    ),
    ("<tr><td id=a rowspan=0 width=9><td><i></i><tr><td id=b><i></i>", ["0,0 9×20", "9,0 0×10"]),
    ("<col span=2 width=40><tr><td id=a><td id=b><td id=c width=9>", ["0,0 40×0", "40,0 40×0", "80,0 9×0"]),
    // A column without width has no height either.
    ("<col id=a><col id=b width=9><tr height=20><td><td>", ["0,0 0×0", "0,0 9×20"]),
    ("<colgroup><col id=a><col id=b width=9></colgroup><tr height=20><td><td>", ["0,0 0×0", "0,0 9×20"]),
    ("<tr height=50 valign=bottom><td><i id=a style='width: 5px'></i>", ["0,40 5×10"]),
    ("<tr><td width=90 align=right><i id=a style='width: 5px'></i>", ["85,0 5×10"]),
  ])
  func attributesOfPartsCount(_ rows: String, _ expected: [String]) throws {
    let body = "<table cellspacing=0 cellpadding=0>\(rows)</table>"
    #expect(try frames(body) == expected)
  }

  /// §17.2.1: boxes that are missing around these are made.
  @Test(arguments: [
    // Stray cells share one table.
    (
      "<p id=a></p> <p id=b></p>", "p { display: table-cell; width: 30px; height: 10px }",
      ["0,0 30×10", "30,0 30×10"]
    ),
    // A row's other content is in a cell.
    (
      "<div><section id=a><i style='width: 9px'></i><p id=b></p></section></div>",
      "div { display: table } section { display: table-row } p { display: table-cell; width: 30px }",
      ["0,0 39×10", "9,0 30×10"]
    ),
    // Groups of columns show columns only.
    (
      "<div id=a><p>text</p><section><i></i></section></div>",
      "div { display: table } p { display: table-column-group }", ["0,0 0×10"]
    ),
  ])
  func missingBoxesAreMade(_ body: String, _ css: String, _ expected: [String]) throws {
    let found = try frames(body, css: " p { margin: 0 } " + css)
    #expect(found == expected)
  }

  @Test func captionsBelongToTheTable() throws {
    let body = """
      <table id=a cellspacing=0><caption id=b><i></i></caption><caption id=c align=bottom><i></i></caption>
      <tr><td id=d><i></i></table>
      """
    #expect(try frames(body) == ["0,0 2×32", "0,0 2×10", "0,22 2×10", "0,0 2×12"])
  }

  /// §17.6.2: each cell draws its half of a border, in the colour of the winner.
  @Test func collapsedBordersAreDrawnByBothCells() throws {
    let tree = try render(
      "<table><tr><td id=a><td id=b></table>",
      css: "table { border-collapse: collapse } td { padding: 5px } #a { border: 2px solid red } "
        + "#b { border: 6px solid blue }")
    let (a, b) = (tree.node("a")?.paint.borders, tree.node("b")?.paint.borders)
    #expect(a?.map(\.width) == [1, 3, 1, 1])
    #expect(a?[1].color == b?[3].color && a?[1].color != a?[3].color)
    #expect(tree.frame("b") == "14,0 16×16")
  }

  /// §17.6.1.1: neither borders nor a background.
  @Test func emptyCellsAreHiddenOnRequest() throws {
    let tree = try render(
      "<table><tr><td id=a><td id=b>x</table>",
      css: "table { empty-cells: hide } td { background: red; border: 1px solid }")
    #expect(tree.node("a")?.paint.background == nil && tree.node("a")?.paint.borders == nil)
    #expect(tree.node("b")?.paint.background != nil)
  }
}
