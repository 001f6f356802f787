package import HybridGeometry

/// Draws display lists in terminal cells: one column is 8 points wide, one row 16 points high.
package struct TerminalDrawing: Hashable, Sendable {
  /// The colours of a terminal.
  package enum Colors: UInt8, Hashable, Sendable {
    /// Characters only: no escape sequences, no trailing spaces.
    case none
    /// The 256 colours of xterm.
    case palette
    /// 24-bit colours.
    case trueColor
  }

  /// The colours of the terminal.
  package var colors: Colors
  /// The background for mixing colours where nothing is painted; only its lightness matters.
  package var ground: RGBA

  /// Drawing options; the default is plain characters.
  package init(colors: Colors = .none, ground: RGBA = .white) {
    self.colors = colors
    self.ground = ground
  }

  /// The picture, each line ended by `\n`. Text in the list cannot move the cursor, change colours or reorder
  /// a line.
  package func text(_ list: DisplayList) -> String {
    var painter = CellPainter(list, self)
    painter.paint()
    return painter.canvas.text(colors)
  }
}
