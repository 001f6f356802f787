import HybridDrawing

/// The size of the terminal, and the part of the picture that it shows. All numbers are cells.
struct PreviewCamera {
  /// The terminal's size; the last row is the status line.
  private(set) var columns: Int
  private(set) var rows: Int
  /// The first visible column and row of the picture.
  private(set) var column = 0
  private(set) var row = 0

  init(columns: Int, rows: Int) { (self.columns, self.rows) = (max(1, columns), max(2, rows)) }

  /// The number of rows above the status line.
  var viewRows: Int { max(1, rows - 1) }

  /// Handles a new size of the terminal.
  mutating func resize(columns: Int, rows: Int, over picture: CellGrid?) {
    (self.columns, self.rows) = (max(1, columns), max(2, rows))
    keepInside(picture)
  }

  /// Shows the start of the picture.
  mutating func moveToStart() { (column, row) = (0, 0) }

  /// Moves by a distance, up to the edges of the picture.
  mutating func move(columns: Int, rows: Int, over picture: CellGrid?) {
    column += columns
    row += rows
    keepInside(picture)
  }

  /// Moves to a row of the picture, or to the nearest possible one.
  mutating func move(toRow row: Int, over picture: CellGrid?) {
    self.row = row
    keepInside(picture)
  }

  /// Moves as little as needed to show the cells.
  mutating func reveal(_ cells: CellFrame, over picture: CellGrid?) {
    row = Self.start(row, viewRows, showing: cells.rows)
    column = Self.start(column, columns, showing: cells.columns)
    keepInside(picture)
  }

  /// Moves to the nearest place inside a picture that may have changed its size.
  mutating func keepInside(_ picture: CellGrid?) {
    row = max(0, min(row, (picture?.rows ?? 0) - viewRows))
    column = max(0, min(column, (picture?.columns ?? 0) - columns))
  }

  /// The start of a window so that it contains `cells`.
  private static func start(_ start: Int, _ count: Int, showing cells: Range<Int>) -> Int {
    if cells.lowerBound < start || cells.count > count { return cells.lowerBound }
    return cells.upperBound > start + count ? cells.upperBound - count : start
  }
}
