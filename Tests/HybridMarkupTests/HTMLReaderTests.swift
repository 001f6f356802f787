import HybridDOM
import HybridMarkup
import HybridSource
import HybridTestSupport
import Testing

/// A document in one line: `<name attribute=value …>(children)`, text in quotes, comments as `<!…>`.
func outline(_ document: Document, _ node: NodeID? = nil) -> String {
  document.children(of: node ?? document.root).map { child in
    switch document[child].content {
    case .document: return ""
    case .text(let text): return "'\(text)'"
    case .comment(let text): return "<!\(text)>"
    case .documentType: return ""
    case .element(let element):
      let attributes = element.attributes.map { " \($0.name)=\($0.value)" }.joined()
      let inside = outline(document, child)
      return "<\(element.name)\(attributes)>" + (inside.isEmpty ? "" : "(\(inside))")
    }
  }.joined()
}

@Test(arguments: [
  ("<p>a", "<html>(<head><body>(<p>('a')))"),
  ("<P Class=x>a</P>", "<html>(<head><body>(<p class=x>('a')))"),
  ("<ul><li>a<li>b</ul>", "<html>(<head><body>(<ul>(<li>('a')<li>('b'))))"),
  ("<div><p>a<div>b</div></div>", "<html>(<head><body>(<div>(<p>('a')<div>('b'))))"),
  ("<x-card a='1' b=2 c>t</x-card>", "<html>(<head><body>(<x-card a=1 b=2 c=>('t')))"),
  (
    "<p title=\"a &amp; &lt;b&gt; &#233; &eacute;\">&nbsp;</p>",
    "<html>(<head><body>(<p title=a & <b> é é>('\u{A0}')))"
  ),
  ("<p a=1 A=2>", "<html>(<head><body>(<p a=1>))"),
  ("<!-- c --><br/><img src=a.png>", "<! c ><html>(<head><body>(<br><img src=a.png>))"),
  (
    "<view><my-label text=a /><image src=b></image></view>",
    "<html>(<head><body>(<view>(<my-label text=a><img src=b>)))"
  ),
  (
    "<script>if (a < b && c) { '</p>' }</script>",
    "<html>(<head>(<script>('if (a < b && c) { '</p>' }'))<body>)"
  ),
  (
    "<style>p > a { content: '<b>' }</style><p>x",
    "<html>(<head>(<style>('p > a { content: '<b>' }'))<body>(<p>('x')))"
  ),
  ("<style></style><button id=a>x</button>", "<html>(<head>(<style>)<body>(<button id=a>('x')))"),
  (
    "<html lang=en><head><title>t</title></head><body class=b>x</body></html>",
    "<html lang=en>(<head>(<title>('t'))<body class=b>('x'))"
  ),
  // A page of a project
  (
    "<head><include src=a><link href=b></head><include src=c />d",
    "<html>(<head>(<include src=a><link href=b>)<body>(<include src=c>'d'))"
  ),
  (
    "<table><include src=a></include><tr><td>x</table>",
    "<html>(<head><body>(<table>(<include src=a><tbody>(<tr>(<td>('x'))))))"
  ),
  ("<table><slot></slot><slot name=b /></table>", "<html>(<head><body>(<table>(<slot><slot name=b>)))"),
  // A native page
  (
    "<html html-identify=Token><body><view><label text=a/><image src=b></image><p><div></div></p></view>",
    "<html html-identify=Token>(<body>(<view>(<label text=a/>(<image src=b><p>(<div>)))))"
  ),
  ("", "<html>(<head><body>)"),
])
func pagesBecomeTrees(_ html: String, _ tree: String) {
  #expect(outline(readHTML(Source(path: "a.html", text: html)).document) == tree)
}

