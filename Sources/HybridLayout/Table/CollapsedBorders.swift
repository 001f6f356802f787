package import HybridGeometry

/// An edge of a cell or of a table whose borders collapse, with the box whose border won it.
package struct CollapsedEdge: Hashable, Sendable {
  /// The side of a box.
  package enum Side: UInt8, Hashable, Sendable { case top, right, bottom, left }

  /// The border, as wide as both cells at the edge draw it together.
  package var line = TableLine.none
  /// The box that the border belongs to, on this side of it; nil where there is none.
  package var owner: LayoutNodeID?
  /// The side of the owner.
  package var side = Side.top
}

/// The tables of a tree whose borders collapse.
struct CollapsingTables: Sendable {
  /// The largest number of slots of a table whose borders are compared. In larger ones each box has half of
  /// its own.
  static let slotLimit = 4_000_000

  private var nodes: Set<Int32> = []
  /// Whether anything in the tree has changed since the borders were resolved.
  private(set) var isStale = false
  /// The edges of tables and cells, for painting.
  private(set) var edges: [Int32: Edges<CollapsedEdge>] = [:]

  /// Whether there are none.
  var isEmpty: Bool { nodes.isEmpty }

  /// Notes that a node may be a table whose borders collapse.
  mutating func note(_ style: LayoutStyle, of node: Int32) {
    if style.display == .table, style.table.collapsesBorders {
      nodes.insert(node)
      isStale = true
    } else if !nodes.isEmpty {
      nodes.remove(node)
    }
  }

  /// Notes a change in the tree, which counts only where there are such tables, or always.
  mutating func noteChange(always: Bool = false) {
    if always || !nodes.isEmpty { isStale = true }
  }

  mutating func remove(_ node: Int32) {
    if !nodes.isEmpty { nodes.remove(node) }
  }

  /// Forgets all edges. Returns the tables, whose edges are to be set.
  mutating func begin() -> [Int32] {
    edges = [:]
    return nodes.sorted()
  }

  mutating func setEdges(_ edges: Edges<CollapsedEdge>, of node: Int32) { self.edges[node] = edges }

  /// All borders are resolved.
  mutating func finish() { isStale = false }
}

/// The collapsing border model (CSS 2.2 §17.6.2).
///
/// The borders are resolved before the layout: a cell then has half of the winning border on each side, and
/// is laid out like any other box.
extension LayoutTree {
  /// The collapsed edges of a table or a cell; nil where borders do not collapse.
  package func collapsedEdges(of node: LayoutNodeID) -> Edges<CollapsedEdge>? {
    collapsing.edges.isEmpty ? nil : collapsing.edges[node.index]
  }

  /// Resolves the borders of all tables whose borders collapse.
  mutating func collapseBorders() {
    guard collapsing.isStale else { return }
    for table in collapsing.begin() where nodes[Int(table)].style >= 0 { collapseBorders(of: table) }
    collapsing.finish()
  }

  private mutating func collapseBorders(of table: Int32) {
    let grid = withPass(root: Int(table)) { $0.tableGrid(of: Int(table), settles: false) }
    let isReversed = style(of: LayoutNodeID(index: table)).direction == .rightToLeft
    var borders = BorderGrid(rows: grid.rows.count, columns: grid.columnCount, isReversed: isReversed)
    if borders.isLimited {
      for cell in grid.cells { setBorders(of: Int32(cell.node), borders.ownEdges(lines(of: cell.node))) }
      setBorders(of: table, borders.ownEdges(lines(of: Int(table))))
      return
    }
    // Of equal borders the one of the innermost box wins, and of those the first.
    for cell in grid.cells {
      borders.close(grid.rowRange(cell), grid.columnRange(cell))
      borders.merge(lines(of: cell.node), cell.node, grid.rowRange(cell), grid.columnRange(cell))
    }
    let (rows, columns) = (0..<grid.rows.count, 0..<grid.columnCount)
    for (index, row) in grid.rows.enumerated() where row.node >= 0 {
      borders.merge(lines(of: row.node), row.node, index..<index + 1, columns)
    }
    for section in grid.sections where section.node >= 0 {
      borders.merge(lines(of: section.node), section.node, section.rows, columns)
    }
    for box in grid.columnBoxes + grid.columnGroups {
      borders.merge(lines(of: box.node), box.node, rows, box.columns)
    }
    borders.merge(lines(of: Int(table)), Int(table), rows, columns)
    for cell in grid.cells {
      setBorders(of: Int32(cell.node), borders.edges(grid.rowRange(cell), grid.columnRange(cell)))
    }
    setBorders(of: table, borders.edges(rows, columns))
  }

  private func lines(of node: Int) -> Edges<TableLine> {
    style(of: LayoutNodeID(index: Int32(node))).table.lines
  }

