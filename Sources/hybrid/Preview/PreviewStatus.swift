import HybridDrawing
import HybridSource

/// The status line: facts about the page, and the newest message, or the list of keys.
struct PreviewStatus {
  private var note = ""
  private var isError = false
  private var showsHelp = false

  /// Replaces the message.
  mutating func say(_ text: String, isError: Bool) { (note, self.isError) = (text, isError) }

  /// Shows the list of keys, or hides it.
  mutating func toggleHelp() { showsHelp.toggle() }

  mutating func hideHelp() { showsHelp = false }

  /// Writes the line into a row of the grid.
  func write(_ facts: [String], on grid: inout CellGrid, row: Int) {
    for column in 0..<grid.columns { grid[column, row] = CellGrid.Cell() }
    grid.add(.reversed, columns: 0..<grid.columns, rows: row..<row + 1)
    if showsHelp {
      grid.write(Self.help, column: 0, row: row, look: .reversed)
      return
    }
    let end = grid.write(
      " " + facts.joined(separator: " · ").withoutControls + " ", column: 0, row: row, look: .reversed)
    let look: CellGrid.Look = isError ? [.reversed, .bold] : .reversed
    let hint = note.isEmpty ? "? helps" : note.withoutControls
    grid.write("│ " + hint, column: end, row: row, look: look)
  }

  private static let help =
    " Tab next  Enter press  ←→ choose  ↑↓ PgUp PgDn scroll  Esc leave a field  Ctrl-L redraw  q quit"
}
