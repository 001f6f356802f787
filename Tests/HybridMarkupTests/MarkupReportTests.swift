import HybridDOM
import HybridMarkup
import HybridSource
import HybridTestSupport
import Testing

/// A file, the code of its first report, the text that it points at, and a part of the hint.
struct Fault: CustomTestStringConvertible, Sendable {
  var text: String
  var code: String
  var place: String
  var hint = ""
  var testDescription: String { text }

  init(_ text: String, _ code: String, _ place: String, _ hint: String = "") {
    (self.text, self.code, self.place, self.hint) = (text, code, place, hint)
  }
}

private func expect(_ fault: Fault, _ diagnostics: [Diagnostic]) throws {
  let first = try #require(diagnostics.first)
  #expect(first.code == fault.code, "\(diagnostics)")
  let frame = try #require(first.frame)
  let marked = String(frame.text.dropFirst(frame.start).prefix(frame.length))
  #expect(marked == fault.place.split(whereSeparator: \.isNewline).first ?? "", "\(first)")
  #expect((first.hint ?? "").contains(fault.hint) || fault.hint.isEmpty, "\(first)")
}

@Test(arguments: [
  Fault("<div><b>x</div>", "markup.unclosed-element", "<b>", "add </b>"),
  Fault("<div id='a'>x", "markup.unclosed-element", "<div id='a'>", "add </div>"),
  Fault("<scrollView>\n<p>x</p>", "markup.unclosed-element", "<scrollView>", "add </scrollView>"),
  Fault("<view><my-x src=a/></view>", "markup.unclosed-element", "<my-x src=a/>", "space before '/>'"),
  Fault(
    """
    <view><label text='a'/></view>
    """, "markup.not-self-closing", "<label text='a'/>", "write <label></label>"),
  Fault("<p>a<b/>c</p>", "markup.not-self-closing", "<b/>", "write <b></b>"),
  Fault("<div>x</dvi></div>", "markup.unexpected-end-tag", "</dvi>", "did you mean </div>?"),
  Fault("<p>x</p></view>", "markup.unexpected-end-tag", "</view>", "remove it"),
  Fault("<p a=1 A=2>x", "markup.duplicate-attribute", "A", "remove one"),
  Fault("<p class=\"a>x</p>\n<p id=b\">y", "markup.unclosed-value", "a", "quote may be missing"),
  Fault("<p>x<!-- y", "markup.unclosed-comment", "<!--", "add -->"),
  Fault("<p>x &copy y", "markup.missing-semicolon", "&copy", "write &copy;"),
  Fault("<p>&#x;</p>", "markup.bad-reference", "&#x;", "&#65;"),
  Fault("<p>x</p><body id=a>", "markup.misplaced-tag", "<body id=a>"),
  Fault("<p>x</p><!DOCTYPE html>", "markup.misplaced-tag", "<!DOCTYPE"),
  Fault("<p>x</p", "markup.unfinished-tag", "</p", "add '>'"),
  Fault("<p class=a", "markup.unfinished-tag", "<p", "add '>'"),
])
func htmlReportPointsAtItsPlace(_ fault: Fault) throws {
  try expect(fault, readHTML(Source(path: "a.html", text: fault.text)).diagnostics)
}

/// A truncated page is not shown: the previous page stays.
@Test(arguments: ["<p", "<p>x</p", "<h1>x</h1><p class=\"a", "<h1>x</h1><img src=a "])
func pageThatEndsInATagIsAnError(_ text: String) {
  let diagnostics = readHTML(Source(path: "a.html", text: text)).diagnostics
  #expect(diagnostics.contains { $0.code == "markup.unfinished-tag" && $0.severity == .error })
}

/// Valid pages, and what projects may write.
@Test(arguments: [
  "<view><label text='a'></label><my-label/><scrollView></scrollView></view>",
  "<navigationBar><navItem/></navigationBar><dots></dots>",
  "<searchBar/><switch></switch><segment/><textArea></textArea>", "<br></br><input></input><img></img>",
  "<ul><li>a<li>b</ul><p>c<p>d<dl><dt>e<dd>f</dl>", "<a href='?a=1&b=2&section=3'>x</a>",
  "<p>AT&T, a & b</p>",
  "<table><tr><td>a<td>b<tr><td>c</table>", "<select><option>a<option>b</select>",
  "<!DOCTYPE html><html></html>", "", " \n",
  "<p @click='a > b' :x=1 v-on:y.z='1' data-é=2>x</p>", "<p>{{ a < b }} {{ a && b }}</p>",
  "<script>'</b>' + \"</div>\" < a && b</script>", "<style>a > b { } </style>",
])
func validPagesHaveNoReports(_ text: String) {
  #expect(readHTML(Source(path: "a.html", text: text)).diagnostics == [])
}

