import HybridGeometry
import HybridTestSupport
import Testing

@testable import HybridLayout

/// Table layout: CSS 2.2 §17 and, where it says what browsers do, CSS Tables 3. The expectations are what
/// Chromium gives; the spacing is 5 points, and the table stands in a block of 500 points.
struct TableLayoutTests {
  // MARK: Widths (§17.5.2)

  /// The cells of one row, each with its own style and the width of a box in it; then where they are.
  @Test(
    arguments: [
      ("", [("width: 20%", 10), ("", 40)], ["0 10", "15 40"]),
      (
        "width: 500px; box-sizing: border-box", [("", 9), ("", 20), ("width: 30px", 0), ("width: 10%", 0)],
        ["0 123.36", "128.36 274.14", "407.5 30", "442.5 47.5"]
      ),
      (
        "", [("min-width: 50px", 0), ("max-width: 20px", 40), ("width: 10px; min-width: 30px", 0)],
        [
          "0 50", "55 20", "80 30",
        ]
      ),
      (
        "width: 100px; max-width: 50px; box-sizing: border-box", [("", 9), ("", 9)], ["0 17.5", "22.5 17.5"]
      ),
      ("", [("width: 50%", 30), ("width: 70%", 30)], ["0 30", "35 30"]),
    ] as [(String, [(String, Int)], [String])])
  func columnsShareTheWidth(_ table: String, _ cells: [(String, Int)], _ expected: [String]) {
    #expect(columns(of: tableBox(table, [row(cells.map { cell($0.0, [box($0.1, 10)]) })])) == expected)
  }

  /// §17.5.2.1: the first row alone counts, and content does not.
  @Test(arguments: [
    (
      "width: 300px", ["width: 20%; padding: 4px", "padding: 3px; width: 30px", ""],
      ["0 64", "69 36", "110 180"]
    ),
    ("width: 100px", ["width: 80px", "width: 80px", ""], ["0 80", "85 80", "170 0"]),
    ("width: 300px", ["width: 30px", "width: 60px"], ["0 95", "100 190"]),
    ("width: 300px", ["width: 30%", "width: 60%"], ["0 95", "100 190"]),
    ("width: 100px", ["padding: 20px", "", ""], ["0 26.67", "31.67 26.67", "63.33 26.67"]),
  ])
  func fixedTablesAreSizedByTheirFirstRow(_ table: String, _ cells: [String], _ expected: [String]) {
    var fixed = tableBox(table + "; box-sizing: border-box", [row(cells.map { cell(padded($0)) })])
    fixed.style.table.isFixed = true
    #expect(columns(of: fixed) == expected)
  }

  /// A cell over several columns, before a row with a cell in each.
  @Test(arguments: [
    (cell([box(300, 10)]), ["width: 50px", "width: 100px"], ["0 300", "0 98.33", "103.33 196.67"]),
    (cell("width: 300px"), ["width: 50px", "width: 100px"], ["0 300", "0 98.33", "103.33 196.67"]),
    (cell([box(300, 10)]), ["width: 50px", "width: 10%"], ["0 300", "0 265.5", "270.5 29.5"]),
  ])
  func spanningCellsAreDistributed(_ wide: Box, _ cells: [String], _ expected: [String]) {
    var wide = wide
    wide.style.table.columnSpan = UInt16(cells.count)
    #expect(columns(of: tableBox("", [row([wide]), row(cells.map { cell($0) })])) == expected)
  }

  /// Columns that only spanning cells cover have no spacing.
  @Test func columnsWithoutCellsOfTheirOwnAreMerged() {
    var wide = cell("width: 300px")
    wide.style.table.columnSpan = 3
    let all = laidOut(tableBox("", [row([wide])]))
    #expect(all[0] == "0,0 310×10")
    #expect(all[2] == "0,0 300×0")
  }

