import HybridEncoding
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("", "", "", ""),
    ("aZ09-._~", "aZ09-._~", "aZ09-._~", "aZ09-._~"),
    ("/größe/a b", "%2Fgr%C3%B6%C3%9Fe%2Fa%20b", "/gr%C3%B6%C3%9Fe/a%20b", "/gr%C3%B6%C3%9Fe/a%20b"),
    ("a+b&c=d", "a%2Bb%26c%3Dd", "a%2Bb%26c%3Dd", "a+b&c=d"),
    ("/a\r\nX: y", "%2Fa%0D%0AX%3A%20y", "/a%0D%0AX%3A%20y", "/a%0D%0AX:%20y"),
    (
      "#b?c`{}\"<>^\\", "%23b%3Fc%60%7B%7D%22%3C%3E%5E%5C", "%23b%3Fc%60%7B%7D%22%3C%3E%5E%5C",
      "%23b%3Fc%60%7B%7D%22%3C%3E%5E%5C"
    ),
    ("50%\u{7F}", "50%25%7F", "50%25%7F", "50%%7F"),
  ])
  func bytesOutsideTheSetAreEncoded(_ text: String, _ part: String, _ path: String, _ file: String) {
    #expect(text.percentEncoded(keeping: .unreserved) == part)
    #expect(text.percentEncoded(keeping: .unreservedPath) == path)
    #expect(text.percentEncoded(keeping: .fileURLPath) == file)
    #expect(part.utf8.percentDecoded == Array(text.utf8))
  }

  @Test(arguments: [
    ("a%2fb%2F", "a/b/", "a/b/"), ("%", nil, "%"), ("%4", nil, "%4"), ("%4x%41", nil, "%4xA"),
    ("%%41", nil, "%A"),
    ("%-0", nil, "%-0"), ("%2541", "%41", "%41"), ("+", "+", "+"),
  ])
  func encodedBytesAreDecodedOnce(_ text: String, _ strict: String?, _ possible: String) {
    #expect(text.utf8.percentDecoded == strict.map { Array($0.utf8) })
    #expect(text.utf8.percentDecodedWherePossible == Array(possible.utf8))
  }

  @Test func setsHoldASCIIOnly() {
    for byte in UInt8.min...UInt8.max {
      #expect(ASCIISet("\0?@\u{7F}").contains(byte) == [0, 63, 64, 127].contains(byte))
    }
  }
}
