import HybridDOM
package import HybridScript
import HybridSource

/// The tree, as scripts see and change it.
extension LivePage: PageHost {
  package func kind(of node: Int) -> PageNodeKind? {
    guard let node = self.node(node) else { return nil }
    return switch document[node].content {
    case .document: node == document.root ? .document : .fragment
    case .element: .element
    case .text: .text
    case .comment: .comment
    }
  }

  package func name(of node: Int) -> String {
    self.node(node).flatMap { document[$0].element?.writtenName } ?? ""
  }

  package func relative(_ relation: PageNodeRelation, of node: Int) -> Int? {
    guard let node = self.node(node) else { return nil }
    var found: NodeID?
    switch relation {
    case .parent: return document[node].parent?.index
    case .firstChild: found = document[node].firstChild
    case .lastChild: found = document[node].lastChild
    case .previousSibling: found = document[node].previousSibling
    case .nextSibling: found = document[node].nextSibling
    }
    // What a table made of its template is no part of the page's own tree.
    while let current = found, generated.contains(current) {
      let goesBack = relation == .lastChild || relation == .previousSibling
      found = goesBack ? document[current].previousSibling : document[current].nextSibling
    }
    return found?.index
  }

  package func make(_ kind: PageNodeKind, _ text: String) throws -> Int {
    try reserveNodes(1)
    switch kind {
    case .element:
      guard Self.isElementName(text) else {
        throw ScriptThrow("InvalidCharacterError", "'\(text)' is no name of an element")
      }
      return makeElement(text).index
    case .text: return make(.text(text)).index
    case .comment: return make(.comment(text)).index
    case .fragment, .document: return make(.document).index
    }
  }

  /// Counts nodes that a script is about to make, in whatever way. One that only makes nodes is stopped while what it made
  /// can still be laid out.
  private func reserveNodes(_ count: Int) throws {
    guard document.nodes.count + count <= Self.nodeLimit else {
      throw ScriptThrow("RangeError", "the page has made more than \(Self.nodeLimit) nodes")
    }
    nodesMadeThisTurn += count
    guard nodesMadeThisTurn <= Self.turnNodeLimit else {
      throw ScriptThrow("RangeError", "more than \(Self.turnNodeLimit) nodes were made in one turn")
    }
  }

  /// Nodes that a page may ever make.
  static let nodeLimit = 2_000_000
  /// Nodes that a page may make in one turn.
  static let turnNodeLimit = 100_000
  /// How deep a script may nest nodes.
  static let depthLimit = 5000

  private static func isElementName(_ name: String) -> Bool {
    guard let first = name.utf8.first,
      first >= 0x80 || (first | 0x20) >= 97 && (first | 0x20) <= 122 || first == 95
    else { return false }
    return !name.utf8.contains { $0 <= 32 || $0 == 47 || $0 == 62 || $0 == 0 }
  }

  package func insert(_ node: Int, into parent: Int, before reference: Int?) throws {
    guard let node = self.node(node), let parent = self.node(parent) else {
      throw ScriptThrow("NotFoundError", "there is no such node")
    }
    var next = reference.flatMap { self.node($0) }
    if let next, document[next].parent != parent {
      throw ScriptThrow("NotFoundError", "the node to insert before is no child of the parent")
    }
    try checkInsertion(of: node, into: parent)
    if next == node { next = document[node].nextSibling }
    // Rows of a table stay behind what scripts put into it.
    let isFragment = document[node].content == .document
    for child in isFragment ? Array(document.children(of: node)) : [node] {
      if let old = document[child].parent { noteChildren(of: old) }
      document.insert(child, before: next, in: parent)
    }
    noteChildren(of: parent)
  }

