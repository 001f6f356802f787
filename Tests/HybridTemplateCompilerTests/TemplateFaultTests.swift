import Foundation
import HybridMarkup
import HybridSource
import HybridTestSupport
import HybridUnits
import Testing

@testable import HybridTemplateCompiler

/// Each `.xml` file in `Faults` has its report in an `.expected` file: adding a case is adding a file.
@Test(arguments: goldens("Faults", ext: "xml"))
func templateReportsMatchGolden(_ file: GoldenFile) throws {
  let result = compileTemplate(try file.source, name: "T", version: 1, config: .standard)
  let last = result.template == nil ? "no template" : "a template"
  try expectGolden(result.diagnostics.map(\.description).joined(separator: "\n") + "\n" + last, for: file)
}

@Test func namelessTemplateIsRefused() {
  let source = Source(path: "t.xml", text: "<NText/>")
  let result = compileTemplate(source, name: "", version: 1, config: .standard)
  #expect(result.template == nil)
  #expect(result.diagnostics.map(\.code) == ["template.no-name"])
  #expect(compileTemplate(source, name: "T", version: 65_537, config: .standard).template?.version == 1)
}

@Test func referenceThatNamesNothingIsToldOnce() {
  #expect(compiled("<NText text=\"&nbsp;\"/>").diagnostics.map(\.code) == ["template.bad-reference"])
}

@Test(
  arguments: [
    ("orange", nil), ("blu", "blue"), ("Whit", "white"),
  ] as [(String, String?)])
func colorThatIsNoneNamesThoseThereAre(_ text: String, _ near: String?) throws {
  let diagnostic = try #require(compiled("<NText textColor=\"\(text)\"/>").diagnostics.first)
  let hint = try #require(diagnostic.hint)
  #expect(hint.contains("colours are #RRGGBB, #AARRGGBB, or one of aqua, black, blue,"))
  if let near { #expect(hint.hasPrefix("did you mean '\(near)'? ")) }
}

/// Lengths and counts that the file format cannot represent, or phones cannot read, are errors instead of
/// broken files.
@Test func whatPhonesCannotReadIsRefused() {
  let long = String(repeating: "x", count: 32_768)
  let many = (0..<128).map { "a\($0)=\"x\"" }.joined(separator: " ")
  let variables = (0..<128).map { "var_int_v\($0)=\"1\"" }.joined(separator: " ")
  let nodes = String(repeating: "<FrameLayout/>", count: 3_000)
  let cases: [(String, Int)] = [
    ("<NText text=\"\(long)\"/>", 14), ("<NText \(many)/>", 8 + many.utf8.count - 8),
    ("<NText \(variables)/>", 8 + variables.utf8.count - 16), ("<FrameLayout>\(nodes)</FrameLayout>", 0),
  ]
  for (xml, column) in cases {
    let errors = compiled(xml).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == ["template.too-large"])
    if column > 0 { #expect(errors.first?.location?.column == column) }
  }
  #expect(compiled("<NText text=\"\(long.dropLast())\"/>").template != nil)
}

@Test func endlessFaultsAreCounted() {
  let result = compiled("<VHLayout>" + String(repeating: "<Foo/>", count: 250) + "</VHLayout>")
  #expect(result.diagnostics.count == 101)
  #expect(result.diagnostics.last?.message == "t.xml: 150 more reports are not shown")
}

@Test func placesAreThoseOfTheTags() {
  let result = compiled("\u{FEFF}<VHLayout>\r\n  é<NText/><NText\n/>\r</VHLayout>")
  #expect(
    result.places == [
      NodePlace(line: 1, column: 1), NodePlace(line: 2, column: 4), NodePlace(line: 2, column: 12),
    ])
}

/// Every code that a template, a config or a list can get is explained.
@Test func everyCodeIsDocumented() throws {
  let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Documentation/template-diagnostics.md").standardized
  let text = try String(contentsOf: url, encoding: .utf8)
  let codes =
    TemplateFault.Code.allCases.map(\.rawValue) + ExpressionSyntaxFault.Code.allCases.map(\.rawValue)
    + PlatformWarning.Code.allCases.map(\.rawValue) + TemplateSyntaxFault.Code.allCases.map(\.rawValue)
    + [
      "config.bad-component", "config.same-component-id", "config.unknown-type", "config.bad-enum",
      "config.same-hash", "config.enum-of-tag", "properties.too-large", "properties.byte-order-mark",
      "properties.repeated-key", "properties.bad-escape", "templatelist.no-file", "templatelist.fields",
      "templatelist.no-name", "templatelist.bad-version", "templatelist.version-range",
      "templatelist.platform",
      "templatelist.same-output",
    ]
  for code in codes { #expect(text.contains("| `\(code)` |"), "\(code)") }
  let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "`")[1] }
  #expect(Set(rows.map(String.init)) == Set(codes))
}

