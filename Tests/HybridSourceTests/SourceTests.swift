import HybridSource
import HybridTestSupport
import Testing

@Test(arguments: [
  ("abc", 0, 1, 1), ("abc", 3, 1, 4), ("a\nb", 2, 2, 1), ("a\r\nb", 3, 2, 1), ("a\rb", 2, 2, 1),
  ("a\n\nb", 3, 3, 1),
  ("é→x", 5, 1, 3), ("👨‍👩‍👧x", 18, 1, 2), ("", 0, 1, 1), ("ab", 99, 1, 3), ("\tx", 1, 1, 2),
])
func placesCountLinesAndCharacters(_ text: String, _ offset: Int, _ line: Int, _ column: Int) {
  let source = Source(path: "a", text: text)
  let location = source.location(of: offset)
  #expect(location.line == line && location.column == column)
  var cursor = SourceCursor(source)
  let place = cursor.place(of: offset)
  #expect(place.line == line && place.column == column)
}

/// A cursor that walks on and one that starts anew agree with the source, in whatever order they are asked.
@Test func theCursorAgreesWithTheSource() {
  var random = SeededGenerator(seed: 1)
  let source = Source(path: "a", text: "a\r\nbé\r\r\n→\n\n x👍y\n")
  var cursor = SourceCursor(source)
  let starts = source.text.unicodeScalars.reduce(into: [0]) { $0.append($0.last! + String($1).utf8.count) }
  for _ in 0..<500 {
    let offset = starts.randomElement(using: &random)!
    let place = cursor.place(of: offset)
    let location = source.location(of: offset)
    #expect(place.line == location.line && place.column == location.column, "at \(offset)")
  }
}

@Test(
  arguments: [
    ([0x61, 0xC3, 0xA9], nil), ([0xFF], 0), ([0x61, 0xC3], 1), ([0xC0, 0x80], 0), ([0xED, 0xA0, 0x80], 0),
    ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF0, 0x9F, 0x91, 0x8D], nil), ([], nil), ([0xE2, 0x86], 0),
  ] as [([UInt8], Int?)])
func invalidUTF8IsFound(_ bytes: [UInt8], _ offset: Int?) {
  #expect(Source(path: "a", bytes: bytes).firstInvalidUTF8 == offset)
}

@Test func aDiagnosticReadsAsTheStyleGuideShows() {
  let source = Source(path: "card.css", text: ".card {\n  top: 0;\n  width: 12pxx;\n}\n")
  let diagnostic = Diagnostic.error(
    "css.unknown-unit", "'pxx' is not a length unit here", at: 29..<32, in: source, hint: "did you mean 'px'?"
  )
  #expect(
    diagnostic.description == """
      card.css:3:12: error: 'pxx' is not a length unit here [css.unknown-unit]
      3 |   width: 12pxx;
        |            ^~~
        = hint: did you mean 'px'?
      """)
}

@Test(arguments: [
  ("\tx: y", 1..<2, "1 | \tx: y\n  | \t^"), ("日本: x", 6..<7, "1 | 日本: x\n  |     ^"),
  ("a", 1..<1, "1 | a\n  |  ^"), ("\u{1B}[31mred", 0..<1, "1 | ␛[31mred\n  | ^"),
])
func theCaretStandsUnderItsCharacter(_ text: String, _ range: Range<Int>, _ frame: String) {
  let diagnostic = Diagnostic.error("x.y", "m", at: range, in: Source(path: "f", text: text))
  #expect(diagnostic.description.split(separator: "\n").dropFirst().joined(separator: "\n") == frame)
}

@Test func aVeryLongLineIsQuotedRoundThePlace() throws {
  let text = String(repeating: "a", count: 500_000) + "X" + String(repeating: "b", count: 500_000)
  let diagnostic = Diagnostic.error("x.y", "m", at: 500_000..<500_001, in: Source(path: "f", text: text))
  let frame = try #require(diagnostic.frame)
  #expect(frame.text.count < 140 && frame.text.hasPrefix("…") && frame.text.hasSuffix("…"))
  #expect(Array(frame.text)[frame.start] == "X")
}

@Test(arguments: [
  ("colr", ["column-gap", "color"], "color"), ("pxx", ["em", "px"], "px"),
  ("widht", ["height", "width"], "width"),
  ("zzz", ["color"], nil), ("", ["a"], nil), ("Colour", ["color"], "color"), ("x", ["y"], nil),
])
func theNearestWordIsFoundOnlyWhenSure(_ word: String, _ words: [String], _ nearest: String?) {
  #expect(HybridSource.nearest(to: word, in: words) == nearest)
}
