import HybridDOM
import HybridJSON
import HybridUnits
import Testing

extension Document {
  /// The first element of a name.
  fileprivate func first(_ name: String) -> NodeID? {
    nodes.indices.first { nodes[$0].element?.name == name }.map { NodeID($0) }
  }
}

private let cart: JSONValue = [
  "title": "Page", "items": ["of the page"],
  "cart": ["title": "Cart", "items": [["name": "Tea"], ["name": "Jam"]], "cart": 5],
]

@Test(arguments: [
  // The component's name is optional, and its data takes precedence over the page's.
  ("{{title}} {{cart.title}} {{$data.title}}", "Cart Cart Page"),
  ("{{cart.cart}} {{cart}} {{items[1].name}} {{items.length}}", "5  Jam 2"),
  ("{{nothing}}", ""),
])
func boundComponentIsSeenWithAndWithoutItsName(_ text: String, _ expected: String) {
  let document = Sketch.document([.element("view", ["@bind": "cart"], [.text(text)]), .text("{{title}}")])
  #expect(bind(document, data: cart).document.sketch == "view[@bind=cart]('\(expected)') 'Page'")
}

@Test(arguments: [
  ("item in items", "{{item.name}}{{$item.name}}{{name}}{{index}}", ["TeaTeaTea0", "JamJamJam1"]),
  ("(title, i) in cart.items", "{{title.name}}{{i}}", ["Tea0", "Jam1"]),
  ("row in items", "{{items[index].name}}{{cart.items[0].name}}", ["TeaTea", "JamTea"]),
])
func loopsOfABoundComponentAreItsOwn(_ loop: String, _ text: String, _ expected: [String]) {
  let document = Sketch.document([
    .element("view", ["@bind": "cart"], [.element("p", ["t:for": loop], [.text(text)])])
  ])
  #expect(bind(document, data: cart).document.nodes.compactMap(\.text) == expected)
}

@Test func handlersKnowWhatTheyStandIn() throws {
  let document = Sketch.document([
    .element("a", ["@click": "top()"], []),
    .element(
      "view", ["@bind": "cart"],
      [
        .element("b", ["@click": "method('x', 2)"], []),
        .element("p", ["t:for": "item in items"], [.element("i", ["@longPress": "pick()"], [])]),
        .element("u", ["@class": "x"], []),
      ]),
  ])
  let bound = bind(document, data: cart)
  let names = bound.document.nodes.map { $0.element?.name ?? "" }
  let found = names.indices.filter { bound.events[NodeID($0)] != nil }.map {
    "\(names[$0]) \(bound.component(of: NodeID($0)) ?? "-") \(bound.scopeData(of: NodeID($0)).text())"
  }
  #expect(
    found == [
      "a - null", #"b cart {"title":"Cart","items":[{"name":"Tea"},{"name":"Jam"}],"cart":5}"#,
      #"i cart {"name":"Tea"}"#, #"i cart {"name":"Jam"}"#,
    ])
  #expect(bound.scopeData(of: bound.document.root) == .null)
}

/// `x-a` with a child of its own that contains a child of the page.
private func withComponent(_ attributes: [String: String], own: String, slotted: String) -> (
  Document, PageComponents
) {
  let document = Sketch.document([
    .element(
      "x-a", attributes,
      [.element("b", ["@click": "go()"], [.text(own), .element("i", ["@click": "go()"], [.text(slotted)])])])
  ])
  return (
    document,
    PageComponents(
      uses: [PageComponents.Use(name: "x-a", host: NodeID(1), defaults: JSONObject([("n", 1)]))],
      owners: [-1, -1, 0, 0, -1, -1])
  )
}

@Test func handlersInComponentsHaveTheirProps() throws {
  let (document, components) = withComponent(
    ["t:for": "item in items", "size": "{{item}}"], own: "{{size}}", slotted: "{{item}}{{size}}")
  let bound = bind(document, components: components, data: ["items": [1, 2]])
  #expect(
    bound.document.sketch
      == [1, 2].map { "x-a[size=\($0)](b[@click=go()]('\($0)' i[@click=go()]('\($0)')))" }.joined(
        separator: " "))
  let inside = try #require(bound.document.first("b"))
  #expect(bound.scopeData(of: inside) == ["n": 1, "size": 1])
  #expect(bound.events[inside]?.host == bound.document.first("x-a"))
  let slotted = try #require(bound.document.first("i"))
  #expect(bound.scopeData(of: slotted) == 1)
  #expect(bound.events[slotted]?.host == nil)
  #expect(bound.props.count == 2)
}

/// Owners that no compiler writes: binding terminates for any of them.
@Test func damagedComponentsAreBoundSomehow() {
  let (document, components) = withComponent([:], own: "{{n}}", slotted: "{{n}}")
  for owners: [Int32] in [[], [0, 0, 0, 0, 0, 0], [-1, 5, -7, 2, 1, 0], [9], [-1, -1, 0, 0, -1, -1, 3, 3]] {
    for hosts in [[1], [1, 1], [2, 4], [0, 3]] {
      let damaged = PageComponents(
        uses: hosts.map { PageComponents.Use(name: "x", host: NodeID($0)) } + components.uses, owners: owners)
      #expect(bind(document, components: damaged, data: [:]).document.nodes.count == 6)
    }
  }
}

