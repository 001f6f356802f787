import HybridEncoding

/// One whole file in memory: the path it is reported under, and its bytes.
///
/// Every range in the project counts UTF-8 bytes from the start of ``bytes``. Lines and columns are computed
/// only on request, when there is something to report.
public struct Source: Hashable, Sendable {
  /// The path for messages: relative to the project if there is one.
  public let path: String
  /// The file, byte for byte. It need not be valid UTF-8.
  public let bytes: [UInt8]

  /// Wraps `bytes`, unchanged.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Wraps the UTF-8 of `text`.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The bytes in `range` (clamped to the file) as text; invalid UTF-8 becomes U+FFFD.
  public func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The whole file as text; invalid UTF-8 becomes U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The place of a byte offset: 1-based line, and 1-based column counted in characters, as editors do.
  ///
  /// Lines end at LF, CR LF or CR. An offset past the end is the place just after the last byte.
  /// - Complexity: O(`offset`).
  public func location(of offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), bytes.count)
    return location(of: offset, line: lineStart(of: offset))
  }

  /// The place of a byte offset in a file with known lines.
  /// - Complexity: O(length of the line).
  package func location(of offset: Int, lines: LineTable) -> SourceLocation {
    let offset = min(max(offset, 0), bytes.count)
    return location(of: offset, line: lines.line(of: offset))
  }

  private func location(of offset: Int, line: (number: Int, start: Int)) -> SourceLocation {
    // A place inside a character is the start of that character.
    let end = startOfScalar(at: offset)
    let before = bytes[min(startOfText(inLineAt: line.start), end)..<end]
    let column =
      before.allSatisfy { $0 < 0x80 } ? before.count : String(decoding: before, as: UTF8.self).count
    return SourceLocation(path: path, line: line.number, column: column + 1)
  }

  /// The first byte of a line's text, after a byte order mark.
  func startOfText(inLineAt start: Int) -> Int {
    start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : start
  }

  /// The first byte of the UTF-8 sequence that contains `offset`; `offset` itself outside of a valid
  /// sequence.
  func startOfScalar(at offset: Int) -> Int {
    guard offset < bytes.count, bytes[offset] & 0xC0 == 0x80 else { return offset }
    for start in stride(from: offset - 1, through: max(offset - 3, 0), by: -1)
    where bytes[start] & 0xC0 != 0x80 {
      return start + bytes.lengthOfScalar(at: start) > offset ? start : offset
    }
    return offset
  }

  /// The offset of the first byte that is not valid UTF-8, if there is one (Unicode 15 §3.9, table 3-7).
  public var firstInvalidUTF8: Int? {
    var index = 0
    while index < bytes.count {
      let length = bytes.lengthOfScalar(at: index)
      if length == 0 { return index }
      index += length
    }
    return nil
  }

  /// 1-based number and first byte of the line that contains `offset`.
  func lineStart(of offset: Int) -> (number: Int, start: Int) {
    var line = 1
    var start = 0
    var index = 0
    while index < offset {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\r"), index < bytes.count, bytes[index] == UInt8(ascii: "\n") {
        if index == offset { break }
        index += 1
      }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        line += 1
        start = index
      }
    }
    return (line, start)
  }

  /// The first line end at or after `offset`, or `limit` when there is none before it.
  func lineEnd(from offset: Int, limit: Int) -> Int {
    var end = offset
    while end < limit, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
    return end
  }
}

extension [UInt8] {
  /// The length in bytes of the well-formed UTF-8 scalar at `index`; 0 when it is not well-formed.
  package func lengthOfScalar(at index: Int) -> Int {
    let first = self[index]
    if first < 0x80 { return 1 }
    guard let (length, second) = first.utf8Lead, index + length <= count, second.contains(self[index + 1])
    else { return 0 }
    for offset in 2..<length where self[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

/// A place in a file in the usual notation: `home.html:3:12`.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file for messages.
  public var path: String
  /// 1-based.
  public var line: Int
  /// 1-based, in characters.
  public var column: Int

  /// A place from its parts.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }

  /// `path:line:column`.
  public var description: String { "\(path):\(line):\(column)" }
}

/// A byte range in one of several files. `file` is an index in a list of the range's owner.
public struct SourceRange: Hashable, Sendable {
  /// Index of the file in the owner's list.
  public var file: Int32
  /// First byte.
  public var start: Int32
  /// Just past the last byte.
  public var end: Int32

  /// The bytes `range` of file number `file`.
  public init(file: Int = 0, _ range: Range<Int>) {
    self.file = Int32(file)
    self.start = Int32(clamping: range.lowerBound)
    self.end = Int32(clamping: range.upperBound)
  }

  /// The byte range within its file.
  public var range: Range<Int> { Int(start)..<Int(max(start, end)) }
}
