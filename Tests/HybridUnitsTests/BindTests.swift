import HybridDOM
import HybridJSON
import HybridUnits
import Testing

private let shop: JSONValue = [
  "name": "Tea", "price": 2.5, "count": 3, "sold": false, "none": nil, "index": 9,
  "items": [["name": "a", "tags": ["x", "y"]], ["name": "b", "tags": []]],
  "cart": ["items": [1, 2]],
]

@Test(arguments: [
  ("{{name}} {{price}} {{count}} {{sold}}", "Tea 2.5 3 false"),
  // A value that is missing shows as no text.
  ("[{{nothing}}{{none}}{{cart}}{{items}}{{name.x.y}}{{items[5].name}}]", "[]"),
  ("{{items[1].name}}{{items.length}}{{name.length}}", "b23"),
  ("{ {{name}} }", "{ Tea }"),
  ("{{ broken", "{{ broken"),
])
func textIsFilledIn(_ text: String, _ expected: String) {
  #expect(bind(Sketch.document([.text(text)]), data: shop).document.sketch == "'\(expected)'")
}

@Test(arguments: [
  ("item in items", "{{index}}{{item.name}}{{name}}{{$item.name}}", "p('0aTeaa') p('1bTeab')"),
  ("(item, i) in items", "{{i}}{{index}}", "p('09') p('19')"),
  ("item in cart.items", "{{item}}{{items[index].name}}", "p('1a') p('2b')"),
  ("item in nothing", "x", ""),
  ("item in name", "x", ""),
])
func loopRepeats(_ loop: String, _ text: String, _ expected: String) {
  let document = Sketch.document([.element("p", ["t:for": loop], [.text(text)])])
  #expect(bind(document, data: shop).document.sketch == expected)
}

@Test(arguments: [
  ("name", true), ("!name", false), ("sold", false), ("!sold", true), ("nothing", false), ("!nothing", true),
  ("items", true), ("none", false), ("items[1].tags.length", false), ("price", true),
])
func conditionDecides(_ condition: String, _ expected: Bool) {
  let document = Sketch.document([.element("p", ["t:if": condition], [.text("x")])])
  #expect(bind(document, data: shop).document.sketch == (expected ? "p('x')" : ""))
}

@Test func loopsNestAndConditionsAreAskedInEachTurn() {
  let document = Sketch.document([
    .element(
      "ul", ["t:for": "item in items", "t:if": "item.tags.length"],
      [
        .element("li", ["t:for": "(tag, n) in item.tags", "class": "t{{n}}"], [.text("{{tag}}{{index}}")])
      ])
  ])
  let bound = bind(document, data: shop)
  #expect(bound.document.sketch == "ul(li[class=t0]('x0') li[class=t1]('y0'))")
  let keys = bound.document.nodes.indices.map { bound.key(of: NodeID($0)) }
  #expect(keys == ["", "0", "0/0", "0/0", "0/1", "0/1"])
  #expect(bound.origins.map(\.index) == [0, 1, 2, 3, 2, 3])
  for (index, node) in bound.document.nodes.enumerated() {
    #expect(node.range == document.nodes[bound.origins[index].index].range)
  }
}

@Test func keysNameTheTurnsOfALoop() {
  let document = Sketch.document([.element("p", ["t:for": "item in items", "t:key": "item.name"], [])])
  let bound = bind(document, data: shop)
  #expect(bound.document.sketch == "p p")
  #expect([NodeID(1), NodeID(2)].map(bound.key) == ["a", "b"])
}

@Test(arguments: [
  ("class", "a {{name}}", "p[class=a Tea]"), ("title", "{{nothing}}", "p[title=]"),
  ("checked", "{{name}}", "p[checked=]"), ("checked", "{{sold}}", "p"), ("hidden", "{{nothing}}", "p"),
  ("hidden", "a{{sold}}", "p[hidden=afalse]"), ("data-x", "{{sold}}", "p[data-x=false]"),
])
func attributesAreFilledIn(_ name: String, _ value: String, _ expected: String) {
  let document = Sketch.document([.element("p", [name: value], [])])
  #expect(bind(document, data: shop).document.sketch == expected)
}

@Test(arguments: ["script", "style", "tableRow", "tableSection"])
func contentOfSomeElementsIsNotBound(_ name: String) {
  let inside = Sketch.element("b", ["t:for": "a in items"], [.text("{{a}}")])
  let document = Sketch.document([.element(name, [:], [.text("{{name}}"), inside]), .text("{{name}}")])
  #expect(
    bind(document, data: shop).document.sketch == "\(name)('{{name}}' b[t:for=a in items]('{{a}}')) 'Tea'")
}

@Test func pageWithoutBindingsStaysAsItIs() {
  let document = Sketch.document([.element("p", ["class": "a"], [.text("x")])])
  let bound = bind(document, data: shop)
  #expect(bound.document == document)
  #expect(bound.origins.map(\.index) == [0, 1, 2])
}

@Test func nestedLoopsEndAtTheLimit() {
  let list = JSONValue.array(Array(repeating: 1, count: 1000))
  var sketch = Sketch.text("{{c}}")
  for name in ["c", "b", "a"] { sketch = .element("p", ["t:for": "\(name) in list"], [sketch]) }
  let bound = bind(Sketch.document([sketch]), data: ["list": list])
  #expect(bound.document.nodes.count <= 100_000)
  #expect(bound.faults.map(\.reason) == [.tooManyNodes(limit: 100_000)])
}

@Test func textEndsAtTheLimit() {
  var limits = BindingLimits()
  limits.text = 1000
  let document = Sketch.document([.element("p", ["t:for": "a in list"], [.text("-{{long}}")])])
  let data: JSONValue = [
    "list": .array(Array(repeating: 1, count: 100)), "long": .string(String(repeating: "x", count: 100)),
  ]
  let bound = bind(document, data: data, limits: limits)
  #expect(bound.faults.map(\.reason) == [.tooMuchText(limit: 1000)])
  #expect(bound.document.nodes.count < 30)
}

@Test func titleHasItsDataInIt() {
  let document = Sketch.document([.element("title", [:], [.text(" {{name}}\n  shop ")])])
  #expect(bind(document, data: shop).title == "Tea shop")
  #expect(bind(Sketch.document([]), data: shop).title == nil)
}