private let platformWarnings: [(String, [String])] = [
  ("<Scroller/>", ["1:1 warning template.platform-component"]),
  ("<TMNImage/>", ["1:1 warning template.platform-component"]),
  ("<NText><NText/></NText>", ["1:8 warning template.platform-child"]),
  ("<NText padding='1'/>", ["1:8 warning template.platform-attribute"]),
  ("<NText onLongClick='${a=1}'/>", ["1:8 warning template.platform-attribute"]),
  ("<NText layoutGravity='${a}'/>", ["1:23 warning template.platform-binding"]),
  ("<NText text='${a[0][1]}'/>", ["1:14 warning template.platform-binding"]),
  ("<NText text='${ a}'/>", ["1:14 warning template.platform-binding"]),
  ("<NText text='@{a?b:c:d}'/>", ["1:14 warning template.platform-binding"]),
  ("<NText text='@{a?@{b?c:d}:e}'/>", ["1:14 warning template.platform-binding"]),
  ("<NText text='@{a?b:c}'/>", []), ("<NText text='padding'/>", ["1:14 warning template.platform-value"]),
  ("<RatioLayout layoutRatio='1.5'/>", ["1:27 warning template.platform-value"]),
  ("<RatioLayout layoutRatio='1.0'/>", []),
  ("<NText colour='red'/>", ["1:8 warning template.unknown-attribute"]),
  ("<TotalContainer colour='red'/>", []),
  ("<NText action='a' dashEffect='b'/>", []),
  ("<VImage scaleType='center_crop'/>", ["1:20 warning template.platform-value"]),
  ("<VImage scaleType='fit_start'/>", []), ("<NImage scaleType='center_crop'/>", []),
  ("<VText textStyle='bold|underline'/>", ["1:19 warning template.platform-value"]),
  ("<NText textStyle='underline'/>", []), ("<VText textStyle='strike'/>", []),
  ("<NText ellipsize='marquee'/>", ["1:19 warning template.platform-value"]),
  ("<VText ellipsize='marquee'/>", ["1:19 warning template.platform-value"]),
  ("<NText ellipsize='end'/>", []),
  ("<NText backgroundImage='a'/>", ["1:8 warning template.platform-attribute"]),
  ("<NText alpha='0.5'/>", ["1:8 warning template.platform-attribute"]),
  ("<Page layoutOrientation='reverse'/>", ["1:7 warning template.platform-attribute"]),
  ("<NLine paddingLeft='1.5'/>", ["1:21 warning template.platform-value"]),
  ("<NLine paddingLeft='1'/>", []), ("<NLine paddingLeft='1.5rp'/>", []), ("<NText paddingLeft='1.5'/>", []),
  ("<VLine dashEffect='[3,5,3]'/>", ["1:20 warning template.platform-value"]),
  ("<VLine dashEffect='3,5'/>", ["1:20 warning template.platform-value"]),
  ("<VLine dashEffect='[3, 5.5]'/>", []),
  ("<NText layoutWidth='-5'/>", ["1:21 warning template.platform-value"]),
  ("<NText layoutWidth='-2' layoutHeight='-1'/>", []),
  ("<NText text='${a'/>", ["1:14 warning template.platform-binding"]),
  ("<NText text='${a} more'/>", []), ("<NText text='$a'/>", []),
]

/// Bindings without an effect, by platform (`Documentation/template-components.md`).
@Test(
  arguments: [
    ("NLine paintWidth", "Android or iOS"), ("NLine color", nil), ("GridLayout colCount", "Android"),
    ("NGridLayout itemHeight", "Android"), ("Grid itemHorizontalMargin", nil),
    ("NText lines", "Android or iOS"),
    ("NText maxLines", "Android or iOS"), ("NText lineHeight", "Android or iOS"), ("NText textSize", nil),
    ("NText layoutRatio", "Android or iOS"), ("NText src", "Android or iOS"), ("NText actionParam", nil),
    ("NText minWidth", "Android"), ("NText uuid", "Android or iOS"), ("VH itemWidth", nil),
    ("VH dataTag", nil), ("Page stayTime", nil), ("Page animatorTime", "Android or iOS"),
    ("TotalContainer src", nil), ("TotalContainer native", nil), ("TotalContainer id", "Android"),
  ] as [(String, String?)])
func bindingThatNoPlatformTakesIsWarnedOf(_ place: String, _ platforms: String?) {
  let name = place.split(separator: " ")[1]
  let element = "<\(place)='${a}'/>"
  let messages = compiled(element).diagnostics.filter { $0.code == "template.platform-binding" }
  #expect(messages.map(\.message) == (platforms.map { ["'\(name)' cannot be bound on \($0)"] } ?? []))
  #expect(messages.allSatisfy { $0.location?.column == place.utf8.count + 4 })
  #expect(
    compiled("<!-- hybrid-ignore template.platform-binding -->" + element).template
      == compiled(element).template)
  let ignored = compiled("<!-- hybrid-ignore template.platform-binding -->" + element)
  #expect(!ignored.diagnostics.contains { $0.code == "template.platform-binding" })
}