@Test func everyNodeAndAttributeKnowsItsBytes() throws {
  let html = """
    <!DOCTYPE html>
    <Div ID = "a"  title='x>y' hidden>é text<b class=big>bold</b><!-- note --></Div
    ><scrollView showHBar="true"/>
    """
  let source = Source(path: "a.html", text: html)
  let document = readHTML(source).document
  func text(_ range: SourceRange) -> String { source.text(in: range.range) }
  let elements = document.nodes(in: document.root).compactMap { document[$0].element == nil ? nil : $0 }
  let div = try #require(elements.first { document[$0].element?.name == "div" })
  let element = try #require(document[div].element)
  #expect(element.writtenName == "Div")
  #expect(text(element.startTag) == "<Div ID = \"a\"  title='x>y' hidden>")
  #expect(text(document[div].range).hasPrefix("<Div") && text(document[div].range).hasSuffix("</Div\n>"))
  #expect(element.attributes.map { text($0.nameRange) } == ["ID", "title", "hidden"])
  #expect(element.attributes.map { text($0.valueRange) } == ["a", "x>y", ""])
  #expect(
    document.children(of: div).map { text(document[$0].range) } == [
      "é text", "<b class=big>bold</b>", "<!-- note -->",
    ])
  let scroll = try #require(document[elements.last!].element)
  #expect(scroll.writtenName == "scrollView" && scroll.attributes.first?.writtenName == "showHBar")
}

@Test func theTextOfAStyleElementIsItsBytes() throws {
  let source = Source(path: "a.html", text: "<head>\n<style>\n  p { color: red }\r\n</style></head>")
  let document = readHTML(source).document
  let text = try #require(
    document.nodes(in: document.root).first { document[$0].text?.contains("color") == true })
  #expect(source.text(in: document[text].range.range) == "\n  p { color: red }\r\n")
}

@Test(arguments: [
  ("<div><p>x</div></span>", "markup.unexpected-end-tag", "1:16"),
  ("<body>\n <div>x</body>", "markup.unclosed-element", "2:2"),
  ("<p id=a id=b>", "markup.duplicate-attribute", "1:9"),
  ("<p>\u{FFFD}</p>", nil, ""), ("<li>a<li>b", nil, ""), ("<br></br>", nil, ""),
])
func malformedMarkupIsReportedAtItsPlace(_ html: String, _ code: String?, _ place: String) throws {
  let diagnostics = readHTML(Source(path: "a.html", text: html)).diagnostics
  guard let code else {
    #expect(diagnostics.filter { $0.severity == .error && $0.code != "markup.unexpected-end-tag" } == [])
    return
  }
  let found = try #require(diagnostics.first { $0.code == code })
  #expect(found.location?.description == "a.html:" + place)
  #expect(found.frame != nil)
}

@Test func invalidUTF8AndNULAreReportedAtTheByteAndReplaced() throws {
  let source = Source(path: "a.html", bytes: Array("<p>a".utf8) + [0xFF, 0xC3] + Array("b\u{0}c</p>".utf8))
  let reading = readHTML(source)
  #expect(outline(reading.document) == "<html>(<head><body>(<p>('a\u{FFFD}\u{FFFD}bc')))")
  #expect(reading.diagnostics.map(\.code) == ["markup.invalid-utf8", "markup.nul"])
  #expect(reading.diagnostics.first?.location?.column == 5)
}

/// The file, its text, and the place of a stray end tag behind it: columns count the file's characters.
private let encodings: [(head: [UInt8], tail: [UInt8], isWide: Bool, name: String)] = [
  (Array("<meta charset=iso-8859-1><p>caf".utf8) + [0xE9, 0x80], Array("</b>".utf8), false, "windows-1252"),
  (
    Array("<META http-equiv=Content-Type content='text/html; charset=Windows-1252'><p>caf".utf8)
      + [0xE9, 0x80], Array("</b>".utf8), false, "windows-1252"
  ),
  (wide("<p>caf\u{E9}\u{20AC}", isLittle: true), wide("</b>", isLittle: true), true, "UTF-16LE"),
  (wide("<p>caf\u{E9}\u{20AC}", isLittle: false), wide("</b>", isLittle: false), true, "UTF-16BE"),
]

private func wide(_ text: String, isLittle: Bool) -> [UInt8] {
  let units = text.hasPrefix("<p>") ? [0xFEFF] + Array(text.utf16) : Array(text.utf16)
  return units.flatMap { unit -> [UInt8] in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    return isLittle ? [low, high] : [high, low]
  }
}

