import HybridCompiler
import HybridDOM
import HybridJSON
import HybridSource
import HybridUnits
import Testing

/// The page `home`, compiled from files in memory.
private func page(_ files: [String: String]) throws -> (unit: PageUnit, diagnostics: [Diagnostic]) {
  var (compiler, _) = ProjectCompiler.built(MemoryFiles(files))
  guard case .page(let unit)? = compiler.currentUnit(named: "home") else { throw Missing() }
  return (unit, compiler.check())
}

/// The outline of `html` with these components, bound to the data.
private func shown(_ html: String, _ components: [String: String], _ data: String = "{}") throws -> String {
  var files = ["pages/home.html": html, "pages/home.json": data]
  for (name, text) in components { files["components/\(name).html"] = text }
  let found = try page(files)
  #expect(found.diagnostics.filter { $0.code != "page.unsupported-element" } == [])
  // Encoding and decoding give the same page.
  guard case .page(let decoded) = try Unit(decoding: Unit.page(found.unit).encoded()) else { throw Missing() }
  #expect(decoded.components == found.unit.components)
  let bound = decoded.bound()
  #expect(bound.faults == [])
  return bound.document.outline
}

private struct Missing: Error {}

extension Document {
  /// The tree in the form of HTML, white space trimmed, without `html` and `body`.
  fileprivate var outline: String {
    var text = ""
    var pending: [(node: NodeID?, end: String)] = children(of: root).reversed().map { ($0, "") }
    while let (node, end) = pending.popLast() {
      guard let node else {
        text += end
        continue
      }
      guard let element = self[node].element else {
        text += (self[node].text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        continue
      }
      if !["html", "body", "head"].contains(element.name) {
        text +=
          "<" + ([element.name] + element.attributes.map { "\($0.name)=\($0.value)" }).joined(separator: " ")
          + ">"
        pending.append((nil, "</\(element.name)>"))
      }
      pending += children(of: node).reversed().map { ($0, "") }
    }
    return text
  }
}

private let expansions: [(html: String, components: [String: String], expected: String)] = [
  // The element stays, with its attributes; several roots are fine.
  ("<tag-a x=1></tag-a>!", ["tag-a": "<i>a</i><b>b</b>\n"], "<tag-a x=1><i>a</i><b>b</b></tag-a>!"),
  ("<price amount=3 />", ["price": "<b>{{amount}} €</b>"], "<price amount=3><b>3 €</b></price>"),
  (
    "<PriceTag unitPrice=3></PriceTag>", ["PriceTag": "{{unitPrice}}{{unit-price}}"],
    "<pricetag unitprice=3>33</pricetag>"
  ),
  (
    "<x-a unit-price=3></x-a>", ["x-a": "{{unitPrice}}{{unit-price}}{{$props.unitPrice}}"],
    "<x-a unit-price=3>333</x-a>"
  ),
  // In folders below, and whole documents.
  ("<deep></deep>", ["shop/deep": "<html><body><p>d</p></body></html>"], "<deep><p>d</p></deep>"),
  // Slots, their own content, and what fills them.
  ("<x-a>one<i>two</i></x-a>", ["x-a": "<p><slot>none</slot></p>"], "<x-a><p>one<i>two</i></p></x-a>"),
  ("<x-a>\n </x-a>", ["x-a": "<p><slot>none</slot></p>"], "<x-a><p>none</p></x-a>"),
  (
    "<x-a><b slot=top>t</b>rest</x-a>",
    ["x-a": "<header><slot name=top></slot></header><slot></slot><slot name=end>e</slot>"],
    "<x-a><header><b slot=top>t</b></header>reste</x-a>"
  ),
  // A component in a component, and a slot handed on.
  (
    "<x-a>hi</x-a>", ["x-a": "<x-b><slot></slot>!</x-b>", "x-b": "<b><slot></slot></b>"],
    "<x-a><x-b><b>hi!</b></x-b></x-a>"
  ),
  ("<x-a><x-a>in</x-a></x-a>", ["x-a": "<i><slot></slot></i>"], "<x-a><i><x-a><i>in</i></x-a></i></x-a>"),
  // Partials in components.
  (
    "<x-a>s</x-a>", ["x-a": "<include src='_p.html'></include>", "_p": "<u><slot></slot></u>"],
    "<x-a t:host=x-a><u t:scope=x-a>s</u></x-a>"
  ),
  // SVG elements are never components.
  ("<svg><path></path></svg>", ["path": "no"], "<svg><path></path></svg>"),
]

@Test(arguments: expansions)
func componentsAreExpanded(_ html: String, _ components: [String: String], _ expected: String) throws {
  #expect(try shown(html, components) == expected)
}

private let scopes: [(html: String, component: String, data: String, expected: String)] = [
  // Inside a component only props are visible; between its tags, the page's names.
  (
    "<x-a name={{name}}>{{name}}</x-a>", "<b>{{name}}</b><slot></slot>", #"{"name": "Tea"}"#,
    "<x-a name=Tea><b>Tea</b>Tea</x-a>"
  ),
  (
    "<x-a list='{{ items }}'></x-a>", "<i t:for='n in list'>{{n}}{{index}}</i>{{list.length}}",
    #"{"items": [5, 6]}"#,
    "<x-a list=><i>50</i><i>61</i>2</x-a>"
  ),
  // In loops of the page; inside the component's own loop, a slot sees the page's current item.
  (
    "<x-a t:for='item in items' n={{item}}>{{item}}</x-a>",
    "<i>{{n}}</i><slot></slot>",
    #"{"items": ["a", "b"]}"#, "<x-a n=a><i>a</i>a</x-a><x-a n=b><i>b</i>b</x-a>"
  ),
  (
    "<x-a t:for='item in items' list={{rows}}>{{item}}</x-a>",
    "<i t:for='item in list'>{{item}}<slot></slot></i>",
    #"{"items": ["a", "b"], "rows": [1, 2]}"#,
    "<x-a list=><i>1a</i><i>2a</i></x-a><x-a list=><i>1b</i><i>2b</i></x-a>"
  ),
  // Mixed values are text; a name alone is an empty text.
  (
    "<x-a title='{{n}} pieces' wide></x-a>", "{{title}}<b t:if=wide>w</b>", #"{"n": 2}"#,
    "<x-a title=2 pieces wide=>2 pieces</x-a>"
  ),
  // Defaults determine the types of prop values.
  (
    "<x-a></x-a><x-a amount=3 wide names='[\"z\"]'></x-a><x-a amount=many wide=false></x-a>",
    #"<template props='{"amount": 0, "wide": false, "names": [], "unit-price": 1}'></template>"#
      + "<b t:if=wide>{{amount}}</b><i t:if=!amount>no</i><u t:for='n in names'>{{n}}</u>{{unitPrice}}", "{}",
    """
    <x-a><i>no</i>1</x-a><x-a amount=3 wide= names=["z"]><b>3</b><u>z</u>1</x-a>\
    <x-a amount=many wide=false>1</x-a>
    """
  ),
  (
    "<x-a amount={{none}}></x-a>", "<template props='{\"amount\": 7}'>{{amount}}</template>",
    #"{"none": null}"#, "<x-a amount=></x-a>"
  ),
  // Names from the surrounding page are not visible inside.
  (
    "<p t:for='row in rows'><x-a>{{row}}</x-a></p>", "<i t:if=row>r</i><slot></slot>", #"{"rows": [1]}"#,
    "<p><x-a>1</x-a></p>"
  ),
]

@Test(arguments: scopes)
func bindingsSeeWhereTheyWereWritten(_ html: String, _ component: String, _ data: String, _ expected: String)
  throws
{
  #expect(try shown(html, ["x-a": component], data) == expected)
}

@Test func slotOfAnInnerComponentSeesThePage() throws {
  let components = [
    "x-list": "<x-card title={{heading}}><slot></slot>{{heading}}</x-card>",
    "x-card": "<b>{{title}}</b><slot></slot>",
  ]
  let html = "<x-list t:for='(row, i) in rows' heading={{row.name}}>{{i}}{{row.name}}{{total}}</x-list>"
  #expect(
    try shown(html, components, #"{"rows": [{"name": "A"}, {"name": "B"}], "total": 2}"#)
      == "<x-list heading=A><x-card title=A><b>A</b>0A2A</x-card></x-list>"
      + "<x-list heading=B><x-card title=B><b>B</b>1B2B</x-card></x-list>")
}

@Test func resourcesOfAComponentComeOnceInDocumentOrder() throws {
  let (unit, diagnostics) = try page([
    "pages/home.html": """
    <style>p { width: 1px }</style><script>one()</script><x-a></x-a><x-a><i>slotted</i></x-a>\
    <script>three()</script>
    <style>b { width: 1px }</style>
    """,
    "components/x-a.html": """
    <style>p { width: 2px }</style><link rel=stylesheet href=a.css><p>a</p><slot></slot>
    <script>two()</script><script src=a.js></script><script type=text/template>t</script>
    """,
    "components/a.css": "i { width: 3px }", "components/a.js": "a()",
  ])
  #expect(diagnostics == [])
  #expect(unit.scripts.map(\.text) == ["one()", "two()", "a()", "three()"])
  #expect(unit.scripts.map(\.line) == [1, 2, 1, 1])
  #expect(unit.scripts.map { $0.node == nil } == [false, true, true, false])
  #expect(unit.sheets.map(\.scope) == [nil, "x-a", "x-a", nil])
  #expect(
    unit.sheets.map(\.sheet.path) == [
      "pages/home.html", "components/x-a.html", "components/a.css", "pages/home.html",
    ])
  #expect(
    unit.document.outline
      .contains(
        """
        <x-a t:host=x-a><p t:scope=x-a>a</p><i>slotted</i><script type=text/template t:scope=x-a>t</script>\
        </x-a>
        """
      ))
  #expect(unit.files == ["pages/home.html", "components/x-a.html", "components/a.css", "components/a.js"])
  let paragraph = try #require(
    unit.document.nodes.indices.first { unit.document.nodes[$0].element?.name == "p" })
  #expect(unit.place(of: NodeID(paragraph))?.description == "components/x-a.html:1:64")
}