  /// Gives a box half of the borders at its edges.
  private mutating func setBorders(of node: Int32, _ edges: Edges<CollapsedEdge>) {
    let box = LayoutNodeID(index: node)
    var style = style(of: box)
    style.border = Edges(
      top: edges.top.line.width / 2, right: edges.right.line.width / 2, bottom: edges.bottom.line.width / 2,
      left: edges.left.line.width / 2)
    if style.display == .table { style.padding = Edges(.zero) }
    setStyle(style, of: box)
    collapsing.setEdges(edges, of: node)
  }
}

/// The borders between the slots of a table, by the start edge of the columns and the top of the rows.
private struct BorderGrid {
  private let rows: Int
  private let columns: Int
  private let isReversed: Bool
  /// Row by row: the edges before each column and after the last.
  private var upright: [CollapsedEdge] = []
  /// Row by row, and after the last: the edges above each column.
  private var level: [CollapsedEdge] = []

  init(rows: Int, columns: Int, isReversed: Bool) {
    self.rows = rows
    self.columns = columns
    self.isReversed = isReversed
    guard !isLimited, rows > 0, columns > 0 else { return }
    upright = [CollapsedEdge](repeating: CollapsedEdge(), count: rows * (columns + 1))
    level = [CollapsedEdge](repeating: CollapsedEdge(), count: (rows + 1) * columns)
  }

  var isLimited: Bool { (rows + 1) * (columns + 1) > CollapsingTables.slotLimit }

  /// The edges of a box that meets no other.
  func ownEdges(_ lines: Edges<TableLine>) -> Edges<CollapsedEdge> {
    func edge(_ line: TableLine) -> CollapsedEdge { CollapsedEdge(line: line) }
    return Edges(
      top: edge(lines.top), right: edge(lines.right), bottom: edge(lines.bottom), left: edge(lines.left))
  }

  /// Keeps borders out of the inside of a cell.
  mutating func close(_ rows: Range<Int>, _ columns: Range<Int>) {
    let closed = CollapsedEdge(line: TableLine(width: 0, style: .hidden))
    for row in rows {
      for column in columns.dropFirst() { upright[row * (self.columns + 1) + column] = closed }
    }
    for row in rows.dropFirst() { for column in columns { level[row * self.columns + column] = closed } }
  }

  /// Offers the borders of a box around these slots.
  mutating func merge(_ lines: Edges<TableLine>, _ node: Int, _ rows: Range<Int>, _ columns: Range<Int>) {
    guard !rows.isEmpty, !columns.isEmpty, !level.isEmpty else { return }
    let owner = LayoutNodeID(index: Int32(node))
    func edge(_ line: TableLine, _ side: CollapsedEdge.Side) -> CollapsedEdge {
      CollapsedEdge(line: line, owner: owner, side: side)
    }
    let start = isReversed ? edge(lines.right, .right) : edge(lines.left, .left)
    let end = isReversed ? edge(lines.left, .left) : edge(lines.right, .right)
    let (top, bottom) = (edge(lines.top, .top), edge(lines.bottom, .bottom))
    if start.line.style != .none {
      for row in rows { offer(start, &upright[row * (self.columns + 1) + columns.lowerBound]) }
    }
    if end.line.style != .none {
      for row in rows { offer(end, &upright[row * (self.columns + 1) + columns.upperBound]) }
    }
    if top.line.style != .none {
      for column in columns { offer(top, &level[rows.lowerBound * self.columns + column]) }
    }
    if bottom.line.style != .none {
      for column in columns { offer(bottom, &level[rows.upperBound * self.columns + column]) }
    }
  }

  /// Border conflict resolution (§17.6.2.1): `hidden` wins, then the wider border, then the stronger style.
  private func offer(_ edge: CollapsedEdge, _ place: inout CollapsedEdge) {
    if place.line.style == .hidden { return }
    if edge.line.style == .hidden {
      place = edge
      place.line.width = 0
    } else if place.line.style == .none
      || (edge.line.width, edge.line.style.rawValue) > (place.line.width, place.line.style.rawValue)
    {
      place = edge
    }
  }

  /// The widest borders at the edges of these slots.
  func edges(_ rows: Range<Int>, _ columns: Range<Int>) -> Edges<CollapsedEdge> {
    guard !rows.isEmpty, !columns.isEmpty, !level.isEmpty else { return Edges(CollapsedEdge()) }
    func widest(_ first: Int, _ step: Int, _ count: Int, _ edges: [CollapsedEdge]) -> CollapsedEdge {
      var result = edges[first]
      for index in 1..<max(1, count) where edges[first + index * step].line.width > result.line.width {
        result = edges[first + index * step]
      }
      return result
    }
    let step = self.columns + 1
    let start = widest(rows.lowerBound * step + columns.lowerBound, step, rows.count, upright)
    let end = widest(rows.lowerBound * step + columns.upperBound, step, rows.count, upright)
    let top = widest(rows.lowerBound * self.columns + columns.lowerBound, 1, columns.count, level)
    let bottom = widest(rows.upperBound * self.columns + columns.lowerBound, 1, columns.count, level)
    return Edges(top: top, right: isReversed ? start : end, bottom: bottom, left: isReversed ? end : start)
  }
}
