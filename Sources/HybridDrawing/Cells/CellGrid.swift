package import HybridGeometry

/// A screen of terminal cells as it is to be seen, nothing left to decide: for clients that redraw what
/// changed.
package struct CellGrid: Hashable, Sendable {
  /// What one cell shows.
  package struct Cell: Hashable, Sendable {
    /// A blank for nothing, and for the second column of what is two wide.
    package var character: Character = " "
    /// Whether the column before it shows a character that reaches into this one.
    package var isContinuation = false
    /// The colour of the character; nil is the terminal's own.
    package var color: RGBA?
    /// The ground; nil is the terminal's own.
    package var ground: RGBA?
    /// How the character looks.
    package var look: Look = []

    /// A blank.
    package init() {}
  }

  /// What the letters of a cell look like.
  package struct Look: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    /// A set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Look(rawValue: 1)
    package static let italic = Look(rawValue: 2)
    package static let underlined = Look(rawValue: 4)
    package static let struckThrough = Look(rawValue: 8)
    /// Colour and ground change places.
    package static let reversed = Look(rawValue: 16)
  }

  package let columns: Int
  package let rows: Int
  var cells: [Cell]

  /// A blank grid of at most a million cells.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, min(columns, 1_000))
    self.rows = max(0, min(rows, 1_000_000 / max(1, self.columns)))
    cells = [Cell](repeating: Cell(), count: self.columns * self.rows)
  }

  /// Whether there is such a cell.
  package func contains(column: Int, row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }

  /// One cell; a blank outside of the grid, where setting does nothing.
  package subscript(column: Int, row: Int) -> Cell {
    get { contains(column: column, row: row) ? cells[row * columns + column] : Cell() }
    set { if contains(column: column, row: row) { cells[row * columns + column] = newValue } }
  }

  /// The part of the grid whose upper left corner is at `column` and `row`, as large as is asked for; what
  /// lies outside is blank. Of a character that is cut in two nothing is left.
  package func window(column: Int, row: Int, columns: Int, rows: Int) -> CellGrid {
    var result = CellGrid(columns: columns, rows: rows)
    for line in 0..<result.rows {
      for place in 0..<result.columns { result[place, line] = self[place + column, line + row] }
      if result[0, line].isContinuation { result[0, line].isContinuation = false }
      let last = result.columns - 1
      if last >= 0, self[last + column + 1, line + row].isContinuation { result[last, line].character = " " }
    }
    return result
  }

  /// Writes text into one row, from `column` up to but not into `end`, on the ground that is there, and
  /// returns the column behind it. Nothing in the text moves the cursor or changes the terminal.
  @discardableResult
  package mutating func write(
    _ text: String, column: Int, row: Int, end: Int = .max, color: RGBA? = nil, look: Look = []
  ) -> Int {
    var place = column
    let end = min(end, columns)
    for character in text {
      guard let form = character.terminalForm else { continue }
      let width = max(1, form.columns)
      guard place + width <= end else { break }
      if place >= 0, (0..<rows).contains(row) {
        for offset in 0..<width {
          clear(place + offset, row)
          self[place + offset, row].color = color
          self[place + offset, row].look = look
          self[place + offset, row].isContinuation = offset > 0
        }
        self[place, row].character = form
      }
      place += width
    }
    return place
  }

  /// Blanks a stretch of a row, but for its ground.
  package mutating func clear(row: Int, _ columns: Range<Int>) {
    for column in columns.clamped(to: 0..<self.columns) where (0..<rows).contains(row) { clear(column, row) }
  }

  /// Gives a rectangle's cells a look besides the one they have.
  package mutating func add(_ look: Look, columns: Range<Int>, rows: Range<Int>) {
    for row in rows.clamped(to: 0..<self.rows) {
      for column in columns.clamped(to: 0..<self.columns) { self[column, row].look.formUnion(look) }
    }
  }

  /// Takes away what a cell shows, with the other half of what is two wide.
  private mutating func clear(_ column: Int, _ row: Int) {
    if self[column, row].isContinuation { self[column - 1, row].character = " " }
    if self[column + 1, row].isContinuation { self[column + 1, row].isContinuation = false }
    let ground = self[column, row].ground
    self[column, row] = Cell()
    self[column, row].ground = ground
  }
}

extension CellGrid {
  /// Columns that a text takes when it is written.
  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Columns that a character takes when it is written, 0, 1 or 2.
  package static func columns(of character: Character) -> Int {
    character.terminalForm.map { max(1, $0.columns) } ?? 0
  }
}

extension TerminalDrawing {
  /// The picture as cells, as large as the list.
  package func grid(_ list: DisplayList) -> CellGrid {
    var painter = CellPainter(list, self)
    painter.paint()
    let canvas = painter.canvas
    var grid = CellGrid(columns: canvas.columns, rows: canvas.rows)
    for (index, cell) in canvas.cells.enumerated() where index < grid.cells.count {
      let character = cell.lines.isEmpty ? cell.character : cell.lines.character
      let pen = CellPen(cell, isBlank: character == " " && cell.look.isEmpty)
      grid.cells[index].character = cell.isContinuation ? " " : character
      grid.cells[index].isContinuation = cell.isContinuation
      grid.cells[index].color = colors == .none ? nil : pen.color
      grid.cells[index].ground = colors == .none ? nil : pen.ground
      grid.cells[index].look = pen.look
    }
    return grid
  }
}
