import HybridEncoding
import Testing

@Suite struct ASCIITests {
  @Test func bytesAreClassified() {
    let all = UInt8.min...UInt8.max
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
    #expect(all.filter(\.isASCIILetter) == Array(letters))
    #expect(all.filter(\.isASCIILowercaseLetter) == Array(letters.suffix(26)))
    #expect(all.filter(\.isASCIIWhitespace) == [0x09, 0x0A, 0x0C, 0x0D, 0x20])
    #expect(all.filter(\.isASCIISpace) == [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20])
    #expect(all.filter { $0.asciiLowercased != $0 } == Array(letters.prefix(26)))
  }

  @Test(arguments: [
    ("aZ[@`{", "az[@`{"), ("", ""), ("ÄK", "Äk"), ("\u{212A}", "\u{212A}"), ("B\u{301}", "b\u{301}"),
  ])
  func onlyASCIILettersAreLowered(_ text: String, _ lowered: String) {
    #expect(Array(text.asciiLowercased.utf8) == Array(lowered.utf8))
    #expect(text.isASCIIEqual(to: lowered))
    #expect(!text.isASCIIEqual(to: lowered + "a"))
  }

  @Test(arguments: [
    ("", "", ""), (" \t\r\n\u{C}", "", ""), ("a", "a", "a"), ("\r\n a \t b\n", "a \t b", "a b"),
    ("\u{A0}é \u{B}", "\u{A0}é \u{B}", "\u{A0}é \u{B}"),
  ])
  func whiteSpaceIsTrimmedAndCollapsed(_ text: String, _ trimmed: String, _ collapsed: String) {
    #expect(text.trimmingASCIIWhitespace == trimmed)
    #expect(text.collapsingASCIIWhitespace == collapsed)
  }

  @Test func elementsAreTrimmedAtBothEnds() {
    #expect([0, 0, 1, 0, 2, 0].trimming { $0 == 0 } == [1, 0, 2])
    #expect([0, 0].trimming { $0 == 0 }.isEmpty)
    #expect([1].trimming { $0 == 0 } == [1])
  }
}

@Test(arguments: [
  ("", ""), ("word", "word"), (" one\t two\n", "one two"), ("a\u{A0}\u{2003}b", "a b"), ("\u{85}", ""),
  ("é  ü", "é ü"), ("\u{7F}", "\u{7F}"),
])
func runsOfUnicodeWhiteSpaceBecomeBlanks(_ text: String, _ collapsed: String) {
  #expect(text.collapsingWhitespace == collapsed)
}
