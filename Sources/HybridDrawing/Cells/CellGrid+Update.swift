extension CellGrid {
  /// What to send a terminal that shows `last` so that it shows this: only cells that differ, from top to
  /// bottom.
  ///
  /// The cursor may be anywhere before, and is anywhere behind; the looks of the terminal are its own before
  /// and behind. All is drawn anew when `last` is nil or has another size, since a terminal of another size
  /// shows something else already.
  ///
  /// - Parameter colors: What the terminal can show; looks such as bold are sent in any case.
  package func update(from last: CellGrid?, _ colors: TerminalDrawing.Colors) -> String {
    var last = last
    var result = ""
    if last?.columns != columns || last?.rows != rows {
      last = CellGrid(columns: columns, rows: rows)
      result = "\u{1B}[0m\u{1B}[2J"
    }
    guard let last else { return result }
    var pen = CellPen()
    for row in 0..<rows {
      /// Where the cursor stands in this row; nil is somewhere else.
      var cursor: Int?
      for column in 0..<columns where isDrawn(column, row, unlike: last) {
        let cell = self[column, row]
        if cursor != column { result += "\u{1B}[\(row + 1);\(column + 1)H" }
        let next = CellPen(cell, colors)
        result += next.sequence(after: pen, colors)
        pen = next.keepingColor(of: pen)
        result.append(cell.character)
        cursor = column + (self[column + 1, row].isContinuation ? 2 : 1)
      }
    }
    if pen != CellPen() { result += "\u{1B}[0m" }
    return result
  }

  /// Whether the character that begins at a cell has to be sent. Terminals differ in what becomes of a wide
  /// character of which one half is overwritten, so a change in either half, now or before, draws both.
  private func isDrawn(_ column: Int, _ row: Int, unlike last: CellGrid) -> Bool {
    let cell = self[column, row]
    guard !cell.isContinuation else { return false }
    if cell != last[column, row] { return true }
    let next = self[column + 1, row]
    if next.isContinuation { return next != last[column + 1, row] }
    // What was here before reached into the next cell, or what reached into this one is gone.
    return last[column + 1, row].isContinuation || last[column, row].isContinuation
  }
}
