package import HybridGeometry

/// Draws display lists in terminal cells: one column is 8 points wide, one row 16 points high.
package struct TerminalDrawing: Hashable, Sendable {
  /// What the terminal can show beside characters.
  package enum Colors: UInt8, Hashable, Sendable {
    /// Characters only: no escape sequences at all, no blanks at the ends of lines.
    case none
    /// The 256 colours of xterm.
    case palette
    /// 24-bit colours.
    case trueColor
  }

  /// What the terminal can show.
  package var colors: Colors
  /// The ground that colours are mixed with where nothing is painted; only its lightness matters.
  package var ground: RGBA

  /// A way of drawing: plain characters unless told otherwise.
  package init(colors: Colors = .none, ground: RGBA = .white) {
    self.colors = colors
    self.ground = ground
  }

  /// The picture, each line ended by `\n`. No text in the list can move the cursor, change colours or reorder
  /// a line.
  package func text(_ list: DisplayList) -> String {
    var painter = CellPainter(list, self)
    painter.paint()
    return painter.canvas.text(colors)
  }
}
