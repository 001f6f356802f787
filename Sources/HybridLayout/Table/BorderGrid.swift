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
