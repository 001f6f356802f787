import HybridTestSupport
import Testing

@testable import hybrid

@Suite struct KeyParserTests {
  private static func mouse(_ action: Key.Mouse.Action, _ column: Int, _ row: Int) -> Key {
    .mouse(Key.Mouse(action: action, column: column, row: row))
  }

  @Test(
    arguments: [
      ("abc", [.text("a"), .text("b"), .text("c")]),
      ("é日😀", [.text("é"), .text("日"), .text("😀")]),
      ("e\u{301}", [.text("e"), .text("\u{301}")]),
      (" ", [.text(" ")]), ("\t", [.tab]), ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]),
      ("\u{8}", [.backspace]), ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\u{0}", []),
      ("\u{1C}", []),
      ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]), ("\u{1B}q", [.escape, .text("q")]),
      ("\u{1B}\u{1B}[A", [.escape, .up]),
      ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
      ("\u{1B}OA", [.up]), ("\u{1B}OD", [.left]), ("\u{1B}OM", [.enter]), ("\u{1B}[1;5C", [.right]),
      ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}OH", [.home]), ("\u{1B}OF", [.end]),
      ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[7~", [.home]), ("\u{1B}[8~", [.end]),
      ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
      ("\u{1B}[3;2~", [.delete]),
      ("\u{1B}[Z", [.backTab]), ("\u{1B}[15~x", [.text("x")]), ("\u{1B}[?1;2cx", [.text("x")]),
      ("\u{1B}[<0;3;5M", [mouse(.press, 2, 4)]), ("\u{1B}[<0;3;5m", [mouse(.release, 2, 4)]),
      ("\u{1B}[<32;3;5M", [mouse(.drag, 2, 4)]), ("\u{1B}[<35;3;5M", [mouse(.other, 2, 4)]),
      ("\u{1B}[<64;1;1M", [mouse(.wheel(x: 0, y: -1), 0, 0)]),
      ("\u{1B}[<65;1;1M", [mouse(.wheel(x: 0, y: 1), 0, 0)]),
      ("\u{1B}[<66;1;1M", [mouse(.wheel(x: -1, y: 0), 0, 0)]),
      ("\u{1B}[<67;1;1M", [mouse(.wheel(x: 1, y: 0), 0, 0)]),
      ("\u{1B}[<16;3;5M", [mouse(.press, 2, 4)]),  // with Ctrl
      ("\u{1B}[<2;3;5M", [mouse(.other, 2, 4)]),
      ("\u{1B}[<0;0;0M", []), ("\u{1B}[<0;3M", []), ("\u{1B}[<;;M", []), ("\u{1B}[M", []),
      ("\u{1B}[<0;99999999999999999999;1M", []),
      ("\u{1B}[200~two\r\nlines\rand\tmore\u{1B}[201~x", [.paste("two\nlines\nand\tmore"), .text("x")]),
      ("\u{1B}[200~\u{1B}[A\u{3}\u{1B}[201~", [.paste("[A")]), ("\u{1B}[200~\u{1B}[201~", []),
      ("Milk\r", [.text("M"), .text("i"), .text("l"), .text("k"), .enter]),
    ] as [(String, [Key])])
  func bytesMakeKeys(_ text: String, _ keys: [Key]) {
    var parser = KeyParser()
    #expect(parser.feed(Array(text.utf8)) + parser.flush() == keys)
    // The same when every byte arrives separately, except for a trailing escape.
    var slow = KeyParser()
    var slowKeys: [Key] = []
    for byte in text.utf8 { slowKeys += slow.feed([byte]) }
    #expect(slowKeys + slow.flush() == keys)
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC2, 0x9B], [0xE6, 0x41],
    ] as [[UInt8]])
  func bytesThatAreNoTextAreDropped(_ bytes: [UInt8]) {
    var parser = KeyParser()
    let keys = parser.feed(bytes + [0x78])
    #expect(keys == (bytes.last == 0x41 ? [.text("A"), .text("x")] : [.text("x")]))
  }

  @Test func aPasteWithoutBracketsIsNotThousandsOfKeys() {
    var parser = KeyParser()
    let text = String(repeating: "word ", count: 100)
    #expect(parser.feed(Array((text + "\r").utf8)) == [.paste(text), .enter])
  }

  @Test func aPasteHasALimit() {
    var parser = KeyParser()
    var keys = parser.feed(Array("\u{1B}[200~".utf8))
    for _ in 0..<10 { keys += parser.feed([UInt8](repeating: 0x61, count: 100_000)) }
    keys += parser.feed(Array("\u{1B}[201~q".utf8))
    #expect(keys == [.paste(String(repeating: "a", count: KeyParser.longestPaste)), .text("q")])
  }

  @Test func anyBytesEndSomewhere() {
    var random = SeededGenerator(seed: 5)
    let seed = Array("\u{1B}[<0;3;5M\u{1B}[200~é\u{1B}[201~\u{1B}OA\u{1B}[1;5C\u{1B}x".utf8)
    for _ in 0..<2000 {
      var parser = KeyParser()
      let bytes = mutated(seed, morsels: ["\u{1B}", "[", "\u{1B}[", ";", "~", "日"], using: &random)
      _ = parser.feed(bytes)
      _ = parser.flush()
      // After any unfinished sequence, the end of a paste and a line end restore the parser.
      _ = parser.feed(Array("\u{1B}[201~".utf8) + [UInt8](repeating: 0x40, count: 80))
      #expect(parser.feed([0x0D]) == [.enter])
    }
  }
}
