import HybridMarkup
import HybridSource
import Testing

@Test(arguments: [
  (
    "<VHLayout flag='flag_exposure'><NText text=\"${a.b}\"/></VHLayout>",
    "<VHLayout flag=flag_exposure>(<NText text=${a.b}>)"
  ),
  ("<?xml version=\"1.0\"?><a x:y='1'>&lt;&#65;<b/></a>", "<a x:y=1>('<A'<b>)"),
  ("<a><![CDATA[<b>]]></a>", "<a>('<b>')"),
])
func templatesBecomeTrees(_ xml: String, _ tree: String) {
  let reading = readXML(Source(path: "a.xml", text: xml))
  #expect(reading.diagnostics == [])
  #expect(outline(reading.document) == tree)
}

@Test(arguments: [
  ("<a><b></a>", "markup.mismatched-end-tag", 1), ("<a>\n<b>", "markup.unclosed-element", 2),
  ("<a b=1/>", "markup.unquoted-value", 1), ("<a b='1' b='2'/>", "markup.duplicate-attribute", 1),
  ("<a>&nbsp;</a>", "markup.unknown-reference", 1), ("", "markup.empty", 1), ("text", "markup.no-element", 1),
  ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "markup.doctype", 1),
  ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "markup.doctype", 1),
])
func faultsOfTemplatesAreErrorsWithAPlace(_ xml: String, _ code: String, _ line: Int) throws {
  let diagnostics = readXML(Source(path: "a.xml", text: xml)).diagnostics
  let found = try #require(diagnostics.first { $0.code == code }, "\(diagnostics.map(\.code))")
  #expect(found.severity == .error)
  #expect(found.location?.line == line)
}

@Test func entitiesThatGrowAreNeverExpanded() {
  var xml = "<!DOCTYPE a [<!ENTITY e0 'x'>"
  for level in 1...40 { xml += "<!ENTITY e\(level) '&e\(level - 1);&e\(level - 1);'>" }
  let reading = readXML(Source(path: "a.xml", text: xml + "]><a>&e40;</a>"))
  #expect(reading.diagnostics.contains { $0.code == "markup.doctype" })
  #expect(reading.document.rootElement == nil)
}

@Test func deepAndWideTemplatesEndInOneError() {
  let deep = readXML(Source(path: "a", text: String(repeating: "<a>", count: 5_000)))
  #expect(deep.diagnostics.contains { $0.code == "markup.too-deep" })
  let wide = readXML(Source(path: "a", text: "<a>" + String(repeating: "<b/>", count: 101_000) + "</a>"))
  #expect(wide.diagnostics.contains { $0.code == "markup.too-many-nodes" })
}
