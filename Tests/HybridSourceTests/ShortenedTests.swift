import HybridSource
import Testing

@Test(arguments: [
  ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("äöü", 3, "äöü"), ("äöüß", 3, "äö…"),
])
func longTextsEndInAnEllipsis(_ text: String, _ limit: Int, _ shortened: String) {
  #expect(text.shortened(to: limit) == shortened)
}