@Test(arguments: encodings)
func pagesAreReadInTheEncodingThatTheyDeclare(
  _ head: [UInt8], _ tail: [UInt8], _ isWide: Bool, _ name: String
) throws {
  let reading = readHTML(Source(path: "a.html", bytes: head + tail))
  let texts = reading.document.nodes.compactMap(\.text)
  #expect(texts.contains("caf\u{E9}\u{20AC}"))
  #expect(reading.diagnostics.map(\.code) == ["markup.encoding", "markup.unexpected-end-tag"])
  #expect(reading.diagnostics.allSatisfy { $0.severity == .warning })
  #expect(reading.diagnostics.first?.message.contains(name) == true)
  let tag = try #require(reading.document.nodes.first { $0.element?.name == "p" }?.element?.startTag.range)
  // Behind the byte order mark, or the declaration.
  let start = isWide ? 2 : head.count - "<p>caf".utf8.count - 2
  #expect(tag == start..<start + (isWide ? 6 : 3))
}

@Test func aDeclarationOfUTF8OrOfAnUnknownEncodingDecodesNothing() {
  for label in ["utf-8", "shift_jis", "", "latin", "x-latin1"] {
    let file = Array("<meta charset='\(label)'><p>".utf8) + [0xE9]
    let reading = readHTML(Source(path: "a.html", bytes: file))
    #expect(reading.diagnostics.map(\.code).contains("markup.invalid-utf8"), "\(label)")
  }
}

@Test func aByteOrderMarkIsNoText() {
  let source = Source(path: "a.html", bytes: [0xEF, 0xBB, 0xBF] + Array("<p>a</p>".utf8))
  #expect(outline(readHTML(source).document) == "<html>(<head><body>(<p>('a')))")
}

@Test func limitsEndInOneErrorAndWhatWasRead() throws {
  let deep = readHTML(Source(path: "a", text: String(repeating: "<div>", count: 2_000)))
  #expect(deep.diagnostics.contains { $0.code == "markup.too-deep" })
  let wide = readHTML(Source(path: "a", text: String(repeating: "<p></p>", count: 101_000)))
  #expect(wide.diagnostics.contains { $0.code == "markup.too-many-nodes" })
  #expect(wide.document.nodes.count <= 100_001)
  let attributes = "<p " + (0..<5_000).map { "a\($0)=1 " }.joined() + ">"
  let many = readHTML(Source(path: "a", text: attributes))
  #expect(many.diagnostics.contains { $0.code == "markup.too-many-attributes" })
  let huge = readHTML(Source(path: "a", bytes: [UInt8](repeating: 0x20, count: 20 << 20)))
  #expect(huge.diagnostics.map(\.code) == ["markup.too-large"])
}

/// Mutated pages never crash the readers, and all ranges are inside the file.
@Test func mutatedDocumentsAreRead() {
  let seeds = [
    """
    <!DOCTYPE html><html><head><style>p{}</style></head><body><div id=a class='b c'><p>x<b>y</b></p>\
    <!-- c --></div></body></html>
    """,
    "<view><label fontSize=\"12\"/><scrollView><image src=a.png></image></scrollView></view>",
    "<ul><li t:for=\"item in items\">{{ item.name }}<li>b</ul><table><tr><td>1</table><select><option>a",
  ].map { Array($0.utf8) }
  let morsels = [
    "<", ">", "</", "/>", "<!--", "-->", "<p", "\"", "'", "&", "&amp;", "<![CDATA[", "<?x", "<!DOCTYPE",
    "\u{0}", "é",
  ]
  var random = SeededGenerator(seed: 7)
  for round in 0..<(isThorough ? 10_000 : 2_500) {
    let bytes = mutated(seeds[round % seeds.count], morsels: morsels, using: &random)
    let source = Source(path: "a", bytes: bytes)
    for reading in [readHTML(source), readXML(source)] {
      let isInside = reading.document.nodes.allSatisfy { node in
        let ranges =
          [node.range]
          + (node.element.map { [$0.startTag] + $0.attributes.flatMap { [$0.nameRange, $0.valueRange] } }
            ?? [])
        return ranges.allSatisfy { $0.start >= 0 && $0.end >= $0.start && Int($0.end) <= bytes.count }
      }
      #expect(isInside, "round \(round): \(source.text)")
    }
  }
}
