import HybridDOM
import HybridSource
import Testing

@testable import HybridCSS

private let environment = MediaEnvironment(width: 400, height: 300)

private func stylist(_ css: String, dialect: Dialect = .standard, scoped: String? = nil) -> Stylist {
  func ruleSet(_ text: String, scope: String?) -> RuleSet {
    RuleSet(StyleSheet.parse(Source(path: "a.css", text: text), dialect: dialect), scope: scope)
  }
  let sheets = [ruleSet(css, scope: nil)] + (scoped.map { [ruleSet($0, scope: "card")] } ?? [])
  return Stylist(author: sheets, environment: environment, dialect: dialect)
}

/// A page that records its changes, as a runtime does.
private struct LivingPage {
  var document: Document
  var states: [NodeID: ElementState] = [:]
  var changes = StyleChanges()
  var live: LiveStyles

  init(_ html: String, _ stylist: Stylist, isHTML: Bool = true) {
    document = HybridCSSTests.document(html, isHTML: isHTML)
    live = LiveStyles(stylist, document)
  }

  func node(_ id: String) -> NodeID {
    document.nodes(in: document.root).first { document[$0].element?.id == id } ?? document.root
  }

  mutating func set(_ name: String, _ value: String?, of node: NodeID) {
    guard var element = document[node].element else { return }
    element.attributes.removeAll { $0.name == name }
    let nowhere = SourceRange(0..<0)
    if let value {
      element.attributes.append(
        Attribute(name: name, writtenName: name, value: value, nameRange: nowhere, valueRange: nowhere))
    }
    document[node].element = element
    changes.attributes.insert(node)
  }

  mutating func insert(_ node: NodeID, before sibling: NodeID?, in parent: NodeID) {
    if let old = document[node].parent { changes.children.insert(old) }
    document.insert(node, before: sibling, in: parent)
    changes.children.insert(parent)
  }

  mutating func remove(_ node: NodeID) {
    if let old = document[node].parent { changes.children.insert(old) }
    document.remove(node)
  }

  mutating func set(_ state: ElementState, of node: NodeID) {
    states[node] = state
    changes.states.insert(node)
  }

  mutating func makeElement(_ name: String, _ attributes: [(String, String)] = []) -> NodeID {
    let nowhere = SourceRange(0..<0)
    let list = attributes.map {
      Attribute(name: $0.0, writtenName: $0.0, value: $0.1, nameRange: nowhere, valueRange: nowhere)
    }
    return document.makeNode(
      .element(Element(name: name, writtenName: name, attributes: list, startTag: nowhere)), range: nowhere)
  }

  mutating func update() -> StyleUpdate {
    let update = live.update(document, changes: changes, states: states)
    changes = StyleChanges()
    return update
  }
}

private let list = """
  <html><body id="body"><ul id="list"><li id="a">1</li><li id="b">2</li><li id="c"><b id="d">3</b></li></ul>\
  <p id="p">text</p></body></html>
  """

/// The ids of the elements whose style differs after `change`, and the number of matched elements.
private func changed(
  _ css: String, _ html: String = list, dialect: Dialect = .standard, change: (inout LivingPage) -> Void
) -> (ids: [String], matched: Int) {
  var page = LivingPage(html, stylist(css, dialect: dialect))
  change(&page)
  let update = page.update()
  return (update.changed.map { page.document[$0].element?.id ?? "?" }.sorted(), update.matched)
}

@Suite struct LiveStyles_reach {
  @Test(
    "a class reaches what selectors that have it may match",
    arguments: [
      (".other { color: red }", [], 0),
      (".on { width: 1px }", ["b"], 1),
      (".on b { color: red }", [], 0),
      (".on + li b { color: red }", ["d"], 1),
      (".on ~ li { color: red }", ["c", "d"], 2),
      ("li.on ~ li > b, p { color: red }", ["d"], 1),
    ])
  func classes(css: String, ids: [String], matched: Int) {
    let result = changed(css) { $0.set("class", "on", of: $0.node("b")) }
    #expect(result.ids == ids && result.matched == matched)
  }

  @Test("an inherited property goes down as far as it differs")
  func inherited() {
    let css = ".on { color: red } #c { color: blue }"
    let result = changed(css) { $0.set("class", "on", of: $0.node("list")) }
    #expect(result.ids == ["a", "b", "list"] && result.matched == 4)
  }

