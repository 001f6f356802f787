import HybridEncoding

/// Converts many offsets of one file to places, in any order.
///
/// ``Source/location(of:)`` walks from the start of the file at each call; a cursor continues from the last
/// place, or from a place before the offset that it has passed.
package struct SourceCursor: Sendable {
  private struct Stop {
    var offset = 0
    var line = 1
    var column = 1
  }

  private let source: Source
  private var here = Stop()
  /// Places that were passed, in ascending order.
  private var stops: [Stop] = []
  /// How many bytes they are apart.
  private static let spacing = 1024

  /// A cursor at the start of the file.
  package init(_ source: Source) { self.source = source }

  /// The 1-based line and column of a byte offset; the column counts characters.
  package mutating func place(of target: Int) -> (line: Int, column: Int) {
    let target = min(max(target, 0), source.bytes.count)
    if target < here.offset {
      let count = stopCount(upTo: target)
      here = count > 0 ? stops[count - 1] : Stop()
    }
    var start = here.offset  // start of the part of the current line whose characters are not counted yet
    var next = start + Self.spacing
    while here.offset < target {
      let byte = source.bytes[here.offset]
      // Two ASCII characters are never parts of one character, except for CR LF.
      if here.offset >= next, byte < 0x80, byte != UInt8(ascii: "\n"), source.bytes[here.offset - 1] < 0x80 {
        here.column += source.text(in: start..<here.offset).count
        start = here.offset
        next = start + Self.spacing
        noteStop()
      }
      here.offset += 1
      guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else { continue }
      if byte == UInt8(ascii: "\r"), here.offset < source.bytes.count,
        source.bytes[here.offset] == UInt8(ascii: "\n")
      {
        guard here.offset < target else { continue }
        here.offset += 1
      }
      here.line += 1
      here.column = 1
      start = here.offset
    }
    here.column += source.text(in: start..<here.offset).count
    return (here.line, here.column)
  }

  /// How many stops are not behind an offset.
  private func stopCount(upTo offset: Int) -> Int { stops.partitioningIndex { $0.offset > offset } }

  private mutating func noteStop() {
    let count = stopCount(upTo: here.offset)
    let last = count > 0 ? stops[count - 1].offset : 0
    if here.offset - last >= Self.spacing { stops.insert(here, at: count) }
  }
}
