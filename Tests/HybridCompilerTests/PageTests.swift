import HybridCompiler
import HybridDOM
import HybridSource
import HybridUnits
import Testing

/// One page, compiled from files in memory.
private func page(_ files: [String: String]) -> (unit: PageUnit?, diagnostics: [Diagnostic]) {
  var (compiler, _) = ProjectCompiler.built(MemoryFiles(files))
  guard case .page(let unit)? = compiler.currentUnit(named: "home") else { return (nil, compiler.check()) }
  return (unit, compiler.check())
}

@Test func pageHasTitleSheetsAndData() throws {
  let (found, diagnostics) = page([
    "pages/home/index.html": """
    <html><head><title> The
     shop </title><link rel="stylesheet" href="../../css/shop.css" media="(min-width: 300px)">
    <style>p { width: 1px }</style></head><body><p>{{name}}</p></body></html>
    """,
    "pages/home/data.json": #"{"name": "Tea"}"#,
    "css/shop.css": "@import 'tokens.css'; a { width: 2px }",
    "css/tokens.css": "b { width: 3px }",
  ])
  let unit = try #require(found)
  #expect(diagnostics == [])
  #expect(unit.name == "home")
  #expect(unit.title == "The shop")
  #expect(unit.dialect == .web)
  #expect(unit.data == ["name": "Tea"])
  #expect(unit.sheets.map(\.media) == ["(min-width: 300px)", nil])
  #expect(unit.sheets[0].sheet.imports[0].sheet?.path == "css/tokens.css")
  #expect(unit.files == ["pages/home/index.html", "pages/home/data.json", "css/shop.css", "css/tokens.css"])
}

/// HTML Standard §3.1.5, *the title element*, and §4.2.4: both are of HTML, whatever a drawing has.
@Test func drawingsHaveNoPartInTheHead() throws {
  let (found, _) = page([
    "pages/home.html": """
    <!doctype html><body><svg><title>Drawing</title><link rel=stylesheet href=a.css>\
    <style>path { fill: red }</style></svg><title>Page</title>
    """,
    "pages/a.css": "p { width: 1px }",
  ])
  let unit = try #require(found)
  #expect(unit.title == "Page")
  #expect(unit.sheets.map(\.sheet.path) == ["pages/home.html"])
  #expect(bind(unit.document, data: [:]).title == "Page")
}

@Test(arguments: [
  (["pages/home.html": "<html html-identify='Token'><body></body></html>"], PageDialect.native),
  (["pages/home/index.html": "<view></view>", "pages/home/config.json": "{}"], .native),
  (["pages/home/index.html": "<p>a</p>"], .web),
  (["pages/home.html": "<p>a</p>", "pages/config.json": "{}"], .web),
])
func dialectIsThePages(_ files: [String: String], _ expected: PageDialect) throws {
  #expect(try #require(page(files).unit).dialect == expected)
}

@Test func packageTakesEverySheetOfItsFolder() throws {
  let (found, diagnostics) = page([
    "pages/home/index.html": "<view></view>", "pages/home/config.json": #"{"title": "Shop"}"#,
    "pages/home/b.css": "a { width: 1px }", "pages/home/css/a.css": "b { width: 2px }", "pages/other.css": "",
  ])
  let unit = try #require(found)
  #expect(unit.sheets.map(\.sheet.path) == ["pages/home/b.css", "pages/home/css/a.css"])
  #expect(unit.title == "Shop")
  #expect(diagnostics == [])
}

@Test func includesArePutInAndKeepTheirFile() throws {
  let (found, diagnostics) = page([
    "pages/home.html":
      #"<body><include src="../parts/top.html"></include><p>x</p><include src="../parts/end.html"/>y</body>"#,
    "parts/top.html": #"<h1 class="a">Top</h1><include src="end.html"></include>"#,
    "parts/end.html": "<i>end</i>",
  ])
  let document = try #require(found).document
  #expect(diagnostics == [])
  let shown = document.nodes(in: document.root).compactMap { document[$0].element?.name ?? document[$0].text }
  #expect(shown == ["html", "head", "body", "h1", "Top", "i", "end", "p", "x", "i", "end", "y"])
  let heading = try #require(document.nodes(in: document.root).first { document[$0].element?.name == "h1" })
  #expect(document.path(of: heading) == "parts/top.html")
  #expect(document.files == ["pages/home.html", "parts/top.html", "parts/end.html"])
}

