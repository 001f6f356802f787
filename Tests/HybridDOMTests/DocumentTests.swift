import HybridDOM
import HybridSource
import HybridTestSupport
import Testing

private let nowhere = SourceRange(0..<0)

private func element(_ name: String, in document: inout Document) -> NodeID {
  document.makeNode(.element(Element(name: name, writtenName: name, startTag: nowhere)), range: nowhere)
}

@Test func childrenKeepTheirOrderThroughInsertionAndRemoval() {
  var document = Document(files: ["a"], isHTML: true)
  let parent = element("ul", in: &document)
  document.append(parent, to: document.root)
  let items = (0..<4).map { _ in element("li", in: &document) }
  document.append(items[0], to: parent)
  document.append(items[2], to: parent)
  document.insert(items[1], before: items[2], in: parent)
  document.insert(items[3], before: items[0], in: parent)
  #expect(Array(document.children(of: parent)) == [items[3], items[0], items[1], items[2]])
  document.remove(items[0])
  #expect(Array(document.children(of: parent)) == [items[3], items[1], items[2]])
  #expect(document[items[0]].parent == nil)
  // A node that has a parent is taken from there.
  document.append(items[3], to: parent)
  #expect(Array(document.children(of: parent)) == [items[1], items[2], items[3]])
  #expect(document.rootElement == parent)
}

/// Whatever is inserted and removed, links in both directions agree.
@Test func linksStayConsistentUnderRandomEdits() {
  var random = SeededGenerator(seed: 3)
  var document = Document(files: [], isHTML: false)
  let nodes = (0..<30).map { _ in element("n", in: &document) }
  func isInside(_ node: NodeID, _ other: NodeID) -> Bool {
    var current: NodeID? = node
    while let here = current {
      if here == other { return true }
      current = document[here].parent
    }
    return false
  }
  for _ in 0..<2_000 {
    let node = nodes.randomElement(using: &random)!
    let parent = Bool.random(using: &random) ? document.root : nodes.randomElement(using: &random)!
    if isInside(parent, node) || Int.random(in: 0..<4, using: &random) == 0 {
      document.remove(node)
    } else {
      let sibling = Array(document.children(of: parent)).filter { $0 != node }.randomElement(using: &random)
      document.insert(node, before: sibling, in: parent)
    }
    for parent in [document.root] + nodes {
      let children = Array(document.children(of: parent))
      #expect(document[parent].firstChild == children.first && document[parent].lastChild == children.last)
      for (before, after) in zip(children, children.dropFirst()) {
        #expect(document[before].nextSibling == after && document[after].previousSibling == before)
      }
      #expect(children.allSatisfy { document[$0].parent == parent })
    }
  }
}

@Test func treeOrderIsParentsFirst() {
  var document = Document(files: [], isHTML: true)
  let a = element("a", in: &document)
  let b = element("b", in: &document)
  let c = element("c", in: &document)
  let d = element("d", in: &document)
  document.append(a, to: document.root)
  document.append(d, to: a)
  document.insert(b, before: d, in: a)
  document.append(c, to: b)
  #expect(Array(document.nodes(in: a)) == [a, b, c, d])
  #expect(Array(document.nodes(in: b)) == [b, c])
}

@Test(arguments: [("a b", ["a", "b"]), ("  a\n\tb\u{C}c ", ["a", "b", "c"]), ("", []), (" ", [])])
func classesAreSplitAtWhiteSpace(_ value: String, _ classes: [String]) {
  let attribute = Attribute(
    name: "class", writtenName: "class", value: value, nameRange: nowhere, valueRange: nowhere)
  let element = Element(name: "p", writtenName: "p", attributes: [attribute], startTag: nowhere)
  #expect(element.classes.map(String.init) == classes)
  #expect(element.id == nil)
}
