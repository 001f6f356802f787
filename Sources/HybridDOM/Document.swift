public import HybridSource

/// A parsed page or template: nodes in one array that refer to each other by index.
///
/// A document is a value: copies take constant time, documents can be compared, and they can cross actor
/// boundaries. Node 0 is the document node, which is not an element. Tree order is the order of
/// ``nodes(in:)``, not of the array.
///
/// DOM Standard §4.4, *Interface Node*, for the names of the links.
public struct Document: Hashable, Sendable {
  /// The paths of the files that nodes were read from; ``SourceRange/file`` indexes it.
  public var files: [String]
  /// Whether names compare ASCII case-insensitively (HTML) or exactly (XML).
  public var isHTML: Bool
  /// How browsers lay out the page, by its document type (HTML Standard §13.2.6.4.1).
  public var quirksMode = QuirksMode.noQuirks
  /// All nodes ever made, in creation order. Removed ones stay, without a parent.
  public private(set) var nodes: [Node]
  /// Which nodes are roots of shadow trees. A root has no parent: what walks over the document from above
  /// does not see shadow trees (DOM Standard §4.8).
  var shadowTrees = ShadowTrees()
  /// By element: its boxes that style sheets make.
  package private(set) var generated: [NodeID: GeneratedNodes] = [:]
  /// The states that custom elements have set (HTML Standard §4.13.7.3).
  package var customStates: [NodeID: Set<String>] = [:]
  /// The names of the custom elements that scripts have defined.
  package var definedElements: Set<String> = []

  /// An empty document with only the document node.
  public init(files: [String], isHTML: Bool) {
    self.files = files
    self.isHTML = isHTML
    self.nodes = [Node(content: .document, range: SourceRange(0..<0))]
  }

  /// The document node.
  public var root: NodeID { NodeID(0) }

  /// The root element (`html`, or the only element of a template); nil in an empty document.
  public var rootElement: NodeID? { children(of: root).first { self[$0].element != nil } }

  /// A node and its links.
  public subscript(id: NodeID) -> Node {
    // Borrowed, not copied: most readers want one field.
    _read { yield nodes.span[id.index] }
    _modify { yield &nodes[id.index] }
  }

  /// Makes a node without a parent.
  public mutating func makeNode(_ content: Node.Content, range: SourceRange) -> NodeID {
    nodes.append(Node(content: content, range: range))
    return NodeID(nodes.count - 1)
  }

  /// Sets the boxes that style sheets make of an element.
  package mutating func setGenerated(_ nodes: GeneratedNodes, of element: NodeID) {
    for node in nodes.nodes { self[node].parent = element }
    generated[element] = nodes.isEmpty ? nil : nodes
  }

  /// Takes the generated nodes of an earlier form of a document that has its elements at the same places.
  package mutating func takeGenerated(of earlier: Document) {
    guard earlier.nodes.count > nodes.count else { return }
    nodes += earlier.nodes[nodes.count...]
    generated = earlier.generated
  }

  /// Reserves room for `count` nodes in total.
  package mutating func reserveNodes(_ count: Int) { nodes.reserveCapacity(count) }

  /// Adds `child` after the last child of `parent`. A child that has a parent is removed from it first.
  public mutating func append(_ child: NodeID, to parent: NodeID) { insert(child, before: nil, in: parent) }

  /// Inserts `child` before `sibling`, a child of `parent`; after all children when `sibling` is nil.
  public mutating func insert(_ child: NodeID, before sibling: NodeID?, in parent: NodeID) {
    precondition(child != root && child != parent, "a node cannot hold the document or itself")
    // DOM Standard §4.2.3, *pre-insert*, step 3: inserting before itself keeps the position.
    let sibling = sibling == child ? self[child].nextSibling : sibling
    remove(child)
    let previous = sibling.map { self[$0].previousSibling } ?? self[parent].lastChild
    self[child].parent = parent
    self[child].previousSibling = previous
    self[child].nextSibling = sibling
    if let previous { self[previous].nextSibling = child } else { self[parent].firstChild = child }
    if let sibling { self[sibling].previousSibling = child } else { self[parent].lastChild = child }
  }

  /// Removes `node` with its descendants from its parent. Does nothing without a parent.
  public mutating func remove(_ node: NodeID) {
    guard let parent = self[node].parent else { return }
    let previous = self[node].previousSibling
    let next = self[node].nextSibling
    if let previous { self[previous].nextSibling = next } else { self[parent].firstChild = next }
    if let next { self[next].previousSibling = previous } else { self[parent].lastChild = previous }
    self[node].parent = nil
    self[node].previousSibling = nil
    self[node].nextSibling = nil
  }

  /// The children of a node, in order.
  public func children(of node: NodeID) -> Children { Children(document: self, first: self[node].firstChild) }

  /// `node` and its descendants in tree order, without recursion.
  public func nodes(in node: NodeID) -> Descendants { Descendants(document: self, top: node) }

  /// The path of the file that contains a node's start tag.
  public func path(of node: NodeID) -> String {
    let file = Int(self[node].range.file)
    return files.indices.contains(file) ? files[file] : ""
  }

  /// The children of one node.
  public struct Children: Sequence, IteratorProtocol, Sendable {
    let document: Document
    var upcoming: NodeID?

    init(document: Document, first: NodeID?) {
      self.document = document
      self.upcoming = first
    }

    /// The next child.
    public mutating func next() -> NodeID? {
      guard let current = upcoming else { return nil }
      upcoming = document[current].nextSibling
      return current
    }
  }

  /// A subtree in tree order.
  public struct Descendants: Sequence, IteratorProtocol, Sendable {
    let document: Document
    let top: NodeID
    var upcoming: NodeID?

    init(document: Document, top: NodeID) {
      self.document = document
      self.top = top
      self.upcoming = top
    }

    /// The next node in tree order.
    public mutating func next() -> NodeID? {
      guard let current = upcoming else { return nil }
      upcoming = document[current].firstChild ?? document.successor(of: current, in: top)
      return current
    }
  }

  /// The next node in tree order after the descendants of `node`, inside `top`.
  package func successor(of node: NodeID, in top: NodeID) -> NodeID? {
    var node = node
    while node != top {
      if let next = self[node].nextSibling { return next }
      guard let parent = self[node].parent else { return nil }
      node = parent
    }
    return nil
  }
}

/// Which of the old faults of browsers a page counts on (DOM Standard §4.5, *mode*).
public enum QuirksMode: UInt8, Hashable, Sendable {
  case noQuirks
  case limitedQuirks
  case quirks
}

/// The index of a node in its document.
public struct NodeID: Hashable, Sendable, Comparable {
  let rawValue: Int32

  /// The node at `index` of the document's array.
  public init(_ index: Int) { rawValue = Int32(index) }

  /// The index in the document's array.
  public var index: Int { Int(rawValue) }

  /// The order of creation.
  public static func < (a: NodeID, b: NodeID) -> Bool { a.rawValue < b.rawValue }
}
