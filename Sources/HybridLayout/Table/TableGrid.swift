import HybridGeometry

/// The parts of a table, each in its place (CSS 2.2 §17.2 and §17.5; HTML Standard §4.9.12.1, *Forming a
/// table*).
///
/// Rows and groups that are missing around a cell or a row are implicit: their node is -1.
struct TableGrid {
  /// A row group.
  struct Section {
    var node: Int
    var kind: Display
    /// Its rows, in ``TableGrid/rows``.
    var rows: Range<Int>
  }

  /// A row.
  struct Row {
    var node: Int
    /// Its cells, in ``TableGrid/cells``.
    var cells: Range<Int>
    var isCollapsed = false
  }

  /// A cell in the slots that it covers.
  struct Cell {
    var node: Int
    var row: Int
    var column: Int
    var rowSpan = 1
    var columnSpan = 1
  }

  /// The box of a column, or of a group of them.
  struct ColumnBox {
    var node: Int
    var columns: Range<Int>
    /// The group around a column, or -1.
    var group = -1
  }

  /// The largest number of columns. More would not fit on any screen; cells beyond lie in the last one.
  static let columnLimit = 4096

  var captions: [Int] = []
  var columnBoxes: [ColumnBox] = []
  var columnGroups: [ColumnBox] = []
  /// The header first and the footer last, wherever they stand.
  var sections: [Section] = []
  var rows: [Row] = []
  var cells: [Cell] = []
  var columnCount = 0
  var outOfFlow: [Int] = []

  /// The rows that a cell covers.
  func rowRange(_ cell: Cell) -> Range<Int> { cell.row..<cell.row + cell.rowSpan }

  /// The columns that a cell covers.
  func columnRange(_ cell: Cell) -> Range<Int> { cell.column..<cell.column + cell.columnSpan }
}

extension LayoutPass {
  /// Reads the structure of a table.
  ///
  /// - Parameter settles: Whether the table is being laid out: the parts that no layout asks are then clean,
  ///   so that a change of one of them reaches the table.
  func tableGrid(of table: Int, settles: Bool = true) -> TableGrid {
    var reader = TableGridReader()
    for child in boxChildren(of: table) {
      let style = usedStyle(child)
      if style.isOutOfFlow {
        reader.grid.outOfFlow.append(child)
        continue
      }
      switch style.display {
      case .tableCaption:
        reader.closeSection()
        reader.grid.captions.append(child)
      case .tableColumn:
        reader.closeSection()
        if settles { nodes[child].isDirty = false }
        reader.addColumn(child, span: style.table.columnSpan, in: -1)
      case .tableColumnGroup:
        reader.closeSection()
        if settles { nodes[child].isDirty = false }
        readColumns(of: child, settles, &reader)
      case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
        reader.openSection(child, style.display)
        if settles { nodes[child].isDirty = false }
        readSection(child, settles, &reader)
        reader.closeSection()
      default: readRowOrCell(child, style, settles, &reader)
      }
    }
    reader.closeSection()
    return place(reader)
  }

  private func readColumns(of group: Int, _ settles: Bool, _ reader: inout TableGridReader) {
    let start = reader.grid.columnCount
    for column in boxChildren(of: group) where usedStyle(column).display == .tableColumn {
      if settles { nodes[column].isDirty = false }
      reader.addColumn(column, span: usedStyle(column).table.columnSpan, in: reader.grid.columnGroups.count)
    }
    if reader.grid.columnCount == start {
      reader.grid.columnCount = min(
        TableGrid.columnLimit, start + max(1, Int(usedStyle(group).table.columnSpan)))
    }
    reader.grid.columnGroups.append(
      TableGrid.ColumnBox(node: group, columns: start..<reader.grid.columnCount))
  }

  private func readSection(_ section: Int, _ settles: Bool, _ reader: inout TableGridReader) {
    for child in boxChildren(of: section) {
      let style = usedStyle(child)
      if style.isOutOfFlow { continue }
      readRowOrCell(child, style, settles, &reader)
    }
  }

  private func readRowOrCell(
    _ child: Int, _ style: UsedStyle, _ settles: Bool, _ reader: inout TableGridReader
  ) {
    guard style.display == .tableRow else {
      reader.addCell(child)
      return
    }
    reader.openRow(child)
    if settles { nodes[child].isDirty = false }
    for cell in boxChildren(of: child) where !usedStyle(cell).isOutOfFlow { reader.addCell(cell) }
    reader.closeRow()
  }