private let faults: [(files: [String: String], expected: [String])] = [
  (
    [
      "pages/home.html": "<x-a></x-a>", "components/x-a.html": "<p><x-b></x-b></p>",
      "components/x-b.html": "<x-a></x-a>",
    ],
    ["components/x-b.html:1:1 error component.cycle "]
  ),
  (
    ["pages/home.html": "<x-a></x-a>", "components/x-a.html": "<x-a></x-a>"],
    ["components/x-a.html:1:1 error component.cycle "]
  ),
  (
    ["pages/home.html": "<x-a><b slot=tpo>x</b></x-a>", "components/x-a.html": "<slot name=top></slot>"],
    ["pages/home.html:1:14 warning component.unknown-slot did you mean 'top'?"]
  ),
  (
    ["pages/home.html": "<x-a>text</x-a>", "components/x-a.html": "<slot name=top></slot>"],
    ["pages/home.html:1:6 warning component.unknown-slot name a slot: slot=\"top\""]
  ),
  (
    ["pages/home.html": "<x-a></x-a>", "components/x-a.html": "<slot t:if=x></slot>"],
    ["components/x-a.html:1:7 warning component.slot-attribute put it on an element around the slot"]
  ),
  (
    ["pages/home.html": "<x-a></x-a>", "components/x-a.html": "<template props='{a}'></template>"],
    [
      """
      components/x-a.html:1:18 error component.props write them as <template props='{"amount": 1}'></template>
      """
    ]
  ),
  (
    [
      "pages/home.html": "<x-a></x-a>",
      "components/x-a.html": "{{ amonut }}<template props='{\"amount\": 1}'></template>",
    ],
    ["components/x-a.html:1:4 warning data.missing-path did you mean 'amount'?"]
  ),
  (
    ["pages/home.html": "<x-a></x-a>", "components/x-a.html": "{{ q }}"],
    [
      """
      components/x-a.html:1:4 warning data.missing-path give it a default: <template props='{"q": …}'>\
      </template>
      """
    ]
  ),
  (
    [
      "pages/home.html": "<x-a>{{name}}</x-a>",
      "components/x-a.html": "<slot></slot>{{x}}<template props='{\"x\": 1}'></template>",
    ],
    [
      """
      pages/home.html:1:6 warning data.missing-file put sample data into 'pages/home.json'; \
      t:verbatim on an element leaves its braces to scripts
      """
    ]
  ),
  (
    ["pages/home.html": "<p>x</p>", "components/label.html": "x"],
    ["error-free warning component.reserved-name give the file another name, such as 'my-label.html'"]
  ),
  (
    ["pages/home.html": "<p>x</p>", "components/x.html": "x", "components/a/x.html": "y"],
    ["error-free warning component.duplicate-name "]
  ),
  (
    ["pages/home.html": "<x-b></x-b>"],
    ["pages/home.html:1:1 warning page.unknown-element 'components/x-b.html' would make it a component"]
  ),
  (
    [
      "pages/home.html": "<x-b></x-b><x-c></x-c><script>customElements.define('x-b', B)</script>",
      "components/y.html": "y",
    ],
    ["pages/home.html:1:12 warning page.unknown-element 'components/x-c.html' would make it a component"]
  ),
  (
    ["pages/home.html": "<prcie-tag></prcie-tag><prcie-tag></prcie-tag>", "components/price-tag.html": "x"],
    ["pages/home.html:1:1 warning page.unknown-element did you mean <price-tag>?"]
  ),
  (
    ["pages/home.html": "<Lable>x</Lable>"],
    ["pages/home.html:1:1 warning page.unknown-element did you mean <label>?"]
  ),
  (
    ["pages/home.html": "<scrolView></scrolView>"],
    ["pages/home.html:1:1 warning page.unknown-element did you mean <scrollView>?"]
  ),
  (
    ["pages/home.html": "<zzzzzzzz>x</zzzzzzzz><svg><g></g></svg><textArea></textArea>"],
    ["pages/home.html:1:1 warning page.unknown-element "]
  ),
  // Components that no page uses are checked too.
  (
    ["pages/home.html": "<p>x</p>", "components/x-a.html": "<b>x"],
    ["components/x-a.html:1:1 warning markup.unclosed-element add </b>"]
  ),
]

