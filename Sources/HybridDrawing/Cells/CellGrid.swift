package import HybridGeometry

/// The final content of a terminal's cells, for clients that redraw only changes.
package struct CellGrid: Hashable, Sendable {
  /// The content of one cell.
  package struct Cell: Hashable, Sendable {
    /// The character; a space for an empty cell, and for the second column of a wide character.
    package var character: Character = " "
    /// Whether the cell is the second column of a wide character.
    package var isContinuation = false
    /// The colour of the character; nil is the terminal's own.
    package var color: RGBA?
    /// The background; nil is the terminal's own.
    package var ground: RGBA?
    /// The style of the character.
    package var look: Look = []

    /// A blank cell.
    package init() {}
  }

  /// The style of a cell's character.
  package struct Look: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8
    /// A set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Look(rawValue: 1)
    package static let italic = Look(rawValue: 2)
    package static let underlined = Look(rawValue: 4)
    package static let struckThrough = Look(rawValue: 8)
    /// Colour and background are exchanged.
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

  /// Whether the grid has such a cell.
  package func contains(column: Int, row: Int) -> Bool {
    (0..<columns).contains(column) && (0..<rows).contains(row)
  }

  /// One cell; blank outside of the grid, where setting has no effect.
  package subscript(column: Int, row: Int) -> Cell {
    get { contains(column: column, row: row) ? cells[row * columns + column] : Cell() }
    set { if contains(column: column, row: row) { cells[row * columns + column] = newValue } }
  }

  /// A part of the grid of the given size, whose upper left corner is at `column` and `row`; cells outside
  /// the grid are blank. Characters cut in two are left out.
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

  /// Writes text into one row from `column` to before `end`, on the existing background, and returns the next
  /// column. Nothing in the text can move the cursor or change the terminal's state.
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

  /// Blanks a range of a row, except for its background.
  package mutating func clear(row: Int, _ columns: Range<Int>) {
    for column in columns.clamped(to: 0..<self.columns) where (0..<rows).contains(row) { clear(column, row) }
  }

  /// Adds a style to the cells of a rectangle.
  package mutating func add(_ look: Look, columns: Range<Int>, rows: Range<Int>) {
    for row in rows.clamped(to: 0..<self.rows) {
      for column in columns.clamped(to: 0..<self.columns) { self[column, row].look.formUnion(look) }
    }
  }

  /// Clears the content of a cell, and the other half of a wide character.
  private mutating func clear(_ column: Int, _ row: Int) {
    if self[column, row].isContinuation { self[column - 1, row].character = " " }
    if self[column + 1, row].isContinuation { self[column + 1, row].isContinuation = false }
    let ground = self[column, row].ground
    self[column, row] = Cell()
    self[column, row].ground = ground
  }
}

extension CellGrid {
  /// The columns that a text takes when written.
  package static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns that a character takes when written: 0, 1 or 2.
  package static func columns(of character: Character) -> Int {
    character.terminalForm.map { max(1, $0.columns) } ?? 0
  }
}

extension TerminalDrawing {
  /// The picture as a grid of cells, as large as the list.
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
