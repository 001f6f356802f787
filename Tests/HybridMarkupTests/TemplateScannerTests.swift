import HybridSource
import HybridTestSupport
import Testing

@testable import HybridMarkup

/// Tags as `<a x=1>`, `</a>`, `<a/>`, then the codes of faults with their places.
private func scan(_ text: String) -> [String] { scan(bytes: Array(text.utf8)) }

private func scan(bytes: [UInt8], limits: MarkupLimits = MarkupLimits()) -> [String] {
  var scanner = TemplateScanner(bytes, limits: limits)
  var found: [String] = []
  loop: while true {
    switch scanner.next() {
    case .startTag:
      let attributes = scanner.attributes.map {
        " \(scanner.string($0.name))=\(scanner.string($0.value).debugDescription.dropFirst().dropLast())"
      }
      found.append("<\(scanner.string(scanner.name))\(attributes.joined())\(scanner.isEmpty ? "/" : "")>")
    case .endTag: found.append("</>")
    case .endOfFile: break loop
    }
  }
  return found + scanner.faults.map { "\($0.range.lowerBound)..<\($0.range.upperBound) \($0.code.rawValue)" }
}

/// `Documentation/template-format.md`, *Inputs*.
private let good: [(String, [String])] = [
  ("<a/>", ["<a/>"]), ("<a></a >", ["<a>", "</>"]), ("<a / >", ["<a/>"]),
  ("<a x='1'y=\"2\"/>", ["<a x=1 y=2/>"]),
  ("<a x = '1'\n/>", ["<a x=1/>"]), ("<n:a xmlns:n='u'/>", ["<n:a xmlns:n=u/>"]),
  ("<a x='a\r\nb\rc\nd\te'/>", ["<a x=a b c d\\te/>"]),
  ("<a x='&#10;&#x41;&lt;&gt;&amp;&quot;&apos;'/>", ["<a x=\\nA<>&\\\"\\'/>"]),
  ("<a x='<b>'/>", ["<a x=<b>/>"]), ("<a x='1' x='2'/>", ["<a x=1 x=2/>"]), ("<a x='>'/>", ["<a x=>/>"]),
  ("<!-- <b> --><a><![CDATA[<c>&]]></a><?pi <d>?>", ["<a>", "</>"]),
  ("<?xml version='1.0' encoding='UTF-8'?><a/>", ["<a/>"]),
  ("<!DOCTYPE a><a/>", ["<a/>"]), ("\u{FEFF}<a/>", ["<a/>"]), ("<é ö-1.x='ä'/>", ["<é ö-1.x=ä/>"]),
  ("<a x='&#xD83D;&#xDE00;'/>", ["<a x=😀/>"]), ("<!-- a -- b --><a/>", ["<a/>"]), ("<a x=''/>", ["<a x=/>"]),
]

@Test(arguments: good.indices)
func templateIsScannedAsKXMLReadsIt(_ index: Int) {
  #expect(scan(good[index].0) == good[index].1, "\(good[index].0)")
}