  @Test func columnBoxesSizeColumns() {
    var hidden = part(.tableColumn)
    hidden.style.table.isCollapsed = true
    let columns = [part(.tableColumn, "width: 50px"), hidden]
    let cells = [9, 10, 11].map { cell([box($0, 10)]) }
    #expect(
      laidOut(tableBox("", columns + [row(cells)])) == [
        "0,0 76×20", "5,5 50×10", "55,0 0×0", "5,5 66×10", "0,0 50×10", "0,0 9×10", "50,0 0×10", "0,0 10×10",
        "55,0 11×10", "0,0 11×10",
      ])
  }

  // MARK: Heights (§17.5.3)

  /// Rows by the heights of boxes in them and by their own style, in a table of this height; their tops and
  /// heights.
  @Test(
    arguments: [
      ("height: 200px", [("", 10), ("", 30), ("height: 20px", 0)], ["0 40", "45 120", "170 20"]),
      ("height: 200px", [("height: 25%", 10), ("", 10)], ["0 47.5", "52.5 137.5"]),
      ("height: 200px", [("height: 25%", 10), ("height: 50%", 10)], ["0 61.67", "66.67 123.33"]),
      ("min-height: 100px", [("", 10)], ["0 90"]),
      ("height: 100px; max-height: 50px", [("", 10)], ["0 40"]),
    ] as [(String, [(String, Int)], [String])])
  func rowsShareTheHeight(_ table: String, _ rows: [(String, Int)], _ expected: [String]) {
    let table = tableBox(
      table + "; box-sizing: border-box", rows.map { row($0.0, [cell([box(20, $0.1)])]) })
    #expect(rowFrames(of: table) == expected)
  }

  /// A cell of 100 points over all rows, beside these.
  @Test(
    arguments: [
      ([("", 10), ("", 20), ("height: 30px", 0)], ["0 20", "25 40", "70 30"]),
      ([("", 0), ("", 0)], ["0 0", "5 95"]),
    ] as [([(String, Int)], [String])])
  func rowsGrowForSpanningCells(_ rows: [(String, Int)], _ expected: [String]) {
    var tall = cell([box(20, 100)])
    tall.style.table.rowSpan = 0
    let table = tableBox(
      "",
      rows.enumerated().map { index, other in
        row((index == 0 ? [tall] : []) + [cell(other.0, [box(9, other.1)])])
      })
    #expect(rowFrames(of: table) == expected)
  }

  /// The header comes first and the footer last; groups without rows have no spacing.
  @Test func rowGroupsAreOrdered() {
    func group(_ display: Display, _ height: Int?) -> Box {
      part(display, "", height.map { [row([cell([box(9, $0)])])] } ?? [])
    }
    let groups = [
      group(.tableFooterGroup, 9), group(.tableRowGroup, nil), group(.tableRowGroup, 30),
      group(.tableHeaderGroup, 10), group(.tableHeaderGroup, 20),
    ]
    let (tree, nodes) = tree(tableBox("", groups))
    let parts = tree.children(of: nodes[1]).map { describe(tree.frame(of: $0)) }
    #expect(parts == ["5,80 9×9", "5,15 9×0", "5,20 9×30", "5,5 9×10", "5,55 9×20"])
  }

  /// What of a cell's content is where, in a row of 100 points.
  @Test(arguments: [
    (Alignment.center, "0,45 9×10"), (.end, "0,90 9×10"), (.start, "0,0 9×10"), (.baseline, "0,0 9×10"),
  ])
  func cellsAlignTheirContent(_ alignment: Alignment, _ expected: String) {
    var subject = cell([box(9, 10)])
    subject.style.alignContent = alignment
    let other = cell("height: 100px", [])
    let (tree, nodes) = tree(tableBox("", [row([subject, other])]))
    #expect(describe(tree.frame(of: nodes[4])) == expected)
  }

  /// Lines are aligned to the lowest first line.
  @Test func cellsShareABaseline() {
    var (subject, deep) = (cell([Box("", text: "H")]), cell([box(9, 30), Box("", text: "H")]))
    subject.style.alignContent = .baseline
    deep.style.alignContent = .baseline
    let (tree, nodes) = tree(tableBox("", [row([subject, deep])]))
    #expect(tree.frame(of: nodes[4]).y == 30)
    #expect(tree.frame(of: nodes[2]).height == 40)
  }

  /// Percentages of a cell's height resolve where its own height or that of the table is given.
  @Test(arguments: [
    ("", "", "", 0), ("", "height: 100px", "", 0), ("", "", "height: 120px", 60),
    ("height: 120px; box-sizing: border-box", "", "", 55),
  ])
  func percentagesOfCellsResolve(
    _ table: String, _ rowStyle: String, _ cellStyle: String, _ expected: Double
  ) {
    let (tree, nodes) = tree(
      tableBox(table, [row(rowStyle, [cell(cellStyle, [Box("width: 9px; height: 50%")])])]))
    #expect(tree.frame(of: nodes[4]).height == expected)
  }

  // MARK: The rest

  /// §17.4.1: the wrapper has the captions, and is at least as wide as their content.
  @Test func captionsStandOverAndUnderTheGrid() {
    var below = part(.tableCaption, "", [box(10, 10)])
    below.style.table.isCaptionBelow = true
    let above = part(
      .tableCaption,
      "margin-top: 4px; margin-right: 4px; margin-bottom: 4px; margin-left: 4px", [box(92, 12)])
    var table = tableBox("", [above, below, row([cell([box(9, 10)])])])
    table.style.border = Edges(3)
    let (tree, nodes) = tree(table)
    #expect(describe(tree.frame(of: nodes[1])) == "0,0 100×56")
    #expect(
      tree.children(of: nodes[1]).map { describe(tree.frame(of: $0)) } == [
        "4,4 92×12", "0,46 100×10", "8,28 84×10",
      ])
    #expect(tree.positioned[boundsOf: nodes[1].index].map(describe) == "0,20 100×26")
  }

  /// §17.5.1: columns of a table from right to left begin at the right.
  @Test func columnsFollowTheDirection() {
    let cells = [cell([box(9, 10)]), cell([box(20, 10)])]
    #expect(columns(of: tableBox("direction: rtl", [row(cells)])) == ["25 9", "0 20"])
  }

  /// §17.5.5: a collapsed row has neither height nor spacing.
  @Test func collapsedRowsAreGone() {
    var hidden = row([cell([box(9, 10)])])
    hidden.style.table.isCollapsed = true
    let rows = [row([cell([box(9, 10)])]), hidden, row([cell([box(9, 20)])])]
    #expect(rowFrames(of: tableBox("", rows)) == ["0 10", "10 0", "15 20"])
  }

  /// §17.6.2: cells have half of the winning borders, and the table half of the widest at its edges.
  @Test func bordersCollapse() {
    func lined(_ box: Box, _ width: Float) -> Box {
      var box = box
      box.style.table.lines = Edges(TableLine(width: width, style: .solid))
      return box
    }
    let rows = [
      lined(row([lined(cell([box(9, 10)]), 9), cell([box(9, 10)])]), 3),
      row([cell([box(9, 10)]), lined(cell([box(9, 10)]), 11)]),
    ]
    var table = lined(tableBox("", rows), 7)
    table.style.table.collapsesBorders = true
    #expect(
      laidOut(table) == [
        "0,0 48×50", "4.5,4.5 38×19", "0,0 18×19", "4.5,4.5 9×10", "18,0 20×19", "4.5,3.5 9×10",
        "4.5,23.5 38×21", "0,0 18×21", "3.5,4.5 9×10", "18,0 20×21", "5.5,5.5 9×10",
      ])
  }

  /// §17.6.2.1: which of two borders at one edge wins.
  @Test(
    arguments: [
      (TableLine(width: 4, style: .dotted), TableLine(width: 2, style: .double), 4),
      (TableLine(width: 4, style: .dotted), TableLine(width: 4, style: .solid), 4),
      (TableLine(width: 40, style: .solid), TableLine(width: 0, style: .hidden), 0),
      (TableLine(width: 0, style: .none), TableLine(width: 1, style: .inset), 1),
    ] as [(TableLine, TableLine, Float)])
  func theStrongerBorderWins(_ first: TableLine, _ second: TableLine, _ width: Float) {
    var (left, right) = (cell(), cell())
    left.style.table.lines.right = first
    right.style.table.lines.left = second
    var table = tableBox("", [row([left, right])])
    table.style.table.collapsesBorders = true
    let (tree, nodes) = tree(table)
    #expect(tree.collapsedEdges(of: nodes[3])?.right.line.width == width)
    #expect(tree.style(of: nodes[4]).border.left == width / 2)
  }

  /// §17.2.1: rows and groups that are missing are there all the same.
  @Test func missingRowsAreImplicit() {
    let cells = [cell([box(9, 10)]), cell([box(20, 10)])]
    #expect(laidOut(tableBox("", cells)) == ["0,0 44×20", "5,5 9×10", "0,0 9×10", "19,5 20×10", "0,0 20×10"])
  }

  @Test func emptyTablesAreNothing() {
    #expect(laidOut(tableBox("", [])) == ["0,0 0×0"])
    #expect(laidOut(tableBox("", [part(.tableRowGroup)])).first == "0,0 0×0")
  }

  /// Spans that reach far beyond the table, in many cells.
  @Test(.suiteTimeLimit) func hugeSpansAreBounded() {
    var huge = cell()
    huge.style.table.columnSpan = 1000
    huge.style.table.rowSpan = 65534
    let (tree, nodes) = tree(tableBox("", (0..<60).map { _ in row([huge, huge]) }))
    #expect(tree.frame(of: nodes[1]).height > 0)
  }

  // MARK: Trees

  /// Declarations with `padding` as four longhands.
  private func padded(_ style: String) -> String {
    style.split(separator: ";").map { declaration in
      let parts = declaration.split(separator: ":")
      guard parts[0].contains("padding") else { return String(declaration) }
      return ["top", "right", "bottom", "left"].map { "padding-\($0):\(parts[1])" }.joined(separator: ";")
    }.joined(separator: ";")
  }

  /// The table in its block, laid out, and the nodes in tree order.
  private func tree(_ table: Box) -> (LayoutTree, [LayoutNodeID]) {
    var tree = LayoutTree()
    let nodes = tree.add(Box("", [table]))
    tree.layout(root: nodes[0], available: Size(width: .definite(500), height: .maxContent))
    return (tree, nodes)
  }

  private func laidOut(_ table: Box) -> [String] {
    let (tree, nodes) = tree(table)
    return nodes.dropFirst().map { describe(tree.frame(of: $0)) }
  }

  private func frames(_ table: Box, _ display: Display) -> [Rect] {
    let (tree, nodes) = tree(table)
    return nodes.filter { tree.style(of: $0).display == display }.map { tree.frame(of: $0) }
  }

  /// The left edge and the width of each cell.
  private func columns(of table: Box) -> [String] {
    frames(table, .tableCell).map { text($0.x) + " " + text($0.width) }
  }

  /// The top and the height of each row, from the top of the first.
  private func rowFrames(of table: Box) -> [String] {
    frames(table, .tableRow).map { text($0.y - 5) + " " + text($0.height) }
  }

  private func text(_ value: Double) -> String {
    String(describe(Rect(x: value, y: 0, width: 0, height: 0)).prefix { $0 != "," })
  }
}

// MARK: Boxes

private func part(_ display: Display, _ style: String = "", _ children: [Box] = []) -> Box {
  var part = Box(style, children)
  part.style.display = display
  return part
}

private func tableBox(_ style: String, _ children: [Box]) -> Box {
  var table = part(.table, style, children)
  table.style.table.spacing = Size(5)
  return table
}

private func row(_ style: String, _ cells: [Box]) -> Box { part(.tableRow, style, cells) }
private func row(_ cells: [Box]) -> Box { row("", cells) }
private func cell(_ style: String = "", _ children: [Box] = []) -> Box { part(.tableCell, style, children) }
private func cell(_ children: [Box]) -> Box { cell("", children) }
private func box(_ width: Int, _ height: Int) -> Box { Box("width: \(width)px; height: \(height)px") }
