import HybridDrawing
import HybridGeometry
import HybridViewTree

/// The edited field as drawn on the screen: its text broken into rows, and the visible part of them.
struct FieldView {
  /// A row of the text: its characters, and the number of characters before them.
  struct Row: Hashable {
    var text: Substring
    var start: Int
  }

  let columns: Range<Int>
  let rows: Range<Int>
  private(set) var lines: [Row] = []
  /// The row of ``lines`` that contains the insertion point, and the point's column in it.
  private(set) var caretLine = 0
  private(set) var caretColumn = 0
  /// The first visible column and row of the text.
  private(set) var firstColumn = 0
  private(set) var firstLine = 0

  /// - Parameter breaks: Whether long lines wrap and a line end starts a new row.
  init(_ editing: TextEditing, columns: Range<Int>, rows: Range<Int>, breaks: Bool, isHidden: Bool) {
    (self.columns, self.rows) = (columns, rows)
    let text = isHidden ? String(repeating: "•", count: editing.text.count) : editing.text
    lines = breaks ? Self.broken(text, to: max(1, columns.count - 1)) : [Row(text: text[...], start: 0)]
    caretLine = lines.lastIndex { $0.start <= editing.caret } ?? 0
    let line = lines[caretLine]
    caretColumn = CellGrid.columns(of: line.text.prefix(editing.caret - line.start))
    firstColumn = max(0, caretColumn - (columns.count - 1))
    firstLine = max(0, caretLine - (rows.count - 1))
  }

  /// The position of the terminal's cursor.
  var cursor: (column: Int, row: Int) {
    (columns.lowerBound + caretColumn - firstColumn, rows.lowerBound + caretLine - firstLine)
  }

  /// The character of a single line at a column of the screen.
  func character(atColumn column: Int) -> Int {
    guard let line = lines.first else { return 0 }
    var place = columns.lowerBound - firstColumn
    var count = 0
    for character in line.text {
      place += CellGrid.columns(of: character)
      if place > column { break }
      count += 1
    }
    return count
  }

  /// Draws the text over the picture; `color` is for the text and a placeholder.
  func draw(on grid: inout CellGrid, color: RGBA?) {
    for (offset, row) in rows.enumerated() {
      grid.clear(row: row, columns)
      let index = firstLine + offset
      guard lines.indices.contains(index) else { continue }
      var skipped = 0
      let seen = lines[index].text.drop { character in
        guard skipped < firstColumn else { return false }
        skipped += CellGrid.columns(of: character)
        return true
      }
      grid.write(
        String(seen), column: columns.lowerBound + skipped - firstColumn, row: row, end: columns.upperBound,
        color: color)
    }
  }

  private static func broken(_ text: String, to width: Int) -> [Row] {
    var result: [Row] = []
    var (start, number, used) = (text.startIndex, 0, 0)
    var begin = 0
    for index in text.indices {
      let character = text[index]
      let size = CellGrid.columns(of: character)
      if character.isNewline {
        result.append(Row(text: text[start..<index], start: begin))
        (start, begin, used) = (text.index(after: index), number + 1, 0)
      } else if used + size > width, used > 0 {
        result.append(Row(text: text[start..<index], start: begin))
        (start, begin, used) = (index, number, size)
      } else {
        used += size
      }
      number += 1
    }
    result.append(Row(text: text[start...], start: begin))
    return result
  }
}