@Test(arguments: [
  Fault("<a>\n  <b>\n</a>", "markup.mismatched-end-tag", "</a>", "add </b> before it"),
  Fault("<a>\n<b></c></b></a>", "markup.mismatched-end-tag", "</c>", "write </b>"),
  Fault("<a>\n<b x='1'>", "markup.unclosed-element", "<b x='1'>", "add </b>"),
  Fault("<a b='1' c='2' b='3'/>", "markup.duplicate-attribute", "b", "remove one"),
  Fault("<a>x&nbsp;y</a>", "markup.unknown-reference", "&nbsp;", "write &#160;"),
  Fault("<a b='&foo;'/>", "markup.unknown-reference", "&foo;", "write &amp;"),
  Fault("<a>b & c</a>", "markup.bare-ampersand", "&", "write &amp;"),
  Fault("<a>b &c d</a>", "markup.bare-ampersand", "&c", "write &amp;"),
  Fault("<a b='<'/>", "markup.less-than-in-value", "<", "write &lt;"),
  Fault("<a b=12 c='3'/>", "markup.unquoted-value", "12", "write \"12\""),
  Fault("<a b/>", "markup.missing-value", "b", "write b=\"b\""),
  Fault("<a b='1'c='2'/>", "markup.missing-space", "c='2'"),
  Fault("<a b='1/>\n<c/>", "markup.less-than-in-value", "<"),
  Fault("<a b='1", "markup.unclosed-value", "b", "add the quote"),
  Fault("<a/><b/>", "markup.extra-content", "<"),
  Fault("<a/>x", "markup.extra-content", "x"),
  Fault("x<a/>", "markup.no-element", "x"),
  Fault("<!-- a -->", "markup.no-element", ""),
  Fault("", "markup.empty", ""), Fault(" \n", "markup.empty", " "),
  Fault("<a>&#0;</a>", "markup.bad-reference", "&#0;"),
  Fault("<a>\u{1}</a>", "markup.bad-character", "\u{1}"),
  Fault("<a>x ]]> y</a>", "markup.misplaced-section-end", "]]>", "]]&gt;"),
  Fault("<a><!-- x -- y --></a>", "markup.double-hyphen", "--"),
  Fault("<a><!-- x", "markup.unclosed-comment", "<!--", "add -->"),
  Fault("<a><![CDATA[ x", "markup.unclosed-section", "<![CDATA[", "add ]]>"),
  Fault("\n<?xml version='1.0'?><a/>", "markup.late-declaration", "<?xml"),
  Fault("<a <b/></a>", "markup.bad-name", "<"),
  Fault("<a><1/></a>", "markup.bad-name", "1", "write &lt;"),
  Fault("<!DOCTYPE a SYSTEM 'x'><a/>", "markup.doctype", "<!DOCTYPE", "remove"),
  Fault("<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "markup.doctype", "<!DOCTYPE"),
])
func xmlReportPointsAtItsPlace(_ fault: Fault) throws {
  let result = readXML(Source(path: "a.xml", text: fault.text))
  try expect(fault, result.diagnostics)
  #expect(result.hasErrors)
}

@Test func xmlReportsAllThatDoesNotStopIt() {
  let source = Source(path: "a.xml", text: "<a b='1' b='2'>&nbsp;<c d='1' d='2'/>&copy;<e></a>")
  #expect(
    readXML(source).diagnostics.map(\.code) == [
      "markup.duplicate-attribute", "markup.unknown-reference", "markup.duplicate-attribute",
      "markup.unknown-reference", "markup.mismatched-end-tag",
    ])
}

@Test func mismatchNamesTheOpenElementAndItsLine() {
  let source = Source(path: "a.xml", text: "<a>\n  <b c='1'>\n  </a>\n")
  #expect(
    readXML(source).diagnostics.map(\.description) == [
      """
      a.xml:3:3: error: </a> cannot close the <b> of line 2 [markup.mismatched-end-tag]
      3 |   </a>
        |   ^~~~
        = hint: add </b> before it
      """
    ])
}