  /// DOM Standard §4.2.3, *ensure pre-insert validity*.
  private func checkInsertion(of node: NodeID, into parent: NodeID) throws {
    switch document[parent].content {
    case .element, .document: break
    default: throw ScriptThrow("HierarchyRequestError", "a text cannot have children")
    }
    if node == document.root {
      throw ScriptThrow("HierarchyRequestError", "the document cannot be put anywhere")
    }
    if parent == document.root, document[node].element == nil || document.rootElement != nil {
      throw ScriptThrow("HierarchyRequestError", "a document has one element")
    }
    var current: NodeID? = parent
    var depth = 0
    while let above = current {
      if above == node {
        throw ScriptThrow("HierarchyRequestError", "a node cannot be put into itself")
      }
      depth += 1
      current = document[above].parent
    }
    guard depth < Self.depthLimit else {
      throw ScriptThrow("HierarchyRequestError", "nodes are nested more than \(Self.depthLimit) deep")
    }
  }

  package func remove(_ node: Int) {
    guard let node = self.node(node), let parent = document[node].parent, node != document.root else {
      return
    }
    if let focused = focusedNode, ancestors(of: focused).contains(node) { focusedNode = nil }
    document.remove(node)
    noteChildren(of: parent)
  }

  package func clone(_ node: Int, deep: Bool) throws -> Int {
    guard let node = self.node(node), node != document.root else {
      throw ScriptThrow("NotSupportedError", "this node cannot be cloned")
    }
    try reserveNodes(deep ? document.nodes(in: node).reduce(0) { count, _ in count + 1 } : 1)
    return deep ? copy(node, of: document).index : make(document[node].content).index
  }

  package func data(of node: Int) -> String {
    guard let node = self.node(node) else { return "" }
    return switch document[node].content {
    case .text(let text), .comment(let text): text
    default: ""
    }
  }

  package func setData(_ text: String, of node: Int) {
    guard let node = self.node(node) else { return }
    switch document[node].content {
    case .text(let old):
      guard old != text else { return }
      document[node].content = .text(text)
      changes.texts.insert(node)
      version += 1
    case .comment: document[node].content = .comment(text)
    default: break
    }
  }

  package func textContent(of node: Int) -> String {
    guard let node = self.node(node) else { return "" }
    switch document[node].content {
    case .text(let text), .comment(let text): return text
    default: return document.nodes(in: node).lazy.compactMap { self.document[$0].text }.joined()
    }
  }

  package func setTextContent(_ text: String, of node: Int) throws {
    guard let node = self.node(node), node != document.root else { return }
    switch document[node].content {
    case .text, .comment: return setData(text, of: node.index)
    default: break
    }
    // One text that is there already is given the new words, so that it stays the same node.
    if let only = document[node].firstChild, document[only].nextSibling == nil, document[only].text != nil,
      !text.isEmpty
    {
      return setData(text, of: only.index)
    }
    removeChildren(of: node)
    if !text.isEmpty { document.append(make(.text(text)), to: node) }
    noteChildren(of: node)
  }

  private func removeChildren(of node: NodeID) {
    while let child = document[node].firstChild { document.remove(child) }
    noteChildren(of: node)
  }

  package func markup(of node: Int, isOuter: Bool) -> String {
    guard let node = self.node(node) else { return "" }
    return document.markup(of: node, isOuter: isOuter)
  }

  package func setMarkup(_ markup: String, of node: Int) throws {
    guard let node = self.node(node), document[node].element != nil else { return }
    let parsed = parseFragment(markup)
    try reserveNodes(parsed.document.nodes.count)
    removeChildren(of: node)
    for child in parsed.children { document.append(copy(child, of: parsed.document), to: node) }
  }

  package func attribute(_ name: String, of node: Int) -> String? {
    guard let node = self.node(node), let element = document[node].element else { return nil }
    return element[document.isHTML ? name.asciiLowercase : name]
  }

  package func setAttribute(_ name: String, _ value: String?, of node: Int) throws {
    guard let node = self.node(node), document[node].element != nil else { return }
    guard !name.isEmpty, !name.utf8.contains(where: { $0 <= 32 || $0 == 47 || $0 == 61 || $0 == 62 }) else {
      throw ScriptThrow("InvalidCharacterError", "'\(name)' is no name of an attribute")
    }
    set(name, to: value, of: node)
  }

  package func attributes(of node: Int) -> [(name: String, value: String)] {
    guard let node = self.node(node), let element = document[node].element else { return [] }
    return element.attributes.map { ($0.writtenName, $0.value) }
  }
}
