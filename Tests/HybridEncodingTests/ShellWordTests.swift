import HybridEncoding
import Testing

@Test(arguments: [
  ("shop", "shop"), ("../a_b/C-1.css", "../a_b/C-1.css"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
  ("'", #"''\'''"#), ("", "''"), ("$(x)", "'$(x)'"), ("ä", "'ä'"), ("a\nb", "'a\nb'"),
])
func anyTextIsOneWordForAShell(_ text: String, _ word: String) {
  #expect(shellWord(text) == word)
}
