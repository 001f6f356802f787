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

/// A stretch of one side of a cell that one border won. Of the two cells beside it, the later one has it, so
/// that it is painted above the backgrounds of both.
package struct CollapsedPart: Hashable, Sendable {
  /// The border.
  package var edge: CollapsedEdge
  /// The side of the cell that has the part.
  package var side: CollapsedEdge.Side
  /// The cell on the other side, next to which the part is; nil for the whole side.
  package var neighbor: LayoutNodeID?
  /// How far it reaches beyond its start and its end, where it meets other borders; negative: it ends before.
  package var start = 0.0
  package var end = 0.0
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
  /// The borders that cells paint.
  private(set) var parts: [Int32: [CollapsedPart]] = [:]

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
    parts = [:]
    return nodes.sorted()
  }

  mutating func setEdges(_ edges: Edges<CollapsedEdge>, of node: Int32) { self.edges[node] = edges }

  mutating func setParts(_ parts: [CollapsedPart], of node: Int32) { self.parts[node] = parts }

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

  /// The borders that a cell paints; those of a table are painted by its cells, if it has some. Nil for other
  /// boxes, and in tables whose borders are too many to be compared.
  package func collapsedParts(of node: LayoutNodeID) -> [CollapsedPart]? {
    collapsing.parts.isEmpty ? nil : collapsing.parts[node.index]
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
    guard !grid.cells.isEmpty else { return }
    collapsing.setParts([], of: table)
    let owners = borders.owners(of: grid)
    for (index, cell) in grid.cells.enumerated() {
      let parts = borders.parts(of: index, grid.rowRange(cell), grid.columnRange(cell), owners, grid)
      collapsing.setParts(parts, of: Int32(cell.node))
    }
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