@Test(arguments: faults)
func faultsOfComponentsAreReported(_ files: [String: String], _ expected: [String]) throws {
  let (_, diagnostics) = try page(files)
  let found = diagnostics.map {
    "\($0.location?.description ?? "error-free") \($0.severity) \($0.code) \($0.hint ?? "")"
  }
  #expect(found == expected)
}

@Test func cycleShowsItsPath() throws {
  let (unit, diagnostics) = try page([
    "pages/home.html": "<x-a>kept</x-a>", "components/x-a.html": "<x-b><slot></slot></x-b>",
    "components/x-b.html": "<include src=/parts/p.html></include>",
    "parts/p.html": "<x-a><slot></slot></x-a>",
  ])
  #expect(
    diagnostics.first?.message.hasSuffix(
      "components/x-a.html → components/x-b.html → parts/p.html → components/x-a.html") == true)
  #expect(unit.bound().document.outline == "<x-a><x-b t:host=x-b><x-a t:scope=x-b>kept</x-a></x-b></x-a>")
}

@Test func componentsThatGrowWithoutEndAreCut() throws {
  // Each level doubles its input: 2^30 nodes, or as many empty slots.
  for filling in ["x", ""] {
    var files = ["pages/home.html": "<x-0>\(filling)</x-0>", "components/x-30.html": "<slot></slot>"]
    for level in 0..<30 {
      files["components/x-\(level).html"] = "<x-\(level + 1)><slot></slot><slot></slot></x-\(level + 1)>"
    }
    let (unit, diagnostics) = try page(files)
    #expect(diagnostics.map(\.code).contains("component.too-large"))
    #expect(unit.document.nodes.count <= 100_000)
  }
  var files = ["pages/home.html": "<x-0></x-0>", "components/x-100.html": "end"]
  for level in 0..<100 { files["components/x-\(level).html"] = "<x-\(level + 1)></x-\(level + 1)>" }
  #expect(try page(files).diagnostics.map(\.code).contains("component.too-deep"))
}

