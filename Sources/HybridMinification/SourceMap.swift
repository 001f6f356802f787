import HybridEncoding
import HybridJSON
package import HybridSource

/// A source map: the position in a file of each token of a minified text (ECMA-426, *Source map format*,
/// version 3).
package struct SourceMap: Hashable, Sendable {
  /// The JSON, in one line that ends with a line feed; the same texts give the same bytes.
  package let bytes: [UInt8]

  /// Creates the map of a style sheet, or of any other text that is a file or a part of one.
  ///
  /// Lines and columns of the minified text count from its start, those of the source from the start of the
  /// file; columns are in UTF-16 code units, as in all source maps. The map does not contain the source.
  ///
  /// - Parameters:
  ///   - text: The minified form of `source`, or of `range` in it.
  ///   - range: The minified part of the source; nil for all of it.
  package init(_ text: MinifiedText, of source: Source, range: Range<Int>? = nil) {
    var start = TextPlace(source.bytes)
    start.move(to: range?.lowerBound ?? 0)
    self.init(text, path: source.path, start)
  }

  /// Creates the map of a script.
  ///
  /// - Parameters:
  ///   - script: The original script.
  ///   - path: The file that contains it.
  ///   - line: The line of its first character in that file, 1-based.
  ///   - column: The column of its first character, 1-based.
  ///   - columns: Where the columns of the script come from, if it was edited within its lines.
  package init(
    _ text: MinifiedText, of script: [UInt8], path: String, line: Int, column: Int,
    columns: ColumnMap = ColumnMap()
  ) {
    self.init(text, path: path, TextPlace(script, line: line - 1, column: column - 1), columns)
  }

  private init(_ text: MinifiedText, path: String, _ start: TextPlace, _ columns: ColumnMap = ColumnMap()) {
    var json = JSONWriter()
    json.object { json in
      json.member("version", 3)
      json.key("sources")
      json.array { $0.value(path) }
      json.key("names")
      json.array { _ in }
      json.member("mappings", Self.mappings(text, from: start, columns))
    }
    bytes = json.bytes + [0x0A]
  }

  /// §*Mappings structure*: segments separated by commas, lines separated by semicolons.
  private static func mappings(
    _ text: MinifiedText, from start: TextPlace, _ columns: ColumnMap
  ) -> String {
    var written = ""
    var (generated, original) = (TextPlace(text.bytes), start)
    let base = start.offset
    var lastLine = 0
    var (lastColumn, lastOriginalLine, lastOriginalColumn) = (0, 0, 0)
    var isFirst = true
    func add(_ offset: Int, _ origin: Int) {
      generated.move(to: offset)
      original.move(to: base + origin)
      if generated.line > lastLine {
        written += String(repeating: ";", count: generated.line - lastLine)
        (lastLine, lastColumn, isFirst) = (generated.line, 0, true)
      }
      if !isFirst { written += "," }
      isFirst = false
      append(generated.column - lastColumn, to: &written)
      append(0, to: &written)
      append(original.line - lastOriginalLine, to: &written)
      let column = columns.origin(line: original.line + 1, column: original.column + 1) - 1
      append(column - lastOriginalColumn, to: &written)
      (lastColumn, lastOriginalLine, lastOriginalColumn) = (generated.column, original.line, column)
    }
    for (index, mark) in text.marks.enumerated() {
      add(mark.offset, mark.origin)
      // A template or a comment of several lines has a segment in each line.
      let end = index + 1 < text.marks.count ? text.marks[index + 1].offset : text.bytes.count
      for offset in mark.offset..<end where text.bytes[offset] == 0x0A && offset + 1 < end {
        add(offset + 1, mark.origin + offset + 1 - mark.offset)
      }
    }
    return written
  }

  /// §*Base64 VLQ*: the sign in the lowest bit, five bits per digit, the lowest digit first.
  static func append(_ value: Int, to text: inout String) {
    var rest = value < 0 ? -value << 1 | 1 : value << 1
    repeat {
      let digit = rest & 31
      rest >>= 5
      let place = digit | (rest > 0 ? 32 : 0)
      text.unicodeScalars.append(Unicode.Scalar(Base64.digits[place]))
    } while rest > 0
  }
}

/// The line and column of a position that only moves forward, both from 0.
private struct TextPlace {
  private let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var line: Int
  /// In UTF-16 code units.
  private(set) var column: Int

  init(_ bytes: [UInt8], line: Int = 0, column: Int = 0) {
    (self.bytes, self.line, self.column) = (bytes, line, column)
  }

  mutating func move(to target: Int) {
    let text = bytes
    let bytes = text.span
    let target = min(target, bytes.count)
    while offset < target {
      let byte = bytes[offset]
      offset += 1
      if byte == 0x0A || byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A) {
        (line, column) = (line + 1, 0)
      } else if byte & 0xC0 != 0x80 {
        column += byte >= 0xF0 ? 2 : 1
      }
    }
  }
}