  /// Gives each cell its slots, group by group.
  private func place(_ reader: TableGridReader) -> TableGrid {
    var grid = reader.grid
    let header = reader.sections.firstIndex { $0.kind == .tableHeaderGroup }
    let footer = reader.sections.firstIndex { $0.kind == .tableFooterGroup }
    let others = reader.sections.indices.filter { $0 != header && $0 != footer }
    grid.rows.reserveCapacity(reader.rows.count)
    grid.cells.reserveCapacity(reader.cells.count)
    for index in [header].compactMap({ $0 }) + others + [footer].compactMap({ $0 }) {
      let section = reader.sections[index]
      let first = grid.rows.count
      let end = first + section.rows.count
      /// For each column: the number of rows, from this one on, that a cell above covers.
      var covered: [Int] = []
      let isCollapsed = section.node >= 0 && usedStyle(section.node).table.isCollapsed
      for row in reader.rows[section.rows] {
        let firstCell = grid.cells.count
        placeCells(reader.cells[row.cells], row: grid.rows.count, end: end, &covered, &grid)
        grid.rows.append(
          TableGrid.Row(
            node: row.node, cells: firstCell..<grid.cells.count,
            isCollapsed: isCollapsed || row.node >= 0 && usedStyle(row.node).table.isCollapsed))
        for column in covered.indices where covered[column] > 0 { covered[column] -= 1 }
      }
      grid.sections.append(TableGrid.Section(node: section.node, kind: section.kind, rows: first..<end))
    }
    return grid
  }

  private func placeCells(
    _ cells: ArraySlice<Int>, row: Int, end: Int, _ covered: inout [Int], _ grid: inout TableGrid
  ) {
    var column = 0
    for node in cells {
      let style = usedStyle(node).table
      while column < covered.count, covered[column] > 0 { column += 1 }
      column = min(column, TableGrid.columnLimit - 1)
      let span = min(max(1, Int(style.columnSpan)), TableGrid.columnLimit - column)
      let rowSpan = style.rowSpan == 0 ? end - row : min(Int(style.rowSpan), end - row)
      while covered.count < column + span { covered.append(0) }
      for index in column..<column + span { covered[index] = max(covered[index], rowSpan) }
      grid.cells.append(
        TableGrid.Cell(node: node, row: row, column: column, rowSpan: rowSpan, columnSpan: span))
      column += span
      grid.columnCount = max(grid.columnCount, column)
    }
  }
}

/// The parts of a table in tree order, with implicit rows and groups around parts without one.
private struct TableGridReader {
  var grid = TableGrid()
  var sections: [(node: Int, kind: Display, rows: Range<Int>)] = []
  var rows: [(node: Int, cells: Range<Int>)] = []
  var cells: [Int] = []
  private var isSectionOpen = false
  private var isRowOpen = false

  mutating func openSection(_ node: Int, _ kind: Display) {
    closeSection()
    sections.append((node, kind, rows.count..<rows.count))
    isSectionOpen = true
  }

  mutating func closeSection() {
    closeRow()
    isSectionOpen = false
  }

  mutating func openRow(_ node: Int) {
    closeRow()
    if !isSectionOpen { openSection(-1, .tableRowGroup) }
    rows.append((node, cells.count..<cells.count))
    sections[sections.count - 1].rows = sections[sections.count - 1].rows.lowerBound..<rows.count
    isRowOpen = true
  }

  mutating func closeRow() { isRowOpen = false }

  mutating func addCell(_ node: Int) {
    if !isRowOpen { openRow(-1) }
    cells.append(node)
    rows[rows.count - 1].cells = rows[rows.count - 1].cells.lowerBound..<cells.count
  }

  mutating func addColumn(_ node: Int, span: UInt16, in group: Int) {
    let start = min(grid.columnCount, TableGrid.columnLimit - 1)
    grid.columnCount = min(TableGrid.columnLimit, start + max(1, Int(span)))
    grid.columnBoxes.append(
      TableGrid.ColumnBox(node: node, columns: start..<grid.columnCount, group: group))
  }
}
