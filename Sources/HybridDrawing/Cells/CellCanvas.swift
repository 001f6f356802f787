import HybridGeometry

/// A grid of terminal cells that is painted from back to front.
struct CellCanvas {
  /// One cell.
  struct Cell: Hashable {
    /// The character; a space for an empty cell, and for the second column of a wide character.
    var character: Character = " "
    /// Whether the cell is the second column of a wide character.
    var isContinuation = false
    /// Whether the character is a corner or an end of a filled box. Text on it uses its colour as background.
    var isCorner = false
    /// Lines, which show where there is no character.
    var lines = LineDrawing()
    /// The colour of the character or the lines.
    var color = RGBA.black
    /// The background; transparent is the terminal's own.
    var ground = RGBA.transparent
    /// The style of the character.
    var look: Look = []
  }

  typealias Look = CellGrid.Look

  let columns: Int
  let rows: Int
  /// The background for mixing colours where nothing is painted.
  let ground: RGBA
  private(set) var cells: [Cell]

  /// A blank canvas of at most 200,000 cells, about a hundred screens.
  init(columns: Int, rows: Int, ground: RGBA) {
    self.columns = max(0, min(columns, 1_000))
    self.rows = max(0, min(rows, 200_000 / max(1, self.columns)))
    self.ground = ground
    cells = [Cell](repeating: Cell(), count: self.columns * self.rows)
  }

  /// The whole canvas.
  var bounds: CellRect { CellRect(left: 0, top: 0, right: columns, bottom: rows) }

  /// One cell.
  subscript(column: Int, row: Int) -> Cell {
    get { cells[row * columns + column] }
    set { cells[row * columns + column] = newValue }
  }

  /// The background behind the character of a cell.
  func ground(_ column: Int, _ row: Int) -> RGBA { self[column, row].ground.over(ground) }

  /// Fills cells. An opaque colour hides the content; a translucent one tints it.
  mutating func fill(_ area: CellRect, _ color: RGBA, keepsLines: Bool = false) {
    guard !color.isTransparent else { return }
    let area = area.intersection(bounds)
    for row in area.top..<area.bottom {
      for column in area.left..<area.right {
        if color.alpha == 255, !(keepsLines && !self[column, row].lines.isEmpty) { clear(column, row) }
        self[column, row].color =
          color.alpha == 255 ? self[column, row].color : color.over(self[column, row].color)
        self[column, row].ground = color.over(ground(column, row))
      }
    }
  }

  /// Sets a character of one or two columns, with its text's background if it has one.
  mutating func put(
    _ character: Character, columns width: Int, _ column: Int, _ row: Int, _ color: RGBA, _ look: Look = [],
    ground: RGBA = .transparent
  ) {
    guard row >= 0, row < rows, column >= 0, column + width <= columns, width > 0 else { return }
    for offset in 0..<width {
      let below = self[column + offset, row]
      let behind = below.isCorner ? below.color : below.ground
      clear(column + offset, row)
      self[column + offset, row].ground =
        ground.isTransparent ? behind : ground.over(behind.over(self.ground))
      self[column + offset, row].look = look
      self[column + offset, row].isContinuation = offset > 0
    }
    self[column, row].character = character
    self[column, row].color = color.over(self.ground(column, row))
  }

  /// Sets a piece of a filled box's outline, in the box's colour on the existing background.
  mutating func putCorner(_ character: Character, _ column: Int, _ row: Int, _ color: RGBA) {
    put(character, columns: 1, column, row, color)
    guard row >= 0, row < rows, column >= 0, column < columns else { return }
    self[column, row].isCorner = true
  }

  /// Adds lines to a cell; they join the existing ones.
  mutating func draw(
    _ arms: LineDrawing.Arms, _ stroke: LineDrawing.Stroke, _ column: Int, _ row: Int, _ color: RGBA,
    isRound: Bool = false
  ) {
    guard row >= 0, row < rows, column >= 0, column < columns else { return }
    if self[column, row].lines.isEmpty { clear(column, row) }
    self[column, row].lines.add(arms, stroke, isRound: isRound)
    self[column, row].color = color.over(ground(column, row))
  }

  /// Clears the content of a cell, and the other half of a wide character.
  private mutating func clear(_ column: Int, _ row: Int) {
    if self[column, row].isContinuation, column > 0 { self[column - 1, row].character = " " }
    if column + 1 < columns, self[column + 1, row].isContinuation {
      self[column + 1, row].isContinuation = false
    }
    let ground = self[column, row].ground
    self[column, row] = Cell()
    self[column, row].ground = ground
  }
}
