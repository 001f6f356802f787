import HybridSource
import Testing

/// Text with a mark, and the place of the mark.
@Test(arguments: [
  ("|", 1, 1), ("ab|c", 1, 3), ("a\n|b", 2, 1), ("a|\nb", 1, 2), ("a\r\n|b", 2, 1), ("a|\r\nb", 1, 2),
  ("a\r|b", 2, 1),
  ("\r\r\n\n|", 4, 1), ("a\tb|", 1, 4),  // a tab is one character
  ("é中😀|x", 1, 4), ("👨‍👩‍👧|x", 1, 2), ("e\u{301}|x", 1, 2),  // characters as editors count them
  ("a\u{2028}b|", 1, 4),  // no line end of ours
  ("\u{FEFF}ab|", 1, 3), ("\u{FEFF}|", 1, 1),  // a byte order mark is no character
])
func placeIsCountedInLinesAndCharacters(_ marked: String, _ line: Int, _ column: Int) throws {
  let bytes = Array(marked.utf8)
  let offset = try #require(bytes.firstIndex(of: UInt8(ascii: "|")))
  let source = Source(path: "a", bytes: Array(bytes[..<offset] + bytes[(offset + 1)...]))
  #expect(source.location(of: offset) == SourceLocation(path: "a", line: line, column: column))
  #expect(source.location(of: offset, lines: LineTable(source.bytes)) == source.location(of: offset))
}

@Test func placeInsideACharacterIsThatOfTheCharacter() {
  let source = Source(path: "a", text: "aé😀b")
  #expect((0...source.bytes.count).map { source.location(of: $0).column } == [1, 2, 2, 3, 3, 3, 3, 4, 5])
}

@Test func placeOutsideTheFileIsItsNearestEnd() {
  let source = Source(path: "a", text: "ab\ncd")
  #expect(source.location(of: 99).description == "a:2:3")
  #expect(source.location(of: -1).description == "a:1:1")
}

@Test func placeBetweenCRAndLFBelongsToTheLineTheyEnd() {
  let source = Source(path: "a", text: "ab\r\ncd")
  #expect(source.location(of: 3).line == 1)
  #expect(source.location(of: 3, lines: LineTable(source.bytes)).line == 1)
}

@Test func lineTableAgreesWithCountingOnAnyText() {
  var random = SystemRandomNumberGenerator()
  for _ in 0..<200 {
    let bytes = (0..<40).map { _ in "a\r\n".utf8.randomElement(using: &random) ?? 0 }
    let source = Source(path: "a", bytes: bytes)
    let lines = LineTable(bytes)
    for offset in 0...bytes.count {
      #expect(
        source.location(of: offset, lines: lines) == source.location(of: offset), "\(bytes) at \(offset)")
    }
  }
}

/// Long lines, lines that end with CR LF, and characters of several bytes, asked in any order.
@Test func cursorAgreesWithCountingInAnyOrder() {
  let parts = [
    String(repeating: "ab cd ", count: 700), String(repeating: "e\u{301}中", count: 500), "\r\n", "\n",
    String(repeating: "x\r\n", count: 600), String(repeating: "😀", count: 400), "end",
  ]
  let source = Source(path: "a", text: parts.joined())
  var cursor = SourceCursor(source)
  var offset = 0
  for step in 0..<400 {
    offset = (offset + 7919 * (step % 5 + 1)) % (source.bytes.count + 1)
    // Places between characters: others depend on where counting began.
    while offset < source.bytes.count, source.bytes[offset] >= 0x80 || source.bytes[offset] == 0x0A {
      offset += 1
    }
    let place = cursor.place(of: offset)
    #expect(SourceLocation(path: "a", line: place.line, column: place.column) == source.location(of: offset))
  }
}

@Test(
  arguments: [
    ([0x61, 0xC3, 0xA9], nil), ([0xFF], 0), ([0x61, 0xC3], 1), ([0xC0, 0x80], 0), ([0xED, 0xA0, 0x80], 0),
    ([0xE0, 0x80, 0x80], 0), ([0xF0, 0x9F, 0x98, 0x80], nil), ([0xF4, 0x90, 0x80, 0x80], 0), ([0x80], 0),
    ([0xF0, 0x9F, 0x98], 0), ([], nil),
  ] as [([UInt8], Int?)])
func firstInvalidByteIsFound(_ bytes: [UInt8], _ offset: Int?) {
  #expect(Source(path: "a", bytes: bytes).firstInvalidUTF8 == offset)
}

@Test(arguments: [
  ("colr", "color"), ("COLOR", "color"), ("clor", "color"), ("widht", "width"), ("wdith", "width"),
  ("px", "px"),
  ("pxx", "px"), ("xp", "px"), ("zzz", nil), ("", nil), ("backgroundcolor", "background-color"),
])
func nearestIsWhatWasMeant(_ word: String, _ expected: String?) {
  #expect(nearest(to: word, in: ["color", "width", "px", "background-color", "column-gap"]) == expected)
}

@Test func nearestPrefersTheEarlierOfTwoEqual() {
  #expect(nearest(to: "bat", in: ["cat", "hat"]) == "cat")
  #expect(nearest(to: String(repeating: "a", count: 10_000), in: ["a"]) == nil)
}
