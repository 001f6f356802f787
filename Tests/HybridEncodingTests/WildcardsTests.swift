import HybridEncoding
import Testing

@Suite struct WildcardsTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("*", "", true), ("a", "", false), ("a*", "a", true),
    ("*b", "aab", true), ("*b", "aba", false), ("a*c", "abc", true), ("*ab*ab", "abaab", true),
    ("**a", "a", true), ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
  ])
  func starsMatchAnyNumber(_ pattern: String, _ text: String, _ matches: Bool) {
    let result = matchesWildcards(
      Array(pattern.utf8), Array(text.utf8)[...], isStar: { $0 == UInt8(ascii: "*") },
      matchesOne: { $0 == $1 })
    #expect(result == matches)
  }
}
