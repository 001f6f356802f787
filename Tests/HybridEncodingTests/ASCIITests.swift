import HybridEncoding
import Testing

@Suite struct ASCIITests {
  @Test func bytesAreClassified() {
    let all = UInt8.min...UInt8.max
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
    #expect(all.filter(\.isASCIILetter) == Array(letters))
    #expect(all.filter(\.isASCIIWhitespace) == [0x09, 0x0A, 0x0C, 0x0D, 0x20])
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
}