@Test(arguments: [
  "<a/>", "<?xml version='1.0' encoding='GBK'?><a>中</a>",
  "<a><!-- x --><?p i?><b c='&lt;&#10;&quot;'/></a>\n<!-- y -->",
  "<x:a xmlns:x='u' y:b='1' xmlns='v'><x:c/></x:a>", "\u{FEFF}<a/>", "<ü ä='1'>é</ü>",
])
func wellFormedTemplatesHaveNoReports(_ text: String) {
  let source = Source(path: "a.xml", text: text)
  let result = readXML(source)
  #expect(result.diagnostics == [])
  #expect(faultsOfRanges(result.document, source) == [])
  #expect(result.document.rootElement != nil)
}

@Test func xmlKeepsPrefixesCaseAndOrder() throws {
  let source = Source(
    path: "a.xml",
    text: "<X:Root b='1' xmlns:X='u' Y:c='&lt;2' xmlns='v' d='\t3\n'>a<![CDATA[<b>]]>&amp;c</X:Root>")
  let document = readXML(source).document
  let root = try #require(document.rootElement)
  let element = try #require(document[root].element)
  #expect(element.name == "X:Root" && element.writtenName == "X:Root")
  #expect(element.attributes.map(\.name) == ["b", "xmlns:X", "Y:c", "xmlns", "d"])
  #expect(element.attributes.map(\.value) == ["1", "u", "<2", "v", " 3 "])
  let texts = document.children(of: root).map { document[$0] }
  #expect(texts.map(\.text) == ["a<b>&c"])
  #expect(source.text(in: texts[0].range.range) == "a<![CDATA[<b>]]>&amp;c")
}

@Test func utf16IsSaidOnce() {
  let source = Source(path: "a.html", bytes: [0xFF, 0xFE, 0x3C, 0x00])
  #expect(readHTML(source).diagnostics.filter { $0.code == "markup.encoding" }.count == 1)
  #expect(readXML(source).diagnostics.map(\.code) == ["markup.utf-16"])
}

@Test func rangesCountTheFileBehindInvalidBytesAndAMark() throws {
  let source = Source(
    path: "a.html",
    bytes: [0xEF, 0xBB, 0xBF] + Array("<p>".utf8) + [0xFF, 0xFE, 0x00] + Array("é<b Id=\"x".utf8) + [0xC0]
      + Array("\">y</b></p>".utf8))
  let result = readHTML(source)
  let document = result.document
  let bold = try #require(document.nodes(in: document.root).first { document[$0].element?.name == "b" })
  #expect(source.bytes[document[bold].range.range].starts(with: Array("<b Id".utf8)))
  #expect(source.bytes[document[bold].range.range].last == UInt8(ascii: ">"))
  let attribute = try #require(document[bold].element?.attributes.first)
  #expect(attribute.value == "x\u{FFFD}" && source.text(in: attribute.nameRange.range) == "Id")
  #expect(Array(source.bytes[attribute.valueRange.range]) == [0x78, 0xC0])
  #expect(result.diagnostics.map(\.code) == ["markup.invalid-utf8", "markup.invalid-utf8"])
  #expect(result.diagnostics.map { $0.location?.column } == [4, 16])
}

@Test func readingsOnManyThreadsAreIndependent() async {
  await withTaskGroup(of: Int.self) { group in
    for number in 0..<200 {
      group.addTask {
        let html = readHTML(Source(path: "a", text: "<div id=n\(number)><b>\(number)</div>"))
        let xml = readXML(Source(path: "a", text: "<a><b>\(number)</a>"))
        return html.diagnostics.count + xml.diagnostics.count
      }
    }
    for await count in group { #expect(count == 2) }
  }
}

/// Each of these would take minutes in a reader that backtracks.
@Test(
  arguments: [
    String(repeating: "<p>x</p>", count: 20_000), String(repeating: "<p>x", count: 20_000),
    String(repeating: "</b>", count: 20_000), String(repeating: "<", count: 50_000),
    String(repeating: "& ", count: 20_000),
    "<p " + (0..<100_000).map { "a\($0)=1 " }.joined() + ">",
    "<p>" + String(repeating: "hello &amp; ", count: 50_000),
    "<p>" + String(repeating: "wörld ", count: 100_000) + "</p>",
    "<p a='" + String(repeating: "x", count: 500_000) + "'>",
    String(repeating: "<!--", count: 50_000), "<script>" + String(repeating: "a</b", count: 20_000),
    String(repeating: "<p \n", count: 50_000), "<p>" + String(repeating: "\0", count: 50_000),
  ].map { LongText($0) })
func readingStaysLinear(_ long: LongText) {
  let source = Source(path: "a", text: long.text)
  for result in [readHTML(source), readXML(source)] {
    #expect(result.diagnostics.count <= 201)
    #expect(result.document.nodes.count <= 100_001)
  }
}
