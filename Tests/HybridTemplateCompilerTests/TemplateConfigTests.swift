import HybridSource
import HybridUnits
import Testing

@testable import HybridTemplateCompiler

private func properties(_ text: String) -> [String] {
  properties(bytes: Array(text.utf8))
}

private func properties(bytes: [UInt8]) -> [String] {
  var report = DiagnosticCollector(Source(path: "p", bytes: bytes))
  let file = PropertiesFile(report.source, report: &report)
  return file.properties.map { "\($0.key)→\($0.value)" } + report.diagnostics.map(\.code)
}

@Test(
  arguments: [
    ("a=b", ["a→b"]), ("a:b", ["a→b"]), ("a b", ["a→b"]), ("a = b ", ["a→b "]), ("  a\t=\tb", ["a→b"]),
    ("# x\n! y\n\na=b", ["a→b"]), ("a=b\\\n   c", ["a→bc"]), ("a=b\\\\\nc=d", ["a→b\\", "c→d"]),
    ("a\\=b=c", ["a=b→c"]), ("a\\ b=c", ["a b→c"]), ("a=\\u0041\\t", ["a→A\t"]), ("a", ["a→"]),
    ("=b", ["→b"]),
    ("a==b", ["a→=b"]), ("a=1\r\nb=2\rc=3", ["a→1", "b→2", "c→3"]), ("a=#b", ["a→#b"]),
    ("a=1\na=2", ["a→2", "properties.repeated-key"]), ("a=\\u12", ["a→12", "properties.bad-escape"]),
    ("a=\\ud83d\\ude00", ["a→😀"]), ("a\\\n =b", ["a→b"]), ("a=b\\", ["a→b"]),
  ] as [(String, [String])])
func propertiesReadAsJavaReadsThem(_ text: String, _ expected: [String]) {
  #expect(properties(text) == expected)
}

@Test func propertiesAreLatin1() {
  #expect(properties(bytes: [0x61, 0x3D, 0xE9]) == ["a→é"])
}

private func config(_ text: String) -> (config: TemplateConfig, diagnostics: [Diagnostic]) {
  TemplateConfig.read(Source(path: "config.properties", text: text))
}

@Test(
  arguments: [
    ("VIEW_ID_A=1\nVIEW_ID_B=1", "2:1 error config.same-component-id", nil),
    ("VIEW_ID_A=x", "1:11 error config.bad-component", nil),
    ("VIEW_ID_A=1 ", "1:11 error config.bad-component", "remove the space"),
    ("VIEW_ID_A=-1", "1:11 warning config.bad-component", nil),
    ("VIEW_ID_A=70000", "1:11 warning config.bad-component", nil),
    ("VIEW_ID_=1", "1:1 error config.bad-component", nil),
    ("a=Colour", "1:3 error config.unknown-type", "did you mean 'Color'?"),
    ("a=Int ", "1:3 error config.unknown-type", "remove the space"),
    ("a=", "1:1 error config.unknown-type", nil),
    ("a=Enum<x>", "1:3 error config.bad-enum", nil), ("a=Enum<x:1,>", "1:3 error config.bad-enum", nil),
    ("a=Enum<x: 1>", "1:3 error config.bad-enum", nil), ("a=Enum", "1:3 error config.bad-enum", nil),
    ("a.b=Enum<x:1>\nb=Enum<x:2>", "1:5 warning config.enum-of-tag", nil),
    ("Aa=Int\nBB=Float", "2:4 warning config.same-hash", nil),
  ] as [(String, String, String?)])
func badConfigIsSaid(_ text: String, _ report: String, _ hint: String?) {
  let found = config(text).diagnostics.map {
    "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.severity) \($0.code)"
  }
  #expect(found == [report])
  if let hint { #expect(config(text).diagnostics.first?.hint == hint) }
}

@Test func standardConfigHasNothingWrong() {
  #expect(TemplateConfig.read(TemplateConfig.standard.source).diagnostics == [])
  #expect(TemplateConfig.standard.components.count == 30)
  #expect(TemplateConfig.standard.attributes.count == 98)
  #expect(TemplateConfig.standard.tagsByID[7] == "NText")
}

@Test func typeOfOneTagWins() {
  let more = "NText.lines=Float\nNText.ellipsize=Enum<other:9>\nNText.own=Enum<yes:5>"
  #expect(compiled(#"<NText lines="1"/>"#, more).attributes() == ["lines f 1.0"])
  #expect(compiled(#"<VText lines="1"/>"#, more).attributes() == ["lines i 1"])
  // Values of an Enum of one tag are looked up under the plain name, where that is an Enum as well.
  #expect(compiled(#"<NText ellipsize="end"/>"#, more).attributes() == ["ellipsize i 2"])
  #expect(compiled(#"<NText own="yes"/>"#, more).attributes() == ["own i 5"])
}

@Test func componentZeroFailsTemplatesThatUseIt() {
  let result = compiled("<FrameLayout><Zero/></FrameLayout>", "VIEW_ID_Zero=0")
  #expect(result.reports == ["1:14 error template.component"])
  #expect(compiled("<FrameLayout/>", "VIEW_ID_Zero=0").template != nil)
}

@Test func unknownTagSaysTheNearest() {
  let result = compiled("<NTxt/>")
  #expect(result.reports == ["1:1 error template.unknown-tag"])
  #expect(result.diagnostics.first?.hint == "did you mean <NText>?")
}

@Test(
  arguments: [
    (-5, "the version -5 is negative: phones keep any template whose version is higher"),
    (70_000, "phones read the version 70000 as 4464"), (65_535, "phones read the version 65535 as -1"),
    (0, nil), (32_767, nil),
  ] as [(Int, String?)])
func versionThatPhonesReadOtherwiseIsTold(_ version: Int, _ message: String?) {
  #expect(versionRangeFault(version)?.message == message)
}

private func list(_ text: String) -> [String] {
  let (entries, diagnostics) = readTemplateList(Source(path: "templatelist.properties", text: text))
  return entries.map { "\($0.file) \($0.name) \($0.version) \($0.target)" }
    + diagnostics.map { "\($0.location?.line ?? 0) \($0.code)" }
}

@Test(
  arguments: [
    ("a=A,1", ["a.xml A 1 both"]), ("a.xml=A,1,Android", ["a.xml A 1 android"]),
    ("a=A,-1", ["a.xml A -1 both", "1 templatelist.version-range"]),
    ("a=A,1,iPhone", ["a.xml A 1 iphone"]), ("a=A,1,windows", ["a.xml A 1 both", "1 templatelist.platform"]),
    ("a=A", ["1 templatelist.fields"]), ("a=A,1,b,c", ["1 templatelist.fields"]),
    ("a=A,1 ", ["1 templatelist.bad-version"]),
    ("a=A,x", ["1 templatelist.bad-version"]), ("a=,1", ["1 templatelist.no-name"]),
    ("a=A,1\nb=A,2", ["a.xml A 1 both", "2 templatelist.same-output"]),
    ("a=A-b,1\nb=A_b,2", ["a.xml A-b 1 both", "2 templatelist.same-output"]),
    ("a=A,1,android\nb=A,2,iphone", ["a.xml A 1 android", "b.xml A 2 iphone"]),
  ] as [(String, [String])])
func templateListIsRead(_ text: String, _ expected: [String]) {
  #expect(list(text) == expected)
}