/// The faults and their places; the rest is read all the same.
private let bad: [(String, [String])] = [
  ("", ["0..<0 template.empty"]), ("  ", ["0..<0 template.empty"]),
  ("<a>", ["<a>", "0..<2 template.unclosed"]),
  ("<a><b></a>", ["<a>", "<b>", "</>", "</>", "3..<5 template.unclosed"]),
  ("<a/></b>", ["<a/>", "4..<8 template.stray-end-tag"]),
  ("<a></b></a>", ["<a>", "</>", "3..<7 template.stray-end-tag"]),
  ("<a", ["<a>", "0..<2 template.unfinished"]),
  ("<a x><b/></a>", ["<a>", "<b/>", "</>", "3..<4 template.bad-tag"]),
  ("<a x=1><b/></a>", ["<a>", "<b/>", "</>", "3..<6 template.missing-quote"]),
  ("<a x=1/>", ["<a/>", "3..<6 template.missing-quote"]),
  ("<a x='1><b/></a>", ["<a>", "<b/>", "</>", "3..<6 template.missing-quote"]),
  ("<a x='1\n y='2'/>", ["<a y=2/>", "5..<6 template.missing-quote"]),
  ("<a 1='x'/>", ["<a/>", "3..<4 template.bad-tag"]),
  ("<a x='&'/>", ["<a x=&/>", "6..<7 template.bad-reference"]),
  ("<a x='&nbsp;'/>", ["<a x=/>", "6..<12 template.bad-reference"]),
  ("<a x='&#xZ;'/>", ["<a x=/>", "6..<11 template.bad-reference"]),
  ("<a>a & b</a>", ["<a>", "</>", "5..<6 template.bad-reference", "3..<8 template.ignored-text"]),
  ("<a x='&#x1F600;'/>", ["<a x=\u{F600}/>", "6..<15 template.cut-reference"]),
  ("<a/><b/>", ["<a/>", "<b/>", "4..<6 template.several-roots"]),
  (" <?xml version='1.0'?><a/>", ["<a/>", "1..<6 template.bad-declaration"]),
  ("\u{FEFF}<?xml version='1.0'?><a/>", ["<a/>", "0..<3 template.bad-declaration"]),
  ("<?xml encoding='utf-8'?><a/>", ["<a/>", "6..<22 template.bad-declaration"]),
  ("<?xml version='1.0' encoding='gbk'?><a/>", ["<a/>", "30..<33 template.encoding"]),
  ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", ["<a/>", "0..<9 template.document-type"]),
  ("<!DOCTYPE a SYSTEM 'x'><a/>", ["<a/>", "0..<9 template.document-type"]),
  ("<!DOCTYPE a PUBLIC '-//x' \"y>'[\"><a/>", ["<a/>", "0..<9 template.document-type"]),
  ("<!DOCTYPE a [<!ENTITY b \"]>'<\">]><a/>", ["<a/>", "0..<9 template.document-type"]),
  (
    "<!DOCTYPE a [<!-- it's > --><?p \"> ?><!ELEMENT a (b)>] ><a/>", ["<a/>", "0..<9 template.document-type"]
  ),
  (
    "<!DOCTYPE a [<!ENTITY b 'c'>]><a x='&b;'/>",
    ["<a x=/>", "0..<9 template.document-type", "36..<39 template.bad-reference"]
  ),
  ("<!DOCTYPE a [<!ENTITY b 'c'><a/>", ["0..<9 template.unfinished"]),
  ("<!DOCTYPE a SYSTEM 'x><a/>", ["0..<9 template.unfinished"]),
  ("<!DOCTYPE a [<!-- ]><a/>", ["0..<9 template.unfinished"]), ("<!DOCTYPE", ["0..<9 template.unfinished"]),
  ("<a/><!-- ", ["<a/>", "4..<8 template.unfinished"]),
  ("<!-- a ---><a/>", ["<a/>", "7..<11 template.bad-tag"]),
  ("<a>]]></a>", ["<a>", "</>", "3..<6 template.bad-tag", "3..<6 template.ignored-text"]),
  ("<a>< b</a>", ["<a>", "</>", "3..<4 template.bad-tag", "5..<6 template.ignored-text"]),
  ("<a></a b>", ["<a>", "</>", "3..<7 template.bad-tag"]),
  ("<!x><a/>", ["<a/>", "0..<2 template.bad-tag", "2..<4 template.ignored-text"]),
  ("<a><![CDATA[</a>", ["<a>", "3..<12 template.unfinished", "0..<2 template.unclosed"]),
]

@Test(arguments: bad.indices)
func faultInATemplateHasAPlaceAndTheRestIsRead(_ index: Int) {
  #expect(scan(bad[index].0) == bad[index].1, "\(bad[index].0)")
}

@Test func bytesThatAreNoTextAreReplacedAndSaid() {
  let found = scan(bytes: Array("<a x='".utf8) + [0xFF, 0x41, 0xE2, 0x82] + Array("'/>".utf8))
  #expect(found == ["<a x=\u{FFFD}A\u{FFFD}/>", "6..<10 template.encoding"])
}

@Test func templateThatIsTooLargeIsRefused() {
  var limits = MarkupLimits()
  (limits.depth, limits.nodes, limits.attributes, limits.bytes) = (3, 5, 2, 60)
  func codes(_ text: String) -> [String] {
    scan(bytes: Array(text.utf8), limits: limits).filter { $0.contains(" template.") }
  }
  #expect(codes("<a><a><a><a></a></a></a></a>") == ["9..<11 template.too-large"])
  #expect(codes("<a>" + String(repeating: "<b/>", count: 9) + "</a>") == ["19..<21 template.too-large"])
  #expect(codes("<a x='' y='' z='' w=''/>") == ["13..<14 template.too-large", "18..<19 template.too-large"])
  #expect(codes("<a x='\(String(repeating: "x", count: 60))'/>") == ["0..<0 template.too-large"])
}

@Test func placeInAValueIsFoundBehindReferences() throws {
  var scanner = TemplateScanner(Array("<a x='a&lt;b\r\nc'/>".utf8))
  #expect(scanner.next() == .startTag)
  let attribute = try #require(scanner.attributes.first)
  #expect((0...5).map { scanner.place(of: $0, in: attribute) } == [6, 7, 11, 12, 14, 15])
}

@Test func idsCountUTF16Units() {
  for text in ["layoutWidth", "é", "漢字", "😀a", ""] {
    let bytes = Array(text.utf8)
    var expected: UInt32 = 0
    for unit in text.utf16 { expected = expected &* 31 &+ UInt32(unit) }
    #expect(TemplateScanner.id(of: bytes.indices, in: bytes) == Int32(bitPattern: expected), "\(text)")
  }
}