  @Test("a style attribute that is not inherited styles one element")
  func inlineStyle() {
    let result = changed("li { width: 5px }") { $0.set("style", "width: 9px", of: $0.node("a")) }
    #expect(result.ids == ["a"] && result.matched == 1)
  }

  @Test("text reaches nothing but :empty")
  func text() {
    func replace(_ page: inout LivingPage) {
      guard let text = page.document[page.node("a")].firstChild else { return }
      page.document[text].content = .text("")
      page.changes.text.insert(text)
    }
    #expect(changed("li { color: red }", change: replace).matched == 0)
    #expect(changed("li:empty { color: red }", change: replace).ids == ["a"])
  }

  @Test("states reach what looks at them; those of controls beat attributes")
  func states() {
    #expect(changed("li { color: red }") { $0.set(.hover, of: $0.node("a")) }.matched == 0)
    #expect(changed("li:hover { width: 1px }") { $0.set(.hover, of: $0.node("a")) }.ids == ["a"])
    let form = "<form><input id=\"i\" type=\"checkbox\" checked=\"\"></input><b id=\"n\"></b></form>"
    let css = ":checked + b { width: 1px } :disabled { width: 2px } :enabled { width: 3px }"
    #expect(changed(css, form) { $0.set(.unchecked, of: $0.node("i")) }.ids == ["n"])
    #expect(changed(css, form) { $0.set(.checked, of: $0.node("i")) }.ids == [])
    #expect(changed(css, form) { $0.set(.disabled, of: $0.node("i")) }.ids == ["i"])
  }

  @Test("a new child changes what counts siblings")
  func children() {
    func add(_ page: inout LivingPage) {
      let new = page.makeElement("li", [("id", "new")])
      page.insert(new, before: page.node("b"), in: page.node("list"))
    }
    #expect(changed("li { width: 1px }", change: add).matched == 1)
    #expect(changed("li:nth-child(2) { width: 1px }", change: add).ids == ["b"])
    #expect(changed("li:nth-last-child(3) { width: 1px }", change: add).ids == ["a"])
    #expect(changed("#a + #b { width: 1px }", change: add).ids == ["b"])
    #expect(changed("ul:has(#new) { width: 1px }", change: add).ids == ["list"])
  }

  /// A change of a child list, or of a text.
  enum ChildChange { case newElement, newText, otherText, removedElement, removedText, movedElement }

  @Test(
    "elements that come, go or move are told, texts are not",
    arguments: [
      (ChildChange.newElement, true), (.newText, false), (.otherText, false), (.removedElement, true),
      (.removedText, false), (.movedElement, true),
    ])
  func otherElements(change: ChildChange, isOther: Bool) throws {
    var page = LivingPage(list, stylist("li:first-child { color: red }"))
    let (a, b, parent) = (page.node("a"), page.node("b"), page.node("list"))
    let text = try #require(page.document[a].firstChild)
    switch change {
    case .newElement: page.insert(page.makeElement("b"), before: nil, in: a)
    case .newText:
      page.insert(page.document.makeNode(.text("x"), range: SourceRange(0..<0)), before: b, in: parent)
    case .otherText:
      page.document[text].content = .text("x")
      page.changes.text.insert(text)
    case .removedElement: page.remove(a)
    case .removedText: page.remove(text)
    case .movedElement: page.insert(b, before: a, in: parent)
    }
    #expect(page.update().hasOtherElements == isOther)
  }

  @Test("many new siblings take a time that grows with their number, whatever looks at siblings")
  func manySiblings() {
    var page = LivingPage(
      list, stylist("li ~ li ~ li b { color: red } li + li { width: 1px } .on ~ li { top: 1px }"))
    let parent = page.node("list")
    for _ in 0..<3_000 {
      page.insert(page.makeElement("li", [("class", "on")]), before: nil, in: parent)
    }
    let update = page.update()
    #expect(update.added.count == 3_000 && update.matched < 6_100)
  }

  @Test("another font size of the root element reaches every rem")
  func root() {
    let result = changed("p { width: 1rem; font-size: 5px } html { font-size: 10px }") {
      $0.set("style", "font-size: 20px", of: $0.document.rootElement ?? $0.document.root)
    }
    #expect(result.ids.contains("p") && result.ids.contains("a"))
  }
}
