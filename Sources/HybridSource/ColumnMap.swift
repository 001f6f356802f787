import HybridEncoding

/// Where the columns of a text come from that differs from its source within lines only.
///
/// Lines are those of the source. Columns are in UTF-16 code units, as JavaScript engines tell them.
package struct ColumnMap: Hashable, Sendable {
  /// A place from which on columns run along with those of the source, up to the next mark of the line.
  package struct Mark: Hashable, Sendable {
    /// The line, 1-based.
    package var line: Int
    /// The column in the text, 1-based.
    package var column: Int
    /// The column in the source, 1-based.
    package var origin: Int
    /// Whether the text up to the next mark is inserted: all of it comes from `origin`.
    package var isInserted: Bool

    /// A mark.
    package init(line: Int, column: Int, origin: Int, isInserted: Bool) {
      (self.line, self.column, self.origin, self.isInserted) = (line, column, origin, isInserted)
    }
  }

  /// The marks, by line and column.
  package private(set) var marks: [Mark]

  /// A map; without marks, columns are those of the source.
  package init(_ marks: [Mark] = []) { self.marks = marks }

  /// Whether all columns are those of the source.
  package var isEmpty: Bool { marks.isEmpty }

  /// The column of the source for one of the text.
  package func origin(line: Int, column: Int) -> Int {
    let next = marks.partitioningIndex { ($0.line, $0.column) > (line, column) }
    guard next > 0, marks[next - 1].line == line else { return column }
    let mark = marks[next - 1]
    return mark.isInserted ? mark.origin : mark.origin + column - mark.column
  }

  /// The map of the text as a part of a file in which it starts at a place, 1-based.
  package func placed(line: Int, column: Int) -> ColumnMap {
    guard line > 1 || column > 1 else { return self }
    var copy = self
    for index in copy.marks.indices {
      if copy.marks[index].line == 1 {
        copy.marks[index].column += column - 1
        copy.marks[index].origin += column - 1
      }
      copy.marks[index].line += line - 1
    }
    return copy
  }

  /// The map of several texts of one file, none of which begins in a line where another ends.
  package mutating func merge(_ other: ColumnMap) {
    marks = (marks + other.marks).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
  }
}
