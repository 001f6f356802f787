import HybridSource
import HybridUnits

/// Computes lines and columns of ascending offsets in one pass over a file.
struct PlaceCursor {
  private let bytes: [UInt8]
  private let source: Source
  private var offset = 0
  private var line: Int32 = 1
  private var lineStart = 0
  /// Whether the line is ASCII only up to ``offset``, so that bytes are characters.
  private var isASCII = true

  init(_ source: Source) {
    bytes = source.bytes
    self.source = source
  }

  /// Lines end at LF, CR LF or CR; a column counts characters, without a byte order mark.
  mutating func place(of target: Int) -> NodePlace {
    let bytes = bytes
    let span = bytes.span
    var index = offset
    var wide = isASCII ? 0 : 0x80 as UInt8
    while index < target {
      let byte = span[index]
      index += 1
      wide |= byte
      if byte > UInt8(ascii: "\r") { continue }
      if byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") && !(index < span.count && span[index] == UInt8(ascii: "\n"))
      {
        line += 1
        lineStart = index
        wide = 0
      }
    }
    offset = index
    isASCII = wide < 0x80
    guard isASCII else {
      return NodePlace(line: line, column: Int32(source.location(of: target).column))
    }
    return NodePlace(line: line, column: Int32(target - lineStart + 1))
  }
}
