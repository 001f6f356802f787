import HybridEncoding
import Testing

@Suite struct MarkupEscapesTests {
  static let text = "a<b> & \"c\" 'd'\u{A0}\t\u{1}"

  @Test(arguments: [
    (MarkupEscapes.xmlText, "a&lt;b&gt; &amp; \"c\" 'd'\u{A0}\t\u{1}"),
    (.xmlAttribute, "a&lt;b&gt; &amp; &quot;c&quot; 'd'\u{A0}\t\u{1}"),
    (.html, "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\u{A0}\t\u{1}"),
    (.fragmentText, "a&lt;b&gt; &amp; \"c\" 'd'&nbsp;\t\u{1}"),
    (.fragmentAttribute, "a<b> &amp; &quot;c&quot; 'd'&nbsp;\t\u{1}"),
    (MarkupEscapes(["\t": "&#9;"], forbidden: "?"), "a<b> & \"c\" 'd'\u{A0}&#9;?"),
  ])
  func eachPlaceHasItsEscapes(_ escapes: MarkupEscapes, _ expected: String) {
    #expect(Self.text.escaped(escapes) == expected)
    #expect("plain größe".escaped(escapes) == "plain größe")
  }

  /// XML 1.0 §2.2, *Characters*.
  @Test(arguments: [
    ("\t\n\u{20}\u{D7FF}\u{E000}\u{FFFD}\u{10000}\u{10FFFF}", true), ("\0", false), ("\r", false),
    ("\u{1F}", false),
    ("\u{FFFE}", false), ("\u{FFFF}", false),
  ])
  func forbiddenCharactersAreReplaced(_ text: String, _ isAllowed: Bool) {
    #expect(text.escaped(MarkupEscapes([:], forbidden: "!")) == (isAllowed ? text : "!"))
  }

  /// A user-perceived character may begin with a scalar that ends the text for a parser.
  @Test func charactersWithMarksAreEscapedToo() {
    #expect("a<\u{338}b".escaped(.html).unicodeScalars.elementsEqual("a&lt;\u{338}b".unicodeScalars))
  }
}
