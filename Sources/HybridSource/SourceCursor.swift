/// Converts many offsets of one file to places: any order works, but ascending offsets are cheap, because
/// they take a single walk.
///
/// ``Source/location(of:)`` walks from the start of the file at each call; a cursor continues from the last
/// place.
package struct SourceCursor: Sendable {
  private let source: Source
  private var offset = 0
  private var line = 1
  private var column = 1

  /// A cursor at the start of the file.
  package init(_ source: Source) { self.source = source }

  /// The 1-based line and column of a byte offset; the column counts characters.
  package mutating func place(of target: Int) -> (line: Int, column: Int) {
    let target = min(max(target, 0), source.bytes.count)
    if target < offset { (offset, line, column) = (0, 1, 1) }
    var start = offset  // start of the part of the current line whose characters are not counted yet
    while offset < target {
      let byte = source.bytes[offset]
      offset += 1
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
      if byte == UInt8(ascii: "\r"), offset < source.bytes.count, source.bytes[offset] == UInt8(ascii: "\n") {
        guard offset < target else { continue }
        offset += 1
      }
      line += 1
      column = 1
      start = offset
    }
    column += source.text(in: start..<offset).count
    return (line, column)
  }
}