@Test func deepNestingCostsNoStack() throws {
  func nested(_ tag: String, _ depth: Int, _ inside: String) -> String {
    String(repeating: "<\(tag)>", count: depth) + inside + String(repeating: "</\(tag)>", count: depth)
  }
  // A file nests 512 deep, and this page 400 times 26.
  let (unit, diagnostics) = try page([
    "pages/home.html": nested("x-a", 400, "{{name}}"), "pages/home.json": #"{"name": "deep"}"#,
    "components/x-a.html": nested("div", 25, "<slot></slot>"),
  ])
  #expect(diagnostics == [])
  #expect(unit.components.uses.count == 400)
  guard case .page(let decoded) = try Unit(decoding: Unit.page(unit).encoded()) else { throw Missing() }
  let document = decoded.bound().document
  var node = try #require(
    document.nodes.indices.first { document.nodes[$0].text == "deep" }.map { NodeID($0) })
  var depth = 0
  while let parent = document[node].parent { (node, depth) = (parent, depth + 1) }
  #expect(depth > 10_400)
  #expect(try page(["pages/home.html": nested("x-a", 10_000, "x")]).diagnostics.hasErrors)
}

@Test func pagesOfUnknownElementsAreReadInTime() throws {
  let html = (0..<20_000).map { "<unknown-\($0)></unknown-\($0)>" }.joined()
  let (unit, diagnostics) = try page(["pages/home.html": html])
  #expect(diagnostics.count <= 101)
  #expect(unit.document.nodes.count > 20_000)
}

