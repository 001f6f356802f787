import HybridEncoding
import Testing

@Test(
  arguments: [
    ("", 3, nil, ""), ("abc", 3, nil, "abc"), ("abcd", 3, nil, "ab…"), ("äöü", 3, nil, "äöü"),
    ("äöüß", 3, nil, "äö…"), ("abc", 3, 3, "abc"), ("abcd", 3, 3, "abc…"), ("äöüß", 3, 1, "ä…"),
  ] as [(String, Int, Int?, String)])
func longTextsEndInAnEllipsis(_ text: String, _ limit: Int, _ kept: Int?, _ shortened: String) {
  #expect(text.shortened(to: limit, keeping: kept) == shortened)
}
