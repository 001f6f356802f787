import HybridJSON
import HybridMinification
import HybridSource
import Testing

/// A position in a minified text and the original position in a map; all from 0.
private struct Segment: Equatable {
  var line: Int, column: Int, originalLine: Int, originalColumn: Int
}

/// Reads a map as any tool would (ECMA-426, §Decoding source maps).
private func segments(_ bytes: [UInt8]) throws -> (source: String?, segments: [Segment]) {
  let map = try #require(try JSONValue(parsing: bytes).object)
  #expect(map["version"]?.int == 3)
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var segments: [Segment] = []
  var (originalLine, originalColumn) = (0, 0)
  let lines = try #require(map["mappings"]?.string).utf8.split(
    separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
  for (line, text) in lines.enumerated() {
    var column = 0
    for part in text.split(separator: UInt8(ascii: ",")) {
      var numbers: [Int] = []
      var (value, shift) = (0, 0)
      for character in part {
        let digit = try #require(digits.firstIndex(of: character))
        value |= (digit & 31) << shift
        shift += 5
        guard digit & 32 == 0 else { continue }
        numbers.append(value & 1 == 1 ? -(value >> 1) : value >> 1)
        (value, shift) = (0, 0)
      }
      try #require(numbers.count == 4 && numbers[1] == 0)
      column += numbers[0]
      originalLine += numbers[2]
      originalColumn += numbers[3]
      segments.append(
        Segment(line: line, column: column, originalLine: originalLine, originalColumn: originalColumn))
    }
  }
  return (map["sources"]?.array?.first?.string, segments)
}

/// The UTF-16 code unit at a line and column.
private func character(_ text: String, _ line: Int, _ column: Int) throws -> UInt16 {
  let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
  let units = Array(lines[line].utf16)
  return try #require(column < units.count ? units[column] : nil)
}

@Test(arguments: [
  "let a = 1 ; // one\n\n  let b = 'é𝒳' ;  let c = `x\n  y  ${ a }\n z` ;\n",
  "a ( )\r\n/*! n\n m */\r\n  b ( )",
  "function  long ( ) {\n" + "  return 12345 ;\n" + "}\n" + "long ( )",
])
func everyTokenIsMappedToItself(_ script: String) throws {
  let text = try #require(minifiedScript(Array(script.utf8)))
  let small = String(decoding: text.bytes, as: UTF8.self)
  let map = SourceMap(text, of: Source(path: "pages/a.js", text: script))
  let (source, segments) = try segments(map.bytes)
  #expect(source == "pages/a.js")
  #expect(segments.count >= text.marks.count)
  for segment in segments {
    #expect(
      try character(small, segment.line, segment.column)
        == character(script, segment.originalLine, segment.originalColumn))
  }
  // Every line except an inserted end has a segment.
  #expect(Set(segments.map(\.line)).count == small.split(separator: "\n").count)
}

@Test func partsOfFilesAreMappedToTheFile() throws {
  let page = "<p>\n  <style>a  { top : 0 }</style> <script>b ( )\n c ( )</script>"
  let script = "b ( )\n c ( )"
  let text = try #require(minifiedScript(Array(script.utf8)))
  let inline = try segments(
    SourceMap(text, of: Array(script.utf8), path: "p.html", line: 2, column: 43).bytes)
  #expect(inline.segments.first == Segment(line: 0, column: 0, originalLine: 1, originalColumn: 42))
  #expect(
    inline.segments.last { $0.originalLine == 2 }
      == Segment(line: 1, column: 2, originalLine: 2, originalColumn: 5))
  let start = try #require(page.utf8.firstRange(of: "b (".utf8))
  let offset = page.utf8.distance(from: page.utf8.startIndex, to: start.lowerBound)
  let whole = SourceMap(
    text, of: Source(path: "p.html", text: page), range: offset..<offset + script.utf8.count)
  let other = try segments(whole.bytes)
  #expect(other.segments.first?.originalLine == 1)
  #expect(try character(page, 1, other.segments[0].originalColumn) == UInt16(UInt8(ascii: "b")))
}