@Test func saveOfAComponentMakesExactlyItsPagesAgain() throws {
  let files = MemoryFiles([
    "pages/home.html": "<x-a></x-a>", "pages/other.html": "<x-b></x-b>", "pages/plain.html": "<p>x</p>",
    "components/x-a.html": "<x-c></x-c>", "components/x-b.html": "<p>b</p>",
    "components/x-c.html": "<p>c</p>",
    "components/unused.html": "<p>u</p>",
  ])
  var (compiler, first) = ProjectCompiler.built(files)
  #expect(first.diagnostics == [])
  #expect(
    compiler.dependencies(of: "home").filter { $0.kind == .component }.map(\.path) == [
      "components/x-a.html", "components/x-c.html",
    ])
  files["components/x-c.html"] = "<p>changed</p>"
  let result = compiler.apply(["components/x-c.html"])
  #expect(result.changed.map(\.name) == ["home"])
  #expect(result.changed.first?.chain == ["components/x-c.html"])
  files["components/unused.html"] = "<p>changed</p>"
  #expect(compiler.apply(["components/unused.html"]).unusedFiles == ["components/unused.html"])
  // Other changes do not rebuild a page with several components, and a page with a broken component keeps its
  // last good form.
  files["components/x-b.html"] = "<x-b></x-b>"
  let broken = compiler.apply(["components/x-b.html"])
  #expect(broken.newlyFailed == ["other"])
  guard case .page(let kept)? = compiler.unit(named: "other") else { throw Missing() }
  #expect(kept.bound().document.outline == "<x-b><p>b</p></x-b>")
  files["components/x-b.html"] = "<p>b</p>"
  #expect(compiler.apply(["components/x-b.html"]).fixed == ["other"])
}

@Test(arguments: ["components/x-new.html", "components/shop/deep/x-new.html", "components/X-New.html"])
func newComponentReachesThePagesThatNamedIt(_ path: String) throws {
  let files = MemoryFiles([
    "pages/home.html": "<X-new>x</X-new>", "pages/other.html": "<p>x</p>", "components/x-a.html": "a",
  ])
  var (compiler, first) = ProjectCompiler.built(files)
  #expect(first.diagnostics.places == ["pages/home.html:1:1 page.unknown-element"])
  files[path] = "<b><slot></slot></b>"
  for paths in [[path], ["components/shop", "components"]] where path.contains("shop") || paths == [path] {
    var copy = compiler
    let added = copy.apply(paths)
    #expect(added.changed.map(\.name) == ["home"])
    #expect(added.diagnostics == [])
    guard case .page(let unit)? = copy.unit(named: "home") else { throw Missing() }
    #expect(unit.bound().document.outline == "<x-new><b>x</b></x-new>")
  }
  _ = compiler.apply([path])
  files[path] = nil
  let removed = compiler.apply([path])
  #expect(removed.changed.map(\.name) == ["home"])
  #expect(removed.diagnostics.places == ["pages/home.html:1:1 page.unknown-element"])
}

@Test func componentThatMovesIsFoundAgain() throws {
  let files = MemoryFiles(["pages/home.html": "<x-a></x-a>", "components/one/x-a.html": "<i>1</i>"])
  var (compiler, _) = ProjectCompiler.built(files)
  files.move("components/one", to: "components/two")
  let moved = compiler.apply(["components/one", "components/two"])
  #expect(moved.diagnostics == [])
  guard case .page(let unit)? = compiler.unit(named: "home") else { throw Missing() }
  #expect(unit.files == ["pages/home.html", "components/two/x-a.html"])
  // A nearer file of the same name takes precedence.
  files["components/x-a.html"] = "<b>2</b>"
  let nearer = compiler.apply(["components/x-a.html"])
  #expect(nearer.changed.map(\.name) == ["home"])
  #expect(nearer.diagnostics.map(\.code) == ["component.duplicate-name"])
}

@Test func dataOfScriptsIsNotMissing() throws {
  let (_, diagnostics) = try page([
    "pages/home.html": "<view @bind=cart><p t:for='item in items'>{{item.name}}</p>{{title}}</view>"
  ])
  #expect(diagnostics == [])
  let (_, known) = try page([
    "pages/home.html": "<view @bind=cart>{{titel}}{{cart.title}}</view>{{title}}",
    "pages/home.json": #"{"cart": {"title": "x"}, "title": "y"}"#,
  ])
  #expect(known.places == ["pages/home.html:1:20 data.missing-path"])
}

@Test func classesMayBeNamedAsThePackageDialectDoes() throws {
  let (unit, diagnostics) = try page([
    "pages/home.html": "<p @class='a b'>x</p><p class=c @class=d id=e>y</p>"
  ])
  #expect(diagnostics.places == ["pages/home.html:1:4 page.class-name"])
  #expect(unit.document.outline == "<p class=a b>x</p><p class=c d id=e>y</p>")
}
