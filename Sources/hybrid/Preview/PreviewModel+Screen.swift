import HybridDrawing
import HybridGeometry
import HybridViewTree

extension PreviewModel {
  /// The contents for the terminal.
  struct Screen {
    var grid: CellGrid
    /// The position of the cursor; nil hides it.
    var cursor: (column: Int, row: Int)?
  }

  /// The current screen.
  func screen() -> Screen {
    var grid = CellGrid(columns: camera.columns, rows: camera.rows)
    var cursor: (column: Int, row: Int)?
    if let picture {
      grid = picture.window(
        column: camera.column, row: camera.row, columns: camera.columns, rows: camera.rows)
      if let field = field(), let focused {
        field.draw(on: &grid, color: color(of: focused))
        if (0..<camera.columns).contains(field.cursor.column),
          (0..<camera.viewRows).contains(field.cursor.row)
        {
          cursor = field.cursor
        }
      } else if let focused {
        mark(focused, on: &grid)
      }
    } else {
      grid.write(isConnected ? "waiting for the page" : "connecting", column: 2, row: camera.viewRows / 2)
    }
    status.write(facts, on: &grid, row: camera.rows - 1)
    return Screen(grid: grid, cursor: cursor)
  }

  // MARK: Focus

  /// The edited field, at the position where its text is drawn.
  func field() -> FieldView? {
    guard let editing, let focused, let placed, let kind = placed.tree.nodes[focused].control?.kind else {
      return nil
    }
    let node = placed.tree.nodes[focused]
    let frame = placed.places[focused].frame
    let box = CellFrame(frame)
    var inner = Rect(x: frame.x + 4, y: frame.y, width: max(frame.width - 8, 0), height: frame.height)
    if let line = node.paint.lines?.first {
      (inner.x, inner.width) = (frame.x + line.room.start, line.room.width)
      (inner.y, inner.height) = (frame.y + line.frame.y, line.frame.height)
    }
    var columns = CellFrame(inner).columns
    // A bordered field that is one row high has brackets at its ends.
    if box.rows.count == 1, box.columns.count >= 4, node.paint.borders?.last?.width ?? 0 > 0 {
      columns = columns.clamped(to: box.columns.lowerBound + 1..<box.columns.upperBound - 1)
    }
    if columns.isEmpty { columns = box.columns }
    let middle = CellFrame.whole(((inner.y + inner.height / 2 - 0.25) / CellFrame.height).rounded(.down))
    var rows = middle..<middle + 1
    if kind == .multiline {
      let last = max(middle + 1, box.rows.upperBound - (box.rows.count > 2 ? 1 : 0))
      rows = middle..<last
    }
    return FieldView(
      editing, columns: columns.moved(by: -camera.column), rows: rows.moved(by: -camera.row),
      breaks: kind == .multiline, isHidden: kind == .password)
  }

  /// The colour of a field's text; nil is the terminal's own, which also replaces black without a background.
  private func color(of index: Int) -> RGBA? {
    guard drawing.colors != .none, let node = placed?.tree.nodes[index],
      let ink = node.paint.lines?.first?.pieces.first?.color
    else { return nil }
    let color = RGBA(ink.red, ink.green, ink.blue)
    let place = CellFrame(placed?.places[index].visible ?? Rect(x: 0, y: 0, width: 0, height: 0))
    let ground = picture?[place.columns.lowerBound, place.rows.lowerBound + place.rows.count / 2].ground
    return ground == nil && color == .black ? nil : color
  }

  /// Marks the focused node: reversed when it is small, else by its corners.
  private func mark(_ index: Int, on grid: inout CellGrid) {
    guard let placed, !placed.places[index].visible.isEmpty else { return }
    let cells = CellFrame(placed.places[index].visible)
    let columns = cells.columns.moved(by: -camera.column)
    let rows = cells.rows.moved(by: -camera.row)
    if rows.count <= 3 {
      return grid.add(.reversed, columns: columns, rows: rows.clamped(to: 0..<camera.viewRows))
    }
    let (left, right) = (columns.lowerBound, columns.upperBound - 1)
    let (top, bottom) = (rows.lowerBound, rows.upperBound - 1)
    for (column, row, corner) in [
      (left, top, "▛"), (right, top, "▜"), (left, bottom, "▙"), (right, bottom, "▟"),
    ]
    where column >= 0 && (0..<camera.viewRows).contains(row) {
      grid.write(corner, column: column, row: row)
    }
  }

  // MARK: Status

  /// The facts about the page in the status line.
  private var facts: [String] {
    var facts: [String] = []
    if let page {
      facts += [page.unit, page.device].filter { !$0.isEmpty }
      if let revision = page.revision { facts.append("revision \(revision)") }
    }
    facts.append(isConnected ? "live" : "offline")
    return facts
  }
}

extension Range<Int> {
  /// The range, shifted by `count`.
  func moved(by count: Int) -> Range<Int> { lowerBound + count..<upperBound + count }
}
