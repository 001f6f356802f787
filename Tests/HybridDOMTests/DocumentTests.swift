import HybridDOM
import HybridSource
import HybridTestSupport
import Testing

private func document(_ count: Int) -> (Document, [NodeID]) {
  var document = Document(files: ["a"], isHTML: true)
  let nodes = (0..<count).map { document.makeNode(.text("\($0)"), range: SourceRange($0..<$0)) }
  return (document, nodes)
}

extension Document {
  fileprivate func texts(in node: NodeID) -> [String] { children(of: node).compactMap { self[$0].text } }
}

@Test func childrenStandWhereTheyWerePut() {
  var (document, nodes) = document(4)
  document.append(nodes[0], to: document.root)
  document.append(nodes[1], to: document.root)
  document.insert(nodes[2], before: nodes[0], in: document.root)
  document.insert(nodes[3], before: nodes[1], in: document.root)
  #expect(document.texts(in: document.root) == ["2", "0", "3", "1"])
  document.append(nodes[2], to: document.root)  // it moves
  #expect(document.texts(in: document.root) == ["0", "3", "1", "2"])
  document.remove(nodes[3])
  document.remove(nodes[3])
  #expect(document.texts(in: document.root) == ["0", "1", "2"])
  #expect(document[nodes[3]].parent == nil)
}

@Test func puttingAChildBeforeItselfLeavesItWhereItIs() {
  var (document, nodes) = document(3)
  for node in nodes { document.append(node, to: document.root) }
  document.insert(nodes[1], before: nodes[1], in: document.root)
  #expect(document.texts(in: document.root) == ["0", "1", "2"])
}

/// After any operations, a document's links are consistent with each other and with a plain list of lists.
@Test func linksStayConsistentThroughAnyChanges() {
  var random = SeededGenerator(seed: 11)
  for _ in 0..<30 {
    var (document, nodes) = document(12)
    nodes.insert(document.root, at: 0)
    var model = [[Int]](repeating: [], count: nodes.count)
    func isInside(_ node: Int, _ top: Int) -> Bool {
      node == top || model[top].contains { isInside(node, $0) }
    }
    for _ in 0..<60 {
      let child = Int.random(in: 1..<nodes.count, using: &random)
      let parent = Int.random(in: 0..<nodes.count, using: &random)
      if Int.random(in: 0..<4, using: &random) == 0 {
        document.remove(nodes[child])
        for index in model.indices { model[index].removeAll { $0 == child } }
        continue
      }
      guard !isInside(parent, child) else { continue }  // a caller's bug, not an input
      for index in model.indices { model[index].removeAll { $0 == child } }
      let sibling = Bool.random(using: &random) ? model[parent].randomElement(using: &random) : nil
      document.insert(nodes[child], before: sibling.map { nodes[$0] }, in: nodes[parent])
      model[parent].insert(
        child, at: sibling.flatMap { model[parent].firstIndex(of: $0) } ?? model[parent].count)
    }
    for index in nodes.indices {
      let children = Array(document.children(of: nodes[index]))
      #expect(children == model[index].map { nodes[$0] })
      #expect(
        document[nodes[index]].firstChild == children.first
          && document[nodes[index]].lastChild == children.last)
      for (place, child) in children.enumerated() {
        #expect(document[child].parent == nodes[index])
        #expect(document[child].previousSibling == (place > 0 ? children[place - 1] : nil))
        #expect(document[child].nextSibling == (place + 1 < children.count ? children[place + 1] : nil))
      }
    }
    func flat(_ index: Int) -> [Int] { [index] + model[index].flatMap(flat) }
    #expect(Array(document.nodes(in: document.root)) == flat(0).map { nodes[$0] })
  }
}

@Test func treeOrderStaysInsideTheNodeAskedFor() {
  var (document, nodes) = document(4)
  document.append(nodes[0], to: document.root)
  document.append(nodes[1], to: nodes[0])
  document.append(nodes[2], to: nodes[1])
  document.append(nodes[3], to: document.root)
  #expect(Array(document.nodes(in: nodes[0])) == [nodes[0], nodes[1], nodes[2]])
  #expect(Array(document.nodes(in: nodes[3])) == [nodes[3]])
}

@Test func treeOrderOfADeepTreeNeedsNoStack() {
  var document = Document(files: ["a"], isHTML: true)
  var parent = document.root
  for _ in 0..<100_000 {
    let node = document.makeNode(.comment(""), range: SourceRange(0..<0))
    document.append(node, to: parent)
    parent = node
  }
  var count = 0
  for _ in document.nodes(in: document.root) { count += 1 }
  #expect(count == 100_001)
}

@Test func rootElementIsTheFirstElement() {
  var document = Document(files: ["a"], isHTML: true)
  #expect(document.rootElement == nil)
  document.append(document.makeNode(.comment(" c "), range: SourceRange(0..<0)), to: document.root)
  let tag = Element(name: "html", writtenName: "HTML", startTag: SourceRange(0..<0))
  let html = document.makeNode(.element(tag), range: SourceRange(0..<0))
  document.append(html, to: document.root)
  #expect(document.rootElement == html)
}

@Test(
  arguments: [
    ("", []), ("  ", []), ("a", ["a"]), (" a\tb\nc\u{C}d\re\r\nf ", ["a", "b", "c", "d", "e", "f"]),
    ("a\u{A0}b", ["a\u{A0}b"]), ("a a", ["a", "a"]), ("größe 🦊", ["größe", "🦊"]),
    ("a \u{301}b", ["a", "\u{301}b"]),
  ] as [(String, [String])])
func classesAreSplitAtASCIIWhiteSpace(_ text: String, _ classes: [String]) {
  let range = SourceRange(0..<0)
  let attribute = Attribute(
    name: "class", writtenName: "Class", value: text, nameRange: range, valueRange: range)
  let element = Element(name: "p", writtenName: "P", attributes: [attribute], startTag: range)
  #expect(element.classes.map(String.init) == classes)
  #expect(element["class"] == text && element["id"] == nil && element.id == nil)
}

@Test func documentsAreValues() {
  var (document, nodes) = document(1)
  let before = document
  document.append(nodes[0], to: document.root)
  #expect(before.children(of: before.root).isEmpty)
  #expect(before != document)
}

extension Sequence {
  fileprivate var isEmpty: Bool { !contains { _ in true } }
}
