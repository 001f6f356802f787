import HybridDOM

extension StyleTree {
  /// Reads what changed in the document. Ancestor filters of elements below a changed one stay as they are:
  /// only matchers of sheets look at them.
  mutating func read(_ changes: StyleChanges, in document: Document, states: [NodeID: ElementState]) {
    makeRoom(for: document)
    var new: Set<NodeID> = []
    readChildren(changes.children, in: document, states, &new)
    func isKnown(_ node: NodeID) -> Bool {
      holds(node) && !new.contains(node) && document.depth(of: node) != nil
    }
    for node in changes.states where isKnown(node) {
      records[node.index].state = states[node] ?? []
      readTraits(of: node, in: document)
    }
    for node in changes.attributes where isKnown(node) {
      guard let element = document[node].element else { continue }
      readAttributes(node, element)
      readTraits(of: node, in: document)
    }
    for node in changes.text {
      guard let parent = document[node].parent, isKnown(parent) else { continue }
      readTraits(of: parent, in: document)
    }
    for node in automaticDirections(in: changes, document) where isKnown(node) {
      readTraits(of: node, in: document)
    }
  }

  private mutating func readChildren(
    _ nodes: Set<NodeID>, in document: Document, _ states: [NodeID: ElementState], _ new: inout Set<NodeID>
  ) {
    var parents: [(depth: Int, node: NodeID, old: Set<Int32>)] = []
    for node in nodes {
      guard let depth = document.depth(of: node), document[node].element != nil else { continue }
      // All lists are read before any is linked again: a child may have moved from one to another.
      parents.append((depth, node, holds(node) ? Set(children(of: Int32(node.index))) : []))
    }
    // Outer nodes first: the content of a new subtree is read with it.
    parents.sort { ($0.depth, $0.node) < ($1.depth, $1.node) }
    for (_, node, old) in parents where !new.contains(node) {
      let children = link(childrenOf: node, in: document)
      for child in children where !old.contains(child) || new.contains(NodeID(Int(child))) {
        for element in read(subtree: NodeID(Int(child)), in: document, states: states) {
          new.insert(NodeID(Int(element)))
        }
      }
      if let first = children.first { countTypes(first) }
    }
    // The tree is complete again and can be walked.
    for (_, node, _) in parents where !new.contains(node) {
      readTraits(of: node, in: document)
      if hasDisablers, records[node.index].tag == known.fieldset { readTraits(below: node, in: document) }
    }
  }

  /// Updates the traits of an element after its attributes, its state or its children have changed.
  private mutating func readTraits(of node: NodeID, in document: Document) {
    let traits = currentTraits(of: node, in: document)
    guard records[node.index].traits != traits else { return }
    records[node.index].traits = traits
    let tag = records[node.index].tag
    if tag == known.fieldset || tag == known.optgroup { readTraits(below: node, in: document) }
  }

  private mutating func readTraits(below node: NodeID, in document: Document) {
    let top = Int32(node.index)
    var element = following(top, below: top)
    while element >= 0 {
      records[Int(element)].traits = currentTraits(of: NodeID(Int(element)), in: document)
      element = following(element, below: top)
    }
  }

  /// Makes another element the one that `:scope` matches; -1 is none.
  mutating func moveScope(from old: Int32, to new: Int32) {
    if old >= 0 { records[Int(old)].traits.remove(.scope) }
    if new >= 0 { records[Int(new)].traits.insert(.scope) }
  }
}

extension Document {
  /// The number of nodes above one; nil for a node that is not in the document.
  func depth(of node: NodeID) -> Int? {
    guard nodes.indices.contains(node.index) else { return nil }
    var depth = 0
    var node = node
    while let parent = nodes[node.index].parent {
      depth += 1
      node = parent
    }
    return node == root ? depth : nil
  }
}