private let references: [(html: String, reports: [String])] = [
  // A missing file is reported where it is named, with the nearest existing file.
  (
    #"<link rel="stylesheet" href="shap.css">"#,
    ["pages/home.html:1:30: project.missing-file did you mean 'shop.css'?"]
  ),
  (
    #"<link rel=stylesheet href="../../x.css">"#,
    ["pages/home.html:1:28: project.outside-project '/' is the project's own folder"]
  ),
  (
    #"<link rel=stylesheet href="https://a.example/x.css">"#,
    ["pages/home.html:1:28: project.remote-file copy the file into the project"]
  ),
  (#"<link rel=stylesheet href="data:text/css,p{top:1px}">"#, []),
  (
    #"<link rel=stylesheet href="data:text/css,p{tpo:1px}">"#,
    ["data:p{tpo:1px}:1:3: css.unknown-property did you mean 'top'?"]
  ),
  (#"<link rel=stylesheet>"#, ["pages/home.html:1:1: page.missing-href "]),
  (#"<link rel="icon" href="none.png">"#, []),
  (#"<include src="nowhere.html"></include>"#, ["pages/home.html:1:15: project.missing-file "]),
  (#"<include></include>"#, ["pages/home.html:1:1: include.missing-src "]),
  (#"<include src="loop.html"></include>"#, ["pages/loop.html:1:15: include.loop "]),
  (
    #"<include src="shop.css"><b>x</b></include>"#,
    ["pages/home.html:1:25: include.content close it immediately: <include src=\"…\"></include>"]
  ),
  (#"<style>@import "shop.css";</style>"#, []),
  (
    #"<style>@import "shup.css";</style>"#,
    ["pages/home.html:1:16: project.missing-file did you mean 'shop.css'?"]
  ),
]

@Test(arguments: references)
func referencesAreCheckedInPlace(_ html: String, _ expected: [String]) {
  let (_, diagnostics) = page([
    "pages/home.html": html, "pages/shop.css": "", "pages/_x.html": "",
    "pages/loop.html": #"<include src="loop.html"></include>"#,
  ])
  let found = diagnostics.map { "\($0.location?.description ?? ""): \($0.code) \($0.hint ?? "")" }
  let own = found.filter { expected.contains($0) || !$0.hasPrefix("pages/loop.html") }
  #expect(own == expected)
}

@Test func importLoopIsCutWhereItCloses() throws {
  let (unit, diagnostics) = page([
    "pages/home.html": #"<link rel=stylesheet href="a.css">"#,
    "pages/a.css": "@import 'b.css'; a { width: 1px }", "pages/b.css": "@import url(a.css); b { width: 1px }",
  ])
  #expect(diagnostics.places == ["pages/b.css:1:9 css.import-loop"])
  #expect(diagnostics.first?.message.hasSuffix("pages/a.css → pages/b.css → pages/a.css") == true)
  #expect(try #require(unit).sheets.count == 1)
}

@Test func rangesOfStyleElementsAreThoseOfTheFile() throws {
  let html = "<p>ü</p>\n<style>\n  p { wdth: 1px }\n</style>\n<p style=\"colr: red\">x</p>"
  let (found, diagnostics) = page(["pages/home.html": html])
  let unit = try #require(found)
  guard case .style(let rule)? = unit.sheets.first?.sheet.rules.first else { throw Missing() }
  #expect(Source(path: "", text: html).text(in: rule.range) == "p")
  for diagnostic in diagnostics { #expect(diagnostic.location?.path == "pages/home.html") }
}

private struct Missing: Error {}

private let bindings: [(html: String, places: [String], hint: String?)] = [
  ("<p>{{ nam }}</p>", ["pages/home.html:1:7 data.missing-path"], "did you mean 'name'?"),
  ("<p>{{ name }}</p>", [], nil),
  ("<p>&amp; {{ nam }}</p>", ["pages/home.html:1:13 data.missing-path"], "did you mean 'name'?"),
  ("<p>a {{ name</p>", ["pages/home.html:1:6 data.syntax"], nil),
  ("<p>{{ }}</p>", ["pages/home.html:1:4 data.syntax"], nil),
  ("<p>{{ a + b }}</p>", ["pages/home.html:1:9 data.syntax"], nil),
  ("<p>{ {{name}} } }}</p>", [], nil),
  (#"<p title="{{ user.nme }}">x</p>"#, ["pages/home.html:1:19 data.missing-path"], "did you mean 'name'?"),
  (
    #"<li t:for="item in items">{{item.titel}}</li>"#, ["pages/home.html:1:34 data.missing-path"],
    "did you mean 'title'?"
  ),
  (#"<li t:for="item in items">{{item.badge}} {{index}} {{$item.title}} {{title}}</li>"#, [], nil),
  (#"<li t:for="(row, i) in items">{{i}} {{items[i].title}} {{items[0].title}}</li>"#, [], nil),
  (
    #"<li t:for="item in itms">{{item.anything}}</li>"#, ["pages/home.html:1:20 data.missing-path"],
    "did you mean 'items'?"
  ),
  (#"<li t:for="item of items">x</li>"#, ["pages/home.html:1:12 data.syntax"], nil),
  (#"<li t:for="item in name">x</li>"#, ["pages/home.html:1:20 data.not-a-list"], nil),
  (#"<li t:for="item in none">{{item.x.y}}</li>"#, [], nil),
  (#"<p t:if="user.admin">{{user.admin.name}}</p>"#, [], nil),
  (#"<p t:if="!user.admin">{{user.name}}</p>"#, [], nil),
  (#"<p t:if="usr">x</p>"#, ["pages/home.html:1:10 data.missing-path"], "did you mean 'user'?"),
  ("<p>{{ items[7].title }}</p>", ["pages/home.html:1:13 data.missing-path"], nil),
  ("<p>{{ items }}</p>", ["pages/home.html:1:7 data.not-text"], nil),
  ("<p>{{ items.length }}</p>", [], nil),
  ("<script>let x = {{}}</script>", [], nil),
]

@Test(arguments: bindings)
func bindingsAreCheckedAgainstSampleData(_ html: String, _ expected: [String], _ hint: String?) {
  let (_, diagnostics) = page([
    "pages/home.html": html,
    "pages/home.json": """
    {"name": "Tea", "user": {"name": "Ann"}, "none": [],
     "items": [{"title": "a"}, {"title": "b", "badge": 1}]}
    """,
  ])
  #expect(diagnostics.places == expected)
  #expect(diagnostics.first?.hint == hint)
}

@Test(arguments: [
  ("<p>{{ a + b }} {{ c | d }}</p>", ""), ("<p title='{{ a() }}'>x</p>", ""), ("<code>{{</code>", ""),
  ("<p>{{ a + b }}</p>", #"{"a": 1}"#),
])
func bracesOfScriptsAreAWarningInPagesWithoutData(_ html: String, _ data: String) {
  var files = ["pages/home.html": html + "<script>start()</script>"]
  if !data.isEmpty { files["pages/home.json"] = data }
  let (_, diagnostics) = page(files)
  let found = diagnostics.filter { $0.code == "data.syntax" }
  #expect(found.count == 1)
  #expect(found.first?.severity == (data.isEmpty ? .warning : .error))
  #expect(found.first?.hint == (data.isEmpty ? "t:verbatim on an element leaves its braces to scripts" : nil))
  let (_, plain) = page(["pages/home.html": html])
  #expect(plain.first { $0.code == "data.syntax" }?.severity == .error)
}

@Test func missingDataFileIsSaidOnce() {
  let (_, diagnostics) = page(["pages/home.html": "<p>{{a}}{{b}}</p><p>{{c}}</p>"])
  #expect(diagnostics.places == ["pages/home.html:1:4 data.missing-file"])
}

/// `margin-horizontal` is a property of the native dialect only.
@Test func sheetSharedByBothDialectsIsReadAsEachOfThem() {
  var (compiler, first) = ProjectCompiler.built(
    MemoryFiles([
      "pages/web.html": "<link rel=stylesheet href=/a.css>",
      "pages/native.html": "<html html-identify><link rel=stylesheet href=/a.css></html>",
      "a.css": "p { margin-horizontal: 1px }",
    ]))
  #expect(first.diagnostics.places == ["a.css:1:5 css.native-property"])
  #expect(compiler.diagnostics(of: "native") == [])
  for name in compiler.unitNames {
    guard let bytes = compiler.currentUnit(named: name)?.encoded(),
      case .page(let page)? = try? Unit(decoding: bytes)
    else {
      Issue.record("no unit")
      continue
    }
    guard case .style(let rule)? = page.sheets.first?.sheet.rules.first else { continue }
    #expect(rule.declarations.isEmpty == (name == "web"))
  }
}

@Test(arguments: [
  ("<p clas=x>", "clas", "class"), ("<a herf=x>y</a>", "herf", "href"), ("<img scr=x alt=y>", "scr", "src"),
  ("<p t:fro='a in b'>", "t:fro", "t:for"), ("<input plaeholder=x>", "plaeholder", "placeholder"),
  ("<p onclik='x()'>", "onclik", "onclick"), ("<p stlye='color: red'>", "stlye", "style"),
])
func nearMissesOfAttributeNamesAreReported(_ html: String, _ written: String, _ meant: String) throws {
  let (_, diagnostics) = page(["pages/home.html": html])
  let found = try #require(diagnostics.first { $0.code == "page.unknown-attribute" })
  #expect(found.severity == .warning && found.message.contains("'\(written)'"))
  #expect(found.hint == "did you mean '\(meant)'?")
  #expect(found.frame.map { String($0.text.dropFirst($0.start).prefix($0.length)) } == written)
}

@Test(arguments: [
  "<p data-clas=x hx-gte=y :clas=z v-fi=a x-on:clik=b @clik='c' ng-clik=d>", "<p zebra=1 mood=happy>",
  "<svg><path clas=x /></svg>", "<p class=a id=b title=c lang=d dir=ltr hidden tabindex=0 itemprop=e>",
  "<form novalidate onsubmit='x()' accept-charset=utf-8><input inputmode=none enterkeyhint=go></form>",
])
func otherAttributesAreNotReported(_ html: String) {
  let (_, diagnostics) = page(["pages/home.html": html])
  #expect(!diagnostics.contains { $0.code == "page.unknown-attribute" }, "\(diagnostics)")
}
