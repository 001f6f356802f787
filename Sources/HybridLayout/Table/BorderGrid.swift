import HybridGeometry

/// The borders between the slots of a table, by the start edge of the columns and the top of the rows.
struct BorderGrid {
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

// The border that each cell paints.
extension BorderGrid {
  /// The index of the cell at each slot, row by row; -1 for none.
  func owners(of grid: TableGrid) -> [Int] {
    var result = [Int](repeating: -1, count: rows * columns)
    for (index, cell) in grid.cells.enumerated() {
      for row in grid.rowRange(cell) {
        for column in grid.columnRange(cell) { result[row * columns + column] = index }
      }
    }
    return result
  }

  /// The borders that a cell paints: those beside earlier cells, and beside none.
  func parts(
    of cell: Int, _ rows: Range<Int>, _ columns: Range<Int>, _ owners: [Int], _ grid: TableGrid
  ) -> [CollapsedPart] {
    guard !rows.isEmpty, !columns.isEmpty, !level.isEmpty else { return [] }
    var result: [CollapsedPart] = []
    func owner(_ row: Int, _ column: Int) -> Int {
      row >= 0 && row < self.rows && column >= 0 && column < self.columns
        ? owners[row * self.columns + column] : -1
    }
    func add(
      _ side: CollapsedEdge.Side, _ places: Range<Int>, edge: (Int) -> CollapsedEdge, beside: (Int) -> Int,
      reach: (Int, CollapsedEdge, CollapsedEdge) -> Double
    ) {
      var last = (edge: CollapsedEdge(), other: -2)
      for place in places {
        let (own, other) = (edge(place), beside(place))
        guard own.line.width > 0, other < cell else {
          last.other = -2
          continue
        }
        let after = edge(place + 1)
        if last.other != other || last.edge != own {
          let neighbor = other < 0 ? nil : LayoutNodeID(index: Int32(grid.cells[other].node))
          var part = CollapsedPart(edge: own, side: side, neighbor: neighbor)
          part.start = reach(place, own, edge(place - 1))
          result.append(part)
        }
        result[result.count - 1].end = reach(place + 1, own, after)
        last = (own, other)
      }
    }
    for (side, row, other) in [
      (CollapsedEdge.Side.top, rows.lowerBound, rows.lowerBound - 1),
      (.bottom, rows.upperBound, rows.upperBound),
    ] {
      add(side, columns, edge: { levelEdge(row, $0) }, beside: { owner(other, $0) }) { column, own, next in
        let across = stronger(uprightEdge(row - 1, column), uprightEdge(row, column))
        return reach(of: own, next, across: across, yields: false)
      }
    }
    let (left, right) = (columns.lowerBound, columns.upperBound)
    for (isStart, column, other) in [(true, left, left - 1), (false, right, right)] {
      let side: CollapsedEdge.Side = isStart != isReversed ? .left : .right
      add(side, rows, edge: { uprightEdge($0, column) }, beside: { owner($0, other) }) { row, own, next in
        let across = stronger(levelEdge(row, column - 1), levelEdge(row, column))
        return reach(of: own, next, across: across, yields: true)
      }
    }
    // Where columns go from right to left, so do the ends.
    if isReversed {
      for index in result.indices where result[index].side == .top || result[index].side == .bottom {
        (result[index].start, result[index].end) = (result[index].end, result[index].start)
      }
    }
    return result
  }

  /// The edge above a slot; none outside of the table.
  private func levelEdge(_ row: Int, _ column: Int) -> CollapsedEdge {
    row >= 0 && row <= rows && column >= 0 && column < columns
      ? level[row * columns + column] : CollapsedEdge()
  }

  /// The edge before a slot.
  private func uprightEdge(_ row: Int, _ column: Int) -> CollapsedEdge {
    row >= 0 && row < rows && column >= 0 && column <= columns
      ? upright[row * (columns + 1) + column] : CollapsedEdge()
  }

  private func stronger(_ one: CollapsedEdge, _ other: CollapsedEdge) -> CollapsedEdge {
    one.line.strength >= other.line.strength ? one : other
  }

  /// How far a border reaches over the corner where it meets others: over half of the borders that cross it
  /// if it is the strongest there; otherwise to their middle or to their near side.
  ///
  /// - Parameters:
  ///   - next: The border that goes on behind the corner.
  ///   - across: The stronger border across.
  ///   - yields: Whether equal borders go through across.
  private func reach(
    of own: CollapsedEdge, _ next: CollapsedEdge, across: CollapsedEdge, yields: Bool
  ) -> Double {
    let half = Double(across.line.width) / 2
    let along = stronger(own, next).line.strength
    if yields ? across.line.strength >= along : across.line.strength > along { return -half }
    if next.line.width <= 0 || own.line.strength > next.line.strength { return half }
    return own.line.strength == next.line.strength ? 0 : -half
  }
}

extension TableLine {
  /// The precedence of a border over another: its width, then its style; 0 for none.
  fileprivate var strength: (Float, UInt8) { width > 0 ? (width, style.rawValue) : (0, 0) }
}
