import HybridDOM
import HybridMarkup
import HybridScript
import HybridSource
import HybridUnits

/// Tree operations of scripts, with the errors of the DOM Standard.
extension LiveDocument {
  /// The maximum depth of nodes that scripts make.
  static let depthLimit = 5000

  /// The kind of a node.
  func kind(of node: NodeID) -> PageNodeKind {
    switch document[node].content {
    case .document: node == document.root ? .document : .fragment
    case .element: .element
    case .text: .text
    case .comment: .comment
    case .documentType: .documentType
    }
  }

  /// A related node; nil if there is none. Rows of tables are skipped.
  func relative(_ relation: PageNodeRelation, of node: NodeID) -> NodeID? {
    var found: NodeID?
    switch relation {
    case .parent: return document[node].parent
    case .firstChild: found = document[node].firstChild
    case .lastChild: found = document[node].lastChild
    case .previousSibling: found = document[node].previousSibling
    case .nextSibling: found = document[node].nextSibling
    }
    while let current = found, isMadeByTable(current) {
      let goesBack = relation == .lastChild || relation == .previousSibling
      found = goesBack ? document[current].previousSibling : document[current].nextSibling
    }
    return found
  }

  /// All children of a node, or those that are elements, without rows of tables.
  func children(of node: NodeID, onlyElements: Bool) -> [NodeID] {
    document.children(of: node).filter { child in
      if onlyElements {
        // A test of the kind copies no text.
        guard case .element = document.nodes[child.index].content else { return false }
      }
      return !isMadeByTable(child)
    }
  }

  /// Makes a node without a parent; `text` is the name of an element, the data of a text or a comment.
  func make(_ kind: PageNodeKind, _ text: String) throws -> NodeID {
    try reserveNodes(1)
    switch kind {
    case .element:
      guard Self.isElementName(text) else {
        throw ScriptThrow("InvalidCharacterError", "'\(text)' is not a valid element name")
      }
      return makeElement(text)
    case .text: return make(.text(text))
    case .comment: return make(.comment(text))
    case .fragment, .document: return make(.document)
    case .documentType: return make(.documentType(DocumentType(name: text)))
    }
  }

  static func isElementName(_ name: String) -> Bool {
    guard let first = name.utf8.first,
      first >= 0x80 || (first | 0x20) >= 97 && (first | 0x20) <= 122 || first == 95
    else { return false }
    return !name.utf8.contains { $0 <= 32 || $0 == 47 || $0 == 62 || $0 == 0 }
  }

  // MARK: Moving

  /// Puts a node, or the children of a fragment, before `reference` or last. DOM Standard §4.2.3,
  /// *pre-insert*.
  func insert(_ node: NodeID, into parent: NodeID, before reference: NodeID?) throws {
    var next = reference
    if let next, document[next].parent != parent {
      throw ScriptThrow("NotFoundError", "the node to insert before is not a child of the parent")
    }
    try checkInsertion(of: node, into: parent)
    if next == node { next = document[node].nextSibling }
    let isFragment = document[node].content == .document
    for child in isFragment ? Array(document.children(of: node)) : [node] {
      if let old = document[child].parent { noteChildren(of: old) }
      insert(child, before: next, in: parent)
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
      throw ScriptThrow("HierarchyRequestError", "the document cannot be inserted into a node")
    }
    if parent == document.root {
      switch document[node].content {
      case .comment, .documentType: break
      case .element where document.rootElement == nil || document.rootElement == node: break
      default: throw ScriptThrow("HierarchyRequestError", "a document can have only one element")
      }
    }
    var current: NodeID? = parent
    var depth = 0
    while let above = current {
      if above == node {
        throw ScriptThrow("HierarchyRequestError", "a node cannot be inserted into itself")
      }
      depth += 1
      current = document.parentOrHost(of: above)
    }
    guard depth < Self.depthLimit else {
      throw ScriptThrow("HierarchyRequestError", "nodes are nested more than \(Self.depthLimit) deep")
    }
  }

  /// Makes a copy without a parent.
  func clone(_ node: NodeID, deep: Bool) throws -> NodeID {
    guard node != document.root else { throw Self.notClonable }
    try reserveNodes(deep ? document.nodes(in: node).reduce(0) { count, _ in count + 1 } : 1)
    return deep ? copy(node, of: document) : make(document[node].content)
  }

  /// The error for a node that cannot be cloned.
  static var notClonable: ScriptThrow { ScriptThrow("NotSupportedError", "this node cannot be cloned") }

  private func removeChildren(of node: NodeID) {
    while let child = document[node].firstChild { remove(child) }
    noteChildren(of: node)
  }

  // MARK: Text and markup

  /// The data of a text or a comment; empty for other nodes.
  func data(of node: NodeID) -> String {
    switch document[node].content {
    case .text(let text), .comment(let text): text
    default: ""
    }
  }

  /// All text below a node. DOM Standard §4.4, *descendant text content*.
  func textContent(of node: NodeID) -> String {
    switch document[node].content {
    case .text(let text), .comment(let text): text
    default: document.nodes(in: node).lazy.compactMap { self.document[$0].text }.joined()
    }
  }

  /// Replaces the children of a node by one text. A text that is the only child stays the same node and gets
  /// the new data.
  func setTextContent(_ text: String, of node: NodeID) {
    guard node != document.root else { return }
    switch document[node].content {
    case .text, .comment: return setData(text, of: node)
    default: break
    }
    if let only = document[node].firstChild, document[only].nextSibling == nil, document[only].text != nil,
      !text.isEmpty
    {
      return setData(text, of: only)
    }
    removeChildren(of: node)
    if !text.isEmpty { insert(make(.text(text)), before: nil, in: node) }
    noteChildren(of: node)
  }

  /// Replaces the children of an element by parsed markup.
  ///
  /// - Returns: The limit that the markup exceeds, if any; the rest of it is left out.
  func setMarkup(_ markup: String, of node: NodeID, in dialect: PageDialect) throws -> String? {
    let element = document[node].element
    let context = HTMLFragmentContext(element?.name ?? "div", namespace: element?.namespace ?? .html)
    let parsed = parseFragment(markup, in: context, dialect == .native ? .native : .standard)
    try reserveNodes(parsed.document.nodes.count)
    removeChildren(of: node)
    for child in parsed.children { insert(copy(child, of: parsed.document), before: nil, in: node) }
    return parsed.limit
  }
}
