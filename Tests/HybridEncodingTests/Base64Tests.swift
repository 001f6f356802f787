import HybridEncoding
import Testing

@Suite struct Base64Tests {
  /// RFC 4648 §10, and both digits that are no letters.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"), ("~~?~", "fn4/fg=="), ("~~>~", "fn4+fg=="),
  ])
  func bytesAreWrittenAndReadAgain(_ text: String, _ base64: String) {
    #expect(Array(text.utf8).base64 == base64)
    #expect([UInt8](forgivingBase64: base64.utf8) == Array(text.utf8))
  }

  @Test func everyByteReturns() {
    for count in 0...257 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
      #expect([UInt8](forgivingBase64: bytes.base64.utf8) == bytes)
    }
  }

  @Test(arguments: [
    ("Zg", "f"), (" Z\tm\n8\r=\u{C}", "fo"), ("Zm9v====", nil), ("Zm9v=", "foo"), ("Z", nil),
    ("Zg==Zg==", nil),
    ("Zm-v", nil), ("Zm9v\0", nil), ("=", ""),
  ])
  func sloppyBase64IsReadWhereTheStandardReadsIt(_ base64: String, _ text: String?) {
    #expect([UInt8](forgivingBase64: base64.utf8) == text.map { Array($0.utf8) })
  }
}

@Suite struct DataURLTests {
  @Test(arguments: [
    ("data:text/plain;base64,Zm9v", "foo"), ("DATA:;BASE64 ,Zm9v#part", "foo"), ("data:,a%20b%zz", "a b%zz"),
    ("data:,%-0", "%-0"), ("data:;base64,Zm9%76", "foo"), ("data:;base64,?", nil), ("data:text/plain", nil),
    ("http://a/,", nil), ("", nil),
  ])
  func bytesAreThoseOfTheURL(_ url: String, _ text: String?) {
    #expect(dataURLBytes(url) == text.map { Array($0.utf8) })
  }
}
