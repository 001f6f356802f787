extension CellGrid {
  /// The output that makes a terminal that shows `last` show this grid: only changed cells, from top to
  /// bottom.
  ///
  /// The cursor may be anywhere before, and its final position is unspecified; the terminal has its default
  /// style before and after. Everything is drawn when `last` is nil or has another size, because the content
  /// of a resized terminal is unknown.
  ///
  /// - Parameter colors: The colours of the terminal; styles such as bold are always sent.
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
      /// The cursor's column in this row; nil when it is elsewhere.
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

  /// Whether the character at a cell has to be sent. Terminals differ in the result of overwriting half of a
  /// wide character, so a change in either half, old or new, draws both.
  private func isDrawn(_ column: Int, _ row: Int, unlike last: CellGrid) -> Bool {
    let cell = self[column, row]
    guard !cell.isContinuation else { return false }
    if cell != last[column, row] { return true }
    let next = self[column + 1, row]
    if next.isContinuation { return next != last[column + 1, row] }
    // The old character extended into the next cell, or one that extended into this cell is gone.
    return last[column + 1, row].isContinuation || last[column, row].isContinuation
  }
}
