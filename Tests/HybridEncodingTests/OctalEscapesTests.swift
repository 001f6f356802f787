import HybridEncoding
import Testing

@Suite struct OctalEscapesTests {
  @Test(arguments: [
    (#"/home/me/my\040shop"#, "/home/me/my shop"), (#"\303\251"#, "é"), (#"a\134b"#, #"a\b"#),
    (#"\04"#, #"\04"#), (#"\+40"#, #"\+40"#), (#"\048"#, #"\048"#), (#"\777"#, #"\777"#), ("", ""),
  ])
  func octalEscapesAreThreeDigits(_ text: String, _ resolved: String) {
    #expect(text.resolvingOctalEscapes == resolved)
  }
}