@Test func deepTreesAreBoundWithoutRecursion() {
  var document = Document(files: ["page.html"], isHTML: true)
  var parent = document.root
  var uses: [PageComponents.Use] = []
  var owners: [Int32] = [-1]
  let range = Sketch.document([.text("x")]).nodes[1].range
  for index in 0..<10_000 {
    var element = Element(name: "x-a", writtenName: "x-a", startTag: range)
    element.attributes = [
      Attribute(name: "n", writtenName: "n", value: "{{n}}", nameRange: range, valueRange: range)
    ]
    let node = document.makeNode(.element(element), range: range)
    document.append(node, to: parent)
    uses.append(PageComponents.Use(name: "x-a", host: node))
    owners.append(Int32(index) - 1)
    parent = node
  }
  document.append(document.makeNode(.text("{{n}}"), range: range), to: parent)
  owners.append(Int32(uses.count - 1))
  let components = PageComponents(uses: uses, owners: owners)
  let bound = bind(document, components: components, data: ["n": "deep"])
  #expect(bound.document.nodes.last?.text == "deep")
  // Between the tags the page's name is seen from any depth.
  let slotted = PageComponents(uses: uses, owners: Array(repeating: -1, count: owners.count))
  #expect(bind(document, components: slotted, data: ["n": "page"]).document.nodes.last?.text == "page")
}

@Test func rowsOfATableAreKept() throws {
  let document = Sketch.document([
    .element("table", ["t:data": "(row, i) in list"], [.element("tableRow", [:], [.text("{{row}}")])])
  ])
  let bound = bind(document, data: ["list": [1, 2]])
  #expect(bound.document.sketch == "table(tableRow('{{row}}'))")
  let rows = try #require(bound.document.first("table").flatMap { bound.rows[$0] })
  #expect(rows.items == [1, 2])
  #expect([rows.item, rows.index] == ["row", "i"])
}

private let row: JSONValue = [
  "name": "Tea", "item": ["sub": "deep"], "items": ["a", "b", "c"], "subitem": ["x": "s"], "none": nil,
]

@Test(arguments: [
  ("{{item.name}} {{name}} {{$item.name}}", "Tea Tea Tea"), ("{{idx}}/{{section}}", "2/1"),
  ("{{items[idx]}}{{item.items[section]}}{{items[0]}}", "cba"),
  // Missing data is no text, and the item's name is a name and no prefix of letters.
  ("[{{none}}{{item.gone}}{{gone.more[3]}}]", "[]"),
  ("{{item.subitem.x}}{{subitem.x}}{{item.item.sub}}", "ssdeep"),
  ("{{page}} {{items.length}}", "p 3"),
])
func rowIsBound(_ text: String, _ expected: String) throws {
  let document = Sketch.document([
    .element("table", [:], [.element("tableRow", ["title": text], [.element("label", [:], [.text(text)])])])
  ])
  let template = RowTemplate(try #require(document.first("tableRow")), in: document)
  let bound = template.bound(to: row, index: 2, section: 1, data: ["page": "p", "name": "of the page"])
  #expect(bound.document.sketch == "tableRow[title=\(expected)](label('\(expected)'))")
  #expect(bound.origins.map(\.index) == [0, 2, 3, 4])
  #expect(bound.faults == [])
}

@Test func rowHasTheNamesOfItsTable() throws {
  let document = Sketch.document([
    .element(
      "table", ["for-item": "row", "for-index": "r", "for-sectionindex": "s"],
      [
        .element(
          "tableSection", [:],
          [
            .text("{{row.name}}{{r}}{{s}}{{idx}}{{item.sub}}"),
            .element("i", ["t:for": "x in items", "t:if": "x", "@click": "tap()"], [.text("{{x}}{{r}}")]),
            .element("table", [:], [.element("tableRow", [:], [.text("{{raw}}")])]),
          ])
      ])
  ])
  let table = try #require(document.first("table").flatMap { document[$0].element })
  let template = RowTemplate(try #require(document.first("tableSection")), in: document)
  let bound = template.bound(to: row, index: 4, section: 7, names: RowTemplate.Names(of: table))
  #expect(
    bound.document.sketch
      == "tableSection('Tea47deep' i[@click=tap()]('a4') i[@click=tap()]('b4') i[@click=tap()]('c4') "
      + "table(tableRow('{{raw}}')))")
  #expect(bound.document.first("i").map { bound.scopeData(of: $0) } == "a")
}

@Test func rowInAComponentSeesItsProps() throws {
  let document = Sketch.document([
    .element(
      "x-a", ["unit": "€"],
      [.element("table", [:], [.element("tableRow", [:], [.text("{{price}}{{unit}}{{page}}")])])])
  ])
  let components = PageComponents(
    uses: [PageComponents.Use(name: "x-a", host: NodeID(1))], owners: [-1, -1, 0, 0, 0])
  let bound = bind(document, components: components, data: ["page": "p"])
  let node = try #require(bound.document.first("tableRow"))
  let template = RowTemplate(bound.origins[node.index], in: document, components: components)
  let row = template.bound(
    to: ["price": 3], index: 0, section: 0, data: ["page": "p"], props: bound.props[node])
  #expect(row.document.sketch == "tableRow('3€')")
}

@Test(arguments: [JSONValue.null, 3, "text", [1], ["a": ["b": 1]]])
func rowsOfAnyKindAreBound(_ item: JSONValue) throws {
  let document = Sketch.document([.element("tableRow", [:], [.text("{{item.a.b}}{{item[0]}}{{a}}{{idx}}")])])
  let template = RowTemplate(try #require(document.first("tableRow")), in: document)
  let bound = template.bound(to: item, index: .max, section: .min)
  #expect(bound.document.sketch.hasPrefix("tableRow('"))
}