/// Values accepted only by iOS are reported for one platform, and so are values of Android.
@Test func bindingsOfOnePlatformNameTheOther() {
  let slider = compiled("<Slider itemWidth='${a}'/>").diagnostics.filter {
    $0.code == "template.platform-binding"
  }
  #expect(slider.map(\.message) == ["'itemWidth' cannot be bound on Android"])
  let direction = compiled("<NText autoDimX='${a}'/>").diagnostics
  #expect(direction.isEmpty)
}

@Test(arguments: platformWarnings.indices)
func whatAPlatformDoesNotDoIsWarnedOf(_ index: Int) {
  #expect(compiled(platformWarnings[index].0).reports == platformWarnings[index].1)
}

/// For any input, the compiler terminates quickly, and an accepted template is valid.
@Test func mutatedTemplatesNeverTrap() throws {
  let seeds = [
    ##"""
    <?xml version="1.0"?><VHLayout flag="flag_clickable" textColor="#fff000">\##
    <NText text="a&lt;&#x41;é" lines="2" onClick="${if(this.a>1){this.b='x'+1.5}else{f(a[0],b.c?1:2)}}" \##
    var_int_a="1"/><!-- c --><![CDATA[x]]></VHLayout>
    """##,
    #"""
    <Page layoutWidth="1.5rp" gravity="left|top" \#
    onPageFlip="${this.parent.title.textColor=data.color[this.curPos];a=-b*(c+1)&amp;&amp;!d}" \#
    text="@{a?b:c}"><NImage src='${x}' scaleType="fit_xy"/></Page>
    """#,
  ]
  let morsels = [
    "<", ">", "/>", "\"", "'", "&", "&#", "&#xD83D;", "&lt;", "${", "}", "@{", "(", ")", "[", "]", "{", ";",
    "?", ":", "if(", "else{",
    "elseif", "-", "!", "'x'", "0x", "1.5", "#fff", "<!--", "<![CDATA[", "<!DOCTYPE", "<?xml ", "]]>",
    "var_int_", "=\"\"", "\u{0}",
  ]
  var random = SeededGenerator(seed: 3)
  var good = 0
  for number in 0..<20_000 {
    let bytes = mutated(Array(seeds[number % seeds.count].utf8), morsels: morsels, using: &random)
    let result = compiled(bytes: bytes)
    let diagnostics = number % 20 == 0 ? result.diagnostics : []
    #expect(diagnostics.allSatisfy { $0.severity != .error || $0.location != nil })
    #expect(result.hasErrors == (result.template == nil))
    guard let template = result.template else { continue }
    good += 1
    let encoded = try template.encoded()
    #expect(try Template(decoding: encoded) == template)
  }
  #expect(good > 500)
}

/// Long inputs of one kind, which a quadratic compiler would take minutes for.
@Test(
  arguments: [
    "<a", "<a x", "<a x='", "</a>", "&", "<!--", "<FrameLayout>", "<NText text='a'", "<NText text='&amp;' ",
    "${", "<NText onClick='${f('/>", "<![CDATA[", "<?xml ",
  ])
func longTemplatesAreLinear(_ piece: String) {
  let result = compiled(String(repeating: piece, count: 200_000 / piece.utf8.count))
  #expect(result.template == nil)
  #expect(result.diagnostics.hasErrors)
  #expect(result.diagnostics.count <= 201)
}

@Test(
  arguments: [
    ("<!-- hybrid-ignore template.platform-component -->", ["template.unknown-attribute"]),
    ("<!-- hybrid-ignore template.platform-component template.unknown-attribute -->", []),
    (
      "<!-- hybrid-ignore\n template.unknown-attribute\n-->",
      ["template.platform-component", "template.unknown-attribute"]
    ),
    (
      "<!--hybrid-ignore template.unknown-attribute-->",
      ["template.platform-component", "template.unknown-attribute"]
    ),
    (
      "<!-- hybrid-ignore template.unknown -->",
      ["template.platform-component", "template.unknown-attribute"]
    ),
  ] as [(String, [String])])
func warningsAreSwitchedOffInPlace(_ comment: String, _ left: [String]) {
  let element = #"<Slider layoutWidth="10" layoutHeight="10" colour="x"/>"#
  #expect(compiled(comment + element).diagnostics.map(\.code).sorted() == left)
  #expect(compiled(comment + element).template == compiled(element).template)
}

@Test func errorsAreNotSwitchedOff() {
  let result = compiled(#"<!-- hybrid-ignore template.bad-value --><NText layoutWidth="wide"/>"#)
  #expect(result.diagnostics.map(\.code) == ["template.bad-value"])
}
